//! What an adapter makes of a chain: other items, where each can still be had by its number, or a step that they pass.
//!
//! Input:  `x.iter()` and `.map(f)`; `x.iter().filter(p)` and `.map(f)`
//! Output: `Items::Map(x, f)`; the steps `Filter(p), Map(f)`

use crate::ir::*;
use crate::lower::builder::Lower;
use crate::lower::chain_adapters::{Given, Step};
use crate::lower::chains::items::Items;
use crate::lower::chains::{Chain, strip};
use crate::lower::iterators::imported;
use crate::syntax::types::Ty;
use proc_macro2::Span;
use quote::quote;
use syn::Expr;
use syn::spanned::Spanned;

impl Lower<'_> {
    /// The chain with an adapter after it; `None` after an error.
    pub(super) fn adapted(&mut self, mut chain: Chain, call: &syn::ExprMethodCall, receiver: &Expr) -> Option<Chain> {
        let name = call.method.to_string();
        let span = call.method.span();
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
            "cycle" => chain = self.cycled(chain, span)?,
            "enumerate" if indexed => chain.items = Items::Enumerate(Box::new(chain.items)),
            "enumerate" => chain.steps.push(Step::Enumerate(self.counter(span))),
            "chain" => {
                let other = self.other_chain(call.args.first()?)?;
                chain = self.followed_by(chain, other, span);
            }
            "zip" => {
                let other = self.other_chain(call.args.first()?)?;
                chain = self.zipped_with(chain, other, span)?;
            }
            "rev" => chain = self.reversed(chain, span)?,
            "skip" | "take" | "step_by" => chain = self.counted_off(chain, call)?,
            _ => unreachable!("all adapters are listed"),
        }
        Some(chain)
    }

    /// `cycle`: by number only.
    fn cycled(&mut self, mut chain: Chain, span: Span) -> Option<Chain> {
        let unsupported = if chain.indexed().is_none() {
            "`cycle` of what goes from one item to the next alone, as after `filter` or of `successors`, is not supported yet where a derivative flows through it"
        } else if chain.closures().iter().any(|given| self.owns_state(given)) {
            "`cycle` over a closure that changes what it owns is not supported yet where a derivative flows through it"
        } else {
            let len = self.len(&chain.items, span);
            chain.items = Items::Cycled(Box::new(chain.items), len);
            return Some(chain);
        };
        self.error(span, unsupported, "collect the items first");
        None
    }

    /// `first.chain(other)`: by number, or a loop for each of the two in a loop over both of them.
    fn followed_by(&mut self, mut first: Chain, other: Chain, span: Span) -> Chain {
        if first.indexed().is_none() || other.indexed().is_none() {
            return Chain::one_after_the_other(first, other);
        }
        let len = self.len(&first.items, span);
        first.items = Items::Chained(Box::new(first.items), len, Box::new(other.items));
        first
    }

    /// `rev`: from the end, the items pass the same steps.
    fn reversed(&mut self, mut chain: Chain, span: Span) -> Option<Chain> {
        if !self.turn_around(&chain.items) {
            self.error(
                span,
                "`rev` of `zip` or `take` after a closure with effects is not supported yet where a derivative flows through it",
                "put `rev` before the closure, or collect the items first",
            );
            return None;
        }
        let keeps_no_count =
            |step: &Step| matches!(step, Step::Filter(_) | Step::Map(_) | Step::FilterMap(_) | Step::Copied);
        if matches!(chain.items, Items::Foreign(_)) || !chain.steps.iter().all(keeps_no_count) {
            self.error(
                span,
                "`rev` of what counts its items is not supported yet where a derivative flows through it",
                "put it first, or write a loop",
            );
            return None;
        }
        let len = self.len(&chain.items, span);
        chain.items = Items::Reversed(Box::new(chain.items), len);
        Some(chain)
    }

    /// `skip(n)`, `take(n)` and `step_by(n)`: by number, or with a counter. Items that are skipped are asked for all the same, if that
    /// has effects.
    fn counted_off(&mut self, mut chain: Chain, call: &syn::ExprMethodCall) -> Option<Chain> {
        let name = call.method.to_string();
        let span = call.method.span();
        let count = self.atom(call.args.first()?);
        if chain.indexed().is_some() && (name == "take" || !self.have_effects(&chain.items)) {
            let items = Box::new(chain.items);
            chain.items = match name.as_str() {
                "skip" => Items::Skip(items, count),
                "take" => Items::Take(items, count),
                _ => Items::StepBy(items, count),
            };
            return Some(chain);
        }
        let counter = self.counter(span);
        if name == "take" {
            self.takes_from(&mut chain, counter, &count, span)?;
        }
        chain.steps.push(match name.as_str() {
            "skip" => Step::Skip(counter, count),
            "take" => Step::Take(counter, count),
            _ => Step::Every(counter, count),
        });
        Some(chain)
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

    /// Passes over the first `count` of the items.
    pub(in crate::lower) fn skip_items(&mut self, chain: &mut Chain, count: Atom, span: Span) {
        let counter = self.counter(span);
        chain.steps.push(Step::Skip(counter, count));
    }

    /// A variable that counts from zero.
    pub(super) fn counter(&mut self, span: Span) -> Var {
        self.mutable("counter", Ty::Int, quote!(0usize), span)
    }

    /// The closure that an adapter is given.
    pub(super) fn given(
        &mut self,
        args: &syn::punctuated::Punctuated<Expr, syn::Token![,]>,
        inputs: usize,
    ) -> Option<Given> {
        let closure = self.closure(args, inputs)?;
        let mut given = Given::Here(Box::new(closure));
        // What it changes is its own from here.
        if given.closure().capture.is_some() && self.owns_state(&given) {
            self.moved_in_place(given.closure());
            self.bind_given(&mut given);
        }
        Some(given)
    }
}
