//! Iterator adapters that are not index arithmetic, as statements of the fused loop's body: filters, maps, and counters after a filter.
//!
//! Input:  `.filter(|a| **a > 0.0).take(2)`
//! Output: `if x[k] > 0.0 { let at = counter; counter += 1; if at < 2 { … }; if counter >= 2 { break } }`

use crate::ir::*;
use crate::lower::builder::{BoundClosure, LoopScope, Lower, Value};
use crate::lower::chains::items::Items;
use crate::lower::chains::{Chain, is_reference, strip};
use crate::lower::name_activity::returns_from_within;
use crate::lower::read_only_elements::gives_its_item;
use crate::lower::references::by_value;
use crate::syntax::types::Ty;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Expr;
use syn::spanned::Spanned;

/// A closure that a chain was given: one that is consumed where it was written sees the names there, and one of a chain with a
/// name those that it saw when it got it.
#[derive(Clone, Debug)]
pub enum Given {
    Here(Box<syn::ExprClosure>),
    Bound(Box<BoundClosure>),
}

impl Given {
    /// The closure, wherever its names are.
    pub(super) fn closure(&self) -> &syn::ExprClosure {
        match self {
            Given::Here(closure) => closure,
            Given::Bound(bound) => &bound.closure,
        }
    }
}

/// What an item passes on its way out of the source.
#[derive(Clone, Debug)]
pub(super) enum Step {
    Filter(Given),
    Map(Given),
    FilterMap(Given),
    TakeWhile(Given),
    /// With the variable that says that items have begun to pass.
    SkipWhile(Var, Given),
    MapWhile(Given),
    Inspect(Given),
    FlatMap(Given),
    /// What has no items by their numbers, one after the other: of the item 0 the items of the first, of the item 1 those of the second.
    Either(Box<Chain>, Box<Chain>),
    /// With the variable that holds its state.
    Scan(Var, Given),
    Copied,
    /// The item of a number: of a source whose items are asked for only where there is a use for them.
    Item(Box<Items>),
    /// `enumerate` after a filter: a counter of its own. So it is with these.
    Enumerate(Var),
    Skip(Var, Atom),
    Take(Var, Atom),
    Every(Var, Atom),
    /// The other items, their number, and whether these here come first in the pair.
    Zip(Var, Box<Items>, Atom, bool),
    /// Asks for another item only while there is one to pair it with.
    WhileAny(Var, Atom),
    /// Counts the items of an iterator with a name that goes on after this.
    Advance(Var),
}

/// What becomes of an item at a step.
struct Passage {
    /// Whether it passes, where that is asked.
    passes: Option<Atom>,
    item: Value,
    /// Whether the loop ends with the first one that does not.
    ends: bool,
}

impl Lower<'_> {
    /// What a `flat_map` gives of an item: a chain, a list, or an option by value, which only rustc knows from a list.
    fn flattened(&mut self, body: &Expr) -> Option<Chain> {
        if self.is_chain(body) || self.listed(body).is_some() || matches!(strip(body), Expr::Range(_)) {
            return self.chain_of(body);
        }
        let span = body.span();
        let (list, last) = self.value_but_last(body);
        if let Some(last) = last {
            return self.flattened(&last);
        }
        let list = match list {
            list if is_reference(&list).is_some() => list,
            Value::ScalarOption(present, inside) => {
                let option = Value::Atom(self.read(Value::ScalarOption(present, inside), span));
                self.items_of(option, span, span)
            }
            list if self.value_ty(&list) == Ty::Unknown => self.items_of(list, span, span),
            list => {
                let list = self.settle(list, span);
                self.located_value(list, span)
            }
        };
        match self.value_ty(&list).behind_references() {
            Ty::NdArray(_, Some(axes)) if *axes != 1 => self.cells(list, false, span).map(Chain::of),
            Ty::Unknown => Some(Chain::elements(self.all_items(list, span))),
            _ => Some(Chain::elements(list)),
        }
    }

    /// The value of what a closure gives. A block that is not left before its end is lowered up to what it ends with, which is given as
    /// it was written.
    fn value_but_last(&mut self, body: &Expr) -> (Value, Option<Expr>) {
        let Expr::Block(block) = strip(body) else {
            return (self.value(body), None);
        };
        if block.label.is_some() || returns_from_within(body) {
            return (self.value(body), None);
        }
        let is_last = |_: &Self, left: &[syn::Stmt]| matches!(left, [syn::Stmt::Expr(_, None)]);
        let (value, left) = self.statements_until(&block.block.stmts, &is_last);
        match left.into_iter().next() {
            Some(syn::Stmt::Expr(last, _)) => (value, Some(last)),
            _ => (value, None),
        }
    }

    /// The items of what only rustc knows to be a list or an option.
    fn all_items(&mut self, list: Value, span: Span) -> Value {
        self.f.through = true;
        let ad = &self.f.ad;
        let route = quote!(#ad::FlatRoute);
        let route = self.route(route, Vec::new(), "items", "FlatRoute".to_owned(), span);
        let (ty, bar) = (Ty::Unknown, false);
        self.project(list, Projection::Through { route, ty, bar }, span)
    }

    /// The value of a closure's body, in the scope that it sees.
    pub(super) fn apply_given(&mut self, given: &Given, args: Vec<Value>) -> Value {
        let args = self.given_items(given.closure(), args);
        match given {
            Given::Here(closure) => self.apply(closure, args),
            Given::Bound(bound) => self.call_closure((**bound).clone(), args, bound.closure.body.span()),
        }
    }

    /// Lowers in the scope that a closure sees, with its code.
    fn in_scope_of<R>(&mut self, given: &Given, f: impl FnOnce(&mut Self, &syn::ExprClosure) -> R) -> R {
        match given {
            Given::Here(closure) => f(self, closure),
            Given::Bound(bound) => {
                let outer = std::mem::replace(&mut self.scopes, bound.scopes.clone());
                let result = f(self, &bound.closure);
                self.scopes = outer;
                result
            }
        }
    }

    /// Lets an item pass the steps of a chain; `body` is given what comes out.
    pub(super) fn steps(&mut self, steps: &[Step], value: Value, span: Span, body: &mut dyn FnMut(&mut Self, Value)) {
        let Some((step, rest)) = steps.split_first() else {
            return body(self, value);
        };
        let value = match value {
            Value::Tuple(_) => self.settle(value, span),
            Value::Ref(..) | Value::Place(_) | Value::Choice(..) | Value::ScalarOption(..) => value,
            value => Value::Atom(self.read(value, span)),
        };
        match step {
            Step::FlatMap(closure) => {
                if let Some(inner) = self.flat_mapped(closure, value) {
                    self.inner_loop(&inner, rest, span, body);
                }
            }
            Step::Either(first, second) => {
                let at = self.read(value, span);
                let zero = Atom::Constant(quote!(0), Ty::Int);
                let cond = self.compared(quote!(==), &at, &zero, span);
                let [then, els] = [first, second].map(|chain| {
                    self.nested(|lower| {
                        lower.inner_loop(chain, rest, span, body);
                        None
                    })
                });
                self.if_stmt(cond, then, els, span);
            }
            Step::Zip(counter, other, len, first) => {
                let at = self.count(*counter, span);
                let cond = self.compared(quote!(<), &at, len, span);
                self.if_passes(cond, true, span, |lower| {
                    let item = lower.item(other, &at, span);
                    let pair = if *first { vec![value, item] } else { vec![item, value] };
                    lower.steps(rest, Value::Tuple(pair), span, body);
                });
            }
            step => {
                let Passage { passes, item, ends } = self.passage(step, value, span);
                match passes {
                    Some(passes) => self.if_passes(passes, ends, span, |lower| lower.steps(rest, item, span, body)),
                    None => self.steps(rest, item, span, body),
                }
                if let Step::Take(counter, n) = step {
                    self.end_after(*counter, n, span);
                }
            }
        }
    }

    /// What becomes of an item at a step that lets it pass once, or not at all.
    fn passage(&mut self, step: &Step, item: Value, span: Span) -> Passage {
        let (mut passes, mut ends) = (None, false);
        let item = match step {
            Step::Map(closure) => self.apply_given(closure, vec![item]),
            Step::Item(items) => {
                let at = self.read(item, span);
                self.item(items, &at, span)
            }
            Step::Copied => by_value(item),
            Step::Inspect(closure) => {
                let item = self.located_value(item, span);
                let effect = self.in_scope_of(closure, |lower, closure| lower.look_at(&item, closure, span));
                self.discard(effect, span);
                item
            }
            Step::Enumerate(counter) => {
                let at = self.count(*counter, span);
                Value::Tuple(vec![Value::Atom(at), item])
            }
            Step::Advance(counter) => {
                self.count(*counter, span);
                item
            }
            Step::Filter(closure) | Step::TakeWhile(closure) => {
                passes = Some(self.look_at_given(&item, closure, span));
                ends = matches!(step, Step::TakeWhile(_));
                item
            }
            Step::SkipWhile(passing, closure) => {
                passes = Some(self.begins_to_pass(*passing, &item, closure, span));
                item
            }
            Step::FilterMap(closure) | Step::MapWhile(closure) | Step::Scan(_, closure) => {
                let args = match step {
                    Step::Scan(state, _) => vec![Value::Ref(Place::var(*state), true), item],
                    _ => vec![item],
                };
                let option = self.apply_given(closure, args);
                let (present, inside) = self.open_option(option, span);
                passes = Some(present);
                ends = !matches!(step, Step::FilterMap(_));
                inside
            }
            Step::Skip(counter, n) => {
                let at = self.count(*counter, span);
                passes = Some(self.compared(quote!(>=), &at, n, span));
                item
            }
            Step::Take(counter, n) => {
                let at = self.count(*counter, span);
                passes = Some(self.compared(quote!(<), &at, n, span));
                item
            }
            Step::Every(counter, n) => {
                let at = self.count(*counter, span);
                let (k, n_tokens) = (self.spelled(&at), self.spelled(n));
                let reads = at.var().into_iter().chain(n.var()).collect();
                let cond = Op::Opaque(Opaque::pure(quote!(#k % #n_tokens == 0), reads));
                passes = Some(self.temp(cond, Ty::Bool, span));
                item
            }
            Step::WhileAny(counter, len) => {
                let at = self.temp(Op::Read(Place::var(*counter)), Ty::Int, span);
                passes = Some(self.compared(quote!(<), &at, len, span));
                ends = true;
                item
            }
            Step::FlatMap(_) | Step::Either(..) | Step::Zip(..) => unreachable!("these make other items"),
        };
        Passage { passes, item, ends }
    }

    /// Whether an item is not skipped by `skip_while`: it is asked until the first one that is not.
    fn begins_to_pass(&mut self, passing: Var, item: &Value, closure: &Given, span: Span) -> Atom {
        let passed = self.temp(Op::Read(Place::var(passing)), Ty::Bool, span);
        let asked = self.nested(|lower| {
            let skips = lower.look_at_given(item, closure, span);
            let begins = lower.negated(&skips, span);
            lower.set(passing, begins.clone(), span);
            Some(begins)
        });
        let yes = Block {
            stmts: Vec::new(),
            result: Some(Atom::Constant(quote!(true), Ty::Bool)),
        };
        let cond = self.if_stmt(passed, yes, asked, span);
        self.read(cond, span)
    }

    /// After the last item of `take` the source is not asked for another one.
    fn end_after(&mut self, counter: Var, n: &Atom, span: Span) {
        let taken = self.temp(Op::Read(Place::var(counter)), Ty::Int, span);
        let cond = self.compared(quote!(>=), &taken, n, span);
        let then = self.end_of_loop(span);
        self.if_stmt(cond, then, Block::default(), span);
    }

    /// The chain that `flat_map` makes of an item.
    fn flat_mapped(&mut self, closure: &Given, value: Value) -> Option<Chain> {
        let stays = gives_its_item(closure.closure()) && matches!(&value, Value::Place(place) if self.stays(place));
        let items = match stays {
            true => vec![value],
            false => self.given_items(closure.closure(), vec![value]),
        };
        // What is no chain is a list, which is iterated over whole.
        self.in_scope_of(closure, |lower, closure| {
            lower.scopes.push(Default::default());
            for (pat, value) in closure.inputs.iter().zip(items) {
                match stays {
                    true => lower.bind_items(pat, value, &|_| true),
                    false => lower.irrefutable(pat, value, None),
                }
            }
            let mut inner = lower.flattened(&closure.body);
            // Its closures see the names here.
            for given in inner.iter_mut().flat_map(Chain::closures_mut) {
                lower.bind_given(given);
            }
            lower.scopes.pop();
            inner
        })
    }

    /// Leaves the loop over the items.
    fn end_of_loop(&mut self, span: Span) -> Block {
        let label = self.loops.last().expect("inside the loop").label;
        let exit = self.f.stmt(span, StmtKind::Exit(Exit::Break(label, None)));
        Block {
            stmts: vec![exit],
            result: None,
        }
    }

    /// The loop over what an item stands for, within the loop over the items.
    fn inner_loop(&mut self, inner: &Chain, rest: &[Step], span: Span, body: &mut dyn FnMut(&mut Self, Value)) {
        let outer = self.loops.last().expect("inside the loop");
        let (name, label) = (outer.name.clone(), outer.label);
        self.chain_loop(inner, span, None, &mut |lower, value| {
            // Of the two loops, the inner one goes on with the next item, and the outer one is what can be left.
            let continues = lower.loops.last().map(|scope| scope.label);
            lower.loops.push(LoopScope {
                name: name.clone(),
                label,
                continues,
                slot: None,
            });
            lower.steps(rest, value, span, body);
            lower.loops.pop();
        });
    }

    /// What follows where a condition holds: the remaining steps, if the item passes this one. If it does not, the loop may end.
    pub(super) fn if_passes(&mut self, cond: Atom, ends: bool, span: Span, rest: impl FnOnce(&mut Self)) {
        let then = self.nested(|lower| {
            rest(lower);
            None
        });
        let els = match ends {
            true => self.end_of_loop(span),
            false => Block::default(),
        };
        self.if_stmt(cond, then, els, span);
    }

    pub(super) fn compared(&mut self, op: TokenStream, a: &Atom, b: &Atom, span: Span) -> Atom {
        let (l, r) = (self.spelled(a), self.spelled(b));
        let reads = a.var().into_iter().chain(b.var()).collect();
        self.pure_temp(quote!(#l #op #r), reads, Ty::Bool, span)
    }

    /// Applies a closure to a reference to an item; gives its answer.
    fn look_at_given(&mut self, item: &Value, given: &Given, span: Span) -> Atom {
        let cond = self.in_scope_of(given, |lower, closure| lower.look_at(item, closure, span));
        self.read(cond, span)
    }

    /// Lets a closure see the names that are in scope here, wherever it is called.
    pub(super) fn bind_given(&mut self, given: &mut Given) {
        if let Given::Here(closure) = given {
            let bound = self.closed_over(closure);
            *given = Given::Bound(Box::new(bound));
        }
    }
}
