//! Rewrites the expressions whose value a body returns, through branches, blocks, `return`, casts and boxes.
//!
//! Input:  `if c { Box::new(a.iter()) } else { Box::new(b.iter()) }`, to be made `item.for_each(found)`
//! Output: `if c { a.iter().for_each(found) } else { b.iter().for_each(found) }`

use crate::signature::returned_iterators::is_box;
use crate::syntax::walk::{NodeMut, WalkMut, descend_mut};
use syn::Expr;
use syn::spanned::Spanned;

/// Makes a body go through the iterators that it returns.
pub struct InsideOut<'a> {
    /// What becomes of each of them.
    pub end: &'a dyn Fn(&mut Expr),
    /// Whether that is a value, which is returned in its place.
    pub gives: bool,
}

impl<'a> InsideOut<'a> {
    /// Makes a body return what `end` makes of the iterators.
    pub fn giving(end: &'a dyn Fn(&mut Expr)) -> Self {
        InsideOut { end, gives: true }
    }

    pub fn turn(&mut self, block: &mut syn::Block) {
        self.node(NodeMut::Block(block));
        self.block(block);
    }

    /// A block whose value is returned.
    fn block(&self, block: &mut syn::Block) {
        if let Some(syn::Stmt::Expr(expr, None)) = block.stmts.last_mut() {
            self.returned(expr);
        }
    }

    /// An expression whose value is returned.
    fn returned(&self, expr: &mut Expr) {
        match expr {
            Expr::Paren(inner) => self.returned(&mut inner.expr),
            Expr::Group(inner) => self.returned(&mut inner.expr),
            Expr::Cast(cast) => {
                *expr = (*cast.expr).clone();
                self.returned(expr);
            }
            Expr::Block(block) if block.label.is_none() => self.block(&mut block.block),
            Expr::If(branch) => {
                self.block(&mut branch.then_branch);
                if let Some((_, els)) = &mut branch.else_branch {
                    self.returned(els);
                }
            }
            Expr::Match(stmt) => stmt.arms.iter_mut().for_each(|arm| self.returned(&mut arm.body)),
            Expr::Call(call) if is_box(&call.func) && call.args.len() == 1 => {
                *expr = call.args[0].clone();
                self.returned(expr);
            }
            // It does not come to an end here.
            Expr::Return(_) | Expr::Macro(_) | Expr::Loop(_) => {}
            expr => (self.end)(expr),
        }
    }
}

impl WalkMut for InsideOut<'_> {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Expr(expr) => {
                match expr {
                    // What these return is returned to somebody else.
                    Expr::Closure(_) | Expr::Async(_) => {}
                    Expr::Return(jump) => {
                        if let Some(value) = jump.expr.take() {
                            let mut value = *value;
                            self.node(NodeMut::Expr(&mut value));
                            self.returned(&mut value);
                            *expr = match self.gives {
                                true => syn::parse_quote_spanned!(expr.span()=> return #value),
                                false => syn::parse_quote_spanned!(expr.span()=> { #value; return }),
                            };
                        }
                    }
                    expr => descend_mut(self, NodeMut::Expr(expr)),
                }
            }
            NodeMut::Item(_) => {}
            node => descend_mut(self, node),
        }
    }
}
