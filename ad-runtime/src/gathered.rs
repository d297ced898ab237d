//! Vectors, matrices and points that a macro makes of numbers: `vector![x, y, z]`, `matrix![a, b; c, d]`.

use crate::differentiable::Differentiable;
use crate::scalar::Scalar;
use crate::workspace::Workspace;

/// What a macro gathers `N` numbers in, row by row.
///
/// Implemented for nalgebra's types, with the feature; a crate whose macros have these names, `vector!`, `matrix!`, `point!`, `dvector!`
/// and `dmatrix!`, implements it for its own.
#[diagnostic::on_unimplemented(
    message = "a macro of this name makes a `{Self}` here, and no derivative is known for that",
    note = "call a function marked `#[differentiable]` instead"
)]
pub trait Gathered<A, const N: usize>: Differentiable {
    /// The cotangents of the numbers, in the order in which they are written.
    fn scattered(seed: &Self::Cotangent) -> [A; N];
}

/// What the macro makes.
///
/// ```
/// assert_eq!(ad_runtime::gathered([1.0, 2.0], |t| vec![t[0], t[1]]), [1.0, 2.0]);
/// ```
#[inline(always)]
pub fn gathered<A, const N: usize, V>(numbers: [A; N], make: fn([A; N]) -> V) -> V {
    make(numbers)
}

/// [`gathered`], and its pullback.
///
/// ```
/// # #[cfg(feature = "nalgebra")] {
/// use nalgebra::Matrix2;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (m, pullback) = ad_runtime::twins::gathered(&mut ws, [1.0, 2.0, 3.0, 4.0], |t| Matrix2::new(t[0], t[1], t[2], t[3]));
/// assert_eq!(m[(0, 1)], 2.0);
/// assert_eq!(pullback(&mut ws, Matrix2::new(0.1, 0.2, 0.3, 0.4), (), ()), ([0.1, 0.2, 0.3, 0.4], ()));
/// # }
/// ```
#[inline(always)]
#[allow(clippy::type_complexity)]
pub fn gathered_twin<A: Scalar, const N: usize, V: Gathered<A, N>>(
    _: &mut Workspace,
    numbers: [A; N],
    make: fn([A; N]) -> V,
) -> (
    V,
    impl FnOnce(&mut Workspace, V::Cotangent, (), ()) -> ([A; N], ()) + use<A, N, V>,
) {
    let pullback = |_: &mut Workspace, seed: V::Cotangent, (), ()| (V::scattered(&seed), ());
    (make(numbers), pullback)
}
