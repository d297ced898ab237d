//! Fuses an iterator chain into one loop over indices.
//!
//! Input:  `x.iter().zip(y).filter(|(a, _)| **a > 0.0).map(|(a, b)| a * b).sum::<f64>()`
//! Output: `let mut sum = -0.0; for k in 0..min(x.len(), y.len()) { if x[k] > 0.0 { sum += x[k] * y[k] } }`
//!
//! A chain is an indexable source (with the adapters that keep it indexable), then adapters that each item passes, then a consumer. The
//! closures' bodies are inlined; no vector is made that the user did not ask for.

pub mod adapters;
pub mod closures;
pub mod items;
pub mod order;
pub mod sources;

use crate::ir::*;
use crate::lower::builder::{Lower, Value};
use crate::lower::chain_adapters::{Given, Step};
use crate::lower::chains::items::Items;
use crate::lower::iterators::{adapts, generator, is_source};
use crate::lower::loops::loop_name;
use crate::lower::read_only_elements::only_looks;
use crate::syntax::types::Ty;
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

pub(super) fn strip(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => strip(&inner.expr),
        Expr::Group(inner) => strip(&inner.expr),
        other => other,
    }
}

impl Lower<'_> {
    /// Lowers the parts of a chain that are evaluated before its loop; `None` after an error.
    pub(super) fn chain(&mut self, expr: &Expr) -> Option<Chain> {
        if self.is_foreign(expr) {
            return self.foreign(expr);
        }
        if self.gives_list(expr) {
            return Some(self.collected_items(expr));
        }
        match strip(expr) {
            Expr::MethodCall(call) => self.method_chain(expr, call),
            Expr::Range(range) => self.range_items(range).map(Chain::of),
            Expr::Call(call) if generator(call).is_some() || self.is_imported_zip(expr) => self.generated(call),
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

    /// A chain that ends with a method: a source, an adapter, or what gives the items of a function.
    fn method_chain(&mut self, expr: &Expr, call: &syn::ExprMethodCall) -> Option<Chain> {
        let name = call.method.to_string();
        let span = call.method.span();
        if name == "drain" {
            return self.drained_items(call);
        }
        if name == "into_iter" && self.is_of_indexed(&call.receiver) {
            let value = self.value(&call.receiver);
            let all = self.read(value, span);
            return Some(Chain::elements(self.items_by_value(all, Ty::Unknown, span, span)));
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
        let chain = self.chain(&receiver)?;
        self.adapted(chain, call, &receiver)
    }

    /// The items that `drain` takes out of a list.
    fn drained_items(&mut self, call: &syn::ExprMethodCall) -> Option<Chain> {
        let span = call.method.span();
        let range = call.args.first();
        let all = matches!(range, Some(Expr::Range(range)) if range.start.is_none() && range.end.is_none());
        if all && self.is_of_indexed(&call.receiver) {
            // What only rustc knows, a queue, is as empty as after this.
            let queue = &call.receiver;
            let taken = syn::parse_quote_spanned!(span=> ::pullback::rt::std::mem::take(&mut #queue));
            let taken = self.value(&taken);
            let taken = self.read(taken, span);
            return Some(Chain::elements(self.items_by_value(taken, Ty::Unknown, span, span)));
        }
        let place = self.target_receiver(&call.receiver)?;
        let list = self.drained(&place, range?, span)?;
        Some(Chain::elements(list))
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
                var = self.f.named_var("item", Ty::Unknown, false);
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
        let (present, ..) = self.succeeded(&place, span);
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
        let name = loop_name(&stmt.label);
        let pat: &Pat = &stmt.pat;
        self.chain_loop(chain, span, name, &mut |lower, value| {
            lower.bind_items(pat, value, &|name| only_looks(&stmt.body, name));
            lower.body(&stmt.body);
        });
    }
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
