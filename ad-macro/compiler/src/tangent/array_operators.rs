//! The tangents of operators on arrays for second order, by operators of the IR, which have adjoints.
//!
//! ```text
//! Input:  let y = &a * &b          Output: let d = &a_tangent * &b     let d_2 = &a * &b_tangent     let y_tangent = d + d_2
//! Input:  let y = a.dot(&b)        Output: the same with `dot`
//! Input:  a += &b                  Output: a_tangent += &b_tangent
//! ```

use crate::ir::*;
use crate::syntax::types::Ty;
use crate::tangent::forward::Forward;
use syn::{BinOp, parse_quote};

impl Forward<'_> {
    /// The tangent of a product, sum, difference or quotient of arrays, or of an array and a number; `None` if nothing flows into it.
    pub(super) fn array_operator(&mut self, op: &Op, ty: &Ty) -> Option<Op> {
        let [l, r] = match op {
            Op::Binary(_, l, r) => [l.clone(), r.clone()],
            Op::Dot(place, r) => [Operand::Borrow(place.clone()), r.clone()],
            _ => unreachable!("called on operators"),
        };
        let tangents = [&l, &r].map(|operand| self.tangent_operand(operand));
        let [l, r] = [l, r].map(|operand| self.borrowed(operand));
        if let [None, None] = tangents {
            return None;
        }
        match op {
            Op::Binary(operator @ (BinOp::Add(_) | BinOp::Sub(_)), ..) => {
                // The zero of an operand without tangent says how far the other is broadcast.
                let [l_dot, r_dot] = tangents;
                let l_dot = l_dot.unwrap_or_else(|| self.zero_operand(&l));
                let r_dot = r_dot.unwrap_or_else(|| self.zero_operand(&r));
                Some(Op::Binary(*operator, l_dot, r_dot))
            }
            Op::Binary(BinOp::Mul(_), ..) | Op::Dot(..) => {
                let [l_dot, r_dot] = tangents;
                let terms = [
                    l_dot.and_then(|l_dot| product(op, l_dot, r.clone())),
                    r_dot.and_then(|r_dot| product(op, l, r_dot)),
                ];
                match terms {
                    [None, None] => self.unsupported("this product"),
                    [Some(term), None] | [None, Some(term)] => Some(term),
                    [Some(first), Some(second)] => {
                        let [first, second] = [first, second].map(|term| Operand::Atom(self.temp(term, ty.clone())));
                        Some(Op::Binary(parse_quote!(+), first, second))
                    }
                }
            }
            Op::Binary(BinOp::Div(_), ..) => self.array_quotient([l, r], tangents, ty),
            _ => self.unsupported("this operator"),
        }
    }

    /// (l̇ − (l / r) ṙ) / r
    fn array_quotient(&mut self, [l, r]: [Operand; 2], [l_dot, r_dot]: [Option<Operand>; 2], ty: &Ty) -> Option<Op> {
        let Some(r_dot) = r_dot else {
            return l_dot.map(|l_dot| Op::Binary(parse_quote!(/), l_dot, r));
        };
        let whole = self.temp(Op::Binary(parse_quote!(/), l, r.clone()), ty.clone());
        let part = self.temp(Op::Binary(parse_quote!(*), Operand::Atom(whole), r_dot), ty.clone());
        let over = match l_dot {
            Some(l_dot) => Op::Binary(parse_quote!(-), l_dot, Operand::Atom(part)),
            None => Op::Neg(Operand::Atom(part)),
        };
        let over = self.temp(over, ty.clone());
        Some(Op::Binary(parse_quote!(/), Operand::Atom(over), r))
    }

    /// A compound assignment to an array.
    pub(super) fn array_update(&mut self, stmt: &Stmt, place: &Place, tangent: Place, op: &BinOp, value: &Operand) {
        let along = self.tangent_operand(value);
        let value = self.borrowed(value.clone());
        match op {
            BinOp::AddAssign(_) | BinOp::SubAssign(_) => {}
            BinOp::MulAssign(_) => {
                let moved = along.map(|along| {
                    let ty = self.f.place_ty(place);
                    let product = self.f.named_var("d", ty, false);
                    self.define(
                        product,
                        Op::Binary(parse_quote!(*), Operand::Borrow(place.clone()), along),
                    );
                    Operand::Borrow(Place::var(product))
                });
                self.emit(StmtKind::update(tangent.clone(), *op, value));
                self.out.push(stmt.clone());
                return self.add_to(tangent, parse_quote!(+=), moved);
            }
            _ => return self.missing("this compound assignment"),
        }
        self.add_to(tangent, *op, along);
        self.out.push(stmt.clone());
    }

    fn add_to(&mut self, tangent: Place, op: BinOp, value: Option<Operand>) {
        if let Some(value) = value {
            self.emit(StmtKind::update(tangent, op, value));
        }
    }

    /// The tangent of an operand: an array by reference, a number by value.
    pub(super) fn tangent_operand(&mut self, operand: &Operand) -> Option<Operand> {
        let place = match operand {
            Operand::Atom(atom) if self.f.atom_ty(atom).is_float() => return self.number(atom).map(Operand::Atom),
            Operand::Atom(atom) => Place::var(atom.var()?),
            Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => place.clone(),
        };
        self.unmarked_place(&place).map(Operand::Borrow)
    }

    /// An operand that the primal uses afterwards, and may move.
    fn borrowed(&self, operand: Operand) -> Operand {
        match operand {
            Operand::Atom(Atom::Var(var)) if !self.f.info(var).ty.is_float() => Operand::Borrow(Place::var(var)),
            operand => operand,
        }
    }

    fn zero_operand(&mut self, operand: &Operand) -> Operand {
        match operand {
            Operand::Atom(atom) => Operand::Atom(self.zero(atom)),
            Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => {
                let op = Op::Runtime("zero", vec![Argument::Ref(place.clone())]);
                let ty = self.f.place_ty(place);
                Operand::Atom(self.temp(op, ty))
            }
        }
    }
}

/// The same product of other operands.
fn product(op: &Op, l: Operand, r: Operand) -> Option<Op> {
    match (op, l) {
        (Op::Binary(operator, ..), l) => Some(Op::Binary(*operator, l, r)),
        (_, Operand::Borrow(place)) => Some(Op::Dot(place, r)),
        _ => None,
    }
}
