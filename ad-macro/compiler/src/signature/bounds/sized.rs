//! `Sized` and `Clone` bounds: what the options ask of type parameters for copies and cotangents.
//!
//! Input:  `<S: Shape + ?Sized>`
//! Output: `<S: Shape>`

use crate::signature::bounds::traits::bounds_of;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Generics, TypeParamBound, WherePredicate};

/// Takes `?Sized` away from all bounds, and asks for the size of other types.
pub fn require_sizes(generics: &mut Generics, types: &[syn::Type]) {
    let keeps = |bound: &TypeParamBound| !is_relaxed(bound);
    let kept = |bounds: &mut syn::punctuated::Punctuated<TypeParamBound, syn::Token![+]>| {
        *bounds = std::mem::take(bounds).into_iter().filter(keeps).collect();
    };
    for param in generics.type_params_mut() {
        kept(&mut param.bounds);
    }
    for predicate in generics
        .where_clause
        .iter_mut()
        .flat_map(|clause| &mut clause.predicates)
    {
        if let WherePredicate::Type(predicate) = predicate {
            kept(&mut predicate.bounds);
        }
    }
    if !types.is_empty() {
        let sizes = types
            .iter()
            .map(|ty| -> WherePredicate { syn::parse_quote!(#ty: ::core::marker::Sized) });
        generics.make_where_clause().predicates.extend(sizes);
    }
}

/// Asks of type parameters that what is of these types can be copied.
pub fn require_clones(generics: &mut Generics, parameters: &[Ident]) {
    if !parameters.is_empty() {
        let clones = parameters
            .iter()
            .map(|ident| -> WherePredicate { syn::parse_quote!(#ident: ::core::clone::Clone) });
        generics.make_where_clause().predicates.extend(clones);
    }
}

/// Takes `?Sized` away from what is only referred to: `Wrapped<'a, S: ?Sized>(&'a S)`, whose field has the cotangent of `S`.
pub fn require_size_of(referred: &syn::Type, generics: &mut Generics) {
    let Some(ident) = parameter(referred) else { return };
    for param in generics.type_params_mut().filter(|param| param.ident == *ident) {
        let bounds = std::mem::take(&mut param.bounds);
        param.bounds = bounds.into_iter().filter(|bound| !is_relaxed(bound)).collect();
    }
}

/// `?Sized`.
fn is_relaxed(bound: &TypeParamBound) -> bool {
    matches!(bound, TypeParamBound::Trait(bound) if bound.path.is_ident("Sized"))
        && bound.to_token_stream().to_string().starts_with('?')
}

/// Whether a type is a parameter that may stand for a type without a size, a trait object's among them: `P: Potential + ?Sized`.
pub fn is_of_any_size(ty: &syn::Type, generics: &Generics) -> bool {
    parameter(ty).is_some_and(|ident| bounds_of(ident, generics).any(is_relaxed))
}

fn parameter(ty: &syn::Type) -> Option<&Ident> {
    let syn::Type::Path(ty) = ty else { return None };
    ty.path.get_ident()
}

/// `Potential` of such a parameter, if it is all that is asked of it: a trait of the user's that may have others above it.
pub fn object_trait(ty: &syn::Type, generics: &Generics) -> Option<syn::Path> {
    const MARKERS: &[&str] = &["Sized", "Send", "Sync", "Unpin"];
    let mut traits = bounds_of(parameter(ty)?, generics).filter_map(|bound| match bound {
        TypeParamBound::Trait(of) if of.lifetimes.is_none() && !is_relaxed(bound) => Some(&of.path),
        _ => None,
    });
    let first = traits
        .by_ref()
        .find(|path| !MARKERS.iter().any(|marker| path.is_ident(marker)))?;
    let alone = traits.all(|path| MARKERS.iter().any(|marker| path.is_ident(marker)));
    alone.then(|| first.clone())
}
