//! Methods of numbers that have no rule, where only rustc knows that it is a number: the sign, changed by the operator's method,
//! `x.neg()`, and `x.sin_cos()`.

use crate::foreign::rows;
use crate::real::Real;
use crate::scalar::times;

rows! {
    /// The pairs of a float's `neg` and `sin_cos`; see [`methods`](crate::methods).
    ///
    /// ```
    /// use ad_runtime::NumberMethods as _;
    ///
    /// let (mut ws, x, mut x_bar) = (ad_runtime::Workspace::new(), 2.0, 0.5);
    /// assert_eq!(x.neg_differentiable_push(&mut ws), (-2.0, ()));
    /// x.neg_differentiable_pull((), &mut ws, 3.0, Some(&mut x_bar));
    /// assert_eq!(x_bar, -2.5);
    /// ```
    NumberMethods[][] for [T: Real] T;

    fn neg(move x) -> Self;
        value { (-*x, ()) }
        adjoint |(), seed, Some(x_bar)| { *x_bar -= seed; }
        tangent: linear;

    /// `x.sin_cos()`, and its value once more.
    fn sin_cos(move x) -> (Self, Self), keeps (Self, Self);
        value { let both = x.sin_cos(); (both, both) }
        adjoint |(sin, cos), (sin_bar, cos_bar), Some(x_bar)| { *x_bar += times(sin_bar, cos) - times(cos_bar, sin); }
        tangent |x_dot| { let (sin, cos) = x.sin_cos(); (times(*x_dot, cos), -times(*x_dot, sin)) }
}
