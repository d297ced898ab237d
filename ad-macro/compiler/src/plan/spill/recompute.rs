//! What the reverse sweep has again instead of from memory: a value that is recomputed or reloaded, and an iteration that runs again.
//!
//! Input:  `let t = a[1] * k;` in a loop, where the reverse sweep uses `t`
//! Output: `let t = a[1] * k;` in the reverse sweep, before its first use; nothing is saved

use crate::ir::*;
use crate::plan::spill::{Again, Memory, Planner, collect_defined};
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use syn::BinOp;

impl Planner<'_> {
    /// Puts the iterations of a checkpoint into the reverse sweep of it, where both sweeps then stand together; gives what each of them
    /// must save: `starts`, the copies of what it finds.
    pub(super) fn executed_again(
        &mut self,
        forward: &mut Block,
        backward: &mut Block,
        starts: &[Var],
        extra: &[Var],
    ) -> Vec<Var> {
        let is_start = |stmt: &Stmt| stmt.defines().iter().any(|var| starts.contains(var));
        let iteration = forward.stmts.iter().filter(|stmt| !is_start(stmt)).cloned();
        let stmts = iteration.collect();
        let mut again = Block { stmts, result: None };
        let restores =
            |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Undo { by: Inverse::Store(old), .. } if starts.contains(old));
        let (restored, back) = std::mem::take(&mut backward.stmts).into_iter().partition(restores);
        backward.stmts = back;
        self.block(&mut again, backward, Memory::There, &[]);
        crate::adjoint::recompute_scratch::not_made_again(backward);
        crate::plan::checkpointing::asked_for(&mut again, backward);
        let mut within = FlatSet::new();
        collect_defined(&again, &mut within);
        backward.uses(&mut |var, _| {
            within.remove(&var);
        });
        self.within.extend(within);
        let mut needed = FlatSet::new();
        let restored: Vec<Stmt> = restored;
        for stmt in restored.iter().chain(&again.stmts) {
            stmt.uses(&mut |var, _| {
                needed.insert(var);
            });
        }
        backward.stmts.splice(0..0, restored.into_iter().chain(again.stmts));
        crate::plan::checkpointing::plain(forward, starts);
        let saves: Vec<Var> = extra
            .iter()
            .chain(starts)
            .copied()
            .filter(|var| needed.contains(var))
            .collect();
        self.reasons
            .extend(saves.iter().map(|var| (*var, "saved, to execute the iteration again")));
        saves
    }

    /// Whether a value of a loop's body can be had again without saving it.
    /// `until`: the last statement for which it is needed, whether that mentions it or not.
    pub(super) fn again(&mut self, forward: &Block, order: &[Var], var: Var, until: usize) -> Option<Again> {
        let position = forward.stmts.iter().position(|stmt| stmt.defines().contains(&var))?;
        let stmt = &forward.stmts[position];
        let (_, op) = stmt.as_let()?;
        if self.f.info(var).mutable {
            return None;
        }
        if self.cheap(forward, order, var) {
            let reason = if matches!(op, Op::Read(_)) {
                "read again"
            } else {
                "computed again"
            };
            return Some(Again::Compute(reason, stmt.clone()));
        }
        // What mutable variables hold, if they are not written before the last use. One of this very block would have to be
        // saved whole.
        let roots = if self.same(stmt) {
            FlatSet::new()
        } else {
            self.roots(forward, order, op)?
        };
        if roots.iter().any(|root| order.contains(root)) {
            return None;
        }
        if !self.f.info(var).ty.is_scalar() || forward.result.as_ref().and_then(Atom::var) == Some(var) {
            return None;
        }
        let last = forward
            .stmts
            .iter()
            .rposition(|stmt| stmt.mentions(var))
            .unwrap_or(position)
            .max(position)
            .max(until);
        let written = forward.stmts[position + 1..=last].iter().any(|stmt| {
            let mut writes = false;
            stmt.uses(&mut |used, usage| writes |= roots.contains(&used) && usage == Use::Write);
            writes
        });
        (!written).then(|| Again::Here(roots, stmt.clone(), last))
    }

    /// The mutable variables from which an operation can be had again where its result is used: none of its operands is
    /// more to save than the result.
    pub(super) fn roots(&self, forward: &Block, order: &[Var], op: &Op) -> Option<FlatSet<Var>> {
        let mut roots = FlatSet::new();
        let mut possible = true;
        match op {
            Op::Read(place) => {
                let info = self.f.info(place.root);
                let element = place
                    .path
                    .iter()
                    .any(|part| matches!(part, Projection::Index(_) | Projection::Through { .. }));
                if info.mutable {
                    roots.insert(place.root);
                    possible = element || place.is_whole() && steps(forward, &info.ty, place.root);
                } else {
                    let another_name = place.is_whole() && info.role == Role::Value && info.ty.is_scalar();
                    possible = element && self.cheap(forward, order, place.root)
                        || another_name && self.had_again(forward, order, place.root);
                }
                place.index_uses(&mut |index, _| possible &= !self.f.info(index).mutable);
            }
            Op::Opaque(opaque) if opaque.pure && opaque.writes.is_empty() => {
                for var in &opaque.reads {
                    let info = self.f.info(*var);
                    if info.mutable {
                        roots.insert(*var);
                        possible &= steps(forward, &info.ty, *var);
                    } else {
                        possible &= self.cheap(forward, order, *var);
                    }
                }
            }
            Op::Binary(BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_), ..) | Op::Neg(_) => {
                op.uses(&mut |var, _| possible &= self.had_again(forward, order, var));
            }
            _ => possible = false,
        }
        possible.then_some(roots)
    }

    /// Whether an operand can be had again, as far as its own definition tells.
    pub(super) fn had_again(&self, forward: &Block, order: &[Var], var: Var) -> bool {
        if let Some(known) = self.had_again.borrow().get(&var) {
            return *known;
        }
        let definition = || forward.stmts.iter().find(|stmt| stmt.defines().contains(&var));
        let possible = self.cheap(forward, order, var)
            || !self.f.info(var).mutable
                && self.f.info(var).ty.is_scalar()
                && matches!(definition().map(|stmt| &stmt.kind), Some(StmtKind::Let { op, .. })
                    if self.roots(forward, order, op).is_some());
        self.had_again.borrow_mut().insert(var, possible);
        possible
    }

    /// Whether computing an atom of this block again needs nothing saved but what the function was handed.
    pub(super) fn is_cheap(&self, forward: &Block, atom: &Atom) -> bool {
        let order: Vec<Var> = forward.stmts.iter().flat_map(Stmt::defines).collect();
        self.cheap.borrow_mut().clear();
        let cheap = atom.var().is_none_or(|var| self.cheap(forward, &order, var));
        self.cheap.borrow_mut().clear();
        cheap
    }

    /// Whether an operation has the same result in each iteration of the innermost loop around it.
    fn is_invariant(&self, op: &Op) -> bool {
        let mut invariant = !self.varying.is_empty();
        op.uses(&mut |used, _| invariant &= !self.varying.contains(&used) && !self.f.info(used).mutable);
        invariant
    }

    /// Whether computing `var` again needs nothing saved in this block.
    pub(super) fn cheap(&self, forward: &Block, order: &[Var], var: Var) -> bool {
        if let Some(known) = self.cheap.borrow().get(&var) {
            return *known;
        }
        let cheap = self.found_cheap(forward, order, var);
        self.cheap.borrow_mut().insert(var, cheap);
        cheap
    }

    fn found_cheap(&self, forward: &Block, order: &[Var], var: Var) -> bool {
        if !order.contains(&var) || self.f.params.iter().any(|param| param.var == var) {
            // Defined further out, or the index of this loop.
            let info = self.f.info(var);
            let copied = self.moved.contains(&var) && matches!(self.f.recursion, Recursion::Frames(_));
            return !copied
                && !info.mutable
                && matches!(info.role, Role::Reference | Role::Optional | Role::Value | Role::View);
        }
        let Some(stmt) = forward.stmts.iter().find(|stmt| stmt.defines().contains(&var)) else {
            return false;
        };
        let Some((_, op)) = stmt.as_let() else {
            return false;
        };
        if self.f.info(var).mutable {
            return false;
        }
        // What is taken by value out of what the function was lent is of a type that is copied: nothing moves out of a reference.
        let copied = matches!(op, Op::Read(place) if self.f.info(place.root).role == Role::Reference);
        if !copied && !matches!(self.f.info(var).ty, Ty::Float(_) | Ty::Int | Ty::Bool | Ty::Inert) {
            return false;
        }
        // `?` moves a failure out of what it asks: the value is saved, and not the whole.
        let asked = |place: &Place| {
            self.f.info(place.root).temporary && matches!(place.path.as_slice(), [Projection::Payload(_)])
        };
        let possible = match op {
            Op::Read(place) => !asked(place),
            Op::Runtime("copied", _) => true,
            Op::Opaque(opaque) => opaque.pure && opaque.writes.is_empty(),
            Op::Binary(BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_), ..) | Op::Neg(_) => true,
            // LLVM hoists it out of the loop.
            Op::Binary(..) | Op::Rule(..) => self.is_invariant(op) && self.f.info(var).ty.is_float(),
            _ => false,
        };
        let mut cheap = possible;
        op.uses(&mut |used, _| cheap = cheap && self.cheap(forward, order, used));
        cheap
    }
}

/// Whether a block writes an integer only by steps that can be taken back: going backward, it is had for nothing.
pub(super) fn steps(block: &Block, ty: &Ty, var: Var) -> bool {
    let mut only = *ty == Ty::Int;
    block.walk(&mut |stmt| {
        let mut note = |used: Var, usage: Use| only &= used != var || usage != Use::Write;
        match &stmt.kind {
            StmtKind::Update { place, old: None, .. } if place.root == var => {}
            StmtKind::If(_) => {}
            StmtKind::Loop(body) => body.kind.uses(&mut note),
            _ => stmt.uses(&mut note),
        }
    });
    only
}
