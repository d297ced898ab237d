//! `Emit`, the state of emission of one sweep: use counts, temporaries that wait to be inlined, the lanes.

use crate::ir::plan::Plan;
use crate::ir::spell::Fields;
use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::proven::Proven;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use std::cell::{Cell, RefCell};
use syn::spanned::Spanned;

pub struct Emit<'a> {
    pub(super) f: &'a Function,
    pub(super) plan: &'a Plan,
    /// How often each variable is mentioned in the sweep that is written now.
    pub(super) counts: RefCell<FlatMap<Var, usize>>,
    /// What the other sweep mentions and does not compute for itself: such a variable needs its name.
    pub(super) shared: FlatSet<Var>,
    /// What carries no derivative, is lent to a call that has one, and is kept to be lent to its pullback.
    pub(super) retained: FlatSet<Var>,
    /// Expressions to be written in place of a variable.
    pub(super) folded: RefCell<FlatMap<Var, Folded>>,
    pub(super) fields: Fields,
    /// Whether functions of types are called, which may be those of another crate's type.
    pub(super) of_types: Cell<bool>,
    /// Where cotangents are in lanes, the name of their number.
    pub(super) lanes: Option<&'a Ident>,
    /// The types that rustc is asked about once.
    pub(super) proven: Option<&'a Proven>,
    /// The constant that has no value where the function is in error.
    pub(super) accepted: Option<&'a Ident>,
    /// Whether the sweep that is written now is the backward one.
    pub(super) backward: Cell<bool>,
}

impl<'a> Emit<'a> {
    /// The same where some types are proven.
    pub fn with_proven(self, proven: Option<&'a Proven>) -> Self {
        Emit { proven, ..self }
    }

    /// The same where rustc is asked first whether the function compiles.
    pub fn with_accepted(self, accepted: Option<&'a Ident>) -> Self {
        Emit { accepted, ..self }
    }

    /// A function that is called, of which rustc says nothing where it has said so of the user's call.
    pub(super) fn asked(&self, function: TokenStream) -> TokenStream {
        match self.accepted {
            // It stands where the function does: rustc says once what it says of both.
            Some(accepted) => {
                quote_spanned!(function.span()=> { let forward: ::pullback::rt::Proven<_, { Self::#accepted }> = #function; forward })
            }
            None => function,
        }
    }

    /// The type of a value that is made of its fields, if rustc was asked about it.
    pub(super) fn proven_type(&self, op: &Op) -> Option<TokenStream> {
        let Op::Struct { path: Some(path), .. } = op else {
            return None;
        };
        let name = self
            .proven
            .and_then(|proven| proven.again(path))
            .map(ToTokens::into_token_stream);
        match self.accepted {
            None => name.map(|name| quote!(: #name)),
            Some(accepted) => {
                let name = name.unwrap_or_else(|| quote!(_));
                Some(quote!(: ::pullback::rt::Proven<#name, { Self::#accepted }>))
            }
        }
    }
}

/// A temporary that the next statement may take into itself.
pub(super) struct Pending {
    pub(super) var: Var,
    /// What its expression reads, what was folded into it included.
    pub(super) reads: Vec<Var>,
    /// Whether its expression, and what was folded into it, takes memory of the workspace.
    pub(super) lends: bool,
    pub(super) expr: Folded,
}

#[derive(Clone)]
pub(super) struct Folded {
    pub(super) tokens: TokenStream,
    /// It needs no parentheses, wherever it stands.
    pub(super) tight: bool,
}

impl Folded {
    pub(super) fn tight(tokens: TokenStream) -> Folded {
        Folded { tokens, tight: true }
    }

    pub(super) fn loose(tokens: TokenStream) -> Folded {
        Folded { tokens, tight: false }
    }
}
