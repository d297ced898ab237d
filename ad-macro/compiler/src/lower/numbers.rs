//! Methods of numbers: scalar rules, conversions, and scalar methods on receivers that only rustc knows.
//!
//! Input:  `x.sin()`, `f64::max(x, y)`, `x.to_usize()`
//! Output: an operation with a rule; one that is flat or inert; a conversion

use crate::infer::types::{Head, Type};
use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::lower::methods::Called;
use crate::lower::vocabulary::{converts_to, inert_ty, is_own_method};
use crate::syntax::expressions::strip;
use crate::syntax::scalar_rules;
use crate::syntax::types::{Ty, Width};
use proc_macro2::{Ident, Span};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

impl Lower<'_> {
    /// A float, and conversions of what may be a number.
    pub(super) fn of_number(&mut self, called: &Called) -> Option<Value> {
        let (call, name, span) = (called.call, called.name.as_str(), called.span);
        let (receiver_ty, flows) = (&called.receiver_ty, called.flows);
        let has_rule = scalar_rules::rule(name).is_some() || name == "sin_cos";
        if name == "try_into" && call.args.is_empty() && flows && !receiver_ty.is_inert() {
            return Some(self.tries_to_become(call));
        }
        if receiver_ty.is_float() {
            if has_rule || scalar_rules::is_flat(name) || scalar_rules::is_inert(name) {
                let receiver = self.value(&call.receiver);
                self.of_float(&receiver, &call.method);
                let receiver = self.read(receiver, call.receiver.span());
                let inferred = self.inferred(&call.receiver);
                let ty = inferred.as_primitive().and_then(Ty::primitive);
                let ty = ty.filter(Ty::is_float).unwrap_or_else(|| receiver_ty.clone());
                return Some(self.float_method(receiver, &call.method, call.args.iter(), ty, span));
            }
            if matches!(name, "clone" | "to_owned") {
                return Some(Value::Atom(self.atom(&call.receiver)));
            }
            if call.args.is_empty() && (name == "into" || called.converts()) {
                let value = self.atom(&call.receiver);
                if converts_to(name) == Some(Ty::Int) {
                    return Some(self.integer_of(&value, &call.method));
                }
                let conversion = Conversion::Method(call.method.clone());
                return Some(Value::Op(Op::Convert(value, conversion), Ty::Unknown));
            }
            if is_own_method(name, receiver_ty, call.args.len()) && flows {
                return Some(self.method_call(call));
            }
            return Some(self.keep(
                &called.whole,
                Ty::Unknown,
                &format!("the method `{name}`"),
                "write a free function marked `#[differentiable]`",
            ));
        }
        if (called.converts() || name == "into" && call.args.is_empty())
            && self.may_carry(&call.receiver)
            && !receiver_ty.is_inert()
        {
            let value = self.value(&call.receiver);
            let value = match value {
                Value::Ref(place, _) if name != "into" => self.read(Value::Place(place), span),
                value => self.read(value, span),
            };
            if converts_to(name) == Some(Ty::Int) {
                return Some(self.integer_of(&value, &call.method));
            }
            return Some(Value::Op(
                Op::Convert(value, Conversion::Method(call.method.clone())),
                Ty::Unknown,
            ));
        }
        None
    }

    /// A scalar method of what only rustc knows.
    pub(super) fn of_unknown_number(&mut self, called: &Called) -> Option<Value> {
        let (call, name, receiver_ty) = (called.call, called.name.as_str(), &called.receiver_ty);
        let flows = called.flows;
        match name {
            _ if matches!(receiver_ty, Ty::Unknown)
                && ((scalar_rules::rule(name).is_some() || name == "sin_cos")
                    || scalar_rules::is_flat_method(call))
                && scalar_rules::rule(name).is_none_or(|rule| rule.params.len() == call.args.len() + 1)
                && !matches!(strip(&call.receiver), Expr::Range(_)) =>
            {
                // What goes by component has no pairs, but for the first three of vectors.
                // Of integers that a type parameter stands for, the trait that bounds it has `abs` by reference.
                let by_reference = name == "abs" && self.signed;
                let paired = !scalar_rules::is_flat(name) && name != "midpoint" && !by_reference;
                let known = self.inferred(&call.receiver);
                let number = known.is_float()
                    || matches!(&known, Type::Of(Head::Param(name), _) if !self.no_numbers.contains(name))
                        && !self.has_own_numbers();
                // The tangent function's sweeps are made of rules.
                let resolved = paired && !self.options.in_lanes() && self.options.twice.is_none();
                if flows && resolved && !number {
                    return Some(self.number_method(call));
                }
                if flows && !known.is_float() && self.may_be_componentwise(call) {
                    return Some(self.componentwise(call));
                }
                return Some(self.unknown_method(call));
            }
            _ => {}
        }
        None
    }

    /// A method that floats have, of what only rustc knows: it finds the float's own first, and then that of any other type.
    fn number_method(&mut self, call: &syn::ExprMethodCall) -> Value {
        let value = self.method_call_of(call, true);
        let Some(mut stmt) = self.stmts.pop() else { return value };
        if let StmtKind::Call(call) = &mut stmt.kind {
            call.written.number = true;
            // The pullback is handed the receiver again: a number of its own, so that what it is a part of may be moved.
            let place = call.args[0].place().clone();
            call.written.is_value = place.is_whole() && self.is_computed(place.root);
            if !place.is_whole() && self.f.info(place.root).role == Role::Value {
                let ty = self.f.place_ty(&place);
                let part = self.temp(Op::Read(place), ty, stmt.span);
                call.args[0] = Argument::Ref(Place::var(part.var().expect("a temporary is a variable")));
            }
        }
        self.stmts.push(stmt);
        value
    }

    /// Whether a variable is what an operator or a function with sweeps gave, in this block.
    fn is_computed(&self, var: Var) -> bool {
        self.stmts.iter().rev().any(|stmt| match &stmt.kind {
            StmtKind::Let { var: made, op } => *made == var && matches!(op, Op::Binary(..) | Op::Neg(_)),
            StmtKind::Call(call) => call.out == var && !call.inactive,
            _ => false,
        })
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
            atoms.push(self.number(arg));
        }
        // `f64::powf(2.0, x)`: as a receiver the literal needs its type.
        if let (Atom::Constant(tokens, literal @ Ty::Float(Width::Any)), Ty::Float(width)) = (&mut atoms[0], &ty)
            && *width != Width::Any
        {
            let name = Ident::new(if *width == Width::F32 { "f32" } else { "f64" }, span);
            *tokens = quote!((#tokens as #name));
            *literal = ty.clone();
        }
        // So does a variable that only this says the type of: `let mut d = 1e9; d = f64::min(d, x)`; and one that the reverse sweep makes
        // of literals again, without what stood beside it before: `let b = 0.9; y = b * x; y / (1.0 - b.powi(k))`.
        if let (Atom::Var(var), Ty::Float(width)) = (&atoms[0], &ty)
            && let Some(written) = width.written()
            && let info = &mut self.f.vars[var.0]
            && info.ty == Ty::Float(Width::Any)
            && info.role == Role::Value
            && info.annotation.is_none()
        {
            info.annotation = Some(written);
            info.ty = ty.clone();
        }
        let ty = atoms.iter().fold(ty, |ty, atom| match (ty, self.f.atom_ty(atom)) {
            (Ty::Float(a), Ty::Float(b)) => Ty::Float(a.join(b)),
            (ty, _) => ty,
        });
        if name == "sin_cos" {
            let operands = || atoms.iter().cloned().map(Operand::Atom).collect::<Vec<_>>();
            let sin = self.temp(
                Op::Rule(Applied::method(scalar_rules::rule("sin").expect("a rule")), operands()),
                ty.clone(),
                span,
            );
            let cos = Applied::method(scalar_rules::rule("cos").expect("a rule"));
            let cos = self.temp(Op::Rule(cos, operands()), ty, span);
            return Value::Tuple(vec![Value::Atom(sin), Value::Atom(cos)]);
        }
        if let Some(rule) = scalar_rules::rule(&name) {
            if rule.params.len() != atoms.len() {
                self.diagnostics.leave_to_rustc();
                return Value::Atom(atoms.swap_remove(0));
            }
            let operands = atoms.into_iter().map(Operand::Atom).collect();
            return Value::Op(Op::Rule(Applied::method(rule), operands), ty);
        }
        let tokens: Vec<_> = atoms.iter().map(|atom| self.spelled(atom)).collect();
        let (first, rest) = tokens.split_first().expect("there is a receiver");
        let receiver = match &atoms[0] {
            Atom::Constant(tokens, _) if tokens.to_string().starts_with('-') => quote!((#first)),
            _ => quote!(#first),
        };
        let reads = atoms.iter().filter_map(Atom::var).collect();
        let mut opaque = Opaque::pure(quote_spanned!(span=> #receiver.#method(#(#rest),*)), reads);
        if scalar_rules::spells(&name) {
            opaque.spelled.clone_from(&opaque.reads);
        }
        let ty = if scalar_rules::is_flat(&name) {
            ty
        } else {
            inert_ty(&name)
        };
        Value::Op(Op::Opaque(opaque), ty)
    }

    /// `x.to_usize()` of what may be a number with a derivative: a cast to an integer, and with `no_diff(as)` taken like one.
    fn integer_of(&mut self, value: &Atom, method: &Ident) -> Value {
        let (ad, tokens) = (self.f.names_ad(), self.located(value, method.span()));
        let reads: Vec<Var> = value.var().into_iter().collect();
        let mut opaque = Opaque::pure(
            quote_spanned!(method.span()=> #ad::passive(#tokens.#method())),
            reads.clone(),
        );
        if !self.options.casts {
            opaque.losses.push(Loss {
                span: method.span(),
                reads,
                spellings: Vec::new(),
                message: format!("the derivative is lost in `{method}`"),
                help:
                    "write `no_diff(..)` around the conversion if that is what you want, or `#[differentiable(no_diff(as))]`"
                        .into(),
            });
        }
        Value::Op(Op::Opaque(opaque), Ty::Inert)
    }

    /// `(low..high).contains(&x)` whose parts could not stay in place.
    pub(super) fn in_a_range(&mut self, range: &syn::ExprRange, item: &Expr, span: Span) -> Value {
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
        let item = spell::borrow(&self.f.vars, &item);
        let end = |atom: &Option<Atom>| {
            let tokens = atom.as_ref().map(|atom| self.spelled(atom));
            tokens.map(|tokens| quote!(&#tokens))
        };
        let (low, high, limits) = (end(&ends[0]), end(&ends[1]), range.limits);
        let tokens = quote_spanned!(span=> (#low #limits #high).contains(&#item));
        Value::Op(Op::Opaque(Opaque::pure(tokens, reads)), Ty::Bool)
    }

    /// Where a float's method is called on a reference, one of a trait that takes references would come before it: proved in the
    /// emitted code.
    fn of_float(&mut self, receiver: &Value, method: &Ident) {
        // Of a type parameter the bounds say what it has.
        if self.f.generic || crate::lower::chains::is_reference(receiver) != Some(false) {
            return;
        }
        let proof = quote_spanned!(method.span()=> ::pullback::rt::of_float! { #method });
        self.f.prove(proof);
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
                let atom = self.pure_temp(tokens, Vec::new(), ty, span);
                Place::var(atom.var().expect("a temporary is a variable"))
            }
            value => {
                let value = self.settle(value, span);
                self.place_of(value, span)
            }
        };
        let args: Vec<Atom> = call.args.iter().map(|arg| self.number(arg)).collect();
        let ad = self.f.names_ad();
        if name == "sin_cos" {
            let mut parts = Vec::new();
            for part in ["sin", "cos"] {
                let rule = scalar_rules::rule(part).expect("a rule");
                parts.push(Value::Atom(self.temp(
                    Op::Rule(Applied::method(rule), vec![Operand::Receiver(place.clone())]),
                    Ty::Unknown,
                    span,
                )));
            }
            return Value::Tuple(parts);
        }
        if self.options.fields && (scalar_rules::rule(&name).is_some() || scalar_rules::is_flat(&name)) {
            let receiver = self.read(Value::Place(place), span);
            let args = [receiver].into_iter().chain(args).collect();
            return self.of_fields(&name, args, span);
        }
        if let Some(rule) = scalar_rules::rule(&name) {
            let mut operands = vec![Operand::Receiver(place)];
            operands.extend(args.into_iter().map(Operand::Atom));
            return Value::Op(Op::Rule(Applied::method(rule), operands), Ty::Unknown);
        }
        // Flat almost everywhere, if it is the scalars' method: the emitted code proves that.
        let receiver = spell::place(&self.f.vars, &place);
        let method = &call.method;
        let args_tokens: Vec<_> = args.iter().map(|arg| self.spelled(arg)).collect();
        let mut reads: Vec<Var> = args.iter().filter_map(Atom::var).collect();
        place.uses(Use::Read, &mut |var, _| reads.push(var));
        let proved = Ident::new(
            if scalar_rules::is_flat(&name) {
                "stepwise"
            } else {
                "scalar"
            },
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
        if let Some(rule) = scalar_rules::rule(name) {
            let path = Some(Box::new(path));
            let operands = args.into_iter().map(Operand::Atom).collect();
            return Value::Op(Op::Rule(Applied { rule, path }, operands), Ty::Unknown);
        }
        let tokens = args.iter().map(|arg| self.spelled(arg));
        let computed = Opaque::pure(
            quote_spanned!(span=> #path(#(#tokens),*)),
            args.iter().filter_map(Atom::var).collect(),
        );
        Value::Op(Op::Opaque(computed), Ty::Unknown)
    }

    /// Whether `v.abs()`, `v.min(w)`, `v.max(w)` and `v.midpoint(w)` may be those of a vector, which go component by component, or of an
    /// integer that a type parameter stands for.
    fn may_be_componentwise(&self, call: &syn::ExprMethodCall) -> bool {
        let unknown = |expr: &Expr| *self.type_of(expr).behind_references() == Ty::Unknown;
        !self.options.in_lanes()
            && match (call.method.to_string().as_str(), call.args.first()) {
                ("abs", None) => self.signed,
                ("min" | "max" | "midpoint", Some(other)) => unknown(other),
                _ => false,
            }
    }

    /// `p.into()` of a `P: Into<Point>`, and `x.try_into()`, by a function of the runtime: whatever it is made of, its trait knows the
    /// conversion's derivative.
    pub(super) fn becomes(&mut self, call: &syn::ExprMethodCall, conversion: &str) -> Value {
        let span = call.method.span();
        let receiver = Argument::Value(self.atom(&call.receiver));
        let ad = self.f.names_ad();
        let name = Ident::new(conversion, span);
        let function = syn::parse_quote_spanned!(span=> #ad::#name);
        let forward = self.runtime_twin(conversion);
        self.call_stmt(
            CallKind::Function,
            function,
            forward,
            vec![receiver],
            Ty::Unknown,
            None,
            span,
        )
    }

    /// `x.try_into()`, of a slice by what it points to: `let a: [f64; 3] = x[1..4].try_into().unwrap()`.
    fn tries_to_become(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let slice = match self.type_of(&call.receiver) {
            Ty::Ref(to) => matches!(*to, Ty::Slice(_) | Ty::Array(_) | Ty::Vec(_)),
            ty => matches!(ty, Ty::Slice(_)),
        };
        if !slice {
            return self.becomes(call, "try_into_value");
        }
        let list = self.value(&call.receiver);
        let list = Argument::Ref(self.place_of(list, span));
        let ad = self.f.names_ad();
        let function = syn::parse_quote_spanned!(span=> #ad::try_into_array);
        let forward = self.runtime_twin("try_into_array");
        self.call_stmt(
            CallKind::Function,
            function,
            forward,
            vec![list],
            Ty::Unknown,
            None,
            span,
        )
    }

    /// The same as functions of the runtime, whose traits know which it is.
    fn componentwise(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let receiver = self.value(&call.receiver);
        let receiver = self.place_of(receiver, span);
        // It may be a method by reference, of what is no `Copy`.
        let receiver = self.temp(Op::Clone(receiver, Ident::new("clone", span)), Ty::Unknown, span);
        let mut args = vec![Argument::Value(receiver)];
        args.extend(call.args.iter().map(|arg| Argument::Value(self.number(arg))));
        let (ad, method) = (self.f.names_ad(), &call.method);
        let function = syn::parse_quote_spanned!(span=> #ad::#method);
        let forward = self.runtime_twin(&method.to_string());
        self.call_stmt(CallKind::Function, function, forward, args, Ty::Unknown, None, span)
    }
}
