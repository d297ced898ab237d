//! Object-safe sweeps of a trait's methods, with the pullback in a box of the workspace.
//!
//! Input:  `fn energy(&self, x: f64) -> f64` of `trait Potential`
//! Output: `energy_differentiable_push` and `energy_differentiable_pull` of a hidden trait, which every implementor `O` has from its
//!         own sweeps. The cotangent of `self` is a `&mut dyn AnyCotangent`, which `O` downcasts to its own.
//!
//! Input:  `fn get(&self, i: usize) -> &f64`
//! Output: `get_differentiable_route_0(&self, i: usize) -> ObjectRoute<f64, f64>`, which has `O`'s own projection in a box.

use crate::ir::function::{Function, Passing};
use crate::twin::parts::Parts;
use crate::twin::signature::Signature;
use crate::twin::target::{Kind, Twin};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::WherePredicate;

/// The functions of one method: as they are declared, as an implementor has them, and as one that borrows has them.
#[derive(Default)]
pub struct Sweeps {
    pub declared: TokenStream,
    pub implemented: TokenStream,
    pub borrowing: TokenStream,
    /// Looks for a place among those that its routes lead to.
    pub place: TokenStream,
}

/// `owner` is the implementor `O`, and `trait_of` the trait, `Potential<T>`.
pub fn sweeps(
    twin: &Twin,
    f: &Function,
    (owner, trait_of): (&Ident, &TokenStream),
    required: bool,
    (asked, jvp): (&[WherePredicate], bool),
) -> Sweeps {
    debug_assert!(matches!(twin.kind, Kind::Declared { .. }));
    let parts = Parts::new(twin, f);
    let (at, arguments) = (
        twin.derivative("marked_differentiable"),
        parts.declared_in_sweep().split_off(1),
    );
    let (clause, taken) = ((!asked.is_empty()).then(|| quote!(where #(#asked),*)), arguments.len());
    let found = quote! {
        fn #at(&self, #(#arguments),*)
            -> ::pullback::rt::Takes<::pullback::rt::At<::pullback::rt::AnObject, ::pullback::rt::ByRef>, #taken> #clause
    };
    let pair = pair(twin, &parts, (owner, trait_of), required, clause.as_ref());
    let (declared, implemented, borrowing) = (pair.declared, pair.implemented, pair.borrowing);
    let found_here = quote!(#found { ::pullback::rt::Takes(::pullback::rt::at()) });
    let tangent = tangent(twin, &parts, asked, jvp);
    let [along, along_here, along_borrower] = match jvp {
        true => {
            let run = |implementor| run_along(twin, &parts, (owner, trait_of), implementor);
            let (here, name) = (run(quote!(self)), twin.function.to_string());
            let borrower = match parts.params[0].passing {
                Passing::Mut => quote!(::pullback::rt::not_of_a_borrower::<#owner>(#name)),
                _ => run(quote!(self.implementor)),
            };
            [
                quote!(#tangent;),
                quote!(#tangent { #here }),
                quote!(#tangent { #borrower }),
            ]
        }
        false => [
            quote!(#tangent { ::core::unreachable!() }),
            TokenStream::new(),
            TokenStream::new(),
        ],
    };
    Sweeps {
        declared: quote!(#found; #declared #along),
        implemented: quote!(#found_here #implemented #along_here),
        borrowing: quote!(#found_here #borrowing #along_borrower),
        place: TokenStream::new(),
    }
}

/// The tangent of a method. That of a trait without the option `jvp` says so where it is called.
fn tangent(twin: &Twin, parts: &Parts, asked: &[WherePredicate], jvp: bool) -> TokenStream {
    let name = twin.derivative("differentiable_tangent");
    let (receiver, rest) = parts.params.split_first().expect("a method has a receiver");
    let this = match receiver.passing {
        Passing::Mut => quote!(&mut self),
        _ => quote!(&self),
    };
    let arguments = parts.declared_along().split_off(1);
    let slots = rest.iter().map(|param| {
        let (bar, slot) = (&param.bar, param.tangent_slot());
        quote!(#bar: #slot)
    });
    let (bar, buffer) = (&receiver.bar, crate::twin::cotangent_types::object_buffer());
    let (output, seed) = (&parts.output, &parts.output_cotangent);
    // Of a bound without lifetime rustc would say here that it does not hold.
    let said = (!jvp).then(|| quote!(for<'none> &'none (): ::pullback::rt::ObjectsHaveTangents,));
    quote! {
        fn #name(#this, #(#arguments,)* #bar: ::pullback::rt::ReceiverTangent<'_, #buffer>, #(#slots),*) -> (#output, #seed)
        where
            #(#asked,)*
            #said
    }
}

/// The tangent of the implementor's own method.
fn run_along(
    twin: &Twin,
    parts: &Parts,
    (owner, trait_of): (&Ident, &TokenStream),
    implementor: TokenStream,
) -> TokenStream {
    let name = twin.derivative("differentiable_tangent");
    let (receiver, rest) = parts.params.split_first().expect("a method has a receiver");
    let names = rest.iter().map(|param| &param.name);
    let (bar, bars) = (&receiver.bar, rest.iter().map(|param| &param.bar));
    quote!(<#owner as #trait_of>::#name(#implementor, #(#names,)* ::pullback::rt::tangent_as(#bar), #(#bars),*))
}

/// The two halves of a method.
pub fn pair(
    twin: &Twin,
    parts: &Parts,
    (owner, trait_of): (&Ident, &TokenStream),
    required: bool,
    clause: Option<&TokenStream>,
) -> Sweeps {
    let [pushed, pulled] = ["differentiable_push", "differentiable_pull"].map(|suffix| twin.derivative(suffix));
    let (receiver, rest) = parts.params.split_first().expect("a method has a receiver");
    let exclusive = receiver.passing == Passing::Mut;
    let this = if exclusive { quote!(&mut self) } else { quote!(&self) };
    let arguments = parts.declared_in_sweep().split_off(1);
    let names: Vec<_> = rest.iter().map(|param| &param.name).collect();
    let slots: Vec<_> = rest.iter().map(|param| param.slot()).collect();
    let returned: Vec<_> = rest.iter().map(Parts::returned_for).collect();
    let (output, seed_ty) = (&parts.output, &parts.output_cotangent);
    let (ws, bar) = (&parts.ws, &receiver.bar);
    let (value, pullback, seed, at) = (&parts.own.value, &parts.own.pullback, &parts.own.seed, &receiver.at);
    let workspace = quote!(&mut ::pullback::rt::Workspace);
    let buffer = crate::twin::cotangent_types::object_buffer();
    let held = quote!(::pullback::rt::HeldPullback);
    let push = quote!(fn #pushed(#this, #(#arguments,)* #ws: #workspace) -> (#output, #held) #clause);
    let pull = quote! {
        fn #pulled(
            #this, #pullback: #held, #ws: #workspace, #seed: #seed_ty, #bar: ::core::option::Option<&mut #buffer>, #(#names: #slots),*
        ) -> (#(#returned,)*) #clause
    };
    // It names the type of the pullback, and never runs.
    let never = names.iter().map(|_| quote!(::core::unreachable!()));
    let kind = quote!(|| <#owner as #trait_of>::#pushed(self, #(#never,)* ::core::unreachable!()));
    let (push_again, pull_again) = match again_with(receiver, rest).filter(|_| required) {
        Some(Again {
            kept,
            types,
            names: again,
            given,
        }) => (
            quote! {
                let #at = (#(#kept,)*);
                let (#value, _) = <#owner as #trait_of>::#pushed(self.implementor, #(#names,)* #ws);
                (#value, ::pullback::rt::hold(#ws, #at))
            },
            quote! {
                let (#(#again,)*) = ::pullback::rt::release::<(#(#types,)*)>(#ws, #pullback);
                let (_, #pullback) = <#owner as #trait_of>::#pushed(self.implementor, #(#given,)* #ws);
                let #bar = ::pullback::rt::lent_as(#bar);
                <#owner as #trait_of>::#pulled(self.implementor, #pullback, #ws, #seed, #bar, #(#names),*)
            },
        ),
        None => {
            let name = twin.function.to_string();
            let refused = quote!(::pullback::rt::not_of_a_borrower::<#owner>(#name));
            (refused.clone(), refused)
        }
    };
    Sweeps {
        declared: quote!(#push; #pull;),
        implemented: quote! {
            #push {
                let (#value, #pullback) = <#owner as #trait_of>::#pushed(self, #(#names,)* #ws);
                (#value, ::pullback::rt::hold(#ws, #pullback))
            }
            #pull {
                let #pullback = ::pullback::rt::release_like(#ws, #pullback, #kind);
                let #bar = ::pullback::rt::lent_as(#bar);
                <#owner as #trait_of>::#pulled(self, #pullback, #ws, #seed, #bar, #(#names),*)
            }
        },
        borrowing: quote! {
            #push { #push_again }
            #pull { #pull_again }
        },
        place: TokenStream::new(),
    }
}

/// What a method is run with again.
#[derive(Default)]
struct Again {
    /// The arguments by value, which are kept, with their types.
    kept: Vec<Ident>,
    types: Vec<syn::Type>,
    /// What is kept of them is called so then.
    names: Vec<Ident>,
    /// All arguments: the pullback is handed those by reference.
    given: Vec<TokenStream>,
}

/// `None` where a method cannot run again: it may have written something, or only rustc knows whether what it takes can be copied.
fn again_with(receiver: &Signature, rest: &[Signature]) -> Option<Again> {
    let mut again = Again::default();
    for param in rest {
        let (name, kept) = (&param.name, &param.owned);
        again.given.push(match param.passing {
            Passing::Ref if !param.optional => quote!(#name.0),
            Passing::Value if crate::syntax::types::Ty::of(&param.ty).is_scalar() => {
                again.kept.push(name.clone());
                again.types.push(param.ty.clone());
                again.names.push(kept.clone());
                quote!(#kept)
            }
            _ => return None,
        });
    }
    (receiver.passing == Passing::Ref).then_some(again)
}

/// Whether a place of this type can be found as a `&dyn Any`, or copied.
pub fn is_sized(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Slice(_) | syn::Type::TraitObject(_) => false,
        syn::Type::Path(path) => !path.path.is_ident("str"),
        _ => true,
    }
}
