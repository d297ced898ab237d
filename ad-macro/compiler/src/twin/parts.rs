//! `Parts`, what all files of this layer share: the signature's types in the emitted code, and names that collide with none of the
//! user's.
//!
//! Input:  a `Twin`, its `ir::Function`
//! Output: per parameter its `Signature`; the output's cotangent; `Own`, the names `workspace`, `seed`, `value_bar`, …

use crate::ir::*;
use crate::twin::signature::Signature;
use crate::twin::target::Twin;
use proc_macro2::{Ident, TokenStream};
use syn::Type;

/// The parts of the twin that do not depend on the function's body.
pub struct Parts<'a> {
    pub twin: &'a Twin<'a>,
    pub recursion: Recursion,
    pub params: Vec<Signature>,
    pub output: Type,
    pub output_cotangent: TokenStream,
    pub unit: bool,
    pub ws: Ident,
    pub own: Own,
    /// The parameters that are tuples of references, with the names of their buffers.
    pub tuples: Vec<(TupleParam, Ident)>,
    /// With cotangents in lanes, the name of their number.
    pub lanes: Option<Ident>,
    /// The function of the forward sweep.
    pub sweep: Ident,
    /// The function of both sweeps.
    pub fused: Ident,
    /// Whether the entry points that know the seed run both sweeps as one function.
    pub together: bool,
    /// Whether there is a tangent function.
    pub forward: bool,
    /// Whether that has sweeps.
    pub twice: bool,
    /// Whether the pullback may run any number of times.
    pub repeatable: bool,
    /// Whether loops stand in loops.
    pub nested: bool,
}

/// Names of the entry points' own variables, apart from all of the user's.
pub struct Own {
    pub workspace: Ident,
    pub value: Ident,
    pub(super) pullback: Ident,
    pub seed: Ident,
    pub(super) value_bar: Ident,
    pub(super) shape: Ident,
    pub(super) out: Ident,
    pub(super) start: Ident,
    pub(super) ask: Ident,
    pub(super) once: Ident,
    pub held: Ident,
    pub(super) run: Ident,
}
