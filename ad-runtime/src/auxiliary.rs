//! Results that carry no derivative beside one that does.

use crate::inactive::rigid;
use crate::scalar::ScalarResult;

/// A part of a function's result that carries no derivative, whatever it holds: how many steps an iteration took, the way it
/// went, a label.
///
/// In a differentiable function `Aux(value)` stops the derivative of `value`, as `no_diff` does. `grad` takes the gradient of
/// the number beside it; the seed of an `Aux` is `()`.
///
/// ```
/// use ad_runtime::{Aux, Differentiable};
///
/// let traced = (2.0, Aux(vec![1.0, 1.5, 2.0]));
/// assert_eq!(traced.zero_cotangent(), (0.0, ()));
/// assert_eq!(traced.1.0[1], 1.5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Aux<T>(pub T);

rigid!([T] Aux<T>);

#[diagnostic::do_not_recommend]
impl<R: ScalarResult<Bar>, Bar, T> ScalarResult<(Bar, ())> for (R, Aux<T>) {
    #[inline(always)]
    fn seed() -> (Bar, ()) {
        (R::seed(), ())
    }
}
