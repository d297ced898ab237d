//! Expressions: each becomes a `Value`, after the statements that evaluate its operands.
//!
//! Input:  `(a + b) * x[i]`
//! Output: `let t = a + b`, then `t * x[i]` as a value

pub mod branches;
pub mod operators;

use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::expressions::branches::contains_let;
use crate::lower::typing::literal_ty;
use crate::signature::returned_places::Lent;
use crate::syntax::expressions::{is_compound, span_of, strip};
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, UnOp};

impl Lower<'_> {
    pub(super) fn atom(&mut self, expr: &Expr) -> Atom {
        let value = self.value(expr);
        self.read(value, span_of(expr))
    }

    /// What is computed with, as no option is.
    pub(super) fn number(&mut self, expr: &Expr) -> Atom {
        let value = self.computed_value(expr);
        self.read(value, span_of(expr))
    }

    /// What stands where only a `bool` can.
    pub(super) fn condition(&mut self, expr: &Expr) -> Atom {
        let mut inner = strip(expr);
        while let Expr::Unary(syn::ExprUnary {
            op: UnOp::Not(_), expr, ..
        }) = inner
        {
            inner = strip(expr);
        }
        self.asks = matches!(inner, Expr::MethodCall(_));
        let atom = self.terminated(expr, |lower| lower.atom(expr));
        self.asks = false;
        atom
    }

    pub(super) fn value(&mut self, expr: &Expr) -> Value {
        let span = span_of(expr);
        // Only a call has a use for it, and what hands it on to one.
        let lends = self.lends.take();
        // Indices, conditions and the like keep their own tokens: no derivative passes through them.
        if is_compound_expr(expr)
            && matches!(self.type_of(expr), Ty::Int | Ty::Bool | Ty::Inert)
            && let Ok(opaque) = self.opaque(expr)
            && opaque.writes.iter().all(|var| self.f.info(*var).ty.is_inert())
        {
            let ty = self.type_of(expr);
            return Value::Op(Op::Opaque(opaque), ty);
        }
        let call = matches!(
            expr,
            Expr::Paren(_) | Expr::Group(_) | Expr::Call(_) | Expr::MethodCall(_)
        );
        // What is written through a call's result was lent by it.
        let within = matches!(expr, Expr::Index(_) | Expr::Field(_))
            || matches!(expr, Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)));
        if call || within && lends.as_ref().is_some_and(|lent| lent.mutable) {
            self.lends = lends;
        }
        match expr {
            Expr::Paren(inner) => self.value(&inner.expr),
            Expr::Group(inner) => self.value(&inner.expr),
            Expr::Lit(lit) => {
                let ty = literal_ty(&lit.lit);
                Value::Atom(Atom::Constant(lit.to_token_stream(), ty))
            }
            Expr::Path(path) => self.path(path),
            Expr::Field(field) => self.field_access(field, expr),
            Expr::Index(index) => match self.part_of_shape(&index.expr, expr) {
                Some(count) => Value::Op(Op::Opaque(count), Ty::Int),
                None => self.index(index),
            },
            Expr::Unary(unary) => self.unary(unary),
            Expr::Binary(binary) if is_compound(&binary.op) => self.update(binary),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Assign(assign) => self.assign(expr, &assign.left, &assign.right),
            Expr::Reference(reference) if self.indexes_listed(&reference.expr) => self.lent_item(reference),
            Expr::Reference(reference) => self.borrowed(reference),
            Expr::Tuple(tuple) if tuple.elems.is_empty() => Value::Unit,
            Expr::Tuple(tuple) => self.tuple(tuple),
            Expr::Array(array) => self.array(&array.elems, false, span),
            Expr::Repeat(repeat) => self.repeat(&repeat.expr, &repeat.len, false),
            Expr::Cast(cast) => self.cast(cast),
            Expr::Call(call) => self.call(call),
            Expr::MethodCall(call) => self.method(call),
            Expr::Macro(mac) => self.macro_value(&mac.mac),
            Expr::Block(block) => self.block_value(block),
            Expr::If(branch) if contains_let(&branch.cond) => {
                self.headed(expr, &branch.cond, |lower| lower.branch(branch))
            }
            Expr::If(branch) => self.branch(branch),
            Expr::ForLoop(stmt) => self.headed(expr, &stmt.expr, |lower| {
                lower.marked(&stmt.attrs, |lower| lower.for_loop(stmt))
            }),
            Expr::While(stmt) => self.marked(&stmt.attrs, |lower| lower.while_loop(stmt)),
            Expr::Loop(stmt) => self.marked(&stmt.attrs, |lower| lower.forever(stmt)),
            Expr::Break(jump) => self.break_loop(jump),
            Expr::Continue(jump) => self.continue_loop(jump),
            Expr::Return(jump) => self.return_early(jump),
            Expr::Range(range) => self.range_value(range),
            Expr::Closure(_) => self.keep(
                expr,
                Ty::Unknown,
                "a closure",
                "bind it to a name and call it, or write a function marked `#[differentiable]`",
            ),
            Expr::Match(stmt) => self.headed(expr, &stmt.expr, |lower| lower.match_expr(stmt)),
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

    /// `point.x`: the part of a place, of a tuple, or of what a struct holds.
    fn field_access(&mut self, field: &syn::ExprField, expr: &Expr) -> Value {
        if let (
            Some((
                Projection::Range {
                    low,
                    high,
                    inclusive: false,
                },
                _,
            )),
            syn::Member::Named(name),
        ) = (self.named_range(&field.base), &field.member)
        {
            let end = if name == "start" { low } else { high };
            return Value::Atom(end.expect("it has both ends"));
        }
        if let Some(count) = self.part_of_shape(&field.base, expr) {
            return Value::Op(Op::Opaque(count), Ty::Int);
        }
        // An option has no fields: `parts.get_mut(i).mass` is of a method of the user's.
        let base = match strip(&field.base) {
            Expr::MethodCall(call) if self.is_own_element(call) => self.dereferenced(&field.base),
            _ => self.value(&field.base),
        };
        if let (Value::Tuple(values), syn::Member::Unnamed(index)) = (&base, &field.member)
            && let Some(value) = values.get(index.index as usize)
        {
            return value.clone();
        }
        if let Some(value) = self.held_field(&base, &field.member) {
            return value;
        }
        let part = self.project(base, Projection::Field(field.member.clone()), field.base.span());
        crate::lower::references::by_value(part)
    }

    /// `&x` and `&mut x`: references are one level of places.
    fn borrowed(&mut self, reference: &syn::ExprReference) -> Value {
        let span = reference.span();
        let mutable = reference.mutability.is_some();
        if mutable && self.is_cursor(&reference.expr) {
            let help = "assign the new reference where it is made, or pass `&mut *r` if it is only written through";
            self.error(
                span,
                "a reference to a reference that is reassigned is not supported yet",
                help,
            );
        }
        // A call's own result may be a value, and the reference one to that.
        let call = matches!(strip(&reference.expr), Expr::Call(_) | Expr::MethodCall(_));
        let value = if mutable && !call {
            self.written_value(&reference.expr)
        } else {
            self.value(&reference.expr)
        };
        match value {
            // A reference to a reference: the functions that we can call see through it.
            Value::Ref(place, writable) => Value::Ref(place, writable && mutable),
            value @ Value::Choice(..) => crate::lower::references::by_reference(value, mutable),
            list @ Value::Listed(_) => list,
            // So is a reference to an option of one.
            Value::ScalarOption(present, inside) if matches!(self.value_ty(&inside), Ty::Ref(_)) => {
                Value::ScalarOption(present, inside)
            }
            Value::Place(place) if !(mutable && matches!(strip(&reference.expr), Expr::Block(_))) => {
                // Of what is no variable of the user's: `&mut [x, y][..]`.
                let info = &mut self.f.vars[place.root.0];
                info.mutable |= info.temporary && mutable;
                Value::Ref(place, mutable)
            }
            value if mutable => Value::Ref(self.mutable_temp(value, span), true),
            value => Value::Ref(self.place_of(value, span), false),
        }
    }

    /// `(a, b)`.
    fn tuple(&mut self, tuple: &syn::ExprTuple) -> Value {
        let mut values = Vec::new();
        for elem in &tuple.elems {
            let value = self.value(elem);
            // A later part may change what an earlier one has only pointed to.
            values.push(self.settle(value, elem.span()));
        }
        Value::Tuple(values)
    }

    /// `{ .. }` where a value stands.
    fn block_value(&mut self, block: &syn::ExprBlock) -> Value {
        let span = block.span();
        if let Some(label) = &block.label {
            return self.labelled_block(label, &block.block, span);
        }
        if block.attrs.iter().any(crate::signature::marks::is_checkpoint) {
            return self.marked_block(&block.block, span);
        }
        let outside = self.f.vars.len();
        match self.inner_block(&block.block, span) {
            // Its value is a copy: `bump(&mut { x })` leaves `x` as it is.
            Value::Place(place) if place.root.0 < outside => self.settle(Value::Place(place), span),
            value => value,
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
    pub(super) fn unsupported(&mut self, expr: &Expr, what: &str, help: &str) -> Value {
        self.error(
            span_of(expr),
            format!("{what} is not supported yet in a differentiable function"),
            help,
        );
        Value::Atom(Atom::Constant(quote!(()), Ty::Unknown))
    }

    /// Keeps an expression that we cannot differentiate as it is: fine where nothing active enters it.
    pub(super) fn keep(&mut self, expr: &Expr, ty: Ty, what: &str, help: &str) -> Value {
        let span = match expr {
            Expr::MethodCall(call) => call.method.span(),
            expr => span_of(expr),
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

    /// Whether one of a range's ends is known for a float.
    pub(super) fn is_of_floats(&self, range: &syn::ExprRange) -> bool {
        let mut ends = range.start.iter().chain(&range.end);
        ends.any(|end| self.type_of(end).is_float())
    }

    /// A range with a name as a value.
    fn named_range_value(&mut self, range: &Projection, span: Span) -> Value {
        let Projection::Range { low, high, inclusive } = range else {
            unreachable!("it is one of a range")
        };
        let ends = [low, high].map(|end| end.clone().expect("a range with a name has both ends"));
        let reads = ends.iter().filter_map(Atom::var).collect();
        let [low, high] = ends.map(|end| {
            let (ad, tokens) = (self.f.names_ad(), self.located(&end, span));
            match self.f.atom_ty(&end).is_inert() || end.var().is_none() {
                true => tokens,
                false => quote_spanned!(span=> #ad::passive(#tokens)),
            }
        });
        let dots = if *inclusive { quote!(..=) } else { quote!(..) };
        Value::Op(Op::Opaque(Opaque::pure(quote!((#low #dots #high)), reads)), Ty::Inert)
    }

    /// `a..b` as a value: a struct with two fields, if one of them is known for a float. Else its ends are proved to carry no derivative.
    fn range_value(&mut self, range: &syn::ExprRange) -> Value {
        if self.is_of_floats(range)
            && let (Some(start), Some(end), syn::RangeLimits::HalfOpen(dots)) =
                (&range.start, &range.end, &range.limits)
        {
            let made = syn::parse_quote_spanned!(dots.span()=> ::core::ops::Range { start: #start, end: #end });
            return self.struct_literal(&made);
        }
        let (mut reads, mut losses) = (Vec::new(), Vec::new());
        let mut end = |end: &Option<Box<Expr>>| {
            let end = end.as_ref()?;
            let (atom, span) = (self.atom(end), end.span());
            reads.extend(atom.var());
            let (ad, tokens) = (self.f.names_ad(), self.located(&atom, span));
            let ty = self.f.atom_ty(&atom);
            if ty.is_float() {
                losses.push(Loss {
                    span,
                    reads: atom.var().into_iter().collect(),
                    spellings: Vec::new(),
                    message: "a range as a value carries no derivative".into(),
                    help: "write the range where it is used, or `no_diff(..)` around its end".into(),
                });
            }
            let proved =
                ty.is_inert() || ty.is_float() || atom.var().is_none() || crate::syntax::expressions::is_detached(end);
            Some(if proved {
                tokens
            } else {
                quote_spanned!(span=> #ad::passive(#tokens))
            })
        };
        let (low, high, limits) = (end(&range.start), end(&range.end), range.limits);
        let opaque = Opaque {
            carried: Vec::new(),
            losses,
            ..Opaque::pure(quote!((#low #limits #high)), reads)
        };
        Value::Op(Op::Opaque(opaque), Ty::Inert)
    }

    pub(super) fn path(&mut self, path: &syn::ExprPath) -> Value {
        if let Some(ident) = path.path.get_ident() {
            match self.lookup(ident) {
                Some(Binding::Var(var)) => return Value::Place(Place::var(*var)),
                Some(Binding::Alias(place, mutable)) => {
                    let (place, mutable) = (place.clone(), *mutable);
                    return Value::Ref(self.frozen(&place, path.span()), mutable);
                }
                Some(Binding::Known(value)) => return (**value).clone(),
                Some(Binding::Cursor(cursor)) => {
                    let cursor = cursor.clone();
                    return self.held(&cursor, path.span());
                }
                Some(Binding::Closure(_)) => {
                    self.error(
                        path.span(),
                        "a closure that is handed on as a value is not supported yet",
                        "call it here, or write a function marked `#[differentiable]`",
                    );
                    return Value::Atom(Atom::Constant(quote!(()), Ty::Unknown));
                }
                Some(Binding::Iterator(..)) => {
                    if let Some((range, _)) = self.named_range(&Expr::Path(path.clone())) {
                        return self.named_range_value(&range, path.span());
                    }
                    self.error(
                        path.span(),
                        "an iterator that is handed on as a value is not supported yet where a derivative flows through it",
                        "loop over it, or hand on what it iterates over",
                    );
                    return Value::Atom(Atom::Constant(quote!(()), Ty::Unknown));
                }
                None => {}
            }
        }
        Value::Atom(Atom::Constant(path.to_token_stream(), self.path_ty(&path.path)))
    }

    /// Where a range begins and where it ends, and whether its end is one of its numbers.
    pub(super) fn ends_of(&mut self, range: &syn::ExprRange) -> (Option<Atom>, Option<Atom>, bool) {
        let low = range.start.as_ref().map(|low| self.atom(low));
        let high = range.end.as_ref().map(|high| self.atom(high));
        (low, high, matches!(range.limits, syn::RangeLimits::Closed(_)))
    }

    pub(super) fn index(&mut self, index: &syn::ExprIndex) -> Value {
        let written = self.lends.is_some();
        // An option has no elements: `path.last()[0]` is of a method of the user's.
        let base = match strip(&index.expr) {
            Expr::MethodCall(call) if self.is_own_element(call) => self.dereferenced(&index.expr),
            _ => self.value(&index.expr),
        };
        let span = index.expr.span();
        if let Value::Listed(listed) = base {
            return self.index_listed(&listed, &index.index, None, span);
        }
        let base = self.located_value(base, span);
        let base = self.named_operation(&index.expr, base, span);
        let position = strip(&index.index);
        if let Expr::Range(range) = position {
            let (low, high, inclusive) = self.ends_of(range);
            let part = self.project(base, Projection::Range { low, high, inclusive }, span);
            return crate::lower::references::by_value(part);
        }
        if self.asks_map(&index.expr, position) {
            return self.indexed_by_key(base, position, span);
        }
        let cloned = match position {
            Expr::MethodCall(call) if call.method == "clone" => strip(&call.receiver),
            position => position,
        };
        let range = match self.named_range(cloned) {
            Some((range, _)) => Some(range),
            None => self.range_parameter(cloned),
        };
        if let Some(range) = range {
            let part = self.project(base, range, span);
            return crate::lower::references::by_value(part);
        }
        let atom = match position {
            // `a[[i, j]]` and `a[(i, j)]` of ndarray, `map[&key]`.
            Expr::Array(_) | Expr::Tuple(_) | Expr::Reference(_) => match self.opaque(position) {
                Ok(opaque) => self.temp(Op::Opaque(opaque), Ty::Inert, position.span()),
                Err(_) => self.atom(position),
            },
            _ => self.atom(position),
        };
        let part = if self.indexed_by_route(&base, &index.expr, position) {
            self.index_through(base, &atom, written, position.span())
        } else {
            self.project(base, Projection::Index(atom), span)
        };
        crate::lower::references::by_value(part)
    }

    /// The part of a list that a parameter of type `Range<usize>` stands for.
    fn range_parameter(&mut self, expr: &Expr) -> Option<Projection> {
        let Expr::Path(path) = expr else { return None };
        let Some(Binding::Var(range)) = self.lookup(path.path.get_ident()?) else {
            return None;
        };
        let range = *range;
        if !self.ranges.contains(&range) {
            return None;
        }
        let name = spell::name(&self.f.vars, range).clone();
        let mut end = |tokens| self.pure_temp(tokens, vec![range], Ty::Int, path.span());
        Some(Projection::range(
            Some(end(quote!(#name.start))),
            Some(end(quote!(#name.end))),
        ))
    }

    /// What stands behind a `*`.
    pub(super) fn dereferenced(&mut self, expr: &Expr) -> Value {
        let lent = self.lends.take().unwrap_or_else(|| Lent::unknown(false));
        if let Expr::MethodCall(call) = strip(expr)
            && self.is_own_element(call)
        {
            return self.method_through(call, &lent);
        }
        self.lends = Some(lent);
        self.value(expr)
    }

    /// What is written or lent to be written.
    pub(super) fn written_value(&mut self, expr: &Expr) -> Value {
        self.lends = Some(Lent::unknown(true));
        self.value(expr)
    }

    pub(super) fn elements_ty(&self, atoms: &[Atom]) -> Ty {
        let mut types = atoms.iter().map(|atom| self.f.atom_ty(atom));
        let first = types.next().unwrap_or(Ty::Unknown);
        types.fold(first, |ty, next| ty.join(&next))
    }

    /// The elements of a list that is written out, and their type: beside an integer all are integers, which is proved of those whose
    /// type only rustc knows.
    pub(super) fn of_one_type(&mut self, elements: Vec<Atom>, span: Span) -> (Vec<Atom>, Ty) {
        let ty = self.elements_ty(&elements);
        let integers = elements.iter().any(|atom| self.f.atom_ty(atom) == Ty::Int);
        if !(integers && ty == Ty::Unknown) {
            return (elements, ty);
        }
        let prove = |atom: Atom| {
            if self.f.atom_ty(&atom) != Ty::Unknown {
                return atom;
            }
            let (ad, tokens) = (self.f.names_ad(), self.located(&atom, span));
            let tokens = quote_spanned!(span=> #ad::passive(#tokens));
            let proved = Opaque::pure(tokens, atom.var().into_iter().collect());
            self.temp(Op::Opaque(proved), Ty::Int, span)
        };
        (elements.into_iter().map(prove).collect(), Ty::Int)
    }

    pub(super) fn repeat(&mut self, element: &Expr, written: &Expr, vec: bool) -> Value {
        let element = self.atom(element);
        let ty = Box::new(self.f.atom_ty(&element));
        let len = match self.opaque(written) {
            // The length of an array is a constant.
            Ok(opaque) if opaque.pure || !vec => Opaque { pure: true, ..opaque },
            // What is evaluated once has a name: the list's tangent is as long.
            Ok(opaque) => {
                let len = self.temp(Op::Opaque(opaque), Ty::Int, written.span());
                Opaque::pure(self.spelled(&len), len.var().into_iter().collect())
            }
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
    pub(super) fn located(&self, atom: &Atom, span: Span) -> proc_macro2::TokenStream {
        crate::syntax::expressions::located(self.spelled(atom), span)
    }

    pub(super) fn struct_literal(&mut self, literal: &syn::ExprStruct) -> Value {
        if self.is_variant(&literal.path) || literal.qself.is_some() {
            let parts = literal
                .fields
                .iter()
                .map(|field| (field.member.clone(), self.atom(&field.expr)))
                .collect();
            return self.variant(&literal.path, parts);
        }
        let mut fields = Vec::new();
        for field in &literal.fields {
            fields.push((field.member.clone(), self.field(&field.expr)));
        }
        let rest = literal.rest.as_ref().map(|rest| {
            let value = match is_default(rest) {
                // Of which type it is stands in the literal, which comes later.
                true => {
                    let path = &literal.path;
                    self.value(&syn::parse_quote_spanned!(rest.span()=> #path::default()))
                }
                false => self.value(rest),
            };
            self.place_of(value, rest.span())
        });
        Value::Op(
            Op::Struct {
                path: Some(literal.path.clone()),
                fields,
                rest,
            },
            Ty::Unknown,
        )
    }
}

/// Expressions that are worth keeping whole; a variable or a literal is an atom already, and a block is looked into.
pub(super) fn is_compound_expr(expr: &Expr) -> bool {
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

/// The name of a variable, `corners`, or of a field, `mesh.corners`.
pub(super) fn variable_or_field(expr: &Expr) -> Option<&Ident> {
    match strip(expr) {
        Expr::Path(path) => path.path.get_ident(),
        Expr::Field(syn::ExprField {
            member: syn::Member::Named(field),
            ..
        }) => Some(field),
        _ => None,
    }
}

/// `Default::default()`, which says of no type.
fn is_default(expr: &Expr) -> bool {
    matches!(strip(expr), Expr::Call(call) if call.args.is_empty()
        && matches!(&*call.func, Expr::Path(path) if path.qself.is_none()
            && path.path.segments.iter().rev().map(|segment| segment.ident.to_string()).take(2).eq(["default", "Default"])))
}
