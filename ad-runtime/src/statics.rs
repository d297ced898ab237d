//! References to what is there for ever.

/// A reference to what is there for ever, or an option of one.
pub trait Static {}

impl<T: ?Sized> Static for &'static T {}

impl<T: ?Sized> Static for Option<&'static T> {}

/// The value itself. That nothing flows into what it refers to is proved by its lifetime: what is lent by an argument, or by a
/// variable, is not there for ever.
///
/// ```
/// static WEIGHTS: [f64; 2] = [0.5, 1.5];
/// assert_eq!(ad_runtime::statics(WEIGHTS.first()), Some(&0.5));
/// ```
///
/// ```compile_fail
/// fn first(x: &[f64]) -> f64 {
///     *ad_runtime::statics(&x[0])
/// }
/// ```
#[inline(always)]
pub fn statics<S: Static>(value: S) -> S {
    value
}
