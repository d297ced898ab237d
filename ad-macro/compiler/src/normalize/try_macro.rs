//! The macro `try!` of older editions is the operator `?`.
//!
//! ```text
//! Input:  let root = try!(root(x));
//! Output: let root = root(x)?;
//! ```
//!
//! Somebody may have a macro of his own with that name. An item that never runs proves that it takes a `Result` apart as std's does.

use syn::ext::IdentExt;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::visit_mut::VisitMut;
use syn::{Expr, Item, Stmt, Token, visit_mut};

/// Replaces the calls of `try!` in a function's body.
pub fn attempts(function: &mut syn::ItemFn) {
    let mut pass = Attempts { called: None };
    pass.visit_block_mut(&mut function.block);
    if let Some(path) = pass.called {
        let proof = syn::parse_quote! {
            #[allow(deprecated)]
            const _: fn(::core::result::Result<u8, i8>) -> ::core::result::Result<u16, i16> =
                |result| ::core::result::Result::Ok(u16::from(#path!(result)));
        };
        function.block.stmts.insert(0, Stmt::Item(proof));
    }
}

struct Attempts {
    /// How the macro is called.
    called: Option<syn::Path>,
}

impl VisitMut for Attempts {
    // Functions inside are marked themselves.
    fn visit_item_mut(&mut self, _: &mut Item) {}

    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        if let Stmt::Macro(call) = stmt
            && let Some(attempt) = attempt(&call.mac)
        {
            self.called.get_or_insert_with(|| call.mac.path.clone());
            *stmt = Stmt::Expr(attempt, call.semi_token);
        }
        visit_mut::visit_stmt_mut(self, stmt);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Macro(call) = expr
            && let Some(attempt) = attempt(&call.mac)
        {
            self.called.get_or_insert_with(|| call.mac.path.clone());
            *expr = attempt;
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

/// `e?` of `try!(e)`.
fn attempt(call: &syn::Macro) -> Option<Expr> {
    let name = call.path.get_ident()?;
    if name.unraw() != "try" {
        return None;
    }
    let list = Punctuated::<Expr, Token![,]>::parse_terminated;
    let arguments = list.parse2(call.tokens.clone()).ok()?;
    let mut arguments = arguments.into_iter();
    let (attempted, None) = (arguments.next()?, arguments.next()) else {
        return None;
    };
    Some(syn::parse_quote_spanned!(name.span()=> (#attempted)?))
}
