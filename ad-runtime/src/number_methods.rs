//! The sign of a number, changed by the operator's method, `x.neg()`, where only rustc knows that it is a number.

use crate::found::{At, ByMove, at};
use crate::real::Real;
use crate::workspace::Workspace;

/// The pair of a float's `neg`; see [`methods`](crate::methods).
///
/// ```
/// use ad_runtime::NumberMethods as _;
///
/// let (mut ws, x, mut x_bar) = (ad_runtime::Workspace::new(), 2.0, 0.5);
/// assert_eq!(x.neg_differentiable_push(&mut ws), (-2.0, ()));
/// x.neg_differentiable_pull((), &mut ws, 3.0, Some(&mut x_bar));
/// assert_eq!(x_bar, -2.5);
/// ```
pub trait NumberMethods: Real {
    /// Whose method this is.
    fn neg_differentiable_at(&self) -> At<Self, ByMove> {
        at()
    }

    /// `x.neg()`.
    #[inline(always)]
    fn neg_differentiable_push(&self, _: &mut Workspace) -> (Self, ()) {
        (-*self, ())
    }

    /// The way back of `neg`.
    #[inline(always)]
    fn neg_differentiable_pull(&self, (): (), _: &mut Workspace, seed: Self, bar: Option<&mut Self>) {
        if let Some(bar) = bar {
            *bar -= seed;
        }
    }
}

impl<T: Real> NumberMethods for T {}
