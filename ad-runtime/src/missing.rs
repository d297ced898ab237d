//! What stands for derivatives that are missing.

/// Why there is none.
pub trait MissingDerivative {
    /// In the user's words.
    const WHAT: &'static str;
}

/// Stands for a derivative that is missing: an error where it is compiled, and so of nobody who does not ask for it.
///
/// ```compile_fail
/// struct Missing;
///
/// impl ad_runtime::MissingDerivative for Missing {
///     const WHAT: &'static str = "there is no tangent of this";
/// }
///
/// ad_runtime::missing_derivative::<Missing, f64>();
/// ```
#[inline(never)]
pub fn missing_derivative<M: MissingDerivative, R>() -> R {
    const { panic!("{}", M::WHAT) }
}

/// The function should not have compiled as it is written.
#[derive(Debug)]
pub struct Rejected;

impl MissingDerivative for Rejected {
    const WHAT: &'static str = "`#[differentiable]` took this function for one that does not compile, and made no derivative: annotate the types of its variables";
}

/// A tangent that nobody asked for.
#[derive(Debug)]
pub struct NotAsked;

impl MissingDerivative for NotAsked {
    const WHAT: &'static str = "this function has no tangent yet: write `#[differentiable(jvp)]` on it";
}

/// A Jacobian that is asked for, of a result that is not seen to be a list of numbers.
#[derive(Debug)]
pub struct OfAnotherResult;

impl MissingDerivative for OfAnotherResult {
    const WHAT: &'static str = "the result of this function is not seen to be a list of numbers: write its type out, `[f64; N]`, a tuple of `f64`, `Vec<f64>` or `Array1<f64>`";
}
