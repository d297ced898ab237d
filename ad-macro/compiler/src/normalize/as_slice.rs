//! Normalises `x.as_ref()` to `x.as_slice()` for `D: AsRef<[T]>`, so that indexing is a place projection.
//!
//! Input:  `fn mean<D: AsRef<[f64]>>(data: &D) -> f64 { … data.as_ref()[i] … }`
//! Output: `… data.as_slice()[i] …`, with the bound `D: SeenAsSlice<f64>` from `signature/bounds.rs`, whose method that is
//!
//! So too `self.data.as_ref()`, a field's, in a function or impl with such a parameter. What is then used as an option stays one; a
//! field that is neither is an error of rustc's.

use crate::syntax::expressions::pattern_idents;
use crate::syntax::methods::is_of_options;
use std::collections::BTreeSet;
use syn::visit_mut::VisitMut;
use syn::{Expr, ExprMethodCall, FnArg, Ident, ItemFn, Pat, Type, visit_mut};

/// The function with its lists by `as_slice`. `parameters` are those of it and of what it stands in that are seen as slices.
pub fn as_slices(function: &ItemFn, parameters: &BTreeSet<String>) -> ItemFn {
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
    visit_mut::visit_block_mut(&mut Slices { lists }, &mut function.block);
    function
}

fn is_one_of(ty: &Type, parameters: &BTreeSet<String>) -> bool {
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
            Expr::MethodCall(call) if self.sees(call) => self.visit_expr_mut(&mut call.receiver),
            expr => self.visit_expr_mut(expr),
        }
    }
}

impl VisitMut for Slices {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::MethodCall(call) if is_of_options(&call.method) => {
                self.visit_option(&mut call.receiver);
                call.args.iter_mut().for_each(|arg| self.visit_expr_mut(arg));
                return;
            }
            Expr::Try(tried) => return self.visit_option(&mut tried.expr),
            Expr::Let(condition) => return self.visit_option(&mut condition.expr),
            Expr::Match(matched) => {
                self.visit_option(&mut matched.expr);
                matched.arms.iter_mut().for_each(|arm| self.visit_arm_mut(arm));
                return;
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
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

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let lists = self.lists.clone();
        visit_mut::visit_block_mut(self, block);
        self.lists = lists;
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        self.hide([&local.pat]);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut syn::ExprClosure) {
        let lists = self.lists.clone();
        self.hide(&closure.inputs);
        self.visit_expr_mut(&mut closure.body);
        self.lists = lists;
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
