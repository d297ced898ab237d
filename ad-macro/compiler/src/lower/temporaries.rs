//! What a sweep would drop elsewhere than the function does, temporaries before the user's statement ends and what is moved into a
//! closure after it: their types are proved to have nothing to do then.
//!
//! Input:  `match m.lock().unwrap().len() { 2 => log(x), .. }`
//! Output: `let t = match m.lock().unwrap() { guard => { (&&&Retained(&guard)).frees_memory(); guard } }.len();`, an error

use crate::infer::methods::receiver;
use crate::infer::types::{Head, Type};
use crate::ir::opaque::Opaque;
use crate::ir::place::{Atom, Role, Var};
use crate::ir::statement::{Op, Stmt, StmtKind};
use crate::lower::builder::{Binding, Lower, Mark, Value};
use crate::lower::name_activity::mentions;
use crate::lower::opaque_tokens::reads_only;
use crate::syntax::expressions::{located, mentioned, strip};
use crate::syntax::flat_set::FlatSet;
use crate::syntax::paths::names_type;
use crate::syntax::types::Ty;
use crate::syntax::walk::{Node, Walk, any, descend};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, UnOp};

/// Whether a path is that of a variant or a struct.
fn makes(path: &syn::ExprPath) -> bool {
    let last = path.path.segments.last();
    last.is_some_and(|last| names_type(&last.ident.to_string()))
}

/// Counts the calls that may do what can be noticed: all but those that make a variant and those that are proved to compute.
struct Calls<'l, 'o>(usize, &'l Lower<'o>);

impl<'ast> Walk<'ast> for Calls<'_, '_> {
    fn node(&mut self, node: Node<'ast>) {
        match node {
            Node::ExprCall(call) => {
                self.0 += usize::from(!matches!(&*call.func, Expr::Path(path) if makes(path)));
                descend(self, node);
            }
            Node::ExprMethodCall(call) => {
                let computes = reads_only(&call.method.to_string()) && !self.1.is_of_own_type(&call.receiver);
                self.0 += usize::from(!computes);
                descend(self, node);
            }
            Node::Macro(_) => self.0 += 1,
            node => descend(self, node),
        }
    }
}

impl Lower<'_> {
    /// Lowers a statement, or what else lets its temporaries go at its end.
    pub(super) fn statement_of<R>(&mut self, stmt: &syn::Stmt, lower: impl FnOnce(&mut Self) -> R) -> R {
        // What carries no derivative is put together again.
        let passive = |init: &syn::LocalInit| !mentions(&init.expr, &self.possibly_active);
        let whole = matches!(stmt, syn::Stmt::Local(local) if local.init.as_ref().is_some_and(passive));
        let after = match whole {
            true => 0,
            false => self.calls(|calls| calls.node(Node::Stmt(stmt))),
        };
        self.terminating(after, lower)
    }

    /// A condition, or the body of a closure.
    pub(super) fn terminated<R>(&mut self, expr: &Expr, lower: impl FnOnce(&mut Self) -> R) -> R {
        self.terminating(self.calls(|calls| calls.node(Node::Expr(expr))), lower)
    }

    fn terminating<R>(&mut self, calls: usize, lower: impl FnOnce(&mut Self) -> R) -> R {
        let outside = std::mem::replace(&mut self.calls_in_statement, calls);
        let result = lower(self);
        self.calls_in_statement = outside;
        result
    }

    /// Whether the statement may do more when an expression in it, which the sweep computes by itself, has been computed.
    pub(super) fn goes_on_after(&self, expr: &Expr) -> bool {
        self.calls_in_statement > 0 && self.calls_in_statement > self.calls(|calls| calls.node(Node::Expr(expr)))
    }

    /// Whether a closure that a name is moved into may have something to drop where it ends.
    pub(super) fn may_drop(&self, mark: &Mark, var: Var) -> bool {
        let info = self.f.info(var);
        let unknown = info.ty == Ty::Unknown && info.role == Role::Value && !info.mutable;
        let param = self.f.params.iter().any(|param| param.var == var);
        unknown && !param && !self.possibly_active.contains(&mark.text)
    }

    /// Lowers a `match`, an `if let` or a `for`, in a scope of its own if its head makes what may have to be dropped where it ends.
    pub(super) fn headed(&mut self, expr: &Expr, head: &Expr, lower: impl FnOnce(&mut Self) -> Value) -> Value {
        let inner = self.side(lower);
        let kept = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Let {
                var,
                op: Op::Opaque(opaque),
            } if !opaque.pure && self.f.info(*var).ty == Ty::Unknown => Some(*var),
            _ => None,
        };
        let kept: Vec<_> = inner.0.stmts.iter().filter_map(kept).collect();
        for var in &kept {
            self.f.vars[var.0].temporary = false;
        }
        if !self.may_hold_guard(&inner.0) {
            self.stmts.extend(inner.0.stmts);
            return inner.1;
        }
        let (span, outlives) = (head.span(), self.goes_on_after(expr) && self.borrows_temporary(head));
        let value = self.side(|lower| {
            lower.stmts.extend(inner.0.stmts);
            if outlives {
                kept.iter().for_each(|var| lower.prove_retained(*var, span));
            }
            inner.1
        });
        self.scope(value, span)
    }

    fn calls(&self, visit: impl FnOnce(&mut Calls)) -> usize {
        let mut calls = Calls(0, self);
        visit(&mut calls);
        calls.0
    }

    /// Whether a head borrows what it makes: that is dropped where the statement ends, which may be after the construct.
    fn borrows_temporary(&self, head: &Expr) -> bool {
        let makes = |expr: &Expr| self.calls(|calls| calls.node(Node::Expr(expr))) > 0;
        any(head, |node| match node {
            Node::ExprReference(reference) => makes(&reference.expr),
            Node::ExprMethodCall(call) => makes(&call.receiver),
            _ => false,
        })
    }

    /// Whether a type is known to be none of std's and its like: under the names of their methods it may have any of its own.
    pub(super) fn is_of_own_type(&self, expr: &Expr) -> bool {
        let ty = self.inferred(expr);
        matches!(ty, Type::Of(Head::Named(_), _)) && receiver(&ty).is_none() || self.has_named_type(expr)
    }

    /// Whether a type is known to be one whose methods that read may be called again: none of the user's own.
    pub(super) fn is_of_library(&self, expr: &Expr) -> bool {
        receiver(&self.inferred(expr)).is_some() || *self.type_of(expr).behind_references() != Ty::Unknown
    }

    /// What a head has made, if it is a value of a type that only rustc knows and no derivative enters it.
    /// It lives as long as its branch.
    pub(super) fn made_since(&mut self, before: usize, head: &Expr, value: &Value) -> Option<Var> {
        let Value::Place(place) = value else { return None };
        let made = self.stmts[before..].iter().any(|stmt| match &stmt.kind {
            StmtKind::Let { var, op } => *var == place.root && !matches!(op, Op::Read(_)),
            StmtKind::Call(call) => call.out == place.root,
            _ => false,
        });
        let unknown = place.is_whole() && self.f.info(place.root).ty == Ty::Unknown;
        if !(made && unknown && !self.may_carry(head)) {
            return None;
        }
        self.f.vars[place.root.0].temporary = false;
        Some(place.root)
    }

    /// Drops what a head has made where its pattern holds nothing of it: before the branch that is taken without it.
    pub(super) fn let_go(&mut self, made: Option<Var>, before: &Expr) {
        let Some(var) = made.filter(|_| self.calls(|calls| calls.node(Node::Expr(before))) > 0) else {
            return;
        };
        let span = before.span();
        let (ad, name) = (self.f.names_ad(), crate::ir::spell::atom(&self.f.vars, &Atom::Var(var)));
        let opaque = Opaque::once(quote_spanned!(span=> #ad::let_go(#name);), vec![var]);
        let diverges = false;
        self.push(span, StmtKind::Effect { opaque, diverges });
    }

    /// A reference within an initialiser to what a call gives: that lives as long as the names of the block.
    pub(super) fn lent_temporary<'e>(&self, init: &'e Expr) -> Option<&'e Expr> {
        let parts: Vec<&Expr> = match init {
            Expr::Reference(reference) if matches!(strip(&reference.expr), Expr::Call(_) | Expr::MethodCall(_)) => {
                let unknown = *self.type_of(&reference.expr).behind_references() == Ty::Unknown;
                return unknown.then_some(init);
            }
            Expr::Reference(reference) => vec![&reference.expr],
            Expr::Paren(inner) => vec![&inner.expr],
            Expr::Tuple(tuple) => tuple.elems.iter().collect(),
            Expr::Array(array) => array.elems.iter().collect(),
            Expr::Struct(made) => made.fields.iter().map(|field| &field.expr).collect(),
            Expr::Call(call) if matches!(&*call.func, Expr::Path(path) if makes(path)) => call.args.iter().collect(),
            _ => return None,
        };
        parts.into_iter().find_map(|part| self.lent_temporary(part))
    }

    /// What a reference in the initialiser of a `let` points to lives as long as the names of the block.
    pub(super) fn extended(&mut self, value: &Value) {
        match value {
            Value::Tuple(values) => values.iter().for_each(|value| self.extended(value)),
            Value::Ref(place, _) => {
                let info = &mut self.f.vars[place.root.0];
                info.temporary &= info.ty != Ty::Unknown || info.role != Role::Value;
            }
            _ => {}
        }
    }

    /// Proves that nobody notices where a variable is dropped.
    fn prove_retained(&mut self, var: Var, span: Span) {
        let name = crate::ir::spell::atom(&self.f.vars, &Atom::Var(var));
        let opaque = Opaque::pure(proof(&self.f.names_ad(), name, span), vec![var]);
        let diverges = false;
        self.push(span, StmtKind::Effect { opaque, diverges });
    }

    /// What is moved into a closure that is lowered where it stands is dropped later than the closure.
    pub(super) fn moved_in_place(&mut self, closure: &syn::ExprClosure) {
        if closure.capture.is_none() {
            return;
        }
        let mut words = FlatSet::new();
        mentioned(&closure.body, &mut words);
        let named = self
            .scopes
            .iter()
            .flatten()
            .filter(|(mark, _)| words.contains(&mark.text));
        let moved = named.filter_map(|(mark, binding)| match binding {
            Binding::Var(var) if self.may_drop(mark, *var) => Some(*var),
            _ => None,
        });
        for var in moved.collect::<Vec<_>>() {
            self.prove_retained(var, closure.body.span());
        }
    }

    /// The part of an expression that is a temporary of a type that only rustc knows.
    pub(super) fn temporary_in<'e>(&self, expr: &'e Expr) -> Option<&'e Expr> {
        let part = match expr {
            Expr::MethodCall(call) => &*call.receiver,
            Expr::Field(field) => &*field.base,
            Expr::Index(index) => &*index.expr,
            Expr::Reference(reference) => &*reference.expr,
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => &*unary.expr,
            _ => return None,
        };
        let made = matches!(part, Expr::Call(_) | Expr::MethodCall(_));
        (made && *self.type_of(part).behind_references() == Ty::Unknown).then_some(part)
    }
}

/// The proof that nobody notices when a place is dropped.
fn proof(ad: &Ident, place: TokenStream, span: Span) -> TokenStream {
    let proof = quote! {{
        use #ad::{RetainedBorrow as _, RetainedGuard as _, RetainedMemory as _, RetainedValue as _};
        (&&&#ad::Retained(&#place)).frees_memory();
    }};
    located(proof, span)
}

/// A temporary with the proof that nobody notices when it is dropped.
pub(super) fn proved(ad: &Ident, temporary: &Expr, span: Span) -> Expr {
    let proof = proof(ad, quote_spanned!(span=> temporary), span);
    Expr::Verbatim(quote_spanned!(span=> match #temporary { temporary => { #proof temporary } }))
}
