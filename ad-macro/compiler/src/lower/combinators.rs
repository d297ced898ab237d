//! `?` and the methods of options and results: a test, and what becomes of the value or of the failure.
//!
//! Input:  `result.map(|x| x * w)?`
//! Output: `let t = if succeeded(&result) { rewrap(result, result.payload * w) } else { failure(result) }`, then the same of `t` with a return

use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::lower::options::Filling;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

/// A method of an option or of a result, with what has been evaluated for it.
struct Combinator<'c> {
    call: &'c syn::ExprMethodCall,
    name: String,
    /// The option or the result.
    place: Place,
    /// What it takes besides closures.
    given: Option<Atom>,
    closures: Vec<syn::ExprClosure>,
}

impl Combinator<'_> {
    /// The value inside, or the failure.
    fn payload(&self, accessor: &str) -> Value {
        let accessor = Ident::new(accessor, self.call.method.span());
        Value::Place(self.place.then(Projection::Payload(accessor)))
    }

    fn given(&self) -> Atom {
        self.given.clone().expect("it has been evaluated")
    }
}

pub(super) fn no() -> Atom {
    Atom::Constant(quote!(false), Ty::Bool)
}

impl Lower<'_> {
    /// Whether an option or a result holds its payload; and the tokens that move out of it, with what they read.
    pub(super) fn succeeded(&mut self, place: &Place, span: Span) -> (Atom, TokenStream, Vec<Var>) {
        let ad = self.f.names_ad();
        let (borrow, reads) = self.written(&Value::Ref(place.clone(), false));
        let moved = spell::place(&self.f.vars, place);
        let test = Op::Opaque(Opaque::pure(quote!(#ad::succeeded(#borrow)), reads.clone()));
        (self.temp(test, Ty::Bool, span), moved, reads)
    }

    /// `expr?`: the value inside, or the function's return.
    pub(super) fn question(&mut self, stmt: &syn::ExprTry) -> Value {
        let span = stmt.question_token.span();
        if self.returned_ty().is_scalar() {
            self.diagnostics.leave_to_rustc();
        }
        if let Expr::MethodCall(call) = crate::syntax::expressions::strip(&stmt.expr)
            && matches!(call.method.to_string().as_str(), "ok_or" | "ok_or_else")
            && call.args.len() == 1
            && self.gives_option(&call.receiver)
        {
            return self.question_or(call, span);
        }
        // Nothing says of which type the value of `Err(e)?` would be: it always returns.
        if let Expr::Call(call) = crate::syntax::expressions::strip(&stmt.expr)
            && matches!(crate::syntax::expressions::strip(&call.func), Expr::Path(path) if path.path.is_ident("Err"))
            && call.args.len() == 1
        {
            let error = self.error_value(&call.args[0]);
            let tokens = self.spelled(&error);
            let failed = quote!(::core::result::Result::Err::<(), _>(#tokens));
            let reads = error.var().into_iter().collect();
            self.return_failure(failed, reads, span);
            return Value::Never;
        }
        let value = match self.value(&stmt.expr) {
            Value::ScalarOption(present, inside) => {
                let none = quote!(::core::option::Option::None::<()>);
                return self.question_of(present, *inside, span, |_| (none, Vec::new()));
            }
            value => value,
        };
        let place = self.place_of(value, span);
        let (cond, moved, reads) = self.succeeded(&place, span);
        let ad = self.f.names_ad();
        let els = self.nested(|lower| {
            if lower.returns_reference() {
                lower.return_reference(Value::ScalarOption(no(), Box::new(Value::Never)), span);
                return None;
            }
            let op = Op::Opaque(Opaque::once(quote!(#ad::failure(#moved)), reads));
            let ty = lower.returned_ty();
            let failure = lower.temp(op, ty, span);
            lower.return_value(Some(failure), span);
            None
        });
        self.if_stmt(cond, Block::default(), els, span);
        let inside = Value::Place(place.then(Projection::Payload(Ident::new("payload_value", span))));
        // A failure is moved out of what nobody else sees. So is the value: the reverse sweep may need that, and not the whole.
        match place.is_whole() && self.f.info(place.root).temporary {
            true => Value::Atom(self.read(inside, span)),
            false => inside,
        }
    }

    /// `option.ok_or(error)?` of an option that is not built.
    fn question_or(&mut self, call: &syn::ExprMethodCall, span: Span) -> Value {
        let Value::ScalarOption(present, inside) = self.value(&call.receiver) else {
            return self.stand_in();
        };
        let error = match self.filling(call, call.method == "ok_or_else") {
            Some(error) => error,
            None => Filling::Given(Atom::Constant(quote!(()), Ty::Unit)),
        };
        self.question_of(present, *inside, span, |lower| {
            let error = error.value(lower, span);
            let tokens = lower.spelled(&error);
            (
                quote!(::core::result::Result::Err::<(), _>(#tokens)),
                error.var().into_iter().collect(),
            )
        })
    }

    /// `option?` of an option that is not built. `failed` gives what is returned instead, as a failure of its kind.
    fn question_of(
        &mut self,
        present: Atom,
        inside: Value,
        span: Span,
        failed: impl FnOnce(&mut Self) -> (TokenStream, Vec<Var>),
    ) -> Value {
        let els = self.nested(|lower| {
            if lower.returns_reference() {
                lower.return_reference(Value::ScalarOption(no(), Box::new(Value::Never)), span);
                return None;
            }
            let (failed, reads) = failed(lower);
            lower.return_failure(failed, reads, span);
            None
        });
        self.if_stmt(present, Block::default(), els, span);
        inside
    }

    /// Returns a failure, as one of what the function returns. Nothing flows into an error.
    fn return_failure(&mut self, failed: TokenStream, reads: Vec<Var>, span: Span) {
        if self.returns_reference() {
            return self.return_reference(Value::ScalarOption(no(), Box::new(Value::Never)), span);
        }
        let ad = self.f.names_ad();
        let op = Op::Opaque(Opaque {
            pure: false,
            carried: Vec::new(),
            ..Opaque::pure(quote!(#ad::failure(#failed)), reads)
        });
        let ty = self.returned_ty();
        let failure = self.temp(op, ty, span);
        self.return_value(Some(failure), span);
    }

    /// `option.map(|x| ..)`, `result.unwrap_or(..)` and their kin: a test, and what becomes of the value or of the failure.
    pub(super) fn combinator(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let name = call.method.to_string();
        let value = self.value(&call.receiver);
        let place = self.place_of(value, span);
        // What a method takes besides a closure is evaluated before it is called.
        let given = match (name.as_str(), call.args.first()) {
            ("unwrap_or" | "map_or" | "or" | "and", Some(arg)) => Some(self.atom(arg)),
            ("ok_or", Some(arg)) => Some(self.error_value(arg)),
            _ => None,
        };
        let Some(closures) = self.combinator_closures(call) else {
            return Value::Unit;
        };
        let (cond, moved, reads) = self.succeeded(&place, span);
        let method = Combinator {
            call,
            name,
            place,
            given,
            closures,
        };
        let then = self.nested(|lower| Some(lower.of_payload(&method)));
        let els = self.nested(|lower| Some(lower.of_failure(&method, moved, reads)));
        self.if_stmt(cond, then, els, span)
    }

    /// The closures that such a method is given; `None` after an error.
    fn combinator_closures(&mut self, call: &syn::ExprMethodCall) -> Option<Vec<syn::ExprClosure>> {
        let name = call.method.to_string();
        let count = match name.as_str() {
            "map" | "and_then" | "map_or" | "map_err" | "is_some_and" | "is_ok_and" | "is_none_or" => 1,
            "unwrap_or_else" | "ok_or_else" | "or_else" => 1,
            "map_or_else" => 2,
            _ => 0,
        };
        let mut closures = Vec::new();
        for arg in call.args.iter().skip(call.args.len() - count) {
            // Of a failure there is something to be told, or nothing.
            let inputs = match (name.as_str(), arg) {
                ("ok_or_else", _) => 0,
                ("unwrap_or_else" | "or_else" | "map_or_else", Expr::Closure(closure)) if closures.is_empty() => {
                    closure.inputs.len()
                }
                // `option.unwrap_or_else(Vector3::zeros)`: whether the function is told a failure, only rustc knows; no derivative is in one.
                ("unwrap_or_else" | "or_else", Expr::Path(path))
                    if path.path.get_ident().and_then(|name| self.lookup(name)).is_none() =>
                {
                    continue;
                }
                _ => 1,
            };
            let mut closure = self.closure_of(arg, inputs)?;
            // `map_err(Error::from)`: nothing flows through what a failure becomes.
            if let ("map_err", Expr::Path(path)) = (name.as_str(), arg)
                && !crate::syntax::paths::is_constructor_path(&path.path)
            {
                let body = &closure.body;
                closure.body = syn::parse_quote_spanned!(call.method.span()=> ::pullback::no_diff(#body));
            }
            closures.push(closure);
        }
        Some(closures)
    }

    /// What a combinator makes of the value inside.
    fn of_payload(&mut self, method: &Combinator) -> Atom {
        let span = method.call.method.span();
        let inner = method.payload("payload_value");
        match method.name.as_str() {
            "map" => {
                let value = self.apply(&method.closures[0], vec![inner]);
                let value = self.read(value, span);
                let like = method.place.clone();
                self.temp(Op::Rewrap { like, value }, Ty::Unknown, span)
            }
            "and_then" | "map_or" | "map_or_else" | "is_some_and" | "is_ok_and" | "is_none_or" => {
                let closure = method.closures.last().expect("it has been read");
                let value = self.apply(closure, vec![inner]);
                self.read(value, span)
            }
            "ok_or" | "ok_or_else" | "map_err" => {
                let value = self.read(inner, span);
                self.read_variant("Ok", value, span)
            }
            "ok" => {
                let value = self.read(inner, span);
                self.read_variant("Some", value, span)
            }
            "and" => method.given(),
            "or" | "or_else" => self.read(Value::Place(method.place.clone()), span),
            _ => self.read(inner, span),
        }
    }

    /// What a combinator makes of the failure, which is moved out of by `moved`.
    fn of_failure(&mut self, method: &Combinator, moved: TokenStream, reads: Vec<Var>) -> Atom {
        let span = method.call.method.span();
        let failure = || method.payload("payload_Err_0");
        match method.name.as_str() {
            "unwrap_or" | "map_or" | "or" => method.given(),
            "unwrap_or_else" | "or_else" if method.closures.is_empty() => {
                let (method, function) = (&method.call.method, &method.call.args[0]);
                let op = Op::Opaque(Opaque {
                    pure: false,
                    carried: Vec::new(),
                    ..Opaque::pure(quote!(#moved.#method(#function)), reads)
                });
                self.temp(op, Ty::Unknown, span)
            }
            "unwrap_or_else" | "map_or_else" | "or_else" => {
                let closure = &method.closures[0];
                let args = closure.inputs.iter().map(|_| failure()).collect();
                let value = self.apply(closure, args);
                self.read(value, span)
            }
            "unwrap_or_default" => {
                let default = quote!(::core::default::Default::default());
                self.pure_temp(default, Vec::new(), Ty::Unknown, span)
            }
            "ok_or" => self.read_variant("Err", method.given(), span),
            "ok_or_else" | "map_err" => {
                let closure = &method.closures[0];
                let value = if closure.inputs.is_empty() {
                    self.error_value(&closure.body)
                } else {
                    let args = closure.inputs.iter().map(|_| failure()).collect();
                    let value = self.apply(closure, args);
                    self.read(value, span)
                };
                self.read_variant("Err", value, span)
            }
            "ok" => Atom::Constant(quote!(::core::option::Option::None), Ty::Unknown),
            "is_some_and" | "is_ok_and" => no(),
            "is_none_or" => Atom::Constant(quote!(true), Ty::Bool),
            _ => {
                let ad = self.f.names_ad();
                let op = Op::Opaque(Opaque::once(quote!(#ad::failure(#moved)), reads));
                self.temp(op, Ty::Unknown, span)
            }
        }
    }

    /// A variant of one part, as a value of its own.
    fn read_variant(&mut self, name: &str, part: Atom, span: Span) -> Atom {
        let value = self.variant(&Ident::new(name, span).into(), vec![(0.into(), part)]);
        self.read(value, span)
    }

    /// `result.as_ref().map(f).map_err(g)`: that it is a result, and no option, the last method shows.
    pub(super) fn lent_result(&mut self, call: &syn::ExprMethodCall) -> Option<Value> {
        let span = call.method.span();
        if call.method != "map_err" || call.args.len() != 1 {
            return None;
        }
        let lends = |expr: &Expr| match crate::syntax::expressions::strip(expr) {
            Expr::MethodCall(lent) if lent.method == "as_ref" && lent.args.is_empty() => Some((*lent.receiver).clone()),
            _ => None,
        };
        let (result, map) = match crate::syntax::expressions::strip(&call.receiver) {
            Expr::MethodCall(map) if map.method == "map" && map.args.len() == 1 => {
                (lends(&map.receiver)?, Some(&map.args[0]))
            }
            lent => (lends(lent)?, None),
        };
        let value = self.value(&result);
        let place = self.place_of(value, span);
        let map = match map {
            Some(map) => Some(self.closure_of(map, 1)?),
            None => None,
        };
        let explain = self.closure_of(&call.args[0], 1)?;
        let (cond, ..) = self.succeeded(&place, span);
        let lent = |name: &str| {
            let part = place.then(Projection::Payload(Ident::new(name, span)));
            crate::lower::references::by_reference(Value::Place(part), false)
        };
        let mut variant = |name: &str, part: &str, closure: Option<&syn::ExprClosure>| {
            self.nested(|lower| {
                let value = match closure {
                    Some(closure) => lower.apply(closure, vec![lent(part)]),
                    None => lent(part),
                };
                let value = lower.read(value, span);
                Some(lower.read_variant(name, value, span))
            })
        };
        let then = variant("Ok", "payload_value", map.as_ref());
        let els = variant("Err", "payload_Err_0", Some(&explain));
        Some(self.if_stmt(cond, then, els, span))
    }

    /// What goes into an `Err`. Nothing flows there, so it may be of any type and stands as it was written, if it can.
    pub(super) fn error_value(&mut self, error: &Expr) -> Atom {
        let made = matches!(
            crate::syntax::expressions::strip(error),
            Expr::Struct(_) | Expr::Call(_) | Expr::MethodCall(_) | Expr::Macro(_)
        );
        if made && self.may_carry(error) {
            let inactive: Expr = syn::parse_quote_spanned!(error.span()=> ::pullback::no_diff(#error));
            if let Ok(opaque) = self.opaque(&inactive)
                && opaque.writes.is_empty()
            {
                let opaque = Opaque {
                    pure: false,
                    losses: Vec::new(),
                    concealed: opaque.reads.clone(),
                    ..opaque
                };
                return self.temp(Op::Opaque(opaque), Ty::Unknown, error.span());
            }
        }
        self.atom(error)
    }

    /// `result.context(error)` of anyhow and of snafu: what succeeded goes on, and a failure gets another error. Which one is their
    /// business, so they are asked about the failure alone.
    pub(super) fn explained(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let value = self.value(&call.receiver);
        let place = self.place_of(value, span);
        let (method, explanation) = (&call.method, &call.args[0]);
        // What is not a closure is evaluated before the method is called.
        let explanation = match method == "context" {
            true => {
                let given = self.error_value(explanation);
                let tokens = self.spelled(&given);
                Some(Opaque::pure(tokens, given.var().into_iter().collect()))
            }
            false => {
                let inactive = |expr: &Expr| -> Expr { syn::parse_quote_spanned!(span=> ::pullback::no_diff(#expr)) };
                let explanation = match crate::syntax::expressions::strip(explanation) {
                    // Rustc finds out that a closure takes any reference only where it is an argument itself.
                    Expr::Closure(closure) => Expr::Closure(syn::ExprClosure {
                        body: Box::new(inactive(&closure.body)),
                        ..closure.clone()
                    }),
                    explanation => inactive(explanation),
                };
                self.opaque(&explanation).ok()
            }
        };
        let Some(explanation) = explanation else {
            self.error(
                span,
                "this explanation of a failure is not supported",
                "bind it to a name by `let` before",
            );
            return self.stand_in();
        };
        let (cond, moved, mut reads) = self.succeeded(&place, span);
        let ad = self.f.names_ad();
        let inside = place.then(Projection::Payload(Ident::new("payload_value", span)));
        let then = self.nested(|lower| {
            let value = lower.read(Value::Place(inside), span);
            Some(lower.read_variant("Ok", value, span))
        });
        let els = self.nested(|lower| {
            let tokens = &explanation.tokens;
            reads.extend(&explanation.reads);
            let error = Opaque {
                pure: false,
                tokens: quote_spanned!(span=> #ad::failed(#moved).#method(#tokens).unwrap_err()),
                concealed: reads.clone(),
                reads,
                ..explanation
            };
            let error = lower.temp(Op::Opaque(error), Ty::Unknown, span);
            Some(lower.read_variant("Err", error, span))
        });
        self.if_stmt(cond, then, els, span)
    }

    /// `(x > 0.0).then(|| x.sqrt())`, `holds.then_some(x)`.
    pub(super) fn then(&mut self, call: &syn::ExprMethodCall) -> Value {
        let span = call.method.span();
        let cond = self.atom(&call.receiver);
        let Some(filling) = self.filling(call, call.method == "then") else {
            return Value::Unit;
        };
        let then = self.nested(|lower| {
            let value = filling.value(lower, span);
            Some(lower.read_variant("Some", value, span))
        });
        let els = Block {
            stmts: Vec::new(),
            result: Some(Atom::Constant(quote!(::core::option::Option::None), Ty::Unknown)),
        };
        self.if_stmt(cond, then, els, span)
    }
}
