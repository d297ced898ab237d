//! What the forward sweep computes for the reverse sweep: the shapes of zero cotangents, slopes, and what is kept of operands.
//!
//! Input:  `let y = f(x)`, whose adjoint needs a zero cotangent of `x`
//! Output: `let x_shape = witness x` after the definition of `x`

use crate::adjoint::reverse::Adjoint;
use crate::ir::*;
use crate::syntax::types::Ty;

impl Adjoint<'_> {
    pub(super) fn zero(&mut self, var: Var) -> Op {
        if self.f.info(var).ty.is_float() {
            Op::Zero(None)
        } else if let Some(shape) = self.shape_of_rest(var) {
            Op::Zero(Some(shape))
        } else if self.f.info(var).role == Role::View && !self.overwritten.contains(&var) {
            // It is there again, and a witness would name the lifetimes of its type.
            Op::Runtime("zero", vec![Argument::Ref(Place::var(var))])
        } else if let Some(id) = self.reshaped.get(&var).copied() {
            Op::Zero(Some(self.witness_before(&Place::var(var), id)))
        } else {
            let like = self.f.shaped_as.get(&var).copied().unwrap_or(var);
            Op::Zero(Some(self.witness(like)))
        }
    }

    /// The witness of a variable's shape: after the definition of an immutable one, at the end of a mutable one's block.
    pub(super) fn witness(&mut self, var: Var) -> Var {
        if let Some(witness) = self.witnesses.get(&var) {
            return *witness;
        }
        let (witness, stmt) = self.witness_stmt(Place::var(var));
        self.witnesses.insert(var, witness);
        let home = self.home.get(&var).copied().unwrap_or(0);
        self.home.insert(witness, home);
        if self.f.info(var).mutable {
            self.last.entry(home).or_default().push(stmt);
        } else {
            match self.definition.get(&var) {
                Some(id) => self.after.entry(*id).or_default().push(stmt),
                None => self.first.entry(home).or_default().push(stmt),
            }
        }
        witness
    }

    pub(super) fn witness_stmt(&mut self, place: Place) -> (Var, Stmt) {
        let name = format!("{}_shape", self.f.info(place.root).name);
        let witness = self.f.named_var(name.trim_start_matches("r#"), Ty::Inert, false);
        let op = match self.borrowing.contains(&place.root) {
            true => Op::Runtime("witness_of_lent", vec![Argument::Ref(place)]),
            false => Op::Witness(place),
        };
        let stmt = self.f.stmt(self.span, StmtKind::Let { var: witness, op });
        (witness, stmt)
    }

    /// A witness of what a place holds just before a statement of the forward sweep.
    pub(super) fn witness_before(&mut self, place: &Place, id: usize) -> Var {
        let (witness, stmt) = self.witness_stmt(place.clone());
        self.home.insert(witness, self.block);
        self.before.entry(id).or_default().push(stmt);
        witness
    }

    /// Keeps, just before a statement of the forward sweep, what the adjoint of its operator needs of the operands.
    pub(super) fn keep(&mut self, function: &'static str, operands: Vec<Argument>, id: usize) -> Var {
        self.compute_before(Op::Runtime(function, operands), "kept", Ty::Inert, id)
    }

    /// Computes a slope with the statement of the forward sweep that it belongs to, whose value is `out`.
    pub(super) fn beside(&mut self, op: Op, out: Atom, id: usize) -> Var {
        let slope = self.compute_before(op, "slope", Ty::FLOAT, id);
        let together = self.f.named_var("slope", Ty::FLOAT, false);
        self.home.insert(together, self.block);
        let args = [Atom::Var(slope), out].map(Argument::Value);
        let op = Op::Runtime("together", args.to_vec());
        let stmt = self.f.stmt(self.span, StmtKind::Let { var: together, op });
        self.after.entry(id).or_default().push(stmt);
        together
    }

    pub(super) fn compute_before(&mut self, op: Op, name: &str, ty: Ty, id: usize) -> Var {
        let var = self.f.named_var(name, ty, false);
        self.home.insert(var, self.block);
        let stmt = self.f.stmt(self.span, StmtKind::Let { var, op });
        self.before.entry(id).or_default().push(stmt);
        var
    }

    /// What is had of a variable again where it can be copied: nothing of what owns memory.
    pub(super) fn copied(&mut self, var: Var, product: usize) -> Atom {
        if self.f.info(var).ty.is_scalar() {
            return Atom::Var(var);
        }
        if let Some(copy) = self.copies.get(&var) {
            return Atom::Var(*copy);
        }
        let name = format!("{}_copy", self.f.info(var).name);
        let copy = self.f.named_var(name.trim_start_matches("r#"), Ty::Inert, false);
        let op = Op::Runtime("copied", vec![Argument::Ref(Place::var(var))]);
        let stmt = self.f.stmt(self.span, StmtKind::Let { var: copy, op });
        match self.definition.get(&var) {
            Some(id) => {
                self.home.insert(copy, self.home[&var]);
                self.after.entry(*id).or_default().push(stmt);
                self.copies.insert(var, copy);
            }
            None => {
                self.home.insert(copy, self.block);
                self.before.entry(product).or_default().push(stmt);
            }
        }
        Atom::Var(copy)
    }

    /// Keeps of a variable what the pullback of a call may ask for: once, after the definition of an immutable one.
    pub(super) fn keep_argument(&mut self, var: Var, call: usize) -> Var {
        let operand = vec![Argument::Ref(Place::var(var))];
        match self.definition.get(&var).copied() {
            Some(definition) if !self.f.info(var).mutable => {
                let kept = self.f.named_var("kept", Ty::Inert, false);
                self.home.insert(kept, self.home[&var]);
                let op = Op::Runtime("keep", operand);
                let stmt = self.f.stmt(self.span, StmtKind::Let { var: kept, op });
                self.after.entry(definition).or_default().push(stmt);
                kept
            }
            _ => self.keep("keep", operand, call),
        }
    }
}
