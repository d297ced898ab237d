//! Which default functions of a trait have derivatives for implementors that borrow, too.
//!
//! Input:  `trait Potential { fn energy(&self, x: f64) -> f64; fn twice(&self, x: f64) -> f64 { 2.0 * self.energy(x) } }`
//! Output: `twice`
//!
//! The pullback of a trait's function captures the lifetimes of `Self`. Tapes are `'static`, so are the residuals of recursive
//! functions, and so are the arguments of generic ones. So `self` stands here only before a method of the same trait, one that an
//! implementor defines or that is of these as well, and not in a loop.

use crate::syntax::flat_set::FlatSet;
use crate::syntax::tokens::{is_self, mentions_self};
use crate::syntax::walk::{Node, Walk, descend};
use quote::ToTokens;
use syn::{Expr, FnArg, ItemTrait, Signature, TraitItem, TraitItemFn};

/// `open`: whether a function's derivative asks nothing of `Self`.
pub fn functions(item: &ItemTrait, open: impl Fn(&TraitItemFn) -> bool) -> FlatSet<String> {
    let members = || {
        let members = item.items.iter().filter_map(|item| match item {
            TraitItem::Fn(member) => Some(member),
            _ => None,
        });
        members.filter(|member| !hands_itself_on(&member.sig))
    };
    let mut callable: FlatSet<String> = members()
        .filter(|member| open(member))
        .map(|member| member.sig.ident.to_string())
        .collect();
    let mut straight = FlatSet::new();
    loop {
        let more: Vec<String> = members()
            .filter(|member| !callable.contains(&member.sig.ident.to_string()))
            .filter(|member| is_straight(member, &callable))
            .map(|member| member.sig.ident.to_string())
            .collect();
        if more.is_empty() {
            return straight;
        }
        callable.extend(more.iter().cloned());
        straight.extend(more);
    }
}

/// Whether what a function takes or gives may be another implementor, or of a type that depends on it.
fn hands_itself_on(signature: &Signature) -> bool {
    let inputs = signature.inputs.iter();
    let mut others = inputs.filter(|input| matches!(input, FnArg::Typed(_)));
    mentions_self(signature.output.to_token_stream()) || others.any(|input| mentions_self(input.to_token_stream()))
}

fn is_straight(member: &TraitItemFn, callable: &FlatSet<String>) -> bool {
    let Some(body) = &member.default else { return false };
    let mut look = Look {
        name: &member.sig.ident,
        callable,
        within: false,
        straight: true,
    };
    look.node(Node::Block(body));
    look.straight
}

struct Look<'a> {
    /// A method of this name may be the function itself: its pullback is held, and has no lifetimes.
    name: &'a syn::Ident,
    callable: &'a FlatSet<String>,
    /// In what may run more than once.
    within: bool,
    straight: bool,
}

impl Look<'_> {
    fn within(&mut self, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.within, true);
        visit(self);
        self.within = outer;
    }
}

impl<'ast> Walk<'ast> for Look<'_> {
    fn node(&mut self, node: Node<'ast>) {
        match node {
            Node::Expr(Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) | Expr::Closure(_)) => {
                self.within(|look| descend(look, node));
            }
            Node::Expr(Expr::MethodCall(call)) if is_self(&call.receiver) => {
                self.straight &= !self.within && self.callable.contains(&call.method.to_string());
                call.args.iter().for_each(|arg| self.node(Node::Expr(arg)));
            }
            Node::Expr(Expr::MethodCall(call)) if call.method == *self.name => self.straight = false,
            Node::Ident(ident) => self.straight &= ident != "self" && ident != "Self",
            // What is in there is not looked at.
            Node::Macro(_) => self.straight = false,
            Node::Item(_) => self.straight = false,
            node => descend(self, node),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_loops_or_hands_itself_on_is_not_straight() {
        let item: ItemTrait = syn::parse_quote! {
            trait Field {
                fn at(&self, x: f64) -> f64;
                fn twice(&self, x: f64) -> f64 { if x > 0.0 { 2.0 * self.at(x) } else { x } }
                fn of_twice(&self, x: f64) -> f64 { self.twice(self.at(x)) }
                fn sum(&self, x: f64) -> f64 { let mut s = 0.0; for _ in 0..2 { s += self.at(x); } s }
                fn of_sum(&self, x: f64) -> f64 { self.sum(x) }
                fn mapped(&self, x: &[f64]) -> f64 { x.iter().map(|x| self.at(*x)).sum() }
                fn passed(&self, x: f64) -> f64 { helper(self, x) }
                fn again(&self, x: f64) -> f64 { self.again(x) }
                fn also(&self, x: f64) -> f64 { inner(self.at(x)).also(x) }
                fn moved(&self, x: f64) -> Self;
                fn of_moved(&self, x: f64) -> f64 { self.moved(x).at(x) }
                fn between(&self, other: &Self) -> f64 { self.at(1.0) * other.at(1.0) }
                fn inherited(&self, x: f64) -> f64 { self.of_a_supertrait(x) }
            }
        };
        let expected = ["of_twice", "twice"].map(String::from);
        let open = |member: &TraitItemFn| member.default.is_none();
        assert_eq!(functions(&item, open), FlatSet::from(expected));
    }
}
