//! The tangents of arithmetic on numbers, of scalar functions with rules, and of compound assignments.
//!
//! Input:  `let y = a * b`, `let y = sin(x)`, `s += t`
//! Output: `let y_tangent = weighted(a_tangent, b) + weighted(b_tangent, a)`, `weighted(x_tangent, cos(x))`, `s_tangent += t_tangent`
//!
//! A tangent of exactly zero contributes exactly zero, also where the slope is infinite.

use crate::adjoint::reverse::operand_argument;
use crate::adjoint::scalar_slopes::{Slopes, formula};
use crate::analysis::operator_calls::Applied;
use crate::ir::*;
use crate::syntax::expressions::plain_operator;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::scalar_rules::Rule;
use crate::syntax::types::Ty;
use crate::tangent::forward::Forward;
use crate::tangent::operations::form;
use quote::quote;
use syn::BinOp;

impl Slopes for Forward<'_> {
    fn vars(&self) -> &[VarInfo] {
        &self.f.vars
    }

    fn temp(&mut self, op: Op, ty: Ty) -> Atom {
        Forward::temp(self, op, ty)
    }

    fn known(&self, _: &Rule, _: Var) -> Option<Var> {
        None
    }

    fn beside(&mut self, slope: Op, _: Atom, _: usize) -> Atom {
        Forward::temp(self, slope, Ty::FLOAT)
    }
}

/// Numbers that an operation is computed from.
pub(super) enum Numbers {
    Binary(Atom, Atom),
    Neg(Atom),
    Rule(Vec<Atom>),
}

impl Forward<'_> {
    /// The operands of an operation on numbers, if it is one and one of them has a tangent.
    pub(super) fn scalar(&mut self, op: &Op) -> Option<Numbers> {
        let number = |operand: &Operand| match operand {
            Operand::Atom(atom) if self.f.atom_ty(atom).is_float() => Some(atom.clone()),
            _ => None,
        };
        let numbers = match op {
            Op::Binary(_, l, r) => Numbers::Binary(number(l)?, number(r)?),
            Op::Neg(operand) => Numbers::Neg(number(operand)?),
            Op::Rule(_, args) => {
                let first = number(args.first()?)?;
                let atom = |operand: &Operand| match operand {
                    Operand::Atom(atom) => Some(atom.clone()),
                    _ => None,
                };
                let rest = args[1..].iter().map(atom).collect::<Option<Vec<_>>>()?;
                Numbers::Rule([vec![first], rest].concat())
            }
            _ => return None,
        };
        Some(numbers)
    }

    /// The tangent of an operation on numbers that defines `out`.
    pub(super) fn scalar_op(&mut self, op: &Op, numbers: Numbers, out: Var) -> Op {
        let sum = match (op, numbers) {
            (Op::Binary(operator, ..), Numbers::Binary(l, r)) => {
                let tangents = [self.number(&l), self.number(&r)];
                self.binary(operator, [&l, &r], tangents, &Atom::Var(out))
            }
            (_, Numbers::Neg(operand)) => self.number(&operand).map(|tangent| Op::Neg(Operand::Atom(tangent))),
            (Op::Rule(applied, _), Numbers::Rule(args)) => self.rule(applied.rule, &args, out),
            _ => None,
        };
        sum.unwrap_or(Op::Zero(None))
    }

    /// The tangent of `out`, which is an operator's of two numbers with these tangents; `None` if it is zero.
    fn binary(&mut self, operator: &BinOp, [l, r]: [&Atom; 2], tangents: [Option<Atom>; 2], out: &Atom) -> Option<Op> {
        let read = |atom: Atom| Op::Read(Place::var(atom.var().expect("a tangent is a variable")));
        match (operator, tangents) {
            (_, [None, None]) => None,
            (BinOp::Add(_) | BinOp::Sub(_) | BinOp::Rem(_), [Some(l), None]) => Some(read(l)),
            (BinOp::Add(_), [None, Some(r)]) => Some(read(r)),
            (BinOp::Sub(_), [None, Some(r)]) => Some(Op::Neg(Operand::Atom(r))),
            (BinOp::Add(_) | BinOp::Sub(_), [Some(l), Some(r)]) => Some(arithmetic(*operator, l, r)),
            (BinOp::Mul(_), [l_tangent, r_tangent]) => {
                let terms = [(l_tangent, r), (r_tangent, l)];
                let terms =
                    terms.map(|(tangent, slope)| tangent.map(|tangent| product("weighted", tangent, slope.clone())));
                self.sum(terms.into_iter().flatten().collect())
            }
            (BinOp::Div(_), [l_tangent, r_tangent]) => {
                let flows = r_tangent.map(|tangent| product("weighted", tangent, out.clone()));
                let flows = flows.map(|flows| self.temp(flows, Ty::FLOAT));
                let part = match (l_tangent, flows) {
                    (Some(l), None) => l,
                    (Some(l), Some(flows)) => {
                        self.temp(arithmetic(BinOp::Sub(Default::default()), l, flows), Ty::FLOAT)
                    }
                    (None, flows) => {
                        let flows = flows.expect("one of them has a tangent");
                        self.temp(Op::Neg(Operand::Atom(flows)), Ty::FLOAT)
                    }
                };
                Some(product("over", part, r.clone()))
            }
            (BinOp::Rem(_), [l_tangent, Some(r_tangent)]) => {
                let quotient = self.temp(
                    arithmetic(BinOp::Div(Default::default()), l.clone(), r.clone()),
                    Ty::FLOAT,
                );
                let name = spell::atom(&self.f.vars, &quotient);
                let whole = Opaque::pure(quote!(-#name.trunc()), quotient.var().into_iter().collect());
                let whole = self.temp(Op::Opaque(whole), Ty::FLOAT);
                let terms = l_tangent
                    .map(read)
                    .into_iter()
                    .chain([product("portion", r_tangent, whole)]);
                self.sum(terms.collect())
            }
            _ => {
                self.missing("this operator");
                None
            }
        }
    }

    fn rule(&mut self, rule: &'static Rule, args: &[Atom], out: Var) -> Option<Op> {
        let mut names: FlatMap<&str, Atom> = rule.params.iter().copied().zip(args.iter().cloned()).collect();
        names.insert("y", Atom::Var(out));
        let mut terms = Vec::new();
        for (arg, slope) in args.iter().zip(rule.slopes) {
            let Some(tangent) = self.number(arg) else { continue };
            let slope = syn::parse_str(slope).expect("the rule table parses");
            match formula(self, &slope, &names, 0) {
                Atom::Constant(tokens, _) if tokens.to_string() == "0.0" => {}
                Atom::Constant(tokens, _) if tokens.to_string() == "1.0" => {
                    terms.push(Op::Read(Place::var(tangent.var().expect("a tangent is a variable"))));
                }
                slope => {
                    let function = if rule.product == "times" {
                        "weighted"
                    } else {
                        rule.product
                    };
                    terms.push(product(function, tangent, slope));
                }
            }
        }
        self.sum(terms)
    }

    fn sum(&mut self, terms: Vec<Op>) -> Option<Op> {
        let mut terms = terms.into_iter();
        let first = terms.next()?;
        Some(terms.fold(first, |sum, term| {
            let sum = self.temp(sum, Ty::FLOAT);
            let term = self.temp(term, Ty::FLOAT);
            arithmetic(BinOp::Add(Default::default()), sum, term)
        }))
    }

    /// `v[i] *= k`
    pub(super) fn update(&mut self, stmt: &Stmt, place: &Place, op: &BinOp, value: &Operand) {
        let ty = self.f.place_ty(place);
        let Some(tangent) = self.tangent_place(place).filter(|_| !ty.is_inert()) else {
            self.out.push(stmt.clone());
            return;
        };
        let number = match value {
            Operand::Atom(atom) if ty.is_float() && self.f.atom_ty(atom).is_float() => atom,
            _ => return self.general_update(stmt, place, tangent, op, value),
        };
        let value = self.number(number);
        if let BinOp::AddAssign(_) | BinOp::SubAssign(_) = op {
            self.out.push(stmt.clone());
            if let Some(value) = value {
                self.emit(StmtKind::update(tangent, *op, Operand::Atom(value)));
            }
            return;
        }
        let Some(plain) = plain_operator(op) else {
            return self.missing("this compound assignment");
        };
        let before = self.kept(Op::Read(place.clone()), &ty);
        let before_tangent = self.kept(Op::Read(tangent.clone()), &ty);
        self.out.push(stmt.clone());
        let now = self.kept(Op::Read(place.clone()), &ty);
        let sum = self.binary(&plain, [&before, number], [Some(before_tangent), value], &now);
        let value = self.temp(sum.expect("it has a tangent"), ty);
        self.emit(StmtKind::assign(tangent, value));
    }

    /// A compound assignment to a type that only rustc knows: its tangent comes first, since it uses what is there.
    fn general_update(&mut self, stmt: &Stmt, place: &Place, tangent: Place, op: &BinOp, value: &Operand) {
        if self.pairs && matches!(self.f.place_ty(place), Ty::NdArray(..)) {
            return self.array_update(stmt, place, tangent, op, value);
        }
        if self.pairs {
            return match Applied::compound(place, op, value) {
                Some(applied) => self.change_pair(stmt, place, tangent, applied),
                None => self.missing("this compound assignment"),
            };
        }
        if let Some(applied) = Applied::compound(place, op, value)
            && self.operator(stmt, None, applied)
        {
            return;
        }
        let ad = self.f.ad.clone();
        let operator = match op {
            BinOp::AddAssign(_) => quote!(#ad::AddEq),
            BinOp::SubAssign(_) => quote!(#ad::SubEq),
            BinOp::MulAssign(_) => quote!(#ad::MulEq),
            BinOp::DivAssign(_) => quote!(#ad::DivEq),
            BinOp::RemAssign(_) => quote!(#ad::RemEq),
            _ => return self.missing("this compound assignment"),
        };
        let operator = Argument::Value(Atom::Constant(operator, Ty::Inert));
        let args = vec![
            operator,
            form(&self.f, &[value]),
            Argument::Ref(place.clone()),
            operand_argument(value),
        ];
        let tangents = vec![Some(Argument::Mut(tangent)), self.operand(value)];
        let function = "assign_tangent";
        self.temp(
            Op::Tangent {
                function,
                args,
                tangents,
            },
            Ty::Unit,
        );
        self.out.push(stmt.clone());
    }

    /// A value under a name: what it is read from is written next.
    fn kept(&mut self, op: Op, ty: &Ty) -> Atom {
        let var = self.f.named_var("d", ty.clone(), false);
        self.define(var, op);
        Atom::Var(var)
    }
}

fn product(function: &'static str, tangent: Atom, slope: Atom) -> Op {
    Op::Runtime(function, vec![Argument::Value(tangent), Argument::Value(slope)])
}

fn arithmetic(operator: BinOp, l: Atom, r: Atom) -> Op {
    Op::Binary(operator, Operand::Atom(l), Operand::Atom(r))
}
