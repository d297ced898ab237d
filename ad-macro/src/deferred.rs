//! Which variables that are declared before they are assigned need a value from the start.
//!
//! ```text
//! Input:  let v; if c { v = x * x; s += f(&v) }       and the backward sweep reads v
//! Output: {v}
//! ```
//!
//! The user's own uses follow an assignment, and rustc sees that. It no longer does where an early exit has become a flag, and
//! the sweeps' own uses (what is saved, and the shapes that are noted) may stand where the variable was never assigned.

use crate::adjoint::Backward;
use crate::ir::*;
use std::collections::BTreeSet;

struct Deferred<'a> {
    f: &'a Function,
    kept: &'a BTreeSet<Var>,
    assigned: BTreeSet<Var>,
    declared: BTreeSet<Var>,
    found: BTreeSet<Var>,
}

/// `kept`: what the backward sweep mentions of the forward one.
pub fn unassigned(f: &Function, backward: &Backward, kept: &BTreeSet<Var>) -> BTreeSet<Var> {
    let mut pass = Deferred {
        f,
        kept,
        assigned: BTreeSet::new(),
        declared: BTreeSet::new(),
        found: BTreeSet::new(),
    };
    pass.block(&f.body);
    backward.block.walk(&mut |stmt| {
        if let StmtKind::PullMap(map) = &stmt.kind {
            pass.block(&map.forward);
        }
    });
    pass.found
}

impl Deferred<'_> {
    fn used(&mut self, var: Var) {
        if self.declared.contains(&var) && !self.assigned.contains(&var) {
            self.found.insert(var);
        }
    }

    fn block(&mut self, block: &Block) {
        let mut own = Vec::new();
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::Declare(var) if self.f.info(*var).role == Role::Value => {
                    self.declared.insert(*var);
                    own.push(*var);
                }
                StmtKind::Assign { place, value, old } => {
                    value.uses(&mut |var, _| self.used(var));
                    place.index_uses(&mut |var, _| self.used(var));
                    if !place.is_whole() || old.is_some() {
                        self.used(place.root);
                    }
                    self.assigned.insert(place.root);
                }
                StmtKind::If(branch) => {
                    branch.cond.uses(&mut |var, _| self.used(var));
                    let before = self.assigned.clone();
                    self.block(&branch.then);
                    let then = std::mem::replace(&mut self.assigned, before);
                    self.block(&branch.els);
                    self.assigned.retain(|var| then.contains(var));
                }
                StmtKind::Loop(body) => {
                    body.kind.uses(&mut |var, _| self.used(var));
                    let before = self.assigned.clone();
                    self.block(&body.body);
                    self.assigned = before;
                }
                StmtKind::Let { op: Op::Mapv(map), .. } => {
                    self.used(map.source.root);
                    self.block(&map.body);
                }
                StmtKind::Effect { opaque, diverges: true } => {
                    opaque.uses(&mut |var, _| self.used(var));
                    self.assigned.extend(&self.declared);
                }
                _ => stmt.uses(&mut |var, _| self.used(var)),
            }
        }
        block
            .result
            .iter()
            .for_each(|atom| atom.uses(&mut |var, _| self.used(var)));
        for var in own {
            if self.kept.contains(&var) {
                self.used(var);
            }
        }
    }
}
