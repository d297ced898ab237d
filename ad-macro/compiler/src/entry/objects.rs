//! The sweeps of a trait's methods for trait objects: object-safe, with the pullback in a box.
//!
//! Input:  `fn energy(&self, x: f64) -> f64` of `trait Potential`
//! Output: `energy_differentiable_push` and `energy_differentiable_pull` of a hidden trait, which every implementor `O` has from its
//!         own sweeps. The cotangent of `self` is a `&mut dyn AnyCotangent`, of which `O` takes out its own.

use super::{Kind, Parts, Twin};
use crate::ir::{Function, Passing};
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
