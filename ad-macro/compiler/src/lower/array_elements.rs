//! Elementwise operations and reductions of arrays: `map`, `mapv`, `sum`, `product`, `dot`, and scalar functions of ndarray's arrays.
//!
//! Input:  `a.mapv(|v| v * k)`, `a.exp()`, `a.dot(&b)`, `[x, y].map(f)`
//! Output: `mapv a, v -> block`, `dot a, &b`; a loop over the indices for std's arrays

use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::chains::Chain;
use crate::lower::methods::Called;
use crate::syntax::expressions::strip;
use crate::syntax::scalar_rules;
use crate::syntax::types::{Ty, Width};
use crate::syntax::walk::{Node, Walk, descend};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

impl Lower<'_> {
    /// Arrays, and what goes element by element.
    pub(super) fn of_elements(&mut self, called: &Called) -> Option<Value> {
        let (call, name, span) = (called.call, called.name.as_str(), called.span);
        let (receiver_ty, flows, of_self) = (&called.receiver_ty, called.flows, called.of_self);
        match name {
            "sum" if call.args.is_empty() && call.turbofish.is_none() && called.of_array() => {
                let array = self.value(&call.receiver);
                return Some(self.each_choice(vec![array], span, &mut |lower, mut values| {
                    let place = lower.place_of(values.remove(0), span);
                    let ty = match lower.f.place_ty(&place) {
                        Ty::NdArray(element, _) => *element,
                        _ => Ty::Unknown,
                    };
                    Value::Op(Op::Sum(place), ty)
                }));
            }
            "dot" if call.args.len() == 1 && called.of_array() => {
                let factors = vec![self.value(&call.receiver), self.value(&call.args[0])];
                return Some(self.each_choice(factors, span, &mut |lower, mut values| {
                    let (factor, receiver) = (values.remove(1), values.remove(0));
                    let place = lower.place_of(receiver, span);
                    let operand = lower.operand_of(factor, span);
                    let (l, r) = (lower.f.place_ty(&place), lower.f.operand_ty(&operand));
                    let ty = match (l, r) {
                        (Ty::NdArray(element, Some(l)), Ty::NdArray(_, Some(r))) => match l + r {
                            2 => *element,
                            axes => Ty::NdArray(element, axes.checked_sub(2)),
                        },
                        _ => Ty::Unknown,
                    };
                    Value::Op(Op::Dot(place, operand), ty)
                }));
            }
            "map" if matches!(receiver_ty, Ty::Array(_)) && call.args.len() == 1 && flows => {
                if let Some(closure) = self.closure(&call.args, 1) {
                    return Some(match receiver_ty.element().is_float() {
                        true => self.map_array(&call.receiver, &closure, span),
                        false => self.array_from(&call.receiver, &closure, span),
                    });
                }
            }
            "map_inplace" | "par_map_inplace"
                if call.args.len() == 1 && flows && (called.of_array() || *receiver_ty == Ty::Unknown && !of_self) =>
            {
                return Some(self.each_element(call, "for_each"));
            }
            "for_each" | "fold" if flows && called.of_array() => return Some(self.each_element(call, name)),
            // By reference: of each element it is a reference to a copy.
            "map"
                if flows
                    && called.of_array()
                    && call.args.len() == 1
                    && let Some(closure) = self.closure(&call.args, 1) =>
            {
                let (element, pat, body) = (self.f.names.fresh("element", span), &closure.inputs[0], &closure.body);
                let closure = syn::parse_quote_spanned!(span=> |#element| {
                    let #pat = &#element;
                    #body
                });
                return Some(self.mapv(&call.receiver, &closure, false, span));
            }
            "map_axis" | "fold_axis"
                if flows && (matches!(receiver_ty, Ty::NdArray(_, Some(2))) || self.seems_array(call)) =>
            {
                if let Some(lanes) = self.along_axis(call) {
                    return Some(self.value(&lanes));
                }
            }
            "mapv" | "mapv_into" | "mapv_into_any" | "mapv_inplace" | "par_mapv_inplace" if call.args.len() == 1 => {
                let closure = match &call.args[0] {
                    Expr::Closure(closure) => Some(closure.clone()),
                    Expr::Path(function) => Some(syn::parse_quote!(|v| #function(v))),
                    _ => None,
                };
                if let Some(closure) = closure {
                    let in_place = name == "mapv_into" || name.ends_with("mapv_inplace");
                    let mapped = self.mapv(&call.receiver, &closure, in_place, span);
                    if !name.ends_with("mapv_inplace") {
                        return Some(mapped);
                    }
                    let value = self.read(mapped, span);
                    let receiver = self.value(&call.receiver);
                    let place = self.place_of(receiver, span);
                    if self.is_view(&place) {
                        self.assign_view(place, value, span);
                        return Some(Value::Unit);
                    }
                    self.put(place, value, span);
                    return Some(Value::Unit);
                }
            }
            _ => {}
        }
        None
    }

    /// Where a method is taken for ndarray's that is one of what arrays are behind a reference, a trait's for the array itself would come
    /// before it: proved in the emitted code. What is called on a view, `x.row(i).dot(&w)`, or on a parameter that is
    /// one or that has its elements anywhere, is asked of views alone: a trait that has a method for owned arrays is none of its business.
    pub(super) fn of_array(&mut self, call: &syn::ExprMethodCall, array: &Ty) {
        let method = &call.method;
        let name = method.to_string();
        let own = match name.strip_suffix("_mut").unwrap_or(&name) {
            "sum" | "product" | "mean" | "std" | "var" | "sum_axis" | "mean_axis" | "dot" => true,
            "map" | "mapv" | "mapv_inplace" | "map_inplace" => true,
            "fold" | "map_axis" | "fold_axis" => true,
            "row" | "column" | "t" | "view" | "diag" | "slice" | "slice_axis" | "index_axis" => true,
            "iter" | "rows" | "columns" | "outer_iter" | "axis_iter" | "lanes" | "axis_chunks_iter" => true,
            "indexed_iter" | "axis_windows" | "fill" | "assign" | "scaled_add" => true,
            name => scalar_rules::rule(name).is_some_and(|rule| rule.params.len() == 1),
        };
        if own {
            let dimensions: TokenStream = match array.behind_references() {
                Ty::NdArray(_, Some(axes @ 1..=6)) => quote::format_ident!("Ix{axes}").into_token_stream(),
                _ => quote!(Ix1 Ix2 Ix3 IxDyn),
            };
            let views = match strip(&call.receiver) {
                Expr::MethodCall(receiver) => self.gives_view(receiver),
                Expr::Path(path) => {
                    let binding = path.path.get_ident().and_then(|ident| self.lookup(ident));
                    matches!(binding, Some(Binding::Alias(place, _)) if self.f.is_view_param(place))
                }
                _ => false,
            };
            let views = views.then(|| quote!(of views));
            let proof = quote_spanned!(method.span()=> ::pullback::rt::of_array! { #method #views, #dimensions });
            self.f.prove(proof);
        }
    }

    /// That a method of a vector or an array which slices have is the slice's: proved in the emitted code.
    pub(super) fn of_list(&mut self, call: &syn::ExprMethodCall, list: &Ty) {
        let (method, name) = (&call.method, call.method.to_string());
        let (Ty::Vec(element) | Ty::Array(element)) = list.behind_references() else {
            return;
        };
        if !crate::infer::methods::is_of_slices(&name) {
            return;
        }
        let (any, known) = match **element {
            Ty::Float(Width::F32) => (quote!(f32), quote!(f32)),
            Ty::Float(_) => (quote!(f64), quote!(f64)),
            _ => (quote!(_), quote!(())),
        };
        let (list, same) = match list.behind_references() {
            Ty::Vec(_) => {
                let vector = quote!(::pullback::rt::std::vec::Vec);
                (quote!(#vector<#any>), quote!(#vector<#known>))
            }
            _ => (quote!([#any; _]), quote!([#known; 0])),
        };
        let (span, arguments) = (method.span(), call.args.iter().map(|_| quote!(())));
        let called = quote_spanned!(span=> #method(#(#arguments)*));
        self.f
            .prove(quote_spanned!(span=> ::pullback::rt::of_list! { #called, #list as #same }));
        if crate::infer::methods::writes_slice(&name, call.args.len()) || name == "reverse" {
            self.f
                .prove(quote_spanned!(span=> ::pullback::rt::of_slice! { #called, #any as #known }));
        }
    }

    /// That `a.sub(&b)` of an array is `a - &b`, and not a trait's of the user's: proved in the emitted code.
    pub(super) fn of_operator(&mut self, method: &Ident) {
        let name = method.to_string();
        let (first, rest) = name.split_at(1);
        let operator = Ident::new(&format!("{}{rest}", first.to_uppercase()), method.span());
        self.f
            .prove(quote_spanned!(method.span()=> ::pullback::rt::of_operator! { #operator #method }));
    }

    /// `a.map_inplace(f)`, `a.for_each(f)` and `a.fold(init, f)` of an array: a chain's `for_each` or `fold` over its elements.
    fn each_element(&mut self, call: &syn::ExprMethodCall, consumer: &str) -> Value {
        let (array, args, span) = (&call.receiver, &call.args, call.method.span());
        let lent = match call.method == consumer {
            true => syn::parse_quote_spanned!(span=> &#array),
            false => syn::parse_quote_spanned!(span=> &mut #array),
        };
        let Some((_, items)) = self.array_elements(&lent) else {
            return self.stand_in();
        };
        let elements = self.f.names.fresh("elements", span);
        self.bind(&elements, Binding::Iterator(Box::new(Chain::of(items)), None));
        self.possibly_active.insert(elements.to_string());
        let consumer = Ident::new(consumer, span);
        self.value(&syn::parse_quote_spanned!(span=> #elements.#consumer(#args)))
    }

    /// Functions of numbers and what is left of ndarray's methods.
    pub(super) fn of_whole_array(&mut self, called: &Called) -> Option<Value> {
        let (call, name, span) = (called.call, called.name.as_str(), called.span);
        let (receiver_ty, flows) = (&called.receiver_ty, called.flows);
        // `a.exp()` and `a.powf(k)` of an array are what they are of each element.
        if called.of_array()
            && flows
            && (called.has_rule_of_its_arguments()
                || scalar_rules::is_flat(name) && call.args.is_empty()
                || name == "pow2")
        {
            return Some(self.of_each(call));
        }
        if name == "split_at" && call.args.len() == 2 && flows && (called.of_array() || self.seems_array(call)) {
            return Some(self.split_views(call));
        }
        if flows && let Some(parts) = self.pair_of_parts(call) {
            return Some(parts);
        }
        if let ("assign_to", Ty::NdArray(..), [Expr::Reference(target)], true) = (
            name,
            receiver_ty,
            &call.args.iter().cloned().collect::<Vec<_>>()[..],
            flows,
        ) {
            let (target, receiver) = (&target.expr, &call.receiver);
            return Some(self.value(&syn::parse_quote_spanned!(span=> (#target).assign(&#receiver))));
        }
        None
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
        self.mapv(&call.receiver, &syn::parse_quote!(|#element| #body), false, span)
    }

    /// What is given to `map`, if it is a function by its name, or a closure that only computes with its argument, as one does with a
    /// number: it writes nothing, does not leave the function, and gives no reference. A function of a float, `f64::exp`, has no
    /// twin, and becomes such a closure.
    ///
    /// `of_self`: `map` is called on `self`, in the impl of a type that is no option. Whatever is computed is computed from a component.
    pub(super) fn maps_values(&mut self, given: &Expr, of_self: bool) -> Option<Expr> {
        let given = match strip(given) {
            Expr::Reference(lent) if matches!(*lent.expr, Expr::Path(_)) => &lent.expr,
            _ => given,
        };
        let closure = match strip(given) {
            Expr::Closure(closure) => closure.clone(),
            Expr::Path(path)
                if crate::lower::chains::closures::width_of(&path.path).is_some()
                    || self.function_parameter(given).is_some() =>
            {
                let first = self.f.names.fresh("first", path.span());
                return Some(syn::parse_quote!(|#first| #path(#first)));
            }
            Expr::Path(path) => match path.path.get_ident().and_then(|name| self.lookup(name)) {
                Some(Binding::Closure(bound)) => bound.closure.clone(),
                Some(_) => return None,
                None => return self.may_have_twin(&path.path).then(|| given.clone()),
            },
            _ => return None,
        };
        let name = match closure.inputs.first() {
            Some(syn::Pat::Ident(pat)) if pat.subpat.is_none() && pat.by_ref.is_none() => &pat.ident,
            _ => return None,
        };
        let mut look = OfNumbers {
            name,
            methods: of_self && self.options.no_option,
            computes: true,
        };
        look.node(Node::Expr(&closure.body));
        (look.computes && closure.inputs.len() == 1 && !matches!(strip(&closure.body), Expr::Reference(_)))
            .then(|| given.clone())
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
            lower.put(place, value, span);
        });
        Value::Place(mapped)
    }

    /// A loop over the indices of an array.
    pub(super) fn each_index(&mut self, place: &Place, span: Span, body: impl FnOnce(&mut Self, &Atom)) {
        let (array, reads) = self.written(&Value::Place(place.clone()));
        let high = self.pure_temp(quote!(#array.len()), reads, Ty::Int, span);
        let var = self.index_var("k");
        self.in_range.insert(var);
        let low = Atom::Constant(quote!(0), Ty::Int);
        let kind = LoopKind::range(var, low, high);
        self.loop_stmt(span, None, kind, |lower| body(lower, &Atom::Var(var)));
    }

    pub(super) fn mapv(&mut self, receiver: &Expr, closure: &syn::ExprClosure, in_place: bool, span: Span) -> Value {
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
        let computed = crate::lower::chains::closures::branching_body(closure);
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
        let map = Map {
            source,
            param,
            body,
            in_place,
            along: None,
        };
        Value::Op(Op::Mapv(Box::new(map)), ty)
    }
}

/// Looks at what a closure does with its argument: see `maps_values`.
struct OfNumbers<'a> {
    name: &'a Ident,
    /// It may have methods that numbers do not have from std.
    methods: bool,
    computes: bool,
}

impl OfNumbers<'_> {
    fn is_argument(&self, expr: &Expr) -> bool {
        matches!(strip(expr), Expr::Path(path) if path.path.is_ident(self.name))
    }
}

impl<'ast> Walk<'ast> for OfNumbers<'_> {
    fn node(&mut self, node: Node<'ast>) {
        if let Node::Expr(expr) = node {
            self.computes &= match expr {
                Expr::Assign(_)
                | Expr::Try(_)
                | Expr::Return(_)
                | Expr::Closure(_)
                | Expr::Macro(_)
                | Expr::Match(_) => false,
                Expr::Binary(binary) => !crate::syntax::expressions::is_compound(&binary.op),
                Expr::Reference(reference) => reference.mutability.is_none() && !self.is_argument(&reference.expr),
                Expr::Field(field) => !self.is_argument(&field.base),
                Expr::Index(index) => !self.is_argument(&index.expr),
                Expr::Unary(unary) => !(matches!(unary.op, syn::UnOp::Deref(_)) && self.is_argument(&unary.expr)),
                Expr::MethodCall(call) => {
                    let name = call.method.to_string();
                    self.methods
                        || !self.is_argument(&call.receiver)
                        || scalar_rules::rule(&name).is_some()
                        || scalar_rules::is_flat(&name)
                        || scalar_rules::is_inert(&name)
                }
                _ => true,
            };
        }
        descend(self, node);
    }
}
