//! Blocks and statements. A block joins the statements around it, unless a value in it may have to be dropped at its end: then it keeps
//! its scope, as a branch that is always taken.
//!
//! Input:  `{ let guard = m.lock().unwrap(); s += *guard; } rest`
//! Output: `if true { let guard = …  s += … }  rest`

use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::call_projections::later::Later;
use crate::lower::patterns::{each_of, is_arithmetic, is_only_computed_with, is_operand};
use crate::lower::{reference_types, references};
use crate::signature::returned_places::{Lent, Several};
use crate::syntax::expressions;
use crate::syntax::expressions::span_of;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::paths::{is_variant, is_variant_of_std};
use crate::syntax::types::Ty;
use proc_macro2::Span;
use quote::{ToTokens, quote};
use syn::spanned::Spanned;
use syn::{Expr, Pat};

impl Lower<'_> {
    /// The statements of a block in a scope of their own, in the present list of statements.
    pub(super) fn block(&mut self, block: &syn::Block) -> Value {
        self.scopes.push(Vec::new());
        let value = self.statements(&block.stmts);
        // A value that is still a place of a variable of this scope stays valid: names are unique.
        self.scopes.pop();
        value
    }

    /// The statements of a block, from any of them to its end.
    pub(super) fn statements(&mut self, stmts: &[syn::Stmt]) -> Value {
        self.statements_until(stmts, &|_, _| false).0
    }

    /// The statements of a block until it may end, as `end` says of those that are left; the value, and what is left.
    pub(super) fn statements_until(
        &mut self,
        stmts: &[syn::Stmt],
        end: &dyn Fn(&Self, &[syn::Stmt]) -> bool,
    ) -> (Value, Vec<syn::Stmt>) {
        let mut value = Value::Unit;
        let mut left = stmts;
        while let [stmt, rest @ ..] = left {
            if end(self, left) {
                return (Value::Unit, left.to_vec());
            }
            left = rest;
            value = match stmt {
                syn::Stmt::Expr(expr, None) if rest.is_empty() => self.statement_of(stmt, |lower| lower.value(expr)),
                syn::Stmt::Macro(stmt) if rest.is_empty() && stmt.semi_token.is_none() => self.macro_value(&stmt.mac),
                syn::Stmt::Local(local) => {
                    let used = self.used_later(local, rest);
                    self.computes = matches!(used, Some(Later::Computed));
                    self.lends = match used {
                        Some(Later::Reference { written }) => Some(Lent::unknown(written)),
                        _ => None,
                    };
                    let before = self.stmts.len();
                    let made = self.statement_of(stmt, |lower| lower.local(local));
                    self.computes = false;
                    if self.made_changed_holder(&local.pat) {
                        let made = self.stmts.split_off(before);
                        let (held, left) = self.changed_holder(made, rest, local.span());
                        return match left.is_empty() {
                            true => (held, left),
                            false => self.statements_until(&left, end),
                        };
                    }
                    match made {
                        Value::Never => Value::Never,
                        _ => Value::Unit,
                    }
                }
                stmt => match self.statement_of(stmt, |lower| lower.statement(stmt)) {
                    Value::Never => Value::Never,
                    _ => Value::Unit,
                },
            };
        }
        (value, Vec::new())
    }

    /// A block of the user's. Its statements join those around it, unless something in it may have to be dropped where it ends,
    /// such as the guard of a lock: then it becomes a branch that is always taken, and keeps its scope (`If::is_scope`).
    pub(super) fn inner_block(&mut self, block: &syn::Block, span: Span) -> Value {
        let inner = self.side(|lower| lower.block(block));
        if !self.may_hold_guard(&inner.0) {
            self.stmts.extend(inner.0.stmts);
            return inner.1;
        }
        self.scope(inner, span)
    }

    /// A block as a branch that is always taken.
    pub(super) fn scope(&mut self, inner: references::Side, span: Span) -> Value {
        let els = self.nested(|lower| {
            lower.unreachable(span);
            None
        });
        let always = Atom::Constant(quote!(true), Ty::Bool);
        self.join(always, inner, (els, Value::Never), span)
    }

    /// What no run comes to.
    pub(super) fn unreachable(&mut self, span: Span) {
        let opaque = Opaque::pure(quote!(::core::unreachable!();), Vec::new());
        let diverges = true;
        self.push(span, StmtKind::Effect { opaque, diverges });
    }

    /// Whether something in a block may have to be dropped where it ends.
    pub(super) fn may_hold_guard(&self, block: &Block) -> bool {
        let mut globals = FlatSet::new();
        block.stmts.iter().any(|stmt| self.may_guard(stmt, block, &mut globals))
    }

    /// Whether a statement of a block makes something of unknown type that no derivative can have entered, and that is there until
    /// the block ends: it has a name, or something else may hold it. `globals` are the temporaries before it that stand for globals.
    pub(super) fn may_guard(&self, stmt: &Stmt, block: &Block, globals: &mut FlatSet<Var>) -> bool {
        let unknown = |var: &Var| self.f.info(*var).ty == Ty::Unknown;
        match &stmt.kind {
            StmtKind::Let {
                var,
                op: Op::Opaque(opaque),
            } => {
                if opaque.reads.is_empty() {
                    globals.insert(*var);
                }
                // A path may be of a guard without fields, `let _guard = Open;`, if nothing computes with it.
                let path = || opaque.reads.is_empty() && !is_operand(block, *var);
                unknown(var) && (!opaque.pure || path()) && !self.f.info(*var).temporary
            }
            // A value with a derivative may hold a guard beside it, `Session { weight, open: Open }`.
            StmtKind::Let { var, op } => {
                let made = |var: Var| block.stmts.iter().find(|made| made.defines().contains(&var));
                let guards = |atom: &Atom| match atom {
                    Atom::Constant(path, Ty::Unknown) => syn::parse2::<syn::Path>(path.clone()).is_ok_and(|path| {
                        let name = path.segments.last().map(|last| last.ident.to_string());
                        !is_variant(&path) && name.is_some_and(|name| name.contains(char::is_lowercase))
                    }),
                    Atom::Constant(..) => false,
                    Atom::Var(var) => {
                        let made = made(*var).map(|made| &made.kind);
                        let info = self.f.info(*var);
                        matches!(made, Some(StmtKind::Let { op: Op::Opaque(opaque), .. })
                            if info.ty == Ty::Unknown && info.temporary && !opaque.pure)
                    }
                };
                let named = !self.f.info(*var).temporary;
                match op {
                    // A struct that is written out may do something at its end.
                    Op::Struct { path, fields, .. } => {
                        fields
                            .iter()
                            .any(|(_, field)| matches!(field, Operand::Atom(atom) if guards(atom)))
                            || path.is_some() && (named || self.is_moved_into_a_local(block, *var))
                    }
                    Op::Variant { path, parts } => {
                        parts.iter().any(|(.., atom)| guards(atom))
                            || named && !["Some", "Ok", "Err"].iter().any(|name| is_variant_of_std(path, name))
                    }
                    _ => false,
                }
            }
            StmtKind::Call(call) => {
                let mut fixed = true;
                for arg in &call.args {
                    crate::ir::effects::argument_source(arg, &mut |var| {
                        fixed &= self.f.info(var).ty.is_inert()
                            || globals.contains(&var)
                            || crate::ir::effects::is_no_diff_param(&self.f, var);
                    });
                }
                let passing = self.f.info(call.out).temporary && is_only_computed_with(block, call.out);
                fixed && unknown(&call.out) && !passing
            }
            _ => false,
        }
    }

    /// Whether a temporary is moved into what has a name in the block: `let _held = (Guard(k), 1.0);`, `held.push(Guard(k))`.
    fn is_moved_into_a_local(&self, block: &Block, part: Var) -> bool {
        block.stmts.iter().any(|stmt| {
            let (mut moved, mut written) = (false, Vec::new());
            stmt.uses(&mut |var, kind| match kind {
                Use::Value => moved |= var == part,
                Use::Write => written.push(var),
                Use::Read => {}
            });
            let holds = |var: Var| {
                let info = self.f.info(var);
                !info.ty.is_inert()
                    && !info.ty.is_scalar()
                    && (!info.temporary || self.is_moved_into_a_local(block, var))
            };
            let made_here = |var: &Var| block.stmts.iter().any(|made| made.defines().contains(var));
            moved
                && !stmt.as_let().is_some_and(|(_, op)| is_arithmetic(op))
                && (stmt.defines().into_iter().any(holds) || written.iter().any(made_here))
        })
    }

    pub(super) fn statement(&mut self, stmt: &syn::Stmt) -> Value {
        match stmt {
            syn::Stmt::Local(local) => self.local(local),
            syn::Stmt::Expr(expr, _) => {
                let changing = self.changes_element(expr);
                let value = self.value(changing.as_ref().unwrap_or(expr));
                self.discard(value, span_of(expr))
            }
            syn::Stmt::Macro(stmt) => {
                let value = self.macro_value(&stmt.mac);
                self.discard(value, stmt.mac.path.span())
            }
            syn::Stmt::Item(item) => {
                match item {
                    // These mean the same wherever they are repeated.
                    syn::Item::Use(_)
                    | syn::Item::Const(_)
                    | syn::Item::Fn(_)
                    | syn::Item::Struct(_)
                    | syn::Item::Enum(_)
                    | syn::Item::Type(_)
                    | syn::Item::Impl(_) => {
                        self.f.items.push(item.to_token_stream());
                    }
                    syn::Item::Macro(_) => self.error(
                        item.span(),
                        "what this macro stands for cannot be told in every call of it",
                        "let its rules bind no label, read no variable that is bound anew before the call, and print no `{name}`; \
                         or write a closure",
                    ),
                    syn::Item::Static(_) => self.error(
                        item.span(),
                        "a function's own `static` is not supported: its derivative would have a second one",
                        "move it out of the function",
                    ),
                    _ => self.error(
                        item.span(),
                        "an item inside a differentiable function is not supported yet",
                        "move it out of the function",
                    ),
                }
                Value::Unit
            }
        }
    }

    /// Evaluates what a statement computes for nothing but its effect.
    pub(super) fn discard(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Never => return Value::Never,
            Value::Op(op, ty) => {
                self.temp(op, ty, span);
            }
            Value::Tuple(values) => {
                for value in values {
                    self.discard(value, span);
                }
            }
            _ => {}
        }
        Value::Unit
    }

    /// `let a: &[f64; 3] = x[1..4].try_into().unwrap()`, as an array by value and a reference to it.
    fn array_behind(&mut self, local: &syn::Local) -> Option<(syn::Local, syn::Local)> {
        let (Pat::Type(typed), Some(init)) = (&local.pat, &local.init) else {
            return None;
        };
        let syn::Type::Reference(reference) = &*typed.ty else {
            return None;
        };
        let Expr::MethodCall(unwrap) = expressions::strip(&init.expr) else {
            return None;
        };
        let Expr::MethodCall(conversion) = expressions::strip(&unwrap.receiver) else {
            return None;
        };
        let of_array = matches!(&*reference.elem, syn::Type::Array(_)) && reference.mutability.is_none();
        if !of_array || !(unwrap.method == "unwrap" || unwrap.method == "expect") || conversion.method != "try_into" {
            return None;
        }
        let (mut owned, mut lent) = (local.clone(), local.clone());
        let name = self.f.names.fresh("array", local.span());
        self.possibly_active.insert(name.to_string());
        let array = &reference.elem;
        owned.pat = Pat::Type(syn::parse_quote!(#name: #array));
        lent.init.as_mut()?.expr = syn::parse_quote!(&#name);
        Some((owned, lent))
    }

    pub(super) fn local(&mut self, local: &syn::Local) -> Value {
        let (pat, annotation) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some((*typed.ty).clone())),
            pat => (pat, None),
        };
        // What the type says goes before how the name is used.
        let guessed = self.lends.take();
        let lends = annotation.as_ref().map_or(guessed, Lent::of);
        let Some(init) = &local.init else {
            self.declared(local, pat, annotation);
            return Value::Unit;
        };
        if let Some((owned, lent)) = self.array_behind(local) {
            self.local(&owned);
            return self.local(&lent);
        }
        let apart = init.diverge.is_some() || !matches!(pat, Pat::Ident(_) | Pat::Wild(_) | Pat::Tuple(_));
        if apart && let Some(reference) = self.lent_temporary(&init.expr) {
            let help = "give it a name first, `let guard = ..;`, and write `&guard`";
            let message = "what is made here lives to the end of the block, which is not supported in a pattern";
            self.error(reference.span(), message, help);
            self.bind_reported(pat);
            return Value::Unit;
        }
        if let Some((_, diverge)) = &init.diverge {
            return self.let_else(pat, &init.expr, diverge);
        }
        if let (Expr::Closure(closure), Pat::Ident(ident)) = (&*init.expr, pat)
            && (self.may_carry(&init.expr)
                || self.possibly_active.contains(&ident.ident.to_string())
                || self.opaque(&init.expr).is_err())
        {
            self.bind_closure(&ident.ident, closure);
            return Value::Unit;
        }
        if let Pat::Ident(ident) = pat
            && self.is_chain(&init.expr)
            && !self.may_give_list(&init.expr)
            && !matches!(&*init.expr, Expr::Range(range) if self.moved_ends.contains(&ident.ident.to_string()) || self.is_of_floats(range))
            && self.gives_certainly(&init.expr)
            && (self.may_carry(&init.expr) || self.possibly_active.contains(&ident.ident.to_string()))
        {
            self.bind_iterator(ident, &init.expr);
            return Value::Unit;
        }
        let value = self.initial_value(pat, &init.expr, annotation.as_ref(), lends);
        if matches!(value, Value::Never) {
            return Value::Never;
        }
        self.extended(&value);
        let map = annotation
            .as_ref()
            .map_or_else(|| self.is_made_map(&init.expr), crate::lower::maps::is_map);
        let map_behind = matches!(&annotation, Some(syn::Type::Reference(to)) if crate::lower::maps::is_map(&to.elem));
        self.initialised_at = Some(expressions::operation_span(&init.expr));
        self.irrefutable(pat, value, annotation);
        self.initialised_at = None;
        if let Pat::Ident(ident) = pat {
            self.note_named(ident, &init.expr, map, map_behind);
        }
        self.note_lender(pat, &init.expr);
        Value::Unit
    }

    /// `let x;`, which is given its value later.
    fn declared(&mut self, local: &syn::Local, pat: &Pat, annotation: Option<syn::Type>) {
        let elems = match pat {
            Pat::Tuple(tuple) => Some(&tuple.elems),
            Pat::Slice(slice) if annotation.is_none() => Some(&slice.elems),
            _ => None,
        };
        if let Some(elems) = elems.filter(|elems| elems.iter().all(|elem| matches!(elem, Pat::Ident(_))))
            && let Some(types) = each_of(&annotation, elems.len())
        {
            for (elem, ty) in elems.iter().zip(types) {
                let mut one = local.clone();
                one.pat = match ty {
                    Some(ty) => Pat::Type(syn::parse_quote!(#elem: #ty)),
                    None => elem.clone(),
                };
                self.local(&one);
            }
        } else if let Pat::Ident(ident) = pat {
            let ty = annotation.as_ref().map_or(Ty::Unknown, Ty::of);
            let name = self.f.names.bind_local(&ident.ident);
            let var = self.add_var(VarInfo {
                name,
                ty,
                mutable: true,
                role: Role::Value,
                temporary: false,
                annotation,
            });
            if self.begins_cursor(&ident.ident, var, reference_types::Begins::Empty) {
                return;
            }
            self.push(local.span(), StmtKind::Declare(var));
            self.bind(&ident.ident, Binding::Var(var));
        } else {
            self.error(
                pat.span(),
                "a deferred `let` of several variables is not supported",
                "declare them one by one",
            );
            self.bind_reported(pat);
        }
    }

    /// The value that a `let` gives a name.
    fn initial_value(&mut self, pat: &Pat, init: &Expr, annotation: Option<&syn::Type>, lends: Option<Lent>) -> Value {
        // A list's `get` gives an option, which is no reference.
        let element = match expressions::strip(init) {
            Expr::MethodCall(call) if self.is_own_element(call) => Some(call),
            _ => None,
        };
        let named = matches!(pat, Pat::Tuple(_) | Pat::Ident(_));
        let shape = named.then(|| self.part_of_shape(init, init));
        match (element, lends) {
            _ if let Some(Some(shape)) = shape => Value::Op(Op::Opaque(shape), Ty::Inert),
            _ if let Some(lent) = annotation.and_then(Several::of)
                && matches!(expressions::strip(init), Expr::Call(_) | Expr::MethodCall(_))
                && let Some(together) = self.together_through(init, Some(lent)) =>
            {
                together
            }
            (Some(call), Some(lent)) if !lent.optional => self.method_through(call, &lent),
            (_, lends) => {
                self.lends = lends;
                let collected = annotation.and_then(|ty| self.made_into(init, ty));
                self.value(collected.as_ref().unwrap_or(init))
            }
        }
    }

    /// Notes that a name is a map's, that of a reference to a part which is one, or that of a range.
    fn note_named(&mut self, name: &syn::PatIdent, init: &Expr, map: bool, map_behind: bool) {
        match self.lookup(&name.ident) {
            Some(Binding::Var(var)) => {
                let var = *var;
                if map {
                    self.maps.insert(var);
                } else if let Expr::Range(_) = init {
                    self.ranges.insert(var);
                }
            }
            Some(Binding::Alias(place, _)) if map_behind => {
                let part = (name.ident.to_string(), place.root, place.path.len());
                self.map_parts.insert(part);
            }
            _ => {}
        }
    }
}
