//! Lifetimes in types: which are written, and types without any.
//!
//! Input:  `View<'a, &'b [f64]>`
//! Output: `lifetimes`: `['a, 'b]`; after `erase`: `View<'_, &[f64]>`; `'static` stays

use crate::syntax::walk::{Node, NodeMut, any, walk, walk_mut};
use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;
use syn::spanned::Spanned;

/// Whether lifetimes are written in a type.
pub fn names_lifetimes(ty: &Type) -> bool {
    any(ty, |node| matches!(node, Node::Lifetime(_)))
}

/// Derived signatures name no lifetimes: all are elided.
pub fn erase<'t>(tree: impl Into<NodeMut<'t>>) {
    let is_named = |lifetime: &syn::Lifetime| lifetime.ident != "static";
    walk_mut(tree, |node| {
        match node {
            NodeMut::TypeReference(reference) if reference.lifetime.as_ref().is_some_and(is_named) => {
                reference.lifetime = None;
            }
            NodeMut::Lifetime(lifetime) if is_named(lifetime) => {
                **lifetime = syn::Lifetime::new("'_", lifetime.span());
            }
            _ => {}
        }
        true
    });
}
/// The lifetimes that are written in a type.
pub fn lifetimes(ty: &Type) -> Vec<TokenStream> {
    let mut lifetimes: Vec<&syn::Lifetime> = Vec::new();
    walk(ty, |node| {
        if let Node::Lifetime(lifetime) = node
            && lifetime.ident != "static"
            && !lifetimes.contains(&lifetime)
        {
            lifetimes.push(lifetime);
        }
        true
    });
    lifetimes.iter().map(|lifetime| quote!(#lifetime)).collect()
}
