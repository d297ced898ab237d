//! Parameters that are tuples of references: flattened in the sweeps, and as the user wrote them at the entry points.
//!
//! Input:  `fn f(pair: (&[f64], &f64), k: f64)`
//! Output: `forward(ws, pair_0: &[f64], pair_1: &f64, k: f64)`, and `grad(pair: (&[f64], &f64), k: f64) -> ((Vec<f64>, f64), f64)`

use crate::emit::callees::in_tuples;
use crate::ir::function::{Passing, TupleParam};
use crate::twin::parts::Parts;
use crate::twin::signature::Signature;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};

impl Parts<'_> {
    /// What stands in tuples as the user wrote it.
    pub(super) fn as_written(&self, items: Vec<TokenStream>) -> Vec<TokenStream> {
        in_tuples(items, self.tuples.iter().map(|(tuple, _)| tuple.parts.clone()))
    }

    /// How many arguments the function takes.
    pub fn taken(&self) -> usize {
        self.as_written(vec![TokenStream::new(); self.params.len()]).len()
    }

    /// The parameters of an entry point: `pair: (&[f64], &f64), k: f64`.
    pub(super) fn declared_as_written(&self) -> Vec<TokenStream> {
        let mut declared = self.declared();
        for (param, declared) in self.params.iter().zip(&mut declared) {
            if let Some(view) = &param.view {
                let name = &param.name;
                let mutable = (param.passing == Passing::Mut).then(|| quote!(mut));
                *declared = quote!(#mutable #name: #view);
            }
            if param.held {
                let (name, ty) = (&param.name, &param.declared);
                *declared = quote!(#name: #ty);
            }
        }
        for (tuple, _) in self.tuples.iter().rev() {
            let types = self.params[tuple.parts.clone()].iter().map(|part| match part.passing {
                Passing::Value => part.declared.to_token_stream(),
                _ => part.lent(&part.declared),
            });
            let name = &tuple.name;
            let whole = quote!(#name: (#(#types,)*));
            declared.splice(tuple.parts.clone(), [whole]);
        }
        declared
    }

    /// The names of an entry point's parameters.
    pub(super) fn names_as_written(&self) -> Vec<TokenStream> {
        let mut names: Vec<_> = self.params.iter().map(|param| param.name.to_token_stream()).collect();
        for (tuple, _) in self.tuples.iter().rev() {
            names.splice(tuple.parts.clone(), [tuple.name.to_token_stream()]);
        }
        names
    }

    /// What an entry point begins with: it takes the tuples apart, and readies the options.
    pub(super) fn prologue(&self) -> TokenStream {
        let apart = self.tuples.iter().map(|(tuple, _)| {
            let (name, parts) = (&tuple.name, self.params[tuple.parts.clone()].iter());
            let parts = parts.map(|part| &part.name);
            quote!(let (#(#parts,)*) = #name;)
        });
        // What follows says no more of a type that carries no derivative.
        let plain = |param: &&Signature| param.asked && !param.is_receiver() && !param.held && param.view.is_none();
        let asked = self.params.iter().filter(plain).map(|param| {
            let (name, ty) = (&param.name, &param.ty);
            match param.passing {
                Passing::Value => quote!(let #name: #ty = #name;),
                _ => {
                    let reference = param.reference(ty);
                    quote!(let #name: #reference = #name;)
                }
            }
        });
        let options = self.options();
        quote!(#(#apart)* #(#asked)* #options)
    }

    /// What an entry point has for each differentiable parameter. In a tuple, `()` stands for a part that has nothing.
    pub(super) fn components(&self, of: impl Fn(&Signature) -> Option<TokenStream>) -> Vec<TokenStream> {
        self.joined(of, |_, parts| quote!((#(#parts,)*)))
    }

    /// The buffers of an entry point with their types, and the statements that take those of tuples apart.
    pub(super) fn buffers(&self) -> (Vec<TokenStream>, Vec<TokenStream>, TokenStream) {
        let bar = |param: &Signature| Some(param.bar.to_token_stream());
        let names = self.joined(bar, |bar, _| bar.to_token_stream());
        let types = self.components(|param| Some(param.lent_buffer()));
        let parts = self.components(bar);
        let apart = names
            .iter()
            .zip(&parts)
            .filter(|(name, part)| name.to_string() != part.to_string());
        let apart = apart.map(|(name, parts)| quote!(let #parts = #name;)).collect();
        (names, types, apart)
    }

    fn joined(
        &self,
        of: impl Fn(&Signature) -> Option<TokenStream>,
        join: impl Fn(&Ident, Vec<TokenStream>) -> TokenStream,
    ) -> Vec<TokenStream> {
        let of = |param: &Signature| of(param).filter(|_| param.differentiable);
        let mut joined = Vec::new();
        let mut next = 0;
        for (TupleParam { parts, .. }, bar) in &self.tuples {
            joined.extend(self.params[next..parts.start].iter().filter_map(of));
            let inside = self.params[parts.clone()].iter();
            let inside = inside.map(|param| of(param).unwrap_or_else(|| quote!(())));
            joined.push(join(bar, inside.collect()));
            next = parts.end;
        }
        joined.extend(self.params[next..].iter().filter_map(of));
        joined
    }
}
