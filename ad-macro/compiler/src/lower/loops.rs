//! `while`, `loop` and labelled blocks, what leaves them with a value, and `#[checkpoint]` on loops and blocks.
//!
//! Input:  `let y = loop { if c { break a } };`
//! Output: `let slot; loop { if c { slot = a; exit break } }`, of which `slot` is the value

use crate::ir::*;
use crate::lower::builder::{LoopScope, Lower, Value};
use crate::syntax::types::Ty;
use crate::syntax::walk::{Node, Walk, descend};
use proc_macro2::{Ident, Span};
use quote::quote;
use syn::Expr;
use syn::spanned::Spanned;

impl Lower<'_> {
    /// A loop, which may be marked as a checkpoint.
    pub(super) fn marked(&mut self, attrs: &[syn::Attribute], lower: impl FnOnce(&mut Self) -> Value) -> Value {
        let before = self.stmts.len();
        let value = lower(self);
        if let Some(mark) = attrs.iter().find(|attr| crate::signature::marks::is_checkpoint(attr)) {
            // What the loop goes through may have been computed in loops of its own before it.
            let found = self.stmts[before..]
                .iter_mut()
                .rev()
                .find_map(|stmt| match &mut stmt.kind {
                    StmtKind::Loop(body) => Some(body),
                    _ => None,
                });
            match found {
                Some(body) => body.checkpoint = Some(Vec::new()),
                None => self.error(
                    mark.span(),
                    "there is no loop here whose iterations could run again",
                    "take `#[checkpoint]` away",
                ),
            }
        }
        value
    }

    /// A block that is marked as a checkpoint.
    pub(super) fn marked_block(&mut self, block: &syn::Block, span: Span) -> Value {
        self.once(span, |lower| lower.body(block));
        Value::Unit
    }

    /// What runs again in the reverse sweep, as a block: a loop of one iteration, which no jump means.
    pub(super) fn once(&mut self, span: Span, lower_body: impl FnOnce(&mut Self)) {
        let [low, high] = [quote!(0), quote!(1)].map(|end| Atom::Constant(end, Ty::Int));
        let kind = LoopKind::range(self.index_var("once"), low, high);
        let body = self.nested(|lower| {
            lower_body(lower);
            None
        });
        self.push_loop(span, None, kind, body);
        if let Some(StmtKind::Loop(body)) = self.stmts.last_mut().map(|stmt| &mut stmt.kind) {
            body.checkpoint = Some(Vec::new());
        }
    }

    pub(super) fn while_loop(&mut self, stmt: &syn::ExprWhile) -> Value {
        let span = stmt.while_token.span();
        let name = loop_name(&stmt.label);
        self.loop_stmt(span, name, LoopKind::Forever, |lower| {
            let (cond, bindings) = lower.let_condition(&stmt.cond);
            lower.if_passes(cond, true, span, |lower| {
                for (pat, value) in bindings {
                    lower.pattern(&pat, value, None);
                }
                lower.body(&stmt.body);
            });
        });
        Value::Unit
    }

    pub(super) fn forever(&mut self, stmt: &syn::ExprLoop) -> Value {
        let span = stmt.loop_token.span();
        let name = loop_name(&stmt.label);
        let mut breaks = Breaks {
            name: name.as_ref(),
            depth: 0,
            value: false,
            any: false,
        };
        breaks.node(Node::Block(&stmt.body));
        let (has_value, left) = (breaks.value, breaks.any);
        let slot = has_value.then(|| self.slot(span));
        self.loop_scope(span, name, slot, LoopKind::Forever, |lower| lower.body(&stmt.body));
        match slot {
            Some(slot) => Value::Place(Place::var(slot)),
            None if left => Value::Unit,
            None => Value::Never,
        }
    }

    /// `'a: { .. }`: a loop that is left at the end of its first iteration.
    pub(super) fn labelled_block(&mut self, label: &syn::Label, block: &syn::Block, span: Span) -> Value {
        let name = label.name.ident.clone();
        let mut breaks = Breaks {
            name: Some(&name),
            // Rust asks for the label in every jump out of such a block.
            depth: 1,
            value: false,
            any: false,
        };
        breaks.node(Node::Block(block));
        let tail = matches!(block.stmts.last(), Some(syn::Stmt::Expr(_, None)));
        let slot = (breaks.value || tail).then(|| self.slot(span));
        self.loop_scope(span, Some(name), slot, LoopKind::Forever, |lower| {
            let target = lower.loops.last().expect("the block's own scope").label;
            match lower.block(block) {
                Value::Never => {}
                Value::Unit => lower.push(span, StmtKind::Exit(Exit::Break(target, None))),
                value => {
                    let value = lower.read(value, span);
                    lower.break_value(target, value, span);
                    lower.push(span, StmtKind::Exit(Exit::Break(target, None)));
                }
            }
        });
        match slot {
            Some(slot) if self.f.info(slot).ty != Ty::Never => Value::Place(Place::var(slot)),
            Some(slot) => {
                // The tail was `()`.
                self.stmts
                    .retain(|stmt| !matches!(stmt.kind, StmtKind::Declare(var) if var == slot));
                Value::Unit
            }
            None => Value::Unit,
        }
    }

    /// The body of a closure that `return` and `?` leave: a labelled block, whose label has no name.
    pub(super) fn returning_scope(&mut self, body: &Expr, output: &syn::ReturnType) -> Value {
        let span = body.span();
        let slot = self.slot(span);
        self.loop_scope(span, None, Some(slot), LoopKind::Forever, |lower| {
            let target = lower.loops.last().expect("the scope of the body").label;
            lower.inlined.push(target);
            let value = lower.value(body);
            if !matches!(value, Value::Never) {
                let value = lower.result(value, span);
                lower.return_value(value, span);
            }
            lower.inlined.pop();
        });
        if self.f.info(slot).ty == Ty::Never {
            // It returns `()`.
            self.stmts
                .retain(|stmt| !matches!(stmt.kind, StmtKind::Declare(var) if var == slot));
            return Value::Unit;
        }
        if let syn::ReturnType::Type(_, ty) = output {
            self.f.vars[slot.0].annotation = Some((**ty).clone());
        }
        Value::Place(Place::var(slot))
    }

    /// `return`: out of the closure that is lowered in place, or out of the function.
    pub(super) fn return_value(&mut self, value: Option<Atom>, span: Span) {
        let Some(&target) = self.inlined.last() else {
            return self.push(span, StmtKind::Exit(Exit::Return(value)));
        };
        if let Some(value) = value {
            self.break_value(target, value, span);
        }
        self.push(span, StmtKind::Exit(Exit::Break(target, None)));
    }

    /// The type of what `return` returns.
    pub(super) fn returned_ty(&self) -> Ty {
        match self.inlined.last() {
            Some(_) => Ty::Unknown,
            None => self.f.output_ty.clone(),
        }
    }

    /// A variable for the values of `break`.
    pub(super) fn slot(&mut self, span: Span) -> Var {
        let slot = self.f.new_var("broken", Ty::Never, true);
        self.f.vars[slot.0].role = Role::Slot;
        self.push(span, StmtKind::Declare(slot));
        slot
    }

    pub(super) fn body(&mut self, block: &syn::Block) {
        let value = self.block(block);
        self.discard(value, block.brace_token.span.open());
    }

    pub(super) fn loop_stmt(&mut self, span: Span, name: Option<Ident>, kind: LoopKind, body: impl FnOnce(&mut Self)) {
        self.loop_scope(span, name, None, kind, body);
    }

    /// `slot`: where `break value` puts its value.
    fn loop_scope(
        &mut self,
        span: Span,
        name: Option<Ident>,
        slot: Option<Var>,
        kind: LoopKind,
        body: impl FnOnce(&mut Self),
    ) {
        self.f.next_label += 1;
        let label = self.f.next_label;
        self.loops.push(LoopScope {
            name,
            label,
            continues: None,
            slot: slot.map(|slot| (slot, Ty::Never)),
        });
        let body = self.nested(|lower| {
            body(lower);
            None
        });
        self.loops.pop();
        self.push_loop(span, Some(label), kind, body);
    }

    /// `label`: what the jumps in it call the loop.
    fn push_loop(&mut self, span: Span, label: Option<usize>, kind: LoopKind, body: Block) {
        let label = label.unwrap_or_else(|| {
            self.f.next_label += 1;
            self.f.next_label
        });
        let trips = self.f.new_var("trips", Ty::Int, true);
        self.push(span, StmtKind::Loop(Box::new(Loop::new(label, kind, body, trips))));
    }

    /// The label of the loop that a `break` means.
    pub(super) fn target(&self, label: &Option<syn::Lifetime>) -> Option<usize> {
        self.meant(label).map(|scope| scope.label)
    }

    /// The label of the loop that a `continue` means.
    pub(super) fn continued(&self, label: &Option<syn::Lifetime>) -> Option<usize> {
        self.meant(label).map(|scope| scope.continues.unwrap_or(scope.label))
    }

    fn meant(&self, label: &Option<syn::Lifetime>) -> Option<&LoopScope> {
        match label {
            None => self.loops.last(),
            Some(label) => self
                .loops
                .iter()
                .rev()
                .find(|scope| scope.name.as_ref() == Some(&label.ident)),
        }
    }

    pub(super) fn break_value(&mut self, target: usize, value: Atom, span: Span) {
        let ty = self.f.atom_ty(&value);
        let scope = self
            .loops
            .iter_mut()
            .find(|scope| scope.label == target)
            .expect("the target was found");
        if let Some((slot, slot_ty)) = &mut scope.slot {
            *slot_ty = slot_ty.join(&ty);
            let (slot, ty) = (*slot, slot_ty.clone());
            self.fill_slot(slot, value, &ty, span);
        }
    }

    pub(super) fn fill_slot(&mut self, slot: Var, value: Atom, ty: &Ty, span: Span) {
        self.f.vars[slot.0].ty = ty.clone();
        self.set(slot, value, span);
    }

    /// The variable of a loop over indices; a plain name in the pattern becomes its name.
    pub(super) fn index_var(&mut self, base: &str) -> Var {
        self.f.new_var(base, Ty::Int, false)
    }
}

/// What the jumps in a loop call it.
pub(super) fn loop_name(label: &Option<syn::Label>) -> Option<Ident> {
    label.as_ref().map(|label| label.name.ident.clone())
}

/// Whether a `loop` is left by `break`, and with a value.
struct Breaks<'a> {
    name: Option<&'a Ident>,
    depth: usize,
    value: bool,
    any: bool,
}

impl<'ast> Walk<'ast> for Breaks<'_> {
    fn node(&mut self, node: Node<'ast>) {
        match node {
            Node::Expr(expr) => match expr {
                Expr::Break(jump) => {
                    let ours = match &jump.label {
                        None => self.depth == 0,
                        Some(label) => Some(&label.ident) == self.name,
                    };
                    if ours {
                        self.any = true;
                        self.value |= jump.expr.is_some();
                    }
                    descend(self, node);
                }
                Expr::Loop(_) | Expr::While(_) | Expr::ForLoop(_) => {
                    self.depth += 1;
                    descend(self, node);
                    self.depth -= 1;
                }
                Expr::Closure(_) => {}
                _ => descend(self, node),
            },
            node => descend(self, node),
        }
    }
}
