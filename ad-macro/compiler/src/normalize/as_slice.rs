//! Normalises `x.as_ref()` to `x.as_slice()` for `D: AsRef<[T]>`, so that indexing is a place projection.
//!
//! Input:  `fn mean<D: AsRef<[f64]>>(data: &D) -> f64 { … data.as_ref()[i] … }`
//! Output: `… data.as_slice()[i] …`, with the bound `D: SeenAsSlice<f64>` from `signature/bounds.rs`, whose method that is
//!
//! So too `self.data.as_ref()`, a field's, in a function or impl with such a parameter. What is then used as an option stays one; a
//! field that is neither is an error of rustc's.

use crate::syntax::expressions::pattern_idents;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::methods::is_of_options;
use crate::syntax::walk::{NodeMut, WalkMut, descend_mut};
use syn::{Expr, ExprMethodCall, FnArg, Ident, ItemFn, Pat, Type};

/// The function with its lists by `as_slice`. `parameters` are those of it and of what it stands in that are seen as slices.
pub fn as_slices(function: &ItemFn, parameters: &FlatSet<String>) -> ItemFn {
    let mut function = function.clone();
    if parameters.is_empty() {
        return function;
    }
    let lists = function.sig.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(param) => match &*param.pat {
            Pat::Ident(name) if is_one_of(&param.ty, parameters) => Some(name.ident.clone()),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    let lists = lists.collect();
    descend_mut(&mut Slices { lists }, NodeMut::Block(&mut function.block));
    function
}

fn is_one_of(ty: &Type, parameters: &FlatSet<String>) -> bool {
    match ty {
        Type::Reference(reference) => is_one_of(&reference.elem, parameters),
        Type::Path(path) => path
            .path
            .get_ident()
            .is_some_and(|ident| parameters.contains(&ident.to_string())),
        _ => false,
    }
}

struct Slices {
    lists: Vec<Ident>,
}

impl Slices {
    fn is_list(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(path) => path.path.get_ident().is_some_and(|ident| self.lists.contains(ident)),
            Expr::Field(_) => true,
            Expr::Paren(paren) => self.is_list(&paren.expr),
            Expr::Reference(reference) => self.is_list(&reference.expr),
            _ => false,
        }
    }

    fn sees(&self, call: &ExprMethodCall) -> bool {
        call.args.is_empty() && (call.method == "as_ref" || call.method == "as_mut") && self.is_list(&call.receiver)
    }

    /// A variable of the same name hides a parameter.
    fn hide<'p>(&mut self, patterns: impl IntoIterator<Item = &'p Pat>) {
        let mut bound = Vec::new();
        patterns.into_iter().for_each(|pat| pattern_idents(pat, &mut bound));
        self.lists.retain(|list| !bound.contains(list));
    }

    /// What is asked of an option, or taken apart as one.
    fn visit_option(&mut self, expr: &mut Expr) {
        match expr {
            Expr::MethodCall(call) if self.sees(call) => self.node(NodeMut::Expr(&mut call.receiver)),
            expr => self.node(NodeMut::Expr(expr)),
        }
    }
}

impl WalkMut for Slices {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Expr(expr) => {
                match expr {
                    Expr::MethodCall(call) if is_of_options(&call.method) => {
                        self.visit_option(&mut call.receiver);
                        call.args.iter_mut().for_each(|arg| self.node(NodeMut::Expr(arg)));
                        return;
                    }
                    Expr::Try(tried) => return self.visit_option(&mut tried.expr),
                    Expr::Let(condition) => return self.visit_option(&mut condition.expr),
                    Expr::Match(matched) => {
                        self.visit_option(&mut matched.expr);
                        matched.arms.iter_mut().for_each(|arm| self.node(NodeMut::Arm(arm)));
                        return;
                    }
                    _ => {}
                }
                descend_mut(self, NodeMut::Expr(expr));
                if let Expr::MethodCall(call) = expr
                    && self.sees(call)
                {
                    let name = if call.method == "as_ref" {
                        "as_slice"
                    } else {
                        "as_mut_slice"
                    };
                    call.method = Ident::new(name, call.method.span());
                }
            }
            NodeMut::Block(block) => {
                let lists = self.lists.clone();
                descend_mut(self, NodeMut::Block(block));
                self.lists = lists;
            }
            NodeMut::Local(local) => {
                descend_mut(self, NodeMut::Local(local));
                self.hide([&local.pat]);
            }
            NodeMut::ExprClosure(closure) => {
                let lists = self.lists.clone();
                self.hide(&closure.inputs);
                self.node(NodeMut::Expr(&mut closure.body));
                self.lists = lists;
            }
            NodeMut::Item(_) => {}
            node => descend_mut(self, node),
        }
    }
}
