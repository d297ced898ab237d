//! The adjoints of the operators, and the routes to elements.
//!
//! An element of a cotangent that is exactly zero contributes nothing, also where the other factor is infinite or NaN.

use super::components::{Components, mapped, sum_of, zipped};
use crate::folds::AddsUp;
use crate::foreign::{operators, sums};
use crate::operators::{NegAdjoint, quotient_slope};
use crate::routes::indexed;
use crate::scalar::{over, times};
use crate::workspace::Workspace;
use glam::{DMat2, DMat3, DMat4, DQuat, DVec2, DVec3, DVec4, Mat2, Mat3, Mat3A, Mat4, Quat, Vec2, Vec3, Vec3A, Vec4};

/// Sums and differences of two of the same type, negation, and products with a number.
macro_rules! linear {
    ($($Type:ident $float:ident)*) => {$(
        impl AddsUp for $Type {}

        sums! {
            add AddAdjoint[] $Type, $Type => Self;
                left |seed| { *seed }
                right |seed| { *seed }
                tangent |l_dot| { *l_dot } |r_dot| { *r_dot }

            sub SubAdjoint[] $Type, $Type => Self;
                left |seed| { *seed }
                right |seed| { mapped(seed, |s| -s) }
                tangent |l_dot| { *l_dot } |r_dot| { mapped(r_dot, |d| -d) }
        }

        impl<F> NegAdjoint<F> for $Type {
            type Kept = ();
            #[inline(always)]
            fn neg_keep(_: &Self) {}
            type Seed = Self;
            #[inline(always)]
            fn neg((): &(), seed: &Self, _: &mut Workspace) -> Self {
                mapped(seed, |s| -s)
            }
            #[inline(always)]
            fn neg_tangent(_: &Self, dot: &Self) -> Self {
                mapped(dot, |d| -d)
            }
        }

        operators! {
            impl MulAdjoint[] $Type, $float => Self;
                mul_left |_, r, seed, _| { mapped(seed, |s| times(s, *r)) }
                mul_right |l, _, seed, _| { sum_of(l, seed, |l, s| times(s, l)) }
                tangent mul_tangent |l, r| |l_dot| { mapped(l_dot, |d| times(d, *r)) } |r_dot| { mapped(l, |l| times(*r_dot, l)) }

            impl MulAdjoint[] $float, $Type => $Type;
                mul_left |_, r, seed, _| { sum_of(r, seed, |r, s| times(s, r)) }
                mul_right |l, _, seed, _| { mapped(seed, |s| times(s, *l)) }
                tangent mul_tangent |l, r| |l_dot| { mapped(r, |r| times(*l_dot, r)) } |r_dot| { mapped(r_dot, |d| times(d, *l)) }

            impl DivAdjoint[] $Type, $float => Self;
                div_left |_, r, seed, _| { mapped(seed, |s| over(s, *r)) }
                div_right |l, r, seed, _| { sum_of(l, seed, |l, s| times(s, quotient_slope(l, *r))) }
                tangent div_tangent |l, r|
                    |l_dot| { mapped(l_dot, |d| over(d, *r)) }
                    |r_dot| { mapped(l, |l| times(*r_dot, quotient_slope(l, *r))) }
        }
    )*};
}

linear! {
    Vec2 f32 Vec3 f32 Vec3A f32 Vec4 f32 Quat f32 Mat2 f32 Mat3 f32 Mat3A f32 Mat4 f32
    DVec2 f64 DVec3 f64 DVec4 f64 DQuat f64 DMat2 f64 DMat3 f64 DMat4 f64
}

/// What vectors have beside that, component by component, and their elements.
macro_rules! of_vectors {
    ($($Type:ident $float:ident)*) => {$(
        operators! {
            impl MulAdjoint[] $Type, $Type => Self;
                mul_left |_, r, seed, _| { zipped(seed, r, times) }
                mul_right |l, _, seed, _| { zipped(seed, l, times) }
                tangent mul_tangent |l, r| |l_dot| { zipped(l_dot, r, times) } |r_dot| { zipped(r_dot, l, times) }

            impl DivAdjoint[] $Type, $Type => Self;
                div_left |_, r, seed, _| { zipped(seed, r, over) }
                div_right |l, r, seed, _| { zipped(seed, &zipped(l, r, quotient_slope), times) }
                tangent div_tangent |l, r|
                    |l_dot| { zipped(l_dot, r, over) }
                    |r_dot| { zipped(r_dot, &zipped(l, r, quotient_slope), times) }

            impl DivAdjoint[] $float, $Type => $Type;
                div_left |_, r, seed, _| { sum_of(r, seed, |r, s| over(s, r)) }
                div_right |l, r, seed, _| { zipped(seed, r, |s, r| times(s, quotient_slope(*l, r))) }
                tangent div_tangent |l, r|
                    |l_dot| { mapped(r, |r| over(*l_dot, r)) }
                    |r_dot| { zipped(r_dot, r, |d, r| times(d, quotient_slope(*l, r))) }
        }

        sums! {
            add AddAdjoint[] $Type, $float => Self;
                left |seed| { *seed }
                right |seed| { sum_of(seed, seed, |s, _| s) }
                tangent |l_dot| { *l_dot } |r_dot| { <$Type>::splat(*r_dot) }

            sub SubAdjoint[] $Type, $float => Self;
                left |seed| { *seed }
                right |seed| { -sum_of(seed, seed, |s, _| s) }
                tangent |l_dot| { *l_dot } |r_dot| { <$Type>::splat(-*r_dot) }
        }

        indexed! {
            impl[][] $Type, [usize] => $float, $float, in Self;
            |index, v, bar| v[index], bar[index];
        }
    )*};
}

of_vectors!(Vec2 f32 Vec3 f32 Vec3A f32 Vec4 f32 DVec2 f64 DVec3 f64 DVec4 f64);

/// Original: `y = l * r`, between square matrices, or of one with a vector.\
/// Adjoint: `l_bar = y_bar · rᵀ` and `r_bar = lᵀ · y_bar`, which glam computes if the factor is finite: then zeros of a cotangent need
/// no care.
macro_rules! products {
    ($($Matrix:ident $Right:ident $size:literal $kind:ident)*) => {$(
        operators! {
            impl MulAdjoint[] $Matrix, $Right => $Right;
                mul_left |_, r, seed, _| {
                    if r.is_finite() {
                        return products!(@left $kind $size, seed, r);
                    }
                    let (seed, r) = (seed.components(), r.components());
                    Self::of_components(|k| {
                        let (j, i) = (k / $size, k % $size);
                        (0..<$Right>::COUNT / $size)
                            .fold(0.0, |sum, c| sum + times(seed[$size * c + i], r[$size * c + j]))
                    })
                }
                mul_right |l, _, seed, _| {
                    if l.is_finite() {
                        return l.transpose() * *seed;
                    }
                    let (seed, l) = (seed.components(), l.components());
                    <$Right>::of_components(|k| {
                        let (c, j) = (k / $size, k % $size);
                        (0..$size).fold(0.0, |sum, i| sum + times(seed[$size * c + i], l[$size * j + i]))
                    })
                }
                tangent mul_tangent |l, r| |l_dot| { *l_dot * *r } |r_dot| { *l * *r_dot }
        }
    )*};
    (@left matrix $size:literal, $seed:ident, $r:ident) => { *$seed * $r.transpose() };
    (@left column $size:literal, $seed:ident, $r:ident) => {{
        let (seed, r) = ($seed.components(), $r.components());
        Self::of_components(|k| seed[k % $size] * r[k / $size])
    }};
}

products! {
    Mat2 Mat2 2 matrix Mat2 Vec2 2 column
    Mat3 Mat3 3 matrix Mat3 Vec3 3 column Mat3 Vec3A 3 column
    Mat3A Mat3A 3 matrix Mat3A Vec3A 3 column Mat3A Vec3 3 column
    Mat4 Mat4 4 matrix Mat4 Vec4 4 column
    DMat2 DMat2 2 matrix DMat2 DVec2 2 column
    DMat3 DMat3 3 matrix DMat3 DVec3 3 column
    DMat4 DMat4 4 matrix DMat4 DVec4 4 column
}
