//! Calls of functions that return references: the result is a place, an argument through the callee's projection.
//!
//! ```text
//! Input:  s += m.row(i)[j]
//! Output: let row_route = `m.row_differentiable_route_0(i)`; let t = m through row_route [j]; s += t
//! ```
//!
//! Without types, that a call returns a reference has to be visible where it stands (`*m.at(i)`, `let r: &[f64] = m.row(i)`,
//! `*m.at_mut(i) = x`), in the signatures of the same impl, or in the option `types(..)`. Where the guess is wrong rustc does not
//! find the projection, or the sweep: nothing is differentiated as something that it is not.

pub mod later;
pub mod routes;

use crate::infer::types::Type;
use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::lower::vocabulary::is_std_method;
use crate::signature::returned_places::{Lent, Several};
use crate::syntax::diagnostics;
use crate::syntax::expressions::strip;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;
use syn::spanned::Spanned;

/// Methods of std's cells and locks: what they return points to no place in what they are called on that could be seen.
const GUARDS: &[&str] = &["borrow", "borrow_mut", "lock", "read", "write"];

/// Methods of ndarray's arrays that give views, which are no references; a type of the user's may have its own.
const VIEWS: &[&str] = &["row", "column", "rows", "view"];

/// How a function is called.
pub(super) enum Callee<'e> {
    Method(&'e syn::ExprMethodCall),
    Function(&'e syn::ExprPath),
}

/// What the twin of a function that gives references is asked with.
#[derive(Default)]
pub(super) struct Asked {
    /// The arguments, in the user's own code, with the variables in them.
    args: Vec<TokenStream>,
    /// The same as the function itself takes them, which may write to what it is lent.
    written: Vec<TokenStream>,
    reads: Vec<Var>,
    /// What a method is called on, where its twin is called on an object's sweeps.
    object: Option<TokenStream>,
    /// The arguments that the references may point into, by their numbers.
    pub(super) places: Vec<(usize, Place)>,
}

impl Callee<'_> {
    pub(super) fn name(&self) -> &Ident {
        match self {
            Callee::Method(call) => &call.method,
            Callee::Function(path) => &path.path.segments.last().expect("a path has a segment").ident,
        }
    }
}

impl Callee<'_> {
    /// Whether the function is one of the same impl, or stands in the same module.
    fn is_own(&self) -> bool {
        match self {
            Callee::Method(call) => matches!(strip(&call.receiver), Expr::Path(path) if path.path.is_ident("self")),
            Callee::Function(path) => match path.path.segments.len() {
                1 => true,
                count => path.path.segments[count - 2].ident == "Self",
            },
        }
    }
}

impl Lower<'_> {
    /// What a call is known to return by its name.
    pub(super) fn lent(&self, expr: &Expr) -> Option<&Lent> {
        match strip(expr) {
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                // `find` of an iterator is none of the user's.
                let lent = self
                    .options
                    .references
                    .get(&name)
                    .filter(|_| !self.is_chain(&call.receiver))?;
                let receiver = self.type_of(&call.receiver);
                // Under the names of std's methods, only a type's own: `self.get(i)`, not `self.data.get(i)`.
                let unknown = *receiver.behind_references() == Ty::Unknown;
                let named = matches!(strip(&call.receiver), Expr::Path(_)) || self.is_of_indexed(&call.receiver);
                let own = unknown && (named || is_view(call));
                (own || !is_std_method(&name, call.args.len(), &receiver)).then_some(lent)
            }
            Expr::Call(call) => self.options.references.get(&self.called_item(call)?),
            _ => None,
        }
    }

    /// The name of the function that a call's path leads to, if nothing local bears it.
    pub(super) fn called_item(&self, call: &syn::ExprCall) -> Option<String> {
        let Expr::Path(path) = &*call.func else { return None };
        let bound = path.path.get_ident().is_some_and(|ident| self.lookup(ident).is_some());
        let last = path.path.segments.last().filter(|_| !bound)?;
        Some(last.ident.to_string())
    }

    /// Whether a call that stands under a `*`, or is the receiver of a function of scalars, is one of a method of the
    /// user's that may give a reference: a list's method of this name gives an option, which has neither.
    pub(super) fn is_own_element(&self, call: &syn::ExprMethodCall) -> bool {
        matches!(
            (call.method.to_string().as_str(), call.args.len()),
            ("get" | "get_mut", 1) | ("first" | "first_mut" | "last" | "last_mut", 0)
        ) && *self.type_of(&call.receiver).behind_references() == Ty::Unknown
            && !self.is_chain(&call.receiver)
            && !self.gives_own_value(call)
            && self.may_carry(&Expr::MethodCall(call.clone()))
    }

    /// Whether a call may be one of a function that returns a reference and has routes.
    pub(super) fn may_lend(&self, expr: &Expr) -> bool {
        if !self.may_carry(expr) {
            return false;
        }
        self.lent(expr).is_some()
            || match expr {
                Expr::MethodCall(call) if self.gives_view(call) => true,
                Expr::MethodCall(call) => {
                    !is_guard(call)
                        && !is_std_method(&call.method.to_string(), call.args.len(), &self.type_of(&call.receiver))
                }
                Expr::Call(call) => matches!(&*call.func, Expr::Path(path) if self.may_have_twin(&path.path)),
                _ => false,
            }
    }

    /// Whether a call is one of a function of the same impl that gives neither a reference nor an option: `self.get(i)`.
    pub(super) fn gives_own_value(&self, call: &syn::ExprMethodCall) -> bool {
        let own = matches!(strip(&call.receiver), Expr::Path(path) if path.path.is_ident("self"));
        own && self.options.values.contains(&call.method.to_string())
    }

    pub(super) fn method_through(&mut self, call: &syn::ExprMethodCall, lent: &Lent) -> Value {
        let receiver = self.value(&call.receiver);
        let mut values = vec![self.located_value(receiver, call.receiver.span())];
        values.extend(self.argument_values(&call.args));
        self.through(&Callee::Method(call), values, lent, call.method.span())
    }

    pub(super) fn call_through(&mut self, call: &syn::ExprCall, function: &syn::ExprPath, lent: &Lent) -> Value {
        let values = self.argument_values(&call.args);
        self.through(&Callee::Function(function), values, lent, call.span())
    }

    /// The references that a call is known to return in a tuple or an array, by its name.
    pub(super) fn lent_together(&self, expr: &Expr) -> Option<Several> {
        let name = match strip(expr) {
            Expr::MethodCall(call) => call.method.to_string(),
            Expr::Call(call) => match &*call.func {
                Expr::Path(path) if path.path.get_ident().is_none_or(|ident| self.lookup(ident).is_none()) => {
                    path.path.segments.last()?.ident.to_string()
                }
                _ => return None,
            },
            _ => return None,
        };
        self.options.tuples.get(&name).cloned()
    }

    /// What a call gives that returns several references: each is a place, through a route of its own. `written`: what the type says
    /// that is written beside it.
    pub(super) fn together_through(&mut self, expr: &Expr, written: Option<Several>) -> Option<Value> {
        if !self.may_carry(expr) {
            return None;
        }
        let lent = written.or_else(|| self.lent_together(expr))?;
        let (callee, values, span) = match strip(expr) {
            Expr::MethodCall(call) => {
                let receiver = self.value(&call.receiver);
                let mut values = vec![self.located_value(receiver, call.receiver.span())];
                values.extend(self.argument_values(&call.args));
                (Callee::Method(call), values, call.method.span())
            }
            Expr::Call(call) => {
                let Expr::Path(path) = &*call.func else { return None };
                (Callee::Function(path), self.argument_values(&call.args), call.span())
            }
            _ => return None,
        };
        Some(self.each_choice(values, span, &mut |lower, values| {
            let Some(asked) = lower.asked(&callee, values, false, span) else {
                return lower.stand_in();
            };
            let parts = lent.parts.iter().enumerate();
            let parts = parts.map(|(k, lent)| {
                let there = Lent {
                    optional: false,
                    ..lent.clone()
                };
                lower.asked_through(&callee, &asked, &there, &format!("part_{k}_"), span)
            });
            let parts = parts.collect();
            let together = match lent.array {
                true => lower.array_holding(parts, false, span),
                false => Value::Tuple(parts),
            };
            if lent.is_optional() {
                let present = lower.ask(&callee, "part_0_present", &asked, Ty::Bool, span);
                return Value::ScalarOption(present, Box::new(together));
            }
            together
        }))
    }

    fn through(&mut self, callee: &Callee, values: Vec<Value>, lent: &Lent, span: Span) -> Value {
        self.each_choice(values, span, &mut |lower, values| {
            lower.through_places(callee, values, lent, span)
        })
    }

    /// What the twin of a function that gives a reference, or `items`, is asked with; `None` after an error.
    pub(super) fn asked(&mut self, callee: &Callee, values: Vec<Value>, items: bool, span: Span) -> Option<Asked> {
        let mut asked = Asked::default();
        for (k, value) in values.into_iter().enumerate() {
            let receiver = k == 0 && matches!(callee, Callee::Method(_));
            let value = if receiver {
                Value::Ref(self.place_of(value, span), true)
            } else {
                value
            };
            let (tokens, more) = match &value {
                Value::Ref(place, _) if receiver => self.written(&Value::Place(place.clone())),
                Value::Ref(..) => self.written(&value),
                value => {
                    let atom = self.read(value.clone(), span);
                    self.written(&Value::Atom(atom))
                }
            };
            asked.reads.extend(more);
            let ad = &self.f.ad;
            asked.written.push(match &value {
                Value::Ref(place, _) if self.f.is_view_param(place) => quote!(#ad::argument()),
                Value::Ref(_, true) if !receiver => quote!(#ad::argument_like(#tokens)),
                _ => tokens.clone(),
            });
            // The trait's own route needs a size: that of an object belongs to a hidden trait.
            let object = receiver && matches!(&value, Value::Ref(place, _) if self.is_an_object(place));
            if object {
                asked.args.push(quote_spanned!(span=> #ad::Object::sweeps(&#tokens)));
                asked.object = Some(tokens);
            } else {
                asked.args.push(tokens);
            }
            if let Value::Ref(place, _) = value
                && !self.f.place_ty(&place).is_inert()
            {
                asked.places.push((k, place));
            }
        }
        self.f.through = true;
        // Its route would be made of another one of the same type; `self.inner.row(i)` is another function.
        if self.keeps_references && *callee.name() == self.f.name && callee.is_own() {
            self.error(
                span,
                "a function that returns a reference cannot call itself yet",
                "find the index, or the way, by a function without derivative, and take the reference then",
            );
            return None;
        }
        let relies_on = |path: syn::Path, method| {
            self.diagnostics.relies_on(diagnostics::Callee {
                span: path.span(),
                path,
                method,
                items,
            });
        };
        match callee {
            Callee::Method(call) => relies_on(call.method.clone().into(), true),
            Callee::Function(path) => relies_on(path.path.clone(), false),
        }
        if asked.places.is_empty() {
            self.error(
                span,
                "cannot see what the reference that this call returns points into",
                "pass a variable by reference; or pass `no_diff(..)` the whole call",
            );
            return None;
        }
        Some(asked)
    }

    /// The routes through objects lead to what is read.
    pub(super) fn reject_writing_to_objects(&self, callee: &Callee, asked: &Asked, lent: &Lent, span: Span) {
        if asked.object.is_some() && lent.mutable {
            self.error(
                span,
                format!(
                    "`{}` gives mutable references into a trait object, which has no derivative yet",
                    callee.name()
                ),
                "write by a method of the trait, `array.set(i, x)`; or take the array by a type parameter",
            );
        }
    }

    /// Whether a place is written to be a trait object, `&dyn Array`, or a box of one.
    fn is_an_object(&self, place: &Place) -> bool {
        let object =
            |ty: &syn::Type| crate::syntax::types::is_object(ty) || crate::syntax::types::boxed_object(ty).is_some();
        let (root, path) = (place.root, place.path.iter());
        let behind = path
            .filter(|part| !matches!(part, Projection::Deref))
            .cloned()
            .collect();
        self.written_type(&Place { root, path: behind })
            .is_some_and(|ty| object(&ty))
    }

    /// The type of a place, as far as it is written: that of a parameter or of a variable, or of an element of a list of these.
    pub(super) fn written_type(&self, place: &Place) -> Option<syn::Type> {
        let param = self.f.params.iter().find(|param| param.var == place.root);
        let annotation = || self.f.info(place.root).annotation.clone();
        let lent = || self.lent_types.get(&place.root).cloned();
        let written = param.map(|param| param.ty.clone()).or_else(annotation).or_else(lent)?;
        place.path.iter().try_fold(written, |ty, step| match step {
            Projection::Index(_) => crate::syntax::types::element(&ty).cloned(),
            _ => None,
        })
    }

    fn through_places(&mut self, callee: &Callee, values: Vec<Value>, lent: &Lent, span: Span) -> Value {
        let Some(asked) = self.asked(callee, values, false, span) else {
            return self.stand_in();
        };
        self.asked_through(callee, &asked, lent, "", span)
    }

    /// The place that a reference points to, by the parts of the callee's twin whose names begin so.
    fn asked_through(&mut self, callee: &Callee, asked: &Asked, lent: &Lent, prefix: &str, span: Span) -> Value {
        self.reject_writing_to_objects(callee, asked, lent, span);
        let inside = match &asked.places[..] {
            [(k, place)] => self.place_through(callee, &format!("{prefix}route_{k}"), asked, place, lent, span),
            several => {
                let source = self.ask(callee, &format!("{prefix}source"), asked, Ty::Int, span);
                let (last, first) = several.split_last().expect("there are several");
                let (k, place) = last;
                let mut value = self.place_through(callee, &format!("{prefix}choice_{k}"), asked, place, lent, span);
                for (k, place) in first.iter().rev() {
                    let from = self.spelled(&source);
                    let test = Opaque::pure(quote_spanned!(span=> #from == #k), source.var().into_iter().collect());
                    let cond = self.temp(Op::Opaque(test), Ty::Bool, span);
                    let this = self.place_through(callee, &format!("{prefix}choice_{k}"), asked, place, lent, span);
                    value = Value::Choice(cond, Box::new(this), Box::new(value));
                }
                value
            }
        };
        if lent.optional {
            let present = self.ask(callee, &format!("{prefix}present"), asked, Ty::Bool, span);
            return Value::ScalarOption(present, Box::new(inside));
        }
        inside
    }

    fn place_through(
        &mut self,
        callee: &Callee,
        part: &str,
        asked: &Asked,
        place: &Place,
        lent: &Lent,
        span: Span,
    ) -> Value {
        let route = self.ask(callee, part, asked, Ty::Inert, span);
        let through = Projection::Through {
            route,
            ty: lent.ty(),
            bar: false,
        };
        Value::Ref(place.then(through), lent.mutable)
    }

    /// Whether an index may be one of a type of the user's. A list's and an array's own stays what it is: the type is known, or
    /// the index is an integer and nothing says that what is indexed is no list.
    pub(super) fn indexed_by_route(&self, base: &Value, written: &Expr, position: &Expr) -> bool {
        match base {
            Value::Choice(_, then, els) => {
                self.indexed_by_route(then, written, position) && self.indexed_by_route(els, written, position)
            }
            Value::Place(place) | Value::Ref(place, _) => {
                self.f.place_ty(place) == Ty::Unknown
                    && !self.is_detached_variable(place)
                    && match position {
                        Expr::Tuple(_) => true,
                        Expr::Array(_) | Expr::Reference(_) | Expr::Range(_) => false,
                        _ => {
                            self.is_nominal(place)
                                || place.is_whole() && self.operated.contains(&place.root)
                                || self.is_listed_as_indexed(place, written)
                                || !place.is_whole() && self.may_be_element(place.root)
                        }
                    }
            }
            _ => false,
        }
    }

    /// Whether a place lies in a parameter that is marked `#[no_diff]`: it is indexed as it is, by whatever impl its type has.
    fn is_detached_variable(&self, place: &Place) -> bool {
        let mut params = self.f.params.iter();
        params.any(|param| param.var == place.root && !param.differentiable)
    }

    /// Whether a place is a field or a variable that is told as `impl Index`.
    fn is_listed_as_indexed(&self, place: &Place, written: &Expr) -> bool {
        let name = match (strip(written), place.path.last()) {
            (Expr::Path(path), _) => path.path.get_ident(),
            (_, Some(Projection::Field(syn::Member::Named(field)))) => Some(field),
            _ => None,
        };
        name.is_some_and(|name| self.options.indexed.contains(&name.to_string()))
    }

    /// Whether an expression is a field or a variable that is told as `impl Index`: its methods are those of a type of the user's, also
    /// under the names of lists and maps.
    pub(super) fn is_of_indexed(&self, expr: &Expr) -> bool {
        crate::lower::expressions::variable_or_field(expr)
            .is_some_and(|name| self.options.indexed.contains(&name.to_string()))
    }

    /// `self.nodes[i].leaf.grow();` with what is told as `impl Index`: of the statement nothing is left but what it changes. So the
    /// element is one that is written, `(&mut self.nodes[i].leaf).grow();`, and is asked of `IndexMut`.
    pub(super) fn changes_element(&self, statement: &Expr) -> Option<Expr> {
        let Expr::MethodCall(call) = statement else { return None };
        let mut part = strip(&call.receiver);
        while let Expr::Field(field) = part {
            part = strip(&field.base);
        }
        let Expr::Index(index) = part else { return None };
        let mut root = strip(&index.expr);
        while let Expr::Field(field) = root {
            root = strip(&field.base);
        }
        let Expr::Path(root) = root else { return None };
        let mutable = match self.lookup(root.path.get_ident()?)? {
            crate::lower::builder::Binding::Var(var) => self.f.info(*var).mutable,
            crate::lower::builder::Binding::Alias(_, mutable) => *mutable,
            _ => false,
        };
        let own = !is_std_method(&call.method.to_string(), call.args.len(), &Ty::Unknown);
        (mutable && own && self.is_of_indexed(&index.expr)).then(|| {
            let (mut call, receiver) = (call.clone(), &call.receiver);
            *call.receiver = syn::parse_quote_spanned!(receiver.span()=> (&mut #receiver));
            Expr::MethodCall(call)
        })
    }

    /// Whether an expression is `self` of a type that is none of std's: `self.insert(..)` and `self.remove(..)` are its own.
    pub(super) fn is_own_self(&self, expr: &Expr) -> bool {
        let receiver = self.f.params.iter().find(|param| param.receiver);
        let std = |ty: &syn::Type| match ty {
            syn::Type::Path(path) => path.path.segments.last().is_some_and(|last| {
                crate::lower::calls::twins::STD_TYPES
                    .iter()
                    .any(|name| last.ident == name)
            }),
            _ => true,
        };
        matches!(strip(expr), Expr::Path(path) if path.path.is_ident("self"))
            && receiver.is_some_and(|receiver| !std(&receiver.ty))
    }

    /// Whether an expression is a variable that has a named type, which is none of ndarray's.
    pub(super) fn has_named_type(&self, expr: &Expr) -> bool {
        let Expr::Path(path) = strip(expr) else { return false };
        let place = match path.path.get_ident().and_then(|ident| self.lookup(ident)) {
            Some(crate::lower::builder::Binding::Var(var)) => Place::var(*var),
            Some(crate::lower::builder::Binding::Alias(place, _)) => place.clone(),
            _ => return false,
        };
        self.f.place_ty(&place) == Ty::Unknown && self.is_nominal(&place)
    }

    /// Whether an expression is of a struct without arguments, as its literal or its fields show: it has methods of its own under the names
    /// of a list's. Those of nalgebra with fields have arguments.
    pub(super) fn is_of_struct(&self, expr: &Expr) -> bool {
        let ty = self.inferred(expr);
        let ty = ty.behind_references();
        matches!(ty, Type::Of(_, arguments) if arguments.is_empty()) && self.facts.is_struct(ty)
    }

    /// Whether an expression is a parameter whose type is one of the function's: its methods are those of the traits that bound it.
    pub(super) fn is_of_a_parameter(&self, expr: &Expr) -> bool {
        let Expr::Path(path) = strip(expr) else { return false };
        let var = match path.path.get_ident().and_then(|ident| self.lookup(ident)) {
            Some(crate::lower::builder::Binding::Var(var)) => *var,
            Some(crate::lower::builder::Binding::Alias(place, _)) if place.is_whole() => place.root,
            _ => return false,
        };
        let param = self.f.params.iter().find(|param| param.var == var);
        param.is_some_and(|param| match &param.ty {
            _ if param.receiver => self.type_params.contains("Self"),
            syn::Type::Path(path) => {
                let ident = path.path.get_ident();
                ident.is_some_and(|ident| self.type_params.contains(&ident.to_string()))
            }
            _ => false,
        })
    }

    /// Whether an expression is a parameter whose type is one of some type parameters.
    pub(super) fn is_of_one_of(&self, expr: &Expr, generic: &crate::syntax::flat_set::FlatSet<String>) -> bool {
        let Expr::Path(path) = strip(expr) else { return false };
        let var = match path.path.get_ident().and_then(|ident| self.lookup(ident)) {
            Some(crate::lower::builder::Binding::Var(var)) => *var,
            Some(crate::lower::builder::Binding::Alias(place, _)) if place.is_whole() => place.root,
            _ => return false,
        };
        let mut params = self.f.params.iter().filter(|param| param.var == var);
        params.any(|param| {
            let ty = match &param.ty {
                syn::Type::Reference(reference) => &*reference.elem,
                ty => ty,
            };
            matches!(ty, syn::Type::Path(path) if path.path.get_ident().is_some_and(|ident| generic.contains(&ident.to_string())))
        })
    }

    /// Whether a type has a name of its own: ndarray's have not, since they are indexed as they are, nor have std's queues.
    fn is_named(&self, ty: &syn::Type) -> bool {
        let syn::Type::Path(syn::TypePath { path, .. }) = ty else {
            return false;
        };
        let of_parameter = |ident: &Ident| self.type_params.contains(&ident.to_string());
        let of_lists = |ident: &Ident| names_queue(ident) || ident.to_string().starts_with("Array");
        let last = path.segments.last();
        !last.is_some_and(|last| of_lists(&last.ident)) && !path.get_ident().is_some_and(of_parameter)
    }

    /// Whether a place is a variable that has a named type: `m: &Matrix`, `let m = Matrix::new(..)`.
    pub(super) fn is_nominal(&self, place: &Place) -> bool {
        let param = self.f.params.iter().find(|param| param.var == place.root);
        place.is_whole()
            && (self.nominal.contains(&place.root)
                || param.is_some_and(|param| self.is_named(&param.ty))
                || (self.f.info(place.root).annotation.as_ref()).is_some_and(|ty| self.is_named(ty)))
    }

    /// Notes that a variable is made of what has a named type.
    pub(super) fn name_type(&mut self, var: Var, op: &Op) {
        let named = match op {
            Op::Struct { .. } => true,
            Op::Read(place) | Op::Clone(place, _) => self.f.info(var).ty == Ty::Unknown && self.is_nominal(place),
            _ => false,
        };
        if named {
            self.nominal.insert(var);
        }
        let operated = match op {
            Op::Binary(..) | Op::Neg(_) => true,
            Op::Read(place) | Op::Clone(place, _) => place.is_whole() && self.operated.contains(&place.root),
            _ => false,
        };
        if operated && self.f.info(var).ty == Ty::Unknown {
            self.operated.insert(var);
        }
    }
}

/// Whether a method has the name of one that gives a view.
pub(super) fn is_view(call: &syn::ExprMethodCall) -> bool {
    VIEWS.contains(&call.method.to_string().as_str())
}

/// Whether a method is known to return a guard.
pub(super) fn is_guard(call: &syn::ExprMethodCall) -> bool {
    GUARDS.contains(&call.method.to_string().as_str())
}

/// Whether a type's name is that of std's queues.
pub(super) fn names_queue(name: &Ident) -> bool {
    name == "VecDeque"
}
