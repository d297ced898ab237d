//! Scalar replacement of options: an option of a reference, or one whose parts are known, is a discriminant and the place of its payload;
//! combinators become branches.
//!
//! Input:  `v.get(i).map_or(0.0, |a| a * k)`
//! Output: `let t = `i < v.len()`; let t_2 = if t { v[i] * k } else { 0.0 }`

pub mod elements;

use crate::infer::methods::changes_option;
use crate::infer::types::{Head, Type};
use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::references::{Side, by_reference, by_value, is};
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Pat};

/// What goes where nothing is, `or_insert(value)` or `or_insert_with(closure)`.
pub(super) enum Filling {
    /// Evaluated whether it is needed or not.
    Given(Atom),
    Made(syn::ExprClosure),
}

impl Filling {
    /// The value, where it is needed.
    pub(super) fn value(self, lower: &mut Lower, span: Span) -> Atom {
        match self {
            Filling::Given(value) => value,
            Filling::Made(make) => {
                let value = lower.apply(&make, Vec::new());
                lower.read(value, span)
            }
        }
    }
}

impl Lower<'_> {
    /// An option as a value of its own.
    pub(super) fn build_option(&mut self, present: Atom, inside: Value, span: Span) -> Atom {
        let then = self.nested(|lower| {
            let value = lower.read(inside, span);
            let some = lower.variant(
                &syn::parse_quote!(::core::option::Option::Some),
                vec![(0.into(), value)],
            );
            Some(lower.read(some, span))
        });
        if is(&present, "true") {
            self.stmts.extend(then.stmts);
            return then.result.expect("a block with a value");
        }
        let els = Block {
            stmts: Vec::new(),
            result: Some(Atom::Constant(quote!(::core::option::Option::None), Ty::Unknown)),
        };
        let option = self.if_stmt(present, then, els, span);
        self.read(option, span)
    }

    /// An option whose value nothing can change any more.
    pub(super) fn settle_option(&mut self, present: Atom, inside: Value, span: Span) -> Value {
        let pending = match &inside {
            Value::Op(..) => true,
            Value::Place(place) => self.place_is_mutable(place),
            Value::Tuple(values) => values
                .iter()
                .any(|value| matches!(value, Value::Place(place) if self.place_is_mutable(place))),
            _ => false,
        };
        let inside = if pending {
            self.when(&present, span, |lower| lower.settle(inside, span))
        } else {
            inside
        };
        Value::ScalarOption(present, Box::new(inside))
    }

    /// Whether an option matches a pattern; its value is looked at only where there is one.
    pub(super) fn test_option(&mut self, pat: &Pat, present: &Atom, inside: &Value) -> Atom {
        let span = pat.span();
        match pat {
            Pat::TupleStruct(some) if some.elems.len() == 1 => {
                let then = self.nested(|lower| Some(lower.test(&some.elems[0], inside)));
                if then.stmts.is_empty() && then.result.as_ref().is_some_and(|test| is(test, "true")) {
                    return present.clone();
                }
                let els = Block {
                    stmts: Vec::new(),
                    result: Some(Atom::Constant(quote!(false), Ty::Bool)),
                };
                let both = self.if_stmt(present.clone(), then, els, span);
                self.read(both, span)
            }
            Pat::Ident(ident) if ident.ident == "None" => self.negated(present, span),
            Pat::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "None") => {
                self.negated(present, span)
            }
            Pat::Ident(ident) if ident.subpat.is_some() => {
                let (_, sub) = ident.subpat.as_ref().expect("the guard says so");
                self.test_option(sub, present, inside)
            }
            Pat::Or(or) => {
                let tests: Vec<Atom> = or
                    .cases
                    .iter()
                    .map(|case| self.test_option(case, present, inside))
                    .collect();
                let tokens = tests.iter().map(|test| self.spelled(test));
                let opaque = Opaque::pure(quote!(#(#tokens)||*), tests.iter().filter_map(Atom::var).collect());
                self.temp(Op::Opaque(opaque), Ty::Bool, span)
            }
            Pat::Paren(inner) => self.test_option(&inner.pat, present, inside),
            Pat::Reference(inner) => self.test_option(&inner.pat, present, inside),
            _ => {
                self.error(
                    span,
                    "this pattern is not supported yet for an option of a reference",
                    "write `Some(..)` or `None`",
                );
                Atom::Constant(quote!(true), Ty::Bool)
            }
        }
    }

    /// Whether an expression is an option that is not built: of a reference into a list, or of what an iterator finds.
    pub(super) fn gives_option(&self, expr: &Expr) -> bool {
        if let Some(lent) = self.lent(expr) {
            return lent.optional && self.may_carry(expr);
        }
        if let Some(several) = self.lent_together(expr) {
            return several.is_optional() && self.may_carry(expr);
        }
        let call = match crate::lower::chains::strip(expr) {
            Expr::Path(path) => {
                let binding = path.path.get_ident().and_then(|ident| self.lookup(ident));
                return match binding {
                    Some(Binding::Known(value)) => matches!(**value, Value::ScalarOption(..)),
                    Some(Binding::Cursor(cursor)) => cursor.is_option(),
                    _ => false,
                };
            }
            Expr::MethodCall(call) if self.gives_own_value(call) => return false,
            Expr::MethodCall(call) => call,
            _ => return false,
        };
        let name = call.method.to_string();
        let reborrows = matches!(name.as_str(), "as_ref" | "as_mut" | "as_deref" | "as_deref_mut");
        if reborrows && self.gives_option(&call.receiver) {
            return true;
        }
        if !self.may_carry(expr) {
            return false;
        }
        match (name.as_str(), call.args.len()) {
            ("next" | "peek" | "last" | "max" | "min", 0)
            | (
                "max_by" | "min_by" | "max_by_key" | "min_by_key" | "find" | "find_map" | "position" | "reduce" | "nth",
                1,
            ) if self.is_chain(&call.receiver) => true,
            ("first" | "last" | "first_mut" | "last_mut", 0) if self.is_small_array(&call.receiver) => true,
            ("front" | "back" | "front_mut" | "back_mut", 0) => self.is_deque(&call.receiver),
            ("first" | "last" | "first_mut" | "last_mut" | "split_first" | "split_last", 0)
            | ("split_first_mut" | "split_last_mut", 0) => self.is_list(&call.receiver),
            ("get" | "get_mut", 1) => {
                let array = matches!(self.type_of(&call.receiver).behind_references(), Ty::NdArray(..));
                (array || self.is_list(&call.receiver)) && !self.is_no_index(&call.args[0])
            }
            ("pop", 0) => self.is_list(&call.receiver),
            ("as_ref" | "as_mut" | "as_deref" | "as_deref_mut", 0) => {
                *self.type_of(&call.receiver).behind_references() == Ty::Unknown && !self.is_pointer(&call.receiver)
            }
            ("filter", 1) => self.gives_option(&call.receiver) || self.may_be_option(&call.receiver),
            ("copied" | "cloned", 0) | ("map" | "or" | "or_else", 1) => self.gives_option(&call.receiver),
            ("and_then", 1) => {
                let gives = |closure: &syn::ExprClosure| self.gives_option(&closure.body);
                self.gives_option(&call.receiver) && matches!(&call.args[0], Expr::Closure(closure) if gives(closure))
            }
            _ => false,
        }
    }

    /// Whether an expression is an array of one or two axes.
    fn is_small_array(&self, expr: &Expr) -> bool {
        matches!(self.type_of(expr).behind_references(), Ty::NdArray(_, Some(1 | 2)))
    }

    /// Whether an expression is one of std's queues, which are indexed from their front.
    fn is_deque(&self, expr: &Expr) -> bool {
        matches!(self.inferred(expr), Type::Of(Head::Named(name), _) if name == "VecDeque")
    }

    /// Whether an expression is written to be a box or another pointer of std's: its `as_ref` gives no option.
    pub(super) fn is_pointer(&self, expr: &Expr) -> bool {
        let written = |expr: &Expr| {
            let Expr::Path(path) = crate::syntax::expressions::strip(expr) else {
                return None;
            };
            match self.lookup(path.path.get_ident()?)? {
                Binding::Var(var) => self.written_type(&Place::var(*var)),
                Binding::Alias(place, _) => self.written_type(place),
                _ => None,
            }
        };
        let given = |name: &syn::Ident| self.options.lent.get(&name.to_string()).cloned();
        let ty = match crate::syntax::expressions::strip(expr) {
            Expr::MethodCall(call) => given(&call.method),
            Expr::Index(index) => written(&index.expr).and_then(|list| crate::syntax::types::element(&list).cloned()),
            expr => written(expr),
        };
        ty.is_some_and(|ty| crate::syntax::types::is_pointer(&ty))
    }

    /// Whether what an expression gives is taken for an option, which is then proved: what is no iterator as far as one can see.
    pub(super) fn may_be_option(&self, expr: &Expr) -> bool {
        let iterator = match crate::lower::chains::strip(expr) {
            Expr::MethodCall(call) => crate::lower::for_loops::gives_iterator(&call.method.to_string()),
            _ => false,
        };
        !iterator && !self.is_chain(expr) && *self.type_of(expr).behind_references() == Ty::Unknown
    }

    /// What the methods of slices give that return options of references, and those of iterators that find an item.
    pub(super) fn option(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let name = call.method.to_string();
        if self.is_chain(&call.receiver) {
            if let Some(value) = self.take_from_iterator(call) {
                return value;
            }
            return self.found(call);
        }
        if self.gives_option(&call.receiver) {
            let value = self.of_option(call);
            return value.unwrap_or_else(|| self.stand_in());
        }
        if name == "pop" {
            return self.pop(call);
        }
        if name.starts_with("as_") {
            let value = match self.value(&call.receiver) {
                // What a call gives has no name: `state().as_mut()` lends a variable of its own.
                given @ (Value::Op(..) | Value::Atom(_)) if name.ends_with("_mut") || name == "as_mut" => {
                    Value::Place(self.mutable_temp(given, span))
                }
                value => value,
            };
            let (present, inside) = self.proved_option(value, span);
            return Value::ScalarOption(present, Box::new(self.as_reference(inside, &name, span)));
        }
        if name == "filter" {
            let value = self.value(&call.receiver);
            let (present, inside) = self.proved_option(value, span);
            return self
                .filtered_option(call, present, inside)
                .unwrap_or_else(|| self.stand_in());
        }
        let mutable = name.ends_with("_mut");
        if matches!(name.as_str(), "front" | "back" | "front_mut" | "back_mut") {
            return self.end_of_queue(call);
        }
        if self.is_small_array(&call.receiver) && call.args.is_empty() {
            return self.option(&self.corner(call));
        }
        let list = self.list(&call.receiver, mutable);
        if let Value::Listed(listed) = &list {
            return self.listed_option(listed, call, mutable);
        }
        if let Some(key) = call.args.first()
            && self.asks_map(&call.receiver, key)
        {
            return self.entry(list, key, span);
        }
        if name.starts_with("get") {
            return self.element_option(list, &call.args[0], span);
        }
        self.end_option(list, &name, span)
    }

    /// Whether there is a value in an option, and the value. That it is one, and no result or iterator with a method of the same
    /// name, is proved by the emitted code.
    pub(super) fn proved_option(&mut self, option: Value, span: Span) -> (Atom, Value) {
        if let Value::ScalarOption(present, inside) = option {
            return (present, *inside);
        }
        let place = self.place_of(option, span);
        let (borrow, reads) = self.written(&Value::Ref(place.clone(), false));
        let tokens = quote_spanned!(span=> ::core::option::Option::is_some(#borrow));
        let present = self.pure_temp(tokens, reads, Ty::Bool, span);
        let inside = Value::Place(place.then(Projection::Payload(Ident::new("payload_value", span))));
        (present, inside)
    }

    /// What a method is given to fill with: a value, or a closure that makes one; `None` after an error.
    pub(super) fn filling(&mut self, call: &syn::ExprMethodCall, made: bool) -> Option<Filling> {
        Some(match made {
            true => Filling::Made(self.closure(&call.args, 0)?),
            false => Filling::Given(self.atom(&call.args[0])),
        })
    }

    /// `option.get_or_insert(value)` and `option.get_or_insert_with(closure)`: a reference to what is in the option, once there
    /// is something.
    pub(super) fn get_or_insert(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let Some(place) = self.target_receiver(&call.receiver) else {
            return self.stand_in();
        };
        let Some(filling) = self.filling(call, call.method == "get_or_insert_with") else {
            return self.stand_in();
        };
        let (present, inside) = self.proved_option(Value::Place(place.clone()), span);
        let then = self.side(|_| Value::Unit);
        let els = self.side(|lower| {
            let value = filling.value(lower, span);
            let some = lower.variant(
                &syn::parse_quote!(::core::option::Option::Some),
                vec![(0.into(), value)],
            );
            let value = lower.read(some, span);
            lower.put(place, value, span);
            Value::Unit
        });
        self.join(present, then, els, span);
        by_reference(inside, true)
    }

    /// Whether inference knows that an expression is an option.
    pub(super) fn is_inferred_option(&self, expr: &Expr) -> bool {
        matches!(self.inferred(expr), Type::Of(Head::Named(name), _) if name == "Option")
    }

    /// `option.insert(value)`: a reference to what is in the option then.
    pub(super) fn insert_in_option(&mut self, place: Place, value: &Expr, span: Span) -> Value {
        let value = self.atom(value);
        let some = self.variant(
            &syn::parse_quote!(::core::option::Option::Some),
            vec![(0.into(), value)],
        );
        let value = self.read(some, span);
        self.put(place.clone(), value, span);
        let (_, inside) = self.proved_option(Value::Place(place), span);
        by_reference(inside, true)
    }

    /// `option.filter(closure)`
    pub(super) fn filtered_option(
        &mut self,
        call: &syn::ExprMethodCall,
        present: Atom,
        inside: Value,
    ) -> Option<Value> {
        let span = call.method.span();
        let closure = self.closure(&call.args, 1)?;
        let looked_at = self.located_value(inside, span);
        let then = self.side(|lower| lower.look_at(&looked_at, &closure, span));
        let els = self.side(|_| Value::Atom(Atom::Constant(quote!(false), Ty::Bool)));
        let passes = self.join(present, then, els, span);
        Some(Value::ScalarOption(self.read(passes, span), Box::new(looked_at)))
    }

    /// A method of an option that is not built; `None` if it needs one that is.
    pub(super) fn of_option(&mut self, call: &syn::ExprMethodCall) -> Option<Value> {
        let span = call.method.span();
        let name = call.method.to_string();
        if changes_option(&name)
            && let Expr::Path(_) = crate::syntax::expressions::strip(&call.receiver)
        {
            self.error(span, CHANGED, CHANGED_HELP);
            return Some(self.stand_in());
        }
        if !is_of_option(&name) {
            return None;
        }
        let Value::ScalarOption(present, inside) = self.value(&call.receiver) else {
            return Some(self.stand_in());
        };
        let inside = *inside;
        Some(match (name.as_str(), call.args.len()) {
            ("unwrap", 0) | ("expect", 1) => self.unwrapped(call, &present, inside),
            ("copied" | "cloned", 0) => {
                let inside = match inside {
                    Value::Choice(cond, then, els) => {
                        Value::Choice(cond, Box::new(by_value(*then)), Box::new(by_value(*els)))
                    }
                    inside => by_value(inside),
                };
                Value::ScalarOption(present, Box::new(inside))
            }
            ("as_ref" | "as_mut" | "as_deref" | "as_deref_mut", 0) => {
                Value::ScalarOption(present, Box::new(self.as_reference(inside, &name, span)))
            }
            ("filter", 1) => self.filtered_option(call, present, inside)?,
            ("is_some", 0) => Value::Atom(present),
            ("is_none", 0) => Value::Atom(self.negated(&present, span)),
            ("is_none_or" | "is_some_and" | "and_then", 1) => {
                let other = match name.as_str() {
                    "is_none_or" => Atom::Constant(quote!(true), Ty::Bool),
                    "is_some_and" => Atom::Constant(quote!(false), Ty::Bool),
                    _ => Atom::Constant(quote!(::core::option::Option::None), Ty::Unknown),
                };
                let closure = self.closure(&call.args, 1)?;
                let then = self.side(|lower| lower.apply(&closure, vec![inside]));
                let els = self.side(|_| Value::Atom(other));
                self.join(present, then, els, span)
            }
            ("unwrap_or", 1) => {
                let other = self.value(&call.args[0]);
                let other = self.settle(other, span);
                let els = self.side(|_| other);
                let then = self.side(|_| inside);
                self.join(present, then, els, span)
            }
            ("unwrap_or_else", 1) => {
                let closure = self.closure(&call.args, 0)?;
                let then = self.side(|_| inside);
                let els = self.side(|lower| lower.apply(&closure, Vec::new()));
                self.join(present, then, els, span)
            }
            ("or", 1) => {
                let other = self.value(&call.args[0]);
                let other = self.settle(other, span);
                let els = self.side(|_| other);
                self.first_of(present, inside, els, span)
            }
            ("or_else", 1) => {
                let closure = self.closure(&call.args, 0)?;
                let els = self.side(|lower| lower.apply(&closure, Vec::new()));
                self.first_of(present, inside, els, span)
            }
            ("map_or", 2) => {
                let other = self.value(&call.args[0]);
                let other = self.settle(other, span);
                let closure = self.closure(&call.args, 1)?;
                let then = self.side(|lower| lower.apply(&closure, vec![inside]));
                let els = self.side(|_| other);
                self.join(present, then, els, span)
            }
            ("map", 1) => {
                let closure = self.closure(&call.args, 1)?;
                let inside = self.when(&present, span, |lower| lower.apply(&closure, vec![inside]));
                Value::ScalarOption(present, Box::new(inside))
            }
            ("ok_or", 1) => self.ok_or(present, inside, &call.args[0], span),
            _ => {
                self.error(span, "this method takes other arguments", "");
                self.stand_in()
            }
        })
    }

    /// `option.unwrap()`: it panics as the method itself does.
    fn unwrapped(&mut self, call: &syn::ExprMethodCall, present: &Atom, inside: Value) -> Value {
        if is(present, "true") {
            return inside;
        }
        let span = call.method.span();
        let (method, args) = (&call.method, &call.args);
        let check: Expr = syn::parse_quote_spanned!(span=> ::core::option::Option::None::<()>.#method(#args));
        let Ok(opaque) = self.opaque(&check) else {
            self.error(span, "this message is not supported here", "write it as a literal");
            return inside;
        };
        let p = self.spelled(present);
        let tokens = &opaque.tokens;
        let opaque = Opaque {
            tokens: quote!(if !#p { #tokens }),
            reads: opaque.reads.iter().copied().chain(present.var()).collect(),
            pure: false,
            ..opaque
        };
        self.effect(span, opaque);
        inside
    }

    /// `option.ok_or(error)`, a result that is built.
    fn ok_or(&mut self, present: Atom, inside: Value, error: &Expr, span: Span) -> Value {
        let error = self.value(error);
        let error = self.settle(error, span);
        let then = self.side(|lower| {
            let value = lower.read(inside, span);
            lower.variant(&syn::parse_quote!(::core::result::Result::Ok), vec![(0.into(), value)])
        });
        let els = self.side(|lower| {
            let value = lower.read(error, span);
            lower.variant(&syn::parse_quote!(::core::result::Result::Err), vec![(0.into(), value)])
        });
        self.join(present, then, els, span)
    }

    /// What is inside if it is there, or else another option. The two are built, if the other one is.
    fn first_of(&mut self, present: Atom, inside: Value, (block, other): Side, span: Span) -> Value {
        let other = absent(other);
        let built = matches!(other, Value::Atom(_) | Value::Place(_) | Value::Op(..));
        if !built {
            let then = self.side(|_| some(inside));
            return self.join(present, then, (block, other), span);
        }
        if !matches!(inside, Value::Atom(_) | Value::Place(_)) {
            self.error(
                span,
                "an option of a value is not supported yet beside one of a reference",
                "write `match`, or `if let Some(..)`",
            );
            return Value::Never;
        }
        let then = self.side(|lower| {
            let value = match inside {
                Value::Place(place) => lower.held_by(&place, span),
                inside => lower.read(inside, span),
            };
            lower.variant(
                &syn::parse_quote!(::core::option::Option::Some),
                vec![(0.into(), value)],
            )
        });
        let option = self.join(present, then, (block, other), span);
        let (present, inside) = self.proved_option(option, span);
        Value::ScalarOption(present, Box::new(inside))
    }

    /// What `as_ref`, `as_mut`, `as_deref` and `as_deref_mut` make of the value in an option.
    pub(super) fn as_reference(&mut self, inside: Value, method: &str, span: Span) -> Value {
        let refers = matches!(self.value_ty(&inside), Ty::Ref(_));
        let inside = by_reference(inside, method.ends_with("_mut") || method == "as_mut");
        // Of an option of a reference, `as_deref` gives the same again.
        if method.starts_with("as_deref") && !refers {
            self.project(inside, Projection::Deref, span)
        } else {
            inside
        }
    }
}

/// The value in `Some`, as an option that is not built.
pub(super) fn some(value: Value) -> Value {
    Value::ScalarOption(Atom::Constant(quote!(true), Ty::Bool), Box::new(value))
}

/// The constant `None` as an option that is not built.
pub(super) fn absent(value: Value) -> Value {
    match value {
        Value::Atom(atom) if atom.is_none() => {
            Value::ScalarOption(Atom::Constant(quote!(false), Ty::Bool), Box::new(Value::Never))
        }
        value => value,
    }
}

/// What is said of an option of a reference that is assigned to, or taken from.
pub(super) const CHANGED: &str = "an option of a reference that is itself changed is not supported yet";

pub(super) const CHANGED_HELP: &str =
    "give the other option a name of its own, `let other = ..`; to lend a mutable one again, write `as_deref_mut()`";

/// The methods that an option has which is not built.
fn is_of_option(method: &str) -> bool {
    matches!(
        method,
        "unwrap"
            | "expect"
            | "copied"
            | "cloned"
            | "as_ref"
            | "as_mut"
            | "as_deref"
            | "as_deref_mut"
            | "is_some"
            | "is_none"
            | "is_none_or"
            | "filter"
            | "map"
            | "and_then"
            | "unwrap_or"
            | "unwrap_or_else"
            | "map_or"
            | "is_some_and"
            | "ok_or"
            | "or"
            | "or_else"
    )
}
