//! Elements that are reached without a check of the index are reached with one in the derivatives, which need no `unsafe` for it.
//!
//! Input:  `total += unsafe { *x.get_unchecked(i) }`
//! Output: `total += { x[i] }`
//!
//! The value is the same wherever the function has one. An `unsafe` block around anything else stays, and the fence rejects it.

use syn::visit_mut::{self, VisitMut};
use syn::{Expr, ItemFn, UnOp};

/// What reaches an element or a part: of slices, of nalgebra's matrices, of ndarray's arrays.
const READS: &[&str] = &["get_unchecked", "vget_unchecked", "uget"];
const WRITES: &[&str] = &["get_unchecked_mut", "vget_unchecked_mut", "uget_mut"];

/// The function with its unchecked accesses checked.
pub fn checked(function: &ItemFn) -> ItemFn {
    let mut function = function.clone();
    visit_mut::visit_block_mut(&mut Blocks, &mut function.block);
    function
}

/// Finds the `unsafe` blocks: anywhere else the methods of these names are somebody's own.
struct Blocks;

impl VisitMut for Blocks {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        let Expr::Unsafe(unsafely) = expr else { return };
        let mut accesses = Accesses { found: false };
        let mut block = unsafely.block.clone();
        accesses.visit_block_mut(&mut block);
        if accesses.found {
            *expr = Expr::Block(syn::ExprBlock {
                attrs: std::mem::take(&mut unsafely.attrs),
                label: None,
                block,
            });
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

struct Accesses {
    found: bool,
}

impl VisitMut for Accesses {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        visit_mut::visit_expr_mut(self, expr);
        match expr {
            Expr::MethodCall(call) if call.args.len() == 1 => {
                let name = call.method.to_string();
                let (list, at) = (&call.receiver, &call.args[0]);
                let place: Expr = if READS.contains(&name.as_str()) {
                    syn::parse_quote!(&#list[#at])
                } else if WRITES.contains(&name.as_str()) {
                    syn::parse_quote!(&mut #list[#at])
                } else {
                    return;
                };
                self.found = true;
                *expr = Expr::Paren(syn::ExprParen {
                    attrs: Vec::new(),
                    paren_token: Default::default(),
                    expr: Box::new(place),
                });
            }
            // What was behind the reference is the element itself.
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                if let Expr::Paren(inner) = &*unary.expr
                    && let Expr::Reference(reference) = &*inner.expr
                    && let Expr::Index(_) = &*reference.expr
                {
                    *expr = (*reference.expr).clone();
                }
            }
            _ => {}
        }
    }

    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
