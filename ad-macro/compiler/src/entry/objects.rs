//! The sweeps of a trait's methods for trait objects: object-safe, with the pullback in a box.
//!
//! Input:  `fn energy(&self, x: f64) -> f64` of `trait Potential`
//! Output: `energy_differentiable_push` and `energy_differentiable_pull` of a hidden trait, which every implementor `O` has from its
//!         own sweeps. The cotangent of `self` is a `&mut dyn AnyCotangent`, of which `O` takes out its own.
//!
//! Input:  `fn get(&self, i: usize) -> &f64`
//! Output: `get_differentiable_route_0(&self, i: usize) -> ObjectRoute<f64, f64>`, which has `O`'s own route in a box.

use super::Signature;
use super::{Kind, Parts, Twin};
use crate::ir::{Function, Passing};
use crate::routes::Compiled;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::WherePredicate;

/// The functions of one method: as they are declared, and as an implementor has them.
pub struct Sweeps {
    pub declared: TokenStream,
    pub implemented: TokenStream,
}

/// `owner` is the implementor `O`, and `trait_of` the trait, `Potential<T>`.
pub fn sweeps(twin: &Twin, f: &Function, owner: &Ident, trait_of: &TokenStream, asked: &[WherePredicate]) -> Sweeps {
    debug_assert!(matches!(twin.kind, Kind::Declared { .. }));
    let parts = Parts::new(twin, f);
    let [at_name, pushed, pulled] =
        ["differentiable_at", "differentiable_push", "differentiable_pull"].map(|suffix| twin.derivative(suffix));
    let (receiver, rest) = parts.params.split_first().expect("a method has a receiver");
    let exclusive = receiver.passing == Passing::Mut;
    let (this, object, again) = if exclusive {
        (
            quote!(&mut self),
            quote!(&mut dyn ::core::any::Any),
            quote!(again_as_mut),
        )
    } else {
        (quote!(&self), quote!(&dyn ::core::any::Any), quote!(again_as))
    };
    let arguments = parts.declared_in_sweep().split_off(1);
    let names: Vec<_> = rest.iter().map(|param| &param.name).collect();
    let slots: Vec<_> = rest.iter().map(|param| param.slot()).collect();
    let returned: Vec<_> = rest.iter().map(Parts::returned_for).collect();
    let (output, seed_ty) = (&parts.output, &parts.output_cotangent);
    let (ws, bar) = (&parts.ws, &receiver.bar);
    let (value, pullback, seed, at) = (&parts.own.value, &parts.own.pullback, &parts.own.seed, &receiver.at);
    let workspace = quote!(&mut ::pullback::rt::Workspace);
    let buffer = super::object_buffer();
    let boxed = quote! {
        ::std::boxed::Box<dyn FnOnce(#object, #workspace, #seed_ty, Option<&mut #buffer>, #(#slots),*) -> (#(#returned,)*)>
    };
    let clause = (!asked.is_empty()).then(|| quote!(where #(#asked),*));
    let found = quote! {
        fn #at_name(&self, #(#arguments),*) -> ::pullback::rt::At<::pullback::rt::AnObject, ::pullback::rt::ByRef> #clause
    };
    let push = quote!(fn #pushed(#this, #(#arguments,)* #ws: #workspace) -> (#output, #boxed) #clause);
    let pull = quote! {
        fn #pulled(
            #this, #pullback: #boxed, #ws: #workspace, #seed: #seed_ty, #bar: Option<&mut #buffer>, #(#names: #slots),*
        ) -> (#(#returned,)*) #clause
    };
    Sweeps {
        declared: quote!(#found; #push; #pull;),
        implemented: quote! {
            #found {
                ::pullback::rt::at()
            }
            #push {
                let (#value, #pullback) = <#owner as #trait_of>::#pushed(self, #(#names,)* #ws);
                (#value, ::std::boxed::Box::new(
                    move |#at: #object, #ws: #workspace, #seed: #seed_ty, #bar: Option<&mut #buffer>, #(#names: #slots),*| {
                        let #bar = ::pullback::rt::lent_as(#bar);
                        <#owner as #trait_of>::#pulled(
                            ::pullback::rt::#again::<#owner>(#at), #pullback, #ws, #seed, #bar, #(#names),*
                        )
                    },
                ))
            }
            #pull {
                #pullback(self, #ws, #seed, #bar, #(#names),*)
            }
        },
    }
}

/// The routes of a method that gives a reference, or `several`, into what it is called on; `None` where that is not certain, or the
/// reference may be written through.
pub fn routes(
    twin: &Twin,
    compiled: &Compiled,
    several: bool,
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
        true => ("routes_0", quote!(::std::vec::Vec<#route>), quote!(object_routes)),
        false => ("route_0", route, quote!(object_route)),
    };
    let (name, at) = (twin.part(name), twin.derivative("differentiable_at"));
    let found = quote! {
        fn #at(&self, #(#declared),*) -> ::pullback::rt::At<::pullback::rt::AnObject, ::pullback::rt::ByRef> #clause
    };
    let asked_for = quote!(fn #name(&self, #(#declared),*) -> #ty #clause);
    let present = compiled.lent.optional.then(|| {
        let name = twin.part("present");
        (
            quote!(fn #name(&self, #(#declared),*) -> bool #clause),
            quote!({ <#owner as #trait_of>::#name(self, #(#names),*) }),
        )
    });
    let (present, is_present): (Vec<_>, Vec<_>) = present.into_iter().unzip();
    Some(Sweeps {
        declared: quote!(#found; #asked_for; #(#present;)*),
        implemented: quote! {
            #found {
                ::pullback::rt::at()
            }
            #asked_for {
                ::pullback::rt::#made::<#owner, <#owner as ::pullback::Differentiable>::Cotangent, _>(
                    <#owner as #trait_of>::#name(self, #(#names),*)
                )
            }
            #(#present #is_present)*
        },
    })
}
