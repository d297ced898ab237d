//! Rejects the syntax that no later pass could make sense of, wherever it stands, one message per construct.
//!
//! Input:  `async { … }`, `#[checkpoint]` on an expression that is no loop
//! Output: an error on each; nothing is rewritten

use crate::signature::marks::is_checkpoint;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::walk::{Node, NodeMut, Walk, WalkMut, descend, descend_mut};
use quote::ToTokens;
use syn::Expr;
use syn::spanned::Spanned;

struct Fence<'a>(&'a Diagnostics);

pub fn fence(function: &syn::ItemFn, diagnostics: &Diagnostics) {
    let mut fence = Fence(diagnostics);
    function
        .sig
        .inputs
        .iter()
        .for_each(|input| fence.node(Node::FnArg(input)));
    let mut block = function.block.clone();
    TakeCheckpoints.node(NodeMut::Block(&mut block));
    fence.node(Node::Block(&block));
}

/// Takes `#[checkpoint]` off loops and blocks, where it belongs.
struct TakeCheckpoints;

impl WalkMut for TakeCheckpoints {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Expr(expr) => {
                if let Expr::ForLoop(syn::ExprForLoop { attrs, .. })
                | Expr::While(syn::ExprWhile { attrs, .. })
                | Expr::Loop(syn::ExprLoop { attrs, .. })
                | Expr::Block(syn::ExprBlock { attrs, label: None, .. }) = expr
                {
                    attrs.retain(|attribute| !is_checkpoint(attribute));
                }
                descend_mut(self, NodeMut::Expr(expr));
            }
            node => descend_mut(self, node),
        }
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

impl<'ast> Walk<'ast> for Fence<'_> {
    fn node(&mut self, node: Node<'ast>) {
        match node {
            Node::Expr(expr) => {
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
                descend(self, node);
            }
            Node::Attribute(attribute) => {
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
            Node::Item(_) => {}
            node => descend(self, node),
        }
    }
}
