//! Methods and functions that overwrite or exchange the content of places.
//!
//! Input:  `v.swap(i, j)`, `v.fill(x)`, `mem::replace(&mut a, b)`
//! Output: assignments to elements where these are copied, else a call of a twin of the runtime

use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::lower::integers::only_of_integers;
use crate::lower::methods::Called;
use crate::syntax::expressions::strip;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

impl Lower<'_> {
    /// Methods that change their receiver.
    pub(super) fn overwriting(&mut self, called: &Called) -> Option<Value> {
        let (call, name, span) = (called.call, called.name.as_str(), called.span);
        let (receiver_ty, flows, of_self) = (&called.receiver_ty, called.flows, called.of_self);
        match name {
            _ if self.stays_as_written(call, receiver_ty) => {}
            "assign" | "fill" | "scaled_add" if flows && self.is_array(call) => {
                return Some(self.write_array(call));
            }
            "swap" | "fill" | "copy_from_slice" | "clone_from_slice"
                if (receiver_ty.element().is_scalar() || called.of_array())
                    && !self.stays_as_written(call, receiver_ty) =>
            {
                if !flows {
                    self.of_list(call, receiver_ty);
                }
                return Some(self.bulk_write(call));
            }
            "fill" | "copy_from_slice" | "clone_from_slice"
                if call.args.len() == 1 && flows && !of_self && self.is_list(&call.receiver) =>
            {
                return Some(self.bulk_write(call));
            }
            name if *receiver_ty == Ty::Unknown
                && flows
                && let Some(ty) = only_of_integers(name) =>
            {
                return Some(self.integer_method(call, ty));
            }
            // A type with a name may have a method of its own under these, and what cannot be written has one.
            "push" | "clear" | "swap"
                if flows
                    && *receiver_ty == Ty::Unknown
                    && (self.has_named_type(&call.receiver)
                        || self.is_of_indexed(&call.receiver)
                        || self.cannot_be_written(&call.receiver)) =>
            {
                return Some(self.method_call(call));
            }
            "push" if call.args.len() == 1 => return Some(self.pushed(call)),
            // Of a vector that is seen as an array: an option has no `swap`.
            "swap"
                if call.args.len() == 2
                    && flows
                    && !self.options.in_lanes()
                    && let Expr::MethodCall(seen) = strip(&call.receiver)
                    && seen.method == "as_mut"
                    && seen.args.is_empty() =>
            {
                return Some(self.swap_parts(call, &seen.receiver, "swap_within"));
            }
            "swap" if call.args.len() == 2 && flows && !of_self && self.is_list(&call.receiver) => {
                return Some(self.swap_parts(call, &call.receiver, "swap"));
            }
            "get_or_insert" | "get_or_insert_with" if call.args.len() == 1 && flows && !of_self => {
                return Some(self.get_or_insert(call));
            }
            "insert" if call.args.len() == 1 && flows && !of_self && self.is_inferred_option(&call.receiver) => {
                let Some(place) = self.target_receiver(&call.receiver) else {
                    return Some(self.stand_in());
                };
                return Some(self.insert_in_option(place, &call.args[0], span));
            }
            "xor" if call.args.len() == 1 && flows && !of_self && self.is_inferred_option(&call.receiver) => {
                return Some(self.one_of_two(call));
            }
            "take" if call.args.is_empty() && flows && !of_self => {
                let Some(place) = self.target_receiver(&call.receiver) else {
                    return Some(self.stand_in());
                };
                let none = Atom::Constant(quote!(::core::option::Option::None), Ty::Unknown);
                return Some(self.replace(place, none, span));
            }
            "reserve" | "reserve_exact" | "shrink_to_fit" | "shrink_to"
                if call.args.len() == usize::from(name != "shrink_to_fit") && flows && self.is_list(&call.receiver) =>
            {
                return Some(self.resized_memory(call));
            }
            "as_slice" | "as_mut_slice" if call.args.is_empty() && flows && self.is_list(&call.receiver) => {
                return Some(self.as_slice(call));
            }
            _ => {}
        }
        None
    }

    /// `list.push(x)`; what is pushed to a list of references is kept where these are made.
    fn pushed(&mut self, call: &syn::ExprMethodCall) -> Value {
        if self.listed(&call.receiver).is_some() {
            self.target_receiver(&call.receiver);
            return Value::Unit;
        }
        let value = self.atom(&call.args[0]);
        if let Some(place) = self.target_receiver(&call.receiver) {
            self.push_element(place, value, call.method.span());
        }
        Value::Unit
    }

    /// `option.xor(other)`.
    fn one_of_two(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let [one, other] = ["one", "other"].map(|name| self.f.names.fresh(name, span));
        for name in [&one, &other] {
            self.possibly_active.insert(name.to_string());
        }
        let (receiver, arg) = (&call.receiver, &call.args[0]);
        self.value(&syn::parse_quote_spanned!(span=> {
            let #one: ::core::option::Option<_> = #receiver;
            let #other: ::core::option::Option<_> = #arg;
            if #one.is_none() { #other } else if #other.is_none() { #one } else { ::core::option::Option::None }
        }))
    }

    /// `v.swap(i, j)`, `v.fill(x)`, `v.copy_from_slice(w)` on elements that are copied: as assignments to elements.
    pub(super) fn bulk_write(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let Some(place) = self.target_receiver(&call.receiver) else {
            return Value::Unit;
        };
        if self.f.place_ty(&place).element() == Ty::Unknown {
            // It is by its name that it is a slice's method.
            let (list, reads) = self.written_list(&Value::Ref(place.clone(), true));
            self.effect(span, Opaque::pure(quote_spanned!(span=> let _ = #list;), reads));
        }
        let at = |index: &Atom| place.then(Projection::Index(index.clone()));
        let element = self.f.place_ty(&place).element();
        match (call.method.to_string().as_str(), call.args.len()) {
            ("swap", 2) => {
                let (i, j) = (self.atom(&call.args[0]), self.atom(&call.args[1]));
                let first = self.temp(Op::Read(at(&i)), element.clone(), span);
                let second = self.temp(Op::Read(at(&j)), element, span);
                self.put(at(&i), second, span);
                self.put(at(&j), first, span);
            }
            ("fill", 1) => {
                let value = self.atom(&call.args[0]);
                self.each_index(&place, span, |lower, index| {
                    let value = lower.another(&value, span);
                    lower.put(at(index), value, span);
                });
            }
            ("copy_from_slice" | "clone_from_slice", 1) => {
                let source = self.value(&call.args[0]);
                let source = self.place_of(source, span);
                // Unequal lengths panic as the method itself does, of lists of nothing: the place may be seen only through a route.
                let (target, from) = (spell::place(&self.f.vars, &place), spell::borrow(&self.f.vars, &source));
                let method = &call.method;
                let mut reads = Vec::new();
                place.uses(Use::Read, &mut |var, _| reads.push(var));
                source.uses(Use::Read, &mut |var, _| reads.push(var));
                let tokens = quote_spanned!(span=> if #target.len() != (#from).len() {
                    ::pullback::rt::std::vec![(); #target.len()].#method(&::pullback::rt::std::vec![(); (#from).len()]);
                });
                self.effect(span, Opaque::once(tokens, reads));
                self.each_index(&place, span, |lower, index| {
                    let from = source.then(Projection::Index(index.clone()));
                    let op = if element.is_scalar() {
                        Op::Read(from)
                    } else {
                        Op::Clone(from, Ident::new("clone", span))
                    };
                    let value = lower.temp(op, element.clone(), span);
                    lower.put(at(index), value, span);
                });
            }
            _ => self.error(span, "this method takes other arguments", ""),
        }
        Value::Unit
    }

    /// `index.swap(i, j)` of a list of counts by which nothing is chosen here. The reverse sweep hardly needs it, so that the method may
    /// be whatever rustc finds: where it is needed after all, a copy of the list undoes the call.
    pub(super) fn stays_as_written(&self, call: &syn::ExprMethodCall, list: &Ty) -> bool {
        let Expr::Path(path) = strip(&call.receiver) else {
            return false;
        };
        let name = path
            .path
            .get_ident()
            .filter(|_| matches!(list, Ty::Vec(count) if **count == Ty::Int));
        call.method == "swap" && name.is_some_and(|name| !self.choosing.contains(&name.to_string()))
    }

    /// A plain assignment.
    pub(super) fn put(&mut self, place: Place, value: Atom, span: Span) {
        self.push(span, StmtKind::assign(place, value));
    }

    /// The value once more: a copy of what only rustc knows.
    fn another(&mut self, value: &Atom, span: Span) -> Atom {
        match value {
            Atom::Var(var) if !self.f.info(*var).ty.is_scalar() => {
                let (op, ty) = (
                    Op::Clone(Place::var(*var), Ident::new("clone", span)),
                    self.f.info(*var).ty.clone(),
                );
                self.temp(op, ty, span)
            }
            value => value.clone(),
        }
    }

    /// `v.swap(i, j)` on elements that are not copied: a function with a twin in the runtime.
    fn swap_parts(&mut self, call: &syn::ExprMethodCall, of: &Expr, twin: &str) -> Value {
        let span = call.method.span();
        let Some(place) = self.target_receiver(of) else {
            return Value::Unit;
        };
        let mut args = vec![Argument::Mut(place)];
        for index in &call.args {
            args.push(Argument::Value(self.atom(index)));
        }
        let ad = self.f.names_ad();
        let function = match twin {
            "swap" => syn::parse_quote_spanned!(span=> <[_]>::swap),
            _ => syn::parse_quote_spanned!(span=> #ad::swap_within),
        };
        let forward = self.runtime_twin(twin);
        self.call_stmt(CallKind::Function, function, forward, args, Ty::Unit, None, span);
        Value::Unit
    }

    /// `v.reserve(n)` and `v.shrink_to_fit()`: nothing that is in the vector changes.
    pub(super) fn resized_memory(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let Some(place) = self.target_receiver(&call.receiver) else {
            return Value::Unit;
        };
        let counts: Vec<Atom> = call.args.iter().map(|count| self.atom(count)).collect();
        let (ad, method) = (self.f.names_ad(), &call.method);
        let list = spell::place(&self.f.vars, &place);
        let located = counts.iter().zip(&call.args);
        let n: Vec<_> = located.map(|(count, arg)| self.located(count, arg.span())).collect();
        let mut reads: Vec<Var> = counts.iter().filter_map(Atom::var).collect();
        place.uses(Use::Read, &mut |var, _| reads.push(var));
        let opaque = Opaque {
            carried: Vec::new(),
            pure: false,
            ..Opaque::pure(quote_spanned!(span=> #list.#method(#(#ad::passive(#n)),*);), reads)
        };
        self.effect(span, opaque);
        Value::Unit
    }

    /// What a place holds, by value. Only a variable as a whole is moved out of.
    pub(super) fn held_by(&mut self, place: &Place, span: Span) -> Atom {
        let ty = self.f.place_ty(place);
        if place.is_whole() || ty.is_scalar() {
            return self.read(Value::Place(place.clone()), span);
        }
        self.temp(Op::Clone(place.clone(), Ident::new("clone", span)), ty, span)
    }

    /// Puts a value in a place; gives what was there before.
    fn replace(&mut self, place: Place, value: Atom, span: Span) -> Value {
        let ty = self.f.place_ty(&place);
        if !ty.is_scalar() {
            self.check_exchanged(&place, span);
            return Value::Atom(self.temp(Op::Replace(place, value), ty, span));
        }
        let before = self.held_by(&place, span);
        self.put(place, value, span);
        Value::Atom(before)
    }

    /// A field of what holds references may be a mutable one, which stays where it is: rustc says so if it is one.
    fn check_exchanged(&mut self, place: &Place, span: Span) {
        if !self.borrows(place.root) || !matches!(place.path.last(), Some(Projection::Field(_))) {
            return;
        }
        let (field, reads) = self.written(&Value::Ref(place.clone(), false));
        let ad = self.f.names_ad();
        let tokens = quote_spanned!(span=> { use #ad::StaysNot as _; let (): () = #ad::exchanged(#field).may_go(); });
        let opaque = Opaque {
            carried: Vec::new(),
            ..Opaque::pure(tokens, reads)
        };
        self.effect(span, opaque);
    }

    /// `mem::swap(&mut a, &mut b)`, `mem::replace(&mut a, b)` and `mem::take(&mut a)`, as assignments; a swap of what is no
    /// number is a call, or what is swapped would have to be copied.
    pub(super) fn memory(&mut self, function: &str, call: &syn::ExprCall) -> Option<Value> {
        let span = call.span();
        if !matches!((function, call.args.len()), ("swap" | "replace", 2) | ("take", 1)) {
            return None;
        }
        if function == "swap" && self.swap_cursors(&call.args[0], &call.args[1], span) {
            return Some(Value::Unit);
        }
        let first = self.exchanged(&call.args[0])?;
        if function == "replace" {
            let value = self.atom(&call.args[1]);
            return Some(self.replace(first, value, span));
        }
        if function == "take" {
            let default = Atom::Constant(quote!(::core::default::Default::default()), Ty::Unknown);
            return Some(self.replace(first, default, span));
        }
        let second = self.exchanged(&call.args[1])?;
        let passive = !self.may_carry(&Expr::Call(call.clone()));
        let named = passive && first.is_whole() && second.is_whole();
        if !(named || self.f.place_ty(&first).is_scalar() || first.overlaps(&second)) {
            let (function, forward) = (syn::parse_quote!(::core::mem::swap), self.runtime_twin("exchange"));
            let args = vec![Argument::Mut(first), Argument::Mut(second)];
            self.call_stmt(CallKind::Function, function, forward, args, Ty::Unit, None, span);
            return Some(Value::Unit);
        }
        let a = self.held_by(&first, span);
        let b = self.held_by(&second, span);
        self.put(first, b, span);
        self.put(second, a, span);
        Some(Value::Unit)
    }

    /// What is behind a mutable reference. A field of a type that only rustc knows is one where it stands for one.
    fn exchanged(&mut self, expr: &Expr) -> Option<Place> {
        match self.value(expr) {
            Value::Ref(place, true) => Some(place),
            Value::Place(place) if matches!(strip(expr), Expr::Field(_)) && self.f.place_ty(&place) == Ty::Unknown => {
                Some(place.then(Projection::Deref))
            }
            _ => None,
        }
    }

    /// A method that changes its receiver.
    pub(super) fn target_receiver(&mut self, receiver: &Expr) -> Option<Place> {
        match self.written_value(receiver) {
            Value::Place(place) | Value::Ref(place, _) => Some(place),
            Value::Listed(_) => {
                let help = "keep a list of indices, or collect clones of what they point to";
                self.error(
                    receiver.span(),
                    "a list of references is changed, which is not supported",
                    help,
                );
                None
            }
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
}
