//! Types of which rustc is asked once whether they carry a derivative.
//!
//! Input:  `Proven<Layer, { <Layer as CarriesDerivative>::CARRIES }>`
//! Output: `Layer`; where it carries none, the constant is the one error, and rustc takes the type for one that is in error

use crate::differentiable::Differentiable;

/// That a type is [`Differentiable`], as it is asked once.
#[diagnostic::on_unimplemented(
    message = "`{Self}` carries no derivative",
    label = "write `#[derive(Differentiable)]` on the type, or `#[no_diff]` here",
    note = "a type of another crate carries one by pullback's feature for that crate, in the version that is `pullback::nalgebra`"
)]
pub trait CarriesDerivative {
    /// What rustc evaluates for that.
    const CARRIES: bool = true;
}

#[diagnostic::do_not_recommend]
impl<T: Differentiable + ?Sized> CarriesDerivative for T {}

/// The same of a trait object.
#[diagnostic::on_unimplemented(
    message = "`{Self}` carries no derivative",
    label = "write `#[differentiable(dyn)]` on the trait, or `#[no_diff]` here"
)]
pub trait ObjectCarriesDerivative {
    /// What rustc evaluates for that.
    const CARRIES: bool = true;
}

#[diagnostic::do_not_recommend]
impl<T: Differentiable + ?Sized> ObjectCarriesDerivative for T {}

/// What chooses the type: it is where the constant has a value.
#[doc(hidden)]
#[derive(Debug)]
pub enum Proof<const CARRIES: bool> {}

/// The type that a proof is of.
#[doc(hidden)]
pub trait ProofOf<T: ?Sized> {
    /// The type itself.
    type Type: ?Sized;
}

impl<T: ?Sized> ProofOf<T> for Proof<true> {
    type Type = T;
}

/// The type itself, where the constant has a value.
#[doc(hidden)]
pub type Proven<T, const CARRIES: bool> = <Proof<CARRIES> as ProofOf<T>>::Type;

/// The cotangent of a type: `<T as Differentiable>::Cotangent`.
pub type CotangentOf<T, const CARRIES: bool> = <Proven<T, CARRIES> as Differentiable>::Cotangent;

/// Whether what makes an argument compiles, for rustc: the size of the type is what only then is known.
///
/// ```
/// const COMPILES: bool = ad_runtime::compiles(&|| 1.0_f64.sin());
/// assert!(COMPILES);
/// ```
pub const fn compiles<R>(_: &impl FnOnce() -> R) -> bool {
    size_of::<R>() != usize::MAX
}
