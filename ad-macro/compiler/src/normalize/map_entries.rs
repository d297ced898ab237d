//! An occupied entry of a map that has a name is the key that leads to it: nothing else says which place in the map it is.
//!
//! ```text
//! Input:  let mut e = match map.entry(key) { Occupied(e) => e, Vacant(_) => return };
//!         if *e.get() > 1 { *e.get_mut() -= 1; } else { e.remove(); }
//! Output: let e_key = key;
//!         if !map.contains_key(&e_key) { return; }
//!         if *map.get(&e_key).unwrap() > 1 { *map.get_mut(&e_key).unwrap() -= 1; } else { map.remove(&e_key).unwrap(); }
//! ```
//!
//! One that is handed on, or whose other methods are called, stays as it is written.

use crate::syntax::tokens;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, format_ident};
use std::collections::BTreeSet;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Block, Expr, Pat, Stmt, visit, visit_mut};

/// The function with keys in place of such entries.
pub fn keyed(function: &syn::ItemFn) -> syn::ItemFn {
    let mut function = function.clone();
    Blocks.visit_block_mut(&mut function.block);
    function
}

struct Blocks;

impl VisitMut for Blocks {
    fn visit_block_mut(&mut self, block: &mut Block) {
        let mut at = 0;
        while at < block.stmts.len() {
            if let Some(entry) = Entry::of(&block.stmts[at]) {
                entry.replace(&mut block.stmts, at);
            }
            at += 1;
        }
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// The entry of a map that a `let` names where there is one, and what happens where there is none.
struct Entry {
    name: Ident,
    key_name: Ident,
    map: Expr,
    key: Expr,
    missing: Expr,
}

impl Entry {
    fn of(stmt: &Stmt) -> Option<Entry> {
        let Stmt::Local(local) = stmt else { return None };
        let Pat::Ident(name) = &local.pat else { return None };
        let Expr::Match(choice) = &*local.init.as_ref()?.expr else {
            return None;
        };
        let Expr::MethodCall(call) = &*choice.expr else {
            return None;
        };
        let [first, second] = &choice.arms[..] else { return None };
        let (occupied, vacant) = match variant(&first.pat)? == "Occupied" {
            true => (first, second),
            false => (second, first),
        };
        let handed_on = match (&occupied.pat, &*occupied.body) {
            (Pat::TupleStruct(found), Expr::Path(body)) => matches!(
                found.elems.first(),
                Some(Pat::Ident(found)) if body.path.is_ident(&found.ident)
            ),
            _ => false,
        };
        let is_entry = call.method == "entry"
            && call.args.len() == 1
            && root(&call.receiver).is_some()
            && variant(&occupied.pat)? == "Occupied"
            && variant(&vacant.pat)? == "Vacant"
            && handed_on
            && leaves(&vacant.body);
        is_entry.then(|| Entry {
            name: name.ident.clone(),
            key_name: format_ident!("{}_key", name.ident, span = name.span()),
            map: (*call.receiver).clone(),
            key: call.args[0].clone(),
            missing: (*vacant.body).clone(),
        })
    }

    /// Puts the key in the place of the entry, in the statement that names it and in those after it.
    fn replace(self, stmts: &mut Vec<Stmt>, at: usize) {
        let later = || stmts[at + 1..].iter();
        let key_name = self.key_name.to_string();
        let taken = later().any(|stmt| tokens::mentions(stmt.to_token_stream(), std::slice::from_ref(&key_name)));
        // Another variable may have the map's name.
        let mut declared = Declared(BTreeSet::new());
        later().for_each(|stmt| declared.visit_stmt(stmt));
        let hidden = root(&self.map).is_none_or(|root| declared.0.contains(&root.to_string()));
        let mut asked = Asked { entry: &self, count: 0 };
        let mut replaced: Vec<Stmt> = later().cloned().collect();
        replaced.iter_mut().for_each(|stmt| asked.visit_stmt_mut(stmt));
        let mentioned: usize = later().map(|stmt| count(stmt.to_token_stream(), &self.name)).sum();
        if taken || hidden || asked.count != mentioned {
            return;
        }
        let Entry {
            key_name,
            map,
            key,
            missing,
            ..
        } = &self;
        let span = map.span();
        let named: Stmt = syn::parse_quote_spanned!(span=> let #key_name = #key;);
        let tested: Stmt = syn::parse_quote_spanned!(span=> if !#map.contains_key(&#key_name) { #missing });
        stmts.truncate(at);
        stmts.extend([named, tested]);
        stmts.extend(replaced);
    }
}

/// Puts what the map has under the key there where the entry's methods are called.
struct Asked<'e> {
    entry: &'e Entry,
    count: usize,
}

impl VisitMut for Asked<'_> {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let Entry {
            name, key_name, map, ..
        } = self.entry;
        let Expr::MethodCall(call) = expr else { return };
        if !matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident(name)) || !call.args.is_empty() {
            return;
        }
        let method = match call.method.to_string().as_str() {
            "get" | "get_mut" | "remove" => call.method.clone(),
            "into_mut" => Ident::new("get_mut", call.method.span()),
            _ => return,
        };
        self.count += 1;
        *expr = syn::parse_quote_spanned!(call.span()=> #map.#method(&#key_name).unwrap());
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// The last name of the variant that a pattern is of.
fn variant(pat: &Pat) -> Option<String> {
    let Pat::TupleStruct(pat) = pat else { return None };
    Some(pat.path.segments.last()?.ident.to_string())
}

/// The variable that a place is in: `self` of `self.data`.
fn root(place: &Expr) -> Option<&Ident> {
    match place {
        Expr::Path(path) => path.path.get_ident(),
        Expr::Field(field) => root(&field.base),
        _ => None,
    }
}

/// The names that patterns declare.
struct Declared(BTreeSet<String>);

impl<'s> Visit<'s> for Declared {
    fn visit_pat_ident(&mut self, ident: &'s syn::PatIdent) {
        self.0.insert(ident.ident.to_string());
        visit::visit_pat_ident(self, ident);
    }
}

/// Whether the function or a loop is certainly left.
fn leaves(expr: &Expr) -> bool {
    match expr {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        Expr::Block(block) => matches!(block.block.stmts.last(), Some(Stmt::Expr(last, _)) if leaves(last)),
        _ => false,
    }
}

fn count(tokens: TokenStream, name: &Ident) -> usize {
    let each = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(ident) => usize::from(ident == *name),
        TokenTree::Group(group) => count(group.stream(), name),
        _ => 0,
    });
    each.sum()
}
