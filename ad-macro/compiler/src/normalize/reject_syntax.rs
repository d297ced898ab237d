//! Rejects the syntax that no later pass could make sense of, wherever it stands, one message per construct.
//!
//! Input:  `async { … }`, `#[checkpoint]` on an expression that is no loop
//! Output: an error on each; nothing is rewritten

use crate::signature::marks::is_checkpoint;
use crate::syntax::diagnostics::Diagnostics;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::VisitMut;
use syn::{Expr, Item, visit, visit_mut};

struct Fence<'a>(&'a Diagnostics);

pub fn fence(function: &syn::ItemFn, diagnostics: &Diagnostics) {
    let mut fence = Fence(diagnostics);
    function.sig.inputs.iter().for_each(|input| fence.visit_fn_arg(input));
    let mut block = function.block.clone();
    TakeCheckpoints.visit_block_mut(&mut block);
    fence.visit_block(&block);
}

/// Takes `#[checkpoint]` off loops and blocks, where it belongs.
struct TakeCheckpoints;

impl VisitMut for TakeCheckpoints {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::ForLoop(syn::ExprForLoop { attrs, .. })
        | Expr::While(syn::ExprWhile { attrs, .. })
        | Expr::Loop(syn::ExprLoop { attrs, .. })
        | Expr::Block(syn::ExprBlock { attrs, label: None, .. }) = expr
        {
            attrs.retain(|attribute| !is_checkpoint(attribute));
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

impl Fence<'_> {
    fn reject(&self, span: proc_macro2::Span, what: &str, help: &str) {
        self.0.error(
            span,
            format!("{what} is not supported in a differentiable function"),
            help,
        );
    }
}

impl<'ast> Visit<'ast> for Fence<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let pure = "split out the pure part into a function of its own";
        match expr {
            Expr::Async(block) => return self.reject(block.async_token.span(), "`async`", pure),
            Expr::Await(wait) => self.reject(wait.await_token.span(), "`.await`", pure),
            Expr::Yield(stmt) => self.reject(stmt.yield_token.span(), "`yield`", pure),
            Expr::Unsafe(block) => {
                let help = "call it from a function without the attribute, in `no_diff(..)`";
                return self.reject(block.unsafe_token.span(), "`unsafe`", help);
            }
            Expr::RawAddr(raw) => self.reject(raw.span(), "a raw pointer", "use a reference"),
            Expr::TryBlock(block) => self.reject(block.try_token.span(), "a `try` block", pure),
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if is_checkpoint(attribute) {
            self.0.error(
                attribute.span(),
                "`#[checkpoint]` goes on a loop, or on a block without a label",
                "put it on a block around the statements that are to run again",
            );
        }
        if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
            self.0.error(
                attribute.span(),
                format!("`#[{}]` is not supported here", attribute.path().to_token_stream()),
                "put it on a statement, a field, an arm or the whole function, or write `if cfg!(..)`",
            );
        }
    }

    // An item inside is its own world; lowering says what to do with it.
    fn visit_item(&mut self, _: &'ast Item) {}
}
