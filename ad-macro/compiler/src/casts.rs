//! With the option `casts`, a cast to an integer stops the derivative: it is constant but for its steps.
//!
//! Input:  `let cell = x as usize;`
//! Output: `let cell = no_diff(x) as usize;`
//!
//! Without the option such a cast of an active value is an error, since nothing in the function says that the steps do not matter.
//! `x.to_usize()`, whose result has to be proved to be an integer, is for lowering to judge (`lower/numbers.rs`).

use crate::types::Ty;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ItemFn};

/// The function with `no_diff` in its casts to integers.
pub fn detached(function: &ItemFn) -> ItemFn {
    let mut function = function.clone();
    // A cast may stand in a macro of the function's own.
    crate::expansions::expanded(&mut function);
    visit_mut::visit_block_mut(&mut Casts, &mut function.block);
    function
}

struct Casts;

impl VisitMut for Casts {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let Expr::Cast(cast) = expr else { return };
        if Ty::of(&cast.ty) == Ty::Int && !matches!(*cast.expr, Expr::Lit(_) | Expr::Cast(_)) {
            let value = &cast.expr;
            *cast.expr = syn::parse_quote_spanned!(cast.as_token.span()=> ::pullback::no_diff(#value));
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
