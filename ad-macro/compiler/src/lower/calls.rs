//! Calls of functions and methods that have a twin, and the runtime's twins of std's functions.
//!
//! Input:  `f(&x[1..], k)`
//! Output: `let f, f_pullback = call f(&x[1..], k)`

pub mod twins;

use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::calls::twins::{is_of_std, is_std_path};
use crate::signature::returned_places::Lent;
use crate::syntax::expressions::{ends, is_no_diff, strip};
use crate::syntax::paths::{derivative_name, is_associated, is_number, is_variant_of_std, names_type, short_name};
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

/// A call of a function by its path, with what the stages ask of it.
pub(super) struct Named<'c> {
    pub(super) call: &'c syn::ExprCall,
    pub(super) function: &'c syn::ExprPath,
    pub(super) whole: Expr,
    /// The last segment but one.
    pub(super) owner: Option<String>,
    pub(super) last: String,
    /// Whether the path is a name.
    pub(super) bare: bool,
    /// Whether it mentions what may carry a derivative.
    pub(super) flows: bool,
    pub(super) span: Span,
}

impl<'c> Named<'c> {
    pub(super) fn args(&self) -> Vec<&'c Expr> {
        self.call.args.iter().collect()
    }

    fn path(&self) -> String {
        let segments = self.function.path.segments.iter();
        segments
            .map(|segment| segment.ident.to_string())
            .collect::<Vec<_>>()
            .join("::")
    }

    /// The path that a tuple struct, a variant or a value of a type has: none of these is a function of a trait, whatever it is called,
    /// or a constant's function, `T::PI()`.
    fn is_constructor(&self) -> bool {
        let of_trait = self.function.qself.as_ref().is_some_and(|of| of.position > 0);
        let constant = self.call.args.is_empty() && !self.last.contains(char::is_lowercase);
        !of_trait && !constant && names_type(&self.last)
    }
}

impl Lower<'_> {
    pub(super) fn call(&mut self, call: &syn::ExprCall) -> Value {
        let span = call.span();
        let lends = self.lends.take();
        if is_no_diff(&call.func) {
            if let Some(lent) = self.detached(call) {
                return lent;
            }
            return match self.opaque(&Expr::Call(call.clone())) {
                Ok(mut opaque) => {
                    opaque.pure = false;
                    opaque.owned = crate::normalize::detach_names::is_owned(call);
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
        if self.is_kept(&call.func) && self.may_carry(&Expr::Call(call.clone())) {
            return self.call_kept(call);
        }
        if let Expr::Closure(closure) = strip(&call.func)
            && self.may_carry(&Expr::Call(call.clone()))
        {
            let bound = self.closed_over(closure);
            let args = call.args.iter().map(|arg| self.value(arg)).collect();
            return self.call_closure(bound, args, span);
        }
        let Expr::Path(function) = &*call.func else {
            return self.keep(
                &Expr::Call(call.clone()),
                Ty::Unknown,
                "a call of something other than a named function",
                "call a function marked `#[differentiable]`",
            );
        };
        // Of a slice by what it points to, as `try_into` is.
        if let Some(syn::QSelf { ty, position: 0, .. }) = &function.qself
            && matches!(**ty, syn::Type::Array(_))
            && function.path.segments.len() == 1
            && function.path.segments[0].ident == "try_from"
            && call.args.len() == 1
            && crate::lower::name_activity::mentions(&call.args[0], &self.possibly_active)
            && matches!(self.type_of(&call.args[0]), Ty::Ref(_) | Ty::Slice(_))
        {
            let list = &call.args[0];
            return self.value(&syn::parse_quote_spanned!(span=> {
                let converted: ::core::result::Result<#ty, _> = (#list).try_into();
                converted
            }));
        }
        // `<f64>::sin(x)`, as macros write it for a type they are given.
        if let Some(syn::QSelf { ty, position: 0, .. }) = &function.qself
            && let syn::Type::Path(owner) = &**ty
            && (owner.path.is_ident("f64") || owner.path.is_ident("f32"))
        {
            let (owner, rest) = (&owner.path, &function.path);
            let func = Box::new(syn::parse_quote!(#owner #rest));
            return self.call(&syn::ExprCall { func, ..call.clone() });
        }
        let whole = Expr::Call(call.clone());
        let segments: Vec<String> = function
            .path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        let named = Named {
            call,
            function,
            owner: segments.len().checked_sub(2).map(|k| segments[k].clone()),
            last: segments.last().expect("a path has a segment").clone(),
            bare: segments.len() == 1 && function.qself.is_none(),
            flows: self.may_carry(&whole),
            whole,
            span,
        };
        self.value_that_is_called(&named)
            .or_else(|| self.function_of_floats(&named))
            .or_else(|| self.function_of_numbers(&named))
            .or_else(|| self.function_of_std(&named))
            .or_else(|| self.constructor(&named))
            .unwrap_or_else(|| self.function_with_twin(&named, lends))
    }

    /// A closure, one of `mem`'s functions, or a value that is a function.
    fn value_that_is_called(&mut self, named: &Named) -> Option<Value> {
        let (call, function, span) = (named.call, named.function, named.span);
        let (owner, last, bare) = (named.owner.as_deref(), named.last.as_str(), named.bare);
        if bare && let Some(Binding::Closure(bound)) = self.lookup(&function.path.segments[0].ident).cloned() {
            let args = call.args.iter().map(|arg| self.value(arg)).collect();
            return Some(self.call_closure(*bound, args, span));
        }
        if owner == Some("mem")
            && let Some(value) = self.memory(last, call)
        {
            return Some(value);
        }
        if bare && self.lookup(&function.path.segments[0].ident).is_some() {
            return Some(self.keep(
                &named.whole,
                Ty::Unknown,
                "a call of a function value",
                "call a function marked `#[differentiable]` by its name; of a parameter, write the type out, `f: &dyn Fn(f64) -> f64`, or say what it stands for, `#[differentiable(types(Force = dyn Fn(f64) -> f64))]`",
            ));
        }
        None
    }

    /// A variant or a tuple struct.
    fn constructor(&mut self, named: &Named) -> Option<Value> {
        let (call, function, span) = (named.call, named.function, named.span);
        let last = named.last.as_str();
        if is_variant_of_std(&function.path, "Some") && call.args.len() == 1 {
            let value = self.value(&call.args[0]);
            let value = self.settle(value, span);
            if crate::lower::builder::holds_reference(&value) {
                return Some(Value::ScalarOption(
                    Atom::Constant(quote!(true), Ty::Bool),
                    Box::new(value),
                ));
            }
            let part = self.read(value, span);
            return Some(self.variant(&function.path, vec![(0.into(), part)]));
        }
        if is_variant_of_std(&function.path, "Err") && call.args.len() == 1 {
            let error = self.error_value(&call.args[0]);
            return Some(self.variant(&function.path, vec![(0.into(), error)]));
        }
        if named.is_constructor() && self.is_variant(&function.path) {
            let parts = call
                .args
                .iter()
                .enumerate()
                .map(|(k, arg)| (k.into(), self.atom(arg)))
                .collect();
            return Some(self.variant(&function.path, parts));
        }
        if named.is_constructor() {
            // A tuple struct: a struct whose members are numbered.
            let mut fields = Vec::new();
            for (k, arg) in call.args.iter().enumerate() {
                fields.push((syn::Member::from(k), self.field(arg)));
            }
            let op = Op::Struct {
                path: Some(function.path.clone()),
                fields,
                rest: None,
            };
            if last == "Aux" {
                return Some(self.auxiliary(op, span));
            }
            return Some(Value::Op(op, Ty::Unknown));
        }
        None
    }

    /// What the macro does not know: a call of a twin, if a derivative flows through it.
    fn function_with_twin(&mut self, named: &Named, lends: Option<Lent>) -> Value {
        let (call, function, span) = (named.call, named.function, named.span);
        let (owner, last, bare) = (named.owner.as_deref(), named.last.as_str(), named.bare);
        let associated = owner.is_some_and(names_type);
        let std_path = is_std_path(&function.path);
        let ty = if bare && self.f.name == last {
            self.f.output_ty.clone()
        } else {
            match (owner, last) {
                (Some("Vec"), "new") => Ty::Vec(Box::new(Ty::Unknown)),
                (Some("String"), "new" | "from") => Ty::Inert,
                (Some(owner), last) => self.array_of_shape(owner, last, call).unwrap_or(Ty::Unknown),
                _ => Ty::Unknown,
            }
        };
        // None of std's makes a value of several: a type of the user's may be called `Arc`, too.
        let of_own = last == "new" && call.args.len() > 1;
        let known_type = owner.is_some_and(|owner| !of_own && is_of_std(owner, last) || Ty::primitive(owner).is_some());
        let problem = if associated && known_type || owner.is_some_and(|owner| Ty::primitive(owner).is_some()) {
            Some(format!("the function `{}`", named.path()))
        } else if std_path {
            Some(format!("`{}`", named.path()))
        } else {
            None
        };
        if call.args.iter().any(|arg| matches!(strip(arg), Expr::Closure(_))) && (problem.is_some() || !named.flows) {
            return self.keep(
                &named.whole,
                ty,
                "a closure",
                "write a function marked `#[differentiable]` and call it directly",
            );
        }
        // A reference is lent by an argument.
        let lender = call.args.iter().any(|arg| !self.type_of(arg).is_inert());
        let known = self.lent(&named.whole).cloned().filter(|_| lender);
        if let Some(lent) = known.or(lends)
            && problem.is_none()
            && !(bare && self.f.name == last && !self.keeps_references)
            && named.flows
        {
            return self.call_through(call, function, &lent);
        }
        if lender
            && problem.is_none()
            && !(bare && self.f.name == last && !self.keeps_references)
            && let Some(together) = self.together_through(&named.whole, None)
        {
            return together;
        }
        if associated
            && named.flows
            && let Some(made) = self.made_of_items(call, last)
        {
            return made;
        }
        let owned = (associated && named.flows).then(|| self.with_clones(call)).flatten();
        let call = owned.as_ref().unwrap_or(call);
        let mut args = self.call_values(&call.args);
        if named.flows && owner.is_some_and(|owner| crate::lower::arrays::is_made_by_shape(owner, last)) {
            args = args
                .into_iter()
                .map(|shape| self.without_derivative(shape, span))
                .collect();
        }
        let loss = problem.map(|what| Loss {
            span,
            reads: Vec::new(),
            spellings: Vec::new(),
            message: format!("{what} is not supported yet where a derivative flows through it"),
            help: "write a free function marked `#[differentiable]`, or wrap the call in `no_diff(..)`".into(),
        });
        let forward = self.forward_path(function);
        let kind = if is_associated(function) {
            CallKind::Associated
        } else {
            CallKind::Function
        };
        self.each_choice(args, span, &mut |lower, args| {
            let mut args = lower.arguments(args, &call.args, Vec::new());
            args.1.stands = Some(Stands {
                parentheses: call.paren_token.span.join(),
                arguments: call.args.iter().map(ends).collect(),
                receiver: None,
            });
            let (function, forward) = (function.clone(), forward.clone());
            let (ty, loss) = (ty.clone(), loss.clone());
            lower.call_with(kind, function, forward, args, ty, loss, span)
        })
    }

    /// Whether an argument is certainly a reference, or the element that a method of the user's gives where one is taken.
    pub(super) fn is_lent(&self, arg: &Expr) -> bool {
        match strip(arg) {
            Expr::Reference(_) => true,
            Expr::MethodCall(call) => self.lent(arg).is_some() || self.is_own_element(call),
            arg => matches!(self.type_of(arg), Ty::Ref(_)),
        }
    }

    /// Whether a called expression is a place of which a function is a part: `self.force`, `(*rules[k])`, a name for one of these.
    fn is_kept(&self, function: &Expr) -> bool {
        match strip(function) {
            Expr::Field(_) | Expr::Index(_) => true,
            Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Deref(_)) && self.is_kept(&unary.expr),
            Expr::Path(path) => match path.path.get_ident().and_then(|name| self.lookup(name)) {
                Some(Binding::Alias(place, _)) => !place.is_whole(),
                Some(Binding::Known(value)) => matches!(**value, Value::Choice(..)),
                _ => false,
            },
            _ => false,
        }
    }

    /// `(self.force)(x)`: a function that is kept in a field or an element. If an active value enters it, rustc finds its derivative
    /// or reports that it has none.
    fn call_kept(&mut self, call: &syn::ExprCall) -> Value {
        let span = call.func.span();
        let function = self.value(&call.func);
        // A part of a tuple that is taken apart is a variable again.
        let whole = match &function {
            Value::Place(place) | Value::Ref(place, _) => place.is_whole(),
            function => !matches!(function, Value::Choice(..)),
        };
        if whole {
            return Value::Atom(self.function_as_value(span));
        }
        let mut values = vec![crate::lower::references::by_reference(function, false)];
        values.extend(self.argument_values(&call.args));
        self.each_choice(values, span, &mut |lower, mut values| {
            let function = values.remove(0);
            let before = vec![Argument::Ref(lower.place_of(function, span))];
            let (args, written) = lower.arguments(values, &call.args, before);
            let by_value = args[1..].iter().all(|arg| matches!(arg, Argument::Value(_)));
            let loss = (!by_value || !(2..=5).contains(&args.len())).then(|| Loss {
                span,
                reads: Vec::new(),
                spellings: Vec::new(),
                message:
                    "a function that is kept here carries a derivative only through one to four arguments by value"
                        .into(),
                help: "take the function as a parameter, `f: impl Fn(..)`, or write `no_diff(..)` around the call"
                    .into(),
            });
            let ad = lower.f.names_ad();
            let forward = Ident::new(&format!("call_kept_{}", args.len() - 1), span);
            let forward: syn::ExprPath = syn::parse_quote!(#ad::#forward);
            let args = (args, written);
            lower.call_with(CallKind::Kept, forward.clone(), forward, args, Ty::Unknown, loss, span)
        })
    }

    /// A tuple that holds the references among its parts, like a struct.
    fn tuple_of(&mut self, parts: Vec<Value>, span: Span) -> Place {
        let parts = parts.into_iter().enumerate();
        let fields = parts.map(|(k, part)| (k.into(), self.part(part, span))).collect();
        let (path, rest) = (None, None);
        let tuple = self.temp(Op::Struct { path, fields, rest }, Ty::Unknown, span);
        Place::var(tuple.var().expect("it has just been made"))
    }

    /// `array.map(|x| ..)` that makes something else of the elements: an array that gets its elements one by one.
    pub(super) fn array_from(&mut self, receiver: &Expr, closure: &syn::ExprClosure, span: Span) -> Value {
        let value = self.value(receiver);
        // The closure may change the array that it is given a copy of.
        let value = self.settle(value, span);
        let source = self.place_of(value, span);
        let (array, reads) = self.written(&Value::Ref(source.clone(), false));
        let ad = self.f.names_ad();
        let start = Opaque::pure(quote_spanned!(span=> #ad::no_elements_for(#array)), reads);
        self.elements(start, span, &mut |lower, index| {
            let element = source.then(Projection::Index(index.clone()));
            let ty = lower.f.place_ty(&element);
            let op = match ty.is_scalar() {
                true => Op::Read(element),
                false => Op::Clone(element, Ident::new("clone", span)),
            };
            let element = lower.temp(op, ty, span);
            lower.apply(closure, vec![Value::Atom(element)])
        })
    }

    /// An array whose elements are computed one after the other, in the places that `start` gives.
    pub(super) fn elements(
        &mut self,
        start: Opaque,
        span: Span,
        element: &mut dyn FnMut(&mut Self, &Atom) -> Value,
    ) -> Value {
        let places = self.f.named_var("elements", Ty::Array(Box::new(Ty::Unknown)), true);
        let op = Op::Opaque(start);
        self.push(span, StmtKind::Let { var: places, op });
        let mut ty = Ty::Unknown;
        self.each_index(&Place::var(places), span, |lower, index| {
            let value = element(lower, index);
            let value = lower.read(value, span);
            ty = lower.f.atom_ty(&value);
            let some = lower.variant(
                &syn::parse_quote!(::core::option::Option::Some),
                vec![(0.into(), value)],
            );
            let value = lower.read(some, span);
            let place = Place::var(places).then(Projection::Index(index.clone()));
            lower.put(place, value, span);
        });
        let args = vec![Argument::Value(self.read(Value::Place(Place::var(places)), span))];
        let ad = self.f.names_ad();
        let (function, forward) = (syn::parse_quote!(#ad::assembled), self.runtime_twin("assembled"));
        let ty = Ty::Array(Box::new(ty));
        self.call_stmt(CallKind::Function, function, forward, args, ty, None, span)
    }

    /// `Aux(..)`: the derivative stops here. The emitted code proves that it is the runtime's wrapper, and no type of that name.
    pub(super) fn auxiliary(&mut self, op: Op, span: Span) -> Value {
        let wrapped = self.temp(op, Ty::Inert, span);
        Value::Op(Op::Runtime("passive", vec![Argument::Value(wrapped)]), Ty::Inert)
    }

    /// `T::from(x)`, `T::from_f64(x)`, `f64::from(x)`: a number in another type.
    pub(super) fn conversion(
        &mut self,
        function: &syn::ExprPath,
        owner: Option<&str>,
        last: &str,
        arg: &Expr,
    ) -> Option<Value> {
        let generic = |owner: &str| {
            self.type_params.contains(owner) || matches!(owner, "From" | "NumCast" | "FromPrimitive" | "Float")
        };
        let known = function.qself.is_some() || owner.is_some_and(generic);
        let converts = last == "from" || last == "cast" || last.strip_prefix("from_").is_some_and(is_number);
        if !known || !converts || !self.may_carry(arg) || matches!(self.type_of(arg), Ty::Int | Ty::Bool | Ty::Inert) {
            return None;
        }
        let value = self.atom(arg);
        let conversion = Conversion::Function(Box::new(function.clone()));
        Some(Value::Op(Op::Convert(value, conversion), Ty::Unknown))
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
        self.call_with(kind, function, forward, (args, AsWritten::default()), ty, loss, span)
    }

    #[allow(clippy::too_many_arguments)]
    fn call_with(
        &mut self,
        kind: CallKind,
        function: syn::ExprPath,
        forward: syn::ExprPath,
        (args, written): (Vec<Argument>, AsWritten),
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
        // `Body::new` of another type beside the own `new`, or `Box::new`.
        let of_another = self.options.lenders.get(&last).is_some_and(|own| {
            let owner = function.path.segments.iter().rev().nth(1);
            owner.is_some_and(|owner| owner.ident != "Self" && owner.ident != own)
        });
        if let Some(ty) = self.options.lent.get(&last).filter(|_| !of_another) {
            self.note_lent(out, &ty.clone());
        }
        // `Matrix::zeros(n, n)`; what a trait's function gives may be anything.
        let owner = function.path.segments.iter().rev().nth(1).map(|owner| &owner.ident);
        if kind == CallKind::Associated
            && function.qself.is_none()
            && self.f.info(out).ty == Ty::Unknown
            && !owner.is_some_and(crate::lower::call_projections::names_queue)
        {
            self.nominal.insert(out);
            // Other functions of types give numbers as often.
            if last == "new" || !self.f.generic && (last == "default" || last.starts_with("from")) {
                self.structs.insert(out);
            }
        }
        let call = Call {
            tangents: None,
            out,
            kind,
            function,
            forward,
            args,
            pullback,
            inactive: false,
            loss,
            olds,
            written,
        };
        self.push(span, StmtKind::Call(Box::new(call)));
        Value::Atom(Atom::Var(out))
    }

    /// A method that the macro does not know: its twin is called by method syntax, and rustc finds it or reports it.
    pub(super) fn method_call(&mut self, call: &syn::ExprMethodCall) -> Value {
        self.method_call_of(call, false)
    }

    /// With `read`, nobody's method of this name would write to its receiver: that of a number.
    pub(super) fn method_call_of(&mut self, call: &syn::ExprMethodCall, read: bool) -> Value {
        let span = call.method.span();
        let by_path = self.by_path.take();
        let receiver = self.value(&call.receiver);
        // One to a number stands for the number.
        let refers = |part: &Value| {
            let part = match part {
                Value::ScalarOption(_, inside) => inside,
                part => part,
            };
            matches!(self.value_ty(part), Ty::Ref(to) if !to.is_scalar())
        };
        // The method is one of a trait: the tuple holds the references, like a struct.
        let receiver = match receiver {
            Value::Tuple(parts) if parts.iter().any(refers) => {
                let span = call.receiver.span();
                let lends = |part: &Value| match part {
                    Value::ScalarOption(_, inside) => matches!(**inside, Value::Ref(_, true)),
                    part => matches!(part, Value::Ref(_, true)),
                };
                if parts.iter().any(lends) {
                    self.error(
                        span,
                        "a method that is called on a tuple of mutable references is not supported yet",
                        "write a function that takes them as its arguments, and call that",
                    );
                    return self.stand_in();
                }
                Value::Place(self.tuple_of(parts, span))
            }
            // So is it for an option of a reference, which has the only place in a tuple.
            Value::ScalarOption(_, ref inside) if matches!(**inside, Value::Ref(_, false)) && refers(&receiver) => {
                let tuple = self.tuple_of(vec![receiver], call.receiver.span());
                Value::Place(tuple.then(Projection::Field(0.into())))
            }
            receiver => receiver,
        };
        let mut values = vec![self.located_value(receiver, call.receiver.span())];
        match self.ends_of_a_draw(call) {
            Some(ends) => values.push(ends),
            None => values.extend(self.call_values(&call.args)),
        }
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
        let ty = match self.type_of(&call.receiver).behind_references() {
            Ty::NdArray(..) => self.method_ty(call),
            _ => {
                let array = self.options.arrays.get(&call.method.to_string());
                array.cloned().unwrap_or(Ty::Unknown)
            }
        };
        self.each_choice(values, span, &mut |lower, mut values| {
            let receiver = values.remove(0);
            let shared = matches!(receiver, Value::Ref(_, false));
            let place = lower.place_of(receiver, call.receiver.span());
            // What an impl of `Index` gives is shared: `v[i].real()`.
            let through = |step: &Projection| match step {
                Projection::Through { route, .. } => route.var().is_some_and(|route| lower.looked_up.contains(&route)),
                _ => false,
            };
            let shared = read || shared || place.path.iter().any(through);
            let place = lower.viewed_for(&call.method, place);
            // A receiver that can be written may be: the method's backward half is always run, and undoes what was written.
            // What is lent to a struct of references is not, or there could be no second one; nor is what is behind `&`.
            let lent = lower.options.lent.contains_key(&call.method.to_string());
            let receiver = if lower.f.info(place.root).mutable && !lent && !shared {
                Argument::Mut(place)
            } else {
                Argument::Ref(place)
            };
            let mut args = lower.arguments(values, &call.args, vec![receiver]);
            args.1.stands = Some(method_stands(call));
            lower.call_with(
                CallKind::Method,
                by_path.clone().unwrap_or_else(|| by_name(call.method.clone())),
                by_name(derivative_name(&call.method, "differentiable_push")),
                args,
                ty.clone(),
                None,
                span,
            )
        })
    }
}

/// Where a call of a method stands.
pub(super) fn method_stands(call: &syn::ExprMethodCall) -> Stands {
    Stands {
        parentheses: call.paren_token.span.join(),
        arguments: call.args.iter().map(ends).collect(),
        receiver: Some(ends(&call.receiver)),
    }
}
