//! Fuses an iterator chain into one loop over indices.
//!
//! Input:  `x.iter().zip(y).filter(|(a, _)| **a > 0.0).map(|(a, b)| a * b).sum::<f64>()`
//! Output: `let mut sum = -0.0; for k in 0..min(x.len(), y.len()) { if x[k] > 0.0 { sum += x[k] * y[k] } }`
//!
//! A chain is an indexable source (with the adapters that keep it indexable), then adapters that each item passes, then a consumer. The
//! closures' bodies are inlined; no vector is made that the user did not ask for.

pub mod items;
pub mod order;

use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::lower::chain_adapters::{Given, Step};
use crate::lower::chains::items::Items;
use crate::lower::iterators::{adapts, generator, imported, is_source};
use crate::lower::name_activity::returns_from_within;
use crate::lower::read_only_elements::only_looks;
use crate::lower::references::by_reference;
use crate::syntax::expressions;
use crate::syntax::types::Ty;
use crate::syntax::walk::{NodeMut, walk_mut};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::spanned::Spanned;
use syn::{Expr, Pat};

#[derive(Clone, Debug)]
pub struct Chain {
    items: Items,
    steps: Vec<Step>,
    /// Where it is peeked at and its closures have effects: whether the next item has been asked for, and that item.
    pub(super) ahead: Option<(Var, Var)>,
}

impl Chain {
    /// Items that pass no further steps.
    pub(super) fn of(items: Items) -> Chain {
        let (steps, ahead) = (Vec::new(), None);
        Chain { items, steps, ahead }
    }

    /// The elements of a list, by reference or by value, as the list is.
    pub(super) fn elements(list: Value) -> Chain {
        Chain::of(Items::Elements { list })
    }

    /// The items of one chain, then those of another, where they cannot be had by their numbers.
    fn one_after_the_other(first: Chain, second: Chain) -> Chain {
        let end = |number: TokenStream| Atom::Constant(number, Ty::Int);
        Chain {
            items: Items::Range {
                low: end(quote!(0)),
                high: end(quote!(2)),
                inclusive: false,
            },
            steps: vec![Step::Either(Box::new(first), Box::new(second))],
            ahead: None,
        }
    }

    /// Makes something else of the items of a list.
    pub(super) fn map(&mut self, closure: syn::ExprClosure) {
        let items = std::mem::replace(&mut self.items, Items::Repeated(Value::Unit));
        self.items = Items::Map(Box::new(items), Given::Here(Box::new(closure)));
    }

    /// Lets only the items through that the closure makes something of.
    pub(super) fn filter_map(&mut self, closure: syn::ExprClosure) {
        self.steps.push(Step::FilterMap(Given::Here(Box::new(closure))));
    }

    /// The items that are left of an iterator with a name, of which some have been taken. `cursor` counts those, and goes on.
    pub(super) fn left(items: Items, taken: Atom, cursor: Option<Var>) -> Chain {
        Chain {
            items: Items::Skip(Box::new(items), taken),
            steps: cursor.map(Step::Advance).into_iter().collect(),
            ahead: None,
        }
    }

    /// Whether it gives values and not references, as far as its steps tell.
    pub(super) fn gives_values(&self) -> bool {
        for step in self.steps.iter().rev() {
            match step {
                Step::Map(_) | Step::FilterMap(_) | Step::MapWhile(_) | Step::Scan(..) | Step::Copied => return true,
                Step::Item(items) => return items.give_values(),
                Step::Zip(..) | Step::Enumerate(_) | Step::FlatMap(_) => return false,
                Step::Either(first, second) => return first.gives_values() && second.gives_values(),
                _ => {}
            }
        }
        self.items.give_values()
    }

    fn closures(&self) -> Vec<Given> {
        self.clone()
            .closures_mut()
            .into_iter()
            .map(|given| given.clone())
            .collect()
    }

    /// The closures in it.
    pub(super) fn closures_mut(&mut self) -> Vec<&mut Given> {
        let mut found = Vec::new();
        self.items.closures_mut(&mut found);
        for step in &mut self.steps {
            match step {
                Step::Filter(given)
                | Step::Map(given)
                | Step::FilterMap(given)
                | Step::TakeWhile(given)
                | Step::SkipWhile(_, given)
                | Step::MapWhile(given)
                | Step::Inspect(given)
                | Step::FlatMap(given)
                | Step::Scan(_, given) => found.push(given),
                Step::Item(items) => items.closures_mut(&mut found),
                Step::Zip(_, items, ..) => items.closures_mut(&mut found),
                Step::Either(first, second) => {
                    found.extend(first.closures_mut());
                    found.extend(second.closures_mut());
                }
                Step::Copied
                | Step::Enumerate(_)
                | Step::Skip(..)
                | Step::Take(..)
                | Step::Every(..)
                | Step::WhileAny(..)
                | Step::Advance(_) => {}
            }
        }
        found
    }

    /// Whether there is always another item, as far as the chain itself tells.
    pub(super) fn is_endless(&self) -> bool {
        let ends = |step: &Step| match step {
            Step::TakeWhile(_)
            | Step::MapWhile(_)
            | Step::Scan(..)
            | Step::Take(..)
            | Step::Zip(..)
            | Step::WhileAny(..) => true,
            Step::Either(..) => false,
            Step::Filter(_)
            | Step::Map(_)
            | Step::FilterMap(_)
            | Step::SkipWhile(..)
            | Step::Inspect(_)
            | Step::FlatMap(_)
            | Step::Copied
            | Step::Enumerate(_)
            | Step::Skip(..)
            | Step::Every(..)
            | Step::Item(_)
            | Step::Advance(_) => false,
        };
        let begins = match self.steps.first() {
            Some(Step::Either(first, second)) => first.is_endless() || second.is_endless(),
            _ => self.items.are_endless(),
        };
        begins && !self.steps.iter().any(ends)
    }

    /// Whether it can be left after an item, and gone on with at the next one.
    pub(super) fn can_pause(&self) -> bool {
        !matches!(self.items, Items::Foreign(_))
            && self.steps.iter().all(|step| {
                matches!(
                    step,
                    Step::Filter(_)
                        | Step::Map(_)
                        | Step::FilterMap(_)
                        | Step::Inspect(_)
                        | Step::Copied
                        | Step::Enumerate(_)
                        | Step::SkipWhile(..)
                        | Step::Skip(..)
                        | Step::Every(..)
                )
            })
    }

    /// The items, if each can be had by its number.
    pub(super) fn indexed(&self) -> Option<&Items> {
        let indexed = self.steps.is_empty() && !matches!(self.items, Items::Foreign(_));
        indexed.then_some(&self.items)
    }
}

/// The closure with one reference taken off its parameter: `|&&x| x > 0.0` as `|&x| x > 0.0`, `|x| **x > 0.0` as `|x| *x > 0.0`.
fn one_reference_less(closure: &syn::ExprClosure) -> syn::ExprClosure {
    let mut closure = closure.clone();
    let mut pat = closure.inputs.first_mut();
    while let Some(inner) = pat {
        match inner {
            Pat::Paren(paren) => pat = Some(&mut paren.pat),
            Pat::Type(typed) => {
                if let syn::Type::Reference(reference) = &*typed.ty {
                    typed.ty = reference.elem.clone();
                }
                pat = Some(&mut typed.pat);
            }
            Pat::Reference(reference) => {
                *inner = (*reference.pat).clone();
                break;
            }
            Pat::Ident(ident) => {
                let ident = ident.ident.clone();
                walk_mut(&mut *closure.body, |node| match node {
                    NodeMut::Expr(expr) => match &**expr {
                        Expr::Unary(unary)
                            if matches!(unary.op, syn::UnOp::Deref(_))
                                && matches!(strip(&unary.expr), Expr::Path(path) if path.path.is_ident(&ident)) =>
                        {
                            **expr = (*unary.expr).clone();
                            false
                        }
                        _ => true,
                    },
                    _ => true,
                });
                break;
            }
            _ => break,
        }
    }
    closure
}

pub(super) fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => strip(&inner.expr),
        Expr::Group(inner) => strip(&inner.expr),
        other => other,
    }
}

impl Lower<'_> {
    /// What `for` gives of a value, all at once.
    pub(super) fn items_by_value(&mut self, all: Atom, item: Ty, span: Span) -> Value {
        let (ad, forward) = (self.f.names_ad(), self.runtime_twin("items"));
        let items = syn::parse_quote_spanned!(span=> #ad::items);
        let ty = Ty::Vec(Box::new(item));
        self.call_stmt(
            CallKind::Function,
            items,
            forward,
            vec![Argument::Value(all)],
            ty,
            None,
            span,
        )
    }

    /// Lowers the parts of a chain that are evaluated before its loop; `None` after an error.
    pub(super) fn chain(&mut self, expr: &Expr) -> Option<Chain> {
        if self.is_foreign(expr) {
            return self.foreign(expr);
        }
        if self.gives_list(expr) {
            return Some(self.collected_items(expr));
        }
        match strip(expr) {
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let span = call.method.span();
                let all = || matches!(call.args.first(), Some(Expr::Range(range)) if range.start.is_none() && range.end.is_none());
                if name == "drain" && self.is_of_indexed(&call.receiver) && all() {
                    // What only rustc knows, a queue, is as empty as after this.
                    let queue = &call.receiver;
                    let taken = syn::parse_quote_spanned!(span=> ::pullback::rt::std::mem::take(&mut #queue));
                    let taken = self.value(&taken);
                    let taken = self.read(taken, span);
                    return Some(Chain::elements(self.items_by_value(taken, Ty::Unknown, span)));
                }
                if name == "drain" {
                    let place = self.target_receiver(&call.receiver)?;
                    let list = self.drained(&place, call.args.first()?, span)?;
                    return Some(Chain::elements(list));
                }
                if name == "into_iter" && self.is_of_indexed(&call.receiver) {
                    let value = self.value(&call.receiver);
                    let all = self.read(value, span);
                    return Some(Chain::elements(self.items_by_value(all, Ty::Unknown, span)));
                }
                if self.goes_through_map(call) {
                    return self.entries(call);
                }
                if self.lent_items(expr).is_none() && self.iterates_array(call) {
                    return self.array_items(call).map(Chain::of);
                }
                let cloned = name == "clone" && self.named_iterator(&call.receiver).is_some();
                if self.lent_items(expr).is_some() || !is_source(call) && !adapts(call) && !cloned {
                    return self.itinerary(expr);
                }
                if is_source(call) {
                    if matches!(name.as_str(), "into_iter" | "into_par_iter") && self.is_chain(&call.receiver) {
                        return self.chain(&call.receiver);
                    }
                    return self.source(call, &name).map(Chain::of);
                }
                if let Some((chain, cursor)) = self.named_iterator(&call.receiver)
                    && matches!(name.as_str(), "by_ref" | "clone")
                {
                    let (mut chain, cursor) = (chain.clone(), cursor);
                    if name == "clone" {
                        self.part_from(&mut chain, span);
                    }
                    return self.goes_on(chain, cursor, name == "by_ref", span);
                }
                let mut receiver = (*call.receiver).clone();
                // Only references are copied.
                if matches!(name.as_str(), "copied" | "cloned") {
                    crate::signature::returned_iterators::points(&mut receiver, false);
                }
                let mut chain = self.chain(&receiver)?;
                let indexed = chain.indexed().is_some();
                match name.as_str() {
                    // What is peeked at is not gone through by number, which tells where it is zipped.
                    "peekable" if indexed && self.have_effects(&chain.items) => {
                        let none = Atom::Constant(quote!(0), Ty::Int);
                        chain.items = Items::Skip(Box::new(chain.items), none);
                    }
                    "by_ref" | "peekable" | "fuse" => {}
                    // Keys may be texts, or anything else that is no number.
                    "cloned" if indexed && matches!(&receiver, Expr::MethodCall(keys) if keys.method == "keys") => {
                        let closure = syn::parse_quote_spanned!(span=> |key| key.clone());
                        chain.items = Items::Map(Box::new(chain.items), Given::Here(Box::new(closure)));
                    }
                    "copied" | "cloned" if indexed => chain.items = Items::Copied(Box::new(chain.items)),
                    "copied" | "cloned" => chain.steps.push(Step::Copied),
                    "map" if indexed => {
                        let closure = self.given(&call.args, 1)?;
                        chain.items = Items::Map(Box::new(chain.items), closure);
                    }
                    "map" => chain.steps.push(Step::Map(self.given(&call.args, 1)?)),
                    "filter" => chain.steps.push(Step::Filter(self.given(&call.args, 1)?)),
                    "filter_map" => chain.steps.push(Step::FilterMap(self.given(&call.args, 1)?)),
                    "take_while" => chain.steps.push(Step::TakeWhile(self.given(&call.args, 1)?)),
                    "map_while" => chain.steps.push(Step::MapWhile(self.given(&call.args, 1)?)),
                    "inspect" => chain.steps.push(Step::Inspect(self.given(&call.args, 1)?)),
                    "skip_while" => {
                        let passing = self.mutable("passing", Ty::Bool, quote!(false), span);
                        chain.steps.push(Step::SkipWhile(passing, self.given(&call.args, 1)?));
                    }
                    "scan" => {
                        let start = self.value(call.args.first()?);
                        let state = self.mutable_temp(start, span).root;
                        self.f.vars[state.0].temporary = false;
                        chain.steps.push(Step::Scan(state, self.given(&call.args, 2)?));
                    }
                    "flat_map" => chain.steps.push(Step::FlatMap(self.given(&call.args, 1)?)),
                    "flatten" => {
                        let closure = syn::parse_quote!(|list| list);
                        chain.steps.push(Step::FlatMap(Given::Here(Box::new(closure))));
                    }
                    "cycle" if indexed && chain.closures().iter().any(|given| self.owns_state(given)) => {
                        self.error(
                            span,
                            "`cycle` over a closure that changes what it owns is not supported yet where a derivative flows through it",
                            "collect the items first",
                        );
                        return None;
                    }
                    "cycle" if indexed => {
                        let len = self.len(&chain.items, span);
                        chain.items = Items::Cycled(Box::new(chain.items), len);
                    }
                    "cycle" => {
                        self.error(
                            span,
                            "`cycle` of what goes from one item to the next alone, as after `filter` or of `successors`, is not supported yet where a derivative flows through it",
                            "collect the items first",
                        );
                        return None;
                    }
                    "enumerate" if indexed => chain.items = Items::Enumerate(Box::new(chain.items)),
                    "enumerate" => chain.steps.push(Step::Enumerate(self.counter(span))),
                    "chain" if indexed => {
                        let other = self.other_chain(call.args.first()?)?;
                        if other.indexed().is_some() {
                            let len = self.len(&chain.items, span);
                            chain.items = Items::Chained(Box::new(chain.items), len, Box::new(other.items));
                        } else {
                            chain = Chain::one_after_the_other(chain, other);
                        }
                    }
                    // Each of the two is a loop of its own, in a loop over both of them.
                    "chain" => {
                        let other = self.other_chain(call.args.first()?)?;
                        chain = Chain::one_after_the_other(chain, other);
                    }
                    "zip" => {
                        let other = self.other_chain(call.args.first()?)?;
                        chain = self.zipped_with(chain, other, span)?;
                    }
                    // From the end, the items pass the same steps.
                    "rev" if !self.turn_around(&chain.items) => {
                        self.error(
                            span,
                            "`rev` of `zip` or `take` after a closure with effects is not supported yet where a derivative flows through it",
                            "put `rev` before the closure, or collect the items first",
                        );
                        return None;
                    }
                    "rev"
                        if !matches!(chain.items, Items::Foreign(_))
                            && chain.steps.iter().all(|step| {
                                matches!(step, Step::Filter(_) | Step::Map(_) | Step::FilterMap(_) | Step::Copied)
                            }) =>
                    {
                        let len = self.len(&chain.items, span);
                        chain.items = Items::Reversed(Box::new(chain.items), len);
                    }
                    "rev" => {
                        self.error(
                            span,
                            "`rev` of what counts its items is not supported yet where a derivative flows through it",
                            "put it first, or write a loop",
                        );
                        return None;
                    }
                    "skip" | "take" | "step_by" => {
                        let count = self.atom(call.args.first()?);
                        // Items that are skipped are asked for all the same, if that has effects.
                        if indexed && (name == "take" || !self.have_effects(&chain.items)) {
                            let items = Box::new(chain.items);
                            chain.items = match name.as_str() {
                                "skip" => Items::Skip(items, count),
                                "take" => Items::Take(items, count),
                                _ => Items::StepBy(items, count),
                            };
                        } else {
                            let counter = self.counter(span);
                            if name == "take" {
                                self.takes_from(&mut chain, counter, &count, span)?;
                            }
                            chain.steps.push(match name.as_str() {
                                "skip" => Step::Skip(counter, count),
                                "take" => Step::Take(counter, count),
                                _ => Step::Every(counter, count),
                            });
                        }
                    }
                    _ => unreachable!("all adapters are listed"),
                }
                Some(chain)
            }
            Expr::Range(range) => {
                let items = self.range_items(range)?;
                Some(Chain::of(items))
            }
            Expr::Call(call) if generator(call).is_some() || self.is_imported_zip(expr) => {
                let span = call.func.span();
                if let Some("zip") | None = generator(call) {
                    let function = &call.func;
                    let proof = quote!(let _: fn([(); 0], [(); 0]) -> ::core::iter::Zip<_, _> = #function;);
                    self.effect(span, Opaque::pure(proof, Vec::new()));
                    let zip = syn::Ident::new("zip", span);
                    let (first, second) = (&call.args[0], &call.args[1]);
                    let first = match self.is_chain(first) {
                        true => quote!(#first),
                        false => quote!((#first).into_iter()),
                    };
                    return self.chain(&syn::parse_quote!(#first.#zip(#second)));
                }
                if let Some(function @ ("successors" | "from_fn" | "repeat_with")) = generator(call) {
                    if let Some(proof) = imported(call) {
                        self.effect(span, Opaque::pure(proof, Vec::new()));
                    }
                    return self.made_one_by_one(call, function);
                }
                let value = self.value(call.args.first()?);
                let value = if is_reference(&value).is_some() {
                    value
                } else {
                    let atom = self.read(value, span);
                    Value::Place(self.place_of(Value::Atom(atom), span))
                };
                let count = match generator(call)? {
                    "once" => Some(Atom::Constant(quote!(1), Ty::Int)),
                    "repeat_n" => Some(self.atom(call.args.get(1)?)),
                    _ => None,
                };
                let items = Items::Repeated(value);
                Some(Chain::of(match count {
                    Some(count) => Items::Take(Box::new(items), count),
                    None => items,
                }))
            }
            Expr::Call(_) => self.itinerary(expr),
            Expr::Reference(reference) if self.named_iterator(&reference.expr).is_some() => {
                let (chain, cursor) = self.named_iterator(&reference.expr)?;
                let (chain, cursor) = (chain.clone(), cursor);
                self.goes_on(chain, cursor, true, reference.span())
            }
            other => {
                if let Some((chain, cursor)) = self.named_iterator(other) {
                    let (chain, cursor) = (chain.clone(), cursor);
                    return self.goes_on(chain, cursor, false, other.span());
                }
                self.error(
                    other.span(),
                    "this is no iterator that can be seen through",
                    "write a loop",
                );
                None
            }
        }
    }

    /// `iter::successors(first, f)`, `iter::from_fn(f)` and `iter::repeat_with(f)`: an endless chain, of which each item is made when it is asked for.
    fn made_one_by_one(&mut self, call: &syn::ExprCall, function: &str) -> Option<Chain> {
        let span = call.func.span();
        let endless: Expr = syn::parse_quote_spanned!(span=> ::core::iter::repeat(()));
        let mut make = call.args.last()?.clone();
        // A closure keeps what it captured from one item to the next.
        if let Expr::Closure(closure) = strip(&make) {
            let name = self.f.names.fresh("make", span);
            self.possibly_active.insert(name.to_string());
            self.statement(&syn::parse_quote_spanned!(span=> let mut #name = #closure;));
            make = syn::parse_quote!(#name);
        }
        match function {
            "from_fn" => return self.chain(&syn::parse_quote_spanned!(span=> #endless.map_while(|_| #make()))),
            "repeat_with" => return self.chain(&syn::parse_quote_spanned!(span=> #endless.map(|_| #make()))),
            _ => {}
        }
        let first = &call.args[0];
        let [next, item] = ["next", "item"].map(|name| self.f.names.fresh(name, span));
        self.flows_into(&Expr::Call(call.clone()), [&next, &item]);
        self.chain(&syn::parse_quote_spanned! {span=>
            #endless.scan(#first, |#next, _| {
                let #item = #next.take()?;
                *#next = #make(&#item);
                Some(#item)
            })
        })
    }

    /// The chain that another one is joined with. There `repeat(x)`, `once(x)` and `repeat_n(x, n)` are those of `core::iter` also by
    /// these names alone, as they are imported; rustc proves it.
    fn other_chain(&mut self, expr: &Expr) -> Option<Chain> {
        if let Expr::Call(call) = strip(expr)
            && let Some(proof) = imported(call)
        {
            self.effect(call.func.span(), Opaque::pure(proof, Vec::new()));
            let (function, args) = (&call.func, &call.args);
            return self.chain_of(&syn::parse_quote!(::core::iter::#function(#args)));
        }
        self.chain_of(expr)
    }

    /// What is left of an iterator with a name. If it is taken by reference, it goes on after what is taken here.
    fn goes_on(&mut self, chain: Chain, cursor: Option<Var>, by_reference: bool, span: Span) -> Option<Chain> {
        if chain.ahead.is_some() {
            let help = "write a `while let` loop over `next`, or collect the items first";
            self.error(
                span,
                "a `peekable` iterator whose closures have effects is only asked for `next` and `peek` where a derivative flows through it",
                help,
            );
            return None;
        }
        let Some(cursor) = cursor else {
            if by_reference && !peel(&chain.items).0.are_all_alike() {
                self.error(
                    span,
                    "an iterator that has a name, and goes from one item to the next alone, as after `filter` or of `successors`, is gone through at once where a derivative flows through it",
                    "take what is needed in one `for` loop over it, or collect the items first",
                );
                return None;
            }
            return Some(chain);
        };
        let taken = self.temp(Op::Read(Place::var(cursor)), Ty::Int, span);
        let advanced = by_reference.then_some(cursor);
        let mut left = Chain::left(chain.items, taken, advanced);
        left.steps.extend(chain.steps);
        Some(left)
    }

    /// Passes over the first `count` of the items.
    pub(super) fn skip_items(&mut self, chain: &mut Chain, count: Atom, span: Span) {
        let counter = self.counter(span);
        chain.steps.push(Step::Skip(counter, count));
    }

    /// A variable that counts from zero.
    fn counter(&mut self, span: Span) -> Var {
        self.mutable("counter", Ty::Int, quote!(0usize), span)
    }

    /// The closure that an adapter is given.
    fn given(&mut self, args: &syn::punctuated::Punctuated<Expr, syn::Token![,]>, inputs: usize) -> Option<Given> {
        let closure = self.closure(args, inputs)?;
        let mut given = Given::Here(Box::new(closure));
        // What it changes is its own from here.
        if given.closure().capture.is_some() && self.owns_state(&given) {
            self.moved_in_place(given.closure());
            self.bind_given(&mut given);
        }
        Some(given)
    }

    fn range_items(&mut self, range: &syn::ExprRange) -> Option<Items> {
        let low = self.atom(range.start.as_ref()?);
        let Some(high) = &range.end else {
            return Some(Items::From(low));
        };
        let high = self.atom(high);
        Some(Items::Range {
            low,
            high,
            inclusive: matches!(range.limits, syn::RangeLimits::Closed(_)),
        })
    }

    fn source(&mut self, call: &syn::ExprMethodCall, name: &str) -> Option<Items> {
        let ty = self.type_of(&call.receiver);
        if matches!(ty.behind_references(), Ty::NdArray(..)) {
            self.of_array(call, &ty);
        }
        self.of_list(call, &ty);
        // Few go through an option: the last point of a path is gone through.
        let own = matches!(strip(&call.receiver), Expr::MethodCall(element)
            if element.args.is_empty() && self.is_own_element(element) || name != "iter" && self.is_own_element(element));
        let mut value = match (name.ends_with("_mut"), own) {
            (true, _) => self.written_value(&call.receiver),
            (false, true) => self.dereferenced(&call.receiver),
            (false, false) => self.value(&call.receiver),
        };
        if let Value::Listed(listed) = &value
            && !name.contains("windows")
            && !name.contains("chunks")
        {
            let lent = (!name.starts_with("into_")).then(|| name.ends_with("_mut"));
            return Some(Items::Listed(listed.clone(), lent));
        }
        let reference = is_reference(&value);
        let by_value = name.starts_with("into_");
        if by_value && reference.is_none() {
            value = self.settle(value, call.method.span());
        }
        let list = self.located_value(value, call.method.span());
        let list = if by_value {
            list
        } else {
            by_reference(list, name.ends_with("_mut"))
        };
        if matches!(self.value_ty(&list).behind_references(), Ty::NdArray(_, axes) if *axes != Some(1)) {
            if name == "windows" {
                let help = "write `a.axis_windows(axis, size)`, or loops over the indices";
                self.error(
                    call.method.span(),
                    "windows over several axes are not supported yet",
                    help,
                );
                return None;
            }
            return self.cells(list, false, call.method.span());
        }
        Some(match name {
            "windows" => Items::Windows {
                list,
                size: self.atom(call.args.first()?),
            },
            name if name.contains("chunks") => Items::Chunks {
                list,
                size: self.atom(call.args.first()?),
                exact: name.contains("exact"),
                from_end: name.starts_with('r'),
            },
            _ => Items::Elements { list },
        })
    }

    /// Anything that is iterated as it is.
    pub(super) fn chain_of(&mut self, expr: &Expr) -> Option<Chain> {
        if self.is_chain(expr) {
            return self.chain(expr);
        }
        let items = self.operand_items(expr)?;
        Some(Chain::of(items))
    }

    /// The items of anything that is iterated as it is, but for chains.
    pub(super) fn operand_items(&mut self, expr: &Expr) -> Option<Items> {
        if let Expr::Range(range) = strip(expr)
            && range.start.is_some()
        {
            return self.range_items(range);
        }
        // `chain(Some(x))` is gone through like `chain(once(x))`.
        if let Expr::Call(call) = strip(expr)
            && matches!(strip(&call.func), Expr::Path(path) if path.path.is_ident("Some"))
            && let [item] = &call.args.iter().collect::<Vec<_>>()[..]
        {
            let once = self.chain(&syn::parse_quote_spanned!(expr.span()=> ::pullback::rt::std::iter::once(#item)))?;
            return Some(once.items);
        }
        if let Some(items) = self.listed_items(expr) {
            return Some(items);
        }
        let value = self.value(expr);
        let value = if is_reference(&value).is_none() {
            self.settle(value, expr.span())
        } else {
            value
        };
        if let Value::Listed(listed) = value {
            let lent = match strip(expr) {
                Expr::Reference(reference) => Some(reference.mutability.is_some()),
                _ => None,
            };
            return Some(Items::Listed(listed, lent));
        }
        let list = self.located_value(value, expr.span());
        if matches!(self.value_ty(&list).behind_references(), Ty::NdArray(_, axes) if *axes != Some(1)) {
            return self.cells(list, false, expr.span());
        }
        Some(Items::Elements { list })
    }

    /// The closure that a method takes as its last argument.
    pub(super) fn closure(
        &mut self,
        args: &syn::punctuated::Punctuated<Expr, syn::Token![,]>,
        inputs: usize,
    ) -> Option<syn::ExprClosure> {
        self.closure_of(args.last()?, inputs)
    }

    /// The same of the end of a chain.
    pub(super) fn closure_at_end(
        &mut self,
        args: &syn::punctuated::Punctuated<Expr, syn::Token![,]>,
        inputs: usize,
    ) -> Option<syn::ExprClosure> {
        let closure = self.closure(args, inputs)?;
        if closure.capture.is_none() || !self.owns_state(&Given::Here(Box::new(closure.clone()))) {
            return Some(closure);
        }
        // What it changes is its own.
        self.moved_in_place(&closure);
        let name = self.f.names.fresh("owner", closure.span());
        self.bind_closure(&name, &closure);
        self.closure_of(&syn::parse_quote!(#name), inputs)
    }

    /// A closure written in place, or a named function as `|a| f(a)`, by value or by reference.
    pub(super) fn closure_of(&mut self, arg: &Expr, inputs: usize) -> Option<syn::ExprClosure> {
        let closure = match arg {
            Expr::Closure(closure) => closure.clone(),
            // A reference to a function is called like the function.
            Expr::Reference(lent) => return self.closure_of(&lent.expr, inputs),
            Expr::Path(function) => {
                let names: Vec<proc_macro2::Ident> = ["first", "second"][..inputs]
                    .iter()
                    .map(|name| self.f.names.fresh(name, function.span()))
                    .collect();
                // What they hold is not seen where the function is looked at first.
                self.possibly_active.extend(names.iter().map(ToString::to_string));
                let mut params: Vec<Pat> = names.iter().map(|name| syn::parse_quote!(#name)).collect();
                // `fold(0.0, f64::max)`: nothing else says which float it starts with.
                if let (Some(width), [first, ..]) = (width_of(&function.path), &mut params[..]) {
                    *first = Pat::Type(syn::parse_quote!(#first: #width));
                }
                syn::parse_quote!(|#(#params),*| #function(#(#names),*))
            }
            other => {
                self.error(
                    other.span(),
                    "a function value is not supported here",
                    "write a closure",
                );
                return None;
            }
        };
        if closure.inputs.len() != inputs {
            self.error(closure.span(), format!("this closure takes {inputs} parameters"), "");
            return None;
        }
        Some(closure)
    }

    /// The value of a closure's body for the given arguments.
    pub(super) fn apply(&mut self, closure: &syn::ExprClosure, args: Vec<Value>) -> Value {
        self.scopes.push(Default::default());
        self.moved_in_place(closure);
        for (pat, value) in closure.inputs.iter().zip(args) {
            self.irrefutable(pat, value, None);
        }
        let value = self.closure_body(closure);
        let value = self.settle(value, closure.body.span());
        self.scopes.pop();
        value
    }

    /// The body of a closure, in place. Where it has a `return` or a `?`, it is a scope that these leave with a value.
    pub(super) fn closure_body(&mut self, closure: &syn::ExprClosure) -> Value {
        let body = branching_body(closure);
        self.terminated(&body, |lower| match returns_from_within(&body) {
            true => lower.returning_scope(&body, &closure.output),
            false => lower.value(&body),
        })
    }

    /// Applies a closure to a reference to an item.
    pub(super) fn look_at(&mut self, item: &Value, closure: &syn::ExprClosure, span: Span) -> Value {
        let item = match item {
            // `|&(k, x)| ..`
            Value::Tuple(_) if matches!(closure.inputs.first(), Some(Pat::Reference(_))) => {
                return self.apply(&one_reference_less(closure), vec![item.clone()]);
            }
            // The parts of a tuple are lent with it.
            Value::Tuple(values) => {
                let lent = values.iter().map(|value| match value {
                    Value::Atom(_) | Value::Place(_) if self.value_ty(value) == Ty::Unknown => {
                        let value = self.located_value(value.clone(), span);
                        by_reference(value, false)
                    }
                    value => value.clone(),
                });
                Value::Tuple(lent.collect())
            }
            // A reference to a reference is one level of places.
            Value::Ref(..) | Value::Choice(..) => return self.apply(&one_reference_less(closure), vec![item.clone()]),
            item => {
                let item = self.located_value(item.clone(), span);
                by_reference(item, false)
            }
        };
        self.apply(closure, vec![item])
    }

    pub(super) fn mutable(&mut self, base: &str, ty: Ty, start: TokenStream, span: Span) -> Var {
        let var = self.f.named_var(base, ty, true);
        self.push(
            span,
            StmtKind::Let {
                var,
                op: Op::Opaque(Opaque::pure(start, Vec::new())),
            },
        );
        var
    }

    /// The loop over a chain; `body` is given each item.
    pub(super) fn chain_loop(
        &mut self,
        chain: &Chain,
        span: Span,
        name: Option<proc_macro2::Ident>,
        body: &mut dyn FnMut(&mut Self, Value),
    ) {
        // The items of what a function returns are found before the first of them is asked for.
        if self.found.is_some() && chain.is_endless() {
            let help = "limit it here, `.take(n)`, or return a list or a longer iterator to repeat where it is used";
            return self.error(span, "an iterator without end cannot be returned", help);
        }
        // A plain range is looped over as it is written.
        let (items, maps) = peel(&chain.items);
        let kind;
        let var;
        let indexed;
        match items {
            Items::Range { low, high, inclusive } => {
                var = self.index_var("i");
                indexed = false;
                kind = LoopKind::Range {
                    var,
                    low: low.clone(),
                    high: high.clone(),
                    inclusive: *inclusive,
                    reversed: false,
                };
            }
            Items::Reversed(inner, _) if matches!(**inner, Items::Range { .. }) => {
                let Items::Range { low, high, inclusive } = &**inner else {
                    unreachable!("matched above")
                };
                var = self.index_var("i");
                indexed = false;
                kind = LoopKind::Range {
                    var,
                    low: low.clone(),
                    high: high.clone(),
                    inclusive: *inclusive,
                    reversed: true,
                };
            }
            Items::Foreign(iterator) => {
                var = self.f.new_var("item", Ty::Unknown, false);
                self.f.vars[var.0].temporary = false;
                indexed = false;
                let name = spell::name(&self.f.vars, var);
                kind = LoopKind::Iterator {
                    pattern: quote!(#name),
                    vars: vec![var],
                    iterator: iterator.clone(),
                };
            }
            _ => {
                let high = self.len(items, span);
                var = self.index_var("k");
                self.in_range.insert(var);
                indexed = true;
                let low = Atom::Constant(quote!(0), Ty::Int);
                kind = LoopKind::range(var, low, high);
            }
        }
        self.loop_stmt(span, name, kind, |lower| {
            let k = Atom::Var(var);
            let mut value = if indexed {
                lower.item(items, &k, span)
            } else {
                Value::Atom(k)
            };
            for closure in maps {
                value = lower.apply_given(closure, vec![value]);
            }
            lower.steps(&chain.steps, value, span, body);
        });
    }

    /// Whether an option holds a value, and the value.
    pub(super) fn open_option(&mut self, option: Value, span: Span) -> (Atom, Value) {
        if let Value::ScalarOption(present, inside) = option {
            return (present, *inside);
        }
        let place = self.place_of(option, span);
        let (ad, borrow) = (self.f.names_ad(), spell::borrow(&self.f.vars, &place));
        let mut reads = Vec::new();
        place.uses(Use::Read, &mut |var, _| reads.push(var));
        let test = Op::Opaque(Opaque::pure(quote!(#ad::succeeded(#borrow)), reads));
        let present = self.temp(test, Ty::Bool, span);
        let accessor = proc_macro2::Ident::new("payload_value", span);
        (present, Value::Place(place.then(Projection::Payload(accessor))))
    }

    /// What stands for a value after an error.
    pub(super) fn stand_in(&mut self) -> Value {
        // Nothing is left out in silence.
        if self.diagnostics.count() == 0 {
            let help = "write it in simpler steps, and please report this function";
            self.error(
                self.f.name.span(),
                "a part of this function could not be understood",
                help,
            );
        }
        Value::Atom(Atom::Constant(quote!(()), Ty::Unknown))
    }

    /// `for pattern in chain { … }`.
    pub(super) fn for_chain(&mut self, stmt: &syn::ExprForLoop) -> Value {
        if let Some(chain) = self.chain(&stmt.expr) {
            self.over_chain(stmt, &chain);
        }
        Value::Unit
    }

    /// The body of a `for` over each item of a chain.
    pub(super) fn over_chain(&mut self, stmt: &syn::ExprForLoop, chain: &Chain) {
        let span = stmt.for_token.span();
        let name = stmt.label.as_ref().map(|label| label.name.ident.clone());
        let pat: &Pat = &stmt.pat;
        self.chain_loop(chain, span, name, &mut |lower, value| {
            lower.bind_items(pat, value, &|name| only_looks(&stmt.body, name));
            lower.body(&stmt.body);
        });
    }
}

/// The body of a closure, with branches for the early returns that can be such.
pub(super) fn branching_body(closure: &syn::ExprClosure) -> Expr {
    let mut body = (*closure.body).clone();
    if let Expr::Block(block) = &mut body
        && block.label.is_none()
    {
        crate::normalize::tail_returns::as_branches(&mut block.block, &|_| ());
    }
    body
}

/// Whether the value is a reference, and whether it may be written through.
pub(super) fn is_reference(value: &Value) -> Option<bool> {
    match value {
        Value::Ref(_, mutable) => Some(*mutable),
        Value::Choice(_, then, _) => is_reference(then),
        _ => None,
    }
}

/// The maps at the end of an indexed source, so that a plain range below them is seen.
fn peel(items: &Items) -> (&Items, Vec<&Given>) {
    let mut maps = Vec::new();
    let mut items = items;
    while let Items::Map(inner, closure) = items {
        maps.push(closure);
        items = inner;
    }
    maps.reverse();
    (items, maps)
}

/// The float whose function a path names: `f64` of `f64::max`.
pub(super) fn width_of(function: &syn::Path) -> Option<&proc_macro2::Ident> {
    let mut segments = function.segments.iter();
    let (Some(width), Some(name), None) = (segments.next(), segments.next(), segments.next()) else {
        return None;
    };
    let of_float = width.ident == "f64" || width.ident == "f32";
    (of_float && crate::syntax::scalar_rules::rule(&name.ident.to_string()).is_some()).then_some(&width.ident)
}

/// The names that a closure's parameters bind, for the coarse look at where derivatives flow.
pub fn parameters(closure: &syn::ExprClosure) -> Vec<proc_macro2::Ident> {
    let mut idents = Vec::new();
    for pat in &closure.inputs {
        expressions::pattern_idents(pat, &mut idents);
    }
    idents
}
