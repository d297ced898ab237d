//! `Compiled`, a function that returns a reference on its way through the passes, and `Routes`, the closures of its projections.

use crate::ir::*;
use crate::signature::returned_places::Lent;
use proc_macro2::TokenStream;

/// A function that returns a reference, on its way through the passes; without routes if it has errors.
pub struct Compiled {
    pub f: Function,
    pub lent: Lent,
    /// The only parameter that the result may point into, by the signature.
    pub sole: Option<usize>,
    pub routes: Option<Routes>,
}

/// What the twin's functions compute.
pub struct Routes {
    /// The statements that come before: what is chosen, and the indices.
    pub statements: TokenStream,
    /// For each parameter by reference, closures that project it, it mutably, its cotangent, and its cotangent mutably.
    pub ways: Vec<Option<[TokenStream; 4]>>,
    /// The number of the parameter that the result points into.
    pub source: TokenStream,
    pub present: TokenStream,
}
