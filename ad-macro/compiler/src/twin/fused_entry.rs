//! The two sweeps as one function of the seed, which the entry points that know it call.
//!
//! ```text
//! Input:  the fused sweeps of `fn f(x: &[f64], k: f64) -> f64`
//! Output: fn together(ws, seed, x, x_bar, k) -> (f64, ((), f64)) { … }
//! ```
//!
//! Where a condition does not hold, it runs the sweeps one after the other.

use crate::emit::emitter::Emit;
use crate::ir::planned::Sweeps;
use crate::ir::sweeps::{Condition, Fills};
use crate::ir::*;
use crate::plan::privatisation::FillingParams;
use crate::twin::assemble::{object_traits, route_traits};
use crate::twin::parts::{Own, Parts};
use crate::twin::target::Kind;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Parts<'_> {
    pub(super) fn together(&self, together: &Sweeps) -> TokenStream {
        let Sweeps {
            function: f,
            backward,
            plan,
        } = together;
        let emit = Emit::new(f, plan, &[&f.body, &backward.block], &backward.results)
            .with_proven(self.twin.proven)
            .with_accepted(self.twin.accepted.map(|accepted| &accepted.name));
        let (ws, ad, seed) = (&f.ws, &f.ad, &f.info(backward.seed).name);
        let Own { value, pullback, .. } = &self.own;
        let tapes: Vec<_> = plan.tapes.iter().map(|tape| &f.info(*tape).name).collect();
        let results = self.results(f, backward);
        let rest = emit.rest(&backward.block);
        let sweep = emit.sweep(
            &f.body,
            |result| quote!(let #value = #result; #rest #(#ws.recycle(#tapes);)* (#value, #results)),
        );
        let mut declared = Vec::new();
        let mut slots = Vec::new();
        let (mut receiver, mut this) = (None, None);
        for ((param, source), name) in self.params.iter().zip(&f.params).zip(self.declared_in_sweep()) {
            if source.receiver {
                let own = &f.info(source.var).name;
                (receiver, this) = (Some(quote!(#name,)), Some(quote!(let #own = self;)));
            } else {
                declared.push(name);
            }
            let Some(bar) = source.bar else {
                slots.push(quote!(()));
                continue;
            };
            let (name, bar, buffer) = (&param.name, &f.info(bar).name, &param.buffer);
            declared.push(quote!(mut #bar: ::core::option::Option<&mut #buffer>));
            slots.push(quote!((#name, #bar)));
        }
        // The forward sweep of a checkpoint leaves it to its pullback to run both, here.
        let forward = match self.twin.checkpoint {
            true => &self.twin.part("again"),
            false => &self.sweep,
        };
        let forward = self.run_sweep(forward, quote!(#ws), |param| {
            let name = &param.name;
            quote!(#name)
        });
        let (laters, fills, conditions) = conditions(f);
        let twins = (!fills.is_empty()).then(|| {
            quote!(
                use ::pullback::rt::Fills as _;
            )
        });
        let apart = (!conditions.is_empty()).then(|| {
            quote! {
                #(let #laters = #ad::later();)*
                if !(#(#conditions)&&*) {
                    let (#value, #pullback) = #forward;
                    return (#value, #pullback(#ws, #seed, #(#slots),*));
                }
            }
        });
        let (output, seed_ty, returned) = (&self.output, &self.output_cotangent, self.returned());
        let (params, where_clause) = self.sweep_generics(None);
        let name = &self.fused;
        let (routes, objects, items, runtime) = (
            route_traits(f),
            object_traits(f, &backward.block),
            &f.items,
            self.runtime(),
        );
        let imports = f.imports(&quote!(#apart #sweep));
        let asked = self.twin.accepted.map(|accepted| accepted.asked(f));
        quote! {
            /// Both sweeps, where the seed is known.
            #[doc(hidden)]
            #[inline]
            fn #name #params(
                #receiver #ws: &mut ::pullback::rt::Workspace, mut #seed: #seed_ty, #(#declared),*
            ) -> (#output, #returned) #where_clause {
                use #runtime as #ad;
                #twins
                #routes
                #objects
                #(#items)*
                #imports
                #this
                #asked
                #apart
                #(let mut #tapes = #ws.tape();)*
                #sweep
            }
        }
    }

    /// What callers are told about the lists that the function fills.
    pub(super) fn fills(&self, filling: &FillingParams) -> Option<TokenStream> {
        if filling.is_empty() || !matches!(self.twin.kind, Kind::Free(_)) {
            return None;
        }
        let visibility = self.twin.visibility;
        let cases = filling
            .iter()
            .map(|(list, sizes)| quote!(list == #list #(&& sizes.contains(&#sizes))*));
        Some(quote! {
            /// Whether a list that the function may write is overwritten before it is read, if it has as many elements as these other
            /// arguments are or have.
            #[doc(hidden)]
            #[inline(always)]
            #visibility fn fills(list: usize, sizes: &[usize]) -> bool {
                #(#cases)||*
            }
        })
    }

    /// Runs both sweeps with the given seed: `let (value, (_, k_part)) = Self::together(&mut ws, seed, x, Some(x_bar), k);`.
    pub(super) fn run_together(&self, workspace: &TokenStream, seed: &TokenStream) -> TokenStream {
        let receiver = self.receiver().map(|param| {
            let name = &param.name;
            quote!(#name,)
        });
        let arguments = self.params.iter().map(|param| {
            let (name, bar) = (param.passed(), &param.bar);
            let name = (!param.is_receiver()).then(|| quote!(#name,));
            match (param.passing, param.differentiable) {
                (Passing::Value, _) => quote!(#name),
                (_, true) => quote!(#name ::core::option::Option::Some(&mut *#bar),),
                (_, false) => quote!(#name ::core::option::Option::None,),
            }
        });
        let (value, returned) = (&self.own.value, self.received());
        let (name, generics) = (&self.fused, self.sweep_arguments());
        quote!(let (#value, #returned) = Self::#name #generics(#receiver #workspace, #seed, #(#arguments)*);)
    }
}

/// The conditions of both sweeps as one, with the floats whose types they ask, and the filled lists.
fn conditions(f: &Function) -> (Vec<&Ident>, Vec<TokenStream>, Vec<TokenStream>) {
    let ad = &f.ad;
    let mut laters = Vec::new();
    let mut fills = Vec::new();
    let conditions = f.conditions.iter().map(|condition| match condition {
        Condition::Float(var) => {
            let later = &f.info(*var).name;
            laters.push(later);
            quote!(#ad::is_float(&#later))
        }
        Condition::Fills(Fills { function, list, sizes }) => {
            let condition = quote!(#function(#list, &[#(#sizes),*]));
            fills.push(condition.clone());
            condition
        }
    });
    let conditions = conditions.collect();
    (laters, fills, conditions)
}
