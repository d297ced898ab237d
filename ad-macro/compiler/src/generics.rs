//! The bounds that derivatives add to a generic function's own.
//!
//! Input:  `fn norm<T: Float>(x: &[T]) -> T`
//! Output: `<T: Float + ::pullback::rt::Real + 'static>`
//!
//! They follow from the written bounds alone, never from the body: a generic caller that has the same bounds gets the same.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{GenericParam, Generics, TypeParamBound, WherePredicate};

/// Traits of floats, by the names that the ecosystem gives them.
const FLOATS: &[&str] = &[
    "Float",
    "FloatCore",
    "Real",
    "RealField",
    "NdFloat",
    "Scalar",
    "FloatConst",
    "ComplexField",
];

/// The generic parameters of a function's derivatives: the function's own without lifetimes, with the bounds added.
pub fn bounded(generics: &Generics) -> Generics {
    let mut bounded = generics.clone();
    bounded.params = generics
        .params
        .iter()
        .filter(|param| !matches!(param, GenericParam::Lifetime(_)))
        .cloned()
        .collect();
    for param in &mut bounded.params {
        if let GenericParam::Type(param) = param {
            let bound = if is_float(&param.ident, generics) {
                quote!(::pullback::rt::Real)
            } else {
                quote!(::pullback::Differentiable)
            };
            param.bounds.push(syn::parse_quote!(#bound));
            param.bounds.push(syn::parse_quote!('static));
            // A default is not allowed on a function.
            param.default = None;
        }
    }
    if let Some(clause) = &mut bounded.where_clause {
        clause.predicates = clause
            .predicates
            .iter()
            .filter(|predicate| !matches!(predicate, WherePredicate::Lifetime(_)))
            .cloned()
            .collect();
    }
    bounded
}

/// The names of the type and const parameters.
pub fn names(generics: &Generics) -> Vec<Ident> {
    generics
        .params
        .iter()
        .filter_map(|param| match param {
            GenericParam::Type(param) => Some(param.ident.clone()),
            GenericParam::Const(param) => Some(param.ident.clone()),
            GenericParam::Lifetime(_) => None,
        })
        .collect()
}

/// Whether a parameter is bounded by a trait of floats.
fn is_float(ident: &Ident, generics: &Generics) -> bool {
    let float = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => bound
            .path
            .segments
            .last()
            .is_some_and(|last| FLOATS.contains(&last.ident.to_string().as_str())),
        _ => false,
    };
    let inline = generics.params.iter().any(|param| match param {
        GenericParam::Type(param) => param.ident == *ident && param.bounds.iter().any(float),
        _ => false,
    });
    let clause = generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates)
        .any(|predicate| match predicate {
            WherePredicate::Type(predicate) => {
                let ty = &predicate.bounded_ty;
                *ident == quote!(#ty).to_string() && predicate.bounds.iter().any(float)
            }
            _ => false,
        });
    inline || clause
}

/// `::<T, N>`, or nothing: what a function passes on to another one with the same parameters.
pub fn arguments(generics: &Generics) -> TokenStream {
    let names = names(generics);
    if names.is_empty() {
        quote!()
    } else {
        quote!(::<#(#names),*>)
    }
}

/// `<T: Float, const N: usize>`, or nothing.
pub fn declaration(generics: &Generics) -> TokenStream {
    let params = &generics.params;
    if params.is_empty() { quote!() } else { quote!(<#params>) }
}
