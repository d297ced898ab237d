//! What a generic function must know of its type of numbers.

use crate::componentwise::{AbsoluteValue, Componentwise};
use crate::conversions::Convertible;
use crate::differentiable::Differentiable;
use crate::found::ByMove;
use crate::operators::{AddAdjoint, DivAdjoint, MulAdjoint, NegAdjoint, PlainAssign, RemAdjoint, SubAdjoint};
use crate::rules::Rules;
use crate::scalar::{Castable, Scalar, ScalarResult};
use crate::unassigned::Unassigned;

/// A float with all its rules: the bound that derivatives of generic functions put on a type parameter that is bounded by a
/// trait of floats (`T: Float`).
///
/// ```
/// fn square_bar<T: ad_runtime::Real>(x: T, seed: T) -> T {
///     use ad_runtime::{ByValue, Workspace, mul_left, mul_right};
///     let ws = &mut Workspace::new();
///     mul_left((ByValue, ByValue), &x, &x, &seed, ws) + mul_right((ByValue, ByValue), &x, &x, &seed, ws)
/// }
/// assert_eq!(square_bar(3.0, 1.0), 6.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no float that derivatives are known for",
    note = "use `f32` or `f64`"
)]
pub trait Real:
    Scalar
    + Rules
    + ScalarResult<Self>
    + Castable
    + PlainAssign
    + Numeric
    + AddAdjoint<Self, Seed = Self>
    + SubAdjoint<Self, Seed = Self>
    + MulAdjoint<Self, Seed = Self>
    + DivAdjoint<Self, Seed = Self>
    + RemAdjoint<Self, Seed = Self>
    + NegAdjoint<Seed = Self>
{
}

impl Real for f32 {}
impl Real for f64 {}

/// A number, integers among them, through whose operators derivatives flow as far as it has any: what a marked trait of numbers,
/// `trait Number: Num + Copy`, asks of its implementors.
///
/// ```
/// fn square_bar<T: ad_runtime::Numeric>(x: T, seed: T::Cotangent) -> T::Cotangent {
///     use ad_runtime::{ByValue, Cotangent, Workspace, mul_left, mul_right};
///     let ws = &mut Workspace::new();
///     let mut bar = mul_left((ByValue, ByValue), &x, &x, &seed, ws);
///     bar.accumulate(&mul_right((ByValue, ByValue), &x, &x, &seed, ws));
///     bar
/// }
/// assert_eq!(square_bar(3.0, 1.0), 6.0);
/// square_bar(3_u32, ());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no number that derivatives are known for",
    note = "use `f32`, `f64` or an integer"
)]
pub trait Numeric:
    Castable
    + Convertible
    + AbsoluteValue<Taken = ByMove>
    + Componentwise
    + PlainAssign
    + Unassigned
    + AddAdjoint<Self, Seed = <Self as Differentiable>::Cotangent>
    + SubAdjoint<Self, Seed = <Self as Differentiable>::Cotangent>
    + MulAdjoint<Self, Seed = <Self as Differentiable>::Cotangent>
    + DivAdjoint<Self, Seed = <Self as Differentiable>::Cotangent>
    + RemAdjoint<Self, Seed = <Self as Differentiable>::Cotangent>
    + NegAdjoint<Seed = <Self as Differentiable>::Cotangent>
    + 'static
{
    /// What std gives for the sum of no numbers: −0.0 of floats.
    const NO_SUM: Self;
    /// What std gives for the product of no numbers.
    const NO_PRODUCT: Self;
}

macro_rules! numeric {
    ($none:literal, $one:literal: $($number:ident)*) => {$(
        impl Numeric for $number {
            const NO_SUM: Self = $none;
            const NO_PRODUCT: Self = $one;
        }
    )*};
}

numeric!(-0.0, 1.0: f32 f64);
numeric!(0, 1: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

/// The sum of no numbers, as std has it: −0.0 of floats.
///
/// ```
/// assert_eq!(ad_runtime::empty_sum::<f64>().to_bits(), std::iter::empty::<f64>().sum::<f64>().to_bits());
/// assert_eq!(ad_runtime::empty_sum::<u8>(), 0);
/// ```
#[inline(always)]
pub fn empty_sum<N: Numeric>() -> N {
    N::NO_SUM
}

/// The product of no numbers.
///
/// ```
/// assert_eq!(ad_runtime::one::<f32>(), 1.0);
/// ```
#[inline(always)]
pub fn one<N: Numeric>() -> N {
    N::NO_PRODUCT
}
