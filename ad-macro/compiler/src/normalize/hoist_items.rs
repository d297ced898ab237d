//! Hoists a function's own items to its beginning, those of inner blocks under fresh names: both sweeps see them, whatever becomes of the
//! blocks. Functions through which a derivative can flow get `#[differentiable]`: nobody else can call them.
//!
//! ```text
//! Input:  for i in 0..n { const K: f64 = 2.0; s += K * x[i] }
//! Output: const K_2: f64 = 2.0; for i in 0..n { s += K_2 * x[i] }
//! ```

use crate::normalize::imports;
use crate::signature::inactive::carries_no_derivative;
use crate::signature::marks::is_mark;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::fresh_names::Names;
use crate::syntax::walk::{NodeMut, WalkMut, descend_mut};
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Block, Item, Stmt, UseTree};

/// `modes`: those in which the function is differentiated, as the attribute says it.
pub fn items(function: &syn::ItemFn, modes: &TokenStream) -> syn::ItemFn {
    let mut function = function.clone();
    crate::normalize::macro_rules::expanded(&mut function);
    let mut pass = Items {
        names: Names::of(function.to_token_stream()),
        found: Vec::new(),
    };
    descend_mut(&mut pass, NodeMut::Block(&mut function.block));
    let (items, mut stmts): (Vec<Stmt>, Vec<Stmt>) = function.block.stmts.into_iter().partition(is_hoisted);
    imports::spelled(&items, &mut stmts);
    let inner = pass.found.into_iter().map(Stmt::Item);
    let items = items.into_iter().chain(inner).map(|item| marked(item, modes));
    function.block.stmts = items.chain(stmts).collect();
    function
}

fn marked(mut stmt: Stmt, modes: &TokenStream) -> Stmt {
    if let Stmt::Item(Item::Fn(item)) = &mut stmt
        && !carries_no_derivative(&item.sig)
        && !item.attrs.iter().any(is_mark)
    {
        item.attrs.push(syn::parse_quote!(#[::pullback::differentiable #modes]));
    }
    stmt
}

struct Items {
    names: Names,
    found: Vec<Item>,
}

fn is_hoisted(stmt: &Stmt) -> bool {
    matches!(
        stmt,
        Stmt::Item(
            Item::Const(_)
                | Item::Use(_)
                | Item::Fn(_)
                | Item::Struct(_)
                | Item::Enum(_)
                | Item::Type(_)
                | Item::Impl(_)
        )
    )
}

impl WalkMut for Items {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            // An item's own blocks stay where they are.
            NodeMut::Item(_) => {}
            NodeMut::Block(block) => {
                descend_mut(self, NodeMut::Block(block));
                if !block.stmts.iter().any(is_hoisted) {
                    return;
                }
                let mut renamed = FlatMap::new();
                for stmt in &mut block.stmts {
                    match stmt {
                        Stmt::Item(Item::Const(item)) if item.ident != "_" => {
                            self.rename(&item.ident, &mut renamed);
                        }
                        Stmt::Item(Item::Fn(syn::ItemFn {
                            sig: syn::Signature { ident, .. },
                            ..
                        }))
                        | Stmt::Item(Item::Struct(syn::ItemStruct { ident, .. }))
                        | Stmt::Item(Item::Enum(syn::ItemEnum { ident, .. }))
                        | Stmt::Item(Item::Type(syn::ItemType { ident, .. })) => {
                            self.rename(ident, &mut renamed);
                        }
                        Stmt::Item(Item::Use(item)) => self.rename_imports(&mut item.tree, &mut renamed),
                        _ => {}
                    }
                }
                for stmt in &mut block.stmts {
                    // The paths in a `use` are those of the module.
                    if let Stmt::Item(Item::Use(_)) = stmt {
                        continue;
                    }
                    let tokens = replace(stmt.to_token_stream(), &renamed);
                    let parsed: Block = syn::parse_quote!({ #tokens });
                    *stmt = parsed.stmts.into_iter().next().expect("a statement stays a statement");
                }
                let (items, stmts): (Vec<Stmt>, Vec<Stmt>) =
                    std::mem::take(&mut block.stmts).into_iter().partition(is_hoisted);
                block.stmts = stmts;
                self.found.extend(items.into_iter().filter_map(|stmt| match stmt {
                    Stmt::Item(item) => Some(item),
                    _ => None,
                }));
            }
            node => descend_mut(self, node),
        }
    }
}

impl Items {
    fn rename(&mut self, ident: &Ident, renamed: &mut FlatMap<String, Ident>) -> Ident {
        let fresh = self
            .names
            .fresh(ident.to_string().trim_start_matches("r#"), ident.span());
        renamed.insert(ident.to_string(), fresh.clone());
        fresh
    }

    fn rename_imports(&mut self, tree: &mut UseTree, renamed: &mut FlatMap<String, Ident>) {
        match tree {
            UseTree::Path(path) => self.rename_imports(&mut path.tree, renamed),
            UseTree::Group(group) => {
                for tree in &mut group.items {
                    self.rename_imports(tree, renamed);
                }
            }
            UseTree::Name(name) if name.ident != "self" => {
                let ident = name.ident.clone();
                let rename = self.rename(&ident, renamed);
                *tree = UseTree::Rename(syn::UseRename {
                    ident,
                    as_token: Default::default(),
                    rename,
                });
            }
            UseTree::Rename(rename) if rename.rename != "_" => rename.rename = self.rename(&rename.rename, renamed),
            UseTree::Name(_) | UseTree::Rename(_) | UseTree::Glob(_) => {}
        }
    }
}

/// Renames the identifiers that begin a path.
fn replace(tokens: TokenStream, renamed: &FlatMap<String, Ident>) -> TokenStream {
    let mut result = TokenStream::new();
    // The punctuation before a token: `::` and `.` continue a path, `:` and `..` do not.
    let mut before = String::new();
    for token in tokens {
        let follows =
            before.ends_with("::") || before.ends_with('\'') || before.ends_with('.') && !before.ends_with("..");
        match &token {
            TokenTree::Punct(punct) => before.push(punct.as_char()),
            _ => before.clear(),
        }
        result.extend([match token {
            TokenTree::Ident(ident) if !follows => match renamed.get(&ident.to_string()) {
                Some(name) => {
                    let mut name = name.clone();
                    name.set_span(ident.span());
                    TokenTree::Ident(name)
                }
                None => TokenTree::Ident(ident),
            },
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), replace(group.stream(), renamed));
                inner.set_span(group.span());
                TokenTree::Group(inner)
            }
            other => other,
        }]);
    }
    result
}
