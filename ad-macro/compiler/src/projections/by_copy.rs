//! Sweeps beside a projection, for callers that use the result as a value: they return a copy, and their pullback adds to the place.
//!
//! Input:  `fn at(&self, i: usize) -> &f64`
//! Output: `at_differentiable(&self, i, ws) -> (f64, pullback)`, where rustc finds that the target is `Copy`

use crate::ir::function::Passing;
use crate::projections::compiled::Compiled;
use crate::syntax::types::Ty;
use crate::tangent::forward::Missing;
use crate::twin::object_methods::is_sized;
use crate::twin::parts::{Own, Parts};
use crate::twin::signature::Signature;
use crate::twin::target::{Kind, Twin};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// The sweeps of a function that returns a reference into one argument, for callers that compute with what is behind it: they have a
/// copy. Whether it can be copied rustc is asked where they are called.
pub fn by_copy(twin: &Twin, compiled: &Compiled) -> Option<TokenStream> {
    let mut generics = twin.generics.clone();
    let copied = is_copied(&compiled.target(twin).0);
    generics.make_where_clause().predicates.push(copied);
    let twin = Twin {
        generics: &generics,
        ..*twin
    };
    let (parts, k) = (copied_parts(&twin, compiled)?, compiled.sole?);
    let Own {
        held: route,
        value,
        workspace,
        seed,
        ..
    } = &parts.own;
    let (names, slots): (Vec<_>, Vec<_>) = parts.params.iter().map(|param| (&param.name, param.slot())).unzip();
    let (of, bar, seed_ty) = (&parts.params[k].name, &parts.params[k].bar, &parts.output_cotangent);
    // The type of a route into what borrows has the lifetimes of that: it is made again.
    let again = twin.this.is_some();
    let scalar = |param: &Signature| param.passing != Passing::Value || Ty::of(&param.ty).is_scalar();
    let shared = |param: &Signature| param.passing != Passing::Mut && !param.optional;
    if again && !parts.params.iter().all(|param| scalar(param) && shared(param)) {
        return None;
    }
    let taken = parts.params.iter().enumerate().map(|(number, param)| {
        let at = &param.at;
        match (again && param.passing == Passing::Ref, number == k) {
            (true, true) => quote!((#at, #bar)),
            (true, false) => quote!((#at, _)),
            (false, true) => quote!((_, #bar)),
            (false, false) => quote!(_),
        }
    });
    // The other arguments only lead there.
    let moved = |param: &&Signature| param.passing == Passing::Value && param.differentiable;
    let zeros = parts.params.iter().filter(moved).map(|param| {
        let (part, name) = (&param.part, &param.name);
        quote!(let #part = ::pullback::rt::zero(&#name);)
    });
    let results = parts.params.iter().map(|param| match param.passing {
        Passing::Value if param.differentiable => param.part.to_token_stream(),
        Passing::Value => param.cotangent.clone(),
        _ => quote!(()),
    });
    let (maker, arguments) = (twin.part(&format!("route_{k}")), parts.sweep_arguments());
    let made = quote!(let #route = Self::#maker #arguments(#(#names),*););
    let mut names_again = parts.params.iter().map(|param| match param.passing {
        Passing::Ref => &param.at,
        _ => &param.name,
    });
    let made_again = match (again, parts.receiver()) {
        (false, _) => None,
        (true, None) => return None,
        // Its type has other lifetimes than `Self`.
        (true, Some(_)) => {
            let this = names_again.next();
            Some(quote!(let #route = #this.#maker #arguments(#(#names_again),*);))
        }
    };
    let body = quote! {
        use ::pullback::rt::Route as _;
        #(#zeros)*
        #made
        let #value = ::pullback::rt::CopyBehind::copy_behind(#route.of(#of));
        (#value, move |#workspace: &mut ::pullback::rt::Workspace, #seed: #seed_ty, #(#taken: #slots),*| {
            if let ::core::option::Option::Some(#bar) = #bar {
                #made_again
                ::pullback::rt::accumulate(#route.bar_mut(#bar), &#seed);
            }
            (#(#results,)*)
        })
    };
    let (forward, by_method) = (parts.forward(&body), parts.by_method());
    let tangent = parts.forward_mode(Err(&Missing::of("a reference that is computed with")));
    Some(quote!(#forward #by_method #tangent))
}

/// That a type can be copied. Because of the lifetime rustc does not ask it of a type that is named where the function is declared.
pub(super) fn is_copied(ty: &syn::Type) -> syn::WherePredicate {
    syn::parse_quote!(for<'copied> #ty: ::pullback::rt::CopyBehind<'copied>)
}

/// The signatures of such sweeps.
pub(super) fn copied_parts<'a>(twin: &'a Twin<'a>, compiled: &Compiled) -> Option<Parts<'a>> {
    let Compiled { f, lent, sole, .. } = compiled;
    let (output, output_cotangent) = compiled.target(twin);
    let parts = Parts {
        output,
        output_cotangent,
        ..Parts::new(twin, f)
    };
    let plain = |param: &Signature| param.function.is_none() && !param.held && param.view.is_none();
    let seen = matches!(twin.kind, Kind::Free(_) | Kind::Member | Kind::Declared { .. });
    let shared = sole.is_some_and(|k| parts.params[k].passing == Passing::Ref && !parts.params[k].optional);
    let read = !lent.mutable && !lent.optional && is_sized(&parts.output);
    (seen && shared && read && parts.params.iter().all(plain) && parts.tuples.is_empty()).then_some(parts)
}
