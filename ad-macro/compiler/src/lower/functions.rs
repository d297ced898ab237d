//! Functions known by their paths: scalar functions, and std's constructors of pointers, lists and arrays.
//!
//! Input:  `f64::max(x, y)`, `T::sin(x)`, `Vec::from_iter(chain)`
//! Output: operations with rules, the equivalent methods, loops that fill a list

use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::lower::calls::Named;
use crate::lower::calls::twins::STD_TYPES;
use crate::lower::vocabulary::converts_to;
use crate::syntax::expressions::strip;
use crate::syntax::scalar_rules;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

impl Lower<'_> {
    /// `f64::from(n)`, `f64::max(a, b)`.
    pub(super) fn function_of_floats(&mut self, named: &Named) -> Option<Value> {
        let (call, function, span) = (named.call, named.function, named.span);
        let (owner, last) = (named.owner.as_deref(), named.last.as_str());
        if let Some(owner @ ("f32" | "f64")) = owner {
            let width = Ty::primitive(owner).expect("a primitive");
            if last == "from" && call.args.len() == 1 {
                let atom = self.atom(&call.args[0]);
                let ty: syn::Type = syn::parse_str(owner).expect("a type");
                return Some(match self.f.atom_ty(&atom) {
                    Ty::Int | Ty::Bool => {
                        let tokens = self.spelled(&atom);
                        let reads = atom.var().into_iter().collect();
                        Value::Op(Op::Opaque(Opaque::pure(quote!(<#ty>::from(#tokens)), reads)), width)
                    }
                    Ty::Float(_) => Value::Op(Op::Cast(atom, Box::new(ty)), width),
                    _ => Value::Op(
                        Op::Convert(atom, Conversion::Function(Box::new(function.clone()))),
                        width,
                    ),
                });
            }
            if let Some(receiver) = call.args.first() {
                let known = scalar_rules::rule(last).is_some()
                    || scalar_rules::is_flat(last)
                    || scalar_rules::is_inert(last)
                    || last == "sin_cos";
                if known {
                    let receiver = self.number(receiver);
                    let method = &function.path.segments.last().expect("a path has a segment").ident;
                    return Some(self.float_method(receiver, method, call.args.iter().skip(1), width, span));
                }
            }
            return Some(self.keep(&named.whole, Ty::Unknown, "this function", "write the method's formula"));
        }
        None
    }

    /// `Draw::draw(&self.0, source)` in an impl of that trait, which is another crate's: its derivatives are functions of the types that
    /// implement it, and are found as a method's are.
    fn is_of_the_foreign_trait(&self, function: &syn::ExprPath) -> bool {
        let names = |path: &syn::Path| path.segments.iter().map(|of| of.ident.clone()).collect::<Vec<_>>();
        let of = self.options.foreign_trait.as_ref().map(names);
        function.qself.is_none()
            && of.is_some_and(|of| names(&function.path).split_last().is_some_and(|(_, path)| *path == of))
    }

    /// Functions of integers, conversions, and methods of a generic scalar by their paths.
    pub(super) fn function_of_numbers(&mut self, named: &Named) -> Option<Value> {
        let (call, function, span) = (named.call, named.function, named.span);
        let (owner, last) = (named.owner.as_deref(), named.last.as_str());
        if named.flows
            && self.is_of_the_foreign_trait(function)
            && let Some((receiver, rest)) = named.args().split_first()
        {
            let method = &function.path.segments.last().expect("a path has a segment").ident;
            let method: syn::ExprMethodCall = syn::parse_quote!((#receiver).#method(#(#rest),*));
            self.by_path = Some(function.clone());
            return Some(self.method_call(&method));
        }
        if let Some(owner) = owner
            && Ty::primitive(owner) == Some(Ty::Int)
            && let Some(ty) = crate::lower::integers::of_integers(last)
        {
            return Some(self.of_integers(function, call, ty, span));
        }
        if let [arg] = named.args()[..]
            && let Some(value) = self.conversion(function, owner, last, arg)
        {
            return Some(value);
        }
        // `Into::into(x)`, and `direction.map(Into::into)`.
        if let (Some("Into"), "into", [arg]) = (owner, last, &named.args()[..])
            && self.may_carry(arg)
        {
            let method = Ident::new("into", function.span());
            return Some(self.value(&syn::parse_quote_spanned!(span=> (#arg).#method())));
        }
        // `T::to_f64(&x)`, which takes its number by reference.
        if let (Some(owner), [arg]) = (owner, &named.args()[..])
            && (self.type_params.contains(owner) || matches!(owner, "ToPrimitive" | "Float" | "Real"))
            && converts_to(last).is_some()
            && self.is_lent(arg)
        {
            let method = &function.path.segments.last().expect("a path has a segment").ident;
            let method: syn::ExprMethodCall = syn::parse_quote!((#arg).#method());
            return Some(self.method(&method));
        }
        // `T::gt(a, &b)`: the operator.
        if let (Some(owner), Some(op), [left, right]) = (owner, comparison(last), &named.args()[..])
            && (self.type_params.contains(owner) || matches!(owner, "PartialOrd" | "PartialEq"))
        {
            return Some(self.value(&syn::parse_quote_spanned!(span=> (*(#left) #op *(#right)))));
        }
        // `T::sin(x)`, `Float::max(a, b)`: the method of a generic scalar.
        if let Some(owner) = owner
            && let of_owner = (self.type_params.contains(owner) || matches!(owner, "Float" | "Real" | "Signed"))
            && let of_floats = matches!(owner, "ComplexField" | "RealField" | "FloatCore")
            && (of_owner || of_floats)
            && let of_parameter = (of_owner || function.qself.as_ref().is_some_and(|of| self.is_type_param(&of.ty)))
            && (scalar_rules::rule(last).is_some() || scalar_rules::is_flat(last) || last == "sin_cos")
            && let Some((receiver, rest)) = named.args().split_first()
        {
            // `<Real as ComplexField>::sin(x)` of a float type under another name: as a method, the float's own comes first, and
            // only what IEEE defines is certain to be the same number.
            if !of_parameter && !scalar_rules::is_exact(last) && self.may_carry(receiver) {
                if last == "sin_cos" || self.options.in_lanes() {
                    self.error(
                        span,
                        format!("the trait's `{last}` of a float may differ from the float's own"),
                        &format!("write `x.{last}(..)`"),
                    );
                    return Some(Value::Unit);
                }
                return Some(self.function_of_a_trait(function, call));
            }
            if of_owner && self.options.fields && last != "sin_cos" {
                let args = call.args.iter().map(|arg| self.number(arg)).collect();
                return Some(self.of_fields(last, args, span));
            }
            if of_owner && self.f.generic && last != "sin_cos" {
                return Some(self.scalar_by_path(function, call));
            }
            let method = &function.path.segments.last().expect("a path has a segment").ident;
            let method: syn::ExprMethodCall = syn::parse_quote!((#receiver).#method(#(#rest),*));
            return Some(self.unknown_method(&method));
        }
        None
    }

    /// Arrays, pointers and lists are made.
    pub(super) fn function_of_std(&mut self, named: &Named) -> Option<Value> {
        let (call, function, span) = (named.call, named.function, named.span);
        let (owner, last) = (named.owner.as_deref(), named.last.as_str());
        if let Some(array) = self.make_array(call) {
            return Some(array);
        }
        if let Some(value) = self.array_function(call).or_else(|| self.function_of_points(call)) {
            return Some(value);
        }
        if let (Some(pointer @ ("Box" | "Rc" | "Arc")), "new", [value]) = (owner, last, &named.args()[..])
            && self.may_carry(value)
        {
            return Some(self.pointer_to(pointer, function, value, span));
        }
        if let (None | Some("mem"), "drop", [value]) = (owner, last, &named.args()[..])
            && named.flows
        {
            let args = vec![Argument::Value(self.atom(value))];
            let (function, forward) = (function.clone(), self.runtime_twin("dropped"));
            self.call_stmt(CallKind::Function, function, forward, args, Ty::Unit, None, span);
            return Some(Value::Unit);
        }
        // `<Tree as Clone>::clone(x)`
        if let (Some("Clone"), "clone", [value]) = (owner, last, &named.args()[..])
            && let Some(of) = &function.qself
            && !self.is_type_param(&of.ty)
        {
            return Some(self.clone_of(function, &of.ty, value, span));
        }
        // The cotangents of clones add up.
        if let (Some("Rc" | "Arc" | "Clone"), "clone", [value]) = (owner, last, &named.args()[..]) {
            let method = Ident::new("clone", function.span());
            return Some(self.value(&syn::parse_quote!((#value).#method())));
        }
        if let (Some("Vec"), "from", [list]) = (owner, last, &named.args()[..])
            && self.may_carry(list)
            && let Some(made) = self.vec_from(function, list)
        {
            return Some(made);
        }
        if let Some(collected) = self.collected_by_function(named) {
            return Some(collected);
        }
        if let (Some("array"), "from_fn", [element]) = (owner, last, &named.args()[..])
            && self.may_carry(element)
        {
            return Some(self.array_of(function, element, span));
        }
        let segments: Vec<String> = function.path.segments.iter().map(|of| of.ident.to_string()).collect();
        let module = segments.iter().rev().skip(1).rev().map(String::as_str);
        if named.flows
            && let Some(module) = crate::options::external_twins::twins_of(module, last)
        {
            return Some(self.function_of_others(module, function, call, span));
        }
        if last == "with_capacity"
            && let [capacity] = &named.args()[..]
            && owner.is_some_and(|owner| STD_TYPES.contains(&owner))
        {
            return Some(self.with_capacity(function, owner, capacity));
        }
        None
    }

    /// `Vec::from(&x[1..])` clones what it is lent, `Vec::from([x, y])` moves.
    fn vec_from(&mut self, function: &syn::ExprPath, list: &Expr) -> Option<Value> {
        let ty = self.type_of(list);
        if let Ty::Vec(_) = ty {
            return Some(self.value(list));
        }
        let seen = matches!(strip(list), Expr::MethodCall(call) if call.method == "as_slice");
        if matches!(ty, Ty::Slice(_) | Ty::Array(_) | Ty::Ref(_)) || self.is_lent(list) || seen {
            let to_vec = Ident::new("to_vec", function.span());
            return Some(self.value(&syn::parse_quote!((#list).#to_vec())));
        }
        None
    }

    /// `Vec::from_iter(chain)`, and `VecDeque::from(list)`, which takes the list by value, as maps do: as `chain.collect()`.
    fn collected_by_function(&mut self, named: &Named) -> Option<Value> {
        let (function, span) = (named.function, named.span);
        let (owner, last) = (named.owner.as_deref()?, named.last.as_str());
        let maps = crate::lower::maps::is_map_name(owner);
        let chain: Expr = match (last, &named.args()[..]) {
            ("from", [list]) if (maps || owner == "VecDeque") && !self.is_lent(list) => {
                syn::parse_quote!((#list).into_iter())
            }
            ("from_iter", [chain]) if maps || matches!(owner, "Vec" | "VecDeque" | "Array1" | "Array") => {
                (*chain).clone()
            }
            _ => return None,
        };
        if !(self.is_chain(&chain) && self.may_carry(&chain)) {
            return None;
        }
        let mut target = function.path.clone();
        target.segments.pop();
        target.segments.pop_punct();
        if owner == "Array" {
            let proof =
                quote!(let _: fn(::pullback::rt::std::vec::Vec<u8>) -> ::pullback::ndarray::Array1<u8> = #function;);
            self.effect(span, Opaque::pure(proof, Vec::new()));
            target = syn::parse_quote!(::pullback::ndarray::Array1);
        }
        let arguments = &mut target.segments.last_mut().expect("there is an owner").arguments;
        if arguments.is_none() {
            *arguments = syn::PathArguments::AngleBracketed(match maps {
                true => syn::parse_quote!(<_, _>),
                false => syn::parse_quote!(<_>),
            });
        }
        let collect = Ident::new("collect", function.span());
        Some(self.value(&syn::parse_quote!((#chain).#collect::<#target>())))
    }

    /// A clone of what rustc coerces to a reference to this type, such as a box of it.
    fn clone_of(&mut self, function: &syn::ExprPath, target: &syn::Type, value: &Expr, span: Span) -> Value {
        let value = self.value(value);
        let args = vec![self.argument(value, span)];
        let ad = self.f.names_ad();
        let forward = syn::parse_quote_spanned!(span=> #ad::twins::cloned::<#target>);
        let ty = Ty::of(target);
        self.call_stmt(CallKind::Function, function.clone(), forward, args, ty, None, span)
    }

    /// `std::cmp::min(a, b)`, `num_traits::clamp(x, a, b)`, by its whole path.
    fn function_of_others(
        &mut self,
        module: &str,
        function: &syn::ExprPath,
        call: &syn::ExprCall,
        span: Span,
    ) -> Value {
        let args = call.args.iter().map(|arg| Argument::Value(self.atom(arg))).collect();
        let (ad, module) = (self.f.names_ad(), Ident::new(module, function.span()));
        let name = &function.path.segments.last().expect("a path has a segment").ident;
        let forward = syn::parse_quote!(#ad::twins::#module::#name::forward);
        self.call_stmt(
            CallKind::Function,
            function.clone(),
            forward,
            args,
            Ty::Unknown,
            None,
            span,
        )
    }

    /// `Box::new(value)`, `Arc::new(value)`: a function with a twin in the runtime. The emitted code proves that it is std's.
    fn pointer_to(&mut self, pointer: &str, function: &syn::ExprPath, value: &Expr, span: Span) -> Value {
        let value = self.atom(value);
        let (ty, twin) = match pointer {
            // What a function that lends a box puts there borrows, whatever is seen of it.
            "Box"
                if value.var().is_some_and(|var| self.f.info(var).role == Role::View)
                    || crate::syntax::lifetimes::names_lifetimes(&self.f.output) =>
            {
                (quote!(::pullback::rt::std::boxed::Box), "boxed_lent")
            }
            "Box" => (quote!(::pullback::rt::std::boxed::Box), "boxed"),
            "Rc" => (quote!(::pullback::rt::std::rc::Rc), "rc"),
            _ => (quote!(::pullback::rt::std::sync::Arc), "arc"),
        };
        self.effect(
            span,
            Opaque::pure(quote!(let _: fn(()) -> #ty<()> = #function;), Vec::new()),
        );
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
        let args: Vec<Atom> = call.args.iter().map(|arg| self.number(arg)).collect();
        let tokens = args.iter().map(|arg| self.spelled(arg));
        let computed = Opaque::pure(
            quote_spanned!(span=> #function(#(#tokens),*)),
            args.iter().filter_map(Atom::var).collect(),
        );
        let computed = self.temp(Op::Opaque(computed), Ty::FLOAT, span);
        let name = &function.path.segments.last().expect("a path has a segment").ident;
        let rule = scalar_rules::rule(&name.to_string()).expect("it is asked for by the caller");
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
            .map(|arg| match self.computed_value(arg) {
                Value::Ref(place, _) => Operand::Borrow(place),
                value => Operand::Atom(self.read(value, arg.span())),
            })
            .collect();
        let name = &function.path.segments.last().expect("a path has a segment").ident;
        if let Some(rule) = scalar_rules::rule(&name.to_string()) {
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
                let atom = self.spelled(atom);
                quote!(#ad::stepwise(#atom))
            }
            Operand::Borrow(place) | Operand::Lend(place) | Operand::Receiver(place) => {
                let place = spell::place(&self.f.vars, place);
                quote!(&#ad::stepwise(#place))
            }
        });
        let tokens = quote_spanned!(span=> #function(#(#tokens),*));
        Value::Op(Op::Opaque(Opaque::pure(tokens, reads)), Ty::Unknown)
    }

    fn is_type_param(&self, ty: &syn::Type) -> bool {
        matches!(ty, syn::Type::Path(path) if path.path.get_ident().is_some_and(|ident| self.type_params.contains(&ident.to_string())))
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
