//! `#[differentiable(twins(f = f_derivatives))] pub use f::f;`: the derivatives of `f`, whose name a module has, are imported beside it.
//!
//! Input: a `use`, and the option. Output: the same `use`, and one of the derivatives' names.

use crate::attributes::Options;
use crate::diagnostics::Diagnostics;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeMap;
use syn::spanned::Spanned;
use syn::{Ident, ItemUse, UseTree};

/// The import as it was written, and that of the derivatives of what it imports.
pub fn imports(import: &ItemUse, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    if options.twins.is_empty() {
        diagnostics.error(
            import.span(),
            "it is not said which of these functions have derivatives of another name",
            "write `#[differentiable(twins(f = f_derivatives))]`; under the name of the function they are imported with it",
        );
    }
    let mut left = options.twins.clone();
    let derivatives = twins(&import.tree, &mut left).map(|tree| ItemUse { tree, ..import.clone() });
    for (function, twin) in &left {
        diagnostics.error(
            twin.span(),
            format!("`{function}` is not imported by its name here"),
            "name it as it is imported; what `*` imports has its derivatives with it",
        );
    }
    let derivatives = derivatives.map(|import| quote!(#[allow(unused_imports)] #import));
    quote!(#import #derivatives)
}

/// The part of an import that has twins, with their names. Those that were found are taken from the list.
fn twins(tree: &UseTree, left: &mut BTreeMap<String, Ident>) -> Option<UseTree> {
    match tree {
        UseTree::Path(path) => Some(UseTree::Path(syn::UsePath {
            tree: Box::new(twins(&path.tree, left)?),
            ..path.clone()
        })),
        UseTree::Name(syn::UseName { ident }) | UseTree::Rename(syn::UseRename { ident, .. }) => {
            let ident = left.remove(&ident.to_string())?;
            Some(UseTree::Name(syn::UseName { ident }))
        }
        UseTree::Glob(_) => None,
        UseTree::Group(group) => {
            let items: syn::punctuated::Punctuated<_, _> =
                group.items.iter().filter_map(|tree| twins(tree, left)).collect();
            (!items.is_empty()).then(|| UseTree::Group(syn::UseGroup { items, ..group.clone() }))
        }
    }
}
