//! Floats, and the derivatives of their functions that are more than arithmetic.
//!
//! The last part of the names tells what a function gives: a *slope* is a derivative, a *share* is how much of the
//! cotangent of a choice goes to one of the operands. Shares of a tie are equal.

use crate::array_moments::Moments;
use crate::conversions::Convertible;
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::operators::{DivAdjoint, MulAdjoint};
use crate::order::Bits;
use crate::sweep::Number;
use ndarray::NdFloat;
use std::hint::{cold_path, select_unpredictable};
use std::ops::AddAssign;

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// `f32` or `f64`, and nothing else.
///
/// ```
/// use ad_runtime::Scalar;
///
/// fn half<S: Scalar>(x: S) -> S {
///     S::HALF * x
/// }
/// assert_eq!(half(3.0_f32), 1.5);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no float",
    label = "a float is needed here",
    note = "a method of the type's own that is named like one of a float is called by its path: `Angle::sin(&self.angle)`"
)]
pub trait Scalar:
    NdFloat
    + Differentiable<Cotangent = Self, Shape = ()>
    + Cotangent
    + MulAdjoint<Self, Seed = Self>
    + DivAdjoint<Self, Seed = Self>
    + Number
    + Moments
    + Bits
    + sealed::Sealed
    + 'static
{
    /// Zero.
    const ZERO: Self;
    /// The zero that adding changes nothing, whatever it is added to: the negative one. That a sum begins with it costs nothing,
    /// where `0.0 + x` is an addition, for the sake of an `x` of `-0.0`.
    const NOTHING: Self;
    /// One half.
    const HALF: Self;
    /// One.
    const ONE: Self;
    /// The nearest float of this type.
    ///
    /// ```
    /// assert_eq!(<f32 as ad_runtime::Scalar>::nearest(0.1), 0.1);
    /// ```
    fn nearest(value: f64) -> Self;
    /// The same number as an `f64`.
    ///
    /// ```
    /// assert_eq!(ad_runtime::Scalar::widened(0.5_f32), 0.5);
    /// ```
    fn widened(self) -> f64;
}

macro_rules! scalar {
    ($($float:ident)*) => {$(
        impl Scalar for $float {
            const ZERO: Self = 0.0;
            const NOTHING: Self = -0.0;
            const HALF: Self = 0.5;
            const ONE: Self = 1.0;
            #[inline(always)]
            fn nearest(value: f64) -> Self {
                value as $float
            }
            #[inline(always)]
            fn widened(self) -> f64 {
                f64::from(self)
            }
        }
    )*};
}

scalar!(f32 f64);

/// A cotangent times a slope, where an exactly zero cotangent gives exactly zero even if the slope is infinite or NaN.
///
/// So a value that is used only in a branch that was not taken, or is multiplied by zero, cannot poison a gradient.
///
/// ```
/// assert_eq!(ad_runtime::times(2.0, 3.0), 6.0);
/// assert_eq!(ad_runtime::times(0.0, f64::INFINITY), 0.0);
/// ```
#[inline(always)]
pub fn times<S: Scalar>(seed: S, slope: S) -> S {
    if seed == S::ZERO {
        // LLVM would make a select of this, five instructions for each product, where a branch that is not taken is two.
        cold_path();
        S::ZERO
    } else {
        seed * slope
    }
}

/// The same as [`times`] for a slope that is known to be finite, beside which a zero needs no care.
///
/// ```
/// assert_eq!(ad_runtime::scaled(2.0, 3.0), 6.0);
/// ```
#[inline(always)]
pub fn scaled<S: Scalar>(seed: S, slope: S) -> S {
    seed * slope
}

/// The same as [`times`] without a branch, for a slope that is computed in any case: were it needed on one side of a branch
/// only, LLVM would compute it there, away from the function that it shares most of its work with.
///
/// ```
/// assert_eq!(ad_runtime::weighted(2.0, 3.0), 6.0);
/// assert_eq!(ad_runtime::weighted(0.0, f64::INFINITY), 0.0);
/// ```
#[inline(always)]
pub fn weighted<S: Scalar>(seed: S, slope: S) -> S {
    select_unpredictable(seed == S::ZERO, S::ZERO, seed * slope)
}

/// A cotangent times a share of what was chosen, of which zero gives exactly zero even if the cotangent is infinite or NaN: what was
/// not chosen contributes nothing. A cotangent of exactly zero gives zero as well, as in [`times`].
///
/// Both are known to be products, so this is the same bilinear function when it is differentiated again.
///
/// ```
/// assert_eq!(ad_runtime::portion(2.0, 0.5), 1.0);
/// assert_eq!(ad_runtime::portion(f64::INFINITY, 0.0), 0.0);
/// ```
#[inline(always)]
pub fn portion<S: Scalar>(seed: S, share: S) -> S {
    select_unpredictable(share == S::ZERO || seed == S::ZERO, S::ZERO, seed * share)
}

/// What sums that grew side by side come to: the halves are added, then the halves of that, and so on.
///
/// ```
/// assert_eq!(ad_runtime::joined(&[1.0, 2.0, 3.0, 4.0]), 10.0);
/// ```
#[inline(always)]
pub fn joined<S: Copy + AddAssign, const N: usize>(sums: &[S; N]) -> S {
    let mut sums = *sums;
    let mut half = N / 2;
    while half > 0 {
        for lane in 0..half {
            sums[lane] += sums[lane + half];
        }
        half /= 2;
    }
    sums[0]
}

/// The slope of a function that is NaN wherever its slope is, here computed with its value: a sine and a cosine of one number are
/// one call then. LLVM would else compute a value that is needed late only there, away from its slope.
///
/// ```
/// assert_eq!(ad_runtime::together(0.5_f64.cos(), 0.5_f64.sin()), 0.5_f64.cos());
/// ```
#[inline(always)]
pub fn together<S: Scalar>(slope: S, value: S) -> S {
    if value.is_nan() {
        cold_path();
        // The slope is needed on both sides of the branch: it stays where it is.
        slope + value
    } else {
        slope
    }
}

/// A cotangent divided by `by`, where an exactly zero cotangent gives exactly zero even if `by` is zero or NaN.
///
/// ```
/// assert_eq!(ad_runtime::over(6.0, 3.0), 2.0);
/// assert_eq!(ad_runtime::over(0.0, 0.0), 0.0);
/// ```
#[inline(always)]
pub fn over<S: Scalar>(seed: S, by: S) -> S {
    if seed == S::ZERO {
        cold_path();
        S::ZERO
    } else {
        seed / by
    }
}

/// A part divided by a whole that it is no larger than, the slope of a hypotenuse: as [`over`], but an infinite part is all of an
/// infinite whole.
///
/// ```
/// assert_eq!(ad_runtime::ratio(3.0, 5.0), 0.6);
/// assert_eq!(ad_runtime::ratio(0.0, 0.0), 0.0);
/// assert_eq!(ad_runtime::ratio(-f64::INFINITY, f64::INFINITY), -1.0);
/// ```
#[inline(always)]
pub fn ratio<S: Scalar>(part: S, whole: S) -> S {
    if part.is_infinite() {
        cold_path();
        over(sign(part), sign(whole))
    } else {
        over(part, whole)
    }
}

/// The derivative n·xⁿ⁻¹ of `x.powi(n)`, and 0 for n = 0.
///
/// ```
/// assert_eq!(ad_runtime::powi_slope(2.0, 3), 12.0);
/// assert_eq!(ad_runtime::powi_slope(0.0, 0), 0.0);
/// ```
#[inline(always)]
pub fn powi_slope<S: Scalar>(x: S, n: i32) -> S {
    if n == 0 {
        return S::ZERO;
    }
    let power = match n.checked_sub(1) {
        Some(less) => x.powi(less),
        None => x.powi(n) / x,
    };
    S::nearest(f64::from(n)) * power
}

/// The sign of `x`, which is the derivative of its absolute value: −1, 0 or 1; NaN for NaN.
///
/// ```
/// assert_eq!([-2.0, -0.0, 0.0, 2.0].map(ad_runtime::sign), [-1.0, 0.0, 0.0, 1.0]);
/// ```
#[inline(always)]
pub fn sign<S: Scalar>(x: S) -> S {
    if x > S::ZERO {
        S::ONE
    } else if x < S::ZERO {
        -S::ONE
    } else if x == S::ZERO {
        S::ZERO
    } else {
        x
    }
}

/// The share of `a` in `a.max(b)`: 1 if `a` is larger or `b` is NaN, ½ on a tie, 0 otherwise. Swapped arguments give that
/// of `b`.
///
/// ```
/// use ad_runtime::max_share;
///
/// assert_eq!([max_share(2.0, 1.0), max_share(1.0, 1.0), max_share(1.0, 2.0)], [1.0, 0.5, 0.0]);
/// ```
#[inline(always)]
pub fn max_share<S: Scalar>(a: S, b: S) -> S {
    if a > b || b.is_nan() {
        S::ONE
    } else if a == b {
        S::HALF
    } else {
        S::ZERO
    }
}

/// The share of `a` in `a.min(b)`: 1 if `a` is smaller or `b` is NaN, ½ on a tie, 0 otherwise. Swapped arguments give that
/// of `b`.
///
/// ```
/// use ad_runtime::min_share;
///
/// assert_eq!([min_share(2.0, 1.0), min_share(1.0, 1.0), min_share(1.0, 2.0)], [0.0, 0.5, 1.0]);
/// ```
#[inline(always)]
pub fn min_share<S: Scalar>(a: S, b: S) -> S {
    if a < b || b.is_nan() {
        S::ONE
    } else if a == b {
        S::HALF
    } else {
        S::ZERO
    }
}

/// The derivative of `x.copysign(s)` with respect to `x`: 1 if the sign stays, −1 if it turns, 0 at zero.
///
/// ```
/// use ad_runtime::copysign_slope;
///
/// assert_eq!([copysign_slope(2.0, -1.0), copysign_slope(-2.0, -1.0), copysign_slope(0.0, -1.0)], [-1.0, 1.0, 0.0]);
/// ```
#[inline(always)]
pub fn copysign_slope<S: Scalar>(x: S, s: S) -> S {
    if s.is_sign_negative() { sign(-x) } else { sign(x) }
}

/// The share of `x` in `x.clamp(low, high)`: 1 between the bounds and for NaN, ½ on one, 0 outside.
///
/// The three shares are those of `x.max(low).min(high)`; where all three are equal, that is ¼ for `x`.
///
/// ```
/// use ad_runtime::clamp_share;
///
/// assert_eq!([0.5, 1.0, 2.0].map(|x| clamp_share(x, 0.0, 1.0)), [1.0, 0.5, 0.0]);
/// ```
#[inline(always)]
pub fn clamp_share<S: Scalar>(x: S, low: S, high: S) -> S {
    // A NaN passes through `clamp`, whereas `max` would drop it.
    if x.is_nan() {
        S::ONE
    } else {
        max_share(x, low) * min_share(x.max(low), high)
    }
}

/// The share of `low` in `x.clamp(low, high)`: 1 below, ½ on it, 0 above and for NaN. See [`clamp_share`].
///
/// ```
/// use ad_runtime::clamp_low_share;
///
/// assert_eq!([-0.5, 0.0, 0.5].map(|x| clamp_low_share(x, 0.0, 1.0)), [1.0, 0.5, 0.0]);
/// ```
#[inline(always)]
pub fn clamp_low_share<S: Scalar>(x: S, low: S, high: S) -> S {
    if x.is_nan() {
        S::ZERO
    } else {
        max_share(low, x) * min_share(x.max(low), high)
    }
}

/// The share of `high` in `x.clamp(low, high)`: 1 above, ½ on it, 0 below and for NaN. See [`clamp_share`].
///
/// ```
/// use ad_runtime::clamp_high_share;
///
/// assert_eq!([0.5, 1.0, 2.0].map(|x| clamp_high_share(x, 0.0, 1.0)), [0.0, 0.5, 1.0]);
/// ```
#[inline(always)]
pub fn clamp_high_share<S: Scalar>(x: S, low: S, high: S) -> S {
    if x.is_nan() {
        S::ZERO
    } else {
        min_share(high, x.max(low))
    }
}

/// The natural logarithm of 2 in the type of the argument, whose value does not matter.
///
/// ```
/// assert_eq!(ad_runtime::ln_2(0.0_f32), std::f32::consts::LN_2);
/// ```
#[inline(always)]
pub fn ln_2<S: Scalar>(_like: S) -> S {
    S::nearest(std::f64::consts::LN_2)
}

/// The natural logarithm of 10 in the type of the argument, whose value does not matter.
///
/// ```
/// assert_eq!(ad_runtime::ln_10(0.0), std::f64::consts::LN_10);
/// ```
#[inline(always)]
pub fn ln_10<S: Scalar>(_like: S) -> S {
    S::nearest(std::f64::consts::LN_10)
}

/// The derivative of `x.to_radians()`: π/180 in the type of the argument, whose value does not matter.
///
/// ```
/// assert_eq!(ad_runtime::radians(0.0), 1_f64.to_radians());
/// ```
#[inline(always)]
pub fn radians<S: Scalar>(_like: S) -> S {
    S::nearest(std::f64::consts::PI / 180.0)
}

/// The derivative of `x.to_degrees()`: 180/π in the type of the argument, whose value does not matter.
///
/// ```
/// assert_eq!(ad_runtime::degrees(0.0), 1_f64.to_degrees());
/// ```
#[inline(always)]
pub fn degrees<S: Scalar>(_like: S) -> S {
    S::nearest(180.0 / std::f64::consts::PI)
}

/// A result that a gradient can be taken of.
///
/// ```
/// fn takes_a_scalar<R: ad_runtime::ScalarResult<R>>(_: R) {}
/// takes_a_scalar(1.0);
/// ```
///
/// ```compile_fail
/// fn takes_a_scalar<R: ad_runtime::ScalarResult<R>>(_: R) {}
/// takes_a_scalar([1.0, 2.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "`grad` needs a scalar result, got `{Self}`",
    note = "sum it, or use `vjp`"
)]
pub trait ScalarResult<Bar> {
    /// The cotangent 1.
    fn seed() -> Bar;
}

#[diagnostic::do_not_recommend]
impl ScalarResult<f32> for f32 {
    #[inline(always)]
    fn seed() -> f32 {
        1.0
    }
}

#[diagnostic::do_not_recommend]
impl ScalarResult<f64> for f64 {
    #[inline(always)]
    fn seed() -> f64 {
        1.0
    }
}

/// The cotangent 1 that a gradient starts from.
///
/// ```
/// assert_eq!(ad_runtime::seed::<f64, f64>(), 1.0);
/// ```
#[inline(always)]
pub fn seed<R: ScalarResult<Bar>, Bar>() -> Bar {
    R::seed()
}

/// Says that two values are of one type, where rustc has to be told.
///
/// ```
/// let total = ad_runtime::empty_sum();
/// ad_runtime::alike(&total, &1.0_f32);
/// assert_eq!(total, 0.0);
/// ```
#[inline(always)]
pub fn alike<T>(_: &T, _: &T) {}

/// A float of one type as one of another, rounded to nearest.
///
/// ```
/// assert_eq!(ad_runtime::cast::<f64, f32>(0.1), 0.1_f32);
/// ```
#[inline(always)]
pub fn cast<S: Scalar, T: Scalar>(value: S) -> T {
    T::nearest(value.widened())
}

/// A number that `as` turns into a float: the cotangent of the float, as that of the number.
///
/// ```
/// assert_eq!(ad_runtime::cast_like(&0.0_f32, 0.1_f64), 0.1);
/// ad_runtime::cast_like(&3_usize, 0.1_f64);
/// ```
#[diagnostic::on_unimplemented(
    message = "the conversion of `{Self}` to another type of number has no derivative",
    note = "use a primitive type; a type parameter needs `ToPrimitive` among its own bounds: `T: Number + ToPrimitive`"
)]
pub trait Castable: Copy + Differentiable<Cotangent: Convertible> {
    /// A float's cotangent, as that of a number of this type; nothing for an integer.
    fn cotangent(value: f64) -> Self::Cotangent;
    /// The tangent of a number of this type, as a float; zero of an integer.
    fn along(tangent: &Self::Cotangent) -> f64;
    /// The number as a float.
    fn number(self) -> f64
    where
        Self: Sized;
}

impl Castable for f32 {
    #[inline(always)]
    fn number(self) -> f64 {
        f64::from(self)
    }
    #[inline(always)]
    fn cotangent(value: f64) -> f32 {
        value as f32
    }
    #[inline(always)]
    fn along(tangent: &f32) -> f64 {
        f64::from(*tangent)
    }
}

impl Castable for f64 {
    #[inline(always)]
    fn number(self) -> f64 {
        self
    }
    #[inline(always)]
    fn cotangent(value: f64) -> f64 {
        value
    }
    #[inline(always)]
    fn along(tangent: &f64) -> f64 {
        *tangent
    }
}

macro_rules! castable {
    ($($integer:ident)*) => {$(
        impl Castable for $integer {
            #[inline(always)]
            fn number(self) -> f64 {
                self as f64
            }
            #[inline(always)]
            fn cotangent(_: f64) {}
            #[inline(always)]
            fn along((): &()) -> f64 {
                0.0
            }
        }
    )*};
}

castable!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// The cotangent of a number of `like`'s type that was cast to a float with cotangent `value`.
///
/// ```
/// assert_eq!(ad_runtime::cast_like(&0.0_f32, 0.1_f64), 0.1);
/// ```
#[inline(always)]
pub fn cast_like<T: Castable, S: Scalar>(_like: &T, value: S) -> T::Cotangent {
    T::cotangent(value.widened())
}

/// The tangent of a number that `as` turns into a float, as a float.
///
/// ```
/// assert_eq!(ad_runtime::cast_along(&2.0_f32, Some(&0.5)), 0.5);
/// assert_eq!(ad_runtime::cast_along(&3_usize, Some(&())), 0.0);
/// ```
#[inline(always)]
pub fn cast_along<T: Castable>(_: &T, tangent: Option<&T::Cotangent>) -> f64 {
    tangent.map_or(0.0, T::along)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAN: f64 = f64::NAN;
    const INF: f64 = f64::INFINITY;

    /// The central difference of a function that is smooth around `x`.
    fn difference(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        (f(x + 1e-5) - f(x - 1e-5)) / 2e-5
    }

    fn assert_close(a: f64, b: f64) {
        assert!((a - b).abs() <= 1e-8 * b.abs().max(1.0), "{a} is not {b}");
    }

    #[test]
    fn zero_cotangents_are_strong() {
        for slope in [NAN, INF, -INF, 0.0, 3.0] {
            for zero in [0.0, -0.0] {
                assert_eq!(times(zero, slope), 0.0);
                assert_eq!(weighted(zero, slope), 0.0);
                assert_eq!(portion(zero, slope), 0.0);
                assert_eq!(portion(slope, zero), 0.0);
                assert_eq!(over(zero, slope), 0.0);
            }
        }
        assert_eq!(
            [times(1.0, INF), times(-2.0, 3.0), over(1.0, 0.0), over(3.0, 2.0)],
            [INF, -6.0, INF, 1.5]
        );
        assert!(times(1.0, NAN).is_nan() && times(NAN, 0.0).is_nan() && over(NAN, 1.0).is_nan());
    }

    #[test]
    fn the_slope_of_a_power_agrees_with_differences() {
        for n in -4..=4 {
            for x in [-1.5, -0.5, 0.5, 2.0] {
                assert_close(powi_slope(x, n), difference(|x| x.powi(n), x));
            }
        }
        // At zero, no power is lost to a division.
        assert_eq!([0, 1, 2, 3].map(|n| powi_slope(0.0, n)), [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(powi_slope(NAN, 0), 0.0);
    }

    #[test]
    fn the_slope_of_a_power_exists_for_the_smallest_exponent() {
        let n = i32::MIN;
        assert_eq!(powi_slope(1.0, n), f64::from(n));
        assert_eq!(powi_slope(-1.0, n), -f64::from(n));
        assert_eq!(powi_slope(2.0, n), 0.0);
        let x: f64 = 1.0 + 1e-10;
        assert_close(powi_slope(x, n) / f64::from(n), ((f64::from(n) - 1.0) * x.ln()).exp());
        assert_eq!(powi_slope(2.0, i32::MAX), INF);
    }

    #[test]
    fn signs() {
        assert_eq!(
            [-INF, -2.0, -0.0, 0.0, 1e-300, INF].map(sign),
            [-1.0, -1.0, 0.0, 0.0, 1.0, 1.0]
        );
        assert!(sign(NAN).is_nan());
        assert_eq!(sign(-3.0_f32), -1.0);
    }

    #[test]
    fn shares_of_a_choice_go_where_the_value_came_from() {
        for (a, b) in [(2.0, 1.0), (1.0, 2.0), (-1.0, INF), (NAN, 1.0), (1.0, NAN)] {
            let from = |a: f64, value: f64| f64::from(u8::from(a == value));
            assert_eq!(
                [max_share(a, b), max_share(b, a)],
                [from(a, a.max(b)), from(b, a.max(b))]
            );
            assert_eq!(
                [min_share(a, b), min_share(b, a)],
                [from(a, a.min(b)), from(b, a.min(b))]
            );
        }
        assert_eq!(
            [max_share(1.0, 1.0), min_share(1.0, 1.0), max_share(0.0, -0.0)],
            [0.5, 0.5, 0.5]
        );
    }

    #[test]
    fn the_slope_of_copysign_agrees_with_differences() {
        for x in [-2.0, 2.0] {
            for s in [-1.0, -0.0, 0.0, 1.0] {
                assert_close(copysign_slope(x, s), difference(|x| x.copysign(s), x));
            }
        }
        assert_eq!([copysign_slope(0.0, -1.0), copysign_slope(-0.0, 1.0)], [0.0, 0.0]);
    }

    #[test]
    fn the_shares_of_clamp_agree_with_differences() {
        for x in [-2.0, 0.3, 5.0] {
            let (low, high) = (-1.0, 1.0);
            assert_close(clamp_share(x, low, high), difference(|x| x.clamp(low, high), x));
            assert_close(clamp_low_share(x, low, high), difference(|low| x.clamp(low, high), low));
            assert_close(
                clamp_high_share(x, low, high),
                difference(|high| x.clamp(low, high), high),
            );
        }
    }

    #[test]
    fn the_shares_of_clamp_add_up() {
        for (x, low, high) in [
            (-1.0, -1.0, 1.0),
            (1.0, -1.0, 1.0),
            (1.0, 1.0, 1.0),
            (0.0, 1.0, 1.0),
            (2.0, 1.0, 1.0),
            (NAN, 0.0, 1.0),
        ] {
            let shares = [
                clamp_share(x, low, high),
                clamp_low_share(x, low, high),
                clamp_high_share(x, low, high),
            ];
            assert_eq!(shares.iter().sum::<f64>(), 1.0, "{shares:?}");
        }
        assert_eq!(clamp_share(1.0, 1.0, 1.0), 0.25);
    }

    #[test]
    fn constants_of_unit_changes_agree_with_differences() {
        assert_close(radians(0.0), difference(f64::to_radians, 1.0));
        assert_close(degrees(0.0), difference(f64::to_degrees, 1.0));
        assert_close(ln_2(0.0), difference(f64::exp2, 0.0));
        assert_close(ln_10(0.0), difference(|x| 10_f64.powf(x), 0.0));
    }

    #[test]
    fn casts_round_to_nearest() {
        assert_eq!(cast::<f32, f64>(0.1), f64::from(0.1_f32));
        assert_eq!(cast_like(&0.0_f32, 1e300), f32::INFINITY);
        let like = 0.5_f32;
        let _: f32 = cast_like(&like, 0.1_f64) + seed::<f32, f32>() + crate::one::<f32>();
    }
}
