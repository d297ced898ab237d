//! The adjoints of the operators, and the routes to elements.
//!
//! An element of a cotangent that is exactly zero contributes nothing, also where the other factor is infinite or NaN.

use super::components::{Components, mapped, sum_of, zipped};
use crate::operators::{AddAdjoint, DivAdjoint, MulAdjoint, NegAdjoint, SubAdjoint, quotient_slope};
use crate::routes::{IndexMutRoute, IndexRoute, Route, RouteMut, route, route_mut};
use crate::scalar::{over, times};
use crate::workspace::Workspace;
use glam::{DMat2, DMat3, DMat4, DQuat, DVec2, DVec3, DVec4, Mat2, Mat3, Mat3A, Mat4, Quat, Vec2, Vec3, Vec3A, Vec4};

/// Sums and differences of two of the same type, negation, and products with a number.
macro_rules! linear {
    ($($Type:ident $float:ident)*) => {$(
        impl<F> AddAdjoint<$Type, F> for $Type {
            type Left = ();
            type Right = ();
            #[inline(always)]
            fn add_keep(_: &Self, _: &Self) -> ((), ()) {
                ((), ())
            }
            type Seed = Self;
            #[inline(always)]
            fn add_left((): &(), (): &(), seed: &Self, _: &mut Workspace) -> Self {
                *seed
            }
            #[inline(always)]
            fn add_right((): &(), (): &(), seed: &Self, _: &mut Workspace) -> Self {
                *seed
            }
        }

        impl<F> SubAdjoint<$Type, F> for $Type {
            type Left = ();
            type Right = ();
            #[inline(always)]
            fn sub_keep(_: &Self, _: &Self) -> ((), ()) {
                ((), ())
            }
            type Seed = Self;
            #[inline(always)]
            fn sub_left((): &(), (): &(), seed: &Self, _: &mut Workspace) -> Self {
                *seed
            }
            #[inline(always)]
            fn sub_right((): &(), (): &(), seed: &Self, _: &mut Workspace) -> Self {
                mapped(seed, |s| -s)
            }
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
        }

        impl<F> MulAdjoint<$float, F> for $Type {
            type Seed = Self;
            #[inline(always)]
            fn mul_left(_: &Self, r: &$float, seed: &Self, _: &mut Workspace) -> Self {
                mapped(seed, |s| times(s, *r))
            }
            #[inline(always)]
            fn mul_right(l: &Self, _: &$float, seed: &Self, _: &mut Workspace) -> $float {
                sum_of(l, seed, |l, s| times(s, l))
            }
        }

        impl<F> MulAdjoint<$Type, F> for $float {
            type Seed = $Type;
            #[inline(always)]
            fn mul_left(_: &$float, r: &$Type, seed: &$Type, _: &mut Workspace) -> $float {
                sum_of(r, seed, |r, s| times(s, r))
            }
            #[inline(always)]
            fn mul_right(l: &$float, _: &$Type, seed: &$Type, _: &mut Workspace) -> $Type {
                mapped(seed, |s| times(s, *l))
            }
        }

        impl<F> DivAdjoint<$float, F> for $Type {
            type Seed = Self;
            #[inline(always)]
            fn div_left(_: &Self, r: &$float, seed: &Self, _: &mut Workspace) -> Self {
                mapped(seed, |s| over(s, *r))
            }
            #[inline(always)]
            fn div_right(l: &Self, r: &$float, seed: &Self, _: &mut Workspace) -> $float {
                sum_of(l, seed, |l, s| times(s, quotient_slope(l, *r)))
            }
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
        impl<F> MulAdjoint<$Type, F> for $Type {
            type Seed = Self;
            #[inline(always)]
            fn mul_left(_: &Self, r: &Self, seed: &Self, _: &mut Workspace) -> Self {
                zipped(seed, r, times)
            }
            #[inline(always)]
            fn mul_right(l: &Self, _: &Self, seed: &Self, _: &mut Workspace) -> Self {
                zipped(seed, l, times)
            }
        }

        impl<F> DivAdjoint<$Type, F> for $Type {
            type Seed = Self;
            #[inline(always)]
            fn div_left(_: &Self, r: &Self, seed: &Self, _: &mut Workspace) -> Self {
                zipped(seed, r, over)
            }
            #[inline(always)]
            fn div_right(l: &Self, r: &Self, seed: &Self, _: &mut Workspace) -> Self {
                zipped(seed, &zipped(l, r, quotient_slope), times)
            }
        }

        impl<F> DivAdjoint<$Type, F> for $float {
            type Seed = $Type;
            #[inline(always)]
            fn div_left(_: &$float, r: &$Type, seed: &$Type, _: &mut Workspace) -> $float {
                sum_of(r, seed, |r, s| over(s, r))
            }
            #[inline(always)]
            fn div_right(l: &$float, r: &$Type, seed: &$Type, _: &mut Workspace) -> $Type {
                zipped(seed, r, |s, r| times(s, quotient_slope(*l, r)))
            }
        }

        impl<F> AddAdjoint<$float, F> for $Type {
            type Left = ();
            type Right = ();
            #[inline(always)]
            fn add_keep(_: &Self, _: &$float) -> ((), ()) {
                ((), ())
            }
            type Seed = Self;
            #[inline(always)]
            fn add_left((): &(), (): &(), seed: &Self, _: &mut Workspace) -> Self {
                *seed
            }
            #[inline(always)]
            fn add_right((): &(), (): &(), seed: &Self, _: &mut Workspace) -> $float {
                sum_of(seed, seed, |s, _| s)
            }
        }

        impl<F> SubAdjoint<$float, F> for $Type {
            type Left = ();
            type Right = ();
            #[inline(always)]
            fn sub_keep(_: &Self, _: &$float) -> ((), ()) {
                ((), ())
            }
            type Seed = Self;
            #[inline(always)]
            fn sub_left((): &(), (): &(), seed: &Self, _: &mut Workspace) -> Self {
                *seed
            }
            #[inline(always)]
            fn sub_right((): &(), (): &(), seed: &Self, _: &mut Workspace) -> $float {
                -sum_of(seed, seed, |s, _| s)
            }
        }

        impl IndexRoute<usize> for $Type {
            type Buffer = Self;
            type Value = $float;
            type Bar = $float;
            #[inline(always)]
            fn differentiable_index(
                &self,
                index: usize,
            ) -> impl Route<Self, Self, Value = $float, Bar = $float> + Copy + use<> {
                route::<Self, $float, Self, $float, _, _, _>(
                    move |v| &v[index],
                    move |bar| &bar[index],
                    move |bar| &mut bar[index],
                )
            }
        }

        impl IndexMutRoute<usize> for $Type {
            type Buffer = Self;
            type Value = $float;
            type Bar = $float;
            #[inline(always)]
            fn differentiable_index_mut(
                &self,
                index: usize,
            ) -> impl RouteMut<Self, Self, Value = $float, Bar = $float> + Copy + use<> {
                route_mut::<Self, $float, Self, $float, _, _, _, _>(
                    move |v| &v[index],
                    move |v| &mut v[index],
                    move |bar| &bar[index],
                    move |bar| &mut bar[index],
                )
            }
        }
    )*};
}

of_vectors!(Vec2 f32 Vec3 f32 Vec3A f32 Vec4 f32 DVec2 f64 DVec3 f64 DVec4 f64);

/// Original: `y = l * r`, between square matrices, or of one with a vector.\
/// Adjoint: `l_bar = y_bar · rᵀ` and `r_bar = lᵀ · y_bar`, which glam computes if the factor is finite: then zeros of a cotangent need
/// no care.
macro_rules! products {
    ($($Matrix:ident $Right:ident $size:literal $kind:ident)*) => {$(
        impl<F> MulAdjoint<$Right, F> for $Matrix {
            type Seed = $Right;
            #[inline]
            fn mul_left(_: &Self, r: &$Right, seed: &$Right, _: &mut Workspace) -> Self {
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
            #[inline]
            fn mul_right(l: &Self, _: &$Right, seed: &$Right, _: &mut Workspace) -> $Right {
                if l.is_finite() {
                    return l.transpose() * *seed;
                }
                let (seed, l) = (seed.components(), l.components());
                <$Right>::of_components(|k| {
                    let (c, j) = (k / $size, k % $size);
                    (0..$size).fold(0.0, |sum, i| sum + times(seed[$size * c + i], l[$size * j + i]))
                })
            }
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
