//! The tangent of each `Op`.
//!
//! Input:  `let y = x[i]`, `let y = (a, n)`, `let y = vec![a; n]`
//! Output: the same, and `let y_tangent = x_tangent[i]`, `(a_tangent, ())`, `vec![a_tangent; n]`

use crate::adjoint::reverse::operand_argument;
use crate::analysis::operator_calls::Applied;
use crate::ir::*;
use crate::syntax::paths::{is_none, is_variant_of_std};
use crate::syntax::scalar_rules::Rule;
use crate::syntax::types::Ty;
use crate::tangent::forward::Forward;
use proc_macro2::Ident;
use quote::quote;

impl Forward<'_> {
    /// The definition of a variable, and that of its tangent. The latter comes first: the former may move what it uses; but for what is
    /// computed from the value.
    pub(super) fn definition(&mut self, stmt: &Stmt, var: Var, op: &Op) {
        if let Op::Opaque(opaque) = op {
            self.check_writes(opaque);
        }
        if let Op::Mapv(map) = op
            && self.is_active(var)
        {
            return self.mapv(stmt, var, map);
        }
        if let Some(applied) = Applied::by(op)
            && self.is_active(var)
            && self.operator(stmt, Some(var), applied)
        {
            return;
        }
        let Some(tangent) = self.tangent_of_new(var) else {
            self.effect(op);
            self.out.push(stmt.clone());
            return;
        };
        if let Some(operand) = self.scalar(op) {
            self.out.push(stmt.clone());
            let op = self.scalar_op(op, operand, var);
            self.define(tangent, op);
            return;
        }
        // What the primal panics about, it says itself.
        if let Op::Unwrap(..) | Op::Rule(..) = op {
            self.out.push(stmt.clone());
            let made = match op {
                Op::Rule(applied, args) => self.general_rule(applied.rule, args, var),
                op => self.op(op),
            };
            let op = made.unwrap_or_else(|| self.zero_beside(var, tangent));
            self.define(tangent, op);
            return;
        }
        let made = match op {
            Op::Dot(..) | Op::Binary(..) if self.pairs => {
                let ty = self.f.info(var).ty.clone();
                self.array_operator(op, &ty)
            }
            Op::Struct { path: Some(_), .. } if !op.lends() => None,
            Op::Variant { path, .. } if !is_of_std(path) => None,
            op => self.op(op),
        };
        match made {
            Some(op) => {
                self.define(tangent, op);
                self.out.push(stmt.clone());
            }
            None if let Op::Variant { path, parts } = op
                && !is_of_std(path) =>
            {
                self.variant(stmt, var, tangent, parts)
            }
            None if matches!(op, Op::Struct { path: Some(_), .. }) && !op.lends() => {
                self.structure(stmt, var, tangent, op)
            }
            None => {
                self.out.push(stmt.clone());
                let zero = match op {
                    _ if self.f.info(var).ty.is_float() => Op::Zero(None),
                    // By itself `None` has no type.
                    Op::Opaque(opaque) if is_none(&opaque.tokens) => op.clone(),
                    _ => self.zero_beside(var, tangent),
                };
                self.define(tangent, zero);
            }
        }
    }

    /// A zero for the tangent of a variable, which may be moved next.
    fn zero_beside(&mut self, var: Var, tangent: Var) -> Op {
        self.f.vars[tangent.0].temporary = false;
        Op::Runtime("zero", vec![Argument::Ref(Place::var(var))])
    }

    /// An operator of operands that only rustc knows: one call gives the value and its tangent. Nothing, if it is none.
    pub(super) fn operator(&mut self, stmt: &Stmt, out: Option<Var>, applied: Applied) -> bool {
        let number = |arg: &Argument| match arg {
            Argument::Value(atom) => self.f.atom_ty(atom).is_float(),
            _ => false,
        };
        if applied.args.iter().all(number) || !applied.may_be_marked(&self.f) {
            return false;
        }
        if self.pairs {
            return out.is_some_and(|out| self.operator_pair(stmt, out, applied));
        }
        let tangents = applied.args.iter().map(|arg| match arg {
            Argument::Value(atom) => self.number(atom).map(Argument::RefAtom),
            Argument::Mut(place) => self.tangent_place(place).map(Argument::Mut),
            arg => self.lent(arg.place()),
        });
        let mut tangents: Vec<_> = tangents.collect();
        if tangents.iter().all(Option::is_none) {
            return false;
        }
        if tangents.len() == 1 {
            tangents.push(None);
        }
        let named = out.filter(|out| self.f.info(*out).mutable || self.f.info(*out).annotation.is_some());
        let (value, tangent) = match out {
            Some(out) if named.is_none() => {
                let tangent = self.tangent_of_new(out);
                (out, tangent)
            }
            Some(_) => (self.f.new_var("both", Ty::Unknown, false), None),
            None => (self.f.new_var("d", Ty::Unit, false), None),
        };
        let tangent = tangent.unwrap_or_else(|| self.f.new_var("d", self.f.info(value).ty.clone(), false));
        let call = Call {
            tangents: Some(tangents),
            ..applied.call(&self.f, CallKind::Operator, value, tangent, stmt.span)
        };
        let kind = StmtKind::Call(Box::new(call));
        self.out.push(Stmt { kind, ..stmt.clone() });
        if let Some(out) = named {
            let own = self.tangent_of_new(out);
            self.define(out, Op::Read(Place::var(value)));
            if let Some(own) = own {
                self.define(own, Op::Read(Place::var(tangent)));
            }
        }
        true
    }

    /// The same for second order: the pair is differentiated by the pullback of both.
    fn operator_pair(&mut self, stmt: &Stmt, out: Var, applied: Applied) -> bool {
        let has_tangent = |arg: &Argument| match arg {
            Argument::Value(atom) => self.number(atom).is_some(),
            arg => self.tangents.contains_key(&arg.place().root),
        };
        if !applied.args.iter().any(has_tangent) {
            return false;
        }
        let tangents: Vec<Argument> = (applied.args.iter())
            .filter_map(|arg| self.operand_of_pair(arg))
            .collect();
        let ty = self.f.info(out).ty.clone();
        let both = self.f.named_var("both", Ty::Tuple(vec![ty.clone(), ty]), false);
        let pullback = self.f.new_var("pair_pullback", Ty::Unknown, false);
        let mut call = applied.call(&self.f, CallKind::Operator, both, pullback, stmt.span);
        let nothing = || Argument::Value(Atom::Constant(quote!(()), Ty::Unit));
        let unary = call.args.len() == 1;
        call.args.extend(unary.then(nothing));
        call.args.extend(tangents);
        call.args.extend(unary.then(nothing));
        call.olds = vec![None; call.args.len()];
        let kind = StmtKind::Call(Box::new(call));
        self.out.push(Stmt { kind, ..stmt.clone() });
        self.apart(out, both);
        true
    }

    /// The tangent of an operand as a pair's operator takes it.
    fn operand_of_pair(&mut self, arg: &Argument) -> Option<Argument> {
        match arg {
            Argument::Value(atom) if self.number(atom).is_some() || self.f.atom_ty(atom).is_float() => {
                Some(Argument::Value(self.moved(atom)))
            }
            // It is moved, and so none of the memory that goes back to the workspace.
            Argument::Value(atom) => {
                let (ad, value) = (&self.f.ad, spell::atom(&self.f.vars, atom));
                let zero = Opaque::pure(quote!(#ad::zero(&#value)), atom.var().into_iter().collect());
                let var = self.f.named_var("zero", Ty::Unknown, false);
                self.define(var, Op::Opaque(zero));
                Some(Argument::Value(Atom::Var(var)))
            }
            arg => match self.unmarked_place(arg.place()) {
                Some(tangent) => Some(Argument::Ref(tangent)),
                None => self.zero_of(arg),
            },
        }
    }

    /// A compound assignment for second order: it changes the value and its tangent. The tangent of a field, which may be marked, is put back.
    pub(super) fn change_pair(&mut self, stmt: &Stmt, place: &Place, tangent: Place, applied: Applied) {
        let Some(operand) = self.operand_of_pair(&applied.args[1]) else {
            return;
        };
        let marked = spell::has_marks(&self.f.vars, &tangent);
        let changed = match marked {
            true => {
                let (op, ty) = (self.read(place, tangent.clone()), self.f.place_ty(place));
                let var = self.f.named_var("changed", ty, true);
                self.define(var, op);
                Place::var(var)
            }
            false => tangent.clone(),
        };
        let out = self.f.new_var("d", Ty::Unit, false);
        let pullback = self.f.new_var("pair_pullback", Ty::Unknown, false);
        let mut call = applied.call(&self.f, CallKind::Operator, out, pullback, stmt.span);
        call.args.extend([Argument::Mut(changed.clone()), operand]);
        call.olds = vec![None; call.args.len()];
        let kind = StmtKind::Call(Box::new(call));
        self.out.push(Stmt { kind, ..stmt.clone() });
        if marked {
            self.put(tangent, Atom::Var(changed.root), false);
        }
    }

    /// The tangent of a struct: only rustc knows the name of its type, and which fields are marked. It is a zero, in which the tangents of
    /// the fields are put.
    fn structure(&mut self, stmt: &Stmt, var: Var, tangent: Var, op: &Op) {
        let Op::Struct { fields, rest, .. } = op else {
            unreachable!("called on a struct")
        };
        let mut parts = Vec::new();
        for (member, part) in fields {
            let value = match part {
                Operand::Atom(atom) if self.number(atom).is_some() => self.moved(atom),
                Operand::Atom(_) if rest.is_none() => continue,
                Operand::Atom(atom) => self.zero(atom),
                Operand::Receiver(place) => match self.tangent_place(place) {
                    Some(tangent) => {
                        let (op, ty) = (self.read(place, tangent), self.f.place_ty(place));
                        self.temp(op, ty)
                    }
                    None => continue,
                },
                Operand::Borrow(_) | Operand::Lend(_) => {
                    return self.missing("a struct that holds references");
                }
            };
            parts.push((member.clone(), value));
        }
        let rest = rest.as_ref().and_then(|rest| {
            let from = self.tangent_place(rest)?;
            Some(self.read(rest, from))
        });
        self.f.vars[tangent.0].mutable = true;
        self.f.vars[tangent.0].temporary = false;
        let started = rest.is_some();
        if let Some(rest) = rest {
            self.define(tangent, rest);
        }
        self.out.push(stmt.clone());
        if !started {
            self.define(tangent, Op::Runtime("zero", vec![Argument::Ref(Place::var(var))]));
        }
        for (member, value) in parts {
            self.put(Place::var(tangent).then(Projection::Field(member)), value, !started);
        }
    }

    /// `x.mapv(|v| ..)`: the closure takes pairs and gives pairs.
    fn mapv(&mut self, stmt: &Stmt, var: Var, map: &Map) {
        let tangent = self.unmarked_place(&map.source);
        let of_element = self.f.info(map.param).ty.clone();
        let element = Ty::Tuple(vec![of_element.clone(), of_element]);
        let element = self.f.new_var("element", element, false);
        let outer = std::mem::take(&mut self.out);
        self.apart(map.param, element);
        let given = std::mem::replace(&mut self.out, outer);
        let mut body = self.block(&map.body, |pass, result| {
            let value = result?;
            let tangent = pass.moved(&value);
            Some(pass.temp(Op::Tuple(vec![value, tangent]), Ty::Unknown))
        });
        body.stmts.splice(0..0, given);
        let ty = self.f.info(var).ty.clone();
        let both = self.f.named_var("both", Ty::Tuple(vec![ty.clone(), ty]), false);
        let map = Map {
            param: element,
            body,
            in_place: false,
            along: Some(tangent),
            ..map.clone()
        };
        self.span = stmt.span;
        self.define(both, Op::Mapv(Box::new(map)));
        self.apart(var, both);
    }

    /// The tangent of a variant of the user's: a zero, in which the tangents of its parts are put.
    fn variant(&mut self, stmt: &Stmt, var: Var, tangent: Var, parts: &[(syn::Member, Ident, Atom)]) {
        let mut own = Vec::new();
        for (_, accessor, part) in parts {
            if self.number(part).is_some() {
                own.push((accessor.clone(), self.moved(part)));
            }
        }
        let info = &mut self.f.vars[tangent.0];
        (info.mutable, info.temporary) = (true, false);
        self.out.push(stmt.clone());
        self.define(tangent, Op::Runtime("zero", vec![Argument::Ref(Place::var(var))]));
        for (accessor, value) in own {
            self.put(Place::var(tangent).then(Projection::Payload(accessor)), value, true);
        }
    }

    /// What an operation changes, whose result has no tangent.
    fn effect(&mut self, op: &Op) {
        if let Op::Take(place, _) | Op::PopElement(place) | Op::Replace(place, _) = op
            && self.tangents.contains_key(&place.root)
            && let Some(op) = self.op(op)
        {
            self.temp(op, Ty::Unknown);
        }
    }

    /// The tangent of what an operation gives; `None` if nothing flows into it.
    fn op(&mut self, op: &Op) -> Option<Op> {
        match op {
            Op::Read(place) => {
                let tangent = self.tangent_place(place)?;
                Some(self.read(place, tangent))
            }
            Op::Binary(operator, l, r) => self.general_binary(operator, l, r),
            Op::Neg(operand) => self.general_neg(operand),
            Op::Rule(applied, _) => self.unsupported(applied.rule.name),
            Op::Clone(place, method) => self.cloned(place, method),
            Op::Sum(place) => self.array_sum(place),
            Op::Dot(place, operand) => self.array_dot(place, operand),
            Op::Mapv(_) => self.unsupported("`mapv`"),
            Op::Cast(atom, ty) => {
                let tangent = self.number(atom)?;
                match self.f.atom_ty(atom).is_float() {
                    true => Some(Op::Cast(tangent, ty.clone())),
                    false if self.pairs => self.unsupported("a cast of a type that is not seen to be a float"),
                    false => {
                        let along = Op::Tangent {
                            function: "cast_along",
                            args: vec![Argument::RefAtom(atom.clone())],
                            tangents: vec![Some(Argument::RefAtom(tangent))],
                        };
                        Some(Op::Cast(self.temp(along, Ty::FLOAT), ty.clone()))
                    }
                }
            }
            Op::Convert(..) => self.unsupported("a conversion"),
            Op::Tuple(atoms) => Some(Op::Tuple(self.all(atoms)?)),
            Op::Struct { .. } => self.unsupported("a struct that holds references"),
            // Nothing flows into an `Err`.
            op if op.is_failure() => None,
            Op::Variant { path, parts } if is_variant_of_std(path, "Some") || is_variant_of_std(path, "Ok") => {
                let [(_, _, value)] = parts.as_slice() else {
                    return self.unsupported("a value of an enum");
                };
                self.number(value)?;
                Some(Op::Runtime("some", vec![Argument::Value(self.moved(value))]))
            }
            Op::Variant { .. } => self.unsupported("a value of an enum"),
            Op::Rewrap { value, .. } => {
                self.number(value)?;
                Some(Op::Runtime("some", vec![Argument::Value(self.moved(value))]))
            }
            Op::Unwrap(place, _) => {
                let held = quote::format_ident!("payload_value");
                let tangent = self.unmarked_place(place)?.then(Projection::Payload(held));
                Some(Op::Runtime("copy", vec![Argument::Ref(tangent)]))
            }
            Op::Array { elements, vec } => {
                let (elements, vec) = (self.all(elements)?, *vec);
                Some(Op::Array { elements, vec })
            }
            Op::Repeat { element, len, vec } => {
                let (element, len, vec) = (self.moved(element), len.clone(), *vec);
                Some(Op::Repeat { element, len, vec })
            }
            Op::Opaque(_) => None,
            Op::Take(place, None) => Some(Op::Take(self.unmarked_place(place)?, None)),
            Op::PopElement(place) if self.pairs => Some(Op::PopElement(self.unmarked_place(place)?)),
            Op::PopElement(place) => {
                let tangent = self.tangent_place(place)?;
                Some(match spell::has_marks(&self.f.vars, &tangent) {
                    true => Op::Runtime("pop_bar", vec![Argument::Mut(tangent)]),
                    false => Op::PopElement(tangent),
                })
            }
            Op::Replace(place, value) => {
                let place = self.unmarked_place(place)?;
                let value = self.moved(value);
                Some(Op::Replace(place, value))
            }
            // That its tangent is a float follows.
            Op::Runtime("scalar" | "float_operand", args) => match args.as_slice() {
                [Argument::Value(atom)] => {
                    let tangent = self.number(atom)?.var().expect("a tangent is a variable");
                    Some(Op::Read(Place::var(tangent)))
                }
                _ => self.unsupported("a number"),
            },
            Op::Runtime(function, _) => self.unsupported(function),
            Op::RuntimeRule(rule, ..) => self.unsupported(rule.name),
            Op::Witness(_)
            | Op::Zero(_)
            | Op::LentZero(_)
            | Op::Part(_)
            | Op::LentCopy(_)
            | Op::Take(_, Some(_))
            | Op::Empty(..)
            | Op::TakeSlot(..)
            | Op::Unpack(..)
            | Op::Tangent { .. } => unreachable!("a primal has no such operation"),
        }
    }

    /// Of `-x`, for values that are not seen to be numbers.
    fn general_neg(&mut self, operand: &Operand) -> Option<Op> {
        if self.pairs {
            return self.tangent_operand(operand).map(Op::Neg);
        }
        let tangent = self.operand(operand)?;
        let args = vec![form(&self.f, &[operand]), operand_argument(operand)];
        Some(Op::Tangent {
            function: "neg_tangent",
            args,
            tangents: vec![Some(tangent)],
        })
    }

    /// Of a clone: one of the tangent, or a copy of a part of it.
    fn cloned(&mut self, place: &Place, method: &Ident) -> Option<Op> {
        let tangent = self.tangent_place(place)?;
        if spell::has_marks(&self.f.vars, &tangent) {
            return Some(self.read(place, tangent));
        }
        match self.f.info(tangent.root).role {
            Role::Tangent(_) => Some(Op::Clone(tangent, method.clone())),
            _ if method == "clone" => Some(Op::Runtime("copy", vec![Argument::Ref(tangent)])),
            _ => Some(Op::Clone(tangent, method.clone())),
        }
    }

    /// Of the sum of an array's elements.
    fn array_sum(&mut self, place: &Place) -> Option<Op> {
        let tangent = self.tangent_place(place)?;
        if self.pairs {
            return Some(Op::Sum(tangent));
        }
        Some(Op::Tangent {
            function: "sum_tangent",
            args: vec![Argument::Ref(place.clone())],
            tangents: vec![Some(Argument::Ref(tangent))],
        })
    }

    /// Of a product of two arrays.
    fn array_dot(&mut self, place: &Place, operand: &Operand) -> Option<Op> {
        let other = match operand {
            Operand::Borrow(place) | Operand::Lend(place) => self.tangent_place(place).map(Argument::Ref),
            operand => self.operand(operand),
        };
        let tangents = vec![self.tangent_place(place).map(Argument::Ref), other];
        let args = vec![Argument::Ref(place.clone()), operand_argument(operand)];
        let function = "dot_tangent";
        tangents.iter().any(Option::is_some).then_some(Op::Tangent {
            function,
            args,
            tangents,
        })
    }

    pub(super) fn unsupported(&mut self, what: &str) -> Option<Op> {
        self.missing(what);
        None
    }

    /// The tangents of atoms by value, if one of them has one.
    fn all(&mut self, atoms: &[Atom]) -> Option<Vec<Atom>> {
        let any = atoms.iter().any(|atom| self.number(atom).is_some());
        any.then(|| atoms.iter().map(|atom| self.moved(atom)).collect())
    }

    /// The tangent of an operand, by reference.
    pub(super) fn operand(&mut self, operand: &Operand) -> Option<Argument> {
        match operand {
            Operand::Atom(atom) => self.number(atom).map(Argument::RefAtom),
            Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => self.lent(place),
        }
    }

    /// The tangent of what is lent to an operator, which asks for one of the type of its cotangent: of a view that is an array of its own.
    fn lent(&mut self, place: &Place) -> Option<Argument> {
        let tangent = self.tangent_place(place)?;
        let (ty, through) = (
            self.f.place_ty(place),
            matches!(place.path.last(), Some(Projection::Through { .. })),
        );
        if !(through && matches!(ty, Ty::NdArray(..)) || self.f.is_taken_view(place)) {
            return Some(Argument::Ref(tangent));
        }
        let array = self.f.named_var("d", ty, false);
        self.define(array, Op::Clone(tangent, Ident::new("to_owned", self.span)));
        Some(Argument::Ref(Place::var(array)))
    }

    /// The tangent of a scalar function of a type that the macro cannot name.
    fn general_rule(&mut self, rule: &'static Rule, args: &[Operand], out: Var) -> Option<Op> {
        let mut values: Vec<Argument> = Vec::new();
        for arg in args {
            values.push(match arg {
                Operand::Atom(atom) => Argument::Value(atom.clone()),
                Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => {
                    let ty = self.f.place_ty(place);
                    Argument::Value(self.temp(Op::Read(place.clone()), ty))
                }
            });
        }
        values.push(Argument::Value(Atom::Var(out)));
        let mut terms = Vec::new();
        for (k, arg) in args.iter().enumerate().take(rule.slopes.len()) {
            let tangent = match arg {
                Operand::Atom(atom) => self.number(atom),
                Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => {
                    self.tangent_place(place).map(|tangent| {
                        let ty = self.f.place_ty(place);
                        let op = self.read(place, tangent);
                        self.temp(op, ty)
                    })
                }
            };
            if let Some(tangent) = tangent {
                let args = values.iter().cloned().chain([Argument::Value(tangent)]);
                terms.push(Op::RuntimeRule(rule, k, args.collect()));
            }
        }
        match terms.len() {
            1 if self.pairs => self.unsupported(&format!("`{}` of what is not seen to be a float", rule.name)),
            0 | 1 => terms.pop(),
            _ => self.unsupported(&format!(
                "`{}` of two numbers of a type that is not seen to be a float",
                rule.name
            )),
        }
    }

    fn general_binary(&mut self, operator: &syn::BinOp, l: &Operand, r: &Operand) -> Option<Op> {
        use syn::BinOp;
        let function = match operator {
            BinOp::Add(_) => "add_tangent",
            BinOp::Sub(_) => "sub_tangent",
            BinOp::Mul(_) => "mul_tangent",
            BinOp::Div(_) => "div_tangent",
            BinOp::Rem(_) => "rem_tangent",
            _ => return self.unsupported("this operator"),
        };
        let tangents = [l, r].map(|operand| self.operand(operand)).to_vec();
        if tangents.iter().all(Option::is_none) {
            return None;
        }
        let args = vec![form(&self.f, &[l, r]), operand_argument(l), operand_argument(r)];
        Some(Op::Tangent {
            function,
            args,
            tangents,
        })
    }
}

/// Whether a variant is one of those whose cotangent is that of what they hold, or that hold nothing.
fn is_of_std(path: &syn::Path) -> bool {
    ["Some", "None", "Ok", "Err"]
        .iter()
        .any(|name| is_variant_of_std(path, name))
}

/// How operands of types that only rustc knows are handed to their operator.
pub(super) fn form(f: &Function, operands: &[&Operand]) -> Argument {
    let ad = &f.ad;
    let forms = operands.iter().map(|operand| match operand {
        Operand::Atom(_) | Operand::Receiver(_) => quote!(#ad::ByValue),
        Operand::Borrow(_) | Operand::Lend(_) => quote!(#ad::ByReference),
    });
    let forms: Vec<_> = forms.collect();
    let tokens = match forms.as_slice() {
        [one] => quote!(#one),
        forms => quote!((#(#forms),*)),
    };
    Argument::Value(Atom::Constant(tokens, Ty::Inert))
}
