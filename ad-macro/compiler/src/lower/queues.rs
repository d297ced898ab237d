//! Whether a queue's ends are used as options, so that `front` and `back` are a deque's.
//!
//! Input:  `while let Some(x) = self.queue.front() { .. }`, `q.back().copied()`, `q.front()?`
//! Output: yes. Elsewhere `front` and `back` are methods of the user's: `camera.front()` is a direction.

use crate::syntax::expressions::strip;
use crate::syntax::methods::is_of_options;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::visit::Visit;
use syn::{Block, Expr, Pat, visit};

/// Whether what `front` or `back` gives stands in the function where only an option can.
pub(super) fn asks_for_ends(body: &Block) -> bool {
    let mut asks = Asks(false);
    asks.visit_block(body);
    asks.0
}

struct Asks(bool);

fn is_end(expr: &Expr) -> bool {
    match strip(expr) {
        Expr::MethodCall(call) => call.args.is_empty() && (call.method == "front" || call.method == "back"),
        Expr::Tuple(tuple) => tuple.elems.iter().any(is_end),
        _ => false,
    }
}

fn names_option(pat: &Pat) -> bool {
    fn within(tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => ident == "Some" || ident == "None",
            TokenTree::Group(group) => within(group.stream()),
            _ => false,
        })
    }
    within(pat.to_token_stream())
}

impl<'ast> Visit<'ast> for Asks {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.0 |= match expr {
            Expr::MethodCall(call) => is_of_options(&call.method) && is_end(&call.receiver),
            Expr::Try(tried) => is_end(&tried.expr),
            Expr::Let(binding) => is_end(&binding.expr) && names_option(&binding.pat),
            Expr::Match(stmt) => is_end(&stmt.expr) && stmt.arms.iter().any(|arm| names_option(&arm.pat)),
            _ => false,
        };
        visit::visit_expr(self, expr);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some(init) = &local.init {
            self.0 |= init.diverge.is_some() && is_end(&init.expr) && names_option(&local.pat);
        }
        visit::visit_local(self, local);
    }
}
