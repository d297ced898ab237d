//! Forward mode: the tangents of operations on types that only rustc knows, and what stands for those that are missing.

/// What has no tangent yet.
pub trait MissingTangent {
    /// What it is, in the user's words.
    const WHAT: &'static str;
}

/// Stands for the tangent of what has none: an error where it is compiled, and so of nobody who does not ask for it.
///
/// ```compile_fail
/// struct Missing;
///
/// impl ad_runtime::MissingTangent for Missing {
///     const WHAT: &'static str = "there is no tangent of this";
/// }
///
/// ad_runtime::missing_tangent::<Missing, f64>();
/// ```
#[inline(never)]
pub fn missing_tangent<M: MissingTangent, R>() -> R {
    const { panic!("{}", M::WHAT) }
}
