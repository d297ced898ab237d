//! `for`: ranges and lists by index, chains as fused loops, all else by the iterator's items.
//!
//! Input:  `for v in &x[1..] { s += v }`
//! Output: `let t: int = `x[1..].len()`; for k in 0..t { let t_2 = x[1..][k]; s += t_2 }`

use crate::infer::methods::{Mark, is};
use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::chains::{Chain, strip};
use crate::lower::loops::loop_name;
use crate::lower::read_only_elements::only_looks;
use crate::syntax::expressions::is_comparison;
use crate::syntax::types::Ty;
use crate::syntax::walk::{NodeMut, WalkMut, descend_mut};
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Pat};

/// `v.iter()`, `&v`, `v.iter_mut().enumerate()`, …: the elements of one array.
struct Elements<'e> {
    array: &'e Expr,
    mutable: bool,
    /// Taken by value: `for x in v`.
    by_value: bool,
    enumerated: bool,
    reversed: bool,
}

impl Lower<'_> {
    /// `for x in steps` of a struct, which has a `next` of its own: `while let Some(x) = steps.next()`.
    fn calls_of_next(&mut self, stmt: &syn::ExprForLoop) -> Option<Expr> {
        let iterator = strip(&stmt.expr);
        let lent = match iterator {
            Expr::Reference(reference) if reference.mutability.is_some() => strip(&reference.expr),
            iterator => iterator,
        };
        if !self.may_carry(lent) {
            return None;
        }
        let made = match lent {
            Expr::Struct(_) => true,
            Expr::Path(path) => match path.path.get_ident().and_then(|name| self.lookup(name)) {
                Some(Binding::Var(var)) => self.literals.contains(var),
                _ => false,
            },
            _ => false,
        };
        if !made {
            return None;
        }
        let (label, pat, body, span) = (&stmt.label, &stmt.pat, &stmt.body, iterator.span());
        let steps = self.f.names.fresh("steps", span);
        self.possibly_active.insert(steps.to_string());
        let next = Ident::new("next", span);
        Some(match iterator {
            Expr::Reference(_) => {
                syn::parse_quote!(#label while let ::core::option::Option::Some(#pat) = #lent.#next() #body)
            }
            _ => syn::parse_quote!({
                let mut #steps = #lent;
                #label while let ::core::option::Option::Some(#pat) = #steps.#next() #body
            }),
        })
    }

    /// `for pattern in iterator { .. }`, by what the iterator is.
    pub(super) fn for_loop(&mut self, stmt: &syn::ExprForLoop) -> Value {
        let iterator = strip(&stmt.expr);
        // A truth value has no items: rustc says so.
        if matches!(iterator, Expr::Binary(binary) if is_comparison(&binary.op)) {
            self.diagnostics.leave_to_rustc();
            return Value::Unit;
        }
        if let Some(entries) = self.entries_of(iterator) {
            let expr = Box::new(entries);
            return self.for_chain(&syn::ExprForLoop { expr, ..stmt.clone() });
        }
        if let Some(items) = self.listed_items(iterator) {
            self.over_chain(stmt, &Chain::of(items));
            return Value::Unit;
        }
        // An array of references that a call gives.
        if self.lent_together(iterator).is_some_and(|lent| lent.array) {
            return self.for_operand(stmt);
        }
        if self.goes_through_references(iterator) {
            return match iterator {
                Expr::MethodCall(_) => self.for_chain(stmt),
                _ => self.for_operand(stmt),
            };
        }
        if let Some(calls) = self.calls_of_next(stmt) {
            return self.value(&calls);
        }
        if let Some((range, reversed)) = range_of(iterator) {
            return self.for_range(stmt, range, reversed);
        }
        if self.lent_items(iterator).is_none()
            && !self.gives_inert_items(iterator)
            && let Some(elements) = self.elements_of(iterator)
            && self.listed(elements.array).is_none()
        {
            return self.for_elements(stmt, &elements);
        }
        let flows = self.may_carry(iterator);
        if self.is_chain(iterator) && (flows || self.begins_with_views(iterator)) {
            return self.for_chain(stmt);
        }
        if let Expr::MethodCall(call) = iterator
            && self.gives_lanes(call)
        {
            let stmt = syn::ExprForLoop {
                expr: syn::parse_quote!(#call.into_iter()),
                ..stmt.clone()
            };
            return self.for_chain(&stmt);
        }
        if let (Ty::NdArray(..), true) = (self.type_of(iterator).behind_references(), flows) {
            return self.for_items(stmt);
        }
        if self.is_list_by_value(iterator) {
            return self.for_items(stmt);
        }
        self.for_inactive(stmt)
    }

    /// A loop over what a chain could be joined with.
    fn for_operand(&mut self, stmt: &syn::ExprForLoop) -> Value {
        if let Some(items) = self.operand_items(strip(&stmt.expr)) {
            self.over_chain(stmt, &Chain::of(items));
        }
        Value::Unit
    }

    /// `for i in low..high`, perhaps from the end.
    fn for_range(&mut self, stmt: &syn::ExprForLoop, range: &syn::ExprRange, reversed: bool) -> Value {
        let (Some(low), Some(high)) = (&range.start, &range.end) else {
            unreachable!("`range_of` gives those with both ends")
        };
        let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
        let low = self.atom(low);
        let high = self.atom(high);
        let var = self.index_var("i");
        let kind = LoopKind::Range {
            var,
            low,
            high,
            inclusive,
            reversed,
        };
        let name = loop_name(&stmt.label);
        self.loop_stmt(stmt.for_token.span(), name, kind, |lower| {
            lower.irrefutable(&stmt.pat, Value::Atom(Atom::Var(var)), None);
            lower.body(&stmt.body);
        });
        Value::Unit
    }

    /// A loop over the elements of one array, by index.
    fn for_elements(&mut self, stmt: &syn::ExprForLoop, elements: &Elements) -> Value {
        let (span, iterator) = (stmt.for_token.span(), strip(&stmt.expr));
        let mut value = if elements.mutable {
            self.written_value(elements.array)
        } else {
            self.value(elements.array)
        };
        if elements.by_value {
            value = self.settle(value, iterator.span());
        }
        let mut array = self.located_value(value, iterator.span());
        let len = self.item_count(&array, elements.array.span(), span);
        array = if elements.by_value {
            crate::lower::references::by_value(array)
        } else {
            crate::lower::references::by_reference(array, elements.mutable)
        };
        let (counter, element) = match (&*stmt.pat, elements.enumerated) {
            (Pat::Tuple(tuple), true) if tuple.elems.len() == 2 => (Some(&tuple.elems[0]), &tuple.elems[1]),
            (pat, true) => {
                self.error(
                    pat.span(),
                    "this pattern is not supported over `enumerate()`",
                    "write `(i, x)`",
                );
                return Value::Unit;
            }
            (pat, false) => (None, pat),
        };
        let var = self.index_var("k");
        self.in_range.insert(var);
        let kind = LoopKind::Range {
            var,
            low: Atom::Constant(quote!(0), Ty::Int),
            high: len,
            inclusive: false,
            reversed: elements.reversed,
        };
        let name = loop_name(&stmt.label);
        self.loop_stmt(span, name, kind, |lower| {
            if let Some(counter) = counter {
                lower.irrefutable(counter, Value::Atom(Atom::Var(var)), None);
            }
            let value = lower.walked_element(array, &Atom::Var(var), span);
            lower.bind_items(element, value, &|name| only_looks(&stmt.body, name));
            lower.body(&stmt.body);
        });
        Value::Unit
    }

    /// How many elements a loop goes through. Of what only rustc knows, it is proved that they are its items: a type of the user's may have
    /// an `iter` and an `IntoIterator` of its own beside what it is indexed by.
    fn item_count(&mut self, array: &Value, iterator: Span, span: Span) -> Atom {
        let (len, reads) = match *self.value_ty(array).behind_references() == Ty::Unknown {
            true => {
                let (lent, reads) = self.written(&crate::lower::references::by_reference(array.clone(), false));
                let (ad, lent) = (self.f.names_ad(), crate::syntax::expressions::located(lent, iterator));
                (quote_spanned!(iterator=> #ad::item_count(#lent)), reads)
            }
            false => {
                let (list, reads) = self.written_place(array);
                (quote!(#list.len()), reads)
            }
        };
        self.pure_temp(len, reads, Ty::Int, span)
    }

    /// Any other iterator gives values without derivative; the activity pass rejects it where that would lose one.
    fn for_inactive(&mut self, stmt: &syn::ExprForLoop) -> Value {
        let (span, iterator) = (stmt.for_token.span(), strip(&stmt.expr));
        let mut opaque = match self.terminated(iterator, |lower| lower.opaque(iterator)) {
            Ok(opaque) => opaque,
            Err(problem) => {
                self.error(
                    problem.span,
                    format!("{} in the head of a loop is not supported", problem.what),
                    "bind it to a variable first",
                );
                return Value::Unit;
            }
        };
        if self.gives_inert_items(iterator) {
            opaque = self.inert_items(opaque, iterator.span());
        } else {
            opaque.losses.push(lost_in_iterator(iterator.span(), &opaque));
        }
        let mut pattern = (*stmt.pat).clone();
        let mut vars = Vec::new();
        let mut bindings = Vec::new();
        self.rename_pattern(&mut pattern, &mut vars, &mut bindings);
        let found = found_by_reference(&stmt.pat, iterator);
        let keys = bindings.iter().filter(|(ident, ..)| found == Some(ident));
        self.found_keys.extend(keys.map(|(_, var, _)| *var));
        let kind = LoopKind::Iterator {
            pattern: pattern.to_token_stream(),
            vars,
            iterator: opaque,
        };
        let name = loop_name(&stmt.label);
        self.loop_stmt(span, name, kind, |lower| {
            for (ident, var, mutable) in &bindings {
                if *mutable {
                    lower.define(ident, Value::Atom(Atom::Var(*var)), true, None);
                } else {
                    lower.bind(ident, Binding::Var(*var));
                }
            }
            lower.body(&stmt.body);
        });
        Value::Unit
    }

    /// `for (key, value) in &map`: what goes through the entries of a map.
    fn entries_of(&self, iterator: &Expr) -> Option<Expr> {
        let (map, method) = match iterator {
            Expr::Reference(reference) if reference.mutability.is_some() => (&*reference.expr, "iter_mut"),
            Expr::Reference(reference) => (&*reference.expr, "iter"),
            Expr::Path(_) => (iterator, "into_iter"),
            _ => return None,
        };
        let method = Ident::new(method, iterator.span());
        let active = self.is_known_map(map) && self.may_carry(map);
        active.then(|| syn::parse_quote!((#map).#method()))
    }

    /// Whether a derivative may come out of what is looped over, which is no iterator as far as one can see: the result of a call,
    /// a field, a variable.
    fn is_list_by_value(&self, iterator: &Expr) -> bool {
        let is_list = match iterator {
            _ if matches!(self.type_of(iterator), Ty::Vec(_) | Ty::Array(_)) => true,
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let count = call.args.len();
                let slice = matches!(name.as_str(), "as_slice" | "as_mut_slice") && count == 0;
                slice
                    || !gives_iterator(&name)
                        && !crate::lower::vocabulary::is_std_method(&name, count, &self.type_of(&call.receiver))
            }
            Expr::Call(call) => matches!(&*call.func, Expr::Path(path) if self.may_have_twin(&path.path)),
            Expr::Path(path) => {
                let binding = path.path.get_ident().and_then(|ident| self.lookup(ident));
                matches!(binding, Some(Binding::Var(_)))
            }
            Expr::Field(_) | Expr::Index(_) | Expr::Array(_) => true,
            _ => false,
        };
        let flows = self.may_carry(iterator) && !self.gives_inert_items(iterator);
        is_list && flows && !self.type_of(iterator).is_inert()
    }

    /// `for x in list { … }` of a list by value, whatever list that is.
    fn for_items(&mut self, stmt: &syn::ExprForLoop) -> Value {
        let span = stmt.for_token.span();
        let list = match self.value(&stmt.expr) {
            value @ (Value::Ref(..) | Value::Choice(..)) => value,
            value if matches!(self.value_ty(&value), Ty::Vec(_) | Ty::Array(_) | Ty::NdArray(..)) => {
                let value = self.settle(value, span);
                self.located_value(value, span)
            }
            // `for &x in self.list`: the field is a reference.
            value @ Value::Place(_) if matches!((&*stmt.pat, &*stmt.expr), (Pat::Reference(_), Expr::Field(_))) => {
                value
            }
            value => self.items_of(value, stmt.expr.span(), span),
        };
        let chain = match self.value_ty(&list).behind_references() {
            Ty::NdArray(_, axes) if *axes != Some(1) => match self.cells(list, false, span) {
                Some(cells) => Chain::of(cells),
                None => return Value::Unit,
            },
            _ => Chain::elements(list),
        };
        self.over_chain(stmt, &chain);
        Value::Unit
    }

    /// The items of anything that is iterated by value, as a list.
    pub(super) fn items_of(&mut self, value: Value, written: Span, span: Span) -> Value {
        let all = self.read(value, span);
        let items = self.items_by_value(all, Ty::Unknown, written, span);
        Value::Place(self.place_of(items, span))
    }

    /// An element of a list by value that gets a name: it cannot be moved out of the list that the reverse sweep needs.
    pub(super) fn owned(&self, pat: &Pat, item: Value) -> Value {
        match (pat, item) {
            (Pat::Ident(_), item) => self.taken_out(item),
            (Pat::Wild(_), Value::Place(_)) => Value::Unit,
            (Pat::Paren(inner), item) => self.owned(&inner.pat, item),
            (Pat::Type(typed), item) => self.owned(&typed.pat, item),
            (Pat::Tuple(tuple), Value::Tuple(values)) if tuple.elems.len() == values.len() => {
                let parts = tuple.elems.iter().zip(values);
                Value::Tuple(parts.map(|(pat, value)| self.owned(pat, value)).collect())
            }
            (Pat::Tuple(tuple), Value::Place(place)) if tuple.elems.iter().all(names_parts) => {
                let part = |k: usize| Value::Place(place.then(Projection::Field(k.into())));
                let parts = tuple.elems.iter().enumerate();
                Value::Tuple(parts.map(|(k, pat)| self.owned(pat, part(k))).collect())
            }
            (_, item) => item,
        }
    }

    /// The same of an element that becomes a value of its own without a name.
    pub(super) fn taken_out(&self, item: Value) -> Value {
        match item {
            Value::Place(place) if matches!(self.f.place_ty(&place), Ty::Unknown | Ty::Vec(_)) => {
                let ty = self.f.place_ty(&place);
                Value::Op(Op::Read(place), ty)
            }
            item => item,
        }
    }

    /// What a closure is given by a chain: an element of a list of the function's own, which `into_iter` gives, is not moved out of
    /// it. What lies behind a reference can only be copied, and need not be cloned.
    pub(super) fn given_items(&self, closure: &syn::ExprClosure, args: Vec<Value>) -> Vec<Value> {
        let pats = closure.inputs.iter();
        pats.zip(args).map(|(pat, arg)| self.given_item(pat, arg)).collect()
    }

    fn given_item(&self, pat: &Pat, item: Value) -> Value {
        match (pat, item) {
            (_, Value::Place(place)) if self.f.info(place.root).role == Role::Value => {
                self.owned(pat, Value::Place(place))
            }
            (Pat::Tuple(tuple), Value::Tuple(values)) if tuple.elems.len() == values.len() => {
                let parts = tuple.elems.iter().zip(values);
                Value::Tuple(parts.map(|(pat, value)| self.given_item(pat, value)).collect())
            }
            (_, item) => item,
        }
    }

    fn elements_of<'e>(&self, iterator: &'e Expr) -> Option<Elements<'e>> {
        let mut elements = Elements {
            array: iterator,
            mutable: false,
            by_value: false,
            enumerated: false,
            reversed: false,
        };
        let mut expr = iterator;
        let mut seen_iter = false;
        while let Expr::MethodCall(call) = expr {
            if self.lent(expr).is_some() {
                break;
            }
            if !call.args.is_empty() {
                return None;
            }
            match call.method.to_string().as_str() {
                // `rev` after `enumerate` would count from the end.
                "enumerate" if !elements.enumerated && !elements.reversed => elements.enumerated = true,
                "rev" if !elements.reversed && !elements.enumerated => elements.reversed = true,
                "iter" => seen_iter = true,
                "iter_mut" => {
                    seen_iter = true;
                    elements.mutable = true;
                }
                _ => return None,
            }
            expr = strip(&call.receiver);
            if seen_iter {
                break;
            }
        }
        elements.array = expr;
        if !seen_iter {
            if elements.enumerated || elements.reversed {
                return None;
            }
            match expr {
                Expr::Reference(reference) => {
                    elements.array = &reference.expr;
                    elements.mutable = reference.mutability.is_some();
                }
                Expr::Path(path) => match path.path.get_ident().and_then(|ident| self.lookup(ident))? {
                    Binding::Alias(_, mutable) => elements.mutable = *mutable,
                    Binding::Known(value) => match &**value {
                        Value::Choice(_, then, _) => {
                            elements.mutable = crate::lower::chains::is_reference(then) == Some(true)
                        }
                        _ => return None,
                    },
                    Binding::Var(_) | Binding::Closure(_) => elements.by_value = true,
                    Binding::Cursor(cursor) => elements.mutable = cursor.writes()?,
                    Binding::Iterator(..) => return None,
                },
                Expr::Call(_) | Expr::MethodCall(_) => {
                    let lent = self.lent(expr).filter(|lent| !lent.optional)?;
                    elements.mutable = lent.mutable;
                }
                _ => return None,
            }
        }
        if self.is_known_map(elements.array) {
            return None;
        }
        // What indexes like a slice: for certain, or because a derivative can flow only through such arrays.
        let ty = self.type_of(elements.array);
        let array = ty.behind_references();
        let sequence = matches!(
            array,
            Ty::Slice(_) | Ty::Vec(_) | Ty::Array(_) | Ty::NdArray(_, Some(1))
        );
        let unknown = *array == Ty::Unknown && self.may_carry(elements.array) && !elements.by_value;
        (sequence || unknown).then_some(elements)
    }

    /// Gives the variables of an iterator's pattern their unique names.
    /// `mut x` is bound as `x`, which the loop then copies.
    fn rename_pattern(&mut self, pat: &mut Pat, vars: &mut Vec<Var>, bindings: &mut Vec<(Ident, Var, bool)>) {
        struct Rename<'a, 'b, 'c>(&'a mut Lower<'b>, &'c mut Vec<Var>, &'c mut Vec<(Ident, Var, bool)>);
        impl WalkMut for Rename<'_, '_, '_> {
            fn node(&mut self, node: NodeMut<'_>) {
                match node {
                    NodeMut::PatIdent(pat) => {
                        let mutable = pat.mutability.take().is_some();
                        let name = self.0.f.names.bind_local(&pat.ident);
                        let var = self.0.add_var(VarInfo {
                            name: name.clone(),
                            ty: Ty::Unknown,
                            mutable: false,
                            role: Role::Value,
                            temporary: false,
                            annotation: None,
                        });
                        self.1.push(var);
                        self.2.push((pat.ident.clone(), var, mutable));
                        pat.ident = name;
                        descend_mut(self, NodeMut::PatIdent(pat));
                    }
                    node => descend_mut(self, node),
                }
            }
        }
        Rename(self, vars, bindings).node(NodeMut::Pat(pat));
    }
}

/// `a..b`, `(a..b).rev()`.
fn range_of(expr: &Expr) -> Option<(&syn::ExprRange, bool)> {
    match expr {
        Expr::Range(range) if range.start.is_some() && range.end.is_some() => Some((range, false)),
        Expr::MethodCall(call) if call.method == "rev" && call.args.is_empty() => match strip(&call.receiver) {
            Expr::Range(range) if range.start.is_some() && range.end.is_some() => Some((range, true)),
            _ => None,
        },
        _ => None,
    }
}

/// The name that a loop gives to a reference into what it goes through: `key` of `for (i, key) in keys.iter().enumerate()`.
fn found_by_reference<'p>(pattern: &'p Pat, iterator: &Expr) -> Option<&'p Ident> {
    let named = match pattern {
        Pat::Ident(ident) if ident.by_ref.is_none() && ident.subpat.is_none() => Some(&ident.ident),
        _ => None,
    };
    match strip(iterator) {
        Expr::Reference(reference) if reference.mutability.is_none() => named,
        Expr::MethodCall(call) => match (call.method.to_string().as_str(), pattern) {
            ("iter" | "keys", _) if call.args.is_empty() => named,
            ("rev" | "take" | "skip" | "step_by", _) => found_by_reference(pattern, &call.receiver),
            ("enumerate", Pat::Tuple(parts)) => found_by_reference(parts.elems.iter().nth(1)?, &call.receiver),
            _ => None,
        },
        _ => None,
    }
}

/// What is lost where a derivative enters an iterator that is kept as it is.
pub(super) fn lost_in_iterator(span: Span, iterator: &Opaque) -> Loss {
    Loss {
        span,
        reads: iterator.carried.clone(),
        spellings: Vec::new(),
        message: "cannot differentiate through this iterator yet".into(),
        help: "loop over a range of indices, over `&v` or over `v.iter()`".into(),
    }
}

/// Whether a method of this name gives an iterator, and no list.
pub(super) fn gives_iterator(name: &str) -> bool {
    let of_sets = matches!(name, "range" | "union" | "intersection" | "difference");
    name.contains("iter") || of_sets || is(Mark::Iterates, name)
}

/// Whether a pattern only gives names to the parts of a tuple.
fn names_parts(pat: &Pat) -> bool {
    match pat {
        Pat::Ident(ident) => ident.by_ref.is_none() && ident.subpat.is_none(),
        Pat::Wild(_) => true,
        Pat::Paren(inner) => names_parts(&inner.pat),
        Pat::Tuple(tuple) => tuple.elems.iter().all(names_parts),
        _ => false,
    }
}
