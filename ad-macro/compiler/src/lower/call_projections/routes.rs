//! The routes by which callees lead from an argument to what they return a reference to: variables of the caller.
//!
//! Input:  `m.row(i)` of `m` and its argument
//! Output: `let row_route = `m.row_differentiable_route_0(i)`;` and the place `m through row_route`

use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::lower::call_projections::{Asked, Callee};
use crate::syntax::paths::{derivative_name, is_associated, short_name};
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};

/// What a map's routes are made by.
pub(in crate::lower) const KEY_ROUTE: &str = "KeyRoute";

impl Lower<'_> {
    /// `m[(i, j)]` by the impl of `Index` or, where it is written, of `IndexMut`.
    pub(in crate::lower) fn index_through(&mut self, base: Value, index: &Atom, written: bool, span: Span) -> Value {
        self.f.through = true;
        let own = if written {
            "differentiable_index_mut"
        } else {
            "differentiable_index"
        };
        let own = Ident::new(own, span);
        self.each_choice(vec![base], span, &mut |lower, mut values| {
            let (place, mutable) = match values.remove(0) {
                Value::Ref(place, mutable) => (place, mutable),
                value => (lower.place_of(value, span), written),
            };
            let (list, mut reads) = lower.written(&Value::Place(place.clone()));
            reads.extend(index.var());
            let index = lower.spelled(index);
            let tokens = quote_spanned!(span=> #list.#own(#index));
            let route = lower.route(tokens, reads, "index", own.to_string(), span);
            if !written {
                lower.looked_up.extend(route.var());
            }
            let ty = Ty::Unknown;
            Value::Ref(place.then(Projection::Through { route, ty, bar: false }), mutable)
        })
    }

    /// A route, as a variable. No derivative flows through it.
    pub(in crate::lower) fn route(
        &mut self,
        tokens: TokenStream,
        reads: Vec<Var>,
        name: &str,
        maker: String,
        span: Span,
    ) -> Atom {
        let opaque = Opaque {
            carried: Vec::new(),
            ..Opaque::pure(tokens, reads)
        };
        let route = self.f.new_var(&format!("{name}_route"), Ty::Inert, false);
        self.routes.insert(route, maker);
        // One through what borrows is of a type that has its lifetimes: it is made again where it is used.
        if opaque.reads.iter().any(|var| self.borrows(*var)) {
            self.f.vars[route.0].role = Role::View;
        }
        let op = Op::Opaque(opaque);
        self.push(span, StmtKind::Let { var: route, op });
        Atom::Var(route)
    }

    /// A route as it is kept in a variable that may have none yet.
    pub(in crate::lower) fn some_route(&mut self, route: Var, span: Span) -> Atom {
        // One that leads nowhere is of the same type.
        let of_key = self.routes.get(&route).is_some_and(|maker| maker == KEY_ROUTE);
        if of_key || self.optional_routes.contains(&route) {
            return Atom::Var(route);
        }
        let name = spell::name(&self.f.vars, route);
        let some = Opaque::pure(quote!(::core::option::Option::Some(#name)), vec![route]);
        self.temp(Op::Opaque(some), Ty::Inert, span)
    }

    /// Asks the callee's twin for a part of the way. No derivative flows through the answer.
    pub(in crate::lower) fn ask(&mut self, callee: &Callee, part: &str, asked: &Asked, ty: Ty, span: Span) -> Atom {
        let Asked {
            args,
            written,
            reads,
            object,
            ..
        } = asked;
        let maker;
        let tokens = match callee {
            Callee::Method(call) => {
                let (name, turbofish) = (
                    derivative_name(&call.method, &format!("differentiable_{part}")),
                    &call.turbofish,
                );
                let (receiver, rest) = args.split_first().expect("a method has a receiver");
                maker = name.to_string();
                let asked = quote_spanned!(span=> #receiver.#name #turbofish (#(#rest),*));
                if ty == Ty::Inert {
                    let place = object.as_ref().unwrap_or(receiver);
                    let stands = crate::lower::calls::method_stands(call);
                    let found = crate::ir::proofs::found(&call.method, receiver, turbofish, rest, Some(&stands));
                    let as_written = crate::ir::proofs::as_written(&call.method, rest.len(), false, place, &found);
                    quote_spanned!(span=> { let _ = #as_written; #asked })
                } else {
                    asked
                }
            }
            Callee::Function(path) => {
                let part = if is_associated(path) {
                    format!("differentiable_{part}")
                } else {
                    part.to_string()
                };
                let twin = self.twin_path(path, &part, &part);
                maker = quote!(#twin).to_string();
                let asked = quote_spanned!(span=> #twin(#(#args),*));
                if ty == Ty::Inert && !is_associated(path) {
                    let as_called = crate::ir::proofs::as_called(
                        path,
                        &twin,
                        &self.f,
                        written,
                        (None, None),
                        |called| called,
                        span,
                    );
                    quote_spanned!(span=> { #as_called #asked })
                } else {
                    asked
                }
            }
        };
        let name = short_name(&callee.name().to_string());
        if ty == Ty::Inert {
            return self.route(tokens, reads.to_vec(), &name, maker, span);
        }
        let opaque = Opaque {
            carried: Vec::new(),
            ..Opaque::pure(tokens, reads.to_vec())
        };
        let routes = matches!(&ty, Ty::Vec(_)) && part != "sources";
        let var = self.f.new_var(&format!("{name}_{part}"), ty, false);
        if routes && opaque.reads.iter().any(|var| self.borrows(*var)) {
            self.f.vars[var.0].role = Role::View;
        }
        let op = Op::Opaque(opaque);
        self.push(span, StmtKind::Let { var, op });
        Atom::Var(var)
    }
}
