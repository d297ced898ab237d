//! Sweeps of an array's method that delegate to those of a free function over a view.
//!
//! Input:  the method `total(&self)` of `ArrayBase<S, D>`, and the sweeps of `viewed(the_array: &ArrayView<'_, A, D>)`
//! Output: `total_differentiable`, which calls `viewed::forward(ws, self)`

use crate::ir::*;
use crate::options::viewed::Viewed;
use crate::tangent::forward::Missing;
use crate::twin::parts::{Own, Parts};
use crate::twin::target::Twin;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// A twin whose sweeps run those of the function of a view, which stand in `inner`.
pub fn delegated(twin: &Twin, f: &Function, viewed: &Viewed, inner: &TokenStream) -> TokenStream {
    let parts = Parts::new(twin, f);
    let forward = parts.handed_on(viewed, inner);
    let missing = Missing::of("a method of arrays of any storage");
    let tangent = parts.forward_mode(Err(&missing));
    parts.tokens(forward, tangent)
}

impl Parts<'_> {
    fn handed_on(&self, viewed: &Viewed, inner: &TokenStream) -> TokenStream {
        let (function, element, axes) = (&viewed.function.sig.ident, &viewed.element, &viewed.axes);
        let (guard, ws, pulled) = (
            self.twin.guard(),
            &self.ws,
            Ident::new("pull_viewed", Span::call_site()),
        );
        let Own {
            value, pullback, seed, ..
        } = &self.own;
        let (array, rest) = self.params.split_first().expect("a method has a receiver");
        let (now, bar, part, slot) = (&array.now, &array.bar, &array.part, array.slot());
        let mutable = (array.passing == Passing::Mut).then(|| quote!(mut));
        let names: Vec<_> = rest.iter().map(|param| &param.name).collect();
        let slots = rest.iter().map(|param| param.slot());
        let (seed_ty, returned) = (&self.output_cotangent, self.returned());
        let closure = quote! {
            move |#ws: &mut ::pullback::rt::Workspace, #seed: #seed_ty, (#now, #bar): #slot, #(#names: #slots),*| -> #returned {
                let mut #part = #bar.map(|#bar| ::pullback::rt::numbers_of::<_, #element, #axes>(#bar));
                #pulled(#ws, #seed, (& #mutable **#now, #part.as_deref_mut()), #(#names),*)
            }
        };
        let closure = self.bind_pullback(pullback, closure);
        quote! {
            #inner
            #guard
            let (#value, #pulled) = #function::forward(#ws, & #mutable **self, #(#names),*);
            #closure
            (#value, #pullback)
        }
    }
}
