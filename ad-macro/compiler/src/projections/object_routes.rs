//! Object-safe projections of a trait's method, for calls through `dyn Trait`.
//!
//! Input:  `fn get(&self, i: usize) -> &f64` of `trait Array`
//! Output: `get_differentiable_route_0(&self, i: usize) -> ObjectRoute<f64, f64>` of the hidden trait, and its impl for every implementor
//!
//! There are none where the result may point into another argument, or may be written through.

use crate::projections::compiled::Compiled;
use crate::twin::object_methods::{Sweeps, is_sized, pair};
use crate::twin::parts::Parts;
use crate::twin::signature::Signature;
use crate::twin::target::Twin;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::WherePredicate;

/// The routes of a method that gives a reference, or `several`, into what it is called on; `None` where that is not certain, or the
/// reference may be written through. `always`: it asks nothing of the trait's parameters itself.
pub fn routes(
    twin: &Twin,
    compiled: &Compiled,
    (several, always): (bool, bool),
    owner: &Ident,
    trait_of: &TokenStream,
    asked: &[WherePredicate],
) -> Option<Sweeps> {
    if compiled.sole != Some(0) || compiled.lent.mutable {
        return None;
    }
    let parts = Parts::new(twin, &compiled.f);
    let declared: Vec<_> = parts.params[1..].iter().map(Signature::shared).collect();
    let names: Vec<_> = parts.params[1..].iter().map(|param| &param.name).collect();
    let (value, bar) = compiled.target(twin);
    let clause = (!asked.is_empty()).then(|| quote!(where #(#asked),*));
    let route = quote!(::pullback::rt::ObjectRoute<#value, #bar>);
    let (name, ty, made) = match several {
        true => (
            "routes_0",
            quote!(::pullback::rt::std::vec::Vec<#route>),
            quote!(object_routes),
        ),
        false => ("route_0", route, quote!(object_route)),
    };
    let (name, at) = (twin.part(name), twin.derivative("marked_differentiable"));
    let found = quote! {
        fn #at(&self, #(#declared),*) -> ::pullback::rt::At<::pullback::rt::AnObject, ::pullback::rt::ByRef> #clause
    };
    let asked_for = quote!(fn #name(&self, #(#declared),*) -> #ty #clause);
    let present = compiled.lent.optional.then(|| {
        let name = twin.part("present");
        (
            quote!(fn #name(&self, #(#declared),*) -> bool #clause),
            quote!({ <#owner as #trait_of>::#name(self, #(#names),*) }),
            quote!({ <#owner as #trait_of>::#name(self.implementor, #(#names),*) }),
        )
    });
    let declared_present = present.iter().map(|(declared, ..)| declared);
    let is_present = present.iter().map(|(declared, present, _)| quote!(#declared #present));
    let is_present_there = present.iter().map(|(declared, _, present)| quote!(#declared #present));
    let cotangent = quote!(<#owner as ::pullback::Differentiable>::Cotangent);
    let (lead, place) = match always && is_sized(&value) {
        true => of_borrower((owner, trait_of), &name, &names, several),
        false => {
            let name = twin.function.to_string();
            let lead = quote!(::pullback::rt::not_of_a_borrower::<#owner>(#name));
            (lead, TokenStream::new())
        }
    };
    // What it gives a reference to, for callers that compute with that.
    let parts = crate::projections::by_copy::copied_parts(twin, compiled).filter(|_| !several);
    let copied = parts.map_or_else(Sweeps::default, |parts| {
        let copied = crate::projections::by_copy::is_copied(&value);
        let clause = quote!(where #(#asked,)* #copied);
        pair(twin, &parts, (owner, trait_of), always, Some(&clause))
    });
    let (copied_declared, copied_here, copied_there) = (copied.declared, copied.implemented, copied.borrowing);
    Some(Sweeps {
        declared: quote!(#found; #asked_for; #(#declared_present;)* #copied_declared),
        implemented: quote! {
            #found {
                ::pullback::rt::at()
            }
            #asked_for {
                ::pullback::rt::#made::<#owner, #cotangent, _>(
                    <#owner as #trait_of>::#name(self, #(#names),*)
                )
            }
            #(#is_present)*
            #copied_here
        },
        borrowing: quote! {
            #found {
                ::pullback::rt::at()
            }
            #asked_for { #lead }
            #(#is_present_there)*
            #copied_there
        },
        place,
    })
}

/// The routes of an implementor that borrows, and how a place is found by them.
fn of_borrower(
    (owner, trait_of): (&Ident, &TokenStream),
    name: &Ident,
    names: &[&Ident],
    several: bool,
) -> (TokenStream, TokenStream) {
    let cotangent = quote!(<#owner as ::pullback::Differentiable>::Cotangent);
    let own = quote!(<#owner as #trait_of>::#name(self.implementor, #(#names),*));
    let again = names.iter().map(|_| quote!(::core::unreachable!()));
    let asked_of = quote!(<#owner as #trait_of>::#name(implementor, #(#again),*));
    let (own, asked_of, first) = match several {
        true => (own, asked_of, TokenStream::new()),
        false => (
            quote!(::pullback::rt::std::vec![#own]),
            quote!(::pullback::rt::std::vec![#asked_of]),
            quote!(.swap_remove(0)),
        ),
    };
    (
        quote!(::pullback::rt::borrowers_routes::<#owner, #cotangent, _>(#own)#first),
        quote! {
            let place = ::pullback::rt::place_by::<#owner, #cotangent, _>(
                self.implementor, |implementor: &#owner| #asked_of, routes, number,
            );
            if place.is_some() {
                return place;
            }
        },
    )
}
