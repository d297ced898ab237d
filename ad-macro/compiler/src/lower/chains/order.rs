//! What keeps std's order where it matters when an item is asked for: before `take(0)`, on the two sides of a `zip`, in the clones of
//! an iterator.
//!
//! Input:  `it.filter(f).take(n)`
//! Output: `for k in 0..len { if counter >= n { break }; let item = items[k]; if f(&item) { … } }`

use crate::ir::*;
use crate::lower::builder::{Binding, Lower};
use crate::lower::chain_adapters::{Given, Step};
use crate::lower::chains::Chain;
use crate::lower::chains::items::Items;
use crate::lower::effects::{Known, changed};
use crate::syntax::flat_map::FlatMap;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span};
use quote::{quote, quote_spanned};

impl Chain {
    /// Whether std may know how many items come out: it then asks for none that has no other to be paired with.
    fn may_know_its_length(&self) -> bool {
        self.steps.iter().all(|step| match step {
            // Of arrays it knows how long they are.
            Step::FlatMap(given) => {
                let is_array = |last: &syn::Expr| !matches!(last, syn::Expr::MethodCall(_) | syn::Expr::Range(_));
                match crate::lower::chains::strip(&given.closure().body) {
                    syn::Expr::Block(block) => match block.block.stmts.last() {
                        Some(syn::Stmt::Expr(last, None)) => is_array(crate::lower::chains::strip(last)),
                        _ => true,
                    },
                    body => is_array(body),
                }
            }
            Step::Either(first, second) => first.may_know_its_length() && second.may_know_its_length(),
            Step::Map(_)
            | Step::Copied
            | Step::Item(_)
            | Step::Enumerate(_)
            | Step::Skip(..)
            | Step::Take(..)
            | Step::Every(..)
            | Step::WhileAny(..)
            | Step::Zip(..) => true,
            _ => false,
        })
    }

    /// The variables that count its items, or hold a state.
    fn states_mut(&mut self) -> Vec<&mut Var> {
        let mut states = Vec::new();
        for step in &mut self.steps {
            match step {
                Step::SkipWhile(var, _)
                | Step::Scan(var, _)
                | Step::Enumerate(var)
                | Step::Skip(var, _)
                | Step::Take(var, _)
                | Step::Every(var, _)
                | Step::Zip(var, ..)
                | Step::WhileAny(var, _)
                | Step::Advance(var) => states.push(var),
                Step::Either(first, second) => {
                    states.extend(first.states_mut());
                    states.extend(second.states_mut());
                }
                Step::Filter(_)
                | Step::Map(_)
                | Step::FilterMap(_)
                | Step::TakeWhile(_)
                | Step::MapWhile(_)
                | Step::Inspect(_)
                | Step::FlatMap(_)
                | Step::Copied
                | Step::Item(_) => {}
            }
        }
        states
    }
}

/// Whether a number of items is more than none, for certain.
pub(super) fn is_some(count: &Atom) -> bool {
    let Atom::Constant(tokens, _) = count else { return false };
    let literal = syn::parse2::<syn::LitInt>(tokens.clone());
    literal.is_ok_and(|literal| literal.base10_digits() != "0")
}

impl Lower<'_> {
    /// Whether what an item goes through on its way out of a chain may do more than to give a value.
    fn runs_effects(&self, chain: &Chain) -> bool {
        let mut known = self.known_of(&chain.items);
        self.have_effects(&chain.items)
            || matches!(chain.items, Items::Foreign(_))
            || chain.steps.iter().any(|step| match step {
                Step::Map(given) | Step::FlatMap(given) => {
                    let (made, only) = self.look(&known, given);
                    known = made;
                    !only
                }
                Step::Filter(given) | Step::TakeWhile(given) | Step::SkipWhile(_, given) | Step::Inspect(given) => {
                    !self.look(&known, given).1
                }
                Step::FilterMap(given) | Step::MapWhile(given) | Step::Scan(_, given) => {
                    known = Known::Nothing;
                    !self.only_gives(given)
                }
                Step::Either(first, second) => {
                    known = Known::Nothing;
                    self.runs_effects(first) || self.runs_effects(second)
                }
                Step::Zip(_, items, ..) | Step::Item(items) => {
                    known = Known::Nothing;
                    self.have_effects(items)
                }
                Step::Enumerate(_) => {
                    known = Known::Tuple(vec![Known::Nothing, known.clone()]);
                    false
                }
                Step::Advance(_) => true,
                Step::Copied | Step::Skip(..) | Step::Take(..) | Step::Every(..) | Step::WhileAny(..) => false,
            })
    }

    /// `first.zip(other)`; `None` after an error.
    pub(super) fn zipped_with(&mut self, mut first: Chain, mut other: Chain, span: Span) -> Option<Chain> {
        let effects = self.have_effects(&first.items);
        let unknown = |lower: &Self, chain: &Chain| chain.may_know_its_length() && lower.runs_effects(chain);
        let skips = other.steps.iter().any(|step| matches!(step, Step::Skip(..)));
        let unclear = match (first.indexed(), other.indexed()) {
            (Some(a), Some(b)) => effects && !b.never_end() && !self.go_side_by_side(a, b, span),
            (Some(_), None) => effects || skips && unknown(self, &other),
            (None, _) => unknown(self, &first),
        };
        if unclear {
            self.error(
                span,
                "how often std runs the closure with effects before this `zip` depends on types that are not known here",
                "call it after the `zip`, `.zip(b).map(|(a, b)| (f(a), b))`, or collect its items first",
            );
            return None;
        }
        match (first.indexed().is_some(), other.indexed().is_some()) {
            (true, true) => first.items = Items::Zip(Box::new(first.items), Box::new(other.items)),
            (false, true) => {
                let (len, counter) = (self.len(&other.items, span), self.counter(span));
                first.steps.push(Step::Zip(counter, Box::new(other.items), len, true));
            }
            (true, false) => {
                let (counter, len) = (self.counter(span), self.len(&first.items, span));
                self.while_any(&mut other, counter, len.clone(), span);
                other.steps.push(Step::Zip(counter, Box::new(first.items), len, false));
                first = other;
            }
            (false, false) => {
                self.error(
                    span,
                    "`zip` of two filtered iterators is not supported yet",
                    "collect one of them first",
                );
                return None;
            }
        }
        Some(first)
    }

    /// Asks for an item only while `counter` is below `count`.
    fn while_any(&mut self, chain: &mut Chain, counter: Var, count: Atom, span: Span) {
        if let Items::Foreign(iterator) = &mut chain.items {
            let (n, tokens) = (self.spelled(&count), &iterator.tokens);
            iterator.tokens = quote_spanned!(span=> ::core::iter::Iterator::take(
                ::core::iter::IntoIterator::into_iter(#tokens),
                if #n == 0 { 0 } else { usize::MAX },
            ));
            iterator.reads.extend(count.var());
        } else if self.have_effects(&chain.items) {
            let high = self.len(&chain.items, span);
            let numbers = Items::Range {
                low: Atom::Constant(quote!(0), Ty::Int),
                high,
                inclusive: false,
            };
            let items = std::mem::replace(&mut chain.items, numbers);
            chain.steps.insert(0, Step::Item(Box::new(items)));
        }
        chain.steps.insert(0, Step::WhileAny(counter, count));
    }

    /// The same of `take(count)`, which asks for nothing if there is nothing to take; `None` after an error.
    pub(super) fn takes_from(&mut self, chain: &mut Chain, counter: Var, count: &Atom, span: Span) -> Option<()> {
        let skips = chain.steps.iter().any(|step| matches!(step, Step::Skip(..)));
        if skips
            && self.have_effects(&chain.items)
            && self.go_by_number(&chain.items).is_some()
            && chain.may_know_its_length()
        {
            self.error(
                span,
                "whether std runs a closure with effects for what is skipped before this `take` depends on how many items there are",
                "take first, `.take(n + m).skip(n)`",
            );
            return None;
        }
        if !is_some(count) && self.runs_effects(chain) {
            self.while_any(chain, counter, count.clone(), span);
        }
        Some(())
    }

    /// Lets a clone of an iterator go on by itself: with counters and states of its own, and what its closures own.
    pub(super) fn part_from(&mut self, chain: &mut Chain, span: Span) {
        let mut copies: FlatMap<Var, Var> = FlatMap::new();
        for state in chain.states_mut() {
            let copy = *copies.entry(*state).or_insert_with(|| self.own_copy(*state, span));
            *state = copy;
        }
        for given in chain.closures_mut() {
            if let Given::Bound(bound) = given
                && self.owns_state(&Given::Bound(bound.clone()))
            {
                let (own, moves) = (changed(&bound.closure), bound.closure.capture.is_some());
                for (mark, binding) in bound.scopes.iter_mut().flatten() {
                    match binding {
                        _ if !own.contains(&mark.text) => {}
                        Binding::Var(var) if moves && self.is_owned(*var) => *var = self.own_copy(*var, span),
                        Binding::Closure(inner) if inner.closure.capture.is_some() => {
                            let own = changed(&inner.closure);
                            for (mark, binding) in inner.scopes.iter_mut().flatten() {
                                if let Binding::Var(var) = binding
                                    && own.contains(&mark.text)
                                    && self.is_owned(*var)
                                {
                                    *var = self.own_copy(*var, span);
                                }
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    /// A variable of its own for what another one holds now.
    fn own_copy(&mut self, var: Var, span: Span) -> Var {
        let (name, ty) = (self.f.info(var).name.to_string(), self.f.info(var).ty.clone());
        let op = match ty {
            Ty::Float(_) | Ty::Int | Ty::Bool => Op::Read(Place::var(var)),
            _ => Op::Clone(Place::var(var), Ident::new("clone", span)),
        };
        let copy = self.f.named_var(name.trim_start_matches("r#"), ty, true);
        self.push(span, StmtKind::Let { var: copy, op });
        copy
    }
}
