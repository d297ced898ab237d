//! Closure conversion: closures written in place, bound closures, and functions by name, as arguments.
//!
//! Input:  `newton(|t| k * t - 1.0, x)`
//! Output: `call newton(lambda #0, x, &k)`, where lambda #0 is the function `fn(k: &_, t) { k * t - 1.0 }`
//!
//! Captures become the first parameters of a function of its own (`Lambda`), and arguments of the call after the written ones. So they
//! are lent like all other arguments, and get their cotangents like these.

pub mod captures;

use crate::ir::*;
use crate::lower::builder::{Binding, BoundClosure, Lower, Mark, Value};
use crate::lower::closures::captures::{Captures, names_in};
use crate::syntax::expressions::mentioned;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use crate::syntax::walk::{Node, Walk, descend};
use proc_macro2::{Ident, Span};
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, Pat};

impl<'a> Lower<'a> {
    /// Whether an argument is a function.
    pub(super) fn is_function(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(inner) => self.is_function(&inner.expr),
            Expr::Group(inner) => self.is_function(&inner.expr),
            Expr::Reference(reference) => self.is_function(&reference.expr),
            Expr::Closure(_) => true,
            Expr::Path(path) => match path.path.get_ident().and_then(|ident| self.lookup(ident)) {
                Some(Binding::Closure(_)) => true,
                Some(_) => self.function_parameter(expr).is_some(),
                None => path.path.segments.last().is_some_and(|last| {
                    let name = last.ident.to_string();
                    name.trim_start_matches("r#")
                        .starts_with(|c: char| c.is_lowercase() || c == '_')
                }),
            },
            _ => false,
        }
    }

    /// An argument that is a function, and what it captures.
    pub(super) fn function_argument(&mut self, expr: &Expr) -> Option<(Argument, Vec<Argument>)> {
        self.passed_function(expr, false)
    }

    /// The same. `shared`: it is lent by a shared reference, `&f`, through which nothing but an `Fn` can be called.
    fn passed_function(&mut self, expr: &Expr, shared: bool) -> Option<(Argument, Vec<Argument>)> {
        match expr {
            Expr::Paren(inner) => self.passed_function(&inner.expr, shared),
            Expr::Group(inner) => self.passed_function(&inner.expr, shared),
            Expr::Reference(reference) => {
                self.passed_function(&reference.expr, shared || reference.mutability.is_none())
            }
            Expr::Closure(closure) => {
                let bound = self.closed_over(closure);
                Some(self.lambda(&bound, shared))
            }
            Expr::Path(path) => {
                if let Some(ident) = path.path.get_ident()
                    && let Some(binding) = self.lookup(ident)
                {
                    return match binding {
                        Binding::Closure(bound) => {
                            let bound = (**bound).clone();
                            Some(self.lambda(&bound, shared))
                        }
                        Binding::Var(var) if self.is_made_of_function(*var) => {
                            self.error(
                                ident.span(),
                                "a function that a variable stands for cannot be handed over yet",
                                "hand it over by its own name, or write a closure that calls it by that",
                            );
                            Some((Argument::Value(Atom::Constant(quote!(()), Ty::Unknown)), Vec::new()))
                        }
                        _ => None,
                    };
                }
                let name = path.path.segments.last()?.ident.to_string();
                if !name
                    .trim_start_matches("r#")
                    .starts_with(|c: char| c.is_lowercase() || c == '_')
                {
                    return None;
                }
                let owner = path
                    .path
                    .segments
                    .iter()
                    .rev()
                    .nth(1)
                    .map(|owner| owner.ident.to_string());
                if let Some(Ty::Float(_)) = owner.as_deref().and_then(Ty::primitive) {
                    let count = crate::syntax::scalar_rules::rule(&name)?.params.len();
                    let params: Vec<Ident> = (0..count).map(|k| quote::format_ident!("operand_{k}")).collect();
                    let closure = syn::parse_quote!(|#(#params),*| #path(#(#params),*));
                    let bound = self.closed_over(&closure);
                    return Some(self.lambda(&bound, shared));
                }
                // A trait's path is no type that has a twin: what is converted says whose it is.
                if let (Some("Into"), "into") = (owner.as_deref(), name.as_str()) {
                    let span = path.span();
                    let operand = self.f.names.fresh("operand", span);
                    self.possibly_active.insert(operand.to_string());
                    let closure = syn::parse_quote_spanned!(span=> |#operand| #operand.into());
                    let bound = self.closed_over(&closure);
                    return Some(self.lambda(&bound, shared));
                }
                let forward = self.twin_path(path, "function", "function");
                Some((Argument::Named(Box::new(path.clone()), Box::new(forward)), Vec::new()))
            }
            _ => None,
        }
    }

    /// A closure with the names that it sees. A `move` closure keeps what its variables held when it was made.
    pub(super) fn closed_over(&mut self, closure: &syn::ExprClosure) -> BoundClosure {
        let mut scopes = self.scopes.clone();
        if closure.capture.is_some() {
            let mut words = FlatSet::new();
            mentioned(&closure.body, &mut words);
            for (mark, binding) in scopes.iter_mut().flatten() {
                if let Binding::Var(var) = binding
                    && words.contains(&mark.text)
                    && self.may_drop(mark, *var)
                {
                    let (name, info) = (
                        crate::ir::spell::atom(&self.f.vars, &Atom::Var(*var)),
                        self.f.info(*var),
                    );
                    let moved = self.f.named_var(
                        info.name.clone().to_string().trim_start_matches("r#"),
                        Ty::Unknown,
                        false,
                    );
                    let opaque = Opaque {
                        pure: false,
                        ..Opaque::pure(name, vec![*var])
                    };
                    self.push(
                        closure.body.span(),
                        StmtKind::Let {
                            var: moved,
                            op: Op::Opaque(opaque),
                        },
                    );
                    *var = moved;
                }
                if let Binding::Var(var) = binding
                    && self.f.info(*var).mutable
                    && self.f.info(*var).ty != Ty::Function
                    && words.contains(&mark.text)
                {
                    let (name, ty) = (self.f.info(*var).name.to_string(), self.f.info(*var).ty.clone());
                    let op = Op::Read(Place::var(*var));
                    let copy = self.f.named_var(name.trim_start_matches("r#"), ty, true);
                    self.push(closure.body.span(), StmtKind::Let { var: copy, op });
                    *var = copy;
                }
                if let Binding::Alias(place, _) = binding
                    && words.contains(&mark.text)
                {
                    *place = self.frozen(place, closure.body.span());
                }
                if let Binding::Cursor(cursor) = binding
                    && words.contains(&mark.text)
                {
                    *binding = self.as_it_is(&cursor.clone(), closure.body.span());
                }
            }
        }
        BoundClosure {
            closure: closure.clone(),
            scopes,
        }
    }

    /// Converts a closure into a function of its own; gives its number, and the arguments for what it captures.
    fn lambda(&mut self, bound: &BoundClosure, shared: bool) -> (Argument, Vec<Argument>) {
        let closure = &bound.closure;
        let mut words = FlatSet::new();
        mentioned(&closure.body, &mut words);
        let mut visible = bound.scopes.clone();
        for (mark, binding) in visible.iter_mut().flatten() {
            if let Binding::Cursor(cursor) = binding
                && words.contains(&mark.text)
            {
                *binding = self.as_it_is(&cursor.clone(), closure.body.span());
            }
        }
        let name = self.f.names.fresh("closure", closure.span());
        let mut function = self.f.within(&name);
        let mut reads = Vec::new();
        let mut captures = Captures {
            outer: self,
            inner: &mut function,
            known: FlatMap::new(),
            behind: Vec::new(),
            names: names_in(&closure.body),
            shared,
            span: closure.body.span(),
        };
        let scopes = captures.scopes(&visible, &words, &mut reads);
        let read_first = reads.len();
        let known = captures
            .known
            .into_iter()
            .map(|(outer, inner)| (inner, Place::var(outer)));
        let outer: FlatMap<Var, Place> = known
            .chain(captures.behind.into_iter().map(|(place, inner)| (inner, place)))
            .collect();
        let mut inner = self.inside_closure(function, &outer, scopes, reads);
        inner.scopes.push(Vec::new());
        let captured = inner.f.params.len();
        for (k, pat) in closure.inputs.iter().enumerate() {
            inner.closure_param(k, pat, &closure.body);
        }
        let value = inner.value(&closure.body);
        inner.f.body = inner.finish_block(value, closure.body.span());
        inner.report_changed_holders();
        inner.note_structs();
        self.cursors = inner.cursors;
        let mut function = inner.f;
        // The traits that it needs are brought into scope for the whole function.
        self.f.through |= function.through;
        self.f.callees.get_mut().extend(function.callees.borrow().clone());
        self.f.items.append(&mut function.items);
        std::mem::take(&mut function.proofs)
            .into_iter()
            .for_each(|proof| self.f.prove(proof));
        function.output_ty = function
            .body
            .result
            .as_ref()
            .map_or(Ty::Unit, |result| function.atom_ty(result));
        self.check_writes(&function, captured, closure);
        drop_unused_reads(&mut function.body, read_first);
        let args = keep_captured(&mut function, captured, &outer);
        for arg in &args {
            self.check_capture(arg, closure.span());
        }
        self.f.lambdas.push(Lambda {
            captured: args.len(),
            function,
            sweeps: None,
            tangents: None,
        });
        (Argument::Lambda(self.f.lambdas.len() - 1, 0), args)
    }

    /// What lowers the body of such a function: it knows what is known here. `outer`: what its parameters for captures stand for.
    fn inside_closure(
        &mut self,
        function: Function,
        outer: &FlatMap<Var, Place>,
        scopes: Vec<Vec<(Mark, Binding)>>,
        reads: Vec<Stmt>,
    ) -> Lower<'a> {
        // What is known of a captured variable is known of the parameter that stands for it.
        let standing_for = |is: &dyn Fn(&Place) -> bool| {
            let found = outer.iter().filter(|(_, place)| is(place));
            found.map(|(inner, _)| *inner).collect::<FlatSet<_>>()
        };
        let structs = standing_for(&|place| self.may_be_struct(place));
        let elements = standing_for(&|place| self.may_be_element(place.root));
        Lower {
            scopes,
            stmts: reads,
            no_numbers: self.no_numbers.clone(),
            type_params: self.type_params.clone(),
            seen_as_others: self.seen_as_others.clone(),
            made_into: self.made_into.clone(),
            signed: self.signed,
            possibly_active: self.possibly_active.clone(),
            choosing: self.choosing.clone(),
            structs,
            elements,
            ranges: self.ranges.clone(),
            active_copies: self.active_copies.clone(),
            found_keys: self.found_keys.clone(),
            moved_ends: self.moved_ends.clone(),
            bare_variants: self.bare_variants.clone(),
            routes: self.routes.clone(),
            optional_routes: self.optional_routes.clone(),
            cursors: std::mem::take(&mut self.cursors),
            ..Lower::around(function, self.options, self.facts, self.diagnostics)
        }
    }

    /// What a closure captures is lent to it.
    fn check_capture(&mut self, arg: &Argument, span: Span) {
        let (Argument::Ref(place) | Argument::Mut(place)) = arg else {
            return;
        };
        self.f.vars[place.root.0].temporary = false;
        if self.f.params.iter().any(|param| param.present == Some(place.root)) {
            self.error(
                span,
                "an option of a reference in a closure that is passed on is not supported yet",
                "take it apart before, `if let Some(..)`, and use what is in it; or bind what the closure needs of it",
            );
        }
    }

    /// A parameter of a closure. Where its type is not written, it may be a value or a reference: it is handed again to the
    /// pullback, and its cotangent is added to in place, whichever it is. One that is written through is a mutable reference.
    fn closure_param(&mut self, k: usize, pat: &Pat, body: &Expr) {
        let exclusive = syn::parse_quote!(&mut _);
        let written = match pat {
            Pat::Ident(ident) => self
                .options
                .written
                .get(&ident.ident.to_string())
                .map(crate::signature::returned_places::Lent::written),
            _ => None,
        };
        let (pat, ty) = match pat {
            Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            pat if written.is_some() => (pat, written.as_ref()),
            Pat::Ident(ident) if WritesThrough::any(&ident.ident, body) => (pat, Some(&exclusive)),
            pat => (pat, None),
        };
        let optional = ty.and_then(crate::syntax::types::optional_reference);
        let reference = match ty {
            Some(syn::Type::Reference(reference)) => Some(reference),
            _ => optional,
        };
        let known = match optional {
            Some(reference) => Ty::Ref(Box::new(Ty::of(&reference.elem))),
            None => ty.map_or_else(|| self.float_given(pat), Ty::of),
        };
        let passing = match reference {
            Some(reference) if reference.mutability.is_some() => Passing::Mut,
            _ => Passing::Ref,
        };
        let name = match pat {
            Pat::Ident(ident) if ident.mutability.is_none() && ident.by_ref.is_none() && ident.subpat.is_none() => {
                self.f.names.bind(&ident.ident)
            }
            _ => self.f.names.fresh(&format!("arg{}", k + 1), pat.span()),
        };
        let var = self.add_var(VarInfo {
            name,
            ty: known.clone(),
            mutable: passing == Passing::Mut,
            role: if reference.is_some() {
                Role::Reference
            } else {
                Role::Value
            },
            temporary: false,
            annotation: None,
        });
        let present = optional.is_some().then(|| self.presence(var, pat.span()));
        self.f.params.push(Param {
            differentiable: !known.is_inert(),
            present: present.as_ref().and_then(Atom::var),
            ..Param::new(var, ty.cloned().unwrap_or_else(|| syn::parse_quote!(_)), passing)
        });
        let value = match passing {
            _ if reference.is_none() => Value::Atom(Atom::Var(var)),
            passing => Value::Ref(Place::var(var), passing == Passing::Mut),
        };
        if let Some(present) = present {
            return self.optional_param(pat, Value::ScalarOption(present, Box::new(value)));
        }
        self.irrefutable(pat, value, None);
    }

    /// The type of a parameter that inference knows to be a float by value.
    fn float_given(&self, pat: &Pat) -> Ty {
        let Pat::Ident(ident) = pat else { return Ty::Unknown };
        let known = self
            .facts
            .of(&ident.ident)
            .and_then(|ty| Ty::primitive(ty.as_primitive()?));
        known.filter(Ty::is_float).unwrap_or(Ty::Unknown)
    }

    /// Whether a parameter is a reference to something else must be written where the closure writes through it.
    fn check_writes(&self, function: &Function, captured: usize, closure: &syn::ExprClosure) {
        let mut written = FlatSet::new();
        function.body.uses(&mut |var, usage| {
            if usage == Use::Write {
                written.insert(var);
            }
        });
        for (param, pat) in function.params[captured..].iter().zip(&closure.inputs) {
            if param.passing != Passing::Mut && written.contains(&param.var) {
                let name = pat.to_token_stream().to_string();
                self.error(
                    pat.span(),
                    format!("the closure writes to what `{name}` refers to: its type must be written"),
                    &format!("write `|{name}: &mut [f64]|`, or whatever type it has"),
                );
            }
        }
    }

    /// Calls a function that is a parameter.
    pub(super) fn call_parameter(&mut self, f: Var, call: &syn::ExprCall) -> Value {
        let span = call.span();
        let param = self.f.params.iter().find(|param| param.var == f);
        let Some((callable, _)) = param.and_then(|param| param.callable.clone()) else {
            return Value::Unit;
        };
        if callable.inputs.len() != call.args.len() {
            self.diagnostics.leave_to_rustc();
            return Value::Unit;
        }
        let function = if callable.exclusive {
            Argument::Mut(Place::var(f))
        } else {
            Argument::Ref(Place::var(f))
        };
        let inputs = call.args.iter().zip(&callable.inputs);
        let values: Vec<Value> = inputs
            .map(|(expr, ty)| match (self.value(expr), ty) {
                (value, syn::Type::Reference(_)) => value,
                (Value::ScalarOption(present, inside), ty)
                    if crate::syntax::types::optional_reference(ty).is_some() =>
                {
                    crate::lower::arguments::lent_where(&present, *inside)
                }
                (value, _) => Value::Atom(self.read(value, expr.span())),
            })
            .collect();
        let name = self.f.info(f).name.clone();
        let path: syn::ExprPath = syn::parse_quote!(#name);
        self.each_choice(values, span, &mut |lower, values| {
            let mut args = vec![function.clone()];
            let inputs = call.args.iter().zip(&callable.inputs);
            for (value, (expr, ty)) in values.into_iter().zip(inputs) {
                args.push(match ty {
                    syn::Type::Reference(reference) => {
                        let place = lower.place_of(value, expr.span());
                        if reference.mutability.is_some() {
                            Argument::Mut(place)
                        } else {
                            Argument::Ref(place)
                        }
                    }
                    _ => lower.argument(value, expr.span()),
                });
            }
            let ty = Ty::of(&callable.output);
            lower.call_stmt(CallKind::Parameter, path.clone(), path.clone(), args, ty, None, span)
        })
    }

    /// The parameter that an expression names, if that is a function: `f`, `(*f)`.
    pub(super) fn function_parameter(&self, expr: &Expr) -> Option<Var> {
        match expr {
            Expr::Paren(inner) => self.function_parameter(&inner.expr),
            Expr::Group(inner) => self.function_parameter(&inner.expr),
            Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) => self.function_parameter(&unary.expr),
            Expr::Reference(reference) => self.function_parameter(&reference.expr),
            Expr::Path(path) => {
                let var = match self.lookup(path.path.get_ident()?)? {
                    Binding::Var(var) => *var,
                    Binding::Alias(place, _) if place.is_whole() => place.root,
                    _ => return None,
                };
                (self.f.info(var).ty == Ty::Function).then_some(var)
            }
            _ => None,
        }
    }

    /// Whether a variable is given a function by its name, or is said to be one: `let f = cube;`, `let f: fn(f64) -> f64 = ..`.
    fn is_made_of_function(&self, var: Var) -> bool {
        let names_function = |tokens: &proc_macro2::TokenStream| {
            let path = syn::parse2::<syn::Path>(tokens.clone()).ok();
            let last = path.and_then(|path| path.segments.last().map(|last| last.ident.to_string()));
            last.is_some_and(|name| !name.contains(char::is_uppercase))
        };
        let made = self.stmts.iter().any(|stmt| match &stmt.kind {
            StmtKind::Let {
                var: made,
                op: Op::Opaque(opaque),
            } => *made == var && names_function(&opaque.tokens),
            _ => false,
        });
        made || matches!(self.f.info(var).annotation, Some(syn::Type::FnPtr(_)))
    }

    /// A function that is a parameter, passed on.
    pub(super) fn passed_on(&self, f: Var) -> Argument {
        if self.f.info(f).mutable {
            Argument::Mut(Place::var(f))
        } else {
            Argument::Ref(Place::var(f))
        }
    }

    /// The error on a function that is used as a value.
    pub(super) fn function_as_value(&self, span: Span) -> Atom {
        self.error(
            span,
            "a function as a value is not supported yet here",
            "call it, or pass it on to a function marked `#[differentiable]`",
        );
        Atom::Constant(quote!(()), Ty::Unknown)
    }
}

/// Of the copies that a closure's body begins with, drops those that it does not use after all.
fn drop_unused_reads(body: &mut Block, count: usize) {
    let mut used = FlatSet::new();
    body.stmts[count..].iter().for_each(|stmt| {
        stmt.uses(&mut |var, _| {
            used.insert(var);
        });
    });
    used.extend(body.result.iter().filter_map(Atom::var));
    let mut first: Vec<Stmt> = body.stmts.drain(..count).collect();
    first.retain(|stmt| stmt.defines().iter().any(|var| used.contains(var)));
    body.stmts.splice(0..0, first);
}

/// Drops the parameters for what a closure does not use after all; gives the arguments for the others, by reference, and
/// mutably where the closure writes.
fn keep_captured(function: &mut Function, captured: usize, outer: &FlatMap<Var, Place>) -> Vec<Argument> {
    let (mut used, mut written) = (FlatSet::new(), FlatSet::new());
    let mut note = |var: Var, usage: Use| {
        used.insert(var);
        if usage == Use::Write {
            written.insert(var);
        }
    };
    function.body.uses(&mut note);
    function.body.result.iter().for_each(|result| result.uses(&mut note));
    let mut args = Vec::new();
    let params = std::mem::take(&mut function.params);
    for (k, mut param) in params.into_iter().enumerate() {
        if k >= captured {
            function.params.push(param);
        } else if used.contains(&param.var) {
            let place = outer[&param.var].clone();
            if written.contains(&param.var) {
                if param.passing == Passing::Ref {
                    param.passing = Passing::Mut;
                }
                args.push(Argument::Mut(place));
            } else {
                function.vars[param.var.0].mutable = false;
                args.push(Argument::Ref(place));
            }
            function.params.push(param);
        }
    }
    args
}

/// Whether a closure's body writes to what a parameter without a type refers to. Of a method, that is concluded from its name, or
/// from its result being dropped; if the parameter is no mutable reference after all, rustc says so.
struct WritesThrough<'p> {
    param: &'p Ident,
    found: bool,
    /// Another variable of the name: which one is meant is not looked into.
    hidden: bool,
}

impl WritesThrough<'_> {
    fn any(param: &Ident, body: &Expr) -> bool {
        let (found, hidden) = (false, false);
        let mut writes = WritesThrough { param, found, hidden };
        writes.node(Node::Expr(body));
        writes.found && !writes.hidden
    }

    fn begins_with_param(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Path(path) => path.path.is_ident(self.param),
            Expr::Paren(inner) => self.begins_with_param(&inner.expr),
            Expr::Group(inner) => self.begins_with_param(&inner.expr),
            Expr::Field(field) => self.begins_with_param(&field.base),
            Expr::Index(index) => self.begins_with_param(&index.expr),
            Expr::Unary(unary) => matches!(unary.op, syn::UnOp::Deref(_)) && self.begins_with_param(&unary.expr),
            _ => false,
        }
    }
}

impl<'ast> Walk<'ast> for WritesThrough<'_> {
    fn node(&mut self, node: Node<'ast>) {
        match node {
            Node::PatIdent(pat) => {
                self.hidden |= pat.ident == *self.param;
            }
            Node::Stmt(syn::Stmt::Expr(Expr::MethodCall(call), Some(_))) => {
                self.found |= self.begins_with_param(&call.receiver);
            }
            Node::Expr(expr) => {
                self.found |= match expr {
                    Expr::Assign(assign) => self.begins_with_param(&assign.left),
                    Expr::Binary(binary) => {
                        crate::syntax::expressions::is_compound(&binary.op) && self.begins_with_param(&binary.left)
                    }
                    Expr::Reference(reference) => {
                        reference.mutability.is_some() && self.begins_with_param(&reference.expr)
                    }
                    Expr::MethodCall(call) => {
                        call.method.to_string().ends_with("_mut") && self.begins_with_param(&call.receiver)
                    }
                    _ => false,
                };
            }
            _ => {}
        }
        descend(self, node);
    }
}
