//! `#[differentiable(twins(f = f_derivatives))] pub use f::f;`: the derivatives of `f`, whose name a module has, are imported beside it.
//!
//! Input: a `use`, and the option. Output: the same `use`, and one of the derivatives' names.

use crate::attributes::Options;
use crate::diagnostics::Diagnostics;
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeMap;
use syn::spanned::Spanned;
use syn::{Ident, ItemUse, UseName, UseRename, UseTree};

/// The import as it was written, and that of the derivatives of what it imports.
pub fn imports(import: &ItemUse, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let mut of_std = Vec::new();
    functions_of_std(&import.tree, &mut Vec::new(), &mut of_std);
    if options.twins.is_empty() && of_std.is_empty() {
        diagnostics.error(
            import.span(),
            "it is not said which of these functions have derivatives of another name",
            "write `#[differentiable(twins(f = f_derivatives))]`; under the name of the function they are imported with it. Of std's functions the derivatives of `std::cmp::min` and `std::cmp::max` are known",
        );
    }
    let of_std = of_std.into_iter().map(|(function, name)| ItemUse {
        leading_colon: Some(Default::default()),
        tree: syn::parse_quote!(pullback::rt::twins::cmp::#function as #name),
        ..import.clone()
    });
    let mut left = options.twins.clone();
    let derivatives = twins(&import.tree, &mut left).map(|tree| ItemUse { tree, ..import.clone() });
    for (function, twin) in &left {
        diagnostics.error(
            twin.span(),
            format!("`{function}` is not imported by its name here"),
            "name it as it is imported; what `*` imports has its derivatives with it",
        );
    }
    let derivatives = derivatives.into_iter().chain(of_std);
    let derivatives = derivatives.map(|import| quote!(#[allow(unused_imports)] #import));
    quote!(#import #(#derivatives)*)
}

/// The functions of std that an import names and the runtime has derivatives of, with the names that they have here.
fn functions_of_std(tree: &UseTree, path: &mut Vec<String>, found: &mut Vec<(Ident, Ident)>) {
    let (function, name) = match tree {
        UseTree::Path(inner) => {
            path.push(inner.ident.to_string());
            functions_of_std(&inner.tree, path, found);
            path.pop();
            return;
        }
        UseTree::Group(group) => {
            group.items.iter().for_each(|tree| functions_of_std(tree, path, found));
            return;
        }
        UseTree::Name(UseName { ident }) => (ident, ident),
        UseTree::Rename(UseRename { ident, rename, .. }) => (ident, rename),
        UseTree::Glob(_) => return,
    };
    if is_of_std(path.iter().map(String::as_str), &function.to_string()) {
        found.push((function.clone(), name.clone()));
    }
}

/// Whether this is the path of one of std's functions that the runtime has derivatives of: `std::cmp`, `min`.
pub fn is_of_std<'p>(module: impl Iterator<Item = &'p str>, function: &str) -> bool {
    let module: Vec<&str> = module.collect();
    matches!(module[..], ["std" | "core", "cmp"]) && matches!(function, "min" | "max")
}

/// The part of an import that has twins, with their names. Those that were found are taken from the list.
fn twins(tree: &UseTree, left: &mut BTreeMap<String, Ident>) -> Option<UseTree> {
    match tree {
        UseTree::Path(path) => Some(UseTree::Path(syn::UsePath {
            tree: Box::new(twins(&path.tree, left)?),
            ..path.clone()
        })),
        UseTree::Name(UseName { ident }) | UseTree::Rename(UseRename { ident, .. }) => {
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
