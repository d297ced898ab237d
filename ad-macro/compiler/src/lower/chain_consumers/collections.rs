//! `collect` and its like: the list that the fused loop fills, or what else is made of the items.
//!
//! Input:  `x.iter().map(|a| a * a).collect::<Vec<_>>()`
//! Output: `let mut collected = Vec::with_capacity(x.len()); for k in 0..x.len() { collected.push(x[k] * x[k]) }`

use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::lower::chain_consumers::Arguments;
use crate::lower::chain_consumers::targets::{is_vec, lends_numbers};
use crate::lower::chains::Chain;
use crate::syntax::types::Ty;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Expr;

impl Lower<'_> {
    /// `chain.collect::<Option<Vec<_>>>()`, and the like of results: a loop that ends with the first item that is none.
    pub(super) fn all_or_none(&mut self, chain: &Expr, outer: &str, list: &syn::Type, span: Span) -> Value {
        let mut fresh = |name: &str| self.f.names.fresh(name, span);
        let (items, item, value, error) = (fresh("items"), fresh("item"), fresh("value"), fresh("error"));
        let label = syn::Lifetime::new("'collected", span);
        let (there, missing): (syn::Path, Expr) = match outer {
            "Option" => (
                syn::parse_quote!(::core::option::Option::Some),
                syn::parse_quote!(::core::option::Option::None),
            ),
            _ => (
                syn::parse_quote!(::core::result::Result::Ok),
                syn::parse_quote!(::core::result::Result::Err(#error)),
            ),
        };
        let whole = self.value(&syn::parse_quote! {
            #label: {
                let mut #items: #list = ::pullback::rt::std::vec::Vec::new();
                for #item in #chain {
                    match #item {
                        #there(#value) => #items.push(#value),
                        #missing => break #label #missing,
                    }
                }
                #there(#items)
            }
        });
        // A value that may come from several places is read before its parts are asked for.
        Value::Atom(self.read(whole, span))
    }

    /// `chain.collect::<HashMap<_, _>>()`: a loop that inserts.
    pub(super) fn collected_map(&mut self, chain: &Expr, map: &syn::Path, span: Span) -> Value {
        let [entries, key, value] = ["entries", "key", "value"].map(|name| self.f.names.fresh(name, span));
        self.flows_into(chain, [&entries, &key, &value]);
        let mut owner = map.clone();
        owner.segments.last_mut().expect("a path has a segment").arguments = syn::PathArguments::None;
        self.value(&syn::parse_quote! {{
            let mut #entries: #map = #owner::new();
            for (#key, #value) in #chain {
                #entries.insert(#key, #value);
            }
            #entries
        }})
    }

    /// `chain.unzip()`: two vectors, of which each item gives both an element.
    pub(super) fn unzipped(
        &mut self,
        chain: &Expr,
        types: Option<&syn::AngleBracketedGenericArguments>,
        span: Span,
    ) -> Value {
        let mut fresh = |name: &str| self.f.names.fresh(name, span);
        let (firsts, seconds, first, second) = (fresh("firsts"), fresh("seconds"), fresh("first"), fresh("second"));
        let written = |at: usize| match types.and_then(|types| types.args.iter().nth(at)) {
            Some(syn::GenericArgument::Type(ty)) => ty.clone(),
            _ => syn::parse_quote!(::pullback::rt::std::vec::Vec<_>),
        };
        let [first_list, second_list] = [2, 3].map(written);
        self.value(&syn::parse_quote! {{
            let mut #firsts: #first_list = ::pullback::rt::std::vec::Vec::new();
            let mut #seconds: #second_list = ::pullback::rt::std::vec::Vec::new();
            for (#first, #second) in #chain {
                #firsts.push(#first);
                #seconds.push(#second);
            }
            (#firsts, #seconds)
        }})
    }

    /// `chain.collect::<target>()` of all items: a vector, a list of references, or what the runtime makes of a vector.
    pub(super) fn collect(&mut self, chain: &Chain, target: Option<syn::Type>, span: Span) -> Value {
        if chain.is_endless() {
            let help = "limit it here, `.take(n)`: in the derivatives all items are found before the first is used";
            self.error(
                span,
                "an iterator without end is handed to a function, or returned by one",
                help,
            );
            return self.stand_in();
        }
        let vec = target.as_ref().is_none_or(is_vec);
        let open = matches!(target, Some(syn::Type::Infer(_)));
        let ty = Ty::Vec(Box::new(Ty::Unknown));
        let start_at = self.stmts.len();
        let vector = self.mutable("collected", ty, quote!(::pullback::rt::std::vec::Vec::new()), span);
        self.f.vars[vector.0].annotation = target.clone().filter(|_| vec);
        let outer = self.f.vars.len();
        let mut listed = None;
        self.chain_loop(chain, span, None, &mut |lower, value| {
            if (vec || open) && lower.refers(&value) {
                if listed.is_some() {
                    let help = "collect clones of what they point to";
                    lower.error(span, "references to several places cannot be collected yet", help);
                }
                listed = lower.keep_item(value, vector, outer, span);
                return;
            }
            let value = lower.read(value, span);
            if target.as_ref().is_some_and(lends_numbers) {
                let help = "collect the numbers themselves, `.copied()`";
                lower.error(span, "references to numbers are collected as copies", help);
            }
            lower.collect_item(vector, value, span);
        });
        if chain.indexed().is_some() {
            self.with_room(start_at);
        }
        if let Some(listed) = listed {
            return Value::Listed(Box::new(listed));
        }
        match target {
            Some(target) if !vec => self.collected(vector, &target, span),
            _ => Value::Place(Place::var(vector)),
        }
    }

    /// One more element of the vector that is collected.
    fn collect_item(&mut self, vector: Var, value: Atom, span: Span) {
        let element = self.f.atom_ty(&value);
        if let Ty::Vec(known) = &mut self.f.vars[vector.0].ty
            && **known == Ty::Unknown
        {
            **known = element;
        }
        let place = Place::var(vector);
        self.push(span, StmtKind::Push { place, value });
    }

    /// `chain.partition(f)`: two lists of one type.
    pub(super) fn partition(
        &mut self,
        chain: &Chain,
        args: &Arguments,
        target: Option<&syn::Type>,
        span: Span,
    ) -> Value {
        let Some(closure) = self.closure_at_end(args, 1) else {
            return self.stand_in();
        };
        let lists = ["chosen", "others"].map(|name| {
            let ty = Ty::Vec(Box::new(Ty::Unknown));
            let list = self.mutable(name, ty, quote!(::pullback::rt::std::vec::Vec::new()), span);
            self.f.vars[list.0].annotation = target.cloned();
            Place::var(list)
        });
        self.chain_loop(chain, span, None, &mut |lower, item| {
            if lower.refers(&item) {
                let help = "partition clones of what they point to";
                lower.error(span, "a list of references cannot be divided yet", help);
            }
            let item = Value::Atom(lower.read(item, span));
            let chosen = lower.look_at(&item, &closure, span);
            let chosen = lower.read(chosen, span);
            let item = lower.read(item, span);
            let [then, els] = lists.each_ref().map(|list| {
                lower.nested(|lower| {
                    lower.push_element(list.clone(), item.clone(), span);
                    None
                })
            });
            lower.if_stmt(chosen, then, els, span);
        });
        Value::Tuple(lists.map(Value::Place).into())
    }

    /// Makes the vector that the statement at `start_at` declares with room for all items of the loop that fills it: how many there are
    /// is known only where that begins.
    fn with_room(&mut self, start_at: usize) {
        let Some((count, reads)) = self.items_of_the_last_loop() else {
            return;
        };
        self.with_room_for(start_at, 1, count, reads);
    }

    /// The same for `count` items, which the last `loops` loops fill it with.
    pub(in crate::lower) fn with_room_for(
        &mut self,
        start_at: usize,
        loops: usize,
        count: TokenStream,
        reads: Vec<Var>,
    ) {
        let mut declaration = self.stmts.remove(start_at);
        if let StmtKind::Let { op, .. } = &mut declaration.kind {
            *op = Op::Opaque(Opaque::pure(
                quote!(::pullback::rt::std::vec::Vec::with_capacity(#count)),
                reads,
            ));
        }
        self.stmts.insert(self.stmts.len() - loops, declaration);
    }

    /// Makes room in a vector for all items that the last loop adds to it, at once as `extend` does.
    pub(in crate::lower) fn more_room(&mut self, place: &Place, span: Span) {
        if !matches!(self.f.place_ty(place), Ty::Vec(_)) {
            return;
        }
        let Some((count, mut reads)) = self.items_of_the_last_loop() else {
            return;
        };
        let list = spell::place(&self.f.vars, place);
        place.uses(Use::Read, &mut |var, _| reads.push(var));
        let opaque = Opaque::once(quote_spanned!(span=> #list.reserve(#count);), reads);
        let diverges = false;
        let filling = self.stmts.pop();
        self.push(span, StmtKind::Effect { opaque, diverges });
        self.stmts.extend(filling);
    }

    /// How many items the loop that was just made goes through, and the variables that say so.
    pub(in crate::lower) fn items_of_the_last_loop(&self) -> Option<(TokenStream, Vec<Var>)> {
        let Some(Stmt {
            kind: StmtKind::Loop(filling),
            ..
        }) = self.stmts.last()
        else {
            return None;
        };
        let LoopKind::Range {
            var,
            low,
            high,
            inclusive,
            ..
        } = &filling.kind
        else {
            return None;
        };
        let reads = low.var().into_iter().chain(high.var()).collect();
        let indexed = self.in_range.contains(var);
        let [low, high] = [low, high].map(|end| self.spelled(end));
        let count = match (indexed, inclusive) {
            (true, _) => high,
            (false, false) => quote!(::core::iter::Iterator::size_hint(&(#low..#high)).0),
            (false, true) => quote!(::core::iter::Iterator::size_hint(&(#low..=#high)).0),
        };
        Some((count, reads))
    }

    /// What else than a vector `collect` makes of the items: with a twin in the runtime, if a derivative can be in them.
    fn collected(&mut self, items: Var, target: &syn::Type, span: Span) -> Value {
        let ty = Ty::of(target);
        if self.f.info(items).ty.is_inert() {
            let name = spell::name(&self.f.vars, items);
            let tokens = quote_spanned!(span=> #name.into_iter().collect::<#target>());
            let opaque = Opaque::once(tokens, vec![items]);
            let ty = if ty == Ty::Unknown { Ty::Inert } else { ty };
            return Value::Op(Op::Opaque(opaque), ty);
        }
        let ad = self.f.names_ad();
        let args = vec![Argument::Value(self.read(Value::Place(Place::var(items)), span))];
        let function = syn::parse_quote_spanned!(span=> #ad::collected::<#target, _>);
        let forward = syn::parse_quote_spanned!(span=> #ad::twins::collected::<#target, _>);
        self.call_stmt(CallKind::Function, function, forward, args, ty, None, span)
    }
}
