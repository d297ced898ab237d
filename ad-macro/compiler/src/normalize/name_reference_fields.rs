//! Fields of `self` that the attribute says to be references have names of their own.
//!
//! Input:  `{ f(|i| self.0.part(i).energy()) }`, `types(.0 = &S)`
//! Output: `{ let held: &S = self.0; f(|i| held.part(i).energy()) }`
//!
//! Nothing in a function shows which fields of a struct are references. A closure that is passed to a function captures what is behind
//! one, since the struct's own type has a lifetime.

use crate::syntax::fresh_names::Names;
use crate::syntax::tokens::is_self;
use crate::syntax::walk::{NodeMut, WalkMut, descend_mut};
use proc_macro2::{Ident, Span};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, FnArg, ItemFn, Member, Type};

/// The function with a name for what is behind each of these fields that it names. One that may change `self` is left as it is.
pub fn named(function: &ItemFn, fields: &[(Member, Type)]) -> ItemFn {
    let mut function = function.clone();
    match function.sig.inputs.first() {
        Some(FnArg::Receiver(receiver))
            if receiver.mutability.is_none()
                && !matches!(receiver.kind, syn::ReceiverKind::Reference(_, _, Some(_))) => {}
        _ => return function,
    }
    // A field may be named in a macro of the function's own.
    crate::normalize::macro_rules::expanded(&mut function);
    let mut names = Names::of(function.to_token_stream());
    for (member, ty) in fields {
        let mut behind = Behind {
            member,
            name: names.fresh("held", Span::mixed_site()),
            found: false,
        };
        descend_mut(&mut behind, NodeMut::Block(&mut function.block));
        let name = &behind.name;
        if behind.found {
            function.block.stmts.insert(
                0,
                syn::parse_quote_spanned!(member.span()=> let #name: #ty = self.#member;),
            );
        }
    }
    function
}

struct Behind<'a> {
    member: &'a Member,
    name: Ident,
    found: bool,
}

impl WalkMut for Behind<'_> {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Expr(expr) => match expr {
                Expr::Field(field) if is_self(&field.base) && field.member == *self.member => {
                    let name = Ident::new(&self.name.to_string(), field.span());
                    *expr = syn::parse_quote!(#name);
                    self.found = true;
                }
                expr => descend_mut(self, NodeMut::Expr(expr)),
            },
            NodeMut::Item(_) => {}
            node => descend_mut(self, node),
        }
    }
}
