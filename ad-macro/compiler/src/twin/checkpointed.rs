//! Checkpointing of a whole function: the forward sweep saves the arguments alone, and the pullback reruns the function.
//!
//! ```text
//! Input:  the two sweeps of `fn f(x: &[f64], k: f64) -> f64`
//! Output: fn again(..) { the sweeps }
//!         fn forward(ws, x, k) { let value = f(x, k);  (value, |ws, seed, (x, x_bar), ()| {
//!             let (_, pullback) = again(ws, x, k);  pullback(ws, seed, (x, x_bar), ()) }) }
//! ```
//!
//! The borrowed arguments a pullback is handed again: a function of references has no residuals at all, however much it computes. The
//! pullback knows the seed: where `loops/sweep_fusion.rs` could fuse the sweeps, it runs that, in the memory of one iteration.

use crate::ir::planned::Sweeps;
use crate::ir::*;
use crate::syntax::diagnostics::Diagnostics;
use crate::twin::parts::{Own, Parts};
use crate::twin::target::Kind;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::spanned::Spanned;

impl Parts<'_> {
    /// The body of `forward`, and the function with the sweeps, where the pullback or what runs both of them may call it.
    pub(super) fn checkpoint(&self, sweeps: &TokenStream, together: Option<&Sweeps>) -> (TokenStream, TokenStream) {
        let name = self.twin.derivative("again");
        let apart = together.is_none_or(|together| !together.function.conditions.is_empty());
        let again = apart.then(|| self.sweep(&name, " The two sweeps, which the pullback runs.", sweeps));
        let (ws, function) = (&self.ws, self.twin.function);
        let Own {
            value, pullback, seed, ..
        } = &self.own;
        let (seed_ty, returned) = (&self.output_cotangent, self.returned());
        let names: Vec<&Ident> = self.params.iter().map(|param| &param.name).collect();
        let copies = self.params.iter().map(|param| match (&param.name, param.passing) {
            (name, Passing::Value) => quote!(::core::clone::Clone::clone(&#name)),
            (name, _) => quote!(#name),
        });
        let (slots, passed): (Vec<_>, Vec<_>) = self
            .params
            .iter()
            .map(|param| {
                let (name, bar, slot) = (&param.name, &param.bar, param.slot());
                match param.passing {
                    Passing::Value => (quote!((): #slot), quote!(())),
                    _ => (quote!((#name, #bar): #slot), quote!((#name, #bar))),
                }
            })
            .unzip();
        let arguments = self.arguments(TokenStream::new());
        let back = match together {
            Some(_) => {
                let together = self.twin.derivative("together");
                let lent = self.params.iter().map(|param| {
                    let (name, bar) = (&param.name, &param.bar);
                    match param.passing {
                        Passing::Value => quote!(#name),
                        _ => quote!(#name, #bar),
                    }
                });
                quote!(Self::#together #arguments(#ws, #seed, #(#lent),*).1)
            }
            None => quote! {
                let (_, #pullback) = Self::#name #arguments(#ws, #(#names),*);
                #pullback(#ws, #seed, #(#passed),*)
            },
        };
        let closure = quote! {
            move |#ws: &mut ::pullback::rt::Workspace, #seed: #seed_ty, #(#slots),*| -> #returned { #back }
        };
        let closure = self.bind_pullback(pullback, closure);
        let forward = quote! {
            let #value = #function #arguments(#(#copies),*);
            #closure
            (#value, #pullback)
        };
        (forward, again.unwrap_or_default())
    }
}

/// Reports a `checkpoint` where there is nothing to be saved.
pub fn needless(key: &Ident, why: &str, diagnostics: &Diagnostics) {
    diagnostics.error(key.span(), why, "take `checkpoint` away");
}

/// Reports a `checkpoint` on what is no free function.
pub fn check_kind(key: &Ident, kind: Kind, diagnostics: &Diagnostics) {
    if !matches!(kind, Kind::Free(_)) {
        let help = "put the body into a free function marked `checkpoint`, and call that";
        diagnostics.error(key.span(), "`checkpoint` is for free functions", help);
    }
}

/// Reports the parameters that stand in the way of `checkpoint`.
pub fn check_params(f: &Function, diagnostics: &Diagnostics) {
    for param in &f.params {
        let (what, help) = match param.passing {
            Passing::Mut => (
                "the pullback of a checkpoint runs the function once more: what it writes to would be written twice",
                "take it by value, and return what is to become of it",
            ),
            Passing::Function => (
                "a checkpoint cannot keep a function that it is handed",
                "call a function by its name",
            ),
            _ if param.held => (
                "a checkpoint cannot keep what holds references",
                "take each reference as a parameter of its own",
            ),
            _ => continue,
        };
        diagnostics.error(param.ty.span(), what, help);
    }
    for tuple in &f.tuples {
        let help = "take its parts as parameters of their own";
        diagnostics.error(
            tuple.name.span(),
            "a checkpoint cannot keep a tuple of references",
            help,
        );
    }
}
