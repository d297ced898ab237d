//! Methods that the macro knows: of floats, lists and ndarray's arrays.
//!
//! Input:  `v.dot(&w) * x.sin()`
//! Output: `let t = dot v, &w` and `let t_2 = sin(x)`, each an operation with a rule

use super::expressions::strip;
use super::integers::only_of_integers;
use super::typing::is_test;
use super::vocabulary::{combinator_arguments, converts_to, inert_ty, is_own_method, is_search, is_std_method};
use super::{Binding, Lower, Value};
use crate::ir::*;
use crate::rules;
use crate::types::{Ty, Width};
use proc_macro2::{Ident, Span};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

impl Lower<'_> {
    pub(super) fn method(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let name = call.method.to_string();
        let whole = Expr::MethodCall(call.clone());
        let lends = self.lends.take();
        if self.listed(&call.receiver).is_some() {
            let list = self.value(&call.receiver);
            if let Some((tokens, reads)) = self.listed_length(&list, &call.method) {
                let ty = if name == "len" { Ty::Int } else { Ty::Bool };
                return Value::Op(Op::Opaque(Opaque::pure(tokens, reads)), ty);
            }
        }
        let converts = call.args.is_empty() && converts_to(&name).is_some();
        if self.gives_view(call)
            && (super::flow::mentions(&whole, &self.possibly_active)
                || matches!(self.type_of(&call.receiver).behind_references(), Ty::NdArray(..)))
        {
            return self.view(call);
        }
        // `a.sub(&b)` of arrays is `a - &b`.
        if let (Ty::NdArray(..), Some(op), Some(right)) = (
            self.type_of(&call.receiver).behind_references(),
            operator(&name),
            call.args.first().filter(|_| call.args.len() == 1),
        ) {
            let (left, right) = (&call.receiver, right);
            return self.value(&syn::parse_quote_spanned!(span=> #left #op #right));
        }
        // `a.get((i, j)).abs()` and `a.get((i, j)).to_f64()` see through the reference by themselves.
        if let Expr::MethodCall(element) = strip(&call.receiver)
            && (converts || rules::rule(&name).is_some_and(|rule| rule.params.len() == 1 && call.args.is_empty()))
            && self.is_own_element(element)
        {
            let receiver = &call.receiver;
            let receiver = syn::parse_quote!((*#receiver));
            return self.method(&syn::ExprMethodCall {
                receiver,
                ..call.clone()
            });
        }
        if super::flow::mentions(&whole, &self.possibly_active)
            && let Some(lent) = self.lent(&whole).cloned()
        {
            return self.method_through(call, &lent);
        }
        if let Some(tuple) = self.tuple_through(&whole, None) {
            return tuple;
        }
        if super::flow::mentions(&whole, &self.possibly_active) && super::zips::is_zip(&call.receiver) {
            return self.zip(call).unwrap_or_else(|| {
                self.error(
                    span,
                    format!("`{name}` of `Zip` is not supported yet where a derivative flows through it"),
                    "write `Zip::from(&mut a).and(&b).for_each(|x, &y| ..)` with a closure in place, or a loop",
                );
                self.stand_in()
            });
        }
        if call.args.is_empty()
            && matches!(name.as_str(), "as_ref" | "as_mut" | "borrow" | "borrow_mut" | "into")
            && super::flow::mentions(&whole, &self.possibly_active)
            && self.is_seen_as_another(&call.receiver)
        {
            self.error(
                span,
                format!("`{name}` of a type parameter is not supported where a derivative flows through it"),
                "let the function take what it works on, `&[f64]` or `Point`, and the caller convert; or mark the parameter \
                 `#[no_diff]`",
            );
            return self.stand_in();
        }
        if let Some(value) = self.replace_held(call) {
            return value;
        }
        if super::flow::mentions(&whole, &self.possibly_active)
            && let Some(value) = self.write_part(call)
        {
            return value;
        }
        if self.gives_option(&whole) {
            return self.option(call);
        }
        if matches!(name.as_str(), "as_ref" | "as_mut") && self.is_pointer(&call.receiver) {
            let pointer = &call.receiver;
            // Behind what a call gives by value there is no place of its own.
            if let Expr::MethodCall(_) = strip(pointer) {
                let pointer = self.value(pointer);
                let place = self.place_of(pointer, span);
                return Value::Ref(place.then(Projection::Deref), name == "as_mut");
            }
            let pointee = self.value(&syn::parse_quote_spanned!(span=> *#pointer));
            let place = self.place_of(pointee, span);
            // Of a reference to a box, this is the box.
            let inside = match place.path.last() {
                Some(Projection::Deref) => place,
                _ => place.then(Projection::Deref),
            };
            return Value::Ref(inside, name == "as_mut");
        }
        if self.gives_option(&call.receiver)
            && let Some(value) = self.of_option(call)
        {
            return value;
        }
        if name == "contains_key" && call.args.len() == 1 && self.asks_map(&call.receiver, &call.args[0]) {
            return self.contains_key(call);
        }
        if matches!(name.as_str(), "split_at" | "split_at_mut")
            && call.args.len() == 1
            && super::flow::mentions(&whole, &self.possibly_active)
            && self.is_list(&call.receiver)
        {
            return self.split(call);
        }
        if self.ends_chain(call) && super::flow::mentions(&whole, &self.possibly_active) {
            return self.chain_end(call);
        }
        if super::flow::mentions(&whole, &self.possibly_active) {
            if self.edits_map(call) {
                return self.edit_map(call);
            }
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
                let receiver = self.value(&call.receiver);
                self.of_float(&receiver, &call.method);
                let receiver = self.read(receiver, call.receiver.span());
                return self.float_method(receiver, &call.method, call.args.iter(), receiver_ty, span);
            }
            if matches!(name.as_str(), "clone" | "to_owned") {
                return Value::Atom(self.atom(&call.receiver));
            }
            if call.args.is_empty() && (name == "into" || converts) {
                let value = self.atom(&call.receiver);
                if converts_to(&name) == Some(Ty::Int) {
                    return self.integer_of(&value, &call.method);
                }
                let conversion = Conversion::Method(call.method.clone());
                return Value::Op(Op::Convert(value, conversion), Ty::Unknown);
            }
            if is_own_method(&name, &receiver_ty, call.args.len())
                && super::flow::mentions(&whole, &self.possibly_active)
            {
                return self.method_call(call);
            }
            return self.keep(
                &whole,
                Ty::Unknown,
                &format!("the method `{name}`"),
                "write a free function marked `#[differentiable]`",
            );
        }
        if (converts || name == "into" && call.args.is_empty())
            && super::flow::mentions(&call.receiver, &self.possibly_active)
            && !receiver_ty.is_inert()
        {
            let value = self.value(&call.receiver);
            let value = match value {
                Value::Ref(place, _) if name != "into" => self.read(Value::Place(place), span),
                value => self.read(value, span),
            };
            if converts_to(&name) == Some(Ty::Int) {
                return self.integer_of(&value, &call.method);
            }
            return Value::Op(Op::Convert(value, Conversion::Method(call.method.clone())), Ty::Unknown);
        }
        let flows = super::flow::mentions(&whole, &self.possibly_active);
        let of_self = matches!(strip(&call.receiver), Expr::Path(path) if path.path.is_ident("self"))
            || self.is_of_a_parameter(&call.receiver)
            || is_of_a_matrix(call);
        match name.as_str() {
            name if call.args.is_empty() && (is_test(name) || matches!(name, "len" | "nrows" | "ncols" | "ndim"))
                || name == "len_of" && matches!(receiver_ty, Ty::NdArray(..)) && self.opaque(&whole).is_ok() =>
            {
                let ty = if is_test(name) { Ty::Bool } else { Ty::Int };
                let stays = |opaque: &Opaque| opaque.writes.iter().all(|var| self.f.info(*var).ty.is_inert());
                return match self.opaque(&whole).ok().filter(stays) {
                    Some(opaque) => Value::Op(Op::Opaque(opaque), ty),
                    None => {
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
            // Of a field, say, that only rustc knows to be an array; the proof that it is a count comes with the tokens.
            "dim" | "raw_dim" | "shape_generic"
                if call.args.is_empty()
                    && flows
                    && !of_self
                    && (receiver_ty == Ty::Unknown || name == "raw_dim" && matches!(receiver_ty, Ty::NdArray(..))) =>
            {
                if let Ok(opaque) = self.opaque(&whole) {
                    return Value::Op(Op::Opaque(opaque), Ty::Inert);
                }
            }
            "contains" if call.args.len() == 1 => {
                if let Expr::Range(range) = strip(&call.receiver) {
                    return self.in_a_range(range, &call.args[0], span);
                }
            }
            "clone" | "to_vec" | "to_owned" if call.args.is_empty() => {
                let value = self.value(&call.receiver);
                let ty = self.value_ty(&value).behind_references().clone();
                if let (Value::Ref(place, _), "clone") = (&value, name.as_str())
                    && (matches!(ty, Ty::Slice(_)) || self.is_view(place))
                {
                    // Cloning a `&[T]` copies the reference, and cloning a view the view.
                    return Value::Ref(place.clone(), false);
                }
                let ty = match ty {
                    Ty::Slice(element) => Ty::Vec(element),
                    Ty::Array(element) | Ty::Vec(element) | Ty::NdArray(element, _) if name == "to_vec" => {
                        Ty::Vec(element)
                    }
                    ty => ty,
                };
                return self.each_choice(vec![value], span, &mut |lower, mut values| {
                    let value = values.remove(0);
                    let place = lower.place_of(value, span);
                    Value::Op(Op::Clone(place, call.method.clone()), ty.clone())
                });
            }
            // An option's, an array's or a vector's: rustc chooses where a function's two sweeps will do for all of them.
            "map"
                if receiver_ty == Ty::Unknown
                    && call.args.len() == 1
                    && self.options.lanes.is_none()
                    && flows
                    && let Some(given) = self.maps_values(&call.args[0]) =>
            {
                let args = [given].into_iter().collect();
                return self.method_call(&syn::ExprMethodCall { args, ..call.clone() });
            }
            _ if combinator_arguments(&name) == Some(call.args.len())
                && matches!(receiver_ty, Ty::Unknown)
                && super::flow::mentions(&whole, &self.possibly_active) =>
            {
                return self.combinator(call);
            }
            "context" | "with_context"
                if call.args.len() == 1
                    && receiver_ty == Ty::Unknown
                    && !of_self
                    && super::flow::mentions(&call.receiver, &self.possibly_active) =>
            {
                return self.explained(call);
            }
            "unwrap" | "expect" if super::flow::mentions(&call.receiver, &self.possibly_active) => {
                let value = self.value(&call.receiver);
                let place = self.place_of(value, span);
                let (method, args) = (&call.method, &call.args);
                let ty = self.array_in(&call.receiver).unwrap_or(Ty::Unknown);
                return Value::Op(Op::Unwrap(place, quote!(#method(#args))), ty);
            }
            "assign" | "fill" | "scaled_add" if flows && self.is_array(call) => {
                return self.write_array(call);
            }
            "swap" | "fill" | "copy_from_slice" | "clone_from_slice"
                if receiver_ty.element().is_scalar() || matches!(receiver_ty, Ty::NdArray(..)) =>
            {
                return self.bulk_write(call);
            }
            "fill" | "copy_from_slice" | "clone_from_slice"
                if call.args.len() == 1 && flows && !of_self && self.is_list(&call.receiver) =>
            {
                return self.bulk_write(call);
            }
            name if receiver_ty == Ty::Unknown
                && flows
                && let Some(ty) = only_of_integers(name) =>
            {
                return self.integer_method(call, ty);
            }
            // A type with a name may have a method of its own under these.
            "push" | "clear" | "swap" if flows && self.has_named_type(&call.receiver) => return self.method_call(call),
            "push" if call.args.len() == 1 => {
                let value = self.atom(&call.args[0]);
                let Some(place) = self.target_receiver(&call.receiver) else {
                    return Value::Unit;
                };
                self.push_element(place, value, span);
                return Value::Unit;
            }
            // Of a vector that is seen as an array: an option has no `swap`.
            "swap"
                if call.args.len() == 2
                    && flows
                    && self.options.lanes.is_none()
                    && let Expr::MethodCall(seen) = strip(&call.receiver)
                    && seen.method == "as_mut"
                    && seen.args.is_empty() =>
            {
                return self.swap_parts(call, &seen.receiver, "swap_within");
            }
            "swap" if call.args.len() == 2 && flows && !of_self && self.is_list(&call.receiver) => {
                return self.swap_parts(call, &call.receiver, "swap");
            }
            "get_or_insert" | "get_or_insert_with" if call.args.len() == 1 && flows && !of_self => {
                return self.get_or_insert(call);
            }
            "take" if call.args.is_empty() && flows && !of_self => {
                let Some(place) = self.target_receiver(&call.receiver) else {
                    return self.stand_in();
                };
                let none = Atom::Constant(quote!(::core::option::Option::None), Ty::Unknown);
                return self.replace(place, none, span);
            }
            "reserve" | "reserve_exact" if call.args.len() == 1 && flows && self.is_list(&call.receiver) => {
                return self.reserve(call);
            }
            "as_slice" | "as_mut_slice" if call.args.is_empty() && flows && self.is_list(&call.receiver) => {
                return self.as_slice(call);
            }
            "sum" if call.args.is_empty() && call.turbofish.is_none() => {
                if matches!(receiver_ty, Ty::NdArray(..)) {
                    let array = self.value(&call.receiver);
                    return self.each_choice(vec![array], span, &mut |lower, mut values| {
                        let place = lower.place_of(values.remove(0), span);
                        let ty = match lower.f.place_ty(&place) {
                            Ty::NdArray(element, _) => *element,
                            _ => Ty::Unknown,
                        };
                        Value::Op(Op::Sum(place), ty)
                    });
                }
            }
            "dot" if call.args.len() == 1 && matches!(receiver_ty, Ty::NdArray(..)) => {
                let factors = vec![self.value(&call.receiver), self.value(&call.args[0])];
                return self.each_choice(factors, span, &mut |lower, mut values| {
                    let (factor, receiver) = (values.remove(1), values.remove(0));
                    let place = lower.place_of(receiver, span);
                    let operand = lower.operand_of(factor, span);
                    let (l, r) = (lower.f.place_ty(&place), lower.f.operand_ty(&operand));
                    let ty = match (l, r) {
                        (Ty::NdArray(element, Some(l)), Ty::NdArray(_, Some(r))) => match l + r {
                            2 => *element,
                            axes => Ty::NdArray(element, Some(axes - 2)),
                        },
                        _ => Ty::Unknown,
                    };
                    Value::Op(Op::Dot(place, operand), ty)
                });
            }
            "map"
                if matches!(receiver_ty, Ty::Array(_))
                    && call.args.len() == 1
                    && super::flow::mentions(&whole, &self.possibly_active) =>
            {
                if let Some(closure) = self.closure(&call.args, 1) {
                    return match receiver_ty.element().is_float() {
                        true => self.map_array(&call.receiver, &closure, span),
                        false => self.array_from(&call.receiver, &closure, span),
                    };
                }
            }
            "push_str" if call.args.len() == 1 && flows && receiver_ty == Ty::Inert => {
                if let Ok(opaque) = self.opaque(&whole) {
                    let tokens = &opaque.tokens;
                    let tokens = quote!(#tokens;);
                    let (opaque, diverges) = (Opaque { tokens, ..opaque }, false);
                    self.push(span, StmtKind::Effect { opaque, diverges });
                    return Value::Unit;
                }
            }
            // No other type of std has `then_some`.
            "then" | "then_some"
                if (receiver_ty == Ty::Bool || receiver_ty == Ty::Unknown && name == "then_some")
                    && call.args.len() == 1
                    && flows =>
            {
                return self.then(call);
            }
            "zip_mut_with" | "map_inplace" | "par_map_inplace" | "for_each" | "fold"
                if flows
                    && (matches!(receiver_ty, Ty::NdArray(..))
                        || receiver_ty == Ty::Unknown && !of_self && !matches!(name.as_str(), "for_each" | "fold")) =>
            {
                if let Some(value) = self.each_element(call) {
                    return value;
                }
            }
            // By reference: of each element it is a reference to a copy.
            "map"
                if flows
                    && matches!(receiver_ty, Ty::NdArray(..))
                    && call.args.len() == 1
                    && let Some(closure) = self.closure(&call.args, 1) =>
            {
                let (element, pat, body) = (self.f.names.fresh("element", span), &closure.inputs[0], &closure.body);
                let closure = syn::parse_quote_spanned!(span=> |#element| {
                    let #pat = &#element;
                    #body
                });
                return self.mapv(&call.receiver, &closure, span);
            }
            "map_axis" | "fold_axis"
                if flows && (matches!(receiver_ty, Ty::NdArray(_, Some(2))) || self.seems_array(call)) =>
            {
                if let Some(lanes) = self.along_axis(call) {
                    return self.value(&lanes);
                }
            }
            "mapv" | "mapv_into" | "mapv_into_any" | "mapv_inplace" | "par_mapv_inplace" if call.args.len() == 1 => {
                let closure = match &call.args[0] {
                    Expr::Closure(closure) => Some(closure.clone()),
                    Expr::Path(function) => Some(syn::parse_quote!(|v| #function(v))),
                    _ => None,
                };
                if let Some(closure) = closure {
                    let mapped = self.mapv(&call.receiver, &closure, span);
                    if !name.ends_with("mapv_inplace") {
                        return mapped;
                    }
                    let value = self.read(mapped, span);
                    let receiver = self.value(&call.receiver);
                    let place = self.place_of(receiver, span);
                    if self.is_view(&place) {
                        self.assign_view(place, value, span);
                        return Value::Unit;
                    }
                    let old = None;
                    self.push(span, StmtKind::Assign { place, value, old });
                    return Value::Unit;
                }
            }
            _ if matches!(receiver_ty, Ty::Unknown)
                && (has_rule || rules::is_flat(&name))
                && rules::rule(&name).is_none_or(|rule| rule.params.len() == call.args.len() + 1)
                && !matches!(strip(&call.receiver), Expr::Range(_)) =>
            {
                // What goes by component has no pairs, but for the first three of vectors.
                let paired = !rules::is_flat(&name) && !matches!(name.as_str(), "midpoint" | "sin_cos");
                if flows && paired && self.options.lanes.is_none() && self.may_have_own(call) {
                    return self.method_call(call);
                }
                if flows && self.may_be_componentwise(call) {
                    return self.componentwise(call);
                }
                return self.unknown_method(call);
            }
            _ => {}
        }
        // `a.exp()` and `a.powf(k)` of an array are what they are of each element.
        if matches!(receiver_ty, Ty::NdArray(..))
            && flows
            && (rules::rule(&name).is_some_and(|rule| rule.params.len() == call.args.len() + 1)
                || rules::is_flat(&name) && call.args.is_empty()
                || name == "pow2")
        {
            return self.of_each(call);
        }
        if name == "split_at"
            && call.args.len() == 2
            && flows
            && (matches!(receiver_ty, Ty::NdArray(..)) || self.seems_array(call))
        {
            return self.split_views(call);
        }
        if let ("assign_to", Ty::NdArray(..), [Expr::Reference(target)], true) = (
            name.as_str(),
            &receiver_ty,
            &call.args.iter().cloned().collect::<Vec<_>>()[..],
            flows,
        ) {
            let (target, receiver) = (&target.expr, &call.receiver);
            return self.value(&syn::parse_quote_spanned!(span=> (#target).assign(&#receiver)));
        }
        let closures = call.args.iter().any(|arg| matches!(strip(arg), Expr::Closure(_)));
        let std = is_std_method(&name, call.args.len(), &receiver_ty) || closures && receiver_ty.is_scalar();
        // Under these names a type of the user's has measures and elements of its own.
        let own = of_self && matches!(name.as_str(), "count" | "first" | "last" | "get" | "product" | "swap");
        // Nor is a value with a name, if it carries a derivative, an iterator of std's: those have no cotangent.
        let named = matches!(strip(&call.receiver), Expr::Path(_) | Expr::Field(_) | Expr::Index(_));
        let of_iterators = call.args.is_empty() && matches!(name.as_str(), "count" | "next" | "product");
        let own = own || named && receiver_ty == Ty::Unknown && of_iterators;
        // Nor what a function gives, as far as one can see: an array's product is not said to be of any type.
        let given = match strip(&call.receiver) {
            Expr::MethodCall(call) => !super::loops::gives_iterator(&call.method.to_string()),
            receiver => matches!(receiver, Expr::Call(_) | Expr::Try(_)),
        };
        let of_array = name == "product" && given && receiver_ty == Ty::Unknown && call.turbofish.is_none();
        let own = own || of_array && call.args.is_empty() && !self.is_chain(&call.receiver);
        let view = super::through::is_view(call);
        let own = own || view && (self.has_named_type(&call.receiver) || self.options.lent.contains_key(&name));
        let own = own || self.is_number_added(call);
        let gets = matches!(name.as_str(), "get" | "get_mut") && call.args.len() == 1 && receiver_ty == Ty::Unknown;
        let own = own || gets && self.is_no_index(&call.args[0]);
        let lends = lends.filter(|_| !super::through::is_guard(call));
        let lent = lends.filter(|_| !std || view);
        if flows && (own || !std || lent.is_some()) {
            if let Some(lent) = lent {
                return self.method_through(call, &lent);
            }
            return self.method_call(call);
        }
        let ty = self.type_of(&whole);
        let help = match receiver_ty {
            Ty::NdArray(..) => super::views::instead_of(&name),
            _ => "write a loop, or a free function marked `#[differentiable]`",
        };
        self.keep(&whole, ty, &format!("the method `{name}`"), help)
    }

    /// A function of numbers, of each element of an array.
    fn of_each(&mut self, call: &syn::ExprMethodCall) -> Value {
        let (span, method) = (call.method.span(), &call.method);
        let element = self.f.names.fresh("element", span);
        let mut given = Vec::new();
        for arg in &call.args {
            let value = self.atom(arg);
            let name = self.f.names.fresh("given", arg.span());
            self.bind(&name, Binding::Known(Box::new(Value::Atom(value))));
            given.push(name);
        }
        let body: Expr = match method == "pow2" {
            true => syn::parse_quote_spanned!(span=> #element * #element),
            false => syn::parse_quote_spanned!(span=> #element.#method(#(#given),*)),
        };
        self.mapv(&call.receiver, &syn::parse_quote!(|#element| #body), span)
    }

    /// What is given to `map`, if it is a function by its name, or a closure that only computes with its argument, as one does with a
    /// number: it writes nothing, does not leave the function, and gives no reference. A function of a float, `f64::exp`, has no
    /// twin, and becomes such a closure.
    fn maps_values(&mut self, given: &Expr) -> Option<Expr> {
        let closure = match strip(given) {
            Expr::Closure(closure) => closure,
            Expr::Path(path) if super::chains::width_of(&path.path).is_some() => {
                let first = self.f.names.fresh("first", path.span());
                return Some(syn::parse_quote!(|#first| #path(#first)));
            }
            Expr::Path(path) => {
                let by_name = self.may_have_twin(&path.path)
                    && path.path.get_ident().is_none_or(|name| self.lookup(name).is_none());
                return by_name.then(|| given.clone());
            }
            _ => return None,
        };
        let name = match closure.inputs.first() {
            Some(syn::Pat::Ident(pat)) if pat.subpat.is_none() && pat.by_ref.is_none() => &pat.ident,
            _ => return None,
        };
        let mut look = OfNumbers { name, computes: true };
        syn::visit::Visit::visit_expr(&mut look, &closure.body);
        (look.computes && closure.inputs.len() == 1 && !matches!(strip(&closure.body), Expr::Reference(_)))
            .then(|| given.clone())
    }

    /// `x.to_usize()` of what may be a number with a derivative.
    fn integer_of(&mut self, value: &Atom, method: &Ident) -> Value {
        let (ad, tokens) = (self.f.names_ad(), self.located(value, method.span()));
        let reads: Vec<Var> = value.var().into_iter().collect();
        let mut opaque = Opaque::pure(
            quote_spanned!(method.span()=> #ad::passive(#tokens.#method())),
            reads.clone(),
        );
        opaque.losses.push(Loss {
            span: method.span(),
            reads,
            spellings: Vec::new(),
            message: format!("the derivative is lost in `{method}`"),
            help: "write `no_diff(..)` around the conversion if that is what you want".into(),
        });
        Value::Op(Op::Opaque(opaque), Ty::Inert)
    }

    /// `(low..high).contains(&x)` whose parts could not stay in place.
    fn in_a_range(&mut self, range: &syn::ExprRange, item: &Expr, span: Span) -> Value {
        let mut reads = Vec::new();
        let mut ends = Vec::new();
        for end in [&range.start, &range.end] {
            let atom = end.as_ref().map(|end| self.atom(end));
            reads.extend(atom.as_ref().and_then(Atom::var));
            ends.push(atom);
        }
        let item = self.value(item);
        let item = self.place_of(item, span);
        item.uses(Use::Read, &mut |var, _| reads.push(var));
        let item = crate::tokens::borrow(&self.f.vars, &item);
        let end = |atom: &Option<Atom>| {
            let tokens = atom.as_ref().map(|atom| crate::tokens::atom(&self.f.vars, atom));
            tokens.map(|tokens| quote!(&#tokens))
        };
        let (low, high, limits) = (end(&ends[0]), end(&ends[1]), range.limits);
        let tokens = quote_spanned!(span=> (#low #limits #high).contains(&#item));
        Value::Op(Op::Opaque(Opaque::pure(tokens, reads)), Ty::Bool)
    }

    /// Where something stands in a list, or whether it is there, by the user's own test: no derivative flows through the answer.
    pub(super) fn search(&mut self, call: &syn::ExprMethodCall) -> Option<Value> {
        let span = call.method.span();
        let ty = match call.method.to_string().as_str() {
            "partition_point" => Ty::Int,
            "is_sorted_by" | "is_sorted_by_key" => Ty::Bool,
            name if is_search(name) => Ty::Inert,
            "any" | "all" | "is_some_and" | "is_ok_and" | "is_none_or" if call.args.len() == 1 => Ty::Bool,
            "position" | "rposition" if call.args.len() == 1 => Ty::Inert,
            "contains" if call.args.len() == 1 => {
                let ty = self.type_of(&call.receiver);
                let list = matches!(ty.behind_references(), Ty::Slice(_) | Ty::Vec(_) | Ty::Array(_));
                if !list {
                    return None;
                }
                Ty::Bool
            }
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
    pub(super) fn bulk_write(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let Some(place) = self.target_receiver(&call.receiver) else {
            return Value::Unit;
        };
        if self.f.place_ty(&place).element() == Ty::Unknown {
            // It is by its name that it is a slice's method.
            let (list, reads) = self.written_list(&Value::Ref(place.clone(), true));
            let opaque = Opaque::pure(quote_spanned!(span=> let _ = #list;), reads);
            let diverges = false;
            self.push(span, StmtKind::Effect { opaque, diverges });
        }
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
                    let value = lower.another(&value, span);
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
                    let op = if element.is_scalar() {
                        Op::Read(from)
                    } else {
                        Op::Clone(from, Ident::new("clone", span))
                    };
                    let value = lower.temp(op, element.clone(), span);
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

    /// `array.map(closure)`: a copy whose elements are replaced one by one. If they change their type, rustc says so.
    fn map_array(&mut self, receiver: &Expr, closure: &syn::ExprClosure, span: Span) -> Value {
        let value = self.value(receiver);
        let source = self.place_of(value, span);
        let mapped = self.mutable_temp(Value::Place(source), span);
        self.f.vars[mapped.root.0].temporary = false;
        self.each_index(&mapped, span, |lower, index| {
            let place = mapped.then(Projection::Index(index.clone()));
            let element = lower.read(Value::Place(place.clone()), span);
            let value = lower.apply(closure, vec![Value::Atom(element)]);
            let value = lower.read(value, span);
            let old = None;
            lower.push(span, StmtKind::Assign { place, value, old });
        });
        Value::Place(mapped)
    }

    /// A loop over the indices of an array.
    pub(super) fn each_index(&mut self, place: &Place, span: Span, body: impl FnOnce(&mut Self, &Atom)) {
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

    /// `v.reserve(n)`: nothing that is in the vector changes.
    pub(super) fn reserve(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let Some(place) = self.target_receiver(&call.receiver) else {
            return Value::Unit;
        };
        let count = self.atom(&call.args[0]);
        let (ad, method) = (self.f.names_ad(), &call.method);
        let (list, n) = (
            crate::tokens::place(&self.f.vars, &place),
            self.located(&count, call.args[0].span()),
        );
        let mut reads: Vec<Var> = count.var().into_iter().collect();
        place.uses(Use::Read, &mut |var, _| reads.push(var));
        let opaque = Opaque {
            carried: Vec::new(),
            pure: false,
            ..Opaque::pure(quote_spanned!(span=> #list.#method(#ad::passive(#n));), reads)
        };
        let diverges = false;
        self.push(span, StmtKind::Effect { opaque, diverges });
        Value::Unit
    }

    /// `v.as_slice()`: a reference to the same elements. What only rustc knows is proved to be a list.
    pub(super) fn as_slice(&mut self, call: &syn::ExprMethodCall) -> Value {
        let list = self.list(&call.receiver, call.method == "as_mut_slice");
        let (tokens, reads) = self.written_list(&list);
        let opaque = Opaque::pure(quote!(let _ = #tokens;), reads);
        let diverges = false;
        self.push(call.method.span(), StmtKind::Effect { opaque, diverges });
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
        let all = Projection::Range {
            low: None,
            high: None,
            inclusive: false,
        };
        self.project(list, all, call.method.span())
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
            return Value::Atom(self.temp(Op::Replace(place, value), ty, span));
        }
        let before = self.held_by(&place, span);
        let old = None;
        self.push(span, StmtKind::Assign { place, value, old });
        Value::Atom(before)
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
        let Value::Ref(first, true) = self.value(&call.args[0]) else {
            return None;
        };
        if function == "replace" {
            let value = self.atom(&call.args[1]);
            return Some(self.replace(first, value, span));
        }
        if function == "take" {
            let default = Atom::Constant(quote!(::core::default::Default::default()), Ty::Unknown);
            return Some(self.replace(first, default, span));
        }
        let Value::Ref(second, true) = self.value(&call.args[1]) else {
            return None;
        };
        let passive = !super::flow::mentions(&Expr::Call(call.clone()), &self.possibly_active);
        let named = passive && first.is_whole() && second.is_whole();
        if !(named || self.f.place_ty(&first).is_scalar() || first.overlaps(&second)) {
            let (function, forward) = (syn::parse_quote!(::core::mem::swap), self.runtime_twin("exchange"));
            let args = vec![Argument::Mut(first), Argument::Mut(second)];
            self.call_stmt(CallKind::Function, function, forward, args, Ty::Unit, None, span);
            return Some(Value::Unit);
        }
        let a = self.held_by(&first, span);
        let b = self.held_by(&second, span);
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
        match self.written_value(receiver) {
            Value::Place(place) | Value::Ref(place, _) => Some(place),
            Value::Listed(_) => {
                let help =
                    "collect what it is to hold in the end, `.filter(..)`, `.skip(n)`; or keep a list of indices";
                self.error(
                    receiver.span(),
                    "a list of references that is changed is not supported yet",
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

    /// A method of a float, as `x.max(y)` or as `f64::max(x, y)`.
    pub(super) fn float_method<'e>(
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
        // So does a variable that only this says the type of: `let mut d = 1e9; d = f64::min(d, x)`.
        if let (Atom::Var(var), Ty::Float(width @ (Width::F32 | Width::F64))) = (&atoms[0], &ty)
            && let info = &mut self.f.vars[var.0]
            && info.ty == Ty::Float(Width::Any)
            && info.role == Role::Value
            && info.annotation.is_none()
        {
            let name = Ident::new(if *width == Width::F32 { "f32" } else { "f64" }, span);
            info.annotation = Some(syn::parse_quote!(::core::primitive::#name));
            info.ty = ty.clone();
        }
        let ty = atoms.iter().fold(ty, |ty, atom| match (ty, self.f.atom_ty(atom)) {
            (Ty::Float(a), Ty::Float(b)) => Ty::Float(a.join(b)),
            (ty, _) => ty,
        });
        if name == "sin_cos" {
            let operands = || atoms.iter().cloned().map(Operand::Atom).collect::<Vec<_>>();
            let sin = self.temp(
                Op::Rule(Applied::method(rules::rule("sin").expect("a rule")), operands()),
                ty.clone(),
                span,
            );
            let cos = Applied::method(rules::rule("cos").expect("a rule"));
            let cos = self.temp(Op::Rule(cos, operands()), ty, span);
            return Value::Tuple(vec![Value::Atom(sin), Value::Atom(cos)]);
        }
        if let Some(rule) = rules::rule(&name) {
            let operands = atoms.into_iter().map(Operand::Atom).collect();
            return Value::Op(Op::Rule(Applied::method(rule), operands), ty);
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

    /// `x.shape()`, or a part of it, where only rustc knows `x`: of an array it is made of counts, of a type of the user's own it may
    /// be a number. It is taken for counts where it gets a name, is cast or taken apart, and proved to be.
    pub(super) fn part_of_shape(&mut self, shape: &Expr, whole: &Expr) -> Option<Opaque> {
        let Expr::MethodCall(call) = strip(shape) else {
            return None;
        };
        let asked = call.method == "shape" && call.args.is_empty();
        let of_self = matches!(strip(&call.receiver), Expr::Path(path) if path.path.is_ident("self"));
        let flows = super::flow::mentions(shape, &self.possibly_active);
        let unknown = *self.type_of(&call.receiver).behind_references() == Ty::Unknown;
        if !(asked && !of_self && flows && unknown) {
            return None;
        }
        let count = self.opaque(whole).ok()?;
        let (ad, tokens) = (self.f.names_ad(), &count.tokens);
        let tokens = quote_spanned!(whole.span()=> #ad::passive(#tokens));
        Some(Opaque { tokens, ..count })
    }

    /// Whether `v.abs()`, `v.min(w)`, `v.max(w)` and `v.midpoint(w)` may be those of a vector, which go component by component:
    /// nothing here is known to be a number. The absolute value is taken for a float's, except of a variable that has or may have a
    /// named type, and where it may be that of an integer.
    fn may_be_componentwise(&self, call: &syn::ExprMethodCall) -> bool {
        let unknown = |expr: &Expr| *self.type_of(expr).behind_references() == Ty::Unknown;
        self.options.lanes.is_none()
            && match (call.method.to_string().as_str(), call.args.first()) {
                ("abs", None) => {
                    self.signed || self.has_named_type(&call.receiver) || self.may_have_named_type(&call.receiver)
                }
                ("min" | "max" | "midpoint", Some(other)) => unknown(other),
                _ => false,
            }
    }

    /// The same as functions of the runtime, whose traits know which it is.
    fn componentwise(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let receiver = self.value(&call.receiver);
        let receiver = self.place_of(receiver, span);
        // It may be a method by reference, of what is no `Copy`.
        let receiver = self.temp(Op::Clone(receiver, Ident::new("clone", span)), Ty::Unknown, span);
        let mut args = vec![Argument::Value(receiver)];
        args.extend(call.args.iter().map(|arg| Argument::Value(self.atom(arg))));
        let (ad, method) = (self.f.names_ad(), &call.method);
        let function = syn::parse_quote_spanned!(span=> #ad::#method);
        let forward = self.runtime_twin(&method.to_string());
        self.call_stmt(CallKind::Function, function, forward, args, Ty::Unknown, None, span)
    }

    /// Where a float's method is called on a reference, one of a trait that takes references would come before it: proved in the
    /// emitted code.
    fn of_float(&mut self, receiver: &Value, method: &Ident) {
        // Of a type parameter the bounds say what it has.
        if self.f.generic || super::chains::is_reference(receiver) != Some(false) {
            return;
        }
        let proof = quote_spanned!(method.span()=> ::pullback::rt::of_float! { #method });
        let text = proof.to_string();
        if self.f.items.iter().all(|item| item.to_string() != text) {
            self.f.items.push(proof);
        }
    }

    /// A method with a scalar rule, on a receiver whose type only rustc knows.
    pub(super) fn unknown_method(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let name = call.method.to_string();
        let value = self.value(&call.receiver);
        self.of_float(&value, &call.method);
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
                    Op::Rule(Applied::method(rule), vec![Operand::Receiver(place.clone())]),
                    Ty::Unknown,
                    span,
                )));
            }
            return Value::Tuple(parts);
        }
        if self.options.fields && (rules::rule(&name).is_some() || rules::is_flat(&name)) {
            let receiver = self.read(Value::Place(place), span);
            let args = [receiver].into_iter().chain(args).collect();
            return self.of_fields(&name, args, span);
        }
        if let Some(rule) = rules::rule(&name) {
            let mut operands = vec![Operand::Receiver(place)];
            operands.extend(args.into_iter().map(Operand::Atom));
            return Value::Op(Op::Rule(Applied::method(rule), operands), Ty::Unknown);
        }
        // Flat almost everywhere, if it is the scalars' method: the emitted code proves that.
        let receiver = crate::tokens::place(&self.f.vars, &place);
        let method = &call.method;
        let args_tokens: Vec<_> = args.iter().map(|arg| crate::tokens::atom(&self.f.vars, arg)).collect();
        let mut reads: Vec<Var> = args.iter().filter_map(Atom::var).collect();
        place.uses(Use::Read, &mut |var, _| reads.push(var));
        let proved = Ident::new(
            if rules::is_flat(&name) { "stepwise" } else { "scalar" },
            Span::call_site(),
        );
        let tokens = quote_spanned!(span=> #ad::#proved(#receiver).#method(#(#args_tokens),*));
        Value::Op(Op::Opaque(Opaque::pure(tokens, reads)), Ty::Unknown)
    }

    /// `x.sqrt()` of a parameter that is bounded by `RealField`: the runtime has the float's own by a path.
    pub(super) fn of_fields(&mut self, name: &str, args: Vec<Atom>, span: Span) -> Value {
        let ad = self.f.names_ad();
        let function = Ident::new(name, span);
        let path: syn::ExprPath = syn::parse_quote_spanned!(span=> #ad::floats::#function);
        if let Some(rule) = rules::rule(name) {
            let path = Some(Box::new(path));
            let operands = args.into_iter().map(Operand::Atom).collect();
            return Value::Op(Op::Rule(Applied { rule, path }, operands), Ty::Unknown);
        }
        let tokens = args.iter().map(|arg| crate::tokens::atom(&self.f.vars, arg));
        let computed = Opaque::pure(
            quote_spanned!(span=> #path(#(#tokens),*)),
            args.iter().filter_map(Atom::var).collect(),
        );
        Value::Op(Op::Opaque(computed), Ty::Unknown)
    }

    pub(super) fn mapv(&mut self, receiver: &Expr, closure: &syn::ExprClosure, span: Span) -> Value {
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
        // The elements of an array that has a derivative are floats, whoever knows its type; but they may be of a type parameter.
        let element = match ty.element() {
            Ty::Unknown if !self.f.generic => Ty::FLOAT,
            element => element,
        };
        let param = self.f.new_var("v", element, false);
        let computed = super::chains::branching_body(closure);
        let body = self.nested(|lower| {
            lower.irrefutable(&closure.inputs[0], Value::Atom(Atom::Var(param)), None);
            let value = lower.value(&computed);
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
}

/// Looks at what a closure does with its argument: see `maps_values`.
struct OfNumbers<'a> {
    name: &'a Ident,
    computes: bool,
}

impl OfNumbers<'_> {
    fn is_argument(&self, expr: &Expr) -> bool {
        matches!(strip(expr), Expr::Path(path) if path.path.is_ident(self.name))
    }
}

impl<'ast> syn::visit::Visit<'ast> for OfNumbers<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.computes &= match expr {
            Expr::Assign(_) | Expr::Try(_) | Expr::Return(_) | Expr::Closure(_) | Expr::Macro(_) | Expr::Match(_) => {
                false
            }
            Expr::Binary(binary) => !super::opaque::is_compound(&binary.op),
            Expr::Reference(reference) => reference.mutability.is_none() && !self.is_argument(&reference.expr),
            Expr::Field(field) => !self.is_argument(&field.base),
            Expr::Index(index) => !self.is_argument(&index.expr),
            Expr::Unary(unary) => !(matches!(unary.op, syn::UnOp::Deref(_)) && self.is_argument(&unary.expr)),
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                !self.is_argument(&call.receiver)
                    || rules::rule(&name).is_some()
                    || rules::is_flat(&name)
                    || rules::is_inert(&name)
            }
            _ => true,
        };
        syn::visit::visit_expr(self, expr);
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
