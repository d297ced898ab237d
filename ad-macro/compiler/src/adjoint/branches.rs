//! Backward of a branch in which cotangents begin.
//!
//! ```text
//! Original: let y = if c { w } else { f(w) }        where nothing has been added to `w_bar` yet
//! Adjoint:  let w_bar;   if c { w_bar = y_bar } else { w_bar = … }
//! ```
//!
//! The first contribution is an assignment on each side; a side that makes none assigns a zero. So what a branch moves costs nothing on
//! the reverse sweep, however large it is.

use crate::adjoint::reverse::{Adjoint, Bar, State};
use crate::ir::*;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::located::quote;
use crate::syntax::types::Ty;

/// Cotangents without a value where a branch ends, with what they are there.
pub(super) type Begun = Vec<(Var, Bar)>;

impl Adjoint<'_> {
    pub(super) fn branch(&mut self, stmt: &Stmt, branch: &If) {
        let seed = branch.out.and_then(|out| self.bars.remove(&out)).map(|bar| bar.var);
        let begun = self.declare_ahead(&[&branch.then, &branch.els]);
        let (mut sides, mut assigned) = (Vec::new(), Vec::new());
        let renewed = self.renewed_in(stmt.id);
        let mut vacant = FlatMap::new();
        for block in [&branch.then, &branch.els] {
            self.bars.extend(begun.iter().copied());
            self.left_vacant = renewed.iter().map(|(var, (_, id))| (*var, *id)).collect();
            let mut block = block.clone();
            let result = block.result.clone();
            let length = block.stmts.len();
            let backward = self.nested(&mut block, &[], |pass| {
                if let (Some(seed), Some(result)) = (seed, result) {
                    pass.contribute_atom(&result, Op::Read(Place::var(seed)));
                }
            });
            self.append_later(stmt, sides.len(), block.stmts.split_off(length));
            sides.push(backward);
            for (var, (bar, id)) in &renewed {
                if self
                    .bars
                    .insert(*var, *bar)
                    .is_some_and(|left| left.state != State::Present)
                {
                    let state = State::Vacant(*id);
                    vacant.insert(*var, Bar { state, ..*bar });
                }
            }
            let is_present = |(var, _): &&(Var, Bar)| self.bars[var].state == State::Present;
            assigned.push(begun.iter().filter(is_present).map(|(var, _)| *var).collect());
        }
        self.span = stmt.span;
        self.assign_on_both((stmt.id, branch), &begun, &mut sides, &assigned);
        self.bars.extend(vacant);
        let els = sides.pop().expect("two sides");
        let then = sides.pop().expect("two sides");
        if !then.is_empty() || !els.is_empty() {
            let adjoint_of = Some(stmt.id);
            let adjoint = If::new(branch.cond.clone(), then, els, None);
            self.emit(StmtKind::If(Box::new(If { adjoint_of, ..adjoint })));
        }
    }

    /// The cotangents of what is spent before a branch: a side that gives the variable a new value leaves none.
    fn renewed_in(&self, branch: usize) -> FlatMap<Var, (Bar, usize)> {
        let present = |(var, id): (&Var, &usize)| match self.bars.get(var) {
            Some(bar) if bar.state == State::Present => Some((*var, (*bar, *id))),
            _ => None,
        };
        self.renewed
            .get(&branch)
            .into_iter()
            .flatten()
            .filter_map(present)
            .collect()
    }

    /// The cotangents that the sides of a branch may be the first to add to.
    fn declare_ahead(&mut self, nested: &[&Block]) -> Begun {
        let mut mentioned = FlatSet::new();
        for block in nested {
            block.uses(&mut |var, _| _ = mentioned.insert(var));
        }
        let mut begun = Vec::new();
        for var in mentioned.into_iter().filter(|var| self.activity.active(*var)) {
            match self.bars.get(&var).copied() {
                Some(bar) if bar.state != State::Present => begun.push((var, bar)),
                None if self.here(var) => {
                    let info = self.f.info(var);
                    if info.role != Role::Value || info.ty.is_float() {
                        self.present(var);
                        continue;
                    }
                    let bar = Bar {
                        var: self.bar_var(var),
                        state: State::Unassigned,
                    };
                    self.home.insert(bar.var, self.block);
                    self.emit(StmtKind::Declare(bar.var));
                    self.bars.insert(var, bar);
                    begun.push((var, bar));
                }
                _ => {}
            }
        }
        begun
    }

    /// Has a zero assigned on a side that adds nothing to what the other one does. `assigned`: what each side assigns.
    fn assign_on_both(
        &mut self,
        (id, branch): (usize, &If),
        begun: &Begun,
        sides: &mut [Block],
        assigned: &[FlatSet<Var>],
    ) {
        let way_there = [&branch.then, &branch.els];
        for (var, bar) in begun {
            if assigned.iter().all(|assigned| !assigned.contains(var)) {
                // One that was declared for this branch alone is still to begin.
                match bar.state == State::Unassigned && self.here(*var) {
                    true => _ = self.bars.remove(var),
                    false => _ = self.bars.insert(*var, *bar),
                }
                continue;
            }
            for (number, (side, assigned)) in sides.iter_mut().zip(assigned).enumerate() {
                if !assigned.contains(var) {
                    let there = way_there[number];
                    // There is no reverse sweep from where the forward sweep does not come.
                    if there.result.is_none() && crate::lower::expressions::branches::ends(there) {
                        if side.is_empty() {
                            let opaque = Opaque::pure(quote!(::core::unreachable!();), Vec::new());
                            let never = StmtKind::Effect { opaque, diverges: true };
                            side.stmts.push(self.f.stmt(self.span, never));
                        }
                        continue;
                    }
                    let float = self.f.info(*var).ty.is_float();
                    let (witness, ty) = match float {
                        true => (None, Ty::FLOAT),
                        false => (Some(self.witness_on_side(*var, id, number)), Ty::Unknown),
                    };
                    let outer = std::mem::replace(&mut self.out, std::mem::take(&mut side.stmts));
                    let value = self.temp(Op::Zero(witness), ty);
                    self.emit(StmtKind::assign(Place::var(bar.var), value));
                    side.stmts = std::mem::replace(&mut self.out, outer);
                }
            }
            let state = State::Present;
            self.bars.insert(*var, Bar { state, ..*bar });
        }
    }

    /// The shape of a variable where a side of a branch begins.
    fn witness_on_side(&mut self, var: Var, branch: usize, side: usize) -> Var {
        let (witness, shape) = self.witness_stmt(Place::var(var));
        self.home.insert(witness, self.block);
        self.sides.entry((branch, side)).or_default().push(shape);
        witness
    }
}
