//! Reverse-mode automatic differentiation of ordinary Rust functions, by source transformation.

#![forbid(unsafe_code)]

pub use ad_macro::differentiable;
#[doc(hidden)]
pub use ad_runtime as rt;
pub use ad_runtime::{Cotangent, Differentiable, Mismatch, Report, Workspace};
pub use ndarray;

/// Evaluates its argument as it stands and stops the derivative.
///
/// Inside a differentiable function nothing is differentiated in the argument; its value is a constant to what follows.
///
/// ```
/// use pullback::{differentiable, no_diff};
///
/// #[differentiable]
/// fn scaled(x: f64) -> f64 {
///     let norm = no_diff(x.abs());
///     x / norm
/// }
///
/// assert_eq!(scaled::grad(2.0), 0.5);
/// ```
#[inline(always)]
pub fn no_diff<T>(value: T) -> T {
    value
}

/// Compares the derivatives of a differentiable function with finite differences.
///
/// The call is written as the function's own: `check_grad!(energy(&x, k, 10))`. It returns a [`Report`], or the first
/// [`Mismatch`] with the argument and component that is off.
///
/// ```
/// use pullback::{check_grad, differentiable};
///
/// #[differentiable]
/// fn energy(x: &[f64], k: f64) -> f64 {
///     let mut sum = 0.0;
///     for i in 0..x.len() {
///         sum += 0.5 * k * x[i] * x[i];
///     }
///     sum
/// }
///
/// check_grad!(energy(&[1.0, -2.0], 3.0)).unwrap();
/// ```
#[macro_export]
macro_rules! check_grad {
    ($first:ident $(:: $rest:ident)* ( $($argument:expr),* $(,)? )) => {
        $first $(:: $rest)* ::check($($argument),*)
    };
}
