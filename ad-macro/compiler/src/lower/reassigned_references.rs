//! References that are reassigned: a place whose indices are mutable variables.
//!
//! ```text
//! Input:  let mut rest = x;  while !rest.is_empty() { s += rest[0]; rest = &rest[2..]; }
//! Output: let mut rest_low = 0; let mut rest_high = x.len();
//!         loop { …; let t = rest_low + 2; rest_low = t }         `rest` is the place x[rest_low..rest_high]
//!
//! Input:  let mut best = &v[0];  for p in v { if p.cost < best.cost { best = p } }
//! Output: let mut best_at = 0;  for k in 0..v.len() { if v[k].cost < v[best_at].cost { best_at = k } }
//! ```
//!
//! The indices are read where the name is used, and the result is a reference like any other.
//!
//! ```text
//! Input:  let mut best = None;  for p in a { best = Some(p) }  for p in b { best = Some(p) }
//! Output: let mut best_some = false;  let mut best_place = 0;  let mut best_at = 0;  let mut best_at_2 = 0;
//!         for k in 0..a.len() { best_some = true; best_place = 0; best_at = k }  …
//! ```
//!
//! A name that may point into several places has a variable that says which, and each use is a choice. Its type is inferred from its
//! assignments (`reference_types.rs`), for which the function is lowered again. A walk along nodes, `node = next`, has no place that
//! could be written down, and is an error.

pub mod slots;

use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::options::absent;
use crate::lower::reference_types::{Begins, Shape, same_way};
use crate::lower::references::is;
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// A name for references that is reassigned.
#[derive(Clone, Debug)]
pub struct Cursor {
    pub(super) key: usize,
    pub(super) held: Held,
}

/// The variables that hold where such a name points.
#[derive(Clone, Debug)]
pub(super) enum Held {
    /// The places, whose indices are variables, and the variable that says which of them it is, if there are several.
    Reference(Option<Var>, Vec<Place>, bool),
    Option(Var, Box<Held>),
    Tuple(Vec<Held>),
    Value(Var),
    Nothing,
}

impl Cursor {
    pub(super) fn is_option(&self) -> bool {
        matches!(self.held, Held::Option(..))
    }

    /// Whether a reference can be written through; `None` if it is no reference, but holds some.
    pub(super) fn writes(&self) -> Option<bool> {
        match &self.held {
            Held::Reference(_, _, mutable) => Some(*mutable),
            _ => None,
        }
    }

    /// The place, where there is only one.
    pub(super) fn as_alias(&self) -> Option<Binding> {
        match &self.held {
            Held::Reference(None, places, mutable) => Some(Binding::Alias(places[0].clone(), *mutable)),
            _ => None,
        }
    }
}

impl Lower<'_> {
    /// Whether the place is that of a reference that may be reassigned.
    pub(super) fn moves(&self, place: &Place) -> bool {
        slots(place).iter().any(|slot| self.f.info(*slot).mutable)
    }

    /// The place as it is now: the variables among its indices are read.
    pub(super) fn frozen(&mut self, place: &Place, span: Span) -> Place {
        let place = self.frozen_routes(place, span);
        let mut freeze = |atom: &Atom| match atom {
            Atom::Var(var) if self.f.info(*var).mutable => self.temp(Op::Read(Place::var(*var)), Ty::Int, span),
            atom => atom.clone(),
        };
        let path = place.path.iter().map(|projection| match projection {
            Projection::Index(index) => Projection::Index(freeze(index)),
            Projection::Range { low, high, inclusive } => Projection::Range {
                low: low.as_ref().map(&mut freeze),
                high: high.as_ref().map(&mut freeze),
                inclusive: *inclusive,
            },
            other => other.clone(),
        });
        let path = path.collect();
        Place { root: place.root, path }
    }

    /// Whether an expression names a reference that may be reassigned.
    pub(super) fn is_cursor(&self, expr: &syn::Expr) -> bool {
        let syn::Expr::Path(path) = crate::syntax::expressions::strip(expr) else {
            return false;
        };
        match path.path.get_ident().and_then(|ident| self.lookup(ident)) {
            Some(Binding::Alias(place, _)) => self.moves(place),
            Some(Binding::Cursor(_)) => true,
            _ => false,
        }
    }

    pub(super) fn cursor_ty(&self, cursor: &Cursor) -> Ty {
        match &cursor.held {
            Held::Reference(_, places, _) => Ty::Ref(Box::new(self.f.place_ty(&places[0]))),
            _ => Ty::Unknown,
        }
    }

    fn next_cursor(&mut self) -> usize {
        self.cursors.declared.push(self.f.vars.len());
        self.cursors.declared.len() - 1
    }

    // --- declarations ------------------------------------------------------------------------------------------------

    /// Gives a name to a reference that may be reassigned.
    pub(super) fn reference_to_reassign(&mut self, ident: &Ident, place: Place, writable: bool) {
        let key = self.next_cursor();
        let value = Value::Ref(place.clone(), writable);
        self.begins_with(key, &value);
        if let Some(shape) = self.cursors.known.get(&key).cloned() {
            return self.open(ident, key, &shape, Some(value));
        }
        if let Some(slot) = self.bind_slots(ident, &place, writable) {
            self.cursor_keys.insert(slot, key);
            return;
        }
        self.check_borrow(&place, ident.span());
        let held = Held::Reference(None, vec![place], writable);
        self.bind(ident, Binding::Cursor(Box::new(Cursor { key, held })));
    }

    /// The same for a tuple, an option or a choice.
    pub(super) fn value_to_reassign(&mut self, ident: &Ident, value: Value) {
        let key = self.next_cursor();
        self.begins_with(key, &value);
        let known = self.cursors.known.get(&key).cloned();
        match known.or_else(|| self.shape(&value)) {
            Some(shape) => self.open(ident, key, &shape, Some(value)),
            None => {
                self.unknown_place(None, ident.span());
                self.bind(ident, Binding::Known(Box::new(value)));
            }
        }
    }

    /// Whether a variable that holds nothing yet, or `None`, stands for a name that is given references.
    pub(super) fn begins_cursor(&mut self, ident: &Ident, var: Var, begins: Begins) -> bool {
        let key = self.next_cursor();
        self.cursor_keys.insert(var, key);
        if let Begins::WithNone = begins {
            self.cursors.initial.insert(key, Shape::Nothing);
        }
        let known = self.cursors.known.get(&key).cloned();
        let known = known.filter(|_| !matches!(begins, Begins::WithValue));
        if let Some(shape) = &known {
            self.open(ident, key, shape, None);
        }
        known.is_some()
    }

    /// Declares the variables of a name, and gives them their first value.
    fn open(&mut self, ident: &Ident, key: usize, shape: &Shape, value: Option<Value>) {
        let held = self.slots_of(ident, shape);
        let cursor = Box::new(Cursor { key, held });
        if let Some(value) = value {
            self.reassign_cursor(&cursor, value, ident.span());
        }
        self.bind(ident, Binding::Cursor(cursor));
    }

    // --- uses --------------------------------------------------------------------------------------------------------

    /// What the name stands for now.
    pub(super) fn held(&mut self, cursor: &Cursor, span: Span) -> Value {
        self.read_held(&cursor.held, span)
    }

    /// The same as another name for it.
    pub(super) fn as_it_is(&mut self, cursor: &Cursor, span: Span) -> Binding {
        match self.held(cursor, span) {
            Value::Ref(place, mutable) => Binding::Alias(place, mutable),
            value => Binding::Known(Box::new(value)),
        }
    }

    fn read_held(&mut self, held: &Held, span: Span) -> Value {
        match held {
            Held::Reference(site, places, mutable) => {
                let places: Vec<_> = places.iter().map(|place| self.frozen(place, span)).collect();
                let (last, others) = places.split_last().expect("there is a place");
                let mut value = Value::Ref(last.clone(), *mutable);
                let Some(site) = site else { return value };
                let site = self.temp(Op::Read(Place::var(*site)), Ty::Int, span);
                for (k, place) in others.iter().enumerate().rev() {
                    let (test, reads) = (self.stands_at(&site, k), site.var().into_iter().collect());
                    let cond = self.pure_temp(test, reads, Ty::Bool, span);
                    value = Value::Choice(cond, Box::new(Value::Ref(place.clone(), *mutable)), Box::new(value));
                }
                value
            }
            Held::Option(present, inside) => {
                let present = self.temp(Op::Read(Place::var(*present)), Ty::Bool, span);
                Value::ScalarOption(present, Box::new(self.read_held(inside, span)))
            }
            Held::Tuple(parts) => Value::Tuple(parts.iter().map(|part| self.read_held(part, span)).collect()),
            Held::Value(var) => {
                let ty = self.f.info(*var).ty.clone();
                Value::Atom(self.temp(Op::Read(Place::var(*var)), ty, span))
            }
            Held::Nothing => Value::Never,
        }
    }

    fn stands_at(&self, site: &Atom, k: usize) -> TokenStream {
        let (site, k) = (self.spelled(site), proc_macro2::Literal::usize_unsuffixed(k));
        quote!(#site == #k)
    }

    /// What the name stands for, in the user's own code, with the variables that it reads; `None` where that has no form there.
    pub(super) fn written_cursor(&self, cursor: &Cursor) -> Option<(TokenStream, Vec<Var>)> {
        let mut sites = Vec::new();
        let value = self.standing(&cursor.held, &mut sites)?;
        let (tokens, mut reads) = self.written(&value);
        reads.extend(sites);
        Some((tokens, reads))
    }

    fn standing(&self, held: &Held, sites: &mut Vec<Var>) -> Option<Value> {
        Some(match held {
            Held::Reference(site, places, mutable) => {
                let (last, others) = places.split_last().expect("there is a place");
                let mut value = Value::Ref(last.clone(), *mutable);
                sites.extend(*site);
                for (k, place) in others.iter().enumerate().rev() {
                    let test = self.stands_at(&Atom::Var(site.expect("there are several places")), k);
                    let cond = Atom::Constant(test, Ty::Bool);
                    value = Value::Choice(cond, Box::new(Value::Ref(place.clone(), *mutable)), Box::new(value));
                }
                value
            }
            Held::Option(present, inside) => {
                let inside = self.standing(inside, sites)?;
                Value::ScalarOption(Atom::Var(*present), Box::new(inside))
            }
            Held::Tuple(parts) => {
                let parts: Option<_> = parts.iter().map(|part| self.standing(part, sites)).collect();
                Value::Tuple(parts?)
            }
            // It may not have been assigned.
            Held::Value(_) | Held::Nothing => return None,
        })
    }

    // --- assignments -------------------------------------------------------------------------------------------------

    /// A reference to an element by a number of which only rustc knows that it is one: what is kept of the place is a `usize`.
    fn with_numbers(&mut self, value: Value, span: Span) -> Value {
        match value {
            Value::Ref(mut place, mutable) => {
                for projection in &mut place.path {
                    if let Projection::Index(index @ Atom::Var(_)) = projection
                        && self.f.atom_ty(index) == Ty::Unknown
                    {
                        let (tokens, reads) = (self.spelled(index), index.var());
                        let number = self.f.new_var("at", Ty::Int, false);
                        self.f.vars[number.0].annotation = Some(syn::parse_quote!(usize));
                        let op = Op::Opaque(Opaque::pure(tokens, reads.into_iter().collect()));
                        self.push(span, StmtKind::Let { var: number, op });
                        *index = Atom::Var(number);
                    }
                }
                Value::Ref(place, mutable)
            }
            Value::Choice(cond, then, els) => {
                let [then, els] = [then, els].map(|chosen| Box::new(self.with_numbers(*chosen, span)));
                Value::Choice(cond, then, els)
            }
            Value::ScalarOption(present, inside) => {
                Value::ScalarOption(present, Box::new(self.with_numbers(*inside, span)))
            }
            Value::Tuple(values) => {
                Value::Tuple(values.into_iter().map(|value| self.with_numbers(value, span)).collect())
            }
            value => value,
        }
    }

    /// `best = Some(p)`, where `best` is a name that is given references.
    pub(super) fn reassign_cursor(&mut self, cursor: &Cursor, value: Value, span: Span) {
        let value = self.with_numbers(value, span);
        if self.reassign_held(&cursor.held, value.clone(), span) {
            return;
        }
        let shape = self.shape(&value);
        let joined = shape
            .clone()
            .and_then(|shape| self.held_shape(&cursor.held).join(shape));
        if joined.and_then(|shape| self.learn(cursor.key, shape)).is_none() {
            self.unknown_place(shape, span);
        }
    }

    fn reassign_held(&mut self, held: &Held, value: Value, span: Span) -> bool {
        match (held, absent(value)) {
            (_, Value::Never) => true,
            (held, Value::Choice(cond, then, els)) => {
                let mut fits = true;
                let [then, els] = [then, els].map(|chosen| {
                    self.side(|lower| {
                        fits &= lower.reassign_held(held, *chosen, span);
                        Value::Unit
                    })
                });
                self.join(cond, then, els, span);
                fits
            }
            (Held::Option(flag, held), Value::ScalarOption(present, inside)) => {
                self.set(*flag, present.clone(), span);
                if is(&present, "true") || is(&present, "false") {
                    return self.reassign_held(held, *inside, span);
                }
                let mut fits = true;
                let then = self.side(|lower| {
                    fits = lower.reassign_held(held, *inside, span);
                    Value::Unit
                });
                self.join(present, then, (Block::default(), Value::Unit), span);
                fits
            }
            (Held::Tuple(parts), Value::Tuple(values)) if parts.len() == values.len() => {
                let mut fits = true;
                for (part, value) in parts.iter().zip(values) {
                    fits &= self.reassign_held(part, value, span);
                }
                fits
            }
            (Held::Value(var), value @ (Value::Atom(_) | Value::Op(..) | Value::Place(_))) => {
                let value = self.read(value, span);
                self.set(*var, value, span);
                true
            }
            (Held::Reference(site, places, _), Value::Ref(place, _)) => {
                self.check_borrow(&place, span);
                let mut place = self.flat(&place, span);
                let sliced = matches!(places[0].path.last(), Some(Projection::Range { .. }));
                if sliced {
                    let (low, high) = self.bounds(&mut place, span);
                    place.path.push(Projection::range(Some(low), Some(high)));
                }
                let blank = self.blank(&place);
                let fits = |known: &Place| same_way(&self.blank(known), &blank) && self.can_move(known);
                let Some(k) = places.iter().position(fits) else {
                    return false;
                };
                if let Some(site) = site {
                    let k = proc_macro2::Literal::usize_unsuffixed(k);
                    self.set(*site, Atom::Constant(quote!(#k), Ty::Int), span);
                }
                for (slot, index) in indices(&places[k]).into_iter().zip(indices(&place)) {
                    let Atom::Var(slot) = slot else { continue };
                    let index = match index {
                        Atom::Var(route) if self.routes.contains_key(&slot) => self.some_route(route, span),
                        index => index,
                    };
                    self.set(slot, index, span);
                }
                true
            }
            _ => false,
        }
    }

    /// `best.take()` and `best.replace(p)` of a name for an option.
    pub(super) fn replace_held(&mut self, call: &syn::ExprMethodCall) -> Option<Value> {
        let takes = match (call.method.to_string().as_str(), call.args.len()) {
            ("take", 0) => None,
            ("replace", 1) => Some(&call.args[0]),
            _ => return None,
        };
        let span = call.method.span();
        let bound = match crate::syntax::expressions::strip(&call.receiver) {
            syn::Expr::Path(path) => path.path.get_ident().and_then(|ident| self.lookup(ident)),
            _ => None,
        };
        if let (Some(Binding::Var(var)), Some(next)) = (bound, takes)
            && self.cursor_keys.contains_key(var)
            && let syn::Expr::Path(_) | syn::Expr::Reference(_) = crate::syntax::expressions::strip(next)
        {
            let var = *var;
            let (_, next) = self.side(|lower| lower.value(next));
            let next = Value::ScalarOption(Atom::Constant(quote!(true), Ty::Bool), Box::new(next));
            self.becomes_cursor(var, &next, span);
        }
        if !self.is_cursor(&call.receiver) || !self.gives_option(&call.receiver) {
            return None;
        }
        let held = self.value(&call.receiver);
        let held = self.settle(held, span);
        let next = match takes {
            None => Value::ScalarOption(Atom::Constant(quote!(false), Ty::Bool), Box::new(Value::Never)),
            Some(next) => {
                let next = self.value(next);
                let next = self.settle(next, span);
                Value::ScalarOption(Atom::Constant(quote!(true), Ty::Bool), Box::new(next))
            }
        };
        self.assign_value(&call.receiver, next, span);
        Some(held)
    }

    /// Whether all of a place's routes can be replaced by others.
    fn can_move(&self, place: &Place) -> bool {
        let mut routes = place.path.iter().filter_map(|projection| match projection {
            Projection::Through { route, .. } => Some(route),
            _ => None,
        });
        routes.all(|route| route.var().is_some_and(|var| self.f.info(var).mutable))
    }

    /// `mem::swap(&mut a, &mut b)` of two such names.
    pub(super) fn swap_cursors(&mut self, a: &syn::Expr, b: &syn::Expr, span: Span) -> bool {
        let name = |expr: &syn::Expr| match expr {
            syn::Expr::Reference(reference) if reference.mutability.is_some() => Some((*reference.expr).clone()),
            _ => None,
        };
        let (Some(a), Some(b)) = (name(a), name(b)) else {
            return false;
        };
        if !self.is_cursor(&a) || !self.is_cursor(&b) {
            return false;
        }
        let (first, second) = (self.value(&a), self.value(&b));
        self.assign_value(&a, second, span);
        self.assign_value(&b, first, span);
        true
    }

    // --- what a function returns -------------------------------------------------------------------------------------

    /// The body of a function that returns a reference from within a loop or by `?`: all that it returns is given to one name.
    pub(super) fn returned_reference(&mut self, block: &syn::Block) -> Value {
        let span = block.brace_token.span.close();
        let key = self.next_cursor();
        let held = match self.cursors.known.get(&key).cloned() {
            Some(shape) => self.slots_of(&Ident::new("returned", span), &shape),
            None => Held::Nothing,
        };
        let cursor = Box::new(Cursor { key, held });
        self.loop_stmt(span, None, LoopKind::Forever, |lower| {
            let target = lower.loops.last().expect("the scope of the body").label;
            lower.returned = Some((cursor.clone(), target));
            match lower.block(block) {
                Value::Never => {}
                value => lower.return_reference(value, span),
            }
            lower.returned = None;
        });
        self.held(&cursor, span)
    }

    /// Whether a `return` gives a reference to the name for all that the function returns.
    pub(super) fn returns_reference(&self) -> bool {
        self.returned.is_some() && self.inlined.is_empty()
    }

    pub(super) fn return_reference(&mut self, value: Value, span: Span) {
        let (cursor, target) = self.returned.clone().expect("the function returns a reference");
        let value = self.settle(value, span);
        self.reassign_cursor(&cursor, value, span);
        self.push(span, StmtKind::Exit(Exit::Break(target, None)));
    }

    // --- in one list -------------------------------------------------------------------------------------------------

    /// `rest = &rest[2..]`, where `rest` is bound to `target`.
    pub(super) fn reassign(&mut self, target: &Place, value: Value, span: Span) {
        if let Value::Choice(cond, then, els) = value {
            let [then, els] = [then, els].map(|chosen| {
                self.side(|lower| {
                    lower.reassign(target, *chosen, span);
                    Value::Unit
                })
            });
            self.join(cond, then, els, span);
            return;
        }
        let mut slots = slots(target);
        slots.retain(|slot| self.f.info(*slot).mutable);
        let place = match &value {
            Value::Ref(place, _) if place.root == target.root => place,
            _ => return self.leaves_list(target, &value, span),
        };
        self.check_borrow(place, span);
        let mut place = self.flat(place, span);
        let mut atoms = Vec::new();
        if let Some(Projection::Range { .. }) = target.path.last() {
            let (low, high) = self.bounds(&mut place, span);
            place.path.push(Projection::range(Some(low), Some(high)));
        }
        let routes = |place: &Place| {
            let route = |projection: &Projection| match projection {
                Projection::Through { route, .. } => route.var(),
                _ => None,
            };
            place.path.iter().filter_map(route).collect::<Vec<_>>()
        };
        if same_way(&self.blank(&place), &self.blank(target)) && routes(&place) == routes(target) {
            atoms = indices(&place);
            let routes = routes(target);
            atoms.retain(|atom| !atom.var().is_some_and(|var| routes.contains(&var)));
        }
        if atoms.len() != slots.len() {
            return self.leaves_list(target, &value, span);
        }
        for (slot, value) in slots.into_iter().zip(atoms) {
            self.set(slot, value, span);
        }
    }

    /// A reference that is reassigned to a place of another kind than it began with.
    fn leaves_list(&mut self, target: &Place, value: &Value, span: Span) {
        let held = Held::Reference(None, vec![target.clone()], matches!(value, Value::Ref(_, true)));
        let key = slots(target)
            .iter()
            .find_map(|slot| self.cursor_keys.get(slot))
            .copied();
        let shape = self.shape(value);
        let joined = shape.clone().and_then(|shape| self.held_shape(&held).join(shape));
        let learned = key.zip(joined).and_then(|(key, shape)| self.learn(key, shape));
        if learned.is_none() {
            self.unknown_place(shape, span);
        }
    }

    /// The bounds of a flat place in the list that it is a part of; the place becomes that list.
    fn bounds(&mut self, place: &mut Place, span: Span) -> (Atom, Atom) {
        let zero = Atom::Constant(quote!(0), Ty::Int);
        match place.path.last().cloned() {
            Some(Projection::Range { low, high, .. }) => {
                place.path.pop();
                let high = high.unwrap_or_else(|| self.list_len(&Value::Ref(place.clone(), false), span));
                (low.unwrap_or(zero), high)
            }
            _ => (zero, self.list_len(&Value::Ref(place.clone(), false), span)),
        }
    }

    /// The same place with ranges only at its end: `x[a..b][c..][i]` is `x[a + c + i]`. That the indices are within the ranges has
    /// been checked.
    fn flat(&mut self, place: &Place, span: Span) -> Place {
        let mut flat = Place::var(place.root);
        for projection in &place.path {
            let within = match flat.path.last() {
                Some(Projection::Range { low, high, .. }) => Some((low.clone(), high.clone())),
                _ => None,
            };
            let part = match (projection, within) {
                (Projection::Index(index), Some((low, _))) => {
                    flat.path.pop();
                    Projection::Index(self.moved_by(low, index, span))
                }
                (Projection::Range { low, high, inclusive }, within) => {
                    let high = high.clone().map(|high| {
                        if *inclusive {
                            self.moved_by(Some(one()), &high, span)
                        } else {
                            high
                        }
                    });
                    let (low, high) = match within {
                        Some((start, end)) => {
                            flat.path.pop();
                            let high = high.map(|high| self.moved_by(start.clone(), &high, span)).or(end);
                            let low = match low {
                                Some(low) => Some(self.moved_by(start, low, span)),
                                None => start,
                            };
                            (low, high)
                        }
                        None => (low.clone(), high),
                    };
                    Projection::range(low, high)
                }
                (projection, _) => projection.clone(),
            };
            flat.path.push(part);
        }
        flat
    }

    fn moved_by(&mut self, start: Option<Atom>, index: &Atom, span: Span) -> Atom {
        let Some(start) = start else {
            return index.clone();
        };
        let (a, b) = (self.spelled(&start), self.spelled(index));
        let reads = start.var().into_iter().chain(index.var()).collect();
        self.pure_temp(quote!(#a + #b), reads, Ty::Int, span)
    }
}

/// The variables among a place's indices, in their order.
fn slots(place: &Place) -> Vec<Var> {
    let mut slots = Vec::new();
    place.index_uses(&mut |var, _| slots.push(var));
    slots
}

/// The indices and bounds of a place, in their order.
fn indices(place: &Place) -> Vec<Atom> {
    let mut atoms = Vec::new();
    for projection in &place.path {
        match projection {
            Projection::Index(index) => atoms.push(index.clone()),
            Projection::Through { route, .. } => atoms.push(route.clone()),
            Projection::Range { low, high, .. } => atoms.extend([low.clone(), high.clone()].into_iter().flatten()),
            _ => {}
        }
    }
    atoms
}

fn one() -> Atom {
    Atom::Constant(quote!(1), Ty::Int)
}
