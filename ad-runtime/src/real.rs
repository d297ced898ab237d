//! What a generic function must know of its scalar type.

use crate::operators::{AddAdjoint, DivAdjoint, MulAdjoint, NegAdjoint, PlainAssign, RemAdjoint, SubAdjoint};
use crate::rules::Rules;
use crate::scalar::{Castable, Scalar, ScalarResult};

/// A float with all its rules: the bound that derivatives of generic functions put on a type parameter that is bounded by a
/// trait of floats (`T: Float`).
///
/// ```
/// fn square_bar<T: ad_runtime::Real>(x: T, seed: T) -> T {
///     use ad_runtime::{ByValue, mul_left, mul_right};
///     mul_left((ByValue, ByValue), &x, &x, &seed) + mul_right((ByValue, ByValue), &x, &x, &seed)
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
