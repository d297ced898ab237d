//! `#[differentiable(twins(f = f_derivatives))] pub use f::f;`: re-exports a twin under its other name beside its function.
//!
//! Input:  `pub use f::f;`, and the option
//! Output: `pub use f::f;` and `pub use f::f_derivatives;`

use crate::options::attribute::Options;
use crate::options::external_twins::{twins, twins_of};
use crate::syntax::diagnostics::Diagnostics;
use proc_macro2::TokenStream;
use quote::quote;
use syn::spanned::Spanned;
use syn::{Ident, ItemUse, UseName, UseRename, UseTree};

/// The import as it was written, and that of the derivatives of what it imports.
pub fn imports(import: &ItemUse, options: &Options, diagnostics: &Diagnostics) -> TokenStream {
    let mut of_others = Vec::new();
    functions_of_others(&import.tree, &mut Vec::new(), &mut of_others);
    if options.twins.is_empty() && of_others.is_empty() {
        diagnostics.error(
            import.span(),
            "it is not said which of these functions have derivatives of another name",
            "write `#[differentiable(twins(f = f_derivatives))]`; under the name of the function they are imported with it. Of other crates' functions the derivatives of `std::cmp::min`, `std::cmp::max`, `num_traits::clamp` and `hyperdual::linalg::norm` are known",
        );
    }
    let of_others = of_others.into_iter().map(|(module, function, name)| ItemUse {
        leading_colon: Some(Default::default()),
        tree: syn::parse_quote!(pullback::rt::twins::#module::#function as #name),
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
    let derivatives = derivatives.into_iter().chain(of_others);
    let derivatives = derivatives.map(|import| quote!(#[allow(unused_imports)] #import));
    quote!(#import #(#derivatives)*)
}

/// The functions of std, num-traits and hyperdual that an import names and the runtime has derivatives of, with the modules of `twins`
/// where these are and the names that they have here.
fn functions_of_others(tree: &UseTree, path: &mut Vec<String>, found: &mut Vec<(Ident, Ident, Ident)>) {
    let (function, name) = match tree {
        UseTree::Path(inner) => {
            path.push(inner.ident.to_string());
            functions_of_others(&inner.tree, path, found);
            path.pop();
            return;
        }
        UseTree::Group(group) => {
            group
                .items
                .iter()
                .for_each(|tree| functions_of_others(tree, path, found));
            return;
        }
        UseTree::Name(UseName { ident }) => (ident, ident),
        UseTree::Rename(UseRename { ident, rename, .. }) => (ident, rename),
        UseTree::Glob(_) => return,
    };
    if let Some(module) = twins_of(path.iter().map(String::as_str), &function.to_string()) {
        found.push((Ident::new(module, function.span()), function.clone(), name.clone()));
    }
}
