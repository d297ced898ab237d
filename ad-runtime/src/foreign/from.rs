//! `T::from(x)` of types of other crates, and of those whose impl of `From` is marked.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::differentiable::Differentiable;
use crate::workspace::Workspace;

/// What a value of one type is made of another by `from`. `#[differentiable]` on an impl of `From` implements it.
///
/// ```
/// use ad_runtime::{FromValue, Workspace};
///
/// fn made<V: ad_runtime::Differentiable, T: FromValue<V>>(value: V, seed: T::Cotangent) -> (T, V::Cotangent) {
///     let mut ws = Workspace::new();
///     let (made, pullback) = T::from_differentiable(value, &mut ws);
///     (made, pullback(&mut ws, seed, ()).0)
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
