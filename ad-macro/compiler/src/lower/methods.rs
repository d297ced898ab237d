//! Method calls that the macro resolves itself: of floats, lists and ndarray's arrays.
//!
//! Input:  `v.dot(&w) * x.sin()`
//! Output: `let t = dot v, &w` and `let t_2 = sin(x)`, each an operation with a rule
//!
//! A call passes stages, each of which knows one kind of receiver: references, options, collections, numbers, stores, arrays. The first
//! that knows the method lowers it; what none knows is a call of a twin.

use crate::infer::methods::{is_branch, receiver, row_of};
use crate::infer::types::{Head, Type};
use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::typing::is_test;
use crate::lower::vocabulary::{converts_to, is_std_method};
use crate::signature::returned_places::Lent;
use crate::syntax::expressions::strip;
use crate::syntax::scalar_rules;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

/// A call of a method, with what the stages ask of it.
pub(super) struct Called<'c> {
    pub(super) call: &'c syn::ExprMethodCall,
    pub(super) whole: Expr,
    pub(super) name: String,
    pub(super) span: Span,
    /// The type of what is behind the receiver, if it is a reference.
    pub(super) receiver_ty: Ty,
    /// Whether it mentions what may carry a derivative.
    pub(super) flows: bool,
    /// Whether the receiver may be of a type whose methods hide std's: it is `self` or of the type of a parameter.
    pub(super) of_self: bool,
    /// Whether it stands where only a `bool` can.
    asks: bool,
    /// Whether the call is of a type's own method under the name of one of std's that gives an option: what it gives is computed with.
    no_option: bool,
}

impl Called<'_> {
    /// `x.to_f64()` and `x.to_usize()`.
    pub(super) fn converts(&self) -> bool {
        self.call.args.is_empty() && converts_to(&self.name).is_some()
    }

    /// Whether the method has a scalar rule with this number of arguments.
    pub(super) fn has_rule_of_its_arguments(&self) -> bool {
        scalar_rules::rule(&self.name).is_some_and(|rule| rule.params.len() == self.call.args.len() + 1)
    }

    pub(super) fn of_array(&self) -> bool {
        matches!(self.receiver_ty, Ty::NdArray(..))
    }
}

impl Lower<'_> {
    pub(super) fn method(&mut self, call: &syn::ExprMethodCall) -> Value {
        let lends = self.lends.take();
        let asks = std::mem::take(&mut self.asks);
        let computes = std::mem::take(&mut self.computes);
        let whole = Expr::MethodCall(call.clone());
        let called = Called {
            asks,
            no_option: computes
                && !self.is_chain(&call.receiver)
                && (self.gives_option(&whole) || self.is_own_element(call)),
            call,
            name: call.method.to_string(),
            span: call.method.span(),
            receiver_ty: self.type_of(&call.receiver).behind_references().clone(),
            flows: self.may_carry(&whole),
            of_self: matches!(strip(&call.receiver), Expr::Path(path) if path.path.is_ident("self"))
                || self.is_of_a_parameter(&call.receiver)
                || is_of_a_matrix(call),
            whole,
        };
        if called.flows {
            match called.of_array() {
                true => self.of_array(call, &called.receiver_ty),
                false if self.stays_as_written(call, &called.receiver_ty) => {}
                false => self.of_list(call, &called.receiver_ty),
            }
        }
        let value = self
            .of_listed(&called)
            .or_else(|| self.of_view(&called))
            .or_else(|| self.of_reference(&called))
            .or_else(|| self.of_maybe(&called))
            .or_else(|| self.of_condition(&called))
            .or_else(|| self.of_collection(&called))
            .or_else(|| self.of_number(&called))
            .or_else(|| self.of_anything(&called))
            .or_else(|| self.overwriting(&called))
            .or_else(|| self.of_elements(&called))
            .or_else(|| self.of_unknown_number(&called))
            .or_else(|| self.of_whole_array(&called))
            .unwrap_or_else(|| self.other_method(&called, lends));
        if called.no_option
            && let (Value::Atom(Atom::Var(var)), Some(last)) = (&value, self.stmts.last_mut())
            && let StmtKind::Call(call) = &mut last.kind
        {
            call.written.computed |= call.out == *var;
        }
        value
    }

    /// `if flags.contains(FIXED)`: the answer is a `bool`, the receiver cannot be written, and no argument carries a derivative that
    /// the method could keep. So it is asked as it was written, whatever the type, and no derivative is looked for. A number keeps
    /// nothing: another may be an argument of its methods, `a.abs_diff_eq(&b, 1e-9)`.
    fn of_condition(&mut self, called: &Called) -> Option<Value> {
        let of_number = called.receiver_ty.is_float();
        let unknown = (called.receiver_ty == Ty::Unknown || of_number)
            && !is_test(&called.name)
            && scalar_rules::rule(&called.name).is_none();
        let keeps = |arg| {
            let number = of_number && self.type_of(arg).behind_references().is_float();
            !number && self.may_carry(arg)
        };
        if !(called.asks && called.flows && unknown && self.only_asks(&called.whole))
            || called.call.args.iter().any(keeps)
        {
            return None;
        }
        let opaque = self.opaque_question(&called.whole).ok()?;
        Some(Value::Op(Op::Opaque(opaque), Ty::Bool))
    }

    /// The length of a list of references.
    fn of_listed(&mut self, called: &Called) -> Option<Value> {
        let (call, name) = (called.call, called.name.as_str());
        if self.listed(&call.receiver).is_some() {
            let list = self.value(&call.receiver);
            if let Some((tokens, reads)) = self.listed_length(&list, &call.method) {
                let ty = if name == "len" { Ty::Int } else { Ty::Bool };
                return Some(Value::Op(Op::Opaque(Opaque::pure(tokens, reads)), ty));
            }
        }
        None
    }

    /// What is seen through a view or a reference.
    fn of_view(&mut self, called: &Called) -> Option<Value> {
        let (call, name, span) = (called.call, called.name.as_str(), called.span);
        let (receiver_ty, flows) = (&called.receiver_ty, called.flows);
        if self.gives_view(call) && (flows || called.of_array()) {
            self.of_array(call, receiver_ty);
            return Some(self.view(call));
        }
        // `a.sub(&b)` of arrays is `a - &b`.
        if let (Ty::NdArray(..), Some(op), Some(right)) = (
            receiver_ty,
            operator(name),
            call.args.first().filter(|_| call.args.len() == 1),
        ) {
            self.of_operator(&call.method);
            let (left, right) = (&call.receiver, right);
            return Some(self.value(&syn::parse_quote_spanned!(span=> #left #op #right)));
        }
        // No option has the methods of lists and of numbers: `v.get(i).len()`, `v.get(i).powi(2)`.
        if let Expr::MethodCall(element) = strip(&call.receiver)
            && self.is_own_element(element)
        {
            let of_list = matches!(
                name,
                "len" | "windows" | "chunks" | "chunks_exact" | "to_vec" | "split_at"
            );
            let of_number = called.converts() || called.has_rule_of_its_arguments();
            let reference = of_list || self.lent(&call.receiver).is_some();
            let receiver = &call.receiver;
            let receiver = match (of_list || of_number, reference) {
                (false, _) => return None,
                (true, true) => syn::parse_quote!((*#receiver)),
                (true, false) => {
                    let value = self.computed_value(receiver);
                    let name = self.named("element", value, receiver.span());
                    syn::parse_quote!(#name)
                }
            };
            let receiver = Box::new(receiver);
            return Some(self.method(&syn::ExprMethodCall {
                receiver,
                ..call.clone()
            }));
        }
        None
    }

    /// What lends, of what is lent, or through what is lent.
    fn of_reference(&mut self, called: &Called) -> Option<Value> {
        let (call, name, span) = (called.call, called.name.as_str(), called.span);
        let flows = called.flows;
        if flows && let Some(lent) = self.lent(&called.whole).cloned() {
            return Some(self.method_through(call, &lent));
        }
        if let Some(together) = self.together_through(&called.whole, None) {
            return Some(together);
        }
        let zips =
            name == "zip_mut_with" && (called.of_array() || called.receiver_ty == Ty::Unknown && !called.of_self);
        if flows && (zips || is_zip(&call.receiver)) {
            if let Some(value) = self.zip(call) {
                return Some(value);
            }
            let of = if zips { "" } else { " of `Zip`" };
            self.error(
                span,
                format!("`{name}`{of} is not supported where a derivative flows through it"),
                "write `for (x, y) in a.iter_mut().zip(&b)`, or `Zip::from(&mut a).and(&b).for_each(|x, y| ..)` with a closure in \
                 place that writes to its parameters alone",
            );
            return Some(self.stand_in());
        }
        if call.args.is_empty()
            && matches!(name, "as_ref" | "as_mut" | "borrow" | "borrow_mut" | "into")
            && flows
            && self.is_of_one_of(&call.receiver, &self.seen_as_others)
        {
            if name == "into" && self.is_of_one_of(&call.receiver, &self.made_into) {
                return Some(self.becomes(call, "into_value"));
            }
            self.error(
                span,
                format!("`{name}` of a type parameter is not supported where a derivative flows through it"),
                "let the function take what it works on, `&[f64]` or `Point`, and the caller convert; or mark the parameter \
                 `#[no_diff]`",
            );
            return Some(self.stand_in());
        }
        if let Some(value) = self.replace_held(call) {
            return Some(value);
        }
        if flows && let Some(value) = self.write_part(call) {
            return Some(value);
        }
        None
    }

    /// Options, and pointers that are seen as references.
    fn of_maybe(&mut self, called: &Called) -> Option<Value> {
        let (call, name, span) = (called.call, called.name.as_str(), called.span);
        if self.gives_option(&called.whole) && !called.no_option {
            return Some(self.option(call));
        }
        if called.flows
            && let Some(value) = self.lent_result(call)
        {
            return Some(value);
        }
        if matches!(name, "as_ref" | "as_mut") && self.is_pointer(&call.receiver) {
            let pointer = &call.receiver;
            // Behind what a call gives by value there is no place of its own.
            if let Expr::MethodCall(_) = strip(pointer) {
                let pointer = self.value(pointer);
                let place = self.place_of(pointer, span);
                return Some(Value::Ref(place.then(Projection::Deref), name == "as_mut"));
            }
            let pointee = self.value(&syn::parse_quote_spanned!(span=> *#pointer));
            let place = self.place_of(pointee, span);
            // Of a reference to a box, this is the box.
            let inside = match place.path.last() {
                Some(Projection::Deref) => place,
                _ => place.then(Projection::Deref),
            };
            return Some(Value::Ref(inside, name == "as_mut"));
        }
        if self.gives_option(&call.receiver)
            && let Some(value) = self.of_option(call)
        {
            return Some(value);
        }
        None
    }

    /// Maps, lists and chains of iterators.
    fn of_collection(&mut self, called: &Called) -> Option<Value> {
        let (call, name, flows) = (called.call, called.name.as_str(), called.flows);
        if name == "contains_key" && call.args.len() == 1 && self.asks_map(&call.receiver, &call.args[0]) {
            return Some(self.contains_key(call));
        }
        if matches!(name, "split_at" | "split_at_mut") && call.args.len() == 1 && flows && self.is_list(&call.receiver)
        {
            return Some(self.split(call));
        }
        if self.ends_chain(call) && flows {
            return Some(self.chain_end(call));
        }
        if flows {
            if self.edits_map(call) {
                return Some(self.edit_map(call));
            }
            if self.moves_elements(call) {
                return Some(self.move_elements(call));
            }
            if name == "concat" && call.args.is_empty() {
                return Some(self.concat(call));
            }
            if let Some(value) = self.search(call) {
                return Some(value);
            }
        }
        None
    }

    /// `option.zip(other)`: both, or neither. The other is evaluated, whatever the first is.
    fn zipped_options(&mut self, call: &syn::ExprMethodCall) -> Value {
        let (span, receiver) = (call.method.span(), &call.receiver);
        let [first, second] = ["first", "second"].map(|name| self.f.names.fresh(name, span));
        for name in [&first, &second] {
            self.possibly_active.insert(name.to_string());
        }
        let value = self.value(&call.args[0]);
        let value = self.settle(value, span);
        let other = self.named("other", value, span);
        let [and_then, map] = ["and_then", "map"].map(|name| Ident::new(name, span));
        self.value(&syn::parse_quote_spanned!(span=>
            #receiver.#and_then(|#first| #other.#map(|#second| (#first, #second)))
        ))
    }

    /// `result.ok().flatten()`: what is in the option, if it is there.
    fn flattened_option(&mut self, call: &syn::ExprMethodCall) -> Value {
        let (span, receiver) = (call.method.span(), &call.receiver);
        let inner = self.f.names.fresh("inner", span);
        self.possibly_active.insert(inner.to_string());
        let and_then = Ident::new("and_then", span);
        self.value(&syn::parse_quote_spanned!(span=> #receiver.#and_then(|#inner| #inner)))
    }

    /// Gives a value that may carry a derivative a name of its own, for code that mentions it.
    fn named(&mut self, name: &str, value: Value, span: Span) -> Ident {
        let name = self.f.names.fresh(name, span);
        self.possibly_active.insert(name.to_string());
        let binding = match value {
            // An option that is not built.
            value @ (Value::ScalarOption(..) | Value::Choice(..)) => Binding::Known(Box::new(value)),
            value => match self.read(value, span) {
                Atom::Var(var) => Binding::Var(var),
                constant => Binding::Known(Box::new(Value::Atom(constant))),
            },
        };
        self.bind(&name, binding);
        name
    }

    /// A method of what may carry a derivative, with no arguments or literals alone, whose result is proved to carry none.
    fn passive_method(&mut self, call: &syn::ExprMethodCall, ty: Ty) -> Value {
        let (method, args, span) = (&call.method, &call.args, call.method.span());
        let value = self.value(&call.receiver);
        let place = self.place_of(value, span);
        let (tokens, reads) = self.written(&Value::Place(place.clone()));
        let ad = self.f.names_ad();
        // By its name it changes nothing of what can be changed.
        let tokens = match self.f.info(place.root).mutable {
            true => quote_spanned!(span=> (*#ad::only_read(&#tokens))),
            false => tokens,
        };
        let tokens = quote_spanned!(span=> #ad::passive(#tokens.#method(#args)));
        let opaque = Opaque {
            pure: self.is_of_library(&call.receiver),
            ..Opaque::pure(tokens, reads)
        };
        Value::Op(Op::Opaque(opaque), ty)
    }

    /// Counts, copies, ranges, and what std's types have in common.
    fn of_anything(&mut self, called: &Called) -> Option<Value> {
        let (call, name, span) = (called.call, called.name.as_str(), called.span);
        let (receiver_ty, flows, of_self) = (&called.receiver_ty, called.flows, called.of_self);
        match name {
            name if call.args.is_empty()
                && (is_test(name) || matches!(name, "len" | "capacity" | "nrows" | "ncols" | "ndim"))
                || name == "len_of" && called.of_array() && self.opaque(&called.whole).is_ok() =>
            {
                let ty = if is_test(name) { Ty::Bool } else { Ty::Int };
                let stays = |opaque: &Opaque| opaque.writes.iter().all(|var| self.f.info(*var).ty.is_inert());
                return Some(match self.opaque(&called.whole).ok().filter(stays) {
                    Some(opaque) => Value::Op(Op::Opaque(opaque), ty),
                    // The receiver has effects of its own: it is evaluated first.
                    None => self.passive_method(call, ty),
                });
            }
            "as_str" if call.args.is_empty() && flows && !of_self => return Some(self.passive_method(call, Ty::Inert)),
            "starts_with" | "ends_with" if *receiver_ty == Ty::Unknown && flows && !of_self && asks_text(call) => {
                return Some(self.passive_method(call, Ty::Bool));
            }
            // Of a field, say, that only rustc knows to be an array; the proof that it is a count comes with the tokens.
            "dim" | "raw_dim" | "shape_generic"
                if call.args.is_empty()
                    && flows
                    && !of_self
                    && (*receiver_ty == Ty::Unknown || name == "raw_dim" && called.of_array()) =>
            {
                if let Ok(opaque) = self.opaque(&called.whole) {
                    return Some(Value::Op(Op::Opaque(opaque), Ty::Inert));
                }
            }
            "contains" if call.args.len() == 1 => {
                if let Expr::Range(range) = strip(&call.receiver) {
                    return Some(self.in_a_range(range, &call.args[0], span));
                }
            }
            "clone" | "to_vec" | "to_owned"
                if call.args.is_empty() && (name == "clone" || !self.is_of_own_type(&call.receiver)) =>
            {
                return Some(self.cloned_value(call));
            }
            // What it reuses are allocations.
            "clone_from" if call.args.len() == 1 && flows && self.is_of_library(&call.receiver) => {
                let (to, from, clone) = (&call.receiver, &call.args[0], Ident::new("clone", span));
                let reference = matches!(self.type_of(to), Ty::Ref(_)).then(|| quote!(*));
                return Some(self.value(&syn::parse_quote_spanned!(span=> #reference #to = (*#from).#clone())));
            }
            "push_str" if call.args.len() == 1 && flows && *receiver_ty == Ty::Inert => {
                if let Ok(opaque) = self.opaque(&called.whole) {
                    let tokens = &opaque.tokens;
                    let tokens = quote!(#tokens;);
                    self.effect(span, Opaque { tokens, ..opaque });
                    return Some(Value::Unit);
                }
            }
            _ => {}
        }
        self.of_other_option(called)
    }

    /// Of an option or a result that is a value, as far as only rustc knows.
    fn of_other_option(&mut self, called: &Called) -> Option<Value> {
        let (call, name, span) = (called.call, called.name.as_str(), called.span);
        let (receiver_ty, flows, of_self) = (&called.receiver_ty, called.flows, called.of_self);
        match name {
            // What goes through a list has the word that makes an iterator.
            "zip"
                if *receiver_ty == Ty::Unknown
                    && call.args.len() == 1
                    && flows
                    && !self.is_chain(&call.receiver)
                    && !self.is_chain(&call.args[0]) =>
            {
                return Some(self.zipped_options(call));
            }
            // What was a result is an option, and no list.
            "flatten"
                if call.args.is_empty()
                    && flows
                    && matches!(strip(&call.receiver), Expr::MethodCall(inner) if inner.method == "ok" && inner.args.is_empty()) =>
            {
                return Some(self.flattened_option(call));
            }
            // An option's, an array's or a vector's: rustc chooses where a function's two sweeps will do for all of them.
            "map"
                if *receiver_ty == Ty::Unknown
                    && call.args.len() == 1
                    && !self.options.in_lanes()
                    && flows
                    && let Some(given) = self.maps_values(&call.args[0], of_self) =>
            {
                let args = [given].into_iter().collect();
                return Some(self.method_call(&syn::ExprMethodCall { args, ..call.clone() }));
            }
            _ if is_branch(name, call.args.len())
                && matches!(receiver_ty, Ty::Unknown)
                && flows
                && !self.is_own_combinator(call) =>
            {
                return Some(self.combinator(call));
            }
            "context" | "with_context"
                if call.args.len() == 1
                    && *receiver_ty == Ty::Unknown
                    && !of_self
                    && self.may_carry(&call.receiver) =>
            {
                return Some(self.explained(call));
            }
            "unwrap" | "expect" if self.may_carry(&call.receiver) => {
                let value = self.value(&call.receiver);
                let place = self.place_of(value, span);
                let (method, args) = (&call.method, &call.args);
                let ty = self.array_in(&call.receiver).unwrap_or(Ty::Unknown);
                return Some(Value::Op(Op::Unwrap(place, quote!(#method(#args))), ty));
            }
            // No other type of std has `then_some`.
            "then" | "then_some"
                if (*receiver_ty == Ty::Bool || *receiver_ty == Ty::Unknown && name == "then_some")
                    && call.args.len() == 1
                    && flows =>
            {
                return Some(self.then(call));
            }
            _ => {}
        }
        None
    }

    /// `x.clone()`: a copy of what is behind a reference, or of the reference.
    fn cloned_value(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let value = self.value(&call.receiver);
        let ty = self.value_ty(&value).behind_references().clone();
        if let Value::Ref(place, _) = &value
            && call.method == "clone"
            && (matches!(ty, Ty::Slice(_)) || self.is_view(place))
        {
            // Cloning a `&[T]` copies the reference, and cloning a view the view.
            return Value::Ref(place.clone(), false);
        }
        let ty = match ty {
            Ty::Slice(element) => Ty::Vec(element),
            Ty::Array(element) | Ty::Vec(element) | Ty::NdArray(element, _) if call.method == "to_vec" => {
                Ty::Vec(element)
            }
            ty => ty,
        };
        self.each_choice(vec![value], span, &mut |lower, mut values| {
            let value = values.remove(0);
            let place = lower.place_of(value, span);
            Value::Op(Op::Clone(place, call.method.clone()), ty.clone())
        })
    }

    /// Whether a method under the name of one of `Option` is one of a type of the user's: that of an option would be given a function.
    fn is_own_combinator(&self, call: &syn::ExprMethodCall) -> bool {
        let name = call.method.to_string();
        let Some(row) = row_of("Option", &name, call.args.len()) else {
            return false;
        };
        let closure = |arg: &Expr| matches!(strip(arg), Expr::Closure(_));
        let contradicts = |(arg, param): (&Expr, &Type)| {
            let function = matches!(param, Type::Of(Head::Function, _));
            let value = match strip(arg) {
                Expr::Index(_) | Expr::Lit(_) | Expr::Binary(_) | Expr::Unary(_) | Expr::Cast(_) => true,
                Expr::Tuple(_) | Expr::Array(_) => true,
                arg => {
                    let known = self.inferred(arg);
                    let scalar = self.type_of(arg).behind_references().is_scalar();
                    scalar || matches!(known, Type::Of(head, _) if !matches!(head, Head::Function | Head::Opaque))
                }
            };
            function && value
        };
        let of = match self.inferred(&call.receiver) {
            of @ Type::Of(Head::Named(_), _) => receiver(&of).filter(|of| !matches!(*of, "Option" | "Result")),
            _ => None,
        };
        of.is_some_and(|of| row_of(of, &name, call.args.len()).is_some())
            || call.args.iter().zip(&row.params).any(contradicts)
            || !call.args.iter().any(closure) && self.facts.is_struct(&self.inferred(&call.receiver))
    }

    /// What no stage knows: a call of a twin, if a derivative flows through it.
    fn other_method(&mut self, called: &Called, lends: Option<Lent>) -> Value {
        let (call, name, receiver_ty) = (called.call, called.name.as_str(), &called.receiver_ty);
        let (flows, of_self) = (called.flows, called.of_self);
        let closures = call.args.iter().any(|arg| matches!(strip(arg), Expr::Closure(_)));
        let std = is_std_method(name, call.args.len(), receiver_ty) || closures && receiver_ty.is_scalar();
        // Under these names a type of the user's has measures and elements of its own.
        let own = of_self && matches!(name, "count" | "first" | "last" | "get" | "product" | "swap");
        // Nor is a value with a name, if it carries a derivative, an iterator of std's: those have no cotangent.
        let named = matches!(strip(&call.receiver), Expr::Path(_) | Expr::Field(_) | Expr::Index(_));
        let of_iterators = call.args.is_empty() && matches!(name, "count" | "next" | "product");
        let own = own || named && *receiver_ty == Ty::Unknown && of_iterators;
        // Nor what a function gives, as far as one can see: an array's product is not said to be of any type.
        let given = match strip(&call.receiver) {
            Expr::MethodCall(call) => !crate::lower::for_loops::gives_iterator(&call.method.to_string()),
            receiver => matches!(receiver, Expr::Call(_) | Expr::Try(_)),
        };
        let of_array = name == "product" && given && *receiver_ty == Ty::Unknown && call.turbofish.is_none();
        let own = own || of_array && call.args.is_empty() && !self.is_chain(&call.receiver);
        let view = crate::lower::call_projections::is_view(call);
        let own = own || view && self.options.lent.contains_key(name);
        // A type that is named is none of std's lists, unless it is another name for one, of which rustc says that it has no such twin.
        let of_named = self.has_named_type(&call.receiver) || self.is_of_struct(&call.receiver);
        let own = own || of_named && !self.is_chain(&call.receiver);
        let own = own || self.is_number_added(call);
        // A parameter's type has the methods of the traits that bound it.
        let own = own || self.is_of_a_parameter(&call.receiver) && !self.is_chain(&call.receiver);
        let gets = matches!(name, "get" | "get_mut") && call.args.len() == 1 && *receiver_ty == Ty::Unknown;
        let own = own || gets && self.is_no_index(&call.args[0]);
        let own = own || called.no_option || self.edits_own(call) || self.is_own_combinator(call);
        let lends = lends.filter(|_| !crate::lower::call_projections::is_guard(call));
        let lent = lends.filter(|_| !std || view);
        if flows && (own || !std || lent.is_some()) {
            if let Some(lent) = lent {
                return self.method_through(call, &lent);
            }
            if self.is_chain(&call.receiver) && !own {
                self.error(
                    call.method.span(),
                    format!("the method `{name}` of an iterator is not supported where a derivative flows through it"),
                    "write it with std's usual adapters or as a loop, or collect the items into a `Vec` first and call a function marked \
                     `#[differentiable]`",
                );
                return self.stand_in();
            }
            return self.method_call(call);
        }
        let ty = self.type_of(&called.whole);
        let help = match receiver_ty {
            Ty::NdArray(..) => crate::lower::views::instead_of(name),
            _ => "write a loop, or a free function marked `#[differentiable]`",
        };
        self.keep(&called.whole, ty, &format!("the method `{name}`"), help)
    }

    /// `v.as_slice()`: a reference to the same elements. What only rustc knows is proved to be a list.
    pub(super) fn as_slice(&mut self, call: &syn::ExprMethodCall) -> Value {
        let list = self.list(&call.receiver, call.method == "as_mut_slice");
        let (tokens, reads) = self.written_list(&list);
        self.effect(call.method.span(), Opaque::pure(quote!(let _ = #tokens;), reads));
        if matches!(self.value_ty(&list).behind_references(), Ty::Slice(_)) {
            return list;
        }
        if matches!(self.value_ty(&list).behind_references(), Ty::Unknown) {
            self.f.through = true;
            let ad = &self.f.ad;
            let (route, span) = (quote!(#ad::SliceRoute), call.method.span());
            let route = self.route(route, Vec::new(), "slice", "SliceRoute".to_owned(), span);
            let (ty, bar) = (Ty::Unknown, false);
            return self.project(list, Projection::Through { route, ty, bar }, span);
        }
        // A vector has no slice patterns.
        let all = Projection::range(None, None);
        self.project(list, all, call.method.span())
    }

    /// `x.shape()`, or a part of it, where only rustc knows `x`: of an array it is made of counts, of a type of the user's own it may
    /// be a number. It is taken for counts where it gets a name, is cast or taken apart, and proved to be.
    pub(super) fn part_of_shape(&mut self, shape: &Expr, whole: &Expr) -> Option<Opaque> {
        let Expr::MethodCall(call) = strip(shape) else {
            return None;
        };
        let asked = call.method == "shape" && call.args.is_empty();
        let of_self = matches!(strip(&call.receiver), Expr::Path(path) if path.path.is_ident("self"));
        let flows = self.may_carry(shape);
        let unknown = *self.type_of(&call.receiver).behind_references() == Ty::Unknown;
        if !(asked && !of_self && flows && unknown) {
            return None;
        }
        let count = self.opaque(whole).ok()?;
        let (ad, tokens) = (self.f.names_ad(), &count.tokens);
        let tokens = quote_spanned!(whole.span()=> #ad::passive(#tokens));
        Some(Opaque { tokens, ..count })
    }
}

/// Whether all that a reference may point to is of this kind.
pub(super) fn every_place(value: &Value, is: &dyn Fn(&Value) -> bool) -> bool {
    match value {
        Value::Choice(_, then, els) => every_place(then, is) && every_place(els, is),
        value => is(value),
    }
}

/// The operator that a method of this name is.
fn operator(method: &str) -> Option<syn::BinOp> {
    Some(match method {
        "add" => syn::BinOp::Add(Default::default()),
        "sub" => syn::BinOp::Sub(Default::default()),
        "mul" => syn::BinOp::Mul(Default::default()),
        "div" => syn::BinOp::Div(Default::default()),
        _ => return None,
    })
}

/// `m.swap((0, 1), (2, 0))`: a list has no such elements.
pub(super) fn is_of_a_matrix(call: &syn::ExprMethodCall) -> bool {
    call.method == "swap" && call.args.iter().any(|arg| matches!(strip(arg), Expr::Tuple(_)))
}

/// Whether what is asked of is a text, by the text or the character that it is asked for.
fn asks_text(call: &syn::ExprMethodCall) -> bool {
    let literal =
        |arg: &Expr| matches!(strip(arg), Expr::Lit(lit) if matches!(lit.lit, syn::Lit::Str(_) | syn::Lit::Char(_)));
    call.args.len() == 1 && literal(&call.args[0])
}

/// Whether a chain begins with ndarray's `Zip::from` or `Zip::indexed`.
fn is_zip(chain: &Expr) -> bool {
    match strip(chain) {
        Expr::MethodCall(call) => is_zip(&call.receiver),
        Expr::Call(call) => {
            let Expr::Path(path) = &*call.func else { return false };
            let mut names = path.path.segments.iter().rev();
            names
                .next()
                .is_some_and(|last| last.ident == "from" || last.ident == "indexed")
                && names.next().is_some_and(|owner| owner.ident == "Zip")
        }
        _ => false,
    }
}
