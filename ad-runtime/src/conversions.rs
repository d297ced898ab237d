//! `x.into()` and `T::from(x)`: the same numbers in another type.

use crate::differentiable::Differentiable;
use crate::inactive::Inactive;
use crate::scalar::{Castable, Scalar};

/// What a number of type `T` is converted to: a float, or an `Option` where the conversion could have failed; an integer, if `T`
/// is one.
///
/// ```
/// use ad_runtime::Converted;
///
/// assert_eq!(Converted::<f64>::number(&Some(2.0_f32)), Some(2.0));
/// ```
#[diagnostic::on_unimplemented(
    message = "the derivative of a conversion to `{Self}` is not known",
    note = "convert to `f32` or `f64`, or write a function marked `#[differentiable]`"
)]
pub trait Converted<T> {
    /// The number as a float, if there is one that carries a derivative.
    fn number(&self) -> Option<f64>;
    /// Whether it is what `number` becomes in this type.
    fn is_nearest(&self, number: f64) -> bool;
}

impl<T: Castable, S: Scalar> Converted<T> for S {
    #[inline(always)]
    fn number(&self) -> Option<f64> {
        Some(self.widened())
    }
    #[inline(always)]
    fn is_nearest(&self, number: f64) -> bool {
        *self == S::nearest(number) || number.is_nan()
    }
}

impl<T: Castable, S: Scalar> Converted<T> for Option<S> {
    #[inline(always)]
    fn number(&self) -> Option<f64> {
        self.map(Scalar::widened)
    }
    #[inline(always)]
    fn is_nearest(&self, number: f64) -> bool {
        self.is_none_or(|value| Converted::<T>::is_nearest(&value, number))
    }
}

/// Integers, and their cotangent.
macro_rules! converted_integers {
    ($($integer:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Castable + Inactive> Converted<T> for $integer {
            #[inline(always)]
            fn number(&self) -> Option<f64> {
                None
            }
            #[inline(always)]
            fn is_nearest(&self, _: f64) -> bool {
                true
            }
        }
    )*};
}

converted_integers!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, ());

/// A value that is converted to a `C` which holds the same numbers, and nothing else.
///
/// ```
/// use ad_runtime::ConvertsTo;
///
/// assert!(ConvertsTo::<f64>::becomes(&0.5_f32, &0.5));
/// let bar: f32 = <f32 as ConvertsTo<f64>>::converted_back(2.0);
/// assert_eq!(bar, 2.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "the conversion of `{Self}` to `{C}` has no derivative",
    note = "write a function marked `#[differentiable]`; a type parameter needs `ToPrimitive` among its own bounds: `T: Number + ToPrimitive`"
)]
pub trait ConvertsTo<C>: Differentiable {
    /// Whether the result holds the value's numbers.
    fn becomes(&self, result: &C) -> bool;
    /// The cotangent of a value whose conversion has the cotangent `bar`.
    fn converted_back(bar: C) -> Self::Cotangent;
}

impl<T: Castable + Copy, C: Converted<T>> ConvertsTo<C> for T {
    #[inline(always)]
    fn becomes(&self, result: &C) -> bool {
        result.is_nearest(self.number())
    }
    #[inline(always)]
    fn converted_back(bar: C) -> T::Cotangent {
        T::cotangent(bar.number().unwrap_or(0.0))
    }
}

/// `convert(value)`, which must hold the same numbers in another type: its derivative is taken to be 1.
///
/// # Panics
/// If it holds others: a conversion of that kind is a function, and has to be marked as such.
///
/// ```
/// let wide: f64 = ad_runtime::converted(0.5_f32, |value| value.into());
/// assert_eq!(wide, 0.5);
/// ```
///
/// ```should_panic
/// ad_runtime::converted(180.0, |degrees: f64| degrees.to_radians());
/// ```
#[inline(always)]
#[track_caller]
pub fn converted<T: ConvertsTo<C> + Copy, C>(value: T, convert: impl FnOnce(T) -> C) -> C {
    let result = convert(value);
    assert!(
        value.becomes(&result),
        "a conversion that changes the number: mark it `#[differentiable]` under a name of its own"
    );
    result
}

/// What a trait's function of a number computed, `<f64 as ComplexField>::sin(x)`, whose derivative is taken to be that of the number's
/// `own`.
///
/// # Panics
/// If the two are not nearly the same number: then the trait's is another function, and has to be marked as such.
///
/// ```
/// assert_eq!(ad_runtime::agreed(0.5_f64.sin(), 0.479425538604203), 0.479425538604203);
/// ```
///
/// ```should_panic
/// ad_runtime::agreed(0.5_f64.sin(), 0.5_f64.to_radians().sin());
/// ```
#[inline(always)]
#[track_caller]
pub fn agreed<T: Scalar>(own: T, computed: T) -> T {
    let [a, b] = [own, computed].map(T::widened);
    // Implementations of a function differ by a few units in the last place.
    let close = a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= 1e-6 * a.abs().min(b.abs());
    assert!(
        close,
        "a trait's function of a number is another one than the number's own of that name: mark it `#[differentiable]`"
    );
    computed
}

/// The cotangent of a value of `like`'s type that was converted to one with cotangent `bar`.
///
/// ```
/// assert_eq!(ad_runtime::convert_like(&0.0_f32, 0.5_f64), 0.5);
/// assert_eq!(ad_runtime::convert_like(&0.0_f64, Some(0.5_f32)), 0.5);
/// ad_runtime::convert_like(&3_usize, Some(0.5_f64));
/// ```
#[inline(always)]
pub fn convert_like<T: ConvertsTo<C>, C>(_like: &T, bar: C) -> T::Cotangent {
    T::converted_back(bar)
}
