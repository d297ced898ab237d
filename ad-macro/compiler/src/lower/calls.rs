//! Calls of functions and of methods that have a twin, and of what std has in their place.
//!
//! Input:  `f(&x[1..], k)`
//! Output: `let f, f_pullback = call f(&x[1..], k)`

use super::expressions::strip;
use super::vocabulary::{converts_to, is_std_method};
use super::{Binding, Lower, Value, is_no_diff};
use crate::ir::*;
use crate::rules;
use crate::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

impl Lower<'_> {
    pub(super) fn call(&mut self, call: &syn::ExprCall) -> Value {
        let span = call.span();
        let lends = self.lends.take();
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
        if self.is_kept(&call.func) && super::flow::mentions(&Expr::Call(call.clone()), &self.possibly_active) {
            return self.call_kept(call);
        }
        if let Expr::Closure(closure) = strip(&call.func)
            && super::flow::mentions(&Expr::Call(call.clone()), &self.possibly_active)
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
        // `<f64>::sin(x)`, as macros write it for a type they are given.
        if let Some(syn::QSelf { ty, position: 0, .. }) = &function.qself
            && let syn::Type::Path(owner) = &**ty
            && (owner.path.is_ident("f64") || owner.path.is_ident("f32"))
        {
            let (owner, rest) = (&owner.path, &function.path);
            let func = Box::new(syn::parse_quote!(#owner #rest));
            return self.call(&syn::ExprCall { func, ..call.clone() });
        }
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
                "call a function marked `#[differentiable]` by its name; of a parameter, write the type out, `f: &dyn Fn(f64) -> f64`",
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
        if let Some(owner) = owner
            && Ty::primitive(owner) == Some(Ty::Int)
            && let Some(ty) = super::integers::of_integers(&last)
        {
            return self.of_integers(function, call, ty, span);
        }
        if let [arg] = call.args.iter().collect::<Vec<_>>()[..]
            && let Some(value) = self.conversion(function, owner, &last, arg)
        {
            return value;
        }
        // `T::to_f64(&x)`, which takes its number by reference.
        if let (Some(owner), [arg]) = (owner, &call.args.iter().collect::<Vec<_>>()[..])
            && (self.type_params.contains(owner) || matches!(owner, "ToPrimitive" | "Float" | "Real"))
            && converts_to(&last).is_some()
            && self.is_lent(arg)
        {
            let method = &function.path.segments.last().expect("a path has a segment").ident;
            let method: syn::ExprMethodCall = syn::parse_quote!((#arg).#method());
            return self.method(&method);
        }
        // `T::gt(a, &b)`: the operator.
        if let (Some(owner), Some(op), [left, right]) =
            (owner, comparison(&last), &call.args.iter().collect::<Vec<_>>()[..])
            && (self.type_params.contains(owner) || matches!(owner, "PartialOrd" | "PartialEq"))
        {
            return self.value(&syn::parse_quote_spanned!(span=> (*(#left) #op *(#right))));
        }
        // `T::sin(x)`, `Float::max(a, b)`: the method of a generic scalar.
        if let Some(owner) = owner
            && let named = (self.type_params.contains(owner) || matches!(owner, "Float" | "Real" | "Signed"))
            && let of_floats = matches!(owner, "ComplexField" | "RealField" | "FloatCore")
            && (named || of_floats)
            && let of_parameter = (named || function.qself.as_ref().is_some_and(|of| self.is_type_param(&of.ty)))
            && (rules::rule(&last).is_some() || rules::is_flat(&last) || last == "sin_cos")
            && let Some((receiver, rest)) = call.args.iter().collect::<Vec<_>>().split_first()
        {
            // `<Real as ComplexField>::sin(x)` of a float type under another name: as a method, the float's own comes first, and
            // only what IEEE defines is certain to be the same number.
            if !of_parameter && !rules::is_exact(&last) && super::flow::mentions(receiver, &self.possibly_active) {
                if last == "sin_cos" || self.options.lanes.is_some() {
                    self.error(
                        span,
                        format!("the trait's `{last}` of a float may differ from the float's own"),
                        &format!("write `x.{last}(..)`"),
                    );
                    return Value::Unit;
                }
                return self.function_of_a_trait(function, call);
            }
            if named && self.options.fields && last != "sin_cos" {
                let args = call.args.iter().map(|arg| self.atom(arg)).collect();
                return self.of_fields(&last, args, span);
            }
            if named && self.f.generic && last != "sin_cos" {
                return self.scalar_by_path(function, call);
            }
            let method = &function.path.segments.last().expect("a path has a segment").ident;
            let method: syn::ExprMethodCall = syn::parse_quote!((#receiver).#method(#(#rest),*));
            return self.unknown_method(&method);
        }
        if let Some(array) = self.make_array(call) {
            return array;
        }
        if let Some(value) = self.array_function(call) {
            return value;
        }
        if let (Some(pointer @ ("Box" | "Rc" | "Arc")), "new", [value]) =
            (owner, last.as_str(), &call.args.iter().collect::<Vec<_>>()[..])
            && super::flow::mentions(value, &self.possibly_active)
        {
            return self.pointer_to(pointer, function, value, span);
        }
        // The cotangents of clones add up.
        if let (Some("Rc" | "Arc" | "Clone"), "clone", [value]) =
            (owner, last.as_str(), &call.args.iter().collect::<Vec<_>>()[..])
        {
            let method = Ident::new("clone", function.span());
            return self.value(&syn::parse_quote!((#value).#method()));
        }
        // `Vec::from(&x[1..])` clones what it is lent, `Vec::from([x, y])` moves.
        if let (Some("Vec"), "from", [list]) = (owner, last.as_str(), &call.args.iter().collect::<Vec<_>>()[..])
            && super::flow::mentions(list, &self.possibly_active)
        {
            let ty = self.type_of(list);
            if let Ty::Vec(_) = ty {
                return self.value(list);
            }
            if matches!(ty, Ty::Slice(_) | Ty::Array(_) | Ty::Ref(_)) || self.is_lent(list) {
                let to_vec = Ident::new("to_vec", function.span());
                return self.value(&syn::parse_quote!((#list).#to_vec()));
            }
        }
        // `VecDeque::from(list)` takes the list by value.
        let queued: Option<Expr> = match (owner, last.as_str(), &call.args.iter().collect::<Vec<_>>()[..]) {
            (Some("VecDeque"), "from", [list]) if !self.is_lent(list) => Some(syn::parse_quote!((#list).into_iter())),
            (Some("Vec" | "VecDeque" | "Array1" | "Array"), "from_iter", [chain]) => Some((*chain).clone()),
            _ => None,
        };
        // `Vec::from_iter(chain)`
        if let Some(chain) = &queued
            && self.is_chain(chain)
            && super::flow::mentions(chain, &self.possibly_active)
        {
            let mut target = function.path.clone();
            target.segments.pop();
            target.segments.pop_punct();
            if owner == Some("Array") {
                let proof = quote!(let _: fn(::std::vec::Vec<u8>) -> ::pullback::ndarray::Array1<u8> = #function;);
                let (opaque, diverges) = (Opaque::pure(proof, Vec::new()), false);
                self.push(span, StmtKind::Effect { opaque, diverges });
                target = syn::parse_quote!(::pullback::ndarray::Array1);
            }
            let arguments = &mut target.segments.last_mut().expect("there is an owner").arguments;
            if arguments.is_none() {
                *arguments = syn::PathArguments::AngleBracketed(syn::parse_quote!(<_>));
            }
            let collect = Ident::new("collect", function.span());
            return self.value(&syn::parse_quote!((#chain).#collect::<#target>()));
        }
        if let (Some("array"), "from_fn", [element]) = (owner, last.as_str(), &call.args.iter().collect::<Vec<_>>()[..])
            && super::flow::mentions(element, &self.possibly_active)
        {
            return self.array_of(function, element, span);
        }
        if last == "with_capacity"
            && let [capacity] = &call.args.iter().collect::<Vec<_>>()[..]
            && owner.is_some_and(|owner| STD_TYPES.contains(&owner))
        {
            return self.with_capacity(function, owner, capacity);
        }
        // `<f64 as FloatConst>::PI()` is a function of a trait, whatever it is called.
        let of_trait = function.qself.as_ref().is_some_and(|of| of.position > 0);
        let constructor = !of_trait && last.starts_with(char::is_uppercase);
        let associated = owner.is_some_and(|owner| owner.starts_with(char::is_uppercase));
        let std_path = is_std_path(&function.path);
        let ty = if bare && self.f.name == last {
            self.f.output_ty.clone()
        } else {
            match (owner, last.as_str()) {
                (Some("Vec"), "new") => Ty::Vec(Box::new(Ty::Unknown)),
                (Some("String"), "new" | "from") => Ty::Inert,
                (Some(owner), last) => self.array_of_shape(owner, last, call).unwrap_or(Ty::Unknown),
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
        if last == "Err" && call.args.len() == 1 {
            let error = self.error_value(&call.args[0]);
            return self.variant(&function.path, vec![(0.into(), error)]);
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
                fields.push((syn::Member::from(k), self.field(arg)));
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
        // None of std's makes a value of several: a type of the user's may be called `Arc`, too.
        let of_own = last == "new" && call.args.len() > 1;
        let known_type =
            owner.is_some_and(|owner| !of_own && is_of_std(owner, &last) || Ty::primitive(owner).is_some());
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
        // A reference is lent by an argument.
        let lender = call.args.iter().any(|arg| !self.type_of(arg).is_inert());
        let known = self.lent(&whole).cloned().filter(|_| lender);
        if let Some(lent) = known.or(lends)
            && problem.is_none()
            && !(bare && self.f.name == last && !self.keeps_references)
            && super::flow::mentions(&whole, &self.possibly_active)
        {
            return self.call_through(call, function, &lent);
        }
        if lender
            && problem.is_none()
            && !(bare && self.f.name == last && !self.keeps_references)
            && let Some(tuple) = self.tuple_through(&whole, None)
        {
            return tuple;
        }
        let args = self.call_values(&call.args);
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
            let args = lower.arguments(args, &call.args, Vec::new());
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
        let mut values = vec![super::references::by_reference(function, false)];
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

    /// `Box::new(value)`, `Arc::new(value)`: a function with a twin in the runtime. The emitted code proves that it is std's.
    fn pointer_to(&mut self, pointer: &str, function: &syn::ExprPath, value: &Expr, span: Span) -> Value {
        let value = self.atom(value);
        let (ty, twin) = match pointer {
            // What a function that lends a box puts there borrows, whatever is seen of it.
            "Box"
                if value.var().is_some_and(|var| self.f.info(var).role == Role::View)
                    || crate::entry::names_lifetimes(&self.f.output) =>
            {
                (quote!(::std::boxed::Box), "boxed_lent")
            }
            "Box" => (quote!(::std::boxed::Box), "boxed"),
            "Rc" => (quote!(::std::rc::Rc), "rc"),
            _ => (quote!(::std::sync::Arc), "arc"),
        };
        let opaque = Opaque::pure(quote!(let _: fn(()) -> #ty<()> = #function;), Vec::new());
        let diverges = false;
        self.push(span, StmtKind::Effect { opaque, diverges });
        let args = vec![Argument::Value(value)];
        let (function, forward) = (function.clone(), self.runtime_twin(twin));
        self.call_stmt(CallKind::Function, function, forward, args, Ty::Unknown, None, span)
    }

    /// `array::from_fn(|i| ..)`: a loop over the places of an array, whose length only rustc knows.
    fn array_of(&mut self, function: &syn::ExprPath, element: &Expr, span: Span) -> Value {
        let Some(closure) = self.closure_of(element, 1) else {
            return self.stand_in();
        };
        let ad = self.f.names_ad();
        // `from_fn::<f64, 3, _>`
        let written = match &function.path.segments.last().expect("a path has a segment").arguments {
            syn::PathArguments::AngleBracketed(arguments) => {
                let arguments = arguments.args.iter().take(2);
                quote!(::<#(#arguments),*>)
            }
            _ => TokenStream::new(),
        };
        let start = Opaque::pure(quote!(#ad::no_elements #written ()), Vec::new());
        self.elements(start, span, &mut |lower, index| {
            lower.apply(&closure, vec![Value::Atom(index.clone())])
        })
    }

    /// `array.map(|x| ..)` that makes something else of the elements: an array that gets its elements one by one.
    pub(super) fn array_from(&mut self, receiver: &Expr, closure: &syn::ExprClosure, span: Span) -> Value {
        let value = self.value(receiver);
        // The closure may change the array that it is given a copy of.
        let value = self.settle(value, span);
        let source = self.place_of(value, span);
        let mut reads = Vec::new();
        source.uses(Use::Read, &mut |var, _| reads.push(var));
        let (ad, array) = (self.f.names_ad(), crate::tokens::borrow(&self.f.vars, &source));
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
    fn elements(&mut self, start: Opaque, span: Span, element: &mut dyn FnMut(&mut Self, &Atom) -> Value) -> Value {
        let places = self.f.named_var("elements", Ty::Array(Box::new(Ty::Unknown)), true);
        let op = Op::Opaque(start);
        self.push(span, StmtKind::Let { var: places, op });
        let mut ty = Ty::Unknown;
        self.each_index(&Place::var(places), span, |lower, index| {
            let value = element(lower, index);
            let value = lower.read(value, span);
            ty = lower.f.atom_ty(&value);
            let some = lower.variant(&syn::parse_quote!(Some), vec![(0.into(), value)]);
            let (value, old) = (lower.read(some, span), None);
            let place = Place::var(places).then(Projection::Index(index.clone()));
            lower.push(span, StmtKind::Assign { place, value, old });
        });
        let args = vec![Argument::Value(self.read(Value::Place(Place::var(places)), span))];
        let ad = self.f.names_ad();
        let (function, forward) = (syn::parse_quote!(#ad::assembled), self.runtime_twin("assembled"));
        let ty = Ty::Array(Box::new(ty));
        self.call_stmt(CallKind::Function, function, forward, args, ty, None, span)
    }

    /// `Vec::with_capacity(n)`: nothing flows through the capacity, and nothing is in it.
    fn with_capacity(&mut self, function: &syn::ExprPath, owner: Option<&str>, capacity: &Expr) -> Value {
        let span = capacity.span();
        let atom = self.atom(capacity);
        let mut n = self.located(&atom, span);
        if !matches!(self.f.atom_ty(&atom), Ty::Int) {
            let ad = self.f.names_ad();
            n = quote_spanned!(span=> #ad::passive(#n));
        }
        let reads = atom.var().into_iter().collect();
        let opaque = Opaque {
            carried: Vec::new(),
            pure: false,
            ..Opaque::pure(quote!(#function(#n)), reads)
        };
        let ty = match owner {
            Some("Vec") => Ty::Vec(Box::new(Ty::Unknown)),
            _ => Ty::Unknown,
        };
        Value::Op(Op::Opaque(opaque), ty)
    }

    /// The derivative of a function of std, which the runtime has.
    /// `<Real as ComplexField>::sin(x)`: the number is the trait's, and the derivative that of the float's own function, which has to
    /// give nearly the same number.
    fn function_of_a_trait(&mut self, function: &syn::ExprPath, call: &syn::ExprCall) -> Value {
        let span = call.span();
        let args: Vec<Atom> = call.args.iter().map(|arg| self.atom(arg)).collect();
        let tokens = args.iter().map(|arg| crate::tokens::atom(&self.f.vars, arg));
        let computed = Opaque::pure(
            quote_spanned!(span=> #function(#(#tokens),*)),
            args.iter().filter_map(Atom::var).collect(),
        );
        let computed = self.temp(Op::Opaque(computed), Ty::FLOAT, span);
        let name = &function.path.segments.last().expect("a path has a segment").ident;
        let rule = rules::rule(&name.to_string()).expect("it is asked for by the caller");
        let operands = args.into_iter().map(Operand::Atom).collect();
        let own = self.temp(Op::Rule(Applied::method(rule), operands), Ty::Unknown, span);
        let ad = self.f.names_ad();
        let agreed = syn::parse_quote_spanned!(span=> #ad::agreed);
        let forward = self.runtime_twin("agreed");
        let args = vec![Argument::Value(own), Argument::Value(computed)];
        self.call_stmt(CallKind::Function, agreed, forward, args, Ty::Unknown, None, span)
    }

    /// `Float::max(a, b)` in a generic function: the type may have several methods of this name, so it stays a path.
    fn scalar_by_path(&mut self, function: &syn::ExprPath, call: &syn::ExprCall) -> Value {
        let span = call.span();
        let operands: Vec<Operand> = (call.args.iter())
            .map(|arg| match self.value(arg) {
                Value::Ref(place, _) => Operand::Borrow(place),
                value => Operand::Atom(self.read(value, arg.span())),
            })
            .collect();
        let name = &function.path.segments.last().expect("a path has a segment").ident;
        if let Some(rule) = rules::rule(&name.to_string()) {
            let path = Some(Box::new(function.clone()));
            return Value::Op(Op::Rule(Applied { rule, path }, operands), Ty::Unknown);
        }
        let ad = self.f.names_ad();
        let mut reads = Vec::new();
        for operand in &operands {
            operand.uses(&mut |var, _| reads.push(var));
        }
        let tokens = operands.iter().map(|operand| match operand {
            Operand::Atom(atom) => {
                let atom = crate::tokens::atom(&self.f.vars, atom);
                quote!(#ad::stepwise(#atom))
            }
            Operand::Borrow(place) | Operand::Receiver(place) => {
                let place = crate::tokens::place(&self.f.vars, place);
                quote!(&#ad::stepwise(#place))
            }
        });
        let tokens = quote_spanned!(span=> #function(#(#tokens),*));
        Value::Op(Op::Opaque(Opaque::pure(tokens, reads)), Ty::Unknown)
    }

    pub(super) fn runtime_twin(&self, name: &str) -> syn::ExprPath {
        let (ad, name) = (self.f.names_ad(), Ident::new(name, Span::call_site()));
        syn::parse_quote!(#ad::twins::#name)
    }

    /// `Aux(..)`: the derivative stops here. The emitted code proves that it is the runtime's wrapper, and no type of that name.
    pub(super) fn auxiliary(&mut self, op: Op, span: Span) -> Value {
        let wrapped = self.temp(op, Ty::Inert, span);
        Value::Op(Op::Runtime("passive", vec![Argument::Value(wrapped)]), Ty::Inert)
    }

    /// Whether a function called by this path could have a twin: it is no constructor, and not one of std's.
    pub(super) fn may_have_twin(&self, path: &syn::Path) -> bool {
        let segments: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let (last, owners) = segments.split_last().expect("a path has a segment");
        let known = owners.last().is_some_and(|owner| {
            is_of_std(owner, last) || self.type_params.contains(owner.as_str()) || Ty::primitive(owner).is_some()
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

    fn is_type_param(&self, ty: &syn::Type) -> bool {
        matches!(ty, syn::Type::Path(path) if path.path.get_ident().is_some_and(|ident| self.type_params.contains(&ident.to_string())))
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
        if let Some(ty) = self.options.lent.get(&last) {
            self.note_lent(out, &ty.clone());
        }
        // `Matrix::zeros(n, n)`; what a trait's function gives may be anything.
        if kind == CallKind::Associated && function.qself.is_none() && self.f.info(out).ty == Ty::Unknown {
            self.nominal.insert(out);
            // Other functions of types give numbers as often.
            if last == "new" || !self.f.generic && (last == "default" || last.starts_with("from")) {
                self.structs.insert(out);
            }
        }
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
            written,
        };
        self.push(span, StmtKind::Call(Box::new(call)));
        Value::Atom(Atom::Var(out))
    }

    /// A method that the macro does not know: its twin is called by method syntax, and rustc finds it or reports it.
    pub(super) fn method_call(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let receiver = self.value(&call.receiver);
        // One to a number stands for the number.
        let refers = |part: &Value| {
            let part = match part {
                Value::Maybe(_, inside) => inside,
                part => part,
            };
            matches!(self.value_ty(part), Ty::Ref(to) if !to.is_scalar())
        };
        if matches!(&receiver, Value::Tuple(parts) if parts.iter().any(refers)) {
            self.error(
                call.receiver.span(),
                "a method that is called on a tuple of references is not supported yet",
                "write a function that takes them as its arguments, and call that",
            );
            return self.stand_in();
        }
        let mut values = vec![self.located_value(receiver, call.receiver.span())];
        values.extend(self.call_values(&call.args));
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
            _ => Ty::Unknown,
        };
        self.each_choice(values, span, &mut |lower, mut values| {
            let receiver = values.remove(0);
            let shared = matches!(receiver, Value::Ref(_, false));
            let place = lower.place_of(receiver, call.receiver.span());
            // A receiver that can be written may be: the method's backward half is always run, and undoes what was written.
            // What is lent to a struct of references is not, or there could be no second one; nor is what is behind `&`.
            let lent = lower.options.lent.contains_key(&call.method.to_string());
            let receiver = if lower.f.info(place.root).mutable && !lent && !shared {
                Argument::Mut(place)
            } else {
                Argument::Ref(place)
            };
            let args = lower.arguments(values, &call.args, vec![receiver]);
            lower.call_with(
                CallKind::Method,
                by_name(call.method.clone()),
                by_name(derivative_name(&call.method, "differentiable_push")),
                args,
                ty.clone(),
                None,
                span,
            )
        })
    }
}

/// The operator that a function of `PartialOrd` or `PartialEq` stands for.
fn comparison(function: &str) -> Option<syn::BinOp> {
    Some(match function {
        "lt" => syn::BinOp::Lt(Default::default()),
        "le" => syn::BinOp::Le(Default::default()),
        "gt" => syn::BinOp::Gt(Default::default()),
        "ge" => syn::BinOp::Ge(Default::default()),
        "eq" => syn::BinOp::Eq(Default::default()),
        "ne" => syn::BinOp::Ne(Default::default()),
        _ => return None,
    })
}

/// The types of std and ndarray whose functions have no derivative (yet).
pub(super) const STD_TYPES: &[&str] = &[
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
    "IndexMap",
    "Rc",
    "Arc",
    "Cell",
    "RefCell",
    "Default",
    "Iterator",
    "Instant",
    "Duration",
];

/// Whether an associated function is one that std or ndarray gives the type. On vectors, other names are those of a trait of
/// somebody's own: `Vec::zeros(n)`.
fn is_of_std(owner: &str, function: &str) -> bool {
    const OF_VECTORS: &[&str] = &[
        "new",
        "with_capacity",
        "try_with_capacity",
        "from",
        "try_from",
        "from_iter",
        "from_raw_parts",
        "default",
    ];
    // As a function, a method may stand: `Vec::len(&v)`.
    let vector = Ty::Vec(Box::new(Ty::Unknown));
    let methods = || is_std_method(function, 0, &vector) || super::is_measure(function);
    let of_vectors = || OF_VECTORS.contains(&function) || methods();
    STD_TYPES.contains(&owner) && (owner != "Vec" || of_vectors())
}

/// A function of std, by its path.
pub(super) fn is_std_path(path: &syn::Path) -> bool {
    path.segments.len() > 1
        && matches!(
            path.segments[0].ident.to_string().as_str(),
            "std" | "core" | "alloc" | "mem" | "ptr" | "iter"
        )
}

/// A function of a type or trait, by Rust's naming convention: `V3::new`, `<T as Shape>::area`.
pub(super) fn is_associated(function: &syn::ExprPath) -> bool {
    let owner = function.path.segments.iter().rev().nth(1);
    function.qself.is_some() || owner.is_some_and(|owner| owner.ident.to_string().starts_with(char::is_uppercase))
}

/// What a derivative of an associated function or method is called.
pub fn derivative_name(function: &Ident, suffix: &str) -> Ident {
    let name = function.to_string();
    Ident::new(&format!("{}_{suffix}", name.trim_start_matches("r#")), function.span())
}

/// A call's result is named after the function.
pub(super) fn short_name(function: &str) -> String {
    let name = function.trim_start_matches("r#");
    if name.len() <= 2 {
        format!("{name}_value")
    } else {
        name.to_lowercase()
    }
}

/// An enum's variant, by Rust's naming convention: `Shape::Circle`, `Some`.
pub fn is_variant(path: &syn::Path) -> bool {
    let mut segments = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let last = segments.next().unwrap_or_default();
    let owner = segments.next().unwrap_or_default();
    matches!(last.as_str(), "Some" | "None" | "Ok" | "Err") || owner.starts_with(char::is_uppercase)
}

/// A primitive number, by its name.
pub(super) fn is_number(name: &str) -> bool {
    matches!(Ty::primitive(name), Some(Ty::Float(_) | Ty::Int))
}
