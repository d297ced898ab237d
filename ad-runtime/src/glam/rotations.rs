//! Rotations made of axes and angles, and matrices made of rotations and columns.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::components::{Components, mapped, sum_of, zipped};
use super::vectors::of_direction;
use crate::found::{At, ByRef, at};
use crate::routes::{RouteMut, route_mut};
use crate::scalar::{Scalar, times};
use crate::workspace::Workspace;
use glam::{DMat2, DMat3, DMat4, DQuat, DVec2, DVec3, DVec4, Mat2, Mat3, Mat3A, Mat4, Quat, Vec2, Vec3, Vec3A, Vec4};

/// The twins of the functions that make a quaternion of vectors and angles.
///
/// ```
/// use ad_runtime::methods::*;
/// use glam::{DQuat, DVec3};
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (q, pullback) = DQuat::from_scaled_axis_differentiable(DVec3::ZERO, &mut ws);
/// assert_eq!(q, DQuat::IDENTITY);
/// assert_eq!(pullback(&mut ws, DQuat::from_xyzw(0.0, 1.0, 0.0, 5.0), ()), (DVec3::new(0.0, 0.5, 0.0),));
/// ```
pub trait AxisFunctions<V: Components<Float = Self::Float>>: Components {
    /// `Q::from_axis_angle(axis, angle)`.
    fn from_axis_angle_differentiable(
        axis: V,
        angle: Self::Float,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), ()) -> (V, Self::Float) + use<Self, V>,
    );
    /// `Q::from_scaled_axis(v)`.
    fn from_scaled_axis_differentiable(
        v: V,
        ws: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> (V,) + use<Self, V>);
    /// `Q::from_rotation_arc(from, to)`.
    fn from_rotation_arc_differentiable(
        from: V,
        to: V,
        ws: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, (), ()) -> (V, V) + use<Self, V>);
    /// `Q::from_rotation_x(angle)`.
    fn from_rotation_x_differentiable(
        angle: Self::Float,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, ()) -> (Self::Float,) + use<Self, V>,
    );
    /// `Q::from_rotation_y(angle)`.
    fn from_rotation_y_differentiable(
        angle: Self::Float,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, ()) -> (Self::Float,) + use<Self, V>,
    );
    /// `Q::from_rotation_z(angle)`.
    fn from_rotation_z_differentiable(
        angle: Self::Float,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, ()) -> (Self::Float,) + use<Self, V>,
    );
}

/// A rotation about a coordinate axis: the cotangent of the angle, from that of the quaternion `(s, c)` with `s` at `k`.
fn of_angle<Q: Components>(q: &Q, seed: &Q, k: usize) -> Q::Float {
    let half = Q::Float::nearest(0.5);
    times(seed.component(k), q.component(3) * half) - times(seed.component(3), q.component(k) * half)
}

macro_rules! axes {
    ($($Quat:ident $Vec:ident $float:ident)*) => {$(
        impl AxisFunctions<$Vec> for $Quat {
            /// Original: `q = (s · axis, c)` with the sine and the cosine of half the angle.\
            /// Adjoint: `axis_bar = s · b_bar`, `angle_bar = (c · axis·b_bar - s · w_bar) / 2`.
            #[inline]
            fn from_axis_angle_differentiable(
                axis: $Vec,
                angle: $float,
                _: &mut Workspace,
            ) -> (Self, impl FnOnce(&mut Workspace, Self, (), ()) -> ($Vec, $float) + use<>) {
                (Self::from_axis_angle(axis, angle), move |_: &mut Workspace, seed: Self, (), ()| {
                    let (sin, cos) = (0.5 * angle).sin_cos();
                    let b_bar = $Vec::new(seed.x, seed.y, seed.z);
                    let along = sum_of(&axis, &b_bar, |axis, s| times(s, axis));
                    (mapped(&b_bar, |s| times(s, sin)), 0.5 * (times(along, cos) - times(seed.w, sin)))
                })
            }

            /// Original: `q = (sin(l/2) · v/l, cos(l/2))` with the length `l` of `v`.\
            /// Adjoint: along `v` that of the angle, across it `sin(l/2)/l · b_bar`, which is `b_bar/2` at the origin.
            #[inline]
            fn from_scaled_axis_differentiable(
                v: $Vec,
                _: &mut Workspace,
            ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> ($Vec,) + use<>) {
                (Self::from_scaled_axis(v), move |_: &mut Workspace, seed: Self, ()| {
                    let b_bar = $Vec::new(seed.x, seed.y, seed.z);
                    let length = v.length();
                    if length == 0.0 {
                        return (mapped(&b_bar, |s| 0.5 * s),);
                    }
                    let (sin, cos) = (0.5 * length).sin_cos();
                    let axis = v / length;
                    let across = sin / length;
                    let along = sum_of(&axis, &b_bar, |axis, s| times(s, axis));
                    let stretch = times(along, 0.5 * cos - across) - times(seed.w, 0.5 * sin);
                    (zipped(&axis, &b_bar, |axis, s| times(s, across) + times(stretch, axis)),)
                })
            }

            /// Original: `q = u / |u|` with `u = (from × to, 1 + from · to)`; constant where the two are parallel.\
            /// Adjoint: that of the direction, of the cross product and of the dot product.
            #[inline]
            fn from_rotation_arc_differentiable(
                from: $Vec,
                to: $Vec,
                _: &mut Workspace,
            ) -> (Self, impl FnOnce(&mut Workspace, Self, (), ()) -> ($Vec, $Vec) + use<>) {
                let q = Self::from_rotation_arc(from, to);
                (q, move |_: &mut Workspace, seed: Self, (), ()| {
                    let dot = from.dot(to);
                    if dot.abs() > 1.0 - 2.0 * $float::EPSILON {
                        return ($Vec::ZERO, $Vec::ZERO);
                    }
                    let c = from.cross(to);
                    let length = Self::from_xyzw(c.x, c.y, c.z, 1.0 + dot).length();
                    let u_bar = of_direction(&q, length, &seed);
                    let c_bar = $Vec::new(u_bar.x, u_bar.y, u_bar.z);
                    let from_bar = super::vectors::cross(&c_bar, &to);
                    let to_bar = super::vectors::cross(&c_bar, &from);
                    (
                        zipped(&to, &from_bar, |to, turned| times(u_bar.w, to) - turned),
                        zipped(&from, &to_bar, |from, turned| times(u_bar.w, from) + turned),
                    )
                })
            }

            #[inline]
            fn from_rotation_x_differentiable(
                angle: $float,
                _: &mut Workspace,
            ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> ($float,) + use<>) {
                let q = Self::from_rotation_x(angle);
                (q, move |_: &mut Workspace, seed: Self, ()| (of_angle(&q, &seed, 0),))
            }

            #[inline]
            fn from_rotation_y_differentiable(
                angle: $float,
                _: &mut Workspace,
            ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> ($float,) + use<>) {
                let q = Self::from_rotation_y(angle);
                (q, move |_: &mut Workspace, seed: Self, ()| (of_angle(&q, &seed, 1),))
            }

            #[inline]
            fn from_rotation_z_differentiable(
                angle: $float,
                _: &mut Workspace,
            ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> ($float,) + use<>) {
                let q = Self::from_rotation_z(angle);
                (q, move |_: &mut Workspace, seed: Self, ()| (of_angle(&q, &seed, 2),))
            }
        }
    )*};
}

axes!(Quat Vec3 f32 DQuat DVec3 f64);

/// The twin of the function that makes a matrix of a quaternion.
pub trait TurnedFunctions<Q: Components<Float = Self::Float>>: Components {
    /// `M::from_quat(q)`.
    fn from_quat_differentiable(
        q: Q,
        ws: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> (Q,) + use<Self, Q>);
}

macro_rules! turned {
    ($($Mat:ident $Quat:ident)*) => {$(
        impl TurnedFunctions<$Quat> for $Mat {
            /// Original: glam's matrix of products of the quaternion's components.\
            /// Adjoint: their derivatives; `s` is the cotangent of a sum of entries across the diagonal, `d` of a difference.
            #[inline]
            fn from_quat_differentiable(
                q: $Quat,
                _: &mut Workspace,
            ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> ($Quat,) + use<>) {
                (Self::from_quat(q), move |_: &mut Workspace, seed: Self, ()| {
                    let entry = |i: usize, j: usize| seed.component(3 * j + i);
                    let (xx, yy, zz) = (entry(1, 1) + entry(2, 2), entry(0, 0) + entry(2, 2), entry(0, 0) + entry(1, 1));
                    let (sx, sy, sz) = (entry(1, 2) + entry(2, 1), entry(0, 2) + entry(2, 0), entry(0, 1) + entry(1, 0));
                    let (dx, dy, dz) = (entry(2, 1) - entry(1, 2), entry(0, 2) - entry(2, 0), entry(1, 0) - entry(0, 1));
                    let (x, y, z, w) = (q.x, q.y, q.z, q.w);
                    (<$Quat>::from_xyzw(
                        2.0 * (times(sz, y) + times(sy, z) + times(dx, w)) - 4.0 * times(xx, x),
                        2.0 * (times(sz, x) + times(sx, z) + times(dy, w)) - 4.0 * times(yy, y),
                        2.0 * (times(sy, x) + times(sx, y) + times(dz, w)) - 4.0 * times(zz, z),
                        2.0 * (times(dx, x) + times(dy, y) + times(dz, z)),
                    ),)
                })
            }
        }
    )*};
}

turned!(Mat3 Quat Mat3A Quat DMat3 DQuat);

/// What a matrix of two columns is made of.
pub trait TwoColumns<V: Components<Float = Self::Float>>: Components {
    /// `M::from_cols(a, b)`.
    fn from_cols_differentiable(
        a: V,
        b: V,
        ws: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, (), ()) -> (V, V) + use<Self, V>);
}

/// What a matrix of three columns is made of.
pub trait ThreeColumns<V: Components<Float = Self::Float>>: Components {
    /// `M::from_cols(a, b, c)`.
    fn from_cols_differentiable(
        a: V,
        b: V,
        c: V,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), (), ()) -> (V, V, V) + use<Self, V>,
    );
}

/// What a matrix of four columns is made of.
pub trait FourColumns<V: Components<Float = Self::Float>>: Components {
    /// `M::from_cols(a, b, c, d)`.
    fn from_cols_differentiable(
        a: V,
        b: V,
        c: V,
        d: V,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), (), (), ()) -> (V, V, V, V) + use<Self, V>,
    );
}

macro_rules! columns {
    ($($Mat:ident $Vec:ident $Trait:ident [$($column:ident $k:literal),*])*) => {$(
        impl $Trait<$Vec> for $Mat {
            #[inline(always)]
            fn from_cols_differentiable(
                $($column: $Vec,)*
                _: &mut Workspace,
            ) -> (
                Self,
                impl FnOnce(&mut Workspace, Self $(, crate::foreign::by_value!($column))*) -> ($(crate::foreign::of_each!($column $Vec),)*) + use<>,
            ) {
                let pullback = |_: &mut Workspace, bar: Self $(, $column: crate::foreign::by_value!($column))*| {
                    let _ = ($($column,)*);
                    ($(bar.col($k),)*)
                };
                (Self::from_cols($($column),*), pullback)
            }
        }

        impl ColumnsMethods<$Vec> for $Mat {
            #[inline(always)]
            fn col_differentiable_push(&self, k: usize, _: &mut Workspace) -> ($Vec, usize) {
                (self.col(k), k)
            }
            #[inline(always)]
            fn col_differentiable_pull(&self, k: usize, _: &mut Workspace, seed: $Vec, bar: Option<&mut Self>, (): ()) {
                if let Some(bar) = bar {
                    *bar.col_mut(k) += seed;
                }
            }
            #[inline(always)]
            fn col_mut_differentiable_route_0(
                &self,
                k: usize,
            ) -> impl RouteMut<Self, Self, Value = $Vec, Bar = $Vec> + Copy + use<> {
                route_mut::<Self, $Vec, Self, $Vec, _, _, _, _>(
                    move |m| [$(&m.$column),*][k],
                    move |m| m.col_mut(k),
                    move |bar| [$(&bar.$column),*][k],
                    move |bar| bar.col_mut(k),
                )
            }
            #[inline(always)]
            fn from_diagonal_differentiable(
                diagonal: $Vec,
                _: &mut Workspace,
            ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> ($Vec,) + use<>) {
                (Self::from_diagonal(diagonal.into()), |_: &mut Workspace, seed: Self, ()| {
                    (<$Vec>::of_components(|k| seed.component((<$Vec>::COUNT + 1) * k)),)
                })
            }
        }
    )*};
}

/// The pair of the method that gives a column of a matrix, the way to the one that is written, and the twin of `from_diagonal`.
///
/// ```
/// use ad_runtime::{RouteMut, methods::*};
/// use glam::{DMat2, DVec2};
///
/// let mut m = DMat2::IDENTITY;
/// *m.col_mut_differentiable_route_0(1).of_mut(&mut m) = DVec2::new(2.0, 3.0);
/// assert_eq!(m, DMat2::from_cols_array(&[1.0, 0.0, 2.0, 3.0]));
/// ```
pub trait ColumnsMethods<V: Components<Float = Self::Float>>: Components {
    /// Whose method this is.
    fn col_differentiable_at(&self, _k: usize) -> At<Self, ByRef> {
        at()
    }

    /// `m.col(k)`.
    fn col_differentiable_push(&self, k: usize, ws: &mut Workspace) -> (V, usize);
    /// Adds to the column of `m_bar`.
    fn col_differentiable_pull(&self, k: usize, ws: &mut Workspace, seed: V, bar: Option<&mut Self>, of_k: ());

    /// Whose method this is.
    fn col_mut_differentiable_at(&self, _k: usize) -> At<Self, ByRef> {
        at()
    }

    /// The way to the column that `m.col_mut(k)` gives.
    fn col_mut_differentiable_route_0(
        &self,
        k: usize,
    ) -> impl RouteMut<Self, Self, Value = V, Bar = V> + Copy + use<Self, V>;

    /// `M::from_diagonal(diagonal)`.
    fn from_diagonal_differentiable(
        diagonal: V,
        ws: &mut Workspace,
    ) -> (Self, impl FnOnce(&mut Workspace, Self, ()) -> (V,) + use<Self, V>);
}

columns! {
    Mat2 Vec2 TwoColumns [x_axis 0, y_axis 1]
    Mat3 Vec3 ThreeColumns [x_axis 0, y_axis 1, z_axis 2]
    Mat3A Vec3A ThreeColumns [x_axis 0, y_axis 1, z_axis 2]
    Mat4 Vec4 FourColumns [x_axis 0, y_axis 1, z_axis 2, w_axis 3]
    DMat2 DVec2 TwoColumns [x_axis 0, y_axis 1]
    DMat3 DVec3 ThreeColumns [x_axis 0, y_axis 1, z_axis 2]
    DMat4 DVec4 FourColumns [x_axis 0, y_axis 1, z_axis 2, w_axis 3]
}
