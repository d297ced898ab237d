//! Methods of numbers that have no rule, where only rustc knows that it is a number: the sign, changed by the operator's method,
//! `x.neg()`, and `x.sin_cos()`.

use crate::found::{At, ByMove, at};
use crate::real::Real;
use crate::scalar::times;
use crate::workspace::Workspace;

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

    /// Whose method this is.
    fn sin_cos_differentiable_at(&self) -> At<Self, ByMove> {
        at()
    }

    /// `x.sin_cos()`, and its value once more.
    #[inline(always)]
    fn sin_cos_differentiable_push(&self, _: &mut Workspace) -> ((Self, Self), (Self, Self)) {
        let both = self.sin_cos();
        (both, both)
    }

    /// The way back of `sin_cos`.
    #[inline(always)]
    fn sin_cos_differentiable_pull(
        &self,
        (sin, cos): (Self, Self),
        _: &mut Workspace,
        (sin_bar, cos_bar): (Self, Self),
        bar: Option<&mut Self>,
    ) {
        if let Some(bar) = bar {
            *bar += times(sin_bar, cos) - times(cos_bar, sin);
        }
    }
}

impl<T: Real> NumberMethods for T {}
