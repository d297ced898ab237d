//! The tangent of each `Op`.
//!
//! Input:  `let y = x[i]`, `let y = (a, n)`, `let y = vec![a; n]`
//! Output: the same, and `let y_tangent = x_tangent[i]`, `(a_tangent, ())`, `vec![a_tangent; n]`

use crate::adjoint::reverse::operand_argument;
use crate::ir::*;
use crate::syntax::types::Ty;
use crate::tangent::forward::Forward;
use quote::quote;

impl Forward<'_> {
    /// The definition of a variable, and that of its tangent. The latter comes first: the former may move what it uses; but for what is
    /// computed from the value.
    pub(super) fn definition(&mut self, stmt: &Stmt, var: Var, op: &Op) {
        if let Op::Opaque(opaque) = op {
            self.check_writes(opaque);
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
        match self.op(op) {
            Some(op) => {
                self.define(tangent, op);
                self.out.push(stmt.clone());
            }
            None => {
                self.out.push(stmt.clone());
                let zero = match self.f.info(var).ty.is_float() {
                    true => Op::Zero(None),
                    false => Op::Runtime("zero", vec![Argument::Ref(Place::var(var))]),
                };
                self.define(tangent, zero);
            }
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
            Op::Neg(operand) => {
                let tangent = self.operand(operand)?;
                let args = vec![form(&self.f, &[operand]), operand_argument(operand)];
                Some(Op::Tangent {
                    function: "neg_tangent",
                    args,
                    tangents: vec![Some(tangent)],
                })
            }
            Op::Rule(applied, _) => self.unsupported(&format!("`{}` of a type that is not seen to be a float", applied.rule.name)),
            Op::Clone(place, method) => {
                let tangent = self.tangent_place(place)?;
                match self.f.info(tangent.root).role {
                    Role::Tangent(_) if matches!(self.f.place_ty(place), Ty::Slice(_)) => {
                        self.unsupported(&format!("`{method}` of a parameter"))
                    }
                    Role::Tangent(_) => Some(Op::Read(tangent)),
                    _ if method == "clone" => Some(Op::Runtime("copy", vec![Argument::Ref(tangent)])),
                    _ => Some(Op::Clone(tangent, method.clone())),
                }
            }
            Op::Sum(_) => self.unsupported("`sum` of an array"),
            Op::Dot(..) => self.unsupported("`dot`"),
            Op::Mapv(_) => self.unsupported("`mapv`"),
            Op::Cast(atom, ty) => {
                let tangent = self.number(atom)?;
                match self.f.atom_ty(atom).is_float() {
                    true => Some(Op::Cast(tangent, ty.clone())),
                    false => self.unsupported("a cast of a type that is not seen to be a float"),
                }
            }
            Op::Convert(..) => self.unsupported("a conversion"),
            Op::Tuple(atoms) => Some(Op::Tuple(self.all(atoms)?)),
            Op::Struct { .. } => self.unsupported("a struct"),
            // Nothing flows into an `Err`.
            op if op.is_failure() => None,
            Op::Variant { .. } | Op::Rewrap { .. } => self.unsupported("a value of an enum"),
            Op::Unwrap(..) => self.unsupported("what is unwrapped"),
            Op::Array { elements, vec } => {
                let (elements, vec) = (self.all(elements)?, *vec);
                Some(Op::Array { elements, vec })
            }
            Op::Repeat { element, len, vec } => {
                let (element, len, vec) = (self.moved(element), len.clone(), *vec);
                len.pure.then_some(Op::Repeat { element, len, vec })
            }
            Op::Opaque(_) => None,
            Op::Take(place, None) => Some(Op::Take(self.tangent_place(place)?, None)),
            Op::PopElement(place) => Some(Op::PopElement(self.tangent_place(place)?)),
            Op::Replace(place, value) => {
                let place = self.tangent_place(place)?;
                let value = self.moved(value);
                Some(Op::Replace(place, value))
            }
            Op::Runtime("scalar", args) => match args.as_slice() {
                [Argument::Value(atom)] => {
                    let tangent = self.number(atom)?;
                    Some(Op::Runtime("scalar", vec![Argument::Value(tangent)]))
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

    fn unsupported(&mut self, what: &str) -> Option<Op> {
        self.missing(what);
        None
    }

    /// The tangents of atoms by value, if one of them has one.
    fn all(&mut self, atoms: &[Atom]) -> Option<Vec<Atom>> {
        let any = atoms.iter().any(|atom| self.number(atom).is_some());
        any.then(|| atoms.iter().map(|atom| self.moved(atom)).collect())
    }

    /// The tangent of an operand, by reference.
    fn operand(&mut self, operand: &Operand) -> Option<Argument> {
        match operand {
            Operand::Atom(atom) => self.number(atom).map(Argument::RefAtom),
            Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => {
                self.tangent_place(place).map(Argument::Ref)
            }
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
        let tangents = vec![self.operand(l), self.operand(r)];
        if tangents.iter().all(Option::is_none) {
            return None;
        }
        let args = vec![form(&self.f, &[l, r]), operand_argument(l), operand_argument(r)];
        Some(Op::Tangent { function, args, tangents })
    }
}

/// How operands of types that only rustc knows are handed to their operator.
fn form(f: &Function, operands: &[&Operand]) -> Argument {
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
