//! The adjoints of stores: assignments, compound assignments, and what a call or an opaque statement writes.
//!
//! Input:  `v[i] = x`, `v[i] *= k`
//! Output: `x_bar += take v_bar[i]  undo v[i] to old`; `undo v[i] to old` and the adjoint of `v[i] * k`

use crate::adjoint::reverse::{Adjoint, Bar, State, operand_argument};
use crate::ir::*;
use crate::syntax::located::quote;
use crate::syntax::types::Ty;
use syn::BinOp;

impl Adjoint<'_> {
    /// Statements for the end of a nested forward block: they follow its last statement.
    pub(super) fn append_later(&mut self, stmt: &Stmt, side: usize, new: Vec<Stmt>) {
        if new.is_empty() {
            return;
        }
        let block = stmt.blocks()[side];
        let last = block.stmts.last().expect("a variable is defined in the block").id;
        self.after.entry(last).or_default().extend(new);
    }

    pub(super) fn old(&mut self, base: &Place, id: usize) -> Var {
        let ty = self.f.place_ty(base);
        let name = format!("{}_old", self.f.info(base.root).name);
        let old = self.f.named_var(name.trim_start_matches("r#"), ty, false);
        self.home.insert(old, self.block);
        self.olds.entry(id).or_default().push(Some(old));
        old
    }

    /// What an expression in the user's own tokens may change, `order.swap(i, j)`, has no adjoint, but is put back.
    pub(super) fn undo_writes(&mut self, opaque: &Opaque, id: usize) {
        for var in &opaque.writes {
            let whole = Place::var(*var);
            let param = self.f.params.iter().find(|param| param.var == *var);
            let (place, snapshot) = match param.and_then(|param| param.present) {
                Some(present) => (whole.then(Projection::Where(Atom::Var(present))), "snapshot_where"),
                None => (whole, "snapshot"),
            };
            self.undo_to(&place, snapshot, id);
        }
    }

    /// Keeps what a place holds before a statement of the forward sweep, and puts that back.
    pub(super) fn undo_write(&mut self, place: &Place, id: usize) {
        let snapshot = match place.lent_where() {
            Some(_) => "snapshot_where",
            None => "snapshot",
        };
        self.undo_to(place, snapshot, id);
    }

    fn undo_to(&mut self, place: &Place, snapshot: &'static str, id: usize) {
        let op = Op::Runtime(snapshot, vec![Argument::Ref(place.clone())]);
        let old = self.compute_before(op, "old", self.f.place_ty(place), id);
        self.undo(place, Inverse::Store(old));
    }

    pub(super) fn undo(&mut self, place: &Place, by: Inverse) {
        let place = place.clone();
        self.emit(StmtKind::Undo { place, by });
    }

    pub(super) fn assign(&mut self, place: &Place, value: &Atom, id: usize) {
        self.flow_back(place, value, id);
        let info = self.f.info(place.root);
        // Through an immutable variable of unknown type something else is written: the emitted code proves that it is not.
        if info.mutable && info.role != Role::Slot {
            let old = self.old(place, id);
            self.undo(place, Inverse::Store(old));
        }
    }

    /// `set x in t.a` of a tangent that nothing has read: what was there is a zero, which nobody asks for again.
    pub(super) fn set_tangent(&mut self, args: &[Argument]) {
        if let [Argument::Mut(place), Argument::Value(value)] = args
            && let Some(bar) = self.bar_of(place.root)
        {
            self.contribute_atom(value, part_of_tangent(value, place.at(bar)));
        }
    }

    /// `put x in t.a`, the assignment to a field of a tangent, which may be marked: then it does nothing, forward or in reverse.
    pub(super) fn put_tangent(&mut self, args: &[Argument], id: usize) {
        let [Argument::Mut(place), Argument::Value(value)] = args else {
            unreachable!("forward mode writes it so")
        };
        if let Some(bar) = self.bar_of(place.root) {
            let bar = place.at(bar);
            self.contribute_atom(value, part_of_tangent(value, bar.clone()));
            let ty = self.f.atom_ty(value);
            let zero = match ty.is_float() {
                true => Op::Zero(None),
                false => Op::Runtime("zero", vec![Argument::RefAtom(value.clone())]),
            };
            let zero = self.temp(zero, ty);
            let args = vec![Argument::Mut(bar), Argument::Value(zero)];
            self.emit(StmtKind::Accumulate("put_part", args));
        }
        let op = part_of_tangent(value, place.clone());
        let old = self.compute_before(op, "old", self.f.atom_ty(value), id);
        let args = vec![Argument::Mut(place.clone()), Argument::Value(Atom::Var(old))];
        self.emit(StmtKind::Accumulate("put_part", args));
    }

    /// What flows back where a value is put in a place.
    pub(super) fn flow_back(&mut self, place: &Place, value: &Atom, id: usize) {
        let root = place.root;
        let info = self.f.info(root).clone();
        let value_active = value.var().is_some_and(|var| self.is_active(var));
        if info.role == Role::Slot {
            if let (Some(Bar { var: bar, .. }), true) = (self.bars.get(&root).copied(), value_active) {
                let var = value.var().expect("an active value is a variable");
                let ty = self.f.info(var).ty.clone();
                let witness = if ty.is_float() { None } else { Some(self.witness(var)) };
                self.contribute_atom(value, Op::TakeSlot(bar, witness));
            }
            return;
        }
        if let Some(bar) = self.bar_of(root) {
            let ty = self.f.place_ty(place);
            let bar_place = place.at(bar);
            if place.is_whole() && info.role == Role::Value {
                if value_active {
                    self.contribute_atom(value, Op::Read(bar_place));
                }
                self.bars.insert(
                    root,
                    Bar {
                        var: bar,
                        state: State::Vacant(id),
                    },
                );
            } else if ty.is_float() {
                if value_active {
                    self.contribute_atom(value, Op::Take(bar_place, None));
                } else {
                    let zero = self.temp(Op::Zero(None), Ty::FLOAT);
                    self.emit(StmtKind::assign(bar_place, zero));
                }
            } else if matches!(self.f.atom_ty(value), Ty::Int | Ty::Bool) {
                // What holds a count has no cotangent to take.
            } else if !value_active {
                let witness = self.witness_before(place, id);
                self.temp(Op::Empty(bar_place, witness), ty);
            } else {
                let witness = self.witness_before(place, id);
                let taken = self.temp(Op::Take(bar_place, Some(witness)), ty);
                let taken = Place::var(taken.var().expect("a temporary is a variable"));
                self.contribute_atom(value, Op::Read(taken));
            }
        } else if !self.f.place_ty(place).is_float() {
            match self.bars.get_mut(&root) {
                Some(bar) if place.is_whole() || bar.state == State::Unassigned => bar.state = State::Vacant(id),
                Some(_) => {}
                None => {
                    self.reshaped.insert(root, id);
                }
            }
        }
    }

    pub(super) fn update(&mut self, place: &Place, op: &BinOp, value: &Operand, id: usize) {
        let root = place.root;
        if let Some(value) = self.step(place, op, value) {
            self.undo(place, Inverse::Step(*op, value));
            return;
        }
        let old = self.old(place, id);
        if let Some(bar) = self.bar_of(root) {
            let bar_place = place.at(bar);
            let value_active = self.operand_active(value);
            let scalar = self.f.place_ty(place).is_float() && self.f.operand_ty(value).is_float();
            match op {
                BinOp::AddAssign(_) if scalar => {
                    if value_active {
                        self.contribute_operand(value, Op::Read(bar_place));
                    }
                }
                BinOp::SubAssign(_) if scalar => {
                    if value_active {
                        let seed = self.temp(Op::Read(bar_place), Ty::FLOAT);
                        self.contribute_operand(value, Op::Neg(Operand::Atom(seed)));
                    }
                }
                // An integer inside of something active.
                _ if self.f.place_ty(place).is_inert() => {}
                BinOp::AddAssign(_)
                | BinOp::SubAssign(_)
                | BinOp::MulAssign(_)
                | BinOp::DivAssign(_)
                | BinOp::RemAssign(_) => {
                    let name = match op {
                        BinOp::AddAssign(_) => quote!(AddEq),
                        BinOp::SubAssign(_) => quote!(SubEq),
                        BinOp::MulAssign(_) => quote!(MulEq),
                        BinOp::DivAssign(_) => quote!(DivEq),
                        _ => quote!(RemEq),
                    };
                    let ad = self.f.names_ad();
                    let operator = Argument::Value(Atom::Constant(quote!(#ad::#name), Ty::Inert));
                    let operands = vec![
                        operator,
                        self.form(&[value]),
                        Argument::Ref(place.clone()),
                        operand_argument(value),
                    ];
                    let keep = match (self.takes_views(&[value]), op) {
                        (true, BinOp::AddAssign(_) | BinOp::SubAssign(_)) => "assign_keep_of_view",
                        (true, _) => "assign_keep_copy_of_view",
                        (false, _) => "assign_keep",
                    };
                    let kept = Place::var(self.keep(keep, operands, id));
                    if value_active {
                        let args = vec![Argument::Ref(kept.clone()), Argument::Ref(bar_place.clone())];
                        self.contribute_operand(value, Op::Runtime("assign_right", args));
                    }
                    let args = vec![Argument::Ref(kept), Argument::Mut(bar_place)];
                    self.emit(StmtKind::Accumulate("assign_left", args));
                }
                _ => self.diagnostics.error(
                    self.span,
                    "cannot differentiate this compound assignment",
                    "write it with `=` and the plain operator",
                ),
            }
        }
        if self.f.info(root).mutable {
            self.undo(place, Inverse::Store(old));
        }
    }

    /// The width of a step that an integer makes and can make back: nothing is to be kept for that.
    pub(super) fn step(&self, place: &Place, op: &BinOp, value: &Operand) -> Option<Atom> {
        let Operand::Atom(value) = value else { return None };
        let both = self.f.place_ty(place) == Ty::Int && self.f.atom_ty(value) == Ty::Int;
        let exact = matches!(op, BinOp::AddAssign(_) | BinOp::SubAssign(_));
        (both && exact && self.f.info(place.root).mutable).then(|| value.clone())
    }
}

/// What a part of a tangent holds, which is as `value`, or a zero where it is marked.
fn part_of_tangent(value: &Atom, place: Place) -> Op {
    Op::Tangent {
        function: "part_tangent",
        args: vec![Argument::RefAtom(value.clone())],
        tangents: vec![Some(Argument::Ref(place))],
    }
}
