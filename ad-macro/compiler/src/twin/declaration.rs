//! The generic parameters and the where clause of a derivative: the function's own, and what rustc is to prove.
//!
//! Input:  `fn energy<T: Float>(model: &DMatrix<T>, n: Steps)`, of which `n` was taken for a count
//! Output: `<T: Float + Real + 'static>` `where for<'inert> Steps: ::pullback::rt::Inactive`

use crate::syntax::types::Ty;
use crate::twin::cotangent_types::{is_concrete, set_lifetimes};
use crate::twin::parts::Parts;
use crate::twin::signature::Signature;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

impl Parts<'_> {
    pub fn declaration(&self, more_params: Vec<TokenStream>, more: Vec<TokenStream>) -> (TokenStream, TokenStream) {
        let mut predicates: Vec<TokenStream> = Vec::new();
        if let Some(clause) = &self.twin.generics.where_clause {
            predicates.extend(clause.predicates.iter().map(|predicate| quote!(#predicate)));
        }
        predicates.extend(more);
        predicates.extend(self.proofs());
        let clause = if predicates.is_empty() {
            quote!()
        } else {
            quote!(where #(#predicates),*)
        };
        let lifetimes = self.twin.lending.declared.iter().map(|lifetime| quote!(#lifetime));
        let params = self.twin.generics.params.iter().map(|param| quote!(#param));
        let params = lifetimes.chain(params).chain(more_params);
        let params: Vec<_> = params.collect();
        let params = if params.is_empty() {
            quote!()
        } else {
            quote!(<#(#params),*>)
        };
        (params, clause)
    }

    /// What rustc is to prove of the written types that the macro does not know: if it cannot, that is one error on the type.
    fn proofs(&self) -> Vec<TokenStream> {
        let params = self.differentiable().filter(|param| !param.is_receiver());
        let types = params.map(|param| &param.ty).chain(Some(&self.output));
        let mut seen = Vec::new();
        let mut proofs = Vec::new();
        // That `Option` is std's is a guess.
        let assumed = |param: &&Signature| {
            !param.differentiable
                && param.function.is_none()
                && crate::syntax::types::is_inert_parameter(&param.ty)
                && !Ty::of(&param.ty).is_inert()
        };
        for param in self.params.iter().filter(assumed) {
            let mut ty = param.ty.clone();
            set_lifetimes(&mut ty, "'inert");
            proofs.push(quote_spanned!(ty.span()=> for<'inert> #ty: ::pullback::rt::Inactive));
        }
        for ty in types.filter(|ty| is_concrete(&self.twin.proven(ty), self.twin.in_scope, self.twin.proven)) {
            let text = quote!(#ty).to_string();
            if !seen.contains(&text) {
                seen.push(text);
                proofs.push(quote_spanned!(ty.span()=> #ty: ::pullback::Differentiable));
            }
        }
        proofs
    }
}
