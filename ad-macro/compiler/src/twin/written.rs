//! The sweeps for a person to read: one function, whose pullback captures what it uses, without the call protocol.
//!
//! ```text
//! Input:  the planned sweeps of `fn f(x: &[f64], k: f64) -> f64`, before the passes on loops
//! Output: fn f_vjp(x: &[f64], k: f64) -> (f64, impl FnOnce(f64, &mut [f64]) -> ((), f64)) {
//!             …
//!             let pullback = move |seed: f64, x_bar: &mut [f64]| -> ((), f64) { … };
//!             (value, pullback)
//!         }
//! ```
//!
//! It is not compiled: it still calls the runtime, with the workspace.

use crate::emit::emitter::Emit;
use crate::ir::plan::Plan;
use crate::ir::sweeps::Backward;
use crate::ir::*;
use crate::twin::parts::{Own, Parts};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

impl Parts<'_> {
    pub fn written(&self, f: &Function, backward: &Backward, plan: &Plan) -> TokenStream {
        let emit = Emit::new(f, plan, &[&f.body, &backward.block], &backward.results);
        let (declared, output) = (self.declared(), &self.output);
        let (seed, seed_ty, returned) = (&f.info(backward.seed).name, &self.output_cotangent, self.returned());
        let (mut slots, mut types) = match self.unit {
            true => (Vec::new(), Vec::new()),
            false => (vec![quote!(#seed: #seed_ty)], vec![quote!(#seed_ty)]),
        };
        for (param, source) in self.params.iter().zip(&f.params) {
            let (Some(bar), None) = (source.bar, &param.function) else {
                continue;
            };
            let (name, bar, buffer) = (&f.info(source.var).name, &f.info(bar).name, &param.buffer);
            if param.passing == Passing::Mut {
                let reference = param.reference(&param.ty);
                slots.push(quote!(#name: #reference));
                types.push(reference);
            }
            slots.push(quote!(#bar: &mut #buffer));
            types.push(quote!(&mut #buffer));
        }
        let back = emit.backward(&backward.block);
        let results = self.results(f, backward);
        let receiver = f.params.iter().find(|param| param.receiver).map(|param| {
            let this = &f.info(param.var).name;
            quote!(let #this = self;)
        });
        let called = |suffix: &str| {
            let name = f.name.to_string();
            Ident::new(
                &format!("{}_{suffix}", name.trim_start_matches("r#")),
                Span::call_site(),
            )
        };
        if let Recursion::Frames(frames) = &f.recursion {
            let Frames { calls, tapes } = &**frames;
            let push = f.body.spilled().map(|(tape, vars)| emit.push(tape, vars));
            let value_name = &self.own.value;
            let forward = emit.sweep(&f.body, |value| match value.is_empty() {
                true => quote!(#push),
                false => quote!(let #value_name = #value; #push #value_name),
            });
            let (forward_name, backward_name) = (called("forward"), called("backward"));
            let again = self.params.iter().filter(|param| param.passing == Passing::Ref);
            let again = again.map(|param| (&param.name, param.reference(&param.ty)));
            let (names, references): (Vec<_>, Vec<_>) = again.unzip();
            return quote! {
                fn #forward_name(#calls: _, #tapes: _, #(#declared),*) -> #output { #receiver #forward }
                fn #backward_name(#calls: _, #tapes: _, #(#slots,)* #(#names: #references),*) -> #returned { #back #results }
            };
        }
        let Own { value, pullback, .. } = &self.own;
        let tapes = plan.tapes.iter().map(|tape| &f.info(*tape).name);
        let ws = &f.ws;
        let sweep = emit.sweep(&f.body, |result| {
            let (bound, value) = match result.is_empty() {
                true => (None, quote!(())),
                false => (Some(quote!(let #value = #result;)), quote!(#value)),
            };
            quote! {
                #bound
                let #pullback = move |#(#slots),*| -> #returned { #back #results };
                (#value, #pullback)
            }
        });
        let name = called("vjp");
        quote! {
            fn #name(#(#declared),*) -> (#output, impl FnOnce(#(#types),*) -> #returned) {
                #receiver
                #(let mut #tapes = #ws.tape();)*
                #sweep
            }
        }
    }
}
