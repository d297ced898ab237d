//! Emits how the cotangent of a place is lent, or that there is none.
//!
//! Input:  `x_bar[i]`, where `x_bar` was lent by the caller
//! Output: `match x_bar.as_deref_mut() { Some(x_bar) => Some(&mut x_bar[i]), None => None }`

use crate::emit::emitter::Emit;
use crate::ir::spell::{Access, has_marks};
use crate::ir::*;
use crate::syntax::located::{self, quote};
use crate::syntax::types::Ty;
use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

impl Emit<'_> {
    /// The cotangent of a captured variable.
    pub(super) fn capture_bar(&self, argument: &PullArgument) -> TokenStream {
        let (PullArgument::Ref(place, bar) | PullArgument::Mut(place, bar)) = argument else {
            unreachable!("what is captured is a variable")
        };
        match (self.function(place), bar) {
            (Some((f, _)), Some(bar)) => {
                let (ad, bar) = (self.ad(), self.name(bar.root));
                quote!(#ad::bars(#f.0, &mut #bar))
            }
            // The buffer of its own that a slice gets when it is lent twice is a vector.
            (_, Some(bar))
                if matches!(self.f.place_ty(place), Ty::Slice(_)) && self.f.info(bar.root).role == Role::Value =>
            {
                let bar = self.place_mut(bar);
                quote!(::core::option::Option::Some(&mut #bar[..]))
            }
            (_, Some(bar)) => self.slot(bar),
            (_, None) => quote!(()),
        }
    }

    /// `Some(&mut bar)`, or what the caller lent us.
    pub(super) fn slot(&self, place: &Place) -> TokenStream {
        let (span, root) = (located::statement(), self.name(place.root));
        let buffer = self.f.info(place.root).role == Role::Buffer;
        let within = Access::Within(&self.fields);
        if let (Some((inside, present)), true) = (place.lent_where(), buffer) {
            let present = self.loose(present);
            let marked = has_marks(&self.f.vars, &inside);
            let inside = self.place_for(&inside, within);
            let inside = if marked {
                quote!(#inside.lend())
            } else {
                quote!(::core::option::Option::Some(&mut #inside))
            };
            return quote_spanned!(span=> match #root.as_deref_mut() {
                ::core::option::Option::Some(#root) if #present => #inside,
                _ => ::core::option::Option::None
            });
        }
        if buffer && place.path.iter().any(|step| matches!(step, Projection::Through { .. })) {
            return self.slot_through(place);
        }
        let tokens = self.place_for(place, within);
        if place.lent_where().is_some() {
            return quote_spanned!(span=> #tokens);
        }
        if has_marks(&self.f.vars, place) {
            return if buffer {
                quote_spanned!(span=> #root.as_deref_mut().and_then(|#root| #tokens.lend()))
            } else {
                quote_spanned!(span=> #tokens.lend())
            };
        }
        if !buffer {
            return quote_spanned!(span=> ::core::option::Option::Some(&mut #tokens));
        }
        if place.is_whole() && matches!(self.f.place_ty(place), Ty::Slice(_)) {
            quote_spanned!(span=> #root.as_deref_mut())
        } else if place.is_whole() {
            quote_spanned!(span=> match #root.as_deref_mut() {
                ::core::option::Option::Some(#root) => ::core::option::Option::Some(#root),
                _ => ::core::option::Option::None
            })
        } else {
            // In a `match` rustc coerces: a `Box` to what it holds, a `Vec` to a slice.
            quote_spanned!(span=> match #root.as_deref_mut() {
                ::core::option::Option::Some(#root) => ::core::option::Option::Some(&mut #tokens),
                _ => ::core::option::Option::None
            })
        }
    }

    /// The same of a place behind routes. What a view's route gives is no reference but holds one: each is a value on the way, which
    /// lives until the statement ends.
    fn slot_through(&self, place: &Place) -> TokenStream {
        let (span, root) = (located::statement(), self.name(place.root));
        let (way, part) = self.along_routes(place, true);
        if has_marks(&self.f.vars, place) {
            let part = self.place_for(&part, Access::Within(&self.fields));
            return quote_spanned!(span=> #way.and_then(|#root| #part.lend()));
        }
        let part = match part.is_whole() {
            true => quote!(#root),
            false => {
                let part = self.place_for(&part, Access::Within(&self.fields));
                quote!(&mut #part)
            }
        };
        // In a `match` rustc coerces, and what is on the way lives on.
        quote_spanned!(span=> match #way {
            ::core::option::Option::Some(#root) => ::core::option::Option::Some(#part),
            _ => ::core::option::Option::None
        })
    }

    /// The way from the buffer that may be absent through a place's routes, to be written or read, and the part of what the last one gives.
    pub(super) fn along_routes(&self, place: &Place, written: bool) -> (TokenStream, Place) {
        let (span, root) = (located::statement(), self.name(place.root));
        let (bar, deref) = match written {
            true => ("bar_mut", "as_deref_mut"),
            false => ("bar", "as_deref"),
        };
        let [bar, deref] = [bar, deref].map(|name| Ident::new(name, span));
        let mut way = match written {
            true => quote!(#root.#deref()),
            false => quote!(#root),
        };
        let mut part = Place::var(place.root);
        for step in &place.path {
            let Projection::Through { route, .. } = step else {
                part.path.push(step.clone());
                continue;
            };
            let route = self.loose(route);
            let from = match (part.is_whole(), written) {
                (true, _) => quote!(#root),
                (_, true) => {
                    let from = self.place_for(&part, Access::Add(&self.fields));
                    quote!(&mut #from)
                }
                _ => {
                    let from = self.place(&part);
                    quote!(&#from)
                }
            };
            way = quote_spanned!(span=> #way.map(|#root| #route.#bar(#from)).#deref());
            part = Place::var(place.root);
        }
        (way, part)
    }
}
