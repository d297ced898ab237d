//! Operators and casts: operands by value or by reference, then one operation.
//!
//! Input:  `-a * b[i]`, `n as f64`
//! Output: `let t = -a; let t_2 = b[i]`, then `t * t_2` as a value; the tokens `n as f64`

use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::lower::typing::{binary_ty, literal_ty};
use crate::syntax::expressions::{is_arithmetic, span_of, strip};
use crate::syntax::types::{Ty, Width};
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{BinOp, Expr, UnOp};

impl Lower<'_> {
    /// What an operator gives has a type of the user's as well where it has no name, `(a + b)[1]`.
    pub(super) fn named_operation(&mut self, expr: &Expr, value: Value, span: Span) -> Value {
        let operation = match strip(expr) {
            Expr::Binary(_) => true,
            Expr::Unary(unary) => matches!(unary.op, UnOp::Neg(_)),
            _ => false,
        };
        if !operation || self.value_ty(&value) != Ty::Unknown {
            return value;
        }
        let place = self.place_of(value, span);
        if place.is_whole() {
            self.operated.insert(place.root);
        }
        Value::Place(place)
    }

    pub(in crate::lower) fn unary(&mut self, unary: &syn::ExprUnary) -> Value {
        let span = unary.span();
        match unary.op {
            UnOp::Deref(_) => match self.dereferenced(&unary.expr) {
                value @ (Value::Ref(..) | Value::Choice(..)) => crate::lower::references::by_value(value),
                // `**s` of a reference to a reference: references are one level of places.
                value if !matches!(self.value_ty(&value), Ty::Unknown | Ty::Ref(_)) => value,
                value => {
                    let place = self.place_of(value, span);
                    Value::Place(place.then(Projection::Deref))
                }
            },
            UnOp::Neg(_) => {
                if let Expr::Lit(lit) = &*unary.expr {
                    return Value::Atom(Atom::Constant(unary.to_token_stream(), literal_ty(&lit.lit)));
                }
                let operand = self.computed(&unary.expr);
                let operand = self.shaped_operand(operand, span);
                let ty = self.f.operand_ty(&operand);
                let ty = if ty.is_scalar() || matches!(ty, Ty::NdArray(..)) {
                    ty
                } else {
                    Ty::Unknown
                };
                Value::Op(Op::Neg(operand), ty)
            }
            _ => {
                let atom = self.atom(&unary.expr);
                let tokens = self.spelled(&atom);
                let op = unary.op;
                let ty = self.f.atom_ty(&atom);
                // What is no boolean or integer for certain is proved to carry no derivative.
                let tokens = if ty.is_scalar() {
                    quote!(#op #tokens)
                } else {
                    let ad = self.f.names_ad();
                    quote_spanned!(span=> #op #ad::passive(#tokens))
                };
                let opaque = Opaque::pure(tokens, atom.var().into_iter().collect());
                Value::Op(Op::Opaque(opaque), ty)
            }
        }
    }

    /// An operand of arithmetic.
    pub(in crate::lower) fn computed(&mut self, expr: &Expr) -> Operand {
        let value = self.computed_value(expr);
        let operand = self.operand_of(value, span_of(expr));
        self.note_nominal(expr, &operand);
        operand
    }

    /// What is computed with, as no option is.
    pub(in crate::lower) fn computed_value(&mut self, expr: &Expr) -> Value {
        self.computes = matches!(strip(expr), Expr::MethodCall(_));
        let value = self.value(expr);
        self.computes = false;
        value
    }

    /// An operand of an operator: a scalar by value, anything else as it is written, by value or by reference.
    fn operand(&mut self, expr: &Expr) -> Operand {
        let value = self.value(expr);
        self.operand_of(value, span_of(expr))
    }

    pub(in crate::lower) fn operand_of(&mut self, value: Value, span: Span) -> Operand {
        match value {
            Value::Ref(place, _) if !self.f.place_ty(&place).is_scalar() => Operand::Borrow(place),
            // One of several places by reference: the one that was chosen has no place of its own, so a clone of it is borrowed.
            choice @ Value::Choice(..)
                if !matches!(self.value_ty(&choice), Ty::Ref(to) if to.is_scalar())
                    && crate::lower::chains::is_reference(&choice).is_some() =>
            {
                let cloned = cloned(choice, span);
                match self.read(cloned, span) {
                    Atom::Var(clone) => Operand::Borrow(Place::var(clone)),
                    constant => Operand::Atom(constant),
                }
            }
            value => {
                // A constant of unknown type has no reference form; everything else is read now, in its turn.
                Operand::Atom(self.read(value, span))
            }
        }
    }

    pub(in crate::lower) fn binary(&mut self, binary: &syn::ExprBinary) -> Value {
        let span = binary.span();
        if let BinOp::And(_) | BinOp::Or(_) = binary.op {
            // The right side has statements of its own: it is evaluated only if the left one asks for it.
            let cond = self.condition(&binary.left);
            let right = self.nested(|lower| Some(lower.condition(&binary.right)));
            let is_and = matches!(binary.op, BinOp::And(_));
            let constant = Block {
                stmts: Vec::new(),
                result: Some(Atom::Constant(
                    if is_and { quote!(false) } else { quote!(true) },
                    Ty::Bool,
                )),
            };
            let (then, els) = if is_and { (right, constant) } else { (constant, right) };
            return self.if_stmt(cond, then, els, span);
        }
        let (mut left, mut right) = match is_arithmetic(&binary.op) {
            true => {
                let left = self.computed(&binary.left);
                let left = self.behind_reference(&binary.left, left, &binary.right);
                let right = self.computed(&binary.right);
                (left, self.behind_reference(&binary.right, right, &binary.left))
            }
            false => (self.operand(&binary.left), self.operand(&binary.right)),
        };
        if matches!(binary.op, BinOp::Add(_) | BinOp::Sub(_)) {
            [left, right] = [left, right].map(|operand| self.shaped_operand(operand, span));
        } else {
            [left, right] = [left, right].map(|operand| self.array_operand(operand, span));
        }
        let (l, r) = (self.f.operand_ty(&left), self.f.operand_ty(&right));
        let ty = binary_ty(&binary.op, &l, &r);
        if is_arithmetic(&binary.op) && l.excludes(&r) {
            self.diagnostics.leave_to_rustc();
        }
        if !is_arithmetic(&binary.op) {
            // Comparisons and bit operations whose operands could not stay in place.
            let (l_tokens, r_tokens) = (self.operand_tokens(&left), self.operand_tokens(&right));
            let op = binary.op;
            let mut reads = Vec::new();
            left.uses(&mut |var, _| reads.push(var));
            right.uses(&mut |var, _| reads.push(var));
            let tokens = if ty == Ty::Unknown {
                // A user's type may have any meaning for `&`, `^` or `<<`: it is proved to carry no derivative.
                let ad = self.f.names_ad();
                let tokens = crate::syntax::expressions::located(quote!(#l_tokens #op #r_tokens), op.span());
                quote_spanned!(op.span()=> #ad::passive(#tokens))
            } else {
                quote!(#l_tokens #op #r_tokens)
            };
            return Value::Op(Op::Opaque(Opaque::pure(tokens, reads)), ty);
        }
        if ty == Ty::Unknown {
            self.note_tensors(binary);
        }
        Value::Op(Op::Binary(binary.op, left, right), ty)
    }

    /// What is computed with beside an active operand may be a reference to a number without derivative, which only rustc knows, as in
    /// `for c in K.iter() { a += c * x }`: it is read through it, since no pullback keeps a reference.
    pub(in crate::lower) fn behind_reference(&mut self, expr: &Expr, operand: Operand, other: &Expr) -> Operand {
        let named = match strip(expr) {
            Expr::Path(path) => path.path.get_ident().is_some_and(|name| self.lookup(name).is_some()),
            Expr::MethodCall(_) => true,
            _ => false,
        };
        let active = |expr: &Expr| self.may_carry(expr);
        let Operand::Atom(Atom::Var(var)) = operand else {
            return operand;
        };
        let info = self.f.info(var);
        if !named || info.ty != Ty::Unknown || info.annotation.is_some() || active(expr) || !active(other) {
            return operand;
        }
        let (ad, span) = (self.f.names_ad(), span_of(expr));
        let value = self.located(&Atom::Var(var), span);
        let read = quote_spanned!(span=> { use #ad::GivenByValue as _; #ad::given(#value).value() });
        Operand::Atom(self.pure_temp(read, vec![var], Ty::Unknown, span))
    }

    pub(in crate::lower) fn operand_tokens(&self, operand: &Operand) -> proc_macro2::TokenStream {
        match operand {
            Operand::Atom(atom) => self.spelled(atom),
            Operand::Borrow(place) | Operand::Lend(place) => spell::borrow(&self.f.vars, place),
            Operand::Receiver(place) => spell::place(&self.f.vars, place),
        }
    }

    /// `x as f64`: a float is converted with its derivative, what was no float has none.
    pub(in crate::lower) fn cast(&mut self, cast: &syn::ExprCast) -> Value {
        if let Some(count) = self.part_of_shape(&cast.expr, &cast.expr) {
            let (tokens, ty) = (&count.tokens, &cast.ty);
            let tokens = quote_spanned!(cast.span()=> (#tokens as #ty));
            return Value::Op(Op::Opaque(Opaque { tokens, ..count }), Ty::of(ty));
        }
        let span = cast.as_token.span();
        if crate::syntax::types::mentions_object(&cast.ty) {
            return self.as_object(cast);
        }
        // To a reference, it says what a reference is taken for: the place is the same.
        if let syn::Type::Reference(_) = &*cast.ty {
            return self.value(&cast.expr);
        }
        let to = Ty::of(&cast.ty);
        let from = self.type_of(&cast.expr);
        let atom = self.atom(&cast.expr);
        let from = match self.f.atom_ty(&atom) {
            Ty::Unknown => from,
            ty => ty,
        };
        if to.is_float() && !matches!(from, Ty::Int | Ty::Bool | Ty::Inert) {
            return Value::Op(Op::Cast(atom, cast.ty.clone()), to);
        }
        let ty = &cast.ty;
        // Another name for a float's type, which rustc proves.
        if to == Ty::Unknown && from.is_float() && self.may_carry(&cast.expr) {
            let ad = self.f.names_ad();
            let proof = quote_spanned!(ty.span()=> let _ = |number: #ty| #ad::keeps_derivative(number););
            self.effect(span, Opaque::pure(proof, Vec::new()));
            return Value::Op(Op::Cast(atom, ty.clone()), Ty::Float(Width::Any));
        }
        let tokens = self.spelled(&atom);
        let reads: Vec<Var> = atom.var().into_iter().collect();
        let mut opaque = match from {
            Ty::Unknown if !reads.is_empty() && !crate::syntax::expressions::is_detached(&cast.expr) => {
                let value = self.located(&atom, cast.expr.span());
                let number = self.cast_number(&value, cast.expr.span());
                Opaque::pure(quote_spanned!(span=> #number as #ty), reads)
            }
            _ => Opaque::pure(quote!(#tokens as #ty), reads),
        };
        if from.is_float() {
            let text = ty.to_token_stream().to_string();
            opaque.losses.push(Loss {
                span,
                reads: opaque.reads.clone(),
                spellings: Vec::new(),
                message: format!("the derivative is lost in the cast to `{text}`"),
                help: format!("write `no_diff(..) as {text}` if that is what you want"),
            });
        }
        if to.is_float() {
            let loss = Loss::read_back(span, Vec::new(), opaque.reads.clone());
            opaque.losses.push(loss);
        }
        Value::Op(Op::Opaque(opaque), to)
    }

    /// What is cast to an integer: it is proved to be no float that carries a derivative.
    pub(in crate::lower) fn cast_number(
        &self,
        number: &proc_macro2::TokenStream,
        span: Span,
    ) -> proc_macro2::TokenStream {
        let (ad, name) = (self.f.names_ad(), Ident::new("number", span));
        quote_spanned!(span=> { use #ad::CastOther as _; let #name = #number; #ad::CastNumber(&#name).kind().cast(#name) })
    }

    /// `Box::new(spring) as Box<dyn Potential>`: the same value, whose type is the written one from here on.
    fn as_object(&mut self, cast: &syn::ExprCast) -> Value {
        let value = match self.value(&cast.expr) {
            value @ Value::Ref(..) => return value,
            value => self.read(value, cast.expr.span()),
        };
        let op = Op::of(value);
        let object = self.f.new_var("object", Ty::Unknown, false);
        self.f.vars[object.0].annotation = Some((*cast.ty).clone());
        self.push(cast.as_token.span(), StmtKind::Let { var: object, op });
        Value::Atom(Atom::Var(object))
    }
}

/// A clone of what a reference refers to, made where it is chosen.
fn cloned(reference: Value, span: Span) -> Value {
    match reference {
        Value::Ref(place, _) => Value::Op(Op::Clone(place, Ident::new("clone", span)), Ty::Unknown),
        Value::Choice(cond, then, els) => {
            Value::Choice(cond, Box::new(cloned(*then, span)), Box::new(cloned(*els, span)))
        }
        value => value,
    }
}
