//! Expressions: each becomes a value, with the statements that compute its parts pushed in the order of evaluation.

use super::opaque::is_compound;
use super::{Binding, Lower, Value, is_no_diff, parse_repeat};
use crate::ir::*;
use crate::rules;
use crate::types::{Ty, Width};
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{BinOp, Expr, Lit, Token, UnOp};

impl Lower<'_> {
    pub(super) fn atom(&mut self, expr: &Expr) -> Atom {
        let value = self.value(expr);
        self.read(value, expr.span())
    }

    pub(super) fn value(&mut self, expr: &Expr) -> Value {
        let span = expr.span();
        // Indices, conditions and the like keep their own tokens: no derivative passes through them.
        if is_compound_expr(expr)
            && matches!(self.type_of(expr), Ty::Int | Ty::Bool | Ty::Inert)
            && let Ok(opaque) = self.opaque(expr)
            && opaque.writes.iter().all(|var| self.f.info(*var).ty.is_inert())
        {
            let ty = self.type_of(expr);
            return Value::Op(Op::Opaque(opaque), ty);
        }
        match expr {
            Expr::Paren(inner) => self.value(&inner.expr),
            Expr::Group(inner) => self.value(&inner.expr),
            Expr::Lit(lit) => {
                let ty = literal_ty(&lit.lit);
                Value::Atom(Atom::Constant(lit.to_token_stream(), ty))
            }
            Expr::Path(path) => self.path(path),
            Expr::Field(field) => {
                let base = self.value(&field.base);
                if let (Value::Tuple(values), syn::Member::Unnamed(index)) = (&base, &field.member)
                    && let Some(value) = values.get(index.index as usize)
                {
                    return value.clone();
                }
                let part = self.project(base, Projection::Field(field.member.clone()), field.base.span());
                super::references::by_value(part)
            }
            Expr::Index(index) => self.index(index),
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) if is_compound(&binary.op) => self.update(binary),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Assign(assign) => self.assign(expr, &assign.left, &assign.right),
            Expr::Reference(reference) => {
                let value = self.value(&reference.expr);
                match value {
                    Value::Ref(place, mutable) => {
                        // A reference to a reference: the functions that we can call see through it.
                        Value::Ref(place, mutable && reference.mutability.is_some())
                    }
                    value @ Value::Choice(..) => super::references::by_reference(value, reference.mutability.is_some()),
                    value => {
                        let place = match value {
                            Value::Place(place) => {
                                // Of what is no variable of the user's: `&mut [x, y][..]`.
                                let info = &mut self.f.vars[place.root.0];
                                info.mutable |= info.temporary && reference.mutability.is_some();
                                place
                            }
                            value if reference.mutability.is_some() => self.mutable_temp(value, span),
                            value => self.place_of(value, span),
                        };
                        Value::Ref(place, reference.mutability.is_some())
                    }
                }
            }
            Expr::Tuple(tuple) if tuple.elems.is_empty() => Value::Unit,
            Expr::Tuple(tuple) => {
                let mut values = Vec::new();
                for elem in &tuple.elems {
                    let value = self.value(elem);
                    // A later part may change what an earlier one has only pointed to.
                    values.push(self.settle(value, elem.span()));
                }
                Value::Tuple(values)
            }
            Expr::Array(array) => {
                let elements: Vec<Atom> = array.elems.iter().map(|elem| self.atom(elem)).collect();
                let ty = self.elements_ty(&elements);
                Value::Op(Op::Array { elements, vec: false }, Ty::Array(Box::new(ty)))
            }
            Expr::Repeat(repeat) => self.repeat(&repeat.expr, &repeat.len, false),
            Expr::Cast(cast) => self.cast(cast),
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => self.method(call),
            Expr::Macro(mac) => self.macro_value(&mac.mac),
            Expr::Block(block) => {
                if let Some(label) = &block.label {
                    return self.labelled_block(label, &block.block, span);
                }
                self.inner_block(&block.block, span)
            }
            Expr::If(branch) => self.branch(branch),
            Expr::ForLoop(stmt) => self.for_loop(stmt),
            Expr::While(stmt) => self.while_loop(stmt),
            Expr::Loop(stmt) => self.forever(stmt),
            Expr::Break(jump) => {
                let value = jump.expr.as_ref().map(|value| self.atom(value));
                if let Some(target) = self.target(&jump.label) {
                    if let Some(value) = value {
                        self.break_value(target, value, span);
                    }
                    self.push(span, StmtKind::Exit(Exit::Break(target, None)));
                }
                Value::Never
            }
            Expr::Continue(jump) => {
                if let Some(target) = self.target(&jump.label) {
                    self.push(span, StmtKind::Exit(Exit::Continue(target)));
                }
                Value::Never
            }
            Expr::Return(jump) => {
                let value = match &jump.expr {
                    Some(value) => {
                        let value = self.value(value);
                        self.result(value, span)
                    }
                    None => None,
                };
                self.push(span, StmtKind::Exit(Exit::Return(value)));
                Value::Never
            }
            Expr::Range(_) => self.keep(
                expr,
                Ty::Inert,
                "a range as a value",
                "write the range where it is used",
            ),
            Expr::Closure(_) => self.keep(
                expr,
                Ty::Unknown,
                "a closure",
                "bind it to a name and call it, or write a function marked `#[differentiable]`",
            ),
            Expr::Match(stmt) => self.match_expr(stmt),
            Expr::Struct(literal) => self.struct_literal(literal),
            Expr::Try(stmt) => self.question(stmt),
            Expr::Let(_) => self.unsupported(expr, "`if let`", "write it with `if`"),
            Expr::Async(_) | Expr::Await(_) | Expr::Yield(_) => {
                self.unsupported(expr, "asynchronous code", "split out the pure part")
            }
            Expr::Unsafe(block) => {
                self.error(
                    block.unsafe_token.span(),
                    "`unsafe` is not supported in a differentiable function",
                    "split it out into a function without the attribute and call it in `no_diff(..)`",
                );
                Value::Unit
            }
            // A semicolon on its own.
            Expr::Verbatim(tokens) if tokens.is_empty() => Value::Unit,
            Expr::RawAddr(_) => self.unsupported(expr, "a raw pointer", "use a reference"),
            Expr::Const(block) => {
                let opaque = Opaque {
                    pure: true,
                    ..Opaque::pure(block.to_token_stream(), Vec::new())
                };
                Value::Op(Op::Opaque(opaque), Ty::Unknown)
            }
            _ => self.unsupported(expr, "this expression", "write it in a simpler way"),
        }
    }

    /// A variable of its own for a value that is lent to be written: `&mut [x, y]`.
    pub(super) fn mutable_temp(&mut self, value: Value, span: Span) -> Place {
        let (op, ty) = match self.read(value, span) {
            Atom::Var(var) => (Op::Read(Place::var(var)), self.f.info(var).ty.clone()),
            Atom::Constant(tokens, ty) => (Op::Opaque(Opaque::pure(tokens, Vec::new())), ty),
        };
        let var = self.f.new_var("t", ty, true);
        self.push(span, StmtKind::Let { var, op });
        Place::var(var)
    }

    /// Reports a construct and stands in for its value, so that the rest of the function is still looked at.
    fn unsupported(&mut self, expr: &Expr, what: &str, help: &str) -> Value {
        self.error(
            expr.span(),
            format!("{what} is not supported yet in a differentiable function"),
            help,
        );
        Value::Atom(Atom::Constant(quote!(()), Ty::Unknown))
    }

    /// Keeps an expression that we cannot differentiate as it is: fine where nothing active enters it.
    fn keep(&mut self, expr: &Expr, ty: Ty, what: &str, help: &str) -> Value {
        let span = match expr {
            Expr::MethodCall(call) => call.method.span(),
            expr => expr.span(),
        };
        match self.opaque(expr) {
            Ok(mut opaque) => {
                opaque.pure = false;
                let mut reads = opaque.carried.clone();
                reads.extend(&opaque.writes);
                opaque.losses.push(Loss {
                    span,
                    reads,
                    spellings: Vec::new(),
                    message: format!("{what} is not supported yet where a derivative flows through it"),
                    help: help.to_string(),
                });
                Value::Op(Op::Opaque(opaque), ty)
            }
            Err(problem) => {
                self.error(
                    problem.span,
                    format!("{} inside {what} is not supported yet", problem.what),
                    help,
                );
                Value::Atom(Atom::Constant(quote!(()), Ty::Unknown))
            }
        }
    }

    fn path(&mut self, path: &syn::ExprPath) -> Value {
        if let Some(ident) = path.path.get_ident() {
            match self.lookup(ident) {
                Some(Binding::Var(var)) => return Value::Place(Place::var(*var)),
                Some(Binding::Alias(place, mutable)) => return Value::Ref(place.clone(), *mutable),
                Some(Binding::Known(value)) => return (**value).clone(),
                Some(Binding::Closure(_)) => {
                    self.error(
                        path.span(),
                        "a closure that is handed on as a value is not supported yet",
                        "call it here, or write a function marked `#[differentiable]`",
                    );
                    return Value::Atom(Atom::Constant(quote!(()), Ty::Unknown));
                }
                None => {}
            }
        }
        Value::Atom(Atom::Constant(path.to_token_stream(), path_ty(&path.path)))
    }

    fn index(&mut self, index: &syn::ExprIndex) -> Value {
        let base = self.value(&index.expr);
        let base = self.located_value(base, index.expr.span());
        let span = index.expr.span();
        let mut position = &*index.index;
        while let Expr::Paren(inner) = position {
            position = &inner.expr;
        }
        if let Expr::Range(range) = position {
            let low = range.start.as_ref().map(|low| self.atom(low));
            let high = range.end.as_ref().map(|high| self.atom(high));
            let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
            let part = self.project(base, Projection::Range { low, high, inclusive }, span);
            return super::references::by_value(part);
        }
        let atom = match position {
            // `a[[i, j]]` and `a[(i, j)]` of ndarray, `map[&key]`.
            Expr::Array(_) | Expr::Tuple(_) | Expr::Reference(_) => match self.opaque(position) {
                Ok(opaque) => self.temp(Op::Opaque(opaque), Ty::Inert, position.span()),
                Err(_) => self.atom(position),
            },
            _ => self.atom(position),
        };
        let part = self.project(base, Projection::Index(atom), span);
        super::references::by_value(part)
    }

    fn unary(&mut self, unary: &syn::ExprUnary) -> Value {
        let span = unary.span();
        match unary.op {
            UnOp::Deref(_) => match self.value(&unary.expr) {
                value @ (Value::Ref(..) | Value::Choice(..)) => super::references::by_value(value),
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
                let operand = self.operand(&unary.expr);
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
                let tokens = crate::tokens::atom(&self.f.vars, &atom);
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

    /// An operand of an operator: a scalar by value, anything else as it is written, by value or by reference.
    fn operand(&mut self, expr: &Expr) -> Operand {
        let value = self.value(expr);
        match value {
            Value::Ref(place, _) if !self.f.place_ty(&place).is_scalar() => Operand::Borrow(place),
            value => {
                // A constant of unknown type has no reference form; everything else is read now, in its turn.
                Operand::Atom(self.read(value, expr.span()))
            }
        }
    }

    fn binary(&mut self, binary: &syn::ExprBinary) -> Value {
        let span = binary.span();
        if let BinOp::And(_) | BinOp::Or(_) = binary.op {
            // The right side has statements of its own: it is evaluated only if the left one asks for it.
            let cond = self.atom(&binary.left);
            let right = self.nested(|lower| Some(lower.atom(&binary.right)));
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
        let left = self.operand(&binary.left);
        let right = self.operand(&binary.right);
        let (l, r) = (self.f.operand_ty(&left), self.f.operand_ty(&right));
        let ty = binary_ty(&binary.op, &l, &r);
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
                let tokens = super::opaque::located(quote!(#l_tokens #op #r_tokens), op.span());
                quote_spanned!(op.span()=> #ad::passive(#tokens))
            } else {
                quote!(#l_tokens #op #r_tokens)
            };
            return Value::Op(Op::Opaque(Opaque::pure(tokens, reads)), ty);
        }
        Value::Op(Op::Binary(binary.op, left, right), ty)
    }

    fn operand_tokens(&self, operand: &Operand) -> proc_macro2::TokenStream {
        match operand {
            Operand::Atom(atom) => crate::tokens::atom(&self.f.vars, atom),
            Operand::Borrow(place) => crate::tokens::borrow(&self.f.vars, place),
            Operand::Receiver(place) => crate::tokens::place(&self.f.vars, place),
        }
    }

    fn update(&mut self, binary: &syn::ExprBinary) -> Value {
        let span = binary.span();
        if self.is_through_call(&binary.left) {
            return self.write_through_call(&Expr::Binary(binary.clone()), &binary.left, &binary.right);
        }
        // Primitive operands are evaluated from right to left; ours have no effects that could tell.
        let value = self.operand(&binary.right);
        let Some(target) = self.assigned(&binary.left) else {
            return Value::Unit;
        };
        self.each_place(&target, span, &mut |lower, place| {
            lower.update_place(place, binary.op, value.clone(), span);
        });
        Value::Unit
    }

    fn update_place(&mut self, place: Place, op: BinOp, value: Operand, span: Span) {
        let ty = self.f.place_ty(&place);
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
                self.push(
                    span,
                    StmtKind::Assign {
                        place,
                        value: product,
                        old: None,
                    },
                );
            }
            _ => self.push(
                span,
                StmtKind::Update {
                    place,
                    op,
                    value,
                    old: None,
                },
            ),
        }
    }

    fn assign(&mut self, whole: &Expr, left: &Expr, right: &Expr) -> Value {
        let span = left.span();
        if self.is_through_call(left) {
            return self.write_through_call(whole, left, right);
        }
        let value = self.value(right);
        if matches!(value, Value::Never) {
            return Value::Never;
        }
        self.assign_value(left, value, span);
        Value::Unit
    }

    /// Whether an assignment's left side reaches its place through the result of a call that is not seen through.
    fn is_through_call(&self, left: &Expr) -> bool {
        match left {
            Expr::MethodCall(call) if matches!(call.method.to_string().as_str(), "unwrap" | "expect") => {
                !self.gives_option(&call.receiver)
            }
            Expr::Call(_) | Expr::MethodCall(_) => true,
            Expr::Paren(inner) => self.is_through_call(&inner.expr),
            Expr::Unary(unary) => self.is_through_call(&unary.expr),
            Expr::Field(field) => self.is_through_call(&field.base),
            Expr::Index(index) => self.is_through_call(&index.expr),
            _ => false,
        }
    }

    /// `*map.get_mut(&key).unwrap() = 1`: what is written is known only to rustc. It stays as it is, if no derivative is in it.
    fn write_through_call(&mut self, whole: &Expr, left: &Expr, right: &Expr) -> Value {
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
        let mut effect = Opaque::pure(tokens, target.reads.iter().chain(&value.reads).copied().collect());
        effect.pure = false;
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
        let opaque = effect;
        self.push(
            whole.span(),
            StmtKind::Effect {
                opaque,
                diverges: false,
            },
        );
        Value::Unit
    }

    fn assign_value(&mut self, left: &Expr, value: Value, span: Span) {
        match left {
            Expr::Infer(_) => {
                self.discard(value, span);
            }
            Expr::Paren(inner) => self.assign_value(&inner.expr, value, span),
            Expr::Tuple(tuple) => {
                let parts: Vec<Value> = match value {
                    Value::Tuple(values) if values.len() == tuple.elems.len() => values
                        .into_iter()
                        .map(|value| Value::Atom(self.read(value, span)))
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
            Expr::Path(path)
                if path
                    .path
                    .get_ident()
                    .is_some_and(|ident| matches!(self.lookup(ident), Some(Binding::Alias(..)))) => {}
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
                    let (value, old) = (value.clone(), None);
                    lower.push(span, StmtKind::Assign { place, value, old });
                });
            }
        }
    }

    /// What an assignment writes: a place, or one of several.
    fn assigned(&mut self, left: &Expr) -> Option<Value> {
        if let Expr::Path(path) = left
            && let Some(ident) = path.path.get_ident()
        {
            match self.lookup(ident) {
                // A reference that is reassigned has been reported at its `let mut`.
                Some(Binding::Alias(..)) => return None,
                Some(Binding::Var(_) | Binding::Closure(_) | Binding::Known(_)) => {}
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
        let value = self.value(left);
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
                if place.is_whole() && !matches!(left, Expr::Unary(_)) {
                    let help = "declare it `mut`, or take it as `&mut`";
                    self.error(left.span(), format!("`{name}` is not mutable"), help);
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

    fn elements_ty(&self, atoms: &[Atom]) -> Ty {
        let mut types = atoms.iter().map(|atom| self.f.atom_ty(atom));
        let first = types.next().unwrap_or(Ty::Unknown);
        types.fold(first, |ty, next| ty.join(&next))
    }

    fn repeat(&mut self, element: &Expr, len: &Expr, vec: bool) -> Value {
        let element = self.atom(element);
        let ty = Box::new(self.f.atom_ty(&element));
        let len = match self.opaque(len) {
            Ok(opaque) => opaque,
            Err(problem) => {
                self.error(
                    problem.span,
                    format!("{} in a length is not supported", problem.what),
                    "bind it first",
                );
                return Value::Unit;
            }
        };
        let ty = if vec { Ty::Vec(ty) } else { Ty::Array(ty) };
        Value::Op(Op::Repeat { element, len, vec }, ty)
    }

    /// An atom's tokens, with errors shown at its use rather than at its definition.
    fn located(&self, atom: &Atom, span: Span) -> proc_macro2::TokenStream {
        super::opaque::located(crate::tokens::atom(&self.f.vars, atom), span)
    }

    fn cast(&mut self, cast: &syn::ExprCast) -> Value {
        let span = cast.as_token.span();
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
        let tokens = crate::tokens::atom(&self.f.vars, &atom);
        let ty = &cast.ty;
        let reads: Vec<Var> = atom.var().into_iter().collect();
        let mut opaque = match from {
            Ty::Unknown if !reads.is_empty() && !super::is_detached(&cast.expr) => {
                let ad = self.f.names_ad();
                let value = self.located(&atom, cast.expr.span());
                Opaque::pure(quote_spanned!(span=> #ad::passive(#value) as #ty), reads)
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
            opaque.losses.push(Loss {
                span,
                reads: Vec::new(),
                spellings: opaque.reads.clone(),
                message: super::READ_BACK.into(),
                help: super::READ_BACK_HELP.into(),
            });
        }
        Value::Op(Op::Opaque(opaque), to)
    }

    fn struct_literal(&mut self, literal: &syn::ExprStruct) -> Value {
        if is_variant(&literal.path) || literal.qself.is_some() {
            let parts = literal
                .fields
                .iter()
                .map(|field| (field.member.clone(), self.atom(&field.expr)))
                .collect();
            return self.variant(&literal.path, parts);
        }
        let mut fields = Vec::new();
        for field in &literal.fields {
            fields.push((field.member.clone(), self.atom(&field.expr)));
        }
        let rest = literal.rest.as_ref().map(|rest| {
            let value = self.value(rest);
            self.place_of(value, rest.span())
        });
        Value::Op(
            Op::Struct {
                path: literal.path.clone(),
                fields,
                rest,
            },
            Ty::Unknown,
        )
    }

    // --- branches ----------------------------------------------------------------------------------------------------

    fn branch(&mut self, branch: &syn::ExprIf) -> Value {
        let span = branch.if_token.span();
        let whole = Expr::If(branch.clone());
        if contains_let(&branch.cond)
            && !super::flow::mentions(&whole, &self.possibly_active)
            && let Ok(opaque) = self.opaque(&whole)
        {
            return Value::Op(Op::Opaque(Opaque { pure: false, ..opaque }), Ty::Unknown);
        }
        let (cond, bindings) = if contains_let(&branch.cond) {
            self.let_condition(&branch.cond)
        } else {
            (self.atom(&branch.cond), Vec::new())
        };
        let then = self.side(|lower| {
            for (pat, value) in bindings {
                lower.pattern(&pat, value, None);
            }
            lower.block(&branch.then_branch)
        });
        let els = match &branch.else_branch {
            Some((_, other)) => self.side(|lower| lower.value(other)),
            None => (Block::default(), Value::Unit),
        };
        self.join(cond, then, els, span)
    }

    pub(super) fn if_stmt(&mut self, cond: Atom, then: Block, els: Block, span: Span) -> Value {
        let never = |block: &Block| ends(block);
        let ty = match (&then.result, &els.result) {
            (Some(a), Some(b)) => Some(self.f.atom_ty(a).join(&self.f.atom_ty(b))),
            (Some(a), None) if never(&els) => Some(self.f.atom_ty(a)),
            (None, Some(b)) if never(&then) => Some(self.f.atom_ty(b)),
            _ => None,
        };
        let both_end = never(&then) && never(&els);
        let out = ty.map(|ty| self.f.new_var("t", ty, false));
        self.push(
            span,
            StmtKind::If(Box::new(If {
                cond,
                then,
                els,
                out,
                record: None,
            })),
        );
        match out {
            Some(out) => Value::Atom(Atom::Var(out)),
            None if both_end => Value::Never,
            None => Value::Unit,
        }
    }

    // --- calls -------------------------------------------------------------------------------------------------------

    fn call(&mut self, call: &syn::ExprCall) -> Value {
        let span = call.span();
        if is_no_diff(&call.func) {
            return match self.opaque(&Expr::Call(call.clone())) {
                Ok(mut opaque) => {
                    opaque.losses.clear();
                    opaque.pure = false;
                    let ty = call.args.first().map_or(Ty::Unknown, |arg| self.type_of(arg));
                    Value::Op(Op::Opaque(opaque), ty)
                }
                Err(problem) => {
                    self.error(
                        problem.span,
                        format!("{} inside `no_diff` is not supported", problem.what),
                        "do it before, and pass the result to `no_diff`",
                    );
                    Value::Unit
                }
            };
        }
        if let Some(f) = self.function_parameter(&call.func) {
            return self.call_parameter(f, call);
        }
        let Expr::Path(function) = &*call.func else {
            return self.keep(
                &Expr::Call(call.clone()),
                Ty::Unknown,
                "a call of something other than a named function",
                "call a function marked `#[differentiable]`",
            );
        };
        let segments: Vec<String> = function
            .path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        let last = segments.last().expect("a path has a segment").clone();
        let owner = segments.len().checked_sub(2).map(|k| segments[k].as_str());
        let bare = segments.len() == 1 && function.qself.is_none();
        if bare && let Some(Binding::Closure(bound)) = self.lookup(&function.path.segments[0].ident).cloned() {
            let args = call.args.iter().map(|arg| self.value(arg)).collect();
            return self.call_closure(*bound, args, span);
        }
        if owner == Some("mem")
            && let Some(value) = self.memory(&last, call)
        {
            return value;
        }
        if bare && self.lookup(&function.path.segments[0].ident).is_some() {
            return self.keep(
                &Expr::Call(call.clone()),
                Ty::Unknown,
                "a call of a function value",
                "call a function marked `#[differentiable]` by its name",
            );
        }
        if let Some(owner @ ("f32" | "f64")) = owner {
            let width = Ty::primitive(owner).expect("a primitive");
            if last == "from" && call.args.len() == 1 {
                let atom = self.atom(&call.args[0]);
                let ty: syn::Type = syn::parse_str(owner).expect("a type");
                return match self.f.atom_ty(&atom) {
                    Ty::Int | Ty::Bool => {
                        let tokens = crate::tokens::atom(&self.f.vars, &atom);
                        let reads = atom.var().into_iter().collect();
                        Value::Op(Op::Opaque(Opaque::pure(quote!(<#ty>::from(#tokens)), reads)), width)
                    }
                    Ty::Float(_) => Value::Op(Op::Cast(atom, Box::new(ty)), width),
                    _ => Value::Op(
                        Op::Convert(atom, Conversion::Function(Box::new(function.clone()))),
                        width,
                    ),
                };
            }
            if let Some(receiver) = call.args.first() {
                let known = rules::rule(&last).is_some()
                    || rules::is_flat(&last)
                    || rules::is_inert(&last)
                    || last == "sin_cos";
                if known {
                    let receiver = self.atom(receiver);
                    let method = &function.path.segments.last().expect("a path has a segment").ident;
                    return self.float_method(receiver, method, call.args.iter().skip(1), width, span);
                }
            }
            return self.keep(
                &Expr::Call(call.clone()),
                Ty::Unknown,
                "this function",
                "write the method's formula",
            );
        }
        if let [arg] = call.args.iter().collect::<Vec<_>>()[..]
            && let Some(value) = self.conversion(function, owner, &last, arg)
        {
            return value;
        }
        // `T::sin(x)`, `Float::max(a, b)`: the method of a generic scalar.
        if let Some(owner) = owner
            && (self.type_params.contains(owner) || matches!(owner, "Float" | "Real"))
            && (rules::rule(&last).is_some() || rules::is_flat(&last) || last == "sin_cos")
            && let Some((receiver, rest)) = call.args.iter().collect::<Vec<_>>().split_first()
        {
            let method = &function.path.segments.last().expect("a path has a segment").ident;
            let method: syn::ExprMethodCall = syn::parse_quote!((#receiver).#method(#(#rest),*));
            return self.unknown_method(&method);
        }
        let constructor = last.starts_with(char::is_uppercase);
        let associated = owner.is_some_and(|owner| owner.starts_with(char::is_uppercase));
        let std_path = is_std_path(&function.path);
        let ty = if bare && self.f.name == last {
            self.f.output_ty.clone()
        } else {
            match (owner, last.as_str()) {
                (Some("Vec"), "new" | "with_capacity") => Ty::Vec(Box::new(Ty::Unknown)),
                (Some("Array1"), "zeros" | "ones" | "from_elem" | "from_vec" | "linspace") => {
                    Ty::NdArray(Box::new(Ty::FLOAT), Some(1))
                }
                (Some("Array2"), "zeros" | "ones" | "from_elem" | "eye") => Ty::NdArray(Box::new(Ty::FLOAT), Some(2)),
                _ => Ty::Unknown,
            }
        };
        if last == "Some" && call.args.len() == 1 {
            let value = self.value(&call.args[0]);
            let value = self.settle(value, span);
            if super::holds_reference(&value) {
                return Value::Maybe(Atom::Constant(quote!(true), Ty::Bool), Box::new(value));
            }
            let part = self.read(value, span);
            return self.variant(&function.path, vec![(0.into(), part)]);
        }
        if constructor && is_variant(&function.path) {
            let parts = call
                .args
                .iter()
                .enumerate()
                .map(|(k, arg)| (k.into(), self.atom(arg)))
                .collect();
            return self.variant(&function.path, parts);
        }
        if constructor {
            // A tuple struct: a struct whose members are numbered.
            let mut fields = Vec::new();
            for (k, arg) in call.args.iter().enumerate() {
                fields.push((syn::Member::from(k), self.atom(arg)));
            }
            let op = Op::Struct {
                path: function.path.clone(),
                fields,
                rest: None,
            };
            if last == "Aux" {
                return self.auxiliary(op, span);
            }
            return Value::Op(op, Ty::Unknown);
        }
        let known_type = owner.is_some_and(|owner| STD_TYPES.contains(&owner) || Ty::primitive(owner).is_some());
        let problem = if associated && known_type || owner.is_some_and(|owner| Ty::primitive(owner).is_some()) {
            Some(format!("the function `{}`", segments.join("::")))
        } else if std_path {
            Some(format!("`{}`", segments.join("::")))
        } else {
            None
        };
        let whole = Expr::Call(call.clone());
        if call.args.iter().any(|arg| matches!(strip(arg), Expr::Closure(_)))
            && (problem.is_some() || !super::flow::mentions(&whole, &self.possibly_active))
        {
            return self.keep(
                &whole,
                Ty::Unknown,
                "a closure",
                "write a function marked `#[differentiable]` and call it directly",
            );
        }
        let args = self.argument_values(&call.args);
        let loss = problem.map(|what| Loss {
            span,
            reads: Vec::new(),
            spellings: Vec::new(),
            message: format!("{what} is not supported yet where a derivative flows through it"),
            help: if constructor {
                "keep the values in plain variables or in a tuple".into()
            } else {
                "write a free function marked `#[differentiable]`, or wrap the call in `no_diff(..)`".into()
            },
        });
        let forward = self.forward_path(function);
        let kind = if is_associated(function) {
            CallKind::Associated
        } else {
            CallKind::Function
        };
        self.each_choice(args, span, &mut |lower, args| {
            let args = lower.arguments(args, &call.args);
            let (function, forward) = (function.clone(), forward.clone());
            let (ty, loss) = (ty.clone(), loss.clone());
            lower.call_stmt(kind, function, forward, args, ty, loss, span)
        })
    }

    /// `Aux(..)`: the derivative stops here. The emitted code proves that it is the runtime's wrapper, and no type of that name.
    fn auxiliary(&mut self, op: Op, span: Span) -> Value {
        let wrapped = self.temp(op, Ty::Inert, span);
        Value::Op(Op::Runtime("passive", vec![Argument::Value(wrapped)]), Ty::Inert)
    }

    /// Whether a function called by this path could have a twin: it is no constructor, and not one of std's.
    pub(super) fn may_have_twin(&self, path: &syn::Path) -> bool {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let (last, owners) = segments.split_last().expect("a path has a segment");
        let known = owners.last().is_some_and(|owner| {
            STD_TYPES.contains(&owner.as_str())
                || self.type_params.contains(owner.as_str())
                || Ty::primitive(owner).is_some()
        });
        let itself = owners.is_empty() && self.f.name == last.as_str();
        !(known || itself || last.starts_with(char::is_uppercase) || is_std_path(path))
    }

    /// The path of the forward sweep of a function called by this path.
    pub(super) fn forward_path(&self, function: &syn::ExprPath) -> syn::ExprPath {
        self.twin_path(function, "differentiable", "forward")
    }

    /// The path of a derivative: `Owner::f_suffix`, or `f::part`.
    pub(super) fn twin_path(&self, function: &syn::ExprPath, suffix: &str, part: &str) -> syn::ExprPath {
        let mut forward = function.clone();
        let segment = forward.path.segments.last_mut().expect("a path has a segment");
        if is_associated(function) {
            segment.ident = derivative_name(&segment.ident, suffix);
        } else {
            if let Some(name) = self.options.twins.get(&segment.ident.to_string()) {
                segment.ident = Ident::new(&name.to_string(), segment.ident.span());
            }
            // `f::<f64>(x)`: the twin is not generic, its functions are.
            let arguments = std::mem::replace(&mut segment.arguments, syn::PathArguments::None);
            let ident = Ident::new(part, segment.ident.span());
            forward.path.segments.push(syn::PathSegment { ident, arguments });
        }
        forward
    }

    /// `T::from(x)`, `T::from_f64(x)`, `f64::from(x)`: a number in another type.
    fn conversion(&mut self, function: &syn::ExprPath, owner: Option<&str>, last: &str, arg: &Expr) -> Option<Value> {
        let generic = |owner: &str| {
            self.type_params.contains(owner) || matches!(owner, "From" | "NumCast" | "FromPrimitive" | "Float")
        };
        let known = function.qself.is_some() || owner.is_some_and(generic);
        let converts = last == "from" || last == "cast" || last.strip_prefix("from_").is_some_and(is_number);
        if !known
            || !converts
            || !super::flow::mentions(arg, &self.possibly_active)
            || matches!(self.type_of(arg), Ty::Int | Ty::Bool | Ty::Inert)
        {
            return None;
        }
        let value = self.atom(arg);
        let conversion = Conversion::Function(Box::new(function.clone()));
        Some(Value::Op(Op::Convert(value, conversion), Ty::Unknown))
    }

    /// The arguments of a call, each evaluated in its turn; only references are left as they are.
    fn argument_values(&mut self, exprs: &Punctuated<Expr, Token![,]>) -> Vec<Value> {
        let mut values = Vec::new();
        for expr in exprs {
            if self.is_function(expr) {
                // It is converted where the call is made.
                values.push(Value::Unit);
                continue;
            }
            values.push(match self.value(expr) {
                reference @ Value::Ref(..) => reference,
                choice @ Value::Choice(..) if matches!(self.value_ty(&choice), Ty::Ref(_)) => choice,
                value => Value::Atom(self.read(value, expr.span())),
            });
        }
        values
    }

    fn arguments(&mut self, values: Vec<Value>, exprs: &Punctuated<Expr, Token![,]>) -> Vec<Argument> {
        let mut args = Vec::new();
        let mut captured = Vec::new();
        for (value, expr) in values.into_iter().zip(exprs) {
            if let Some(f) = self.function_parameter(expr) {
                args.push(self.passed_on(f));
                continue;
            }
            if let Some((argument, captures)) = self.function_argument(expr) {
                args.push(argument);
                captured.push((args.len() - 1, captures));
                continue;
            }
            let value = if self.is_function(expr) {
                self.value(expr)
            } else {
                value
            };
            args.push(match value {
                Value::Ref(place, true) => Argument::Mut(place),
                Value::Ref(place, false) => Argument::Ref(place),
                value => Argument::Value(self.read(value, expr.span())),
            });
        }
        // A mutable reference passed on beside another one to the same place can only be meant as a shared one.
        for k in 0..args.len() {
            if let (Expr::Path(_), Argument::Mut(place)) = (strip(&exprs[k]), &args[k])
                && args.iter().enumerate().any(|(other, arg)| {
                    other != k && matches!(arg, Argument::Mut(at) | Argument::Ref(at) if at.overlaps(place))
                })
            {
                args[k] = Argument::Ref(place.clone());
            }
        }
        for (k, captures) in captured {
            let start = args.len();
            if let Argument::Lambda(_, first) = &mut args[k] {
                *first = start;
            }
            args.extend(captures);
        }
        args
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn call_stmt(
        &mut self,
        kind: CallKind,
        function: syn::ExprPath,
        forward: syn::ExprPath,
        args: Vec<Argument>,
        ty: Ty,
        loss: Option<Loss>,
        span: Span,
    ) -> Value {
        let last = function
            .path
            .segments
            .last()
            .expect("a path has a segment")
            .ident
            .to_string();
        let out = self.f.new_var(&short_name(&last), ty, false);
        let pullback = self
            .f
            .new_var(&format!("{}_pullback", short_name(&last)), Ty::Unknown, false);
        let olds = vec![None; args.len()];
        let call = Call {
            out,
            kind,
            function,
            forward,
            args,
            pullback,
            inactive: false,
            loss,
            olds,
        };
        self.push(span, StmtKind::Call(Box::new(call)));
        Value::Atom(Atom::Var(out))
    }

    /// A method that the macro does not know: its twin is called by method syntax, and rustc finds it or reports it.
    fn method_call(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let receiver = self.value(&call.receiver);
        let mut values = vec![self.located_value(receiver, call.receiver.span())];
        values.extend(self.argument_values(&call.args));
        let by_name = |name: Ident| {
            let mut path = syn::Path::from(name);
            if let Some(turbofish) = &call.turbofish {
                path.segments[0].arguments = syn::PathArguments::AngleBracketed(turbofish.clone());
            }
            syn::ExprPath {
                attrs: Vec::new(),
                qself: None,
                path,
            }
        };
        self.each_choice(values, span, &mut |lower, mut values| {
            let receiver = values.remove(0);
            let place = lower.place_of(receiver, call.receiver.span());
            // A receiver that can be written may be: the method's backward half is always run, and undoes what was written.
            let receiver = if lower.f.info(place.root).mutable {
                Argument::Mut(place)
            } else {
                Argument::Ref(place)
            };
            let mut args = vec![receiver];
            for mut arg in lower.arguments(values, &call.args) {
                if let Argument::Lambda(_, first) = &mut arg {
                    *first += 1;
                }
                args.push(arg);
            }
            lower.call_stmt(
                CallKind::Method,
                by_name(call.method.clone()),
                by_name(derivative_name(&call.method, "differentiable_push")),
                args,
                Ty::Unknown,
                None,
                span,
            )
        })
    }

    fn method(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let name = call.method.to_string();
        let whole = Expr::MethodCall(call.clone());
        if self.gives_option(&whole) {
            return self.option(call);
        }
        if self.gives_option(&call.receiver)
            && let Some(value) = self.of_option(call)
        {
            return value;
        }
        if matches!(name.as_str(), "split_at" | "split_at_mut")
            && call.args.len() == 1
            && super::flow::mentions(&whole, &self.possibly_active)
            && self.is_list(&call.receiver)
        {
            return self.split(call);
        }
        if super::chains::ends_chain(call) && super::flow::mentions(&whole, &self.possibly_active) {
            return self.chain_end(call);
        }
        if super::flow::mentions(&whole, &self.possibly_active) {
            if self.moves_elements(call) {
                return self.move_elements(call);
            }
            if name == "concat" && call.args.is_empty() {
                return self.concat(call);
            }
            if let Some(value) = self.search(call) {
                return value;
            }
        }
        let receiver_ty = self.type_of(&call.receiver);
        let receiver_ty = receiver_ty.behind_references().clone();
        let has_rule = rules::rule(&name).is_some() || name == "sin_cos";
        if receiver_ty.is_float() {
            if has_rule || rules::is_flat(&name) || rules::is_inert(&name) {
                let receiver = self.atom(&call.receiver);
                return self.float_method(receiver, &call.method, call.args.iter(), receiver_ty, span);
            }
            if matches!(name.as_str(), "clone" | "to_owned") {
                return Value::Atom(self.atom(&call.receiver));
            }
            if call.args.is_empty() && (name == "into" || name.strip_prefix("to_").is_some_and(is_number)) {
                let value = self.atom(&call.receiver);
                let conversion = Conversion::Method(call.method.clone());
                return Value::Op(Op::Convert(value, conversion), Ty::Unknown);
            }
            return self.keep(
                &whole,
                Ty::Unknown,
                &format!("the method `{name}`"),
                "write a free function marked `#[differentiable]`",
            );
        }
        if call.args.is_empty()
            && (name == "into" || name.strip_prefix("to_").is_some_and(is_number))
            && super::flow::mentions(&call.receiver, &self.possibly_active)
            && !receiver_ty.is_inert()
        {
            let value = self.value(&call.receiver);
            let value = match value {
                Value::Ref(place, _) if name != "into" => self.read(Value::Place(place), span),
                value => self.read(value, span),
            };
            return Value::Op(Op::Convert(value, Conversion::Method(call.method.clone())), Ty::Unknown);
        }
        match name.as_str() {
            "len" | "is_empty" | "nrows" | "ncols" | "ndim" | "is_some" | "is_none" | "is_ok" | "is_err"
                if call.args.is_empty() =>
            {
                let ty = if name.starts_with("is_") { Ty::Bool } else { Ty::Int };
                return match self.opaque(&whole) {
                    Ok(opaque) => Value::Op(Op::Opaque(opaque), ty),
                    Err(_) => {
                        // The receiver has effects of its own: it is evaluated first.
                        let value = self.value(&call.receiver);
                        let place = self.place_of(value, span);
                        let tokens = crate::tokens::place(&self.f.vars, &place);
                        let method = &call.method;
                        let mut reads = Vec::new();
                        place.uses(Use::Read, &mut |var, _| reads.push(var));
                        let ad = self.f.names_ad();
                        let tokens = quote_spanned!(span=> #ad::passive(#tokens.#method()));
                        Value::Op(Op::Opaque(Opaque::pure(tokens, reads)), ty)
                    }
                };
            }
            "clone" | "to_vec" | "to_owned" if call.args.is_empty() => {
                let value = self.value(&call.receiver);
                let ty = self.value_ty(&value).behind_references().clone();
                if let (Value::Ref(place, _), "clone", Ty::Slice(_)) = (&value, name.as_str(), &ty) {
                    // Cloning a `&[T]` copies the reference.
                    return Value::Ref(place.clone(), false);
                }
                let ty = match ty {
                    Ty::Slice(element) => Ty::Vec(element),
                    Ty::Array(element) | Ty::Vec(element) if name == "to_vec" => Ty::Vec(element),
                    ty => ty,
                };
                return self.each_choice(vec![value], span, &mut |lower, mut values| {
                    let value = values.remove(0);
                    let place = lower.place_of(value, span);
                    Value::Op(Op::Clone(place, call.method.clone()), ty.clone())
                });
            }
            _ if combinator_arguments(&name) == Some(call.args.len())
                && matches!(receiver_ty, Ty::Unknown)
                && super::flow::mentions(&whole, &self.possibly_active) =>
            {
                return self.combinator(call);
            }
            "unwrap" | "expect" if super::flow::mentions(&call.receiver, &self.possibly_active) => {
                let value = self.value(&call.receiver);
                let place = self.place_of(value, span);
                let (method, args) = (&call.method, &call.args);
                return Value::Op(Op::Unwrap(place, quote!(#method(#args))), Ty::Unknown);
            }
            "swap" | "fill" | "copy_from_slice" | "clone_from_slice" if receiver_ty.element().is_scalar() => {
                return self.bulk_write(call);
            }
            "push" if call.args.len() == 1 => {
                let value = self.atom(&call.args[0]);
                let Some(place) = self.target_receiver(&call.receiver) else {
                    return Value::Unit;
                };
                self.push_element(place, value, span);
                return Value::Unit;
            }
            // Two reads and two writes: what `v` holds otherwise is not touched, and need not be kept.
            "swap"
                if call.args.len() == 2
                    && matches!(receiver_ty, Ty::Slice(_) | Ty::Vec(_) | Ty::Array(_))
                    && receiver_ty.element().is_scalar() =>
            {
                let Some(place) = self.target_receiver(&call.receiver) else {
                    return Value::Unit;
                };
                let indices: Vec<Atom> = call.args.iter().map(|index| self.atom(index)).collect();
                let ends: Vec<Place> = indices
                    .into_iter()
                    .map(|index| place.then(Projection::Index(index)))
                    .collect();
                let values: Vec<Atom> = ends
                    .iter()
                    .map(|end| self.read(Value::Place(end.clone()), span))
                    .collect();
                for (place, value) in ends.into_iter().zip(values.into_iter().rev()) {
                    let old = None;
                    self.push(span, StmtKind::Assign { place, value, old });
                }
                return Value::Unit;
            }
            "sum" if call.args.is_empty() && call.turbofish.is_none() => {
                if matches!(receiver_ty, Ty::NdArray(..)) {
                    let value = self.value(&call.receiver);
                    let place = self.place_of(value, span);
                    let ty = match self.f.place_ty(&place) {
                        Ty::NdArray(element, _) => *element,
                        _ => Ty::Unknown,
                    };
                    return Value::Op(Op::Sum(place), ty);
                }
            }
            "dot" if call.args.len() == 1 && matches!(receiver_ty, Ty::NdArray(..)) => {
                let value = self.value(&call.receiver);
                let place = self.place_of(value, span);
                let operand = self.operand(&call.args[0]);
                let (l, r) = (self.f.place_ty(&place), self.f.operand_ty(&operand));
                let ty = match (l, r) {
                    (Ty::NdArray(element, Some(l)), Ty::NdArray(_, Some(r))) => match l + r {
                        2 => *element,
                        axes => Ty::NdArray(element, Some(axes - 2)),
                    },
                    _ => Ty::Unknown,
                };
                return Value::Op(Op::Dot(place, operand), ty);
            }
            "mapv" if call.args.len() == 1 => match &call.args[0] {
                Expr::Closure(closure) => return self.mapv(&call.receiver, closure, span),
                Expr::Path(function) => {
                    let closure: syn::ExprClosure = syn::parse_quote!(|v| #function(v));
                    return self.mapv(&call.receiver, &closure, span);
                }
                _ => {}
            },
            _ if matches!(receiver_ty, Ty::Unknown)
                && (has_rule || rules::is_flat(&name))
                && rules::rule(&name).is_none_or(|rule| rule.params.len() == call.args.len() + 1)
                && !matches!(strip(&call.receiver), Expr::Range(_)) =>
            {
                return self.unknown_method(call);
            }
            _ => {}
        }
        let flows = super::flow::mentions(&whole, &self.possibly_active);
        let closures = call.args.iter().any(|arg| matches!(strip(arg), Expr::Closure(_)));
        let std = is_std_method(&name, &receiver_ty) || closures && receiver_ty.is_scalar();
        // Under these names a type of the user's has measures and elements of its own.
        let own = matches!(strip(&call.receiver), Expr::Path(path) if path.path.is_ident("self"))
            && matches!(name.as_str(), "count" | "first" | "last" | "get" | "product");
        if flows && (own || !std) {
            return self.method_call(call);
        }
        let ty = self.type_of(&whole);
        self.keep(
            &whole,
            ty,
            &format!("the method `{name}`"),
            "write a loop, or a free function marked `#[differentiable]`",
        )
    }

    /// Where something stands in a list, by the user's own test: no derivative flows through the answer.
    fn search(&mut self, call: &syn::ExprMethodCall) -> Option<Value> {
        let span = call.method.span();
        let ty = match call.method.to_string().as_str() {
            "partition_point" => Ty::Int,
            "is_sorted_by" | "is_sorted_by_key" => Ty::Bool,
            name if is_search(name) => Ty::Inert,
            // What was found, or where it would have to stand.
            "unwrap" | "unwrap_or" | "unwrap_or_else" if matches!(strip(&call.receiver), Expr::MethodCall(found) if is_search(&found.method.to_string())) => {
                Ty::Int
            }
            _ => return None,
        };
        let opaque = self.opaque(&Expr::MethodCall(call.clone())).ok()?;
        let (ad, tokens) = (self.f.names_ad(), &opaque.tokens);
        let opaque = Opaque {
            tokens: quote_spanned!(span=> #ad::passive(#tokens)),
            carried: Vec::new(),
            pure: false,
            ..opaque
        };
        Some(Value::Op(Op::Opaque(opaque), ty))
    }

    /// `v.swap(i, j)`, `v.fill(x)`, `v.copy_from_slice(w)` on elements that are copied: as assignments to elements.
    fn bulk_write(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let Some(place) = self.target_receiver(&call.receiver) else {
            return Value::Unit;
        };
        let at = |index: &Atom| place.then(Projection::Index(index.clone()));
        let element = self.f.place_ty(&place).element();
        match (call.method.to_string().as_str(), call.args.len()) {
            ("swap", 2) => {
                let (i, j) = (self.atom(&call.args[0]), self.atom(&call.args[1]));
                let first = self.temp(Op::Read(at(&i)), element.clone(), span);
                let second = self.temp(Op::Read(at(&j)), element, span);
                self.push(
                    span,
                    StmtKind::Assign {
                        place: at(&i),
                        value: second,
                        old: None,
                    },
                );
                self.push(
                    span,
                    StmtKind::Assign {
                        place: at(&j),
                        value: first,
                        old: None,
                    },
                );
            }
            ("fill", 1) => {
                let value = self.atom(&call.args[0]);
                self.each_index(&place, span, |lower, index| {
                    lower.push(
                        span,
                        StmtKind::Assign {
                            place: at(index),
                            value: value.clone(),
                            old: None,
                        },
                    );
                });
            }
            ("copy_from_slice" | "clone_from_slice", 1) => {
                let source = self.value(&call.args[0]);
                let source = self.place_of(source, span);
                // Unequal lengths panic as the method itself does.
                let (target, from) = (
                    crate::tokens::place(&self.f.vars, &place),
                    crate::tokens::borrow(&self.f.vars, &source),
                );
                let method = &call.method;
                let mut reads = Vec::new();
                place.uses(Use::Read, &mut |var, _| reads.push(var));
                source.uses(Use::Read, &mut |var, _| reads.push(var));
                let tokens = quote_spanned!(span=> if #target.len() != (#from).len() { #target.#method(#from); });
                let opaque = Opaque {
                    pure: false,
                    ..Opaque::pure(tokens, reads)
                };
                self.push(
                    span,
                    StmtKind::Effect {
                        opaque,
                        diverges: false,
                    },
                );
                self.each_index(&place, span, |lower, index| {
                    let from = source.then(Projection::Index(index.clone()));
                    let value = lower.temp(Op::Read(from), element.clone(), span);
                    lower.push(
                        span,
                        StmtKind::Assign {
                            place: at(index),
                            value,
                            old: None,
                        },
                    );
                });
            }
            _ => self.error(span, "this method takes other arguments", ""),
        }
        Value::Unit
    }

    /// A loop over the indices of an array.
    fn each_index(&mut self, place: &Place, span: Span, body: impl FnOnce(&mut Self, &Atom)) {
        let array = crate::tokens::place(&self.f.vars, place);
        let mut reads = Vec::new();
        place.uses(Use::Read, &mut |var, _| reads.push(var));
        let high = self.temp(Op::Opaque(Opaque::pure(quote!(#array.len()), reads)), Ty::Int, span);
        let var = self.index_var("k");
        self.in_range.insert(var);
        let low = Atom::Constant(quote!(0), Ty::Int);
        let kind = LoopKind::Range {
            var,
            low,
            high,
            inclusive: false,
            reversed: false,
        };
        self.loop_stmt(span, None, kind, |lower| body(lower, &Atom::Var(var)));
    }

    /// `mem::swap(&mut a, &mut b)` and `mem::replace(&mut a, b)`, as assignments.
    fn memory(&mut self, function: &str, call: &syn::ExprCall) -> Option<Value> {
        let span = call.span();
        if call.args.len() != 2 || !matches!(function, "swap" | "replace") {
            return None;
        }
        let Value::Ref(first, true) = self.value(&call.args[0]) else {
            return None;
        };
        let old = Value::Place(first.clone());
        if function == "replace" {
            let value = self.atom(&call.args[1]);
            let old = self.read(old, span);
            self.push(
                span,
                StmtKind::Assign {
                    place: first,
                    value,
                    old: None,
                },
            );
            return Some(Value::Atom(old));
        }
        let Value::Ref(second, true) = self.value(&call.args[1]) else {
            return None;
        };
        let a = self.read(old, span);
        let b = self.read(Value::Place(second.clone()), span);
        self.push(
            span,
            StmtKind::Assign {
                place: first,
                value: b,
                old: None,
            },
        );
        self.push(
            span,
            StmtKind::Assign {
                place: second,
                value: a,
                old: None,
            },
        );
        Some(Value::Unit)
    }

    /// A method that changes its receiver.
    pub(super) fn target_receiver(&mut self, receiver: &Expr) -> Option<Place> {
        match self.value(receiver) {
            Value::Place(place) | Value::Ref(place, _) => Some(place),
            _ => {
                self.error(
                    receiver.span(),
                    "this receiver is not a variable",
                    "bind it to a variable first",
                );
                None
            }
        }
    }

    /// A method of a float, as `x.max(y)` or as `f64::max(x, y)`.
    fn float_method<'e>(
        &mut self,
        receiver: Atom,
        method: &Ident,
        args: impl Iterator<Item = &'e Expr>,
        ty: Ty,
        span: Span,
    ) -> Value {
        let name = method.to_string();
        let mut atoms = vec![receiver];
        for arg in args {
            atoms.push(self.atom(arg));
        }
        // `f64::powf(2.0, x)`: as a receiver the literal needs its type.
        if let (Atom::Constant(tokens, literal @ Ty::Float(Width::Any)), Ty::Float(width)) = (&mut atoms[0], &ty)
            && *width != Width::Any
        {
            let name = Ident::new(if *width == Width::F32 { "f32" } else { "f64" }, span);
            *tokens = quote!((#tokens as #name));
            *literal = ty.clone();
        }
        let ty = atoms.iter().fold(ty, |ty, atom| match (ty, self.f.atom_ty(atom)) {
            (Ty::Float(a), Ty::Float(b)) => Ty::Float(a.join(b)),
            (ty, _) => ty,
        });
        if name == "sin_cos" {
            let operands = || atoms.iter().cloned().map(Operand::Atom).collect::<Vec<_>>();
            let sin = self.temp(
                Op::Rule(rules::rule("sin").expect("a rule"), operands()),
                ty.clone(),
                span,
            );
            let cos = self.temp(Op::Rule(rules::rule("cos").expect("a rule"), operands()), ty, span);
            return Value::Tuple(vec![Value::Atom(sin), Value::Atom(cos)]);
        }
        if let Some(rule) = rules::rule(&name) {
            return Value::Op(Op::Rule(rule, atoms.into_iter().map(Operand::Atom).collect()), ty);
        }
        let tokens: Vec<_> = atoms
            .iter()
            .map(|atom| crate::tokens::atom(&self.f.vars, atom))
            .collect();
        let (first, rest) = tokens.split_first().expect("there is a receiver");
        let receiver = match &atoms[0] {
            Atom::Constant(tokens, _) if tokens.to_string().starts_with('-') => quote!((#first)),
            _ => quote!(#first),
        };
        let reads = atoms.iter().filter_map(Atom::var).collect();
        let mut opaque = Opaque::pure(quote_spanned!(span=> #receiver.#method(#(#rest),*)), reads);
        if rules::spells(&name) {
            opaque.spelled.clone_from(&opaque.reads);
        }
        let ty = if rules::is_flat(&name) { ty } else { inert_ty(&name) };
        Value::Op(Op::Opaque(opaque), ty)
    }

    /// A method with a scalar rule, on a receiver whose type only rustc knows.
    fn unknown_method(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let name = call.method.to_string();
        let value = self.value(&call.receiver);
        let place = match value {
            Value::Atom(Atom::Constant(tokens, ty)) => {
                // The method of a constant: nothing to differentiate on this side.
                let atom = self.temp(Op::Opaque(Opaque::pure(tokens, Vec::new())), ty, span);
                Place::var(atom.var().expect("a temporary is a variable"))
            }
            value => {
                let value = self.settle(value, span);
                self.place_of(value, span)
            }
        };
        let args: Vec<Atom> = call.args.iter().map(|arg| self.atom(arg)).collect();
        let ad = self.f.names_ad();
        if name == "sin_cos" {
            let mut parts = Vec::new();
            for part in ["sin", "cos"] {
                let rule = rules::rule(part).expect("a rule");
                parts.push(Value::Atom(self.temp(
                    Op::Rule(rule, vec![Operand::Receiver(place.clone())]),
                    Ty::Unknown,
                    span,
                )));
            }
            return Value::Tuple(parts);
        }
        if let Some(rule) = rules::rule(&name) {
            let mut operands = vec![Operand::Receiver(place)];
            operands.extend(args.into_iter().map(Operand::Atom));
            return Value::Op(Op::Rule(rule, operands), Ty::Unknown);
        }
        // Flat almost everywhere, if it is the scalars' method: the emitted code proves that.
        let receiver = crate::tokens::place(&self.f.vars, &place);
        let method = &call.method;
        let args_tokens: Vec<_> = args.iter().map(|arg| crate::tokens::atom(&self.f.vars, arg)).collect();
        let mut reads: Vec<Var> = args.iter().filter_map(Atom::var).collect();
        place.uses(Use::Read, &mut |var, _| reads.push(var));
        let tokens = quote_spanned!(span=> #ad::scalar(#receiver).#method(#(#args_tokens),*));
        Value::Op(Op::Opaque(Opaque::pure(tokens, reads)), Ty::Unknown)
    }

    fn mapv(&mut self, receiver: &Expr, closure: &syn::ExprClosure, span: Span) -> Value {
        let value = self.value(receiver);
        let source = self.place_of(value, span);
        let ty = self.f.place_ty(&source);
        if closure.inputs.len() != 1 {
            self.error(
                closure.span(),
                "`mapv` takes a closure of one parameter",
                "write `|v| ..`",
            );
            return Value::Unit;
        }
        let param = self.f.new_var("v", ty.element(), false);
        let body = self.nested(|lower| {
            lower.irrefutable(&closure.inputs[0], Value::Atom(Atom::Var(param)), None);
            let value = lower.value(&closure.body);
            lower.result(value, closure.body.span())
        });
        let mut jumps = false;
        body.walk(&mut |stmt| jumps |= matches!(stmt.kind, StmtKind::Exit(_)));
        if jumps {
            self.error(
                closure.span(),
                "`return` in the closure of `mapv` is not supported yet",
                "write it with `if`",
            );
        }
        Value::Op(Op::Mapv(Box::new(Map { source, param, body })), ty)
    }

    // --- macros ------------------------------------------------------------------------------------------------------

    pub(super) fn macro_value(&mut self, mac: &syn::Macro) -> Value {
        let span = mac.path.span();
        let name = mac
            .path
            .segments
            .last()
            .map(|segment| segment.ident.to_string())
            .unwrap_or_default();
        if name == "vec" {
            if mac.tokens.is_empty() {
                let opaque = Opaque {
                    pure: false,
                    ..Opaque::pure(mac.to_token_stream(), Vec::new())
                };
                return Value::Op(Op::Opaque(opaque), Ty::Vec(Box::new(Ty::Unknown)));
            }
            if let Ok((element, len)) = parse_repeat(mac.tokens.clone()) {
                return self.repeat(&element, &len, true);
            }
            if let Ok(list) = Punctuated::<Expr, Token![,]>::parse_terminated.parse2(mac.tokens.clone()) {
                let elements: Vec<Atom> = list.iter().map(|elem| self.atom(elem)).collect();
                let ty = self.elements_ty(&elements);
                return Value::Op(Op::Array { elements, vec: true }, Ty::Vec(Box::new(ty)));
            }
        }
        if let "ensure" | "bail" = name.as_str()
            && let Some(value) = self.early_failure(mac, &name)
        {
            return value;
        }
        let diverges = matches!(name.as_str(), "panic" | "unreachable" | "todo" | "unimplemented");
        let opaque = match self.opaque_macro(mac) {
            Ok(opaque) => opaque,
            Err(problem) => {
                let (message, help) = if problem.what.starts_with("the macro") {
                    let inner = problem.what.split('`').nth(1).unwrap_or(&name);
                    (
                        format!("cannot see inside the macro `{inner}`"),
                        format!("write out what it stands for, or wrap it: `no_diff({inner}(..))`"),
                    )
                } else {
                    (
                        format!("{} inside `{name}!` is not supported", problem.what),
                        "bind it to a variable first".into(),
                    )
                };
                self.error(problem.span, message, &help);
                return if diverges { Value::Never } else { Value::Unit };
            }
        };
        match name.as_str() {
            "format" => Value::Op(Op::Opaque(opaque), Ty::Inert),
            "matches" | "cfg" => Value::Op(Op::Opaque(opaque), Ty::Bool),
            "concat" | "file" | "module_path" | "stringify" | "env" | "include_str" | "line" | "column" => {
                Value::Op(Op::Opaque(opaque), Ty::Inert)
            }
            _ if super::opaque::is_approximate(&name) && !name.starts_with("assert") => {
                // It is only by its name that it is a comparison: what it gives is proved to carry no derivative.
                let (ad, tokens) = (self.f.names_ad(), &opaque.tokens);
                let tokens = quote_spanned!(span=> #ad::passive(#tokens));
                Value::Op(Op::Opaque(Opaque { tokens, ..opaque }), Ty::Bool)
            }
            _ => {
                let mut opaque = opaque;
                let tokens = &opaque.tokens;
                opaque.tokens = quote!(#tokens;);
                self.push(span, StmtKind::Effect { opaque, diverges });
                if diverges { Value::Never } else { Value::Unit }
            }
        }
    }

    /// `ensure!(condition, error)` and `bail!(error)`, of anyhow and of snafu: they return an error from the function. Which one
    /// is the macro's business, so it is asked in a closure of the same result.
    fn early_failure(&mut self, mac: &syn::Macro, name: &str) -> Option<Value> {
        let (path, output) = (&mac.path, &self.f.output);
        let failure = |tokens: proc_macro2::TokenStream| -> Expr {
            syn::parse_quote!(return ::pullback::no_diff((|| -> #output { #[allow(unreachable_code)] { #path!(#tokens); ::core::unreachable!() } })()))
        };
        let expr: Expr = if name == "bail" {
            failure(mac.tokens.clone())
        } else {
            let parse = |input: syn::parse::ParseStream| -> syn::Result<(Expr, proc_macro2::TokenStream)> {
                let condition = input.parse()?;
                input.parse::<Token![,]>()?;
                Ok((condition, input.parse()?))
            };
            let (condition, error) = parse.parse2(mac.tokens.clone()).ok()?;
            if error.is_empty() {
                return None;
            }
            let failure = failure(quote!(false, #error));
            syn::parse_quote!(if !(#condition) { #failure })
        };
        Some(self.value(&expr))
    }

    // --- types -------------------------------------------------------------------------------------------------------

    /// The type of an expression as far as its syntax makes it certain, without lowering it.
    pub fn type_of(&self, expr: &Expr) -> Ty {
        match expr {
            Expr::Paren(inner) => self.type_of(&inner.expr),
            Expr::Group(inner) => self.type_of(&inner.expr),
            Expr::Lit(lit) => literal_ty(&lit.lit),
            Expr::Path(path) => match path.path.get_ident().and_then(|ident| self.lookup(ident)) {
                Some(Binding::Var(var)) => self.f.info(*var).ty.clone(),
                Some(Binding::Alias(place, _)) => Ty::Ref(Box::new(self.f.place_ty(place))),
                Some(Binding::Known(value)) => self.value_ty(value),
                Some(Binding::Closure(_)) => Ty::Unknown,
                None => path_ty(&path.path),
            },
            Expr::Unary(unary) => {
                let ty = self.type_of(&unary.expr);
                match unary.op {
                    UnOp::Deref(_) => match ty {
                        Ty::Ref(inner) => *inner,
                        _ => Ty::Unknown,
                    },
                    _ => match ty.behind_references() {
                        ty if ty.is_scalar() => ty.clone(),
                        Ty::NdArray(element, axes) => Ty::NdArray(element.clone(), *axes),
                        _ => Ty::Unknown,
                    },
                }
            }
            Expr::Binary(binary) if is_compound(&binary.op) => Ty::Unit,
            Expr::Binary(binary) => {
                let (l, r) = (self.type_of(&binary.left), self.type_of(&binary.right));
                binary_ty(&binary.op, l.behind_references(), r.behind_references())
            }
            Expr::Reference(reference) => Ty::Ref(Box::new(self.type_of(&reference.expr))),
            Expr::Index(index) => {
                let base = self.type_of(&index.expr);
                match &*index.index {
                    Expr::Range(_) => match base.behind_references() {
                        Ty::Slice(e) | Ty::Array(e) | Ty::Vec(e) => Ty::Slice(e.clone()),
                        _ => Ty::Unknown,
                    },
                    _ => base.element(),
                }
            }
            Expr::Field(field) => match (self.type_of(&field.base).behind_references(), &field.member) {
                (Ty::Tuple(elements), syn::Member::Unnamed(index)) => {
                    elements.get(index.index as usize).cloned().unwrap_or(Ty::Unknown)
                }
                _ => Ty::Unknown,
            },
            Expr::Cast(cast) => Ty::of(&cast.ty),
            Expr::Tuple(tuple) if tuple.elems.is_empty() => Ty::Unit,
            Expr::Tuple(tuple) => Ty::Tuple(tuple.elems.iter().map(|elem| self.type_of(elem)).collect()),
            Expr::Array(array) => {
                let element = array.elems.first().map_or(Ty::Unknown, |elem| self.type_of(elem));
                Ty::Array(Box::new(element))
            }
            Expr::Call(call) => {
                if is_no_diff(&call.func) {
                    return call.args.first().map_or(Ty::Unknown, |arg| self.type_of(arg));
                }
                if let Some(f) = self.function_parameter(&call.func) {
                    let param = self.f.params.iter().find(|param| param.var == f);
                    let callable = param.and_then(|param| param.callable.as_ref());
                    return callable.map_or(Ty::Unknown, |(callable, _)| Ty::of(&callable.output));
                }
                let Expr::Path(path) = &*call.func else {
                    return Ty::Unknown;
                };
                let segments = &path.path.segments;
                if segments.len() == 1 && segments[0].ident == self.f.name && self.lookup(&segments[0].ident).is_none()
                {
                    return self.f.output_ty.clone();
                }
                if segments.len() >= 2 {
                    let owner = segments[segments.len() - 2].ident.to_string();
                    let name = segments[segments.len() - 1].ident.to_string();
                    match Ty::primitive(&owner) {
                        Some(ty @ Ty::Float(_)) if name == "sin_cos" => return Ty::Tuple(vec![ty.clone(), ty]),
                        Some(ty @ Ty::Float(_)) => {
                            return if rules::is_inert(&name) { inert_ty(&name) } else { ty };
                        }
                        Some(Ty::Int) => return Ty::Int,
                        _ => {}
                    }
                }
                Ty::Unknown
            }
            Expr::MethodCall(call) => self.method_ty(call),
            Expr::Block(block) => match block.block.stmts.as_slice() {
                [syn::Stmt::Expr(expr, None)] => self.type_of(expr),
                _ => Ty::Unknown,
            },
            Expr::If(branch) => match (&branch.then_branch.stmts[..], &branch.else_branch) {
                ([syn::Stmt::Expr(then, None)], Some((_, els))) => self.type_of(then).join(&self.type_of(els)),
                _ => Ty::Unknown,
            },
            Expr::Macro(mac) if mac.mac.path.is_ident("format") => Ty::Inert,
            Expr::Macro(mac) if mac.mac.path.is_ident("matches") || mac.mac.path.is_ident("cfg") => Ty::Bool,
            _ => Ty::Unknown,
        }
    }

    fn method_ty(&self, call: &syn::ExprMethodCall) -> Ty {
        let name = call.method.to_string();
        let receiver = self.type_of(&call.receiver);
        let receiver = receiver.behind_references();
        match (receiver, name.as_str()) {
            (Ty::Float(_), "sin_cos") => Ty::Tuple(vec![receiver.clone(), receiver.clone()]),
            (Ty::Float(_), _) if rules::rule(&name).is_some() || rules::is_flat(&name) => receiver.clone(),
            (Ty::Float(_), "clone" | "to_owned") => receiver.clone(),
            (Ty::Float(_), _) if rules::is_inert(&name) => inert_ty(&name),
            (_, "len" | "nrows" | "ncols" | "ndim") if call.args.is_empty() => Ty::Int,
            (_, "is_empty" | "is_some" | "is_none" | "is_ok" | "is_err") if call.args.is_empty() => Ty::Bool,
            (
                Ty::Int,
                "pow" | "abs" | "min" | "max" | "rem_euclid" | "div_euclid" | "abs_diff" | "wrapping_add"
                | "wrapping_sub" | "wrapping_mul" | "saturating_add" | "saturating_sub" | "clone" | "clamp" | "signum"
                | "count_ones" | "leading_zeros" | "trailing_zeros" | "isqrt" | "ilog2" | "next_power_of_two",
            ) => Ty::Int,
            (Ty::Int, "is_positive" | "is_negative" | "is_power_of_two") => Ty::Bool,
            (Ty::Slice(e) | Ty::Vec(e) | Ty::Array(e), "to_vec") => Ty::Vec(e.clone()),
            (Ty::Slice(e), "to_owned") => Ty::Vec(e.clone()),
            (_, "clone" | "to_owned") => receiver.clone(),
            (Ty::NdArray(element, _), "sum") => (**element).clone(),
            (Ty::NdArray(..), "mapv") => receiver.clone(),
            (Ty::NdArray(element, Some(l)), "dot") => match call.args.first().map(|arg| self.type_of(arg)) {
                Some(ty) => match ty.behind_references() {
                    Ty::NdArray(_, Some(r)) if l + r == 2 => (**element).clone(),
                    Ty::NdArray(_, Some(r)) => Ty::NdArray(element.clone(), Some(l + r - 2)),
                    _ => Ty::Unknown,
                },
                None => Ty::Unknown,
            },
            _ => Ty::Unknown,
        }
    }
}

/// The types of std and ndarray whose functions have no derivative (yet).
const STD_TYPES: &[&str] = &[
    "Vec",
    "String",
    "Box",
    "Option",
    "Result",
    "Some",
    "Array1",
    "Array2",
    "Array",
    "ArrayBase",
    "HashMap",
    "BTreeMap",
    "Rc",
    "Arc",
    "Cell",
    "RefCell",
    "Default",
    "Iterator",
    "Instant",
    "Duration",
];

/// Methods of iterators, slices, vectors and options: they have no twins.
fn is_std_method(name: &str, receiver: &Ty) -> bool {
    const METHODS: &[&str] = &[
        "iter",
        "iter_mut",
        "into_iter",
        "map",
        "filter",
        "filter_map",
        "flat_map",
        "zip",
        "enumerate",
        "rev",
        "skip",
        "take",
        "step_by",
        "windows",
        "chunks",
        "chunks_exact",
        "copied",
        "cloned",
        "scan",
        "sum",
        "product",
        "fold",
        "for_each",
        "collect",
        "max_by",
        "min_by",
        "any",
        "all",
        "count",
        "last",
        "first",
        "get",
        "get_mut",
        "unwrap",
        "expect",
        "unwrap_or",
        "unwrap_or_else",
        "unwrap_or_default",
        "ok_or",
        "ok",
        "err",
        "and_then",
        "is_some",
        "is_none",
        "is_ok",
        "is_err",
        "as_ref",
        "as_mut",
        "as_slice",
        "as_mut_slice",
        "to_string",
        "next",
        "pop",
        "insert",
        "remove",
        "extend",
        "truncate",
        "resize",
        "clear",
        "swap",
        "fill",
        "sort_by",
        "split_at",
        "split_at_mut",
        "copy_from_slice",
        "clone_from_slice",
        "row",
        "column",
        "rows",
        "view",
        "t",
        "lines",
        "chars",
        "map_or",
        "map_or_else",
        "is_some_and",
        "is_none_or",
        "is_ok_and",
        "map_err",
        "or_else",
        "ok_or_else",
        "max_by_key",
        "min_by_key",
        "find_map",
        "position",
        "partition",
        "partition_point",
        "reduce",
        "try_fold",
        "take_while",
        "skip_while",
        "map_while",
        "inspect",
        "retain",
        "retain_mut",
        "dedup_by",
        "dedup_by_key",
        "sort_by_key",
        "sort_by_cached_key",
        "sort_unstable_by",
        "sort_unstable_by_key",
        "select_nth_unstable_by",
        "binary_search_by",
        "binary_search_by_key",
        "split_at_checked",
        "chunk_by",
        "resize_with",
        "get_or_insert_with",
        "and",
        "or",
        "parse",
    ];
    METHODS.contains(&name) && (matches!(receiver, Ty::Unknown) || !receiver.is_scalar()) && name != "sum"
        || matches!(
            receiver,
            Ty::Slice(_) | Ty::Vec(_) | Ty::Array(_) | Ty::NdArray(..) | Ty::Inert
        )
}

/// A function of std, by its path.
fn is_std_path(path: &syn::Path) -> bool {
    path.segments.len() > 1
        && matches!(
            path.segments[0].ident.to_string().as_str(),
            "std" | "core" | "alloc" | "mem" | "ptr" | "iter"
        )
}

/// An enum's variant, by Rust's naming convention: `Shape::Circle`, `Some`.
pub fn is_variant(path: &syn::Path) -> bool {
    let mut segments = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let last = segments.next().unwrap_or_default();
    let owner = segments.next().unwrap_or_default();
    matches!(last.as_str(), "Some" | "None" | "Ok" | "Err") || owner.starts_with(char::is_uppercase)
}

/// A function of a type or trait, by Rust's naming convention: `V3::new`, `<T as Shape>::area`.
fn is_associated(function: &syn::ExprPath) -> bool {
    let owner = function.path.segments.iter().rev().nth(1);
    function.qself.is_some() || owner.is_some_and(|owner| owner.ident.to_string().starts_with(char::is_uppercase))
}

/// What a derivative of an associated function or method is called.
pub(super) fn derivative_name(function: &Ident, suffix: &str) -> Ident {
    let name = function.to_string();
    Ident::new(&format!("{}_{suffix}", name.trim_start_matches("r#")), function.span())
}

fn is_search(method: &str) -> bool {
    matches!(method, "binary_search_by" | "binary_search_by_key")
}

/// Whether all that a reference may point to is of this kind.
fn every_place(value: &Value, is: &dyn Fn(&Value) -> bool) -> bool {
    match value {
        Value::Choice(_, then, els) => every_place(then, is) && every_place(els, is),
        value => is(value),
    }
}

/// Expressions that are worth keeping whole; a variable or a literal is an atom already, and a block is looked into.
fn is_compound_expr(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Binary(_)
            | Expr::Unary(syn::ExprUnary {
                op: UnOp::Neg(_) | UnOp::Not(_),
                ..
            })
            | Expr::Cast(_)
            | Expr::MethodCall(_)
    )
}

fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => strip(&inner.expr),
        other => other,
    }
}

/// How many arguments a method of `Option` and `Result` takes that is lowered to a test.
fn combinator_arguments(name: &str) -> Option<usize> {
    Some(match name {
        "ok" | "unwrap_or_default" => 0,
        "map" | "and_then" | "unwrap_or" | "unwrap_or_else" | "ok_or" | "ok_or_else" | "map_err" | "or" | "or_else" => {
            1
        }
        "map_or" | "map_or_else" => 2,
        _ => return None,
    })
}

/// A primitive number, by its name.
fn is_number(name: &str) -> bool {
    matches!(Ty::primitive(name), Some(Ty::Float(_) | Ty::Int))
}

pub(super) fn contains_let(cond: &Expr) -> bool {
    match cond {
        Expr::Let(_) => true,
        Expr::Binary(binary) => contains_let(&binary.left) || contains_let(&binary.right),
        Expr::Paren(inner) => contains_let(&inner.expr),
        _ => false,
    }
}

/// Whether control never reaches the end of the block.
pub fn ends(block: &Block) -> bool {
    block.stmts.iter().any(|stmt| match &stmt.kind {
        StmtKind::Exit(_) | StmtKind::Effect { diverges: true, .. } => true,
        StmtKind::If(branch) => ends(&branch.then) && ends(&branch.els),
        _ => false,
    })
}

fn literal_ty(lit: &Lit) -> Ty {
    match lit {
        Lit::Float(lit) => match lit.suffix() {
            "f32" => Ty::Float(Width::F32),
            "f64" => Ty::Float(Width::F64),
            _ => Ty::FLOAT,
        },
        Lit::Int(lit) => match lit.suffix() {
            "f32" => Ty::Float(Width::F32),
            "f64" => Ty::Float(Width::F64),
            _ => Ty::Int,
        },
        Lit::Bool(_) => Ty::Bool,
        _ => Ty::Inert,
    }
}

/// The constants of the primitive types are certain; any other path is rustc's business.
fn path_ty(path: &syn::Path) -> Ty {
    let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    match segments.as_slice() {
        [.., owner, name] if name != "consts" => match Ty::primitive(owner) {
            Some(ty) => ty,
            // `std::f64::consts::PI`
            None if owner == "consts" => {
                match segments.len().checked_sub(3).and_then(|k| Ty::primitive(&segments[k])) {
                    Some(ty) => ty,
                    None => Ty::Unknown,
                }
            }
            None => Ty::Unknown,
        },
        _ => Ty::Unknown,
    }
}

fn inert_ty(method: &str) -> Ty {
    match method {
        "to_bits" => Ty::Int,
        name if name.starts_with("is_") => Ty::Bool,
        "eq" | "ne" | "lt" | "le" | "gt" | "ge" => Ty::Bool,
        _ => Ty::Inert,
    }
}

pub fn is_arithmetic(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)
    )
}

fn binary_ty(op: &BinOp, l: &Ty, r: &Ty) -> Ty {
    use BinOp::*;
    match op {
        Lt(_) | Le(_) | Gt(_) | Ge(_) | Eq(_) | Ne(_) | And(_) | Or(_) => Ty::Bool,
        Shl(_) | Shr(_) if *l == Ty::Int => Ty::Int,
        _ => match (l, r) {
            (Ty::Float(a), Ty::Float(b)) => Ty::Float(a.join(*b)),
            (Ty::Int, Ty::Int) => Ty::Int,
            (Ty::Bool, Ty::Bool) => Ty::Bool,
            // Arrays of known rank; a mixed rank broadcasts to the larger one.
            (Ty::NdArray(e, a), Ty::NdArray(_, b)) if is_arithmetic(op) => Ty::NdArray(e.clone(), (*a).max(*b)),
            (Ty::NdArray(e, a), Ty::Float(_)) | (Ty::Float(_), Ty::NdArray(e, a)) if is_arithmetic(op) => {
                Ty::NdArray(e.clone(), *a)
            }
            _ => Ty::Unknown,
        },
    }
}

/// A call's result is named after the function.
fn short_name(function: &str) -> String {
    let name = function.trim_start_matches("r#");
    if name.len() <= 2 {
        format!("{name}_value")
    } else {
        name.to_lowercase()
    }
}
