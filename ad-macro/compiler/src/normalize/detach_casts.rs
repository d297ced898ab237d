//! With `no_diff(as)`, detaches casts to integers: the result is piecewise constant.
//!
//! Input:  `let cell = x as usize;`
//! Output: `let cell = no_diff(x) as usize;`
//!
//! Input:  `let cell = x as Index;`
//! Output: `let cell = no_diff(x as Index);`, and lowering has rustc prove that the alias is an integer, or `x` one
//!
//! Without the option such a cast of an active value is an error, since nothing in the function says that the steps do not matter.
//! `x.to_usize()`, whose result has to be proved to be an integer, is for `lower/numbers.rs`.

use crate::syntax::types::Ty;
use crate::syntax::walk::{NodeMut, WalkMut, descend_mut};
use syn::spanned::Spanned;
use syn::{Expr, ItemFn};

/// The function with `no_diff` in its casts to integers.
pub fn detached(function: &ItemFn) -> ItemFn {
    let mut function = function.clone();
    // A cast may stand in a macro of the function's own.
    crate::normalize::macro_rules::expanded(&mut function);
    descend_mut(&mut Casts, NodeMut::Block(&mut function.block));
    function
}

struct Casts;

impl WalkMut for Casts {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Expr(expr) => {
                descend_mut(self, NodeMut::Expr(expr));
                let Expr::Cast(cast) = expr else { return };
                let span = cast.as_token.span();
                if matches!(*cast.expr, Expr::Lit(_) | Expr::Cast(_)) {
                    return;
                }
                if Ty::of(&cast.ty) == Ty::Int {
                    let value = &cast.expr;
                    *cast.expr = syn::parse_quote_spanned!(span=> ::pullback::no_diff(#value));
                } else if has_other_name(&cast.ty) {
                    *expr = syn::parse_quote_spanned!(span=> ::pullback::no_diff(#cast));
                }
            }
            NodeMut::Item(_) => {}
            node => descend_mut(self, node),
        }
    }
}

/// Whether only rustc knows whether this is an integer: `as Index`.
pub fn has_other_name(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(_)) && Ty::of(ty) == Ty::Unknown
}
