//! Adjoints of operators on floats, and of a float before an array.

use super::*;

macro_rules! float_operators {
    ($($float:ident)*) => {$(
        impl<F> AddAdjoint<$float, F> for $float {
            type Left = Witness<Self>;
            type Right = Witness<$float>;
            #[inline(always)]
            fn add_keep(l: &Self, r: &$float) -> (Self::Left, Self::Right) {
                (witness(l), witness(r))
            }
            type Seed = $float;
            #[inline(always)]
            fn add_left(_: &Witness<$float>, _: &Witness<$float>, seed: &$float, _: &mut Workspace) -> $float {
                *seed
            }
            #[inline(always)]
            fn add_right(_: &Witness<$float>, _: &Witness<$float>, seed: &$float, _: &mut Workspace) -> $float {
                *seed
            }
            #[inline(always)]
            fn add_tangent(_: &$float, _: &$float, l_tangent: Option<&$float>, r_tangent: Option<&$float>) -> $float {
                both(l_tangent.copied(), r_tangent.copied())
            }
        }

        impl<F> SubAdjoint<$float, F> for $float {
            type Left = Witness<Self>;
            type Right = Witness<$float>;
            #[inline(always)]
            fn sub_keep(l: &Self, r: &$float) -> (Self::Left, Self::Right) {
                (witness(l), witness(r))
            }
            type Seed = $float;
            #[inline(always)]
            fn sub_left(_: &Witness<$float>, _: &Witness<$float>, seed: &$float, _: &mut Workspace) -> $float {
                *seed
            }
            #[inline(always)]
            fn sub_right(_: &Witness<$float>, _: &Witness<$float>, seed: &$float, _: &mut Workspace) -> $float {
                -seed
            }
            #[inline(always)]
            fn sub_tangent(_: &$float, _: &$float, l_tangent: Option<&$float>, r_tangent: Option<&$float>) -> $float {
                both(l_tangent.copied(), r_tangent.map(|tangent| -tangent))
            }
        }

        impl<F> MulAdjoint<$float, F> for $float {
            type Seed = $float;
            #[inline(always)]
            fn mul_left(_: &$float, r: &$float, seed: &$float, _: &mut Workspace) -> $float {
                times(*seed, *r)
            }
            #[inline(always)]
            fn mul_right(l: &$float, _: &$float, seed: &$float, _: &mut Workspace) -> $float {
                times(*seed, *l)
            }
            #[inline(always)]
            fn mul_tangent(l: &$float, r: &$float, l_tangent: Option<&$float>, r_tangent: Option<&$float>) -> $float {
                let left = l_tangent.map(|tangent| weighted(*tangent, *r));
                both(left, r_tangent.map(|tangent| weighted(*tangent, *l)))
            }
        }

        impl<F> DivAdjoint<$float, F> for $float {
            type Seed = $float;
            #[inline(always)]
            fn div_left(_: &$float, r: &$float, seed: &$float, _: &mut Workspace) -> $float {
                over(*seed, *r)
            }
            #[inline(always)]
            fn div_right(l: &$float, r: &$float, seed: &$float, _: &mut Workspace) -> $float {
                // The cotangent of `l` and the quotient are there already: LLVM finds them unless the sign is theirs.
                -times(over(*seed, *r), *l / *r)
            }
            #[inline(always)]
            fn div_tangent(l: &$float, r: &$float, l_tangent: Option<&$float>, r_tangent: Option<&$float>) -> $float {
                let right = r_tangent.map(|tangent| -weighted(*tangent, l / r));
                over(both(l_tangent.copied(), right), *r)
            }
        }

        impl<F> RemAdjoint<$float, F> for $float {
            type Seed = $float;
            #[inline(always)]
            fn rem_left(_: &$float, _: &$float, seed: &$float, _: &mut Workspace) -> $float {
                *seed
            }
            #[inline(always)]
            fn rem_right(l: &$float, r: &$float, seed: &$float, _: &mut Workspace) -> $float {
                portion(*seed, -(l / r).trunc())
            }
            #[inline(always)]
            fn rem_tangent(l: &$float, r: &$float, l_tangent: Option<&$float>, r_tangent: Option<&$float>) -> $float {
                both(l_tangent.copied(), r_tangent.map(|tangent| portion(*tangent, -(l / r).trunc())))
            }
        }

        impl<F> NegAdjoint<F> for $float {
            type Kept = Witness<Self>;
            #[inline(always)]
            fn neg_keep(value: &Self) -> Witness<Self> {
                witness(value)
            }
            type Seed = $float;
            #[inline(always)]
            fn neg(_: &Witness<$float>, seed: &$float, _: &mut Workspace) -> $float {
                -seed
            }
            #[inline(always)]
            fn neg_tangent(_: &$float, tangent: &$float) -> $float {
                -tangent
            }
        }

        impl<S: Storage + RawData<Elem = $float>, D: Dimension + 'static, F> AddAdjoint<ArrayBase<S, D>, F> for $float {
            type Left = Witness<Self>;
            type Right = Witness<ArrayBase<S, D>>;
            #[inline(always)]
            fn add_keep(l: &Self, r: &ArrayBase<S, D>) -> (Self::Left, Self::Right) {
                (witness(l), witness(r))
            }
            type Seed = Array<$float, D>;
            #[inline]
            fn add_left(_: &Witness<$float>, _: &Witness<ArrayBase<S, D>>, seed: &Self::Seed, _: &mut Workspace) -> $float {
                seed.sum()
            }
            #[inline]
            fn add_right(_: &Witness<$float>, _: &Witness<ArrayBase<S, D>>, seed: &Self::Seed, ws: &mut Workspace) -> Array<$float, D> {
                seed.copy_in(ws)
            }
            #[inline]
            fn add_tangent(_: &$float, r: &ArrayBase<S, D>, l_dot: Option<&$float>, r_dot: Option<&Array<$float, D>>) -> Self::Seed {
                beside_number((r, r_dot), l_dot, |dot, _| dot, |dot, _| dot)
            }
        }

        impl<S: Storage + RawData<Elem = $float>, D: Dimension + 'static, F> SubAdjoint<ArrayBase<S, D>, F> for $float {
            type Left = Witness<Self>;
            type Right = Witness<ArrayBase<S, D>>;
            #[inline(always)]
            fn sub_keep(l: &Self, r: &ArrayBase<S, D>) -> (Self::Left, Self::Right) {
                (witness(l), witness(r))
            }
            type Seed = Array<$float, D>;
            #[inline]
            fn sub_left(_: &Witness<$float>, _: &Witness<ArrayBase<S, D>>, seed: &Self::Seed, _: &mut Workspace) -> $float {
                seed.sum()
            }
            #[inline]
            fn sub_right(_: &Witness<$float>, _: &Witness<ArrayBase<S, D>>, seed: &Self::Seed, ws: &mut Workspace) -> Array<$float, D> {
                mapped(seed, ws, |s| -s)
            }
            #[inline]
            fn sub_tangent(_: &$float, r: &ArrayBase<S, D>, l_dot: Option<&$float>, r_dot: Option<&Array<$float, D>>) -> Self::Seed {
                beside_number((r, r_dot), l_dot, |dot, _| -dot, |dot, _| dot)
            }
        }

        impl<S: Storage + RawData<Elem = $float>, D: Dimension + 'static, F> MulAdjoint<ArrayBase<S, D>, F> for $float {
            type Seed = Array<$float, D>;
            #[inline]
            fn mul_left(_: &$float, r: &ArrayBase<S, D>, seed: &Self::Seed, _: &mut Workspace) -> $float {
                sum_of(r, seed, |r, s| times(s, r))
            }
            #[inline]
            fn mul_right(l: &$float, _: &ArrayBase<S, D>, seed: &Self::Seed, ws: &mut Workspace) -> Array<$float, D> {
                mapped(seed, ws, |s| times(s, *l))
            }
            #[inline]
            fn mul_tangent(l: &$float, r: &ArrayBase<S, D>, l_dot: Option<&$float>, r_dot: Option<&Array<$float, D>>) -> Self::Seed {
                beside_number((r, r_dot), l_dot, |dot, _| times(dot, *l), |dot, r| times(dot, r))
            }
        }

        impl<S: Storage + RawData<Elem = $float>, D: Dimension + 'static, F> DivAdjoint<ArrayBase<S, D>, F> for $float {
            type Seed = Array<$float, D>;
            #[inline]
            fn div_left(_: &$float, r: &ArrayBase<S, D>, seed: &Self::Seed, _: &mut Workspace) -> $float {
                sum_of(r, seed, |r, s| over(s, r))
            }
            #[inline]
            fn div_right(l: &$float, r: &ArrayBase<S, D>, seed: &Self::Seed, ws: &mut Workspace) -> Array<$float, D> {
                zipped(seed, r, ws, |s, r| times(s, quotient_slope(*l, r)))
            }
            #[inline]
            fn div_tangent(l: &$float, r: &ArrayBase<S, D>, l_dot: Option<&$float>, r_dot: Option<&Array<$float, D>>) -> Self::Seed {
                beside_number((r, r_dot), l_dot, |dot, r| times(dot, quotient_slope(*l, r)), |dot, r| over(dot, r))
            }
        }
    )*};
}

float_operators!(f32 f64);
