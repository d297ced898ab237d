//! What the closures of a chain do besides giving a value. std runs them for items that are skipped, too, and so the adapters after
//! such a closure go through the items one after the other, instead of asking for some by their numbers.
//!
//! Input:  `x.iter().map(|a| { c += a; c }).skip(1).sum()`
//! Output: `for k in 0..x.len() { c += x[k]; let at = counter; counter += 1; if at >= 1 { sum += c } }`
//!
//! A closure has effects unless it is seen to have none: arithmetic of floats, comparisons, branches, parts of its item. What it calls
//! may write, print or panic; an index may be out of bounds; integers may overflow.

use crate::infer::methods;
use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Mark, Value};
use crate::lower::chain_adapters::Given;
use crate::lower::chains::closures::width_of;
use crate::lower::chains::items::Items;
use crate::lower::chains::{is_reference, strip};
use crate::syntax::flat_set::FlatSet;
use crate::syntax::types::Ty;
use crate::syntax::walk::{Node, Walk, descend};
use crate::syntax::{expressions, scalar_rules};
use proc_macro2::Span;
use quote::quote_spanned;
use syn::punctuated::Punctuated;
use syn::{Expr, Pat, Token};

type Scopes = [Vec<(Mark, Binding)>];

/// What is known of a name or an item: that it is a float, or a tuple with some.
#[derive(Clone, PartialEq)]
pub(super) enum Known {
    Float,
    Tuple(Vec<Known>),
    Nothing,
}

impl Known {
    fn of(ty: &Ty) -> Known {
        match ty.behind_references() {
            Ty::Float(_) => Known::Float,
            Ty::Tuple(parts) => Known::Tuple(parts.iter().map(Known::of).collect()),
            _ => Known::Nothing,
        }
    }
}

/// A look at a closure's body, with the names that it binds so far.
struct Look<'a, 'l> {
    lower: &'a Lower<'l>,
    scopes: &'a Scopes,
    locals: Vec<(String, Known)>,
}

impl Look<'_, '_> {
    fn bind(&mut self, pat: &Pat, known: &Known) {
        match (pat, known) {
            (Pat::Ident(ident), known) if ident.subpat.is_none() => {
                self.locals.push((ident.ident.to_string(), known.clone()));
            }
            (Pat::Paren(inner), known) => self.bind(&inner.pat, known),
            (Pat::Reference(inner), known) => self.bind(&inner.pat, known),
            (Pat::Type(inner), Known::Nothing) => self.bind(&inner.pat, &Known::of(&Ty::of(&inner.ty))),
            (Pat::Type(inner), known) => self.bind(&inner.pat, known),
            (Pat::Tuple(tuple), Known::Tuple(parts)) if tuple.elems.len() == parts.len() => {
                for (pat, known) in tuple.elems.iter().zip(parts) {
                    self.bind(pat, known);
                }
            }
            _ => {
                let mut idents = Vec::new();
                expressions::pattern_idents(pat, &mut idents);
                self.locals
                    .extend(idents.iter().map(|ident| (ident.to_string(), Known::Nothing)));
            }
        }
    }

    fn named(&self, name: &syn::Ident) -> Known {
        let text = name.to_string();
        if let Some((_, known)) = self.locals.iter().rev().find(|(local, _)| *local == text) {
            return known.clone();
        }
        let mut bindings = self.scopes.iter().rev().flat_map(|scope| scope.iter().rev());
        match bindings.find(|(mark, _)| mark.text == text) {
            Some((_, Binding::Var(var))) => Known::of(&self.lower.f.info(*var).ty),
            Some((_, Binding::Alias(place, _))) => Known::of(&self.lower.f.place_ty(place)),
            Some((_, Binding::Known(value))) => Known::of(&self.lower.value_ty(value)),
            _ => Known::Nothing,
        }
    }

    fn is_float(&self, expr: &Expr) -> bool {
        match strip(expr) {
            Expr::Lit(literal) => matches!(literal.lit, syn::Lit::Float(_)),
            Expr::Path(path) => path
                .path
                .get_ident()
                .is_some_and(|name| self.named(name) == Known::Float),
            Expr::Unary(unary) => self.is_float(&unary.expr),
            Expr::Reference(reference) => self.is_float(&reference.expr),
            Expr::Binary(binary) => self.is_float(&binary.left) || self.is_float(&binary.right),
            Expr::Cast(cast) => matches!(Ty::of(&cast.ty), Ty::Float(_)),
            Expr::MethodCall(call) => {
                scalar_rules::rule(&call.method.to_string()).is_some() && self.is_float(&call.receiver)
            }
            Expr::Call(call) => matches!(&*call.func, Expr::Path(path) if width_of(&path.path).is_some()),
            Expr::Field(field) => match (&field.member, strip(&field.base)) {
                (syn::Member::Unnamed(at), Expr::Path(path)) => {
                    let known = path.path.get_ident().map(|name| self.named(name));
                    matches!(known, Some(Known::Tuple(parts)) if parts.get(at.index as usize) == Some(&Known::Float))
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether evaluating an expression does nothing but give its value.
    fn only_gives(&mut self, expr: &Expr) -> bool {
        match strip(expr) {
            Expr::Lit(_) | Expr::Path(_) => true,
            Expr::Field(field) => self.only_gives(&field.base),
            Expr::Cast(cast) => self.only_gives(&cast.expr),
            Expr::Unary(unary) => self.only_gives(&unary.expr),
            Expr::Reference(reference) => reference.mutability.is_none() && self.only_gives(&reference.expr),
            Expr::Binary(binary) => {
                let either = self.is_float(&binary.left) || self.is_float(&binary.right);
                let computes = crate::syntax::expressions::is_arithmetic(&binary.op) && either;
                let compares = matches!(binary.op, syn::BinOp::And(_) | syn::BinOp::Or(_))
                    || crate::syntax::expressions::is_comparison(&binary.op);
                (computes || compares) && self.only_gives(&binary.left) && self.only_gives(&binary.right)
            }
            Expr::Tuple(tuple) => tuple.elems.iter().all(|part| self.only_gives(part)),
            Expr::Array(array) => array.elems.iter().all(|part| self.only_gives(part)),
            Expr::If(branches) => {
                self.only_gives(&branches.cond)
                    && self.block_only_gives(&branches.then_branch)
                    && branches
                        .else_branch
                        .as_ref()
                        .is_none_or(|(_, els)| self.only_gives(els))
            }
            Expr::Block(block) => block.label.is_none() && self.block_only_gives(&block.block),
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let of_floats = scalar_rules::rule(&name).is_some() || scalar_rules::is_flat(&name) || name == "clone";
                // Of bounds that are no interval it panics.
                of_floats
                    && name != "clamp"
                    && self.is_float(&call.receiver)
                    && self.only_gives(&call.receiver)
                    && call.args.iter().all(|arg| self.only_gives(arg))
            }
            Expr::Call(call) => {
                let of_floats = matches!(&*call.func, Expr::Path(path) if width_of(&path.path).is_some()
                    && path.path.segments.last().is_some_and(|last| last.ident != "clamp"));
                of_floats && call.args.iter().all(|arg| self.only_gives(arg))
            }
            _ => false,
        }
    }

    fn block_only_gives(&mut self, block: &syn::Block) -> bool {
        let outer = self.locals.len();
        let only = block.stmts.iter().all(|stmt| match stmt {
            syn::Stmt::Local(local) => match &local.init {
                Some(init) if init.diverge.is_none() && self.only_gives(&init.expr) => {
                    let known = match self.is_float(&init.expr) {
                        true => Known::Float,
                        false => Known::Nothing,
                    };
                    self.bind(&local.pat, &known);
                    true
                }
                _ => false,
            },
            syn::Stmt::Expr(expr, _) => self.only_gives(expr),
            _ => false,
        });
        self.locals.truncate(outer);
        only
    }
}

impl Lower<'_> {
    /// Whether asking for an item of these does more than to give it, so that std's order and number are kept.
    pub(super) fn have_effects(&self, items: &Items) -> bool {
        match items {
            Items::Map(inner, given) => self.have_effects(inner) || !self.look(&self.known_of(inner), given).1,
            Items::Zip(a, b) | Items::Chained(a, _, b) => self.have_effects(a) || self.have_effects(b),
            Items::Enumerate(inner)
            | Items::Reversed(inner, _)
            | Items::Cycled(inner, _)
            | Items::Skip(inner, _)
            | Items::Take(inner, _)
            | Items::StepBy(inner, _)
            | Items::Copied(inner) => self.have_effects(inner),
            // Its `next` is the user's or another crate's.
            Items::Foreign(_) => true,
            Items::Range { .. }
            | Items::From(_)
            | Items::Elements { .. }
            | Items::Listed(..)
            | Items::Cells { .. }
            | Items::Numbered { .. }
            | Items::Views(_)
            | Items::Windows { .. }
            | Items::Chunks { .. }
            | Items::Repeated(_)
            | Items::Lent(_) => false,
        }
    }

    /// What a closure makes of such an item, or a list of it, and whether it does nothing but that.
    pub(super) fn look(&self, known: &Known, given: &Given) -> (Known, bool) {
        let scopes = match given {
            Given::Here(_) => &self.scopes,
            Given::Bound(bound) => &bound.scopes,
        };
        let closure = given.closure();
        let mut look = Look {
            lower: self,
            scopes,
            locals: Vec::new(),
        };
        for pat in &closure.inputs {
            look.bind(pat, known);
        }
        let only = look.only_gives(&closure.body);
        let made = match strip(&closure.body) {
            Expr::Array(list) => list.elems.iter().all(|part| look.is_float(part)),
            body => look.is_float(body),
        };
        (if made { Known::Float } else { Known::Nothing }, only)
    }

    /// Whether a closure does nothing but give a value, whatever it is given.
    pub(super) fn only_gives(&self, given: &Given) -> bool {
        self.look(&Known::Nothing, given).1
    }

    pub(super) fn known_of(&self, items: &Items) -> Known {
        match items {
            Items::Elements { list } => Known::of(&self.value_ty(list).element()),
            Items::Repeated(value) => Known::of(&self.value_ty(value)),
            Items::Enumerate(inner) => Known::Tuple(vec![Known::Nothing, self.known_of(inner)]),
            Items::Zip(a, b) => Known::Tuple(vec![self.known_of(a), self.known_of(b)]),
            Items::Chained(a, _, b) if self.known_of(a) == self.known_of(b) => self.known_of(a),
            Items::Reversed(inner, _)
            | Items::Cycled(inner, _)
            | Items::Skip(inner, _)
            | Items::Take(inner, _)
            | Items::StepBy(inner, _)
            | Items::Copied(inner) => self.known_of(inner),
            Items::Map(inner, given) => self.look(&self.known_of(inner), given).0,
            _ => Known::Nothing,
        }
    }

    /// Whether from the end std runs the closures as often as from the front, and in the opposite order: `zip` and `take` pass over
    /// items at the end first.
    pub(super) fn turn_around(&self, items: &Items) -> bool {
        match items {
            Items::Zip(..) | Items::Take(..) => !self.have_effects(items),
            Items::Chained(a, _, b) => self.turn_around(a) && self.turn_around(b),
            Items::Map(inner, _)
            | Items::Enumerate(inner)
            | Items::Reversed(inner, _)
            | Items::Copied(inner)
            | Items::Skip(inner, _) => self.turn_around(inner),
            _ => true,
        }
    }

    /// Whether std goes through these by number, if some lists are its own: beside others like them they are then asked for none that has
    /// no other to be paired with.
    pub(super) fn go_by_number(&self, items: &Items) -> Option<Vec<Value>> {
        match items {
            Items::Range { inclusive: false, .. } | Items::Listed(_, Some(_)) => Some(Vec::new()),
            Items::Elements { list } if is_reference(list).is_none() => None,
            Items::Elements { list } | Items::Windows { list, .. } | Items::Chunks { list, .. } => {
                match self.value_ty(list).behind_references() {
                    Ty::Slice(_) | Ty::Vec(_) | Ty::Array(_) => Some(Vec::new()),
                    Ty::Unknown => Some(vec![list.clone()]),
                    _ => None,
                }
            }
            Items::Map(inner, _) | Items::Enumerate(inner) | Items::Copied(inner) => self.go_by_number(inner),
            Items::Zip(a, b) => Some([self.go_by_number(a)?, self.go_by_number(b)?].concat()),
            _ => None,
        }
    }

    /// The same of both sides of a `zip`, proved.
    pub(super) fn go_side_by_side(&mut self, first: &Items, other: &Items, span: Span) -> bool {
        let (Some(first), Some(other)) = (self.go_by_number(first), self.go_by_number(other)) else {
            return false;
        };
        for list in first.iter().chain(&other) {
            let (tokens, reads) = self.written_place(list);
            let ad = self.f.names_ad();
            let proof = quote_spanned!(span=> #ad::goes_by_number(&#tokens););
            self.effect(span, Opaque::pure(proof, reads));
        }
        true
    }

    /// Whether a closure changes what it owns, so that each clone of its iterator goes on from there by itself.
    pub(super) fn owns_state(&self, given: &Given) -> bool {
        let scopes = match given {
            Given::Here(_) => &self.scopes,
            Given::Bound(bound) => &bound.scopes,
        };
        let closure = given.closure();
        let changed = changed(closure);
        scopes.iter().flatten().any(|(mark, binding)| match binding {
            Binding::Var(var) => closure.capture.is_some() && changed.contains(&mark.text) && self.is_owned(*var),
            Binding::Closure(bound) => bound.closure.capture.is_some() && changed.contains(&mark.text),
            _ => false,
        })
    }

    /// Whether a variable holds what can be changed, perhaps through a `Cell` in it, and no reference to it.
    pub(super) fn is_owned(&self, var: Var) -> bool {
        let info = self.f.info(var);
        info.mutable || info.role == Role::Value && info.ty == Ty::Unknown
    }
}

/// The names whose values a closure may change.
pub(super) fn changed(closure: &syn::ExprClosure) -> FlatSet<String> {
    let mut changed = Changed(FlatSet::new());
    changed.node(Node::Expr(&closure.body));
    changed.0
}

/// The names whose values an expression may change: what is assigned, lent to be written, or asked for what is not known only to look;
/// and what is called.
struct Changed(FlatSet<String>);

impl Changed {
    fn change(&mut self, expr: &Expr) {
        match strip(expr) {
            Expr::Path(path) => self.0.extend(path.path.get_ident().map(ToString::to_string)),
            Expr::Field(field) => self.change(&field.base),
            Expr::Index(index) => self.change(&index.expr),
            Expr::Unary(unary) => self.change(&unary.expr),
            Expr::MethodCall(call) => self.change(&call.receiver),
            Expr::Tuple(tuple) => tuple.elems.iter().for_each(|part| self.change(part)),
            _ => {}
        }
    }
}

impl<'ast> Walk<'ast> for Changed {
    fn node(&mut self, node: Node<'ast>) {
        if let Node::Expr(expr) = node {
            match expr {
                Expr::Assign(assign) => self.change(&assign.left),
                Expr::Binary(binary) if crate::syntax::expressions::is_compound(&binary.op) => {
                    self.change(&binary.left)
                }
                Expr::Reference(reference) if reference.mutability.is_some() => self.change(&reference.expr),
                Expr::Call(call) => self.change(&call.func),
                Expr::MethodCall(call) => {
                    let name = call.method.to_string();
                    let looks = methods::is(methods::Mark::Looks, &name)
                        || scalar_rules::rule(&name).is_some()
                        || scalar_rules::is_flat(&name);
                    if !looks {
                        self.change(&call.receiver);
                    }
                }
                Expr::Macro(call) => {
                    let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
                    let read = call.mac.parse_body_with(parser);
                    read.iter()
                        .flatten()
                        .for_each(|argument| self.node(Node::Expr(argument)));
                }
                _ => {}
            }
        }
        descend(self, node);
    }
}
