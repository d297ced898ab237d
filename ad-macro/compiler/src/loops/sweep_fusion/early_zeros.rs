//! Cotangents that a fused loop adds to before the reverse sweep would make them: zeros before the loop.
//!
//! Input:  `x_bar = seed * 2` after the loop's reverse, which adds to it
//! Output: `let mut x_bar = 0` before the loop, and `x_bar += seed * 2` where it was made

use crate::ir::*;
use crate::loops::sweep_fusion::{Fused, Fusion, adds};
use crate::syntax::flat_set::FlatSet;
use syn::BinOp;

impl Fusion<'_> {
    /// Makes a cotangent zero before the loop; what would have been its first contribution is added later.
    pub(super) fn zero_early(
        &mut self,
        bar: Var,
        id: usize,
        at: usize,
        before: &FlatSet<Var>,
        fused: &mut Fused,
    ) -> Option<()> {
        let owner = *self.backward.of_bars.get(&bar)?;
        let float = self.f.info(owner).ty.is_float();
        let there = before.contains(&owner) && self.f.info(owner).role == Role::Value;
        if !(there && (float || fused.private.contains(&owner) || self.keeps_its_shape(owner, id))) {
            return None;
        }
        let definition = self.definition(bar, at)?;
        self.only_adds(bar, definition.id, at)?;
        let op = match float {
            true => Op::Zero(None),
            false => Op::Runtime("zero", vec![Argument::Ref(Place::var(owner))]),
        };
        self.f.vars[bar.0].mutable = true;
        let zero = self.f.stmt(definition.span, StmtKind::Let { var: bar, op });
        self.hoist(bar, id, vec![zero], fused);
        let (_, op) = definition.as_let()?;
        let mut later = Vec::new();
        if !matches!(op, Op::Zero(_)) {
            let ty = self.f.info(owner).ty.clone();
            let part = self.f.new_var("d", ty, false);
            let kind = StmtKind::Let {
                var: part,
                op: op.clone(),
            };
            later.push(self.f.stmt(definition.span, kind));
            let kind = match float {
                true => StmtKind::update(
                    Place::var(bar),
                    BinOp::AddAssign(Default::default()),
                    Operand::Atom(Atom::Var(part)),
                ),
                false => {
                    let args = vec![Argument::Mut(Place::var(bar)), Argument::RefAtom(Atom::Var(part))];
                    StmtKind::Accumulate("accumulate", args)
                }
            };
            later.push(self.f.stmt(definition.span, kind));
        }
        self.edits.insert(definition.id, later);
        Some(())
    }

    /// Whether nothing writes a variable from the loop on: what it is there, it is at the end.
    fn keeps_its_shape(&self, var: Var, id: usize) -> bool {
        let mut written = false;
        for stmt in self.f.body.stmts.iter().skip_while(|stmt| stmt.id != id) {
            stmt.uses(&mut |used, usage| written |= used == var && usage == Use::Write);
        }
        !written
    }

    /// The statement of the reverse sweep that makes a cotangent, before the one at `at`.
    pub(super) fn definition(&self, bar: Var, at: usize) -> Option<Stmt> {
        let defines = |stmt: &&Stmt| matches!(&stmt.kind, StmtKind::Let { var, .. } if *var == bar);
        self.backward.block.stmts[..at].iter().find(defines).cloned()
    }

    /// Whether a cotangent is only added to between its definition and the statement at `at`.
    fn only_adds(&self, bar: Var, definition: usize, at: usize) -> Option<()> {
        let mut only = true;
        for stmt in &self.backward.block.stmts[..at] {
            if stmt.id == definition {
                continue;
            }
            let mut check = |stmt: &Stmt| {
                let adds = adds(stmt);
                stmt.own_uses(&mut |var, usage| only &= var != bar || usage == Use::Write && adds.contains(&bar));
            };
            check(stmt);
            stmt.blocks()
                .into_iter()
                .for_each(|block| block.walk(&mut |stmt| check(stmt)));
        }
        only.then_some(())
    }

    /// Puts what makes a cotangent before a loop: before the first of several.
    pub(super) fn hoist(&mut self, bar: Var, id: usize, stmts: Vec<Stmt>, fused: &mut Fused) {
        if let Some(later) = self.early.insert(bar, id)
            && let Some(later) = self.found.get_mut(&later)
        {
            later.hoisted.retain(|(other, _)| *other != bar);
        }
        fused.hoisted.push((bar, stmts));
    }
}
