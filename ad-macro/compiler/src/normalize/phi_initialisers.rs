//! A deferred variable that every branch assigns first becomes the branches' value (a phi), since a sweep may need an initial value and
//! of a type that only rustc knows there is none.
//!
//! ```text
//! Input:  let mut v; if c { v = a; scale(&mut v); } else { v = M::eye(n); }
//! Output: let mut v = if c { let mut v = a; scale(&mut v); v } else { let mut v = M::eye(n); v };
//! ```
//!
//! What is assigned and not used again in its branch stays as it is written.

use crate::syntax::tokens;
use crate::syntax::walk::{NodeMut, WalkMut, descend_mut};
use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Block, Expr, Pat, Stmt};

/// The function with such variables declared where they have their values.
pub fn declared(function: &syn::ItemFn) -> syn::ItemFn {
    let mut function = function.clone();
    Blocks.node(NodeMut::Block(&mut function.block));
    function
}

struct Blocks;

impl WalkMut for Blocks {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Block(block) => {
                let mut at = 0;
                while at < block.stmts.len() {
                    match joined(&block.stmts[at..]) {
                        Some(stmts) => {
                            block.stmts.truncate(at);
                            block.stmts.extend(stmts);
                        }
                        None => at += 1,
                    }
                }
                descend_mut(self, NodeMut::Block(block));
            }
            NodeMut::Item(_) => {}
            node => descend_mut(self, node),
        }
    }
}

/// A variable without a value, as it is declared.
#[derive(Clone)]
struct Declared {
    name: Ident,
    pat: Pat,
}

impl Declared {
    fn of(stmt: &Stmt) -> Option<Declared> {
        let Stmt::Local(local) = stmt else { return None };
        let name = match &local.pat {
            Pat::Ident(ident) => &ident.ident,
            Pat::Type(typed) => match &*typed.pat {
                Pat::Ident(ident) => &ident.ident,
                _ => return None,
            },
            _ => return None,
        };
        (local.init.is_none() && local.attrs.is_empty()).then(|| Declared {
            name: name.clone(),
            pat: local.pat.clone(),
        })
    }

    /// The pattern without a type, which a tuple's part cannot have.
    fn part(&self) -> &Pat {
        match &self.pat {
            Pat::Type(typed) => &typed.pat,
            pat => pat,
        }
    }
}

/// If the first of these statements declares such a variable: all of them with the declaration where it has its value, and with it
/// those of the others that get theirs in the same branches.
fn joined(stmts: &[Stmt]) -> Option<Vec<Stmt>> {
    let first = Declared::of(stmts.first()?)?;
    let first_mention = |name: &Ident, from: usize| {
        let later = stmts.iter().skip(from + 1);
        later
            .clone()
            .position(|stmt| mentions(stmt, name))
            .map(|k| from + 1 + k)
    };
    let after = first_mention(&first.name, 0)?;
    // As the last expression of the block it would be its value.
    let Stmt::Expr(Expr::If(branches), semi) = &stmts[after] else {
        return None;
    };
    if semi.is_none() && after + 1 == stmts.len() {
        return None;
    }
    let others = (1..after).filter_map(|k| Some((k, Declared::of(&stmts[k])?)));
    let others = others.filter(|(k, other)| first_mention(&other.name, *k) == Some(after));
    let all: Vec<(usize, Declared)> = [(0, first)].into_iter().chain(others).collect();
    let mut tries = vec![&all[..]];
    if all.len() > 1 {
        tries.push(&all[..1]);
    }
    tries.into_iter().find_map(|group| {
        let declared: Vec<Declared> = group.iter().map(|(_, declared)| declared.clone()).collect();
        let mut looked_at = false;
        let value = valued(branches, &declared, &mut looked_at)?;
        let kept = stmts
            .iter()
            .enumerate()
            .filter(|(k, _)| !group.iter().any(|(at, _)| at == k));
        let with_value = kept.map(|(k, stmt)| match k == after {
            true => value.clone(),
            false => stmt.clone(),
        });
        looked_at.then(|| with_value.collect())
    })
}

/// The declaration of variables whose value the branches are, if each of these assigns them first thing or leaves the function or the
/// loop.
fn valued(branches: &syn::ExprIf, declared: &[Declared], looked_at: &mut bool) -> Option<Stmt> {
    let value = values(branches, declared, looked_at)?;
    let pat: Pat = match declared {
        [one] => one.pat.clone(),
        several => {
            let parts = several.iter().map(Declared::part);
            syn::parse_quote!((#(#parts),*))
        }
    };
    Some(syn::parse_quote!(let #pat = #value;))
}

fn values(branches: &syn::ExprIf, declared: &[Declared], looked_at: &mut bool) -> Option<syn::ExprIf> {
    if declared.iter().any(|one| mentions(&branches.cond, &one.name)) {
        return None;
    }
    let mut branches = branches.clone();
    value_of(&mut branches.then_branch, declared, looked_at)?;
    let (_, els) = branches.else_branch.as_mut()?;
    **els = match &**els {
        Expr::If(more) => Expr::If(values(more, declared, looked_at)?),
        Expr::Block(block) if block.label.is_none() => {
            let mut block = block.clone();
            value_of(&mut block.block, declared, looked_at)?;
            Expr::Block(block)
        }
        _ => return None,
    };
    Some(branches)
}

/// Makes the variables' values that of a block.
fn value_of(block: &mut Block, declared: &[Declared], looked_at: &mut bool) -> Option<()> {
    let mut missing = declared.to_vec();
    for at in 0..block.stmts.len() {
        let stmt = &block.stmts[at];
        let (here, later): (Vec<_>, Vec<_>) = missing.iter().cloned().partition(|one| mentions(stmt, &one.name));
        *looked_at |= declared.iter().any(|one| {
            let has_value = missing.iter().all(|other| other.name != one.name);
            has_value && mentions(stmt, &one.name)
        });
        let declaration = match (stmt, &here[..]) {
            (_, []) => continue,
            (Stmt::Expr(Expr::Assign(assign), Some(_)), [one]) => {
                let named = matches!(&*assign.left, Expr::Path(path) if path.path.is_ident(&one.name));
                // A name for places stays one.
                if !named || mentions(&assign.right, &one.name) || matches!(&*assign.right, Expr::Reference(_)) {
                    return None;
                }
                let (pat, value) = (&one.pat, &assign.right);
                syn::parse_quote!(let #pat = #value;)
            }
            (Stmt::Expr(Expr::If(branches), _), here) => valued(branches, here, looked_at)?,
            _ => return None,
        };
        block.stmts[at] = declaration;
        missing = later;
    }
    let leaves = matches!(
        block.stmts.last(),
        Some(Stmt::Expr(Expr::Return(_) | Expr::Break(_) | Expr::Continue(_), _))
    );
    if leaves {
        return Some(());
    }
    if !missing.is_empty() {
        return None;
    }
    if let Some(Stmt::Expr(_, semi @ None)) = block.stmts.last_mut() {
        *semi = Some(Default::default());
    }
    let names = declared.iter().map(|one| &one.name);
    let value = match declared {
        [one] => {
            let name = &one.name;
            syn::parse_quote!(#name)
        }
        _ => syn::parse_quote!((#(#names),*)),
    };
    block.stmts.push(Stmt::Expr(value, None));
    Some(())
}

fn mentions(part: &impl ToTokens, name: &Ident) -> bool {
    tokens::mentions(part.to_token_stream(), &[name.to_string()])
}
