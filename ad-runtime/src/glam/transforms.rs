//! Matrices of four columns as transformations of space, and matrices made of a rotation about an axis.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::components::Components;
use super::rotations::TurnedFunctions;
use super::vectors::add;
use crate::found::{At, ByMove, ByRef, at};
use crate::operators::MulAdjoint;
use crate::scalar::Scalar;
use crate::workspace::Workspace;
use glam::{DMat3, DMat4, DQuat, DVec2, DVec3, DVec4, Mat3, Mat4, Quat, Vec2, Vec3, Vec4};

/// The pairs of what a matrix of four columns does to points and directions.
///
/// ```
/// use ad_runtime::methods::*;
/// use glam::{DMat4, DVec3};
///
/// let mut ws = ad_runtime::Workspace::new();
/// let m = DMat4::from_scale(DVec3::new(2.0, 3.0, 4.0));
/// let (p, kept) = m.transform_point3_differentiable_push(DVec3::ONE, &mut ws);
/// let (p_bar,) = m.transform_point3_differentiable_pull(kept, &mut ws, DVec3::X, None, ());
/// assert_eq!((p, p_bar), (DVec3::new(2.0, 3.0, 4.0), DVec3::new(2.0, 0.0, 0.0)));
/// ```
pub trait TransformMethods<V: Components<Float = Self::Float>>: Components {
    /// Whose method this is.
    fn transform_point3_differentiable_at(&self, _p: V) -> At<Self, ByRef> {
        at()
    }
    /// `m.transform_point3(p)`.
    fn transform_point3_differentiable_push(&self, p: V, ws: &mut Workspace) -> (V, V);
    /// That of the product with `(p, 1)`, without its last row.
    fn transform_point3_differentiable_pull(
        &self,
        p: V,
        ws: &mut Workspace,
        seed: V,
        bar: Option<&mut Self>,
        of_p: (),
    ) -> (V,);
    /// Whose method this is.
    fn transform_vector3_differentiable_at(&self, _v: V) -> At<Self, ByRef> {
        at()
    }
    /// `m.transform_vector3(v)`.
    fn transform_vector3_differentiable_push(&self, v: V, ws: &mut Workspace) -> (V, V);
    /// That of the product with `(v, 0)`, without its last row.
    fn transform_vector3_differentiable_pull(
        &self,
        v: V,
        ws: &mut Workspace,
        seed: V,
        bar: Option<&mut Self>,
        of_v: (),
    ) -> (V,);
    /// Whose method this is.
    fn project_point3_differentiable_at(&self, _p: V) -> At<Self, ByRef> {
        at()
    }
    /// `m.project_point3(p)`.
    fn project_point3_differentiable_push(&self, p: V, ws: &mut Workspace) -> (V, V);
    /// That of the product with `(p, 1)`, divided by its last component.
    fn project_point3_differentiable_pull(
        &self,
        p: V,
        ws: &mut Workspace,
        seed: V,
        bar: Option<&mut Self>,
        of_p: (),
    ) -> (V,);
}

/// The twins of what makes a transformation.
pub trait TransformFunctions<V: Components<Float = Self::Float>, Q: Components<Float = Self::Float>>:
    Components
{
    /// `M::from_translation(t)`.
    fn from_translation_differentiable(
        t: V,
        ws: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> (V,) + use<Self, V, Q>);
    /// `M::from_scale(s)`.
    fn from_scale_differentiable(
        s: V,
        ws: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> (V,) + use<Self, V, Q>);
    /// `M::from_rotation_translation(q, t)`.
    fn from_rotation_translation_differentiable(
        q: Q,
        t: V,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), ()) -> (Q, V) + use<Self, V, Q>,
    );
    /// `M::from_scale_rotation_translation(s, q, t)`.
    fn from_scale_rotation_translation_differentiable(
        s: V,
        q: Q,
        t: V,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), (), ()) -> (V, Q, V) + use<Self, V, Q>,
    );
}

macro_rules! transforms {
    ($($Mat4:ident $Mat3:ident $Vec4:ident $Vec3:ident $Quat:ident $float:ident)*) => {$(
        impl TransformMethods<$Vec3> for $Mat4 {
            #[inline(always)]
            fn transform_point3_differentiable_push(&self, p: $Vec3, _: &mut Workspace) -> ($Vec3, $Vec3) {
                (self.transform_point3(p), p)
            }
            #[inline]
            fn transform_point3_differentiable_pull(
                &self, p: $Vec3, ws: &mut Workspace, seed: $Vec3, bar: Option<&mut Self>, (): ()
            ) -> ($Vec3,) {
                let seed = seed.extend(0.0);
                if let Some(bar) = bar {
                    *bar += <Self as MulAdjoint<$Vec4>>::mul_left(self, &p.extend(1.0), &seed, ws);
                }
                (<Self as MulAdjoint<$Vec4>>::mul_right(self, &p.extend(1.0), &seed, ws).truncate(),)
            }
            #[inline(always)]
            fn transform_vector3_differentiable_push(&self, v: $Vec3, _: &mut Workspace) -> ($Vec3, $Vec3) {
                (self.transform_vector3(v), v)
            }
            #[inline]
            fn transform_vector3_differentiable_pull(
                &self, v: $Vec3, ws: &mut Workspace, seed: $Vec3, bar: Option<&mut Self>, (): ()
            ) -> ($Vec3,) {
                let seed = seed.extend(0.0);
                if let Some(bar) = bar {
                    *bar += <Self as MulAdjoint<$Vec4>>::mul_left(self, &v.extend(0.0), &seed, ws);
                }
                (<Self as MulAdjoint<$Vec4>>::mul_right(self, &v.extend(0.0), &seed, ws).truncate(),)
            }
            #[inline(always)]
            fn project_point3_differentiable_push(&self, p: $Vec3, _: &mut Workspace) -> ($Vec3, $Vec3) {
                (self.project_point3(p), p)
            }
            #[inline]
            fn project_point3_differentiable_pull(
                &self, p: $Vec3, ws: &mut Workspace, seed: $Vec3, bar: Option<&mut Self>, (): ()
            ) -> ($Vec3,) {
                if seed == $Vec3::ZERO {
                    return ($Vec3::ZERO,);
                }
                let product = *self * p.extend(1.0);
                let seed = (seed / product.w).extend(-seed.dot(product.truncate()) / (product.w * product.w));
                if let Some(bar) = bar {
                    *bar += <Self as MulAdjoint<$Vec4>>::mul_left(self, &p.extend(1.0), &seed, ws);
                }
                (<Self as MulAdjoint<$Vec4>>::mul_right(self, &p.extend(1.0), &seed, ws).truncate(),)
            }
        }

        impl TransformFunctions<$Vec3, $Quat> for $Mat4 {
            #[inline]
            fn from_translation_differentiable(
                t: $Vec3,
                _: &mut Workspace,
            ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> ($Vec3,) + use<>) {
                (Self::from_translation(t), |_: &mut Workspace, seed: Self, ()| (seed.w_axis.truncate(),))
            }
            #[inline]
            fn from_scale_differentiable(
                s: $Vec3,
                _: &mut Workspace,
            ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> ($Vec3,) + use<>) {
                (Self::from_scale(s), |_: &mut Workspace, seed: Self, ()| {
                    ($Vec3::new(seed.x_axis.x, seed.y_axis.y, seed.z_axis.z),)
                })
            }
            #[inline]
            fn from_rotation_translation_differentiable(
                q: $Quat,
                t: $Vec3,
                ws: &mut Workspace,
            ) -> (Self, impl FnOnce(&mut Workspace, Self, (), ()) -> ($Quat, $Vec3) + use<>) {
                let (_, turned) = $Mat3::from_quat_differentiable(q, ws);
                (Self::from_rotation_translation(q, t), move |ws: &mut Workspace, seed: Self, (), ()| {
                    (turned(ws, $Mat3::from_mat4(seed), ()).0, seed.w_axis.truncate())
                })
            }
            /// Original: the columns of the rotation, each multiplied by a component of the scale.
            #[inline]
            fn from_scale_rotation_translation_differentiable(
                s: $Vec3,
                q: $Quat,
                t: $Vec3,
                ws: &mut Workspace,
            ) -> (Self, impl FnOnce(&mut Workspace, Self, (), (), ()) -> ($Vec3, $Quat, $Vec3) + use<>) {
                let (turn, turned) = $Mat3::from_quat_differentiable(q, ws);
                let pullback = move |ws: &mut Workspace, seed: Self, (), (), ()| {
                    let of_turn = $Mat3::from_mat4(seed);
                    let s_bar = $Vec3::new(
                        of_turn.x_axis.dot(turn.x_axis),
                        of_turn.y_axis.dot(turn.y_axis),
                        of_turn.z_axis.dot(turn.z_axis),
                    );
                    let scaled = $Mat3::from_cols(of_turn.x_axis * s.x, of_turn.y_axis * s.y, of_turn.z_axis * s.z);
                    (s_bar, turned(ws, scaled, ()).0, seed.w_axis.truncate())
                };
                (Self::from_scale_rotation_translation(s, q, t), pullback)
            }
        }

        transforms! { @turns $Mat3 $Mat3 $Vec3 $float }
        transforms! { @turns $Mat4 $Mat3 $Vec3 $float }
    )*};
    (@turns $Mat:ident $Mat3:ident $Vec3:ident $float:ident) => {
        impl AxisTurns<$Vec3> for $Mat {
            /// Original: `m = (1 - cos(a)) · u · uᵀ + cos(a) · I + sin(a) · [u]×` (Rodrigues).
            #[inline]
            fn from_axis_angle_differentiable(
                axis: $Vec3,
                angle: $float,
                _: &mut Workspace,
            ) -> (Self, impl FnOnce(&mut Workspace, Self, (), ()) -> ($Vec3, $float) + use<>) {
                let pullback = move |_: &mut Workspace, seed: Self, (), ()| {
                    let seed = $Mat3::from_cols(
                        seed.x_axis.truncated(),
                        seed.y_axis.truncated(),
                        seed.z_axis.truncated(),
                    );
                    if seed == $Mat3::ZERO {
                        return ($Vec3::ZERO, 0.0);
                    }
                    let (sin, cos) = angle.sin_cos();
                    let across = $Vec3::new(
                        seed.y_axis.z - seed.z_axis.y,
                        seed.z_axis.x - seed.x_axis.z,
                        seed.x_axis.y - seed.y_axis.x,
                    );
                    let both = (seed + seed.transpose()) * axis;
                    let trace = seed.x_axis.x + seed.y_axis.y + seed.z_axis.z;
                    let axis_bar = both * (1.0 - cos) + across * sin;
                    (axis_bar, (0.5 * axis.dot(both) - trace) * sin + across.dot(axis) * cos)
                };
                (Self::from_axis_angle(axis, angle), pullback)
            }
            transforms! { @axis $Mat $float from_rotation_x from_rotation_x_differentiable y_axis y z_axis z }
            transforms! { @axis $Mat $float from_rotation_y from_rotation_y_differentiable z_axis z x_axis x }
            transforms! { @axis $Mat $float from_rotation_z from_rotation_z_differentiable x_axis x y_axis y }
        }
    };
    (@axis $Mat:ident $float:ident $plain:ident $twin:ident $first_axis:ident $first:ident $second_axis:ident $second:ident) => {
        #[inline]
        fn $twin(
            angle: $float,
            _: &mut Workspace,
        ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> ($float,) + use<>) {
            let m = Self::$plain(angle);
            (m, move |_: &mut Workspace, seed: Self, ()| {
                let (cos, sin) = (m.$first_axis.$first, m.$first_axis.$second);
                let along = seed.$first_axis.$first + seed.$second_axis.$second;
                let across = seed.$first_axis.$second - seed.$second_axis.$first;
                (crate::scalar::times(across, cos) - crate::scalar::times(along, sin),)
            })
        }
    };
}

/// The first three components of a column of either size.
trait Truncated {
    type Short;
    fn truncated(self) -> Self::Short;
}

macro_rules! truncated {
    ($($Vec3:ident $Vec4:ident)*) => {$(
        impl Truncated for $Vec3 {
            type Short = Self;
            #[inline(always)]
            fn truncated(self) -> Self {
                self
            }
        }
        impl Truncated for $Vec4 {
            type Short = $Vec3;
            #[inline(always)]
            fn truncated(self) -> $Vec3 {
                self.truncate()
            }
        }
    )*};
}

truncated!(Vec3 Vec4 DVec3 DVec4);

/// The twins of what makes a matrix of a rotation about an axis.
pub trait AxisTurns<V: Components<Float = Self::Float>>: Components {
    /// `M::from_axis_angle(axis, angle)`.
    fn from_axis_angle_differentiable(
        axis: V,
        angle: Self::Float,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), ()) -> (V, Self::Float) + use<Self, V>,
    );
    /// `M::from_rotation_x(angle)`.
    fn from_rotation_x_differentiable(
        angle: Self::Float,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, ()) -> (Self::Float,) + use<Self, V>,
    );
    /// `M::from_rotation_y(angle)`.
    fn from_rotation_y_differentiable(
        angle: Self::Float,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, ()) -> (Self::Float,) + use<Self, V>,
    );
    /// `M::from_rotation_z(angle)`.
    fn from_rotation_z_differentiable(
        angle: Self::Float,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, ()) -> (Self::Float,) + use<Self, V>,
    );
}

transforms! {
    Mat4 Mat3 Vec4 Vec3 Quat f32
    DMat4 DMat3 DVec4 DVec3 DQuat f64
}

/// The pairs of `truncate`.
pub trait LongMethods<S: Components<Float = Self::Float>>: Components {
    /// Whose method this is.
    fn truncate_differentiable_at(&self) -> At<Self, ByMove> {
        at()
    }
    /// `v.truncate()`.
    fn truncate_differentiable_push(&self, ws: &mut Workspace) -> (S, ());
    /// The last component gets nothing.
    #[inline]
    fn truncate_differentiable_pull(&self, (): (), _: &mut Workspace, seed: S, bar: Option<&mut Self>) {
        let seed = seed.components();
        add(
            bar,
            Self::of_components(|k| seed.as_ref().get(k).copied().unwrap_or(Self::Float::ZERO)),
        );
    }
}

macro_rules! long {
    ($($Long:ident $Short:ident)*) => {$(
        impl LongMethods<$Short> for $Long {
            #[inline(always)]
            fn truncate_differentiable_push(&self, _: &mut Workspace) -> ($Short, ()) {
                (self.truncate(), ())
            }
        }
    )*};
}

long!(Vec3 Vec2 Vec4 Vec3 DVec3 DVec2 DVec4 DVec3);
