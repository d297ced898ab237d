//! What a function imports from std for itself, under names of its own too, is written by its path.
//!
//! Input:  `use std::mem::swap as sw; … sw(&mut a, &mut b)`
//! Output: `use std::mem::swap as sw; … std::mem::swap(&mut a, &mut b)`

use crate::syntax::flat_map::FlatMap;
use crate::syntax::walk::{Node, NodeMut, WalkMut, descend_mut, walk};
use proc_macro2::Ident;
use syn::{Item, Stmt, UseTree};

/// Writes the paths in statements behind the function's items.
pub fn spelled(items: &[Stmt], stmts: &mut [Stmt]) {
    let mut imported = Imported::default();
    for item in items {
        if let Stmt::Item(Item::Use(item)) = item {
            imported.collect(&item.tree, &mut Vec::new());
        }
    }
    if imported.0.is_empty() {
        return;
    }
    // The names that patterns bind are others.
    for stmt in &*stmts {
        walk(stmt, |node| {
            if let Node::PatIdent(pat) = node {
                imported.0.remove(&pat.ident.to_string());
            }
            true
        });
    }
    stmts.iter_mut().for_each(|stmt| imported.node(NodeMut::Stmt(stmt)));
}

/// The paths of std's items, by what they are called.
#[derive(Default)]
struct Imported(FlatMap<String, Vec<Ident>>);

impl Imported {
    fn collect(&mut self, tree: &UseTree, path: &mut Vec<Ident>) {
        let of_std = |path: &[Ident]| path.len() > 1 && ["std", "core", "alloc"].iter().any(|root| path[0] == root);
        match tree {
            UseTree::Path(inner) => {
                path.push(inner.ident.clone());
                self.collect(&inner.tree, path);
                path.pop();
            }
            UseTree::Name(name) => {
                path.push(name.ident.clone());
                if of_std(path) && name.ident != "self" {
                    self.0.insert(name.ident.to_string(), path.clone());
                }
                path.pop();
            }
            UseTree::Rename(rename) => {
                path.push(rename.ident.clone());
                if of_std(path) && rename.ident != "self" {
                    self.0.insert(rename.rename.to_string(), path.clone());
                }
                path.pop();
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.collect(tree, path)),
            UseTree::Glob(_) => {}
        }
    }

    fn spell(&self, path: &mut syn::Path) {
        let Some(first) = path.segments.first().filter(|_| path.leading_colon.is_none()) else {
            return;
        };
        let Some(whole) = self.0.get(&first.ident.to_string()) else {
            return;
        };
        let (span, arguments) = (first.ident.span(), first.arguments.clone());
        let named = |ident: &Ident| syn::PathSegment::from(Ident::new(&ident.to_string(), span));
        let mut segments: syn::punctuated::Punctuated<_, syn::Token![::]> = whole.iter().map(named).collect();
        segments.last_mut().expect("a path has a segment").arguments = arguments;
        segments.extend(path.segments.iter().skip(1).cloned());
        path.segments = segments;
        path.leading_colon = Some(syn::Token![::](span));
    }
}

impl WalkMut for Imported {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Item(_) => {}
            NodeMut::Path(path) => {
                self.spell(path);
                descend_mut(self, NodeMut::Path(path));
            }
            node => descend_mut(self, node),
        }
    }
}
