//! `T::from(x)` between types of other crates, and of the user's own by the attribute on an `impl From`.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::differentiable::Differentiable;
use crate::workspace::Workspace;

/// What a value of one type is made of another by `from`.
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
