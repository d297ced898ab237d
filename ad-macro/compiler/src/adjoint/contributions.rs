//! What flows into the cotangents: the first contribution to one is its definition.
//!
//! Input:  `let y = x[i]`, and the cotangent of `y`
//! Output: `x_bar[i] += y_bar`; `x_bar = zero of x_shape` before, where it is not there yet

use crate::adjoint::reverse::{Adjoint, Bar, State};
use crate::ir::*;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use syn::BinOp;

impl Adjoint<'_> {
    /// The cotangent of a variable, if it is there to be added to.
    pub(super) fn bar_of(&self, var: Var) -> Option<Var> {
        let bar = self.bars.get(&var).filter(|bar| bar.state == State::Present);
        bar.map(|bar| bar.var)
    }

    /// The same, which ends with it.
    pub(super) fn take_bar(&mut self, var: Var) -> Option<Var> {
        let bar = self.bars.remove(&var).filter(|bar| bar.state == State::Present);
        bar.map(|bar| bar.var)
    }

    pub(super) fn is_active(&self, var: Var) -> bool {
        self.activity.active(var)
    }

    pub(super) fn here(&self, var: Var) -> bool {
        self.home.get(&var) == Some(&self.block)
    }

    /// Makes sure that the cotangent is there to be added to; `None` if the variable is not active.
    pub(super) fn present(&mut self, var: Var) -> Option<Var> {
        if !self.is_active(var) {
            return None;
        }
        let bar = match self.bars.get(&var).copied() {
            Some(Bar {
                var: bar,
                state: State::Present,
            }) => bar,
            Some(Bar { var: bar, state }) => {
                let value = match state {
                    State::Vacant(id) if !self.f.info(var).ty.is_float() && !self.beginnings.contains_key(&var) => {
                        let witness = self.witness_before(&Place::var(var), id);
                        self.temp(Op::Zero(Some(witness)), Ty::Unknown)
                    }
                    _ => {
                        let (zero, ty) = (self.zero(var), self.f.info(var).ty.clone());
                        self.temp(zero, ty)
                    }
                };
                self.emit(StmtKind::assign(Place::var(bar), value));
                self.bars.insert(var, Bar::present(bar));
                bar
            }
            None => {
                let bar = self.bar_var(var);
                if self.f.info(var).role == Role::Slot {
                    self.f.vars[bar.0].role = Role::Slot;
                    self.home.insert(bar, self.block);
                    self.emit(StmtKind::Declare(bar));
                } else {
                    let zero = self.zero(var);
                    self.define(bar, zero);
                }
                self.bars.insert(var, Bar::present(bar));
                bar
            }
        };
        Some(bar)
    }

    /// Adds the result of `op` to the cotangent of a place.
    pub(super) fn contribute(&mut self, place: &Place, op: Op) {
        let root = place.root;
        if !self.is_active(root) {
            return;
        }
        if place.is_whole() {
            let slot = self.f.info(root).role == Role::Slot;
            match self.bars.get(&root).copied() {
                None if self.here(root) => {
                    let bar = self.bar_var(root);
                    if slot {
                        self.f.vars[bar.0].role = Role::Slot;
                    }
                    self.define(bar, op);
                    self.bars.insert(root, Bar::present(bar));
                    return;
                }
                Some(Bar { var: bar, state }) if slot || state != State::Present => {
                    let ty = self.f.info(bar).ty.clone();
                    let value = self.temp(op, ty);
                    self.emit(StmtKind::assign(Place::var(bar), value));
                    self.bars.insert(root, Bar::present(bar));
                    return;
                }
                _ => {}
            }
        }
        let Some(bar) = self.present(root) else { return };
        self.add(place.at(bar), place, op);
    }

    /// `bar += op`, where `place` is the primal's.
    fn add(&mut self, bar: Place, place: &Place, op: Op) {
        let ty = self.f.place_ty(place);
        let value = self.temp(op, ty.clone());
        if ty.is_float() {
            let op = BinOp::AddAssign(Default::default());
            self.emit(StmtKind::update(bar, op, Operand::Atom(value)));
        } else {
            let function = match bar.lent_where() {
                Some(_) => "accumulate_where",
                None => "accumulate",
            };
            self.emit(StmtKind::Accumulate(
                function,
                vec![Argument::Mut(bar), Argument::RefAtom(value)],
            ));
        }
    }

    /// Whether nothing has been added to the cotangent of an immutable variable yet, and it may be made here.
    pub(super) fn is_first(&self, var: Var) -> bool {
        let info = self.f.info(var);
        info.role != Role::Slot && !info.mutable && !self.bars.contains_key(&var) && self.here(var)
    }

    pub(super) fn contribute_atom(&mut self, atom: &Atom, op: Op) {
        if let Atom::Var(var) = atom {
            self.contribute(&Place::var(*var), op);
        }
    }

    pub(super) fn contribute_operand(&mut self, operand: &Operand, op: Op) {
        match operand {
            Operand::Atom(atom) => self.contribute_atom(atom, op),
            Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => self.contribute(place, op),
        }
    }

    pub(super) fn operand_active(&self, operand: &Operand) -> bool {
        match operand {
            Operand::Atom(atom) => atom.var().is_some_and(|var| self.is_active(var)),
            Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => self.is_active(place.root),
        }
    }

    /// Makes present, at this level, all that the nested blocks may contribute to.
    pub(super) fn prepare(&mut self, nested: &[&Block]) {
        let mut mentioned = FlatSet::new();
        for block in nested {
            block.uses(&mut |var, _| {
                mentioned.insert(var);
            });
        }
        for var in mentioned {
            let vacant = self.bars.get(&var).is_some_and(|bar| bar.state != State::Present);
            let absent = !self.bars.contains_key(&var) && self.here(var);
            if vacant || absent {
                self.present(var);
            }
        }
    }
}
