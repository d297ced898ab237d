//! Maps: what a key leads to is a place, through a route that keeps the key.
//!
//! ```text
//! Input:  if let Some(rate) = rates.get(&id) { s += rate * x }
//! Output: let key_route = `key(&rates, &id)`; let t = `key_route.is_found()`; if t { s += (rates through key_route) * x }
//! ```
//!
//! That something is a map is seen by how it is asked: no list has an element for a reference. rustc finds the kind of map.

use super::expressions::strip;
use super::references::by_value;
use super::{Lower, Value};
use crate::ir::*;
use crate::types::Ty;
use proc_macro2::Span;
use quote::{quote, quote_spanned};
use syn::Expr;

impl Lower<'_> {
    /// Whether an expression can be a key, and no index: a reference, or a text.
    pub(super) fn is_key(&self, expr: &Expr) -> bool {
        match strip(expr) {
            Expr::Reference(_) => true,
            Expr::Lit(lit) => matches!(lit.lit, syn::Lit::Str(_)),
            Expr::MethodCall(call) => call.method == "as_str" && call.args.is_empty(),
            Expr::Path(_) => matches!(self.type_of(expr), Ty::Ref(_)),
            _ => false,
        }
    }

    /// Whether a map is asked by a key, `map.get(&key)`: what carries a derivative, and is no list for certain.
    pub(super) fn asks_map(&self, receiver: &Expr, key: &Expr) -> bool {
        *self.type_of(receiver).behind_references() == Ty::Unknown
            && self.is_key(key)
            && super::flow::mentions(receiver, &self.possibly_active)
            && !self.is_chain(receiver)
    }

    /// What a key leads to, if it leads anywhere.
    pub(super) fn entry(&mut self, map: Value, key: &Expr, span: Span) -> Value {
        let (key, read) = match self.opaque(key) {
            Ok(opaque) => (opaque.tokens, opaque.reads),
            Err(_) => {
                let key = self.atom(key);
                (self.located(&key, span), key.var().into_iter().collect())
            }
        };
        self.f.through = true;
        self.each_choice(vec![map], span, &mut |lower, mut values| {
            let (place, mutable) = match values.remove(0) {
                Value::Ref(place, mutable) => (place, mutable),
                value => (lower.place_of(value, span), false),
            };
            let (map, mut reads) = lower.written(&Value::Ref(place.clone(), false));
            reads.extend(&read);
            let ad = lower.f.names_ad();
            let route = lower.route(quote_spanned!(span=> #ad::key(#map, #key)), reads, "key", span);
            let name = crate::tokens::atom(&lower.f.vars, &route);
            let found = Opaque::pure(quote!(#name.is_found()), route.var().into_iter().collect());
            let present = lower.temp(Op::Opaque(found), Ty::Bool, span);
            let ty = Ty::Unknown;
            let inside = place.then(Projection::Through { route, ty, bar: false });
            Value::Maybe(present, Box::new(Value::Ref(inside, mutable)))
        })
    }

    /// `map[&key]`, which panics as it does for the user.
    pub(super) fn indexed_by_key(&mut self, map: Value, key: &Expr, span: Span) -> Value {
        let Value::Maybe(present, inside) = self.entry(map.clone(), key, span) else {
            unreachable!("an entry is an option")
        };
        if let Ok(key) = self.opaque(key) {
            let (map, mut reads) = self.written_place(&map);
            reads.extend(&key.reads);
            reads.extend(present.var());
            let (present, key) = (crate::tokens::atom(&self.f.vars, &present), key.tokens);
            let opaque = Opaque::pure(quote_spanned!(span=> if !#present { let _ = &#map[#key]; }), reads);
            let diverges = false;
            self.push(span, StmtKind::Effect { opaque, diverges });
        }
        by_value(*inside)
    }

    /// `map.contains_key(&key)`.
    pub(super) fn contains_key(&mut self, call: &syn::ExprMethodCall) -> Value {
        let map = self.list(&call.receiver, false);
        match self.entry(map, &call.args[0], call.method.span()) {
            Value::Maybe(present, _) => Value::Atom(present),
            _ => unreachable!("an entry is an option"),
        }
    }
}
