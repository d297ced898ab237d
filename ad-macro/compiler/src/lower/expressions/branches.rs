//! Branches and jumps: `if`, `break`, `continue`, `return`; and where control ends.
//!
//! Input:  `if a > b { a } else { return b }`
//! Output: `if a > b { a } else { exit return b }` as a variable that only the first side gives a value

use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::lower::references::Side;
use crate::syntax::expressions::strip;
use crate::syntax::types::{Ty, Width};
use proc_macro2::Span;
use syn::Expr;
use syn::spanned::Spanned;

impl Lower<'_> {
    /// `break` and `break value`.
    pub(super) fn break_loop(&mut self, jump: &syn::ExprBreak) -> Value {
        let span = jump.span();
        let value = jump.expr.as_ref().map(|value| self.atom(value));
        if let Some(target) = self.target(&jump.label) {
            if let Some(value) = value {
                self.break_value(target, value, span);
            }
            self.push(span, StmtKind::Exit(Exit::Break(target, None)));
        }
        Value::Never
    }

    /// `continue`.
    pub(super) fn continue_loop(&mut self, jump: &syn::ExprContinue) -> Value {
        if let Some(target) = self.continued(&jump.label) {
            self.push(jump.span(), StmtKind::Exit(Exit::Continue(target)));
        }
        Value::Never
    }

    /// `return` and `return value`.
    pub(super) fn return_early(&mut self, jump: &syn::ExprReturn) -> Value {
        let span = jump.span();
        let value = match &jump.expr {
            Some(value) => {
                let output = self.inlined.is_empty().then(|| self.f.output.clone());
                let made = output.and_then(|output| self.made_last(value, &output));
                let value = self.value(made.as_ref().unwrap_or(value));
                if self.inlined.is_empty() {
                    self.unasked(&value);
                }
                if self.returns_reference() {
                    self.return_reference(value, span);
                    return Value::Never;
                }
                self.result(value, span)
            }
            None => None,
        };
        self.return_value(value, span);
        Value::Never
    }

    /// A number that a function gives without a word of it in its signature: rustc reports that, and to all else the word is there.
    pub(in crate::lower) fn unasked(&mut self, value: &Value) {
        let ty = self.value_ty(value);
        if self.f.output_ty == Ty::Unit && ty.is_scalar() {
            self.diagnostics.leave_to_rustc();
            if let Ty::Float(width) = ty {
                self.f.output = match width {
                    Width::F32 => syn::parse_quote!(f32),
                    Width::F64 | Width::Any => syn::parse_quote!(f64),
                };
                self.f.output_ty = ty;
            }
        }
    }

    pub(in crate::lower) fn branch(&mut self, branch: &syn::ExprIf) -> Value {
        let span = branch.if_token.span();
        // The variables of `if let A(x) | B(x) = ..` are in another place in each: a `match` tells them apart.
        if let Expr::Let(condition) = strip(&branch.cond)
            && crate::lower::matches::alternatives(&condition.pat).len() > 1
        {
            let (pat, value, then) = (&condition.pat, &condition.expr, &branch.then_branch);
            let els = branch
                .else_branch
                .as_ref()
                .map_or_else(|| syn::parse_quote!({}), |(_, els)| els.clone());
            return self.value(&syn::parse_quote_spanned!(span=> match #value { #pat => #then, _ => #els }));
        }
        let whole = Expr::If(branch.clone());
        if contains_let(&branch.cond)
            && !self.may_carry(&whole)
            && let Ok(opaque) = self.opaque(&whole)
        {
            return Value::Op(Op::Opaque(Opaque { pure: false, ..opaque }), Ty::Unknown);
        }
        let before = self.stmts.len();
        let (cond, bindings) = if contains_let(&branch.cond) {
            self.let_condition(&branch.cond)
        } else {
            (self.condition(&branch.cond), Vec::new())
        };
        let made = match &bindings[..] {
            [(_, value)] => self.made_since(before, &branch.cond, value),
            _ => None,
        };
        let then = self.side(|lower| {
            for (pat, value) in bindings {
                lower.pattern(&pat, value, None);
            }
            lower.block(&branch.then_branch)
        });
        let els = match &branch.else_branch {
            Some((_, other)) => self.side(|lower| {
                lower.let_go(made, other);
                lower.value(other)
            }),
            None => (Block::default(), Value::Unit),
        };
        // What follows is moved beside a branch that jumps, behind all that the other one holds.
        let then = self.kept_apart(then, &els.0, span);
        let els = self.kept_apart(els, &then.0, span);
        self.join(cond, then, els, span)
    }

    /// One side of a branch, whose scope ends where it does if the other side jumps.
    fn kept_apart(&mut self, side: Side, other: &Block, span: Span) -> Side {
        if !ends(other) || !self.may_hold_guard(&side.0) {
            return side;
        }
        self.side(|lower| lower.scope(side, span))
    }

    pub(in crate::lower) fn if_stmt(&mut self, cond: Atom, then: Block, els: Block, span: Span) -> Value {
        let ty = match (&then.result, &els.result) {
            (Some(a), Some(b)) => Some(self.f.atom_ty(a).join(&self.f.atom_ty(b))),
            (Some(a), None) if ends(&els) => Some(self.f.atom_ty(a)),
            (None, Some(b)) if ends(&then) => Some(self.f.atom_ty(b)),
            _ => None,
        };
        let both_end = ends(&then) && ends(&els);
        let out = ty.map(|ty| self.f.new_var("t", ty, false));
        self.push(span, StmtKind::If(Box::new(If::new(cond, then, els, out))));
        match out {
            Some(out) => Value::Atom(Atom::Var(out)),
            None if both_end => Value::Never,
            None => Value::Unit,
        }
    }
}

pub(in crate::lower) fn contains_let(cond: &Expr) -> bool {
    match cond {
        Expr::Let(_) => true,
        Expr::Binary(binary) => contains_let(&binary.left) || contains_let(&binary.right),
        Expr::Paren(inner) => contains_let(&inner.expr),
        _ => false,
    }
}

/// Whether control never reaches the end of the block.
pub fn ends(block: &Block) -> bool {
    block.stmts.iter().any(leaves)
}

/// Whether control never reaches what follows the statement.
pub fn leaves(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Exit(_) | StmtKind::Effect { diverges: true, .. } => true,
        StmtKind::If(branch) => ends(&branch.then) && ends(&branch.els),
        StmtKind::Loop(body) => is_endless(body),
        _ => false,
    }
}

/// Whether nothing but a jump out of all that is around the loop leaves it: `loop { if c { return x } }`.
fn is_endless(body: &Loop) -> bool {
    let mut left = !matches!(body.kind, LoopKind::Forever) || body.exit.is_some();
    body.body.walk(&mut |stmt| {
        left |= matches!(stmt.kind, StmtKind::Exit(Exit::Break(label, _)) if label == body.label);
    });
    !left
}
