//! Matrices of four columns as transformations of space, and matrices made of a rotation about an axis.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::components::Components;
use super::rotations::{OfDQuatFunctions, OfQuatFunctions};
use super::vectors::add;
use crate::foreign::{paths, rows};
use crate::operators::MulAdjoint;
use crate::scalar::times;
use glam::{DMat3, DMat4, DQuat, DVec2, DVec3, DVec4, Mat3, Mat4, Quat, Vec2, Vec3, Vec4};

macro_rules! transforms {
    ($($(#[$of_trait:meta])* $Methods:ident $Functions:ident $Mat4:ident $Mat3:ident $Vec4:ident $Vec3:ident $Quat:ident;)*) => {$(
        rows! {
            /// What a matrix of four columns does to points and directions.
            $(#[$of_trait])*
            $Methods[][] for [] $Mat4;

            /// That of the product with `(p, 1)`, without its last row.
            fn transform_point3(ref x, p: by $Vec3) -> $Vec3, keeps $Vec3, gives ($Vec3,);
                value { (x.transform_point3(p), p) }
                adjoint in ws |p, seed, x_bar, _| {
                    let seed = seed.extend(0.0);
                    if let Some(x_bar) = x_bar {
                        *x_bar += <Self as MulAdjoint<$Vec4>>::mul_left(x, &p.extend(1.0), &seed, ws);
                    }
                    (<Self as MulAdjoint<$Vec4>>::mul_right(x, &p.extend(1.0), &seed, ws).truncate(),)
                }
                tangent |x_dot, p_dot| { x_dot.transform_point3(p) + x.transform_vector3(p_dot) }

            /// That of the product with `(v, 0)`, without its last row.
            fn transform_vector3(ref x, v: by $Vec3) -> $Vec3, keeps $Vec3, gives ($Vec3,);
                value { (x.transform_vector3(v), v) }
                adjoint in ws |v, seed, x_bar, _| {
                    let seed = seed.extend(0.0);
                    if let Some(x_bar) = x_bar {
                        *x_bar += <Self as MulAdjoint<$Vec4>>::mul_left(x, &v.extend(0.0), &seed, ws);
                    }
                    (<Self as MulAdjoint<$Vec4>>::mul_right(x, &v.extend(0.0), &seed, ws).truncate(),)
                }
                tangent |x_dot, v_dot| { x_dot.transform_vector3(v) + x.transform_vector3(v_dot) }

            /// That of the product with `(p, 1)`, divided by its last component.
            fn project_point3(ref x, p: by $Vec3) -> $Vec3, keeps $Vec3, gives ($Vec3,);
                value { (x.project_point3(p), p) }
                adjoint in ws |p, seed, x_bar, _| {
                    if seed == $Vec3::ZERO {
                        return ($Vec3::ZERO,);
                    }
                    let product = *x * p.extend(1.0);
                    let seed = (seed / product.w).extend(-seed.dot(product.truncate()) / (product.w * product.w));
                    if let Some(x_bar) = x_bar {
                        *x_bar += <Self as MulAdjoint<$Vec4>>::mul_left(x, &p.extend(1.0), &seed, ws);
                    }
                    (<Self as MulAdjoint<$Vec4>>::mul_right(x, &p.extend(1.0), &seed, ws).truncate(),)
                }
                tangent |x_dot, p_dot| {
                    let (product, dot) = (*x * p.extend(1.0), *x_dot * p.extend(1.0) + *x * p_dot.extend(0.0));
                    (dot.truncate() - product.truncate() * (dot.w / product.w)) / product.w
                }
        }

        paths! {
            /// The twins of what makes a transformation.
            $Functions[][] for [] $Mat4;

            fn from_translation(t: by $Vec3);
                adjoint |(), seed, _| { (seed.w_axis.truncate(),) }
                tangent |t_dot| { Self::from_translation(t_dot) - Self::IDENTITY }

            fn from_scale(s: by $Vec3);
                adjoint |(), seed, _| { ($Vec3::new(seed.x_axis.x, seed.y_axis.y, seed.z_axis.z),) }
                tangent |s_dot| { Self::from_scale(s_dot) - Self::from_scale($Vec3::ZERO) }

            fn from_rotation_translation(q: by $Quat, t: by $Vec3), keeps $Quat;
                value { (Self::from_rotation_translation(q, t), q) }
                adjoint in ws |q, seed, _, _| {
                    ($Mat3::from_quat_differentiable_pull(q, ws, $Mat3::from_mat4(seed), ()).0, seed.w_axis.truncate())
                }
                tangent: jacobian;

            /// Original: the columns of the rotation, each multiplied by a component of the scale.
            fn from_scale_rotation_translation(s: by $Vec3, q: by $Quat, t: by $Vec3), keeps ($Vec3, $Quat);
                value { (Self::from_scale_rotation_translation(s, q, t), (s, q)) }
                adjoint in ws |(s, q), seed, _, _, _| {
                    let (turn, of_turn) = ($Mat3::from_quat(q), $Mat3::from_mat4(seed));
                    let s_bar = $Vec3::new(
                        of_turn.x_axis.dot(turn.x_axis),
                        of_turn.y_axis.dot(turn.y_axis),
                        of_turn.z_axis.dot(turn.z_axis),
                    );
                    let scaled = $Mat3::from_cols(of_turn.x_axis * s.x, of_turn.y_axis * s.y, of_turn.z_axis * s.z);
                    (s_bar, $Mat3::from_quat_differentiable_pull(q, ws, scaled, ()).0, seed.w_axis.truncate())
                }
                tangent: jacobian;
        }
    )*};
}

transforms! {
    Transforms TransformFunctions Mat4 Mat3 Vec4 Vec3 Quat;
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
    DTransforms DTransformFunctions DMat4 DMat3 DVec4 DVec3 DQuat;
}

macro_rules! axis_turns {
    ($($Trait:ident [$($Mat:ident),*] $Mat3:ident $Vec3:ident $float:ident;)*) => {$(
        paths! {
            /// The twins of what makes a matrix of a rotation about an axis.
            $Trait as Components for each [$($Mat),*];

            /// Original: `m = (1 - cos(a)) · u · uᵀ + cos(a) · I + sin(a) · [u]×` (Rodrigues).
            fn from_axis_angle(axis: by $Vec3, angle: by $float), keeps ($Vec3, $float);
                value { (Self::from_axis_angle(axis, angle), (axis, angle)) }
                adjoint |(axis, angle), seed, _, _| {
                    let seed = $Mat3::from_cols(seed.x_axis.truncated(), seed.y_axis.truncated(), seed.z_axis.truncated());
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
                }
                tangent: jacobian;

            fn from_rotation_x(angle: by $float), keeps Self;
                value { let m = Self::from_rotation_x(angle); (m, m) }
                adjoint |m, seed, _| { (of_turn(&m, &seed, 1, 2),) }
                tangent: jacobian;

            fn from_rotation_y(angle: by $float), keeps Self;
                value { let m = Self::from_rotation_y(angle); (m, m) }
                adjoint |m, seed, _| { (of_turn(&m, &seed, 2, 0),) }
                tangent: jacobian;

            fn from_rotation_z(angle: by $float), keeps Self;
                value { let m = Self::from_rotation_z(angle); (m, m) }
                adjoint |m, seed, _| { (of_turn(&m, &seed, 0, 1),) }
                tangent: jacobian;
        }
    )*};
}

axis_turns! {
    AxisTurns [Mat3, Mat4] Mat3 Vec3 f32;
    DAxisTurns [DMat3, DMat4] DMat3 DVec3 f64;
}

/// The cotangent of the angle of a rotation from one axis to another.
#[inline(always)]
fn of_turn<M: Components>(m: &M, seed: &M, first: usize, second: usize) -> M::Float {
    let rows = if M::COUNT == 9 { 3 } else { 4 };
    let entry = |m: &M, row: usize, column: usize| m.component(rows * column + row);
    let (cos, sin) = (entry(m, first, first), entry(m, second, first));
    let along = entry(seed, first, first) + entry(seed, second, second);
    let across = entry(seed, second, first) - entry(seed, first, second);
    times(across, cos) - times(along, sin)
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

macro_rules! long {
    ($($Trait:ident $Long:ident $Short:ident)*) => {$(
        rows! {
            /// The pair of `truncate`.
            $Trait[][] for [] $Long;

            /// The last component gets nothing.
            fn truncate(move x) -> $Short;
                adjoint |(), seed, x_bar| { add(x_bar, seed.extend(0.0)); }
                tangent: linear;
        }
    )*};
}

long!(LongVec3 Vec3 Vec2 LongVec4 Vec4 Vec3 LongDVec3 DVec3 DVec2 LongDVec4 DVec4 DVec3);
