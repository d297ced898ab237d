//! `x.into()` and `T::from(x)`: the same numbers in another type.

use crate::differentiable::Differentiable;
use crate::scalar::{Castable, Scalar};

/// A number, or a number's cotangent, that a conversion gives. `Numeric` asks for it, so that a function that is generic in such a
/// number can convert to it.
///
/// ```
/// use ad_runtime::Convertible;
///
/// assert_eq!(0.5_f32.active_float(), Some(0.5));
/// assert_eq!(3_usize.active_float(), None);
/// ```
#[diagnostic::on_unimplemented(
    message = "the derivative of a conversion to `{Self}` is not known",
    note = "convert to `f32` or `f64`, or write a function marked `#[differentiable]`"
)]
pub trait Convertible {
    /// Whether it carries a derivative.
    const CARRIES_DERIVATIVE: bool;
    /// The number as a float, if it carries a derivative.
    fn active_float(&self) -> Option<f64>;
    /// Whether it is what `number` becomes in this type.
    fn is_nearest_to(&self, number: f64) -> bool;
}

macro_rules! convertible_floats {
    ($($float:ident)*) => {$(
        impl Convertible for $float {
            const CARRIES_DERIVATIVE: bool = true;
            #[inline(always)]
            fn active_float(&self) -> Option<f64> {
                Some(self.widened())
            }
            #[inline(always)]
            fn is_nearest_to(&self, number: f64) -> bool {
                *self == $float::nearest(number) || number.is_nan()
            }
        }
    )*};
}

/// Integers, and their cotangent.
macro_rules! convertible_integers {
    ($($integer:ty),*) => {$(
        impl Convertible for $integer {
            const CARRIES_DERIVATIVE: bool = false;
            #[inline(always)]
            fn active_float(&self) -> Option<f64> {
                None
            }
            #[inline(always)]
            fn is_nearest_to(&self, _: f64) -> bool {
                true
            }
        }
    )*};
}

convertible_floats!(f32 f64);
convertible_integers!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, ());

/// What a number of type `T` is converted to: a number, or an `Option` of one where the conversion could have failed. Only an
/// integer becomes an integer: from a float, the derivative would be lost.
///
/// ```
/// use ad_runtime::Converted;
///
/// assert_eq!(Converted::<f64>::number(&Some(2.0_f32)), Some(2.0));
/// ```
///
/// A number of a type that is a parameter may turn out to be an integer; then this does not compile.
///
/// ```compile_fail,E0080
/// use ad_runtime::{Numeric, converted};
///
/// fn rounded<T: Numeric>(x: f64, convert: impl FnOnce(f64) -> Option<T>) -> Option<T> {
///     converted(x, convert)
/// }
/// rounded::<i32>(2.5, |x| Some(x as i32));
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

/// Evaluated for the types that a conversion is made between.
struct Kept<T, S>(T, S);

impl<T: Castable, S: Convertible> Kept<T, S> {
    const DERIVATIVE: () = assert!(
        S::CARRIES_DERIVATIVE || !<T::Cotangent as Convertible>::CARRIES_DERIVATIVE,
        "the derivative is lost in the conversion of a float to an integer: write `no_diff(..)` if that is what you want"
    );
}

impl<T: Castable, S: Convertible> Converted<T> for S {
    #[inline(always)]
    fn number(&self) -> Option<f64> {
        let () = Kept::<T, S>::DERIVATIVE;
        self.active_float()
    }
    #[inline(always)]
    fn is_nearest(&self, number: f64) -> bool {
        let () = Kept::<T, S>::DERIVATIVE;
        self.is_nearest_to(number)
    }
}

impl<T: Castable, S: Convertible> Converted<T> for Option<S> {
    #[inline(always)]
    fn number(&self) -> Option<f64> {
        let () = Kept::<T, S>::DERIVATIVE;
        self.as_ref().and_then(Convertible::active_float)
    }
    #[inline(always)]
    fn is_nearest(&self, number: f64) -> bool {
        let () = Kept::<T, S>::DERIVATIVE;
        self.as_ref().is_none_or(|value| value.is_nearest_to(number))
    }
}

/// A value that is converted to a `C`: a number in another type, or what a marked `From` makes of it.
///
/// ```
/// use ad_runtime::ConvertsTo;
///
/// assert_eq!(ConvertsTo::<f64>::converted(0.5_f32, f64::from), 0.5);
/// ```
#[diagnostic::on_unimplemented(
    message = "the conversion of `{Self}` to `{C}` has no derivative",
    note = "mark the impl of `From` with `#[differentiable]`, or write a function that is marked; a type parameter needs `ToPrimitive` among its own bounds: `T: Number + ToPrimitive`"
)]
pub trait ConvertsTo<C>: Sized {
    /// What it is converted to. A number's must be the same number, whose derivative is taken to be 1.
    ///
    /// # Panics
    /// If a number becomes another one: a conversion of that kind is a function, and has to be marked as such.
    fn converted(self, convert: impl FnOnce(Self) -> C) -> C;
}

/// A value whose conversion has a cotangent of type `B`.
///
/// ```
/// use ad_runtime::ConvertsBack;
///
/// let bar: f32 = 0.5_f32.converted_back(2.0_f64);
/// assert_eq!(bar, 2.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "no conversion of `{Self}` gives what has the cotangent `{B}`, as far as derivatives are known",
    note = "mark the impl of `From` with `#[differentiable]`"
)]
pub trait ConvertsBack<B>: Differentiable {
    /// Its own cotangent, from that of what it was converted to.
    fn converted_back(&self, bar: B) -> Self::Cotangent;
}

#[diagnostic::do_not_recommend]
impl<T: Castable, C: Converted<T>> ConvertsTo<C> for T {
    #[inline(always)]
    #[track_caller]
    fn converted(self, convert: impl FnOnce(T) -> C) -> C {
        let result = convert(self);
        assert!(
            result.is_nearest(self.number()),
            "a conversion that changes the number: mark it `#[differentiable]` under a name of its own"
        );
        result
    }
}

#[diagnostic::do_not_recommend]
impl<T: Castable, B: Converted<T>> ConvertsBack<B> for T {
    #[inline(always)]
    fn converted_back(&self, bar: B) -> T::Cotangent {
        T::cotangent(bar.number().unwrap_or(0.0))
    }
}

/// A value that is converted to a number of type `C`, as a function asks of `x: impl Into<f64>`.
///
/// ```
/// fn asked(_: impl ad_runtime::ConvertsToNumber<f64>) {}
/// asked(0.5_f32);
/// ```
pub trait ConvertsToNumber<C: Differentiable>: ConvertsTo<C> + ConvertsBack<C::Cotangent> + Clone {}

impl<C: Differentiable, T: ConvertsTo<C> + ConvertsBack<C::Cotangent> + Clone> ConvertsToNumber<C> for T {}

/// `convert(value)`; see [`ConvertsTo`].
///
/// # Panics
/// If a number becomes another one.
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
pub fn converted<T: ConvertsTo<C>, C>(value: T, convert: impl FnOnce(T) -> C) -> C {
    value.converted(convert)
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

/// The cotangent of a value that was converted to one with cotangent `bar`.
///
/// ```
/// assert_eq!(ad_runtime::convert_like(&0.0_f32, 0.5_f64), 0.5);
/// assert_eq!(ad_runtime::convert_like(&0.0_f64, Some(0.5_f32)), 0.5);
/// ad_runtime::convert_like(&3_usize, Some(0.5_f64));
/// ```
#[inline(always)]
pub fn convert_like<T: ConvertsBack<B>, B>(value: &T, bar: B) -> T::Cotangent {
    value.converted_back(bar)
}
