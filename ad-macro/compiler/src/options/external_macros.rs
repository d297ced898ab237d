//! `#[differentiable(macros("src/norms.rs"))]`: the macros that this file of the crate defines by `macro_rules!` are taken for the
//! function's own where it calls them.
//!
//! Input:  `length!(x) * k`
//! Output: `macro_rules! length { .. } length!(x) * k`

use crate::syntax::macro_calls::calls;
use quote::ToTokens;
use std::collections::BTreeMap;
use std::path::PathBuf;
use syn::visit::Visit;
use syn::{ItemFn, ItemMacro, Stmt};

/// What the option lists, by their names.
pub type Macros = BTreeMap<String, ItemMacro>;

/// The macros that a file of the crate defines, in its modules too.
pub fn macros(file: &syn::LitStr) -> syn::Result<Macros> {
    let root = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default();
    let path = PathBuf::from(root).join(file.value());
    let unreadable = |what: String| syn::Error::new(file.span(), what);
    let text = std::fs::read_to_string(&path).map_err(|error| unreadable(error.to_string()))?;
    let parsed = syn::parse_file(&text).map_err(|error| unreadable(error.to_string()))?;
    let mut found = Found::default();
    found.visit_file(&parsed);
    Ok(found.0)
}

#[derive(Default)]
struct Found(Macros);

impl Visit<'_> for Found {
    fn visit_item_macro(&mut self, item: &ItemMacro) {
        if let Some(name) = &item.ident {
            let attrs = Vec::new();
            self.0.insert(name.to_string(), ItemMacro { attrs, ..item.clone() });
        }
    }

    // A function's own are nobody else's.
    fn visit_block(&mut self, _: &syn::Block) {}
}

/// The function with those that it calls, and that these call.
pub fn brought(function: &ItemFn, macros: &Macros) -> ItemFn {
    let mut function = function.clone();
    let mut left = macros.clone();
    loop {
        let tokens = function.block.to_token_stream();
        let called: Vec<String> = left
            .keys()
            .filter(|name| calls(tokens.clone(), name))
            .cloned()
            .collect();
        if called.is_empty() {
            return function;
        }
        let items = called.iter().filter_map(|name| left.remove(name));
        let items: Vec<Stmt> = items.map(|item| Stmt::Item(syn::Item::Macro(item))).collect();
        function.block.stmts.splice(0..0, items);
    }
}
