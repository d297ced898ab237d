//! Assignments, plain, compound and destructuring, to places and to choices of places.
//!
//! Input:  `u[i] = u[i] + 1.0; (a, b) = (b, a); *best += x;`
//! Output: `let t = u[i]  let t_2 = t + 1.0  u[i] = t_2`; …; `if t { v[k] += x } else { w += x }`

use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::methods::every_place;
use crate::syntax::expressions::strip;
use crate::syntax::types::Ty;
use proc_macro2::Span;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{BinOp, Expr};

impl Lower<'_> {
    pub(super) fn update(&mut self, binary: &syn::ExprBinary) -> Value {
        let span = binary.span();
        if self.is_through_call(&binary.left) {
            return self.write_through_call(&Expr::Binary(binary.clone()), &binary.left, &binary.right);
        }
        // Primitive operands are evaluated from right to left; ours have no effects that could tell.
        let value = self.computed(&binary.right);
        let value = self.shaped_operand(value, span);
        let Some(target) = self.assigned(&binary.left) else {
            return Value::Unit;
        };
        self.each_place(&target, span, &mut |lower, place| {
            lower.update_place(place, binary.op, value.clone(), span);
        });
        Value::Unit
    }

    pub(super) fn update_place(&mut self, place: Place, op: BinOp, value: Operand, span: Span) {
        if self.is_view(&place) {
            return self.update_view(place, op, value, span);
        }
        let ty = self.f.place_ty(&place);
        if let (Some(op), Operand::Atom(atom), Ty::Unknown) = (bitwise(op), &value, &ty) {
            // What has bits to combine is proved to carry no derivative.
            let current = self.temp(Op::Read(place.clone()), ty, span);
            let ad = self.f.names_ad();
            let (l, r) = (self.located(&current, span), self.located(atom, span));
            let reads = current.var().into_iter().chain(atom.var()).collect();
            let tokens = quote_spanned!(span=> #ad::passive(#l) #op #ad::passive(#r));
            let opaque = Opaque {
                carried: Vec::new(),
                ..Opaque::pure(tokens, reads)
            };
            let value = self.temp(Op::Opaque(opaque), Ty::Inert, span);
            return self.put(place, value, span);
        }
        let plain = match op {
            BinOp::MulAssign(_) => Some(BinOp::Mul(Default::default())),
            BinOp::DivAssign(_) => Some(BinOp::Div(Default::default())),
            BinOp::RemAssign(_) => Some(BinOp::Rem(Default::default())),
            _ => None,
        };
        match plain {
            Some(op) if ty.is_float() => {
                let current = self.temp(Op::Read(place.clone()), ty.clone(), span);
                let product = self.temp(Op::Binary(op, Operand::Atom(current), value), ty, span);
                self.put(place, product, span);
            }
            _ => self.push(span, StmtKind::update(place, op, value)),
        }
    }

    pub(super) fn assign(&mut self, whole: &Expr, left: &Expr, right: &Expr) -> Value {
        let span = left.span();
        if self.is_through_call(left) {
            return self.write_through_call(whole, left, right);
        }
        self.cursors.begin_assignment();
        // `map = chain.collect()` makes what the variable was declared as.
        let declared = match left {
            Expr::Path(path) => path.path.get_ident().and_then(|ident| self.lookup(ident)),
            _ => None,
        };
        let made = match declared {
            Some(Binding::Var(var)) => self.f.info(*var).annotation.as_ref(),
            _ => None,
        };
        let made = made.and_then(|ty| self.made_into(right, ty));
        let value = self.value(made.as_ref().unwrap_or(right));
        if matches!(value, Value::Never) {
            return Value::Never;
        }
        self.assign_value(left, value, span);
        Value::Unit
    }

    /// Whether an assignment's left side reaches its place through the result of a call that is not seen through.
    pub(super) fn is_through_call(&self, left: &Expr) -> bool {
        match left {
            Expr::MethodCall(call) if matches!(call.method.to_string().as_str(), "unwrap" | "expect") => {
                !self.gives_option(&call.receiver)
            }
            Expr::MethodCall(call) if call.method == "as_mut_slice" && call.args.is_empty() => {
                self.is_through_call(&call.receiver)
            }
            Expr::Call(_) | Expr::MethodCall(_) => !self.may_lend(left),
            Expr::Paren(inner) => self.is_through_call(&inner.expr),
            Expr::Unary(syn::ExprUnary { expr: inner, .. }) | Expr::Field(syn::ExprField { base: inner, .. }) => {
                let own = matches!(strip(inner), Expr::MethodCall(call) if self.is_own_element(call));
                !own && self.is_through_call(inner)
            }
            Expr::Index(index) => self.is_through_call(&index.expr),
            _ => false,
        }
    }

    /// `*map.get_mut(&key).unwrap() = 1`: what is written is known only to rustc. It stays as it is, if no derivative is in it.
    pub(super) fn write_through_call(&mut self, whole: &Expr, left: &Expr, right: &Expr) -> Value {
        let (target, value) = match (self.opaque(left), self.opaque(right)) {
            (Ok(target), Ok(value)) => (target, value),
            (Err(problem), _) | (_, Err(problem)) => {
                self.error(
                    problem.span,
                    format!("{} in a write through a call is not supported yet", problem.what),
                    "bind it to a variable first",
                );
                return Value::Unit;
            }
        };
        let (left, right) = (&target.tokens, &value.tokens);
        let tokens = match whole {
            Expr::Binary(binary) => {
                let op = &binary.op;
                quote!(#left #op #right;)
            }
            _ => quote!(#left = #right;),
        };
        let mut effect = Opaque::once(tokens, target.reads.iter().chain(&value.reads).copied().collect());
        effect.carried = target.carried.iter().chain(&value.carried).copied().collect();
        effect.writes = target.writes.iter().chain(&value.writes).copied().collect();
        effect.losses.push(Loss {
            span: whole.span(),
            reads: effect.carried.iter().chain(&effect.writes).copied().collect(),
            spellings: Vec::new(),
            message: "cannot see which variable is written through this call: the derivative would be lost".into(),
            help: "write to the variable itself, as in `v[i] = ..`".into(),
        });
        effect.losses.extend(target.losses.into_iter().chain(value.losses));
        self.effect(whole.span(), effect);
        Value::Unit
    }

    pub(super) fn assign_value(&mut self, left: &Expr, value: Value, span: Span) {
        let bound = match left {
            Expr::Path(path) => path.path.get_ident().and_then(|ident| self.lookup(ident)).cloned(),
            _ => None,
        };
        match &bound {
            Some(Binding::Alias(target, _)) if self.is_view(target) => {
                return self.error(
                    span,
                    "a view that is given another place is not supported yet",
                    "give the other view a name of its own, or keep the index and take the view where it is used",
                );
            }
            Some(Binding::Alias(target, _)) => return self.reassign(target, value, span),
            Some(Binding::Cursor(cursor)) => {
                let value = self.settle(value, span);
                return self.reassign_cursor(cursor, value, span);
            }
            Some(Binding::Var(var)) => self.becomes_cursor(*var, &value, span),
            _ => {}
        }
        match left {
            Expr::Infer(_) => {
                self.discard(value, span);
            }
            Expr::Paren(inner) => self.assign_value(&inner.expr, value, span),
            Expr::Tuple(tuple) => {
                let parts: Vec<Value> = match value {
                    Value::Tuple(values) if values.len() == tuple.elems.len() => values
                        .into_iter()
                        .map(|value| match value {
                            reference if crate::lower::builder::holds_reference(&reference) => {
                                self.settle(reference, span)
                            }
                            value => Value::Atom(self.read(value, span)),
                        })
                        .collect(),
                    value => {
                        let place = self.place_of(value, span);
                        // All parts are read before the first is assigned: `(p.1, p.0) = p`.
                        (0..tuple.elems.len())
                            .map(|k| self.settle(Value::Place(place.then(Projection::Field(k.into()))), span))
                            .collect()
                    }
                };
                for (elem, part) in tuple.elems.iter().zip(parts) {
                    self.assign_value(elem, part, elem.span());
                }
            }
            Expr::Array(array) => {
                let place = self.place_of(value, span);
                // All elements are read before the first is assigned: `[a, b] = [b, a]`.
                let parts: Vec<Atom> = (0..array.elems.len())
                    .map(|k| {
                        let index = proc_macro2::Literal::usize_unsuffixed(k);
                        let part = place.then(Projection::Index(Atom::Constant(quote!(#index), Ty::Int)));
                        self.read(Value::Place(part), span)
                    })
                    .collect();
                for (elem, part) in array.elems.iter().zip(parts) {
                    self.assign_value(elem, Value::Atom(part), elem.span());
                }
            }
            _ => {
                let value = self.read(value, span);
                let Some(target) = self.assigned(left) else { return };
                self.each_place(&target, span, &mut |lower, place| {
                    if place.is_whole() {
                        let ty = lower.f.atom_ty(&value);
                        let info = &mut lower.f.vars[place.root.0];
                        if info.ty == Ty::Unknown && info.annotation.is_none() && info.role == Role::Value {
                            // A deferred `let x;` learns its type from what it is given.
                            info.ty = ty;
                        } else if info.role == Role::Value && info.annotation.is_none() {
                            let joined = info.ty.join(&ty);
                            if joined != Ty::Unknown {
                                info.ty = joined;
                            }
                        }
                    }
                    lower.put(place, value.clone(), span);
                });
            }
        }
    }

    /// What an assignment writes: a place, or one of several.
    pub(super) fn assigned(&mut self, left: &Expr) -> Option<Value> {
        if let Expr::Path(path) = left
            && let Some(ident) = path.path.get_ident()
        {
            match self.lookup(ident) {
                Some(Binding::Alias(place, _)) if self.is_view(place) => {}
                // A reference that is reassigned has been reported at its `let mut`.
                Some(Binding::Alias(..)) => return None,
                Some(Binding::Known(value)) if matches!(**value, Value::ScalarOption(..)) => {
                    self.error(
                        left.span(),
                        crate::lower::options::CHANGED,
                        crate::lower::options::CHANGED_HELP,
                    );
                    return None;
                }
                Some(
                    Binding::Cursor(_)
                    | Binding::Var(_)
                    | Binding::Closure(_)
                    | Binding::Known(_)
                    | Binding::Iterator(..),
                ) => {}
                None => {
                    self.error(
                        left.span(),
                        format!("cannot differentiate a write to the global `{ident}`"),
                        "pass it as a `&mut` parameter",
                    );
                    return None;
                }
            }
        }
        let value = self.written_value(left);
        let mutable = |value: &Value| match value {
            Value::Place(place) | Value::Ref(place, _) => self.f.info(place.root).mutable,
            _ => false,
        };
        match value {
            value if mutable(&value) => Some(value),
            Value::Choice(cond, then, els) if every_place(&then, &mutable) && every_place(&els, &mutable) => {
                Some(Value::Choice(cond, then, els))
            }
            // A reference that only rustc knows to be one; where a derivative is written, the emitted code proves that it is none.
            Value::Place(place) if !place.is_whole() && self.f.info(place.root).ty == Ty::Unknown => {
                Some(Value::Place(place))
            }
            Value::Place(place) | Value::Ref(place, _) if !self.f.info(place.root).temporary => {
                let name = self.f.info(place.root).name.clone();
                let owned = place.is_whole() || self.f.info(place.root).ty != Ty::Unknown;
                if owned && !matches!(left, Expr::Unary(_)) {
                    self.diagnostics.leave_to_rustc();
                } else {
                    self.error(
                        left.span(),
                        format!("cannot see which variable is written through `{name}`"),
                        "write to the variable itself; if it is one, declare it `mut`",
                    );
                }
                None
            }
            _ => {
                self.error(
                    left.span(),
                    "cannot differentiate a write to what this expression gives",
                    "assign to a variable or to a `&mut` parameter",
                );
                None
            }
        }
    }
}

/// The operator on bits in a compound assignment.
pub(super) fn bitwise(op: BinOp) -> Option<BinOp> {
    Some(match op {
        BinOp::BitAndAssign(_) => BinOp::BitAnd(Default::default()),
        BinOp::BitOrAssign(_) => BinOp::BitOr(Default::default()),
        BinOp::BitXorAssign(_) => BinOp::BitXor(Default::default()),
        BinOp::ShlAssign(_) => BinOp::Shl(Default::default()),
        BinOp::ShrAssign(_) => BinOp::Shr(Default::default()),
        _ => return None,
    })
}
