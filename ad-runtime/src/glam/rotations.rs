//! Rotations made of axes and angles, and matrices made of rotations and columns.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::components::{Components, mapped, sum_of, zipped};
use super::vectors::of_direction;
use crate::foreign::{paths, rows};
use crate::found::{At, ByRef, at};
use crate::routes::{RouteMut, route_mut};
use crate::scalar::{Scalar, times};
use glam::{DMat2, DMat3, DMat4, DQuat, DVec2, DVec3, DVec4, Mat2, Mat3, Mat3A, Mat4, Quat, Vec2, Vec3, Vec3A, Vec4};

/// A rotation about a coordinate axis: the cotangent of the angle, from that of the quaternion `(s, c)` with `s` at `k`.
fn of_angle<Q: Components>(q: &Q, seed: &Q, k: usize) -> Q::Float {
    let half = Q::Float::nearest(0.5);
    times(seed.component(k), q.component(3) * half) - times(seed.component(3), q.component(k) * half)
}

macro_rules! axes {
    ($($(#[$of_trait:meta])* $Trait:ident $Quat:ident $Vec:ident $float:ident;)*) => {$(
        paths! {
            /// The twins of the functions that make a quaternion of vectors and angles.
            $(#[$of_trait])*
            $Trait[][] for [] $Quat;

            /// Original: `q = (s · axis, c)` with the sine and the cosine of half the angle.\
            /// Adjoint: `axis_bar = s · b_bar`, `angle_bar = (c · axis·b_bar - s · w_bar) / 2`.
            fn from_axis_angle(axis: by $Vec, angle: by $float), keeps ($Vec, $float);
                value { (Self::from_axis_angle(axis, angle), (axis, angle)) }
                adjoint |(axis, angle), seed, _, _| {
                    let (sin, cos) = (0.5 * angle).sin_cos();
                    let b_bar = $Vec::new(seed.x, seed.y, seed.z);
                    let along = sum_of(&axis, &b_bar, |axis, s| times(s, axis));
                    (mapped(&b_bar, |s| times(s, sin)), 0.5 * (times(along, cos) - times(seed.w, sin)))
                }
                tangent: jacobian;

            /// Original: `q = (sin(l/2) · v/l, cos(l/2))` with the length `l` of `v`.\
            /// Adjoint: along `v` that of the angle, across it `sin(l/2)/l · b_bar`, which is `b_bar/2` at the origin.
            fn from_scaled_axis(v: by $Vec), keeps $Vec;
                value { (Self::from_scaled_axis(v), v) }
                adjoint |v, seed, _| {
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
                }
                tangent: jacobian;

            /// Original: `q = u / |u|` with `u = (from × to, 1 + from · to)`; constant where the two are parallel.\
            /// Adjoint: that of the direction, of the cross product and of the dot product.
            fn from_rotation_arc(from: by $Vec, to: by $Vec), keeps ($Vec, $Vec, Self);
                value { let q = Self::from_rotation_arc(from, to); (q, (from, to, q)) }
                adjoint |(from, to, q), seed, _, _| {
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
                }
                tangent: jacobian;

            fn from_rotation_x(angle: by $float), keeps Self;
                value { let q = Self::from_rotation_x(angle); (q, q) }
                adjoint |q, seed, _| { (of_angle(&q, &seed, 0),) }
                tangent: jacobian;

            fn from_rotation_y(angle: by $float), keeps Self;
                value { let q = Self::from_rotation_y(angle); (q, q) }
                adjoint |q, seed, _| { (of_angle(&q, &seed, 1),) }
                tangent: jacobian;

            fn from_rotation_z(angle: by $float), keeps Self;
                value { let q = Self::from_rotation_z(angle); (q, q) }
                adjoint |q, seed, _| { (of_angle(&q, &seed, 2),) }
                tangent: jacobian;
        }
    )*};
}

axes! {
    QuatFunctions Quat Vec3 f32;
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
    DQuatFunctions DQuat DVec3 f64;
}

macro_rules! turned {
    ($($Trait:ident $Quat:ident [$($Mat:ident),*];)*) => {$(
        paths! {
            /// The twin of the function that makes a matrix of a quaternion.
            $Trait as Components for each [$($Mat),*];

            /// Original: glam's matrix of products of the quaternion's components.\
            /// Adjoint: their derivatives; `s` is the cotangent of a sum of entries across the diagonal, `d` of a difference.
            fn from_quat(q: by $Quat), keeps $Quat;
                value { (Self::from_quat(q), q) }
                adjoint |q, seed, _| {
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
                }
                tangent: jacobian;
        }
    )*};
}

turned! {
    OfQuatFunctions Quat [Mat3, Mat3A];
    OfDQuatFunctions DQuat [DMat3];
}

macro_rules! columns {
    ($($Functions:ident $Methods:ident $Mat:ident $Vec:ident [$($column:ident $k:literal),*])*) => {$(
        paths! {
            /// The twins of the functions that make a matrix of its columns, and of its diagonal.
            $Functions[][] for [] $Mat;

            fn from_cols($($column: by $Vec),*);
                adjoint |(), seed $(, columns!(@any $column))*| { ($(seed.col($k),)*) }
                tangent: linear;

            fn from_diagonal(diagonal: by $Vec);
                value { (Self::from_diagonal(diagonal.into()), ()) }
                adjoint |(), seed, _| { (<$Vec>::of_components(|k| seed.component((<$Vec>::COUNT + 1) * k)),) }
                tangent: linear;
        }

        rows! {
            /// The method that gives a column of a matrix.
            $Methods[][] for [] $Mat;

            fn col(ref x, k: at usize) -> $Vec, keeps usize;
                value { (x.col(k), k) }
                adjoint |k, seed, Some(x_bar), ()| { *x_bar.col_mut(k) += seed; }
                tangent: linear;
        }

        impl ColumnsMethods<$Vec> for $Mat {
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
        }
    )*};
    (@any $column:ident) => { _ };
}

/// The way to the column of a matrix that is written.
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
    fn col_mut_marked_differentiable(&self, _k: usize) -> At<Self, ByRef> {
        at()
    }

    /// The way to the column that `m.col_mut(k)` gives.
    fn col_mut_differentiable_route_0(
        &self,
        k: usize,
    ) -> impl RouteMut<Self, Self, Value = V, Bar = V> + Copy + use<Self, V>;
}

columns! {
    ColumnsOfMat2 MethodsOfMat2 Mat2 Vec2 [x_axis 0, y_axis 1]
    ColumnsOfMat3 MethodsOfMat3 Mat3 Vec3 [x_axis 0, y_axis 1, z_axis 2]
    ColumnsOfMat3A MethodsOfMat3A Mat3A Vec3A [x_axis 0, y_axis 1, z_axis 2]
    ColumnsOfMat4 MethodsOfMat4 Mat4 Vec4 [x_axis 0, y_axis 1, z_axis 2, w_axis 3]
    ColumnsOfDMat2 MethodsOfDMat2 DMat2 DVec2 [x_axis 0, y_axis 1]
    ColumnsOfDMat3 MethodsOfDMat3 DMat3 DVec3 [x_axis 0, y_axis 1, z_axis 2]
    ColumnsOfDMat4 MethodsOfDMat4 DMat4 DVec4 [x_axis 0, y_axis 1, z_axis 2, w_axis 3]
}
