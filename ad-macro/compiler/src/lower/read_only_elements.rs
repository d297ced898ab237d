//! Copy elision: a by-value element of a list that its binding only reads is bound to its place, since moving it out would take it from
//! the reverse sweep.
//!
//! ```text
//! Input:  for row in rows { for j in 0..row.len() { s += row[j] * k } }
//! Output: let row = clone rows[i]     where `row` may be moved on, as in `all.push(row)`
//!         `row` is `rows[i]`          here
//! ```

use crate::infer::methods::{Mark, is};
use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::chains::strip;
use crate::syntax::types::Ty;
use crate::syntax::walk::{Node, Walk, descend};
use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::{Expr, Pat};

impl Lower<'_> {
    /// Binds the items of a list by value. `looked_at`: whether what sees a name takes no value out of it.
    pub(super) fn bind_items(&mut self, pat: &Pat, item: Value, looked_at: &dyn Fn(&Ident) -> bool) {
        match (pat, item) {
            (Pat::Ident(name), Value::Place(place))
                if name.mutability.is_none()
                    && name.by_ref.is_none()
                    && name.subpat.is_none()
                    && self.stays(&place)
                    && looked_at(&name.ident) =>
            {
                self.bind(&name.ident, Binding::Known(Box::new(Value::Place(place))));
            }
            (Pat::Tuple(tuple), Value::Tuple(values)) if tuple.elems.len() == values.len() => {
                for (pat, value) in tuple.elems.iter().zip(values) {
                    self.bind_items(pat, value, looked_at);
                }
            }
            (pat, item) => {
                let item = self.owned(pat, item);
                self.irrefutable(pat, item, None);
            }
        }
    }

    /// Whether a place is an element that would be copied, in a list that nothing writes.
    pub(super) fn stays(&self, place: &Place) -> bool {
        let root = self.f.info(place.root);
        let mut fixed = !root.mutable && root.role == Role::Value;
        place.index_uses(&mut |var, _| fixed &= !self.f.info(var).mutable);
        let element = matches!(place.path.last(), Some(Projection::Index(_)));
        fixed && element && matches!(self.f.place_ty(place), Ty::Unknown | Ty::Vec(_))
    }
}

/// Whether a loop's body takes no value out of what a name stands for.
pub(super) fn only_looks(body: &syn::Block, name: &Ident) -> bool {
    struct Looks<'a> {
        name: &'a Ident,
        only: bool,
    }
    impl Looks<'_> {
        /// Whether an expression is the name, or a part of what it stands for.
        fn is_part(&self, expr: &Expr) -> bool {
            match strip(expr) {
                Expr::Path(path) => path.path.is_ident(self.name),
                Expr::Field(field) => self.is_part(&field.base),
                Expr::Index(index) => self.is_part(&index.expr),
                _ => false,
            }
        }

        /// The indices in a part that is looked at.
        fn part<'ast>(&mut self, expr: &'ast Expr)
        where
            Self: Walk<'ast>,
        {
            match strip(expr) {
                Expr::Field(field) => self.part(&field.base),
                Expr::Index(index) => {
                    self.part(&index.expr);
                    self.node(Node::Expr(&index.index));
                }
                _ => {}
            }
        }
    }
    impl<'ast> Walk<'ast> for Looks<'_> {
        fn node(&mut self, node: Node<'ast>) {
            match node {
                Node::Expr(expr) => match expr {
                    Expr::Reference(reference) if reference.mutability.is_none() && self.is_part(&reference.expr) => {
                        self.part(&reference.expr);
                    }
                    Expr::Index(index) if self.is_part(&index.expr) => self.part(expr),
                    Expr::MethodCall(call)
                        if self.is_part(&call.receiver) && is(Mark::Looks, &call.method.to_string()) =>
                    {
                        self.part(&call.receiver);
                        call.args.iter().for_each(|arg| self.node(Node::Expr(arg)));
                    }
                    Expr::Closure(closure) if closure.capture.is_some() && mentions(&closure.body, self.name) => {
                        self.only = false;
                    }
                    Expr::Path(path) if path.path.is_ident(self.name) => self.only = false,
                    _ => descend(self, node),
                },
                Node::Macro(mac) => self.only &= !stands_in(mac.tokens.clone(), self.name),
                node => descend(self, node),
            }
        }
    }
    let mut looks = Looks { name, only: true };
    looks.node(Node::Block(body));
    looks.only
}

/// Whether a closure is `|list| list`.
pub(super) fn gives_its_item(closure: &syn::ExprClosure) -> bool {
    match (closure.inputs.first(), &*closure.body) {
        (Some(Pat::Ident(pat)), Expr::Path(path)) => path.path.is_ident(&pat.ident),
        _ => false,
    }
}

fn mentions(expr: &Expr, name: &Ident) -> bool {
    stands_in(quote::ToTokens::to_token_stream(expr), name)
}

fn stands_in(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => stands_in(group.stream(), name),
        // `println!("{row}")`
        TokenTree::Literal(literal) => literal.to_string().contains(&name.to_string()),
        TokenTree::Punct(_) => false,
    })
}
