//! The operators of numbers, called by their names, `x.neg()`, where only rustc knows that they are numbers.

use crate::found::{At, ByMove, at};
use crate::operators::{AddAdjoint, DivAdjoint, MulAdjoint, NegAdjoint, SubAdjoint};
use crate::real::Real;
use crate::sweep::{ByValue, Workspace};

/// The pairs of the operators of floats that are called as methods; see [`methods`](crate::methods).
///
/// ```
/// use ad_runtime::NumberMethods as _;
///
/// let (mut ws, x, mut x_bar) = (ad_runtime::Workspace::new(), 2.0, 0.0);
/// let (product, kept) = x.mul_differentiable_push(3.0, &mut ws);
/// let (three_bar,) = x.mul_differentiable_pull(kept, &mut ws, 10.0, Some(&mut x_bar), ());
/// assert_eq!((product, x_bar, three_bar), (6.0, 30.0, 20.0));
/// ```
