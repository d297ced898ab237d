//! `T::from(x)` between types of other crates, and where the user's own impl is marked.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::differentiable::Differentiable;
use crate::workspace::Workspace;

/// What a value of one type is made of another by `from`.
///
/// ```
/// use ad_runtime::{Differentiable, FromValue, Workspace};
///
/// fn doubled<T: FromValue<f64, Cotangent = f64>>(x: f64) -> f64 {
///     let mut ws = Workspace::new();
///     let (_, pullback) = T::from_differentiable(x, &mut ws);
///     pullback(&mut ws, 2.0, ()).0
/// }
/// ```
pub trait FromValue<V: Differentiable>: Differentiable + Sized {
    /// `from`.
    fn from_differentiable(
        value: V,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self::Cotangent, ()) -> (V::Cotangent,) + use<Self, V>,
    );
}
