//! Emits what only tangent functions have: tangents that may be absent, and calls of other tangent functions.
//!
//! Input:  `let y, y_tangent = call f(&x, k; &x_tangent, _)`; `x_tangent[i]` of a parameter `x: &[f64]`
//! Output: `let (y, y_tangent) = f::tangent(&x, k, Some(&x_tangent), None);`; `match x_tangent { Some(x_tangent) => x_tangent[i], None => 0.0 }`

use crate::emit::emitter::{Emit, Folded};
use crate::ir::*;
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};

impl Emit<'_> {
    /// The value at the tangent of a place in what a parameter refers to: zero where the argument has no tangent.
    pub(super) fn read_tangent(&self, place: &Place, of: Var) -> Folded {
        let (ad, root) = (self.ad(), self.name(place.root));
        let there = self.place(place);
        let tokens = if self.f.place_ty(place).is_scalar() {
            quote!(match #root { Some(#root) => #there, None => 0.0 })
        } else {
            let value = self.borrow(&place.of(of));
            quote!(match #root { Some(#root) => #ad::copy(&#there), None => #ad::zero(#value) })
        };
        Folded { tokens, tight: false }
    }

    /// `Some(&x_tangent[i])`, what the caller gave us, or nothing.
    pub(super) fn tangent_slot(&self, tangent: &Option<Argument>) -> TokenStream {
        let span = self.span.get();
        match tangent {
            None => quote!(None),
            Some(Argument::Ref(place)) if matches!(self.f.info(place.root).role, Role::Tangent(_)) => {
                let (root, there) = (self.name(place.root), self.place(place));
                quote_spanned!(span=> match #root { Some(#root) => Some(&#there), None => None })
            }
            Some(Argument::Ref(place)) => {
                let there = self.place(place);
                quote_spanned!(span=> Some(&#there))
            }
            Some(Argument::Mut(place)) => {
                let there = self.place_mut(place);
                quote_spanned!(span=> Some(&mut #there))
            }
            Some(argument) => {
                let value = self.argument(argument);
                quote_spanned!(span=> Some(#value))
            }
        }
    }

    /// A call of the callee's tangent function.
    pub(super) fn tangent_call(&self, call: &Call, tangents: &[Option<Argument>]) -> TokenStream {
        let (out, tangent, forward) = (self.name(call.out), self.name(call.pullback), &call.forward);
        let args = call.args.iter().map(|arg| self.call_argument(call, arg));
        let args: Vec<_> = args.collect();
        let tangents = tangents.iter().map(|tangent| self.tangent_slot(tangent));
        quote!(let (#out, #tangent) = #forward(#(#args,)* #(#tangents),*);)
    }

    /// A function of the runtime that gives a tangent.
    pub(super) fn tangent_op(&self, function: &str, args: &[Argument], tangents: &[Option<Argument>]) -> TokenStream {
        let (ad, function) = (self.ad(), format_ident!("{function}", span = self.span.get()));
        let args: Vec<_> = args.iter().map(|arg| self.argument(arg)).collect();
        let tangents = tangents.iter().map(|tangent| self.tangent_slot(tangent));
        quote!(#ad::#function(#(#args,)* #(#tangents),*))
    }
}
