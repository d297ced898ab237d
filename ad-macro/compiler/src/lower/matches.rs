//! Pattern matching, `match`, `if let`, `let … else` and `while let`: chains of tests in the user's own patterns, and bindings that
//! are places.
//!
//! Input:  `match shape { Shape::Circle(r) => r * r, _ => 0.0 }`
//! Output: `let t = `matches!(&shape, Shape::Circle(_))`; let t2 = if t { let r = shape.payload_Circle_0; … } else { 0.0 }`
//!
//! A variant's payload is projected by an accessor, on the value and on its cotangent alike: a cotangent mirrors its value.

use crate::ir::accessors::accessor;
use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::lower::combinators::no;
use crate::syntax::expressions::{binds, pattern_idents};
use crate::syntax::paths::is_variant;
use crate::syntax::types::Ty;
use crate::syntax::walk::{NodeMut, WalkMut, descend_mut};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::{Expr, Pat};

/// By Rust's naming convention, a capitalised name in a pattern is a constant or a variant.
pub fn is_constant(pat: &syn::PatIdent) -> bool {
    pat.subpat.is_none()
        && pat.by_ref.is_none()
        && pat.mutability.is_none()
        && crate::syntax::paths::names_type(&pat.ident.to_string())
}

/// Whether a pattern is a text, or one of several.
fn is_text(pat: &Pat) -> bool {
    match pat {
        Pat::Lit(literal) => matches!(literal.lit, syn::Lit::Str(_) | syn::Lit::ByteStr(_)),
        Pat::Or(or) => or.cases.iter().all(is_text),
        Pat::Paren(inner) => is_text(&inner.pat),
        Pat::Ident(ident) => ident.subpat.as_ref().is_some_and(|(_, sub)| is_text(sub)),
        _ => false,
    }
}

/// The pattern without its variables, for a test of a reference to the value.
fn test_pattern(pat: &Pat) -> TokenStream {
    match pat {
        Pat::Ident(ident) => match &ident.subpat {
            Some((_, sub)) => test_pattern(sub),
            None if is_constant(ident) => ident.to_token_stream(),
            None => quote!(_),
        },
        Pat::Paren(inner) => {
            let inner = test_pattern(&inner.pat);
            quote!((#inner))
        }
        Pat::Reference(inner) => test_pattern(&inner.pat),
        Pat::Type(inner) => test_pattern(&inner.pat),
        Pat::Tuple(tuple) => {
            let elems = tuple.elems.iter().map(test_pattern);
            quote!((#(#elems,)*))
        }
        Pat::TupleStruct(tuple) => {
            let (path, elems) = (&tuple.path, tuple.elems.iter().map(test_pattern));
            quote!(#path(#(#elems),*))
        }
        Pat::Struct(pat) => {
            let path = &pat.path;
            let fields = pat.fields.iter().map(|field| {
                let (member, inner) = (&field.member, test_pattern(&field.pat));
                quote!(#member: #inner)
            });
            quote!(#path { #(#fields,)* .. })
        }
        Pat::Slice(slice) => {
            let elems = slice.elems.iter().map(test_pattern);
            quote!([#(#elems),*])
        }
        Pat::Or(or) => {
            let cases = or.cases.iter().map(test_pattern);
            quote!(#(#cases)|*)
        }
        other => other.to_token_stream(),
    }
}

/// Whether a pattern is a constant, or has one among its alternatives, by Rust's naming convention: `Mask::VERTEX`.
fn is_named_constant(pat: &Pat) -> bool {
    let written = |name: &Ident| !name.to_string().contains(char::is_lowercase);
    match pat {
        Pat::Path(path) => path.path.segments.last().is_some_and(|last| written(&last.ident)),
        Pat::Ident(ident) => is_constant(ident) && written(&ident.ident),
        Pat::Paren(inner) => is_named_constant(&inner.pat),
        Pat::Or(or) => or.cases.iter().any(is_named_constant),
        _ => false,
    }
}

/// How many arms an arm may become.
const MANY_ALTERNATIVES: usize = 64;

/// Patterns in whose place one with alternatives that bind variables is written: `A(x) | B(x)`, also within another.
pub(super) fn alternatives(pat: &Pat) -> Vec<Pat> {
    let (mut all, mut case) = (Vec::new(), 0);
    loop {
        let (mut chosen, mut choose) = (pat.clone(), Choose { case, of: 0 });
        choose.node(NodeMut::Pat(&mut chosen));
        all.extend(match choose.of {
            0 => vec![chosen],
            _ => alternatives(&chosen),
        });
        case += 1;
        if all.len() > MANY_ALTERNATIVES {
            return vec![pat.clone()];
        }
        if case >= choose.of {
            return all;
        }
    }
}

/// Writes one of the cases in the place of the first alternatives that bind variables.
struct Choose {
    case: usize,
    /// How many there are; none before they are found.
    of: usize,
}

impl WalkMut for Choose {
    fn node(&mut self, node: NodeMut<'_>) {
        match node {
            NodeMut::Pat(pat) => match pat {
                _ if self.of > 0 => {}
                Pat::Or(or) if or.cases.iter().any(binds) => {
                    self.of = or.cases.len();
                    *pat = or.cases[self.case].clone();
                }
                _ => descend_mut(self, NodeMut::Pat(pat)),
            },
            NodeMut::Expr(_) => {}
            node => descend_mut(self, node),
        }
    }
}

/// From how many arms on a `match` is halved.
const MANY_ARMS: usize = 24;

/// A `match` with many arms, in halves, and what tells whether it is the first. A table of a hundred arms would be as many branches
/// inside each other, and so would the type of what is saved for the reverse sweep: rustc follows types to a depth of 128.
#[allow(clippy::type_complexity)]
fn halves<'a, 'b>(
    arms: &'a [(Pat, &'b syn::Arm)],
) -> Option<(Pat, &'a [(Pat, &'b syn::Arm)], &'a [(Pat, &'b syn::Arm)])> {
    let (first, second) = arms.split_at(arms.len() / 2);
    // If a pattern of the first half matches, the first arm that matches is in that half. Not so if a guard has a say.
    let simple =
        |(pat, _): &(Pat, &syn::Arm)| !matches!(pat, Pat::Guard(_) | Pat::Ident(_) | Pat::Wild(_)) && !is_text(pat);
    if arms.len() < MANY_ARMS || !first.iter().all(simple) {
        return None;
    }
    let cases = first.iter().map(|(pat, _)| pat);
    let test = Pat::parse_multi.parse2(quote!(#(#cases)|*)).ok()?;
    Some((test, first, second))
}

/// The method `entry` where its entries are matched on: `match rates.entry(key) { Occupied(e) => .., Vacant(e) => .. }`.
fn named_entry(stmt: &syn::ExprMatch) -> Option<&Ident> {
    let Expr::MethodCall(call) = crate::syntax::expressions::strip(&stmt.expr) else {
        return None;
    };
    let of_entries = |arm: &syn::Arm| match &arm.pat {
        Pat::TupleStruct(pat) => pat
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "Occupied" || last.ident == "Vacant"),
        _ => false,
    };
    (call.method == "entry" && call.args.len() == 1 && stmt.arms.iter().any(of_entries)).then_some(&call.method)
}

impl Lower<'_> {
    /// An enum's variant, as far as the function shows it: by Rust's naming convention, `Shape::Circle`, or where it is refutable.
    pub(super) fn is_variant(&self, path: &syn::Path) -> bool {
        is_variant(path)
            || path
                .get_ident()
                .is_some_and(|name| self.bare_variants.contains(&name.to_string()))
    }

    /// Whether a pattern always matches.
    fn always_matches(&self, pat: &Pat) -> bool {
        match pat {
            Pat::Ident(ident) => {
                let sub = ident.subpat.as_ref();
                !is_constant(ident) && sub.is_none_or(|(_, sub)| self.always_matches(sub))
            }
            Pat::Wild(_) | Pat::Rest(_) => true,
            Pat::Paren(inner) => self.always_matches(&inner.pat),
            Pat::Reference(inner) => self.always_matches(&inner.pat),
            Pat::Type(inner) => self.always_matches(&inner.pat),
            Pat::Tuple(tuple) => tuple.elems.iter().all(|elem| self.always_matches(elem)),
            Pat::TupleStruct(tuple) => {
                !self.is_variant(&tuple.path) && tuple.elems.iter().all(|elem| self.always_matches(elem))
            }
            Pat::Struct(pat) => {
                !self.is_variant(&pat.path) && pat.fields.iter().all(|field| self.always_matches(&field.pat))
            }
            _ => false,
        }
    }

    /// The parts of a struct or variant.
    pub(super) fn payload_pattern(&mut self, pat: &Pat, value: Value) {
        if let Value::ScalarOption(_, inside) = value {
            if let Pat::TupleStruct(some) = pat
                && some.elems.len() == 1
            {
                self.pattern(&some.elems[0], *inside, None);
            }
            return;
        }
        let value = self.located_value(value, pat.span());
        let path = match pat {
            Pat::TupleStruct(pat) => &pat.path,
            Pat::Struct(pat) => &pat.path,
            _ => unreachable!("called on structs and variants"),
        };
        let variant = &path.segments.last().expect("a path has a segment").ident;
        let variant_named = self.is_variant(path);
        let project = |member: syn::Member| {
            if variant_named {
                let accessor = accessor(variant, &member);
                let of_std = crate::syntax::paths::is_variant_of_std(path, &variant.to_string());
                if self.keeps_references || of_std && spell::is_held(&accessor) {
                    Projection::Payload(accessor)
                } else {
                    Projection::Part(Box::new((path.clone(), member)))
                }
            } else {
                Projection::Field(member)
            }
        };
        let mut parts: Vec<(Pat, Projection)> = Vec::new();
        match pat {
            Pat::TupleStruct(pat) => {
                for (k, elem) in pat.elems.iter().enumerate() {
                    if matches!(elem, Pat::Rest(_)) {
                        if k + 1 < pat.elems.len() {
                            self.error(
                                elem.span(),
                                "`..` is supported only at the end of this pattern",
                                "write `_`s",
                            );
                        }
                        break;
                    }
                    parts.push((elem.clone(), project(k.into())));
                }
            }
            Pat::Struct(pat) => {
                parts.extend(
                    pat.fields
                        .iter()
                        .map(|field| ((*field.pat).clone(), project(field.member.clone()))),
                );
            }
            _ => unreachable!("called on structs and variants"),
        }
        let is_error = path.get_ident().is_some_and(|name| name == "Err");
        for (pat, part) in parts {
            let borrowed = matches!(value, Value::Ref(..));
            let part = self.project(value.clone(), part, pat.span());
            if is_error && !self.always_matches(&pat) && binds(&pat) {
                self.error_pattern(&pat, part, borrowed);
            } else {
                self.pattern(&pat, part, None);
            }
        }
    }

    /// What a pattern binds of an error that has been tested for it. No derivative flows into an error, so its type need not
    /// have one, and rustc takes it apart.
    fn error_pattern(&mut self, pat: &Pat, error: Value, borrowed: bool) {
        let span = pat.span();
        let mut idents = Vec::new();
        crate::syntax::expressions::pattern_idents(pat, &mut idents);
        idents.retain(|ident| !crate::syntax::paths::names_type(&ident.to_string()));
        let (tokens, reads) = if borrowed {
            self.written(&crate::lower::references::by_reference(error, false))
        } else {
            let error = self.read(error, span);
            let reads = error.var().into_iter().collect();
            (self.spelled(&error), reads)
        };
        let tokens = quote!(match #tokens {
            #pat => (#(#idents,)*),
            _ => ::core::unreachable!("the error has been tested for its form"),
        });
        let op = Op::Opaque(Opaque::once(tokens, reads));
        let Atom::Var(bound) = self.temp(op, Ty::Inert, span) else {
            unreachable!("a temporary is a variable")
        };
        let bound = Place::var(bound);
        for (k, ident) in idents.into_iter().enumerate() {
            let part = bound.then(Projection::Field(k.into()));
            let pat: Pat = syn::parse_quote!(#ident);
            self.pattern(&pat, Value::Place(part), None);
        }
    }

    /// A value that patterns can look into more than once.
    fn scrutinee(&mut self, expr: &Expr) -> Value {
        let value = self.value(expr);
        let value = match value {
            Value::Tuple(values) => Value::Tuple(
                values
                    .into_iter()
                    .map(|value| self.lookable(value, expr.span()))
                    .collect(),
            ),
            value => value,
        };
        self.lookable(value, expr.span())
    }

    fn lookable(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Place(_)
            | Value::Ref(..)
            | Value::Tuple(_)
            | Value::Choice(..)
            | Value::ScalarOption(..)
            | Value::Listed(_)
            | Value::Never => value,
            value => Value::Place(self.place_of(value, span)),
        }
    }

    /// Whether the value matches the pattern.
    pub(super) fn test(&mut self, pat: &Pat, value: &Value) -> Atom {
        let span = pat.span();
        if self.always_matches(pat) {
            return Atom::Constant(quote!(true), Ty::Bool);
        }
        if let (Pat::Tuple(tuple), Value::Tuple(values)) = (pat, value)
            && tuple.elems.len() == values.len()
        {
            let mut tests = Vec::new();
            for (pat, value) in tuple.elems.iter().zip(values) {
                if !self.always_matches(pat) {
                    tests.push(self.test(pat, value));
                }
            }
            let names: Vec<_> = tests.iter().map(|test| self.spelled(test)).collect();
            let reads = tests.iter().filter_map(Atom::var).collect();
            return self.pure_temp(quote!(#(#names)&&*), reads, Ty::Bool, span);
        }
        if let Value::ScalarOption(present, inside) = value {
            return self.test_option(pat, present, inside);
        }
        let value = self.located_value(value.clone(), span);
        // A text is a reference already, and rustc takes no second one off for it.
        let looked_at = match value {
            Value::Place(_) if is_text(pat) && !is_named_constant(pat) => value,
            value => crate::lower::references::by_reference(value, false),
        };
        // A text that is no parameter may be lent by what is gone on the way back: what was seen of it is kept, and not the text.
        let param = |place: &Place| self.f.params.iter().any(|param| param.var == place.root);
        let pure = !is_text(pat) || matches!(&looked_at, Value::Place(place) if param(place));
        let (looked_at, reads) = self.written(&looked_at);
        let pattern = test_pattern(pat);
        // A constant is no pattern for a reference, as a variant is. Nothing is bound, so nothing is moved.
        let behind = is_named_constant(pat).then(|| quote!(*));
        let tokens = quote!(::core::matches!(#behind #looked_at, #pattern));
        let test = Opaque::pure(tokens, reads);
        self.temp(Op::Opaque(Opaque { pure, ..test }), Ty::Bool, span)
    }

    pub(super) fn match_expr(&mut self, stmt: &syn::ExprMatch) -> Value {
        let whole = Expr::Match(stmt.clone());
        if !self.may_carry(&whole)
            && let Ok(opaque) = self.opaque(&whole)
        {
            let opaque = Opaque { pure: false, ..opaque };
            return Value::Op(Op::Opaque(opaque), Ty::Unknown);
        }
        if let Some(value) = self.match_entry(stmt) {
            return value;
        }
        if let Some(entry) = named_entry(stmt) {
            self.error(
                entry.span(),
                "an entry of a map that may carry a derivative cannot be matched on",
                "ask the map by its key, `if let Some(rate) = rates.get_mut(&key) { .. }`, or write `*rates.entry(key).or_insert(..)`",
            );
            return self.stand_in();
        }
        let value = self.scrutinee(&stmt.expr);
        if matches!(value, Value::Never) {
            return Value::Never;
        }
        // `A(x) | B(x)`: the variable is in another place in each, so each gets an arm of its own.
        let mut arms = Vec::new();
        for arm in &stmt.arms {
            arms.extend(alternatives(&arm.pat).into_iter().map(|case| (case, arm)));
        }
        self.arms(&arms, &value, stmt.match_token.span())
    }

    /// An entry of a map without derivative, `match ids.entry(key) { Occupied(id) => .., Vacant(place) => .. }`: what an arm binds is
    /// moved out of it, since it cannot be copied.
    fn match_entry(&mut self, stmt: &syn::ExprMatch) -> Option<Value> {
        let Expr::MethodCall(call) = crate::syntax::expressions::strip(&stmt.expr) else {
            return None;
        };
        let binds_one = |arm: &syn::Arm| {
            let mut idents = Vec::new();
            pattern_idents(&arm.pat, &mut idents);
            !matches!(arm.pat, Pat::Or(_) | Pat::Guard(_)) && idents.len() <= 1
        };
        if call.method != "entry" || self.may_carry(&stmt.expr) || !stmt.arms.iter().all(binds_one) {
            return None;
        }
        let opaque = self.opaque(&stmt.expr).ok()?;
        let entry = Op::Opaque(Opaque { pure: false, ..opaque });
        let entry = self.temp(entry, Ty::Unknown, stmt.expr.span()).var()?;
        Some(self.entry_arms(entry, &stmt.arms, stmt.match_token.span()))
    }

    fn entry_arms(&mut self, entry: Var, arms: &[syn::Arm], span: Span) -> Value {
        let Some((arm, rest)) = arms.split_first() else {
            return Value::Never;
        };
        if rest.is_empty() {
            return self.entry_arm(entry, arm);
        }
        let cond = self.test(&arm.pat, &Value::Place(Place::var(entry)));
        let then = self.side(|lower| lower.entry_arm(entry, arm));
        let els = self.side(|lower| lower.entry_arms(entry, rest, span));
        self.join(cond, then, els, span)
    }

    fn entry_arm(&mut self, entry: Var, arm: &syn::Arm) -> Value {
        self.scopes.push(Default::default());
        let mut idents = Vec::new();
        pattern_idents(&arm.pat, &mut idents);
        // Another variable of this name may carry a derivative.
        let mut hidden = None;
        if let Some(ident) = idents.pop() {
            let (pat, name) = (&arm.pat, self.spelled(&Atom::Var(entry)));
            let tokens = quote!(match #name { #pat => #ident, _ => ::core::unreachable!() });
            let moved = Op::Opaque(Opaque::once(tokens, vec![entry]));
            self.define(&ident, Value::Op(moved, Ty::Unknown), false, None);
            hidden = Some(ident.to_string()).filter(|name| self.possibly_active.remove(name));
        }
        let result = self.value(&arm.body);
        let result = self.settle(result, arm.body.span());
        self.possibly_active.extend(hidden);
        self.scopes.pop();
        result
    }

    fn arms(&mut self, arms: &[(Pat, &syn::Arm)], value: &Value, span: Span) -> Value {
        if let Some((test, first, second)) = halves(arms)
            && matches!(value, Value::Place(_) | Value::Ref(..))
        {
            let cond = self.test(&test, value);
            let then = self.side(|lower| lower.arms(first, value, span));
            let els = self.side(|lower| lower.arms(second, value, span));
            return self.join(cond, then, els, span);
        }
        let Some(((pat, arm), rest)) = arms.split_first() else {
            return Value::Never;
        };
        let (pat, guard) = match pat {
            Pat::Guard(guarded) => ((*guarded.pat).clone(), Some((*guarded.guard).clone())),
            pat => (pat.clone(), None),
        };
        let body = &*arm.body;
        if guard.is_none() && (rest.is_empty() || self.always_matches(&pat)) {
            self.scopes.push(Default::default());
            self.pattern(&pat, value.clone(), None);
            let result = self.value(body);
            let result = self.settle(result, body.span());
            self.scopes.pop();
            return result;
        }
        let mut cond = self.test(&pat, value);
        if let Some(guard) = guard {
            let test = cond;
            let then = self.nested(|lower| {
                lower.pattern(&pat, value.clone(), None);
                Some(lower.atom(&guard))
            });
            cond = self.both(test, then, span);
        }
        let then = self.side(|lower| {
            lower.pattern(&pat, value.clone(), None);
            let result = lower.value(body);
            lower.settle(result, body.span())
        });
        let els = self.side(|lower| lower.arms(rest, value, span));
        self.join(cond, then, els, span)
    }

    /// A condition with `let`s: the test, and what the branch binds.
    pub(super) fn let_condition(&mut self, cond: &Expr) -> (Atom, Vec<(Pat, Value)>) {
        match cond {
            Expr::Let(binding) => {
                let value = self.scrutinee(&binding.expr);
                let test = self.test(&binding.pat, &value);
                (test, vec![((*binding.pat).clone(), value)])
            }
            Expr::Binary(binary) if matches!(binary.op, syn::BinOp::And(_)) => {
                let (first, mut bindings) = self.let_condition(&binary.left);
                if let Expr::Let(binding) = crate::syntax::expressions::strip(&binary.right) {
                    // What is matched is computed only where all before it holds, and is there in what follows.
                    let value = self.when(&first, binding.span(), |lower| {
                        for (pat, value) in &bindings {
                            lower.pattern(pat, value.clone(), None);
                        }
                        lower.scrutinee(&binding.expr)
                    });
                    let then = self.nested(|lower| Some(lower.test(&binding.pat, &value)));
                    let both = self.both(first, then, binary.op.span());
                    bindings.push(((*binding.pat).clone(), value));
                    return (both, bindings);
                }
                let then = self.nested(|lower| {
                    for (pat, value) in &bindings {
                        lower.pattern(pat, value.clone(), None);
                    }
                    Some(lower.condition(&binary.right))
                });
                (self.both(first, then, binary.op.span()), bindings)
            }
            Expr::Paren(inner) => self.let_condition(&inner.expr),
            other => (self.condition(other), Vec::new()),
        }
    }

    /// Whether a condition holds, and a second one that is asked only then.
    fn both(&mut self, first: Atom, second: Block, span: Span) -> Atom {
        let els = Block {
            stmts: Vec::new(),
            result: Some(no()),
        };
        let both = self.if_stmt(first, second, els, span);
        self.read(both, span)
    }

    pub(super) fn let_else(&mut self, pat: &Pat, expr: &Expr, diverge: &Expr) -> Value {
        let before = self.stmts.len();
        let value = self.scrutinee(expr);
        let made = self.made_since(before, expr, &value);
        let cond = self.test(pat, &value);
        let els = self.nested(|lower| {
            lower.let_go(made, diverge);
            let result = lower.value(diverge);
            lower.result(result, diverge.span())
        });
        self.if_stmt(cond, Block::default(), els, pat.span());
        if !binds(pat) {
            self.let_go(made, expr);
        }
        self.pattern(pat, value, None);
        Value::Unit
    }

    /// `Some(x)`, `Shape::Rect { w, h }`.
    pub(super) fn variant(&mut self, path: &syn::Path, parts: Vec<(syn::Member, Atom)>) -> Value {
        let variant = &path.segments.last().expect("a path has a segment").ident;
        let parts = parts
            .into_iter()
            .map(|(member, atom)| {
                let accessor = accessor(variant, &member);
                (member, accessor, atom)
            })
            .collect();
        Value::Op(
            Op::Variant {
                path: path.clone(),
                parts,
            },
            Ty::Unknown,
        )
    }
}
