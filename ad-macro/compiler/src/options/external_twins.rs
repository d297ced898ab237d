//! The twins of functions of std and other crates: the runtime's modules that hold them, and imports of those that an option names.
//!
//! Input:  `std::cmp`, `max`; `use f::{f, g}` with the twin `f_derivatives` of `f`
//! Output: `twins::cmp`; `use f::{f_derivatives}`

use crate::syntax::flat_map::FlatMap;
use syn::{Ident, UseName, UseRename, UseTree};

/// The module of the runtime's `twins` with the derivatives of a function of std or another crate: `cmp` for `std::cmp`, `min`.
pub fn twins_of<'p>(module: impl Iterator<Item = &'p str>, function: &str) -> Option<&'static str> {
    let module: Vec<&str> = module.collect();
    match (&module[..], function) {
        (["std" | "core", "cmp"], "min" | "max") => Some("cmp"),
        (["num_traits"], "clamp" | "clamp_min" | "clamp_max") => Some("num"),
        (["hyperdual", "linalg"], "norm") | (["hyperdual"], "hyperspace_from_vector") => Some("hyperdual"),
        _ => None,
    }
}

/// The part of an import that has twins, with their names. Those that were found are taken from the list.
pub fn twins(tree: &UseTree, left: &mut FlatMap<String, Ident>) -> Option<UseTree> {
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
