//! References that are reassigned.
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
//! Such a name stands for a place whose indices are variables. They are read where the name is used: what comes of it is a
//! reference like any other.
//!
//! ```text
//! Input:  let mut best = None;  for p in a { best = Some(p) }  for p in b { best = Some(p) }
//! Output: let mut best_some = false;  let mut best_place = 0;  let mut best_at = 0;  let mut best_at_2 = 0;
//!         for k in 0..a.len() { best_some = true; best_place = 0; best_at = k }  …
//! ```
//!
//! A name may also be given references to several places; a variable then says which it is, and each use is a choice. What it
//! will be given is not known where it is declared: so the function is lowered again once an assignment has shown it. What walks
//! from node to node has no place that could be written down.

use super::references::{absent, is};
use super::{Binding, Lower, Value};
use crate::diagnostics::Diagnostics;
use crate::ir::*;
use crate::types::Ty;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use std::collections::{BTreeMap, BTreeSet};

const HELP: &str = "let it point into what is declared before it; along a list of nodes, write a recursive function";

const UNKNOWN: &str = "where this reference is reassigned to has no place that is known where it is declared";

/// How often a function is lowered before what its names are given has to be known.
const ATTEMPTS: usize = 64;

/// What is known of the names for references that are reassigned, each by the number of its declaration.
#[derive(Clone, Default)]
pub struct Cursors {
    known: BTreeMap<usize, Shape>,
    found: BTreeMap<usize, Shape>,
    /// How many variables there were where each was declared: what comes later cannot be pointed into.
    declared: Vec<usize>,
    /// What each is made of where it is declared, if that stayed as it was written.
    lent_by: BTreeMap<usize, BTreeSet<String>>,
    /// What references are taken from, though it carries no derivative.
    lenders: BTreeSet<String>,
    /// What the branches of the value that is assigned next give, where they do not agree: the name itself may stand in one.
    disagreeing: Vec<Shape>,
    /// Nothing more is learned: what is not known is an error.
    last: bool,
}

/// Lowers a function until what its names for references are given is known where they are declared.
pub fn until_known<R>(diagnostics: &Diagnostics, lower: impl Fn(&Diagnostics, Cursors) -> (R, Cursors)) -> R {
    let mut known = BTreeMap::new();
    let mut lenders = BTreeSet::new();
    for count in 1.. {
        let attempt = diagnostics.attempt();
        let cursors = Cursors {
            known: known.clone(),
            lenders: lenders.clone(),
            last: count == ATTEMPTS,
            ..Cursors::default()
        };
        let (result, cursors) = lower(&attempt, cursors);
        if cursors.lenders.len() > lenders.len() {
            // More is looked into from now on.
            (known, lenders) = (BTreeMap::new(), cursors.lenders);
            attempt.discard();
            continue;
        }
        match cursors.found.into_iter().next() {
            Some((key, shape)) => {
                // The variables that come after it have other numbers from now on.
                known.retain(|other, _| *other < key);
                known.insert(key, shape);
                attempt.discard();
            }
            None => {
                diagnostics.keep(attempt);
                return result;
            }
        }
    }
    unreachable!("the last attempt finds nothing")
}

impl Cursors {
    pub(super) fn begin_assignment(&mut self) {
        self.disagreeing.clear();
    }

    /// The names that references are taken from.
    pub fn lenders(&self) -> impl Iterator<Item = String> {
        self.lenders.iter().cloned()
    }
}

/// A name for references that is reassigned.
#[derive(Clone, Debug)]
pub struct Cursor {
    key: usize,
    held: Held,
}

/// The variables that hold where such a name points.
#[derive(Clone, Debug)]
enum Held {
    /// The places, whose indices are variables, and the variable that says which of them it is, if there are several.
    Reference(Option<Var>, Vec<Place>, bool),
    Option(Var, Box<Held>),
    Tuple(Vec<Held>),
    Value(Var),
    Nothing,
}

/// What such a name is given, wherever it is assigned.
#[derive(Clone, Debug)]
enum Shape {
    Reference {
        places: Vec<Place>,
        sliced: bool,
        mutable: bool,
    },
    Option(Box<Shape>),
    Tuple(Vec<Shape>),
    Value(Ty),
    Nothing,
}

impl Shape {
    /// What is given in two places.
    fn join(self, other: Shape) -> Option<Shape> {
        Some(match (self, other) {
            (Shape::Nothing, shape) | (shape, Shape::Nothing) => shape,
            (Shape::Option(a), Shape::Option(b)) => Shape::Option(Box::new(a.join(*b)?)),
            (Shape::Tuple(a), Shape::Tuple(b)) if a.len() == b.len() => {
                let parts: Option<_> = a.into_iter().zip(b).map(|(a, b)| a.join(b)).collect();
                Shape::Tuple(parts?)
            }
            (Shape::Value(a), Shape::Value(b)) => Shape::Value(a.join(&b)),
            (
                Shape::Reference {
                    mut places,
                    sliced,
                    mutable,
                },
                Shape::Reference {
                    places: more,
                    sliced: also_sliced,
                    mutable: also_mutable,
                },
            ) => {
                for place in more {
                    if places.iter().any(|known| same_way(known, &place)) {
                        continue;
                    }
                    // A walk from node to node goes on for ever.
                    if places.iter().filter(|known| begins_with(&place, known)).count() > 1 {
                        return None;
                    }
                    places.push(place);
                }
                Shape::Reference {
                    places,
                    sliced: sliced || also_sliced,
                    mutable: mutable && also_mutable,
                }
            }
            _ => return None,
        })
    }

    fn has_reference(&self) -> bool {
        match self {
            Shape::Reference { .. } => true,
            Shape::Option(inside) => inside.has_reference(),
            Shape::Tuple(parts) => parts.iter().any(Shape::has_reference),
            Shape::Value(_) | Shape::Nothing => false,
        }
    }

    /// Whether all that is pointed into was declared before the name was.
    fn lies_before(&self, count: usize) -> bool {
        match self {
            Shape::Reference { places, .. } => places.iter().all(|place| place.root.0 < count),
            Shape::Option(inside) => inside.lies_before(count),
            Shape::Tuple(parts) => parts.iter().all(|part| part.lies_before(count)),
            Shape::Value(_) | Shape::Nothing => true,
        }
    }
}

impl Cursor {
    pub(super) fn is_option(&self) -> bool {
        matches!(self.held, Held::Option(..))
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
        let syn::Expr::Path(path) = super::expressions::strip(expr) else {
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
        if let Some(shape) = self.cursors.known.get(&key).cloned() {
            return self.open(ident, key, &shape, Some(Value::Ref(place, writable)));
        }
        if let Some(slot) = self.bind_slots(ident, &place, writable) {
            self.cursor_keys.insert(slot, key);
            return;
        }
        self.check_borrow(&place, ident.span());
        let held = Held::Reference(None, vec![place], writable);
        self.bind(ident, Binding::Cursor(Box::new(Cursor { key, held })));
    }

    /// Whether a value of a `let mut` has references in it that cannot be one variable's.
    pub(super) fn is_reassignable(&self, value: &Value) -> bool {
        match value {
            Value::Ref(..) => true,
            Value::Choice(_, then, els) => self.is_reassignable(then) && self.is_reassignable(els),
            Value::Maybe(_, inside) => self.is_reassignable(inside),
            Value::Tuple(values) => values.iter().any(|value| self.is_reassignable(value)),
            _ => false,
        }
    }

    /// The same for a tuple, an option or a choice.
    pub(super) fn value_to_reassign(&mut self, ident: &Ident, value: Value) {
        let key = self.next_cursor();
        let known = self.cursors.known.get(&key).cloned();
        match known.or_else(|| self.shape(&value, ident.span())) {
            Some(shape) => self.open(ident, key, &shape, Some(value)),
            None => {
                self.error(ident.span(), UNKNOWN, HELP);
                self.bind(ident, Binding::Known(Box::new(value)));
            }
        }
    }

    /// Whether a variable, which is empty without a value or with `None`, stands for a name that is given references.
    pub(super) fn begins_cursor(&mut self, ident: &Ident, var: Var, empty: bool) -> bool {
        let key = self.next_cursor();
        self.cursor_keys.insert(var, key);
        let known = self.cursors.known.get(&key).cloned().filter(|_| empty);
        if let Some(shape) = &known {
            self.open(ident, key, shape, None);
        }
        known.is_some()
    }

    /// Notes what a variable is made of that stayed as it was written: it may hold a reference, which only rustc knows.
    pub(super) fn note_lender(&mut self, pat: &syn::Pat, init: &syn::Expr) {
        if let syn::Pat::Ident(ident) = pat
            && let Some(Binding::Var(var)) = self.lookup(&ident.ident)
            && let Some(key) = self.cursor_keys.get(var)
        {
            let mut words = BTreeSet::new();
            super::mentioned(init, &mut words);
            self.cursors.lent_by.insert(*key, words);
        }
    }

    /// Learns from an assignment that the variable is such a name.
    pub(super) fn becomes_cursor(&mut self, var: Var, value: &Value) {
        let Some(key) = self.cursor_keys.get(&var).copied() else {
            return;
        };
        let disagreeing = std::mem::take(&mut self.cursors.disagreeing);
        if !self.is_reassignable(value) {
            for shape in disagreeing {
                self.learn(key, shape);
            }
            return;
        }
        let lent_by = self.cursors.lent_by.get(&key).filter(|words| !words.contains("None"));
        if let Some(words) = lent_by
            && !self.cursors.last
        {
            let words = words.clone();
            self.cursors.lenders.extend(words);
        } else if let Some(shape) = self.shape(value, Span::call_site()) {
            self.learn(key, shape);
        }
    }

    /// Notes what one side of a branch gives where the other gives a value.
    pub(super) fn disagrees(&mut self, value: &Value, span: Span) {
        if self.is_reassignable(value)
            && let Some(shape) = self.shape(value, span)
        {
            self.cursors.disagreeing.push(shape);
        }
    }

    /// Keeps in mind what a name is given; `false` if that cannot be.
    fn learn(&mut self, key: usize, shape: Shape) -> bool {
        let before = self.cursors.found.remove(&key);
        let joined = before.map_or(Some(shape.clone()), |before| before.join(shape));
        match joined {
            Some(shape)
                if !self.cursors.last && shape.has_reference() && shape.lies_before(self.cursors.declared[key]) =>
            {
                self.cursors.found.insert(key, shape);
                true
            }
            _ => false,
        }
    }

    /// What a value is made of, without what can change.
    fn shape(&mut self, value: &Value, span: Span) -> Option<Shape> {
        Some(match absent(value.clone()) {
            Value::Ref(place, mutable) => {
                let mut place = self.flat(&place, span);
                let sliced = matches!(self.f.place_ty(&place), Ty::Slice(_))
                    || matches!(place.path.last(), Some(Projection::Range { .. }));
                if let Some(Projection::Range { .. }) = place.path.last() {
                    place.path.pop();
                }
                for projection in &mut place.path {
                    match projection {
                        Projection::Index(index) if *self.f.atom_ty(index).behind_references() != Ty::Int => {
                            return None;
                        }
                        Projection::Index(index) => *index = Atom::Constant(quote!(0), Ty::Int),
                        Projection::Through { .. } => return None,
                        _ => {}
                    }
                }
                Shape::Reference {
                    places: vec![place],
                    sliced,
                    mutable,
                }
            }
            Value::Choice(_, then, els) => self.shape(&then, span)?.join(self.shape(&els, span)?)?,
            Value::Maybe(_, inside) => Shape::Option(Box::new(self.shape(&inside, span)?)),
            Value::Tuple(values) => {
                let parts: Option<_> = values.iter().map(|value| self.shape(value, span)).collect();
                Shape::Tuple(parts?)
            }
            Value::Never => Shape::Nothing,
            value => Shape::Value(self.value_ty(&value)),
        })
    }

    /// What a name is given so far.
    fn held_shape(&self, held: &Held) -> Shape {
        match held {
            Held::Reference(_, places, mutable) => {
                let sliced = |place: &Place| matches!(place.path.last(), Some(Projection::Range { .. }));
                Shape::Reference {
                    sliced: places.iter().any(sliced),
                    places: places.iter().map(without_slots).collect(),
                    mutable: *mutable,
                }
            }
            Held::Option(_, inside) => Shape::Option(Box::new(self.held_shape(inside))),
            Held::Tuple(parts) => Shape::Tuple(parts.iter().map(|part| self.held_shape(part)).collect()),
            Held::Value(var) => Shape::Value(self.f.info(*var).ty.clone()),
            Held::Nothing => Shape::Nothing,
        }
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

    fn slots_of(&mut self, ident: &Ident, shape: &Shape) -> Held {
        let zero = Atom::Constant(quote!(0), Ty::Int);
        match shape {
            Shape::Reference {
                places,
                sliced,
                mutable,
            } => {
                let site = (places.len() > 1).then(|| self.cursor_slot(ident, "place", zero.clone()));
                let mut slotted = Vec::new();
                for place in places {
                    let mut place = place.clone();
                    for projection in &mut place.path {
                        if let Projection::Index(index) = projection {
                            *index = Atom::Var(self.cursor_slot(ident, "at", zero.clone()));
                        }
                    }
                    if *sliced {
                        let [low, high] =
                            ["low", "high"].map(|end| Some(Atom::Var(self.cursor_slot(ident, end, zero.clone()))));
                        place.path.push(Projection::Range {
                            low,
                            high,
                            inclusive: false,
                        });
                    }
                    slotted.push(place);
                }
                Held::Reference(site, slotted, *mutable)
            }
            Shape::Option(inside) => {
                let present = self.cursor_slot(ident, "some", Atom::Constant(quote!(false), Ty::Bool));
                Held::Option(present, Box::new(self.slots_of(ident, inside)))
            }
            Shape::Tuple(parts) => Held::Tuple(parts.iter().map(|part| self.slots_of(ident, part)).collect()),
            Shape::Value(ty) => {
                let name = format!("{}_part", ident.to_string().trim_start_matches("r#"));
                let var = self.f.new_var(&name, ty.clone(), true);
                self.f.vars[var.0].temporary = false;
                self.push(ident.span(), StmtKind::Declare(var));
                Held::Value(var)
            }
            Shape::Nothing => Held::Nothing,
        }
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
                    let cond = self.temp(Op::Opaque(Opaque::pure(test, reads)), Ty::Bool, span);
                    value = Value::Choice(cond, Box::new(Value::Ref(place.clone(), *mutable)), Box::new(value));
                }
                value
            }
            Held::Option(present, inside) => {
                let present = self.temp(Op::Read(Place::var(*present)), Ty::Bool, span);
                Value::Maybe(present, Box::new(self.read_held(inside, span)))
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
        let (site, k) = (
            crate::tokens::atom(&self.f.vars, site),
            proc_macro2::Literal::usize_unsuffixed(k),
        );
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
                Value::Maybe(Atom::Var(*present), Box::new(inside))
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

    /// `best = Some(p)`, where `best` is a name that is given references.
    pub(super) fn reassign_cursor(&mut self, cursor: &Cursor, value: Value, span: Span) {
        if self.reassign_held(&cursor.held, value.clone(), span) {
            return;
        }
        let joined = self
            .shape(&value, span)
            .and_then(|shape| self.held_shape(&cursor.held).join(shape));
        if !joined.is_some_and(|shape| self.learn(cursor.key, shape)) {
            self.error(span, UNKNOWN, HELP);
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
            (Held::Option(flag, held), Value::Maybe(present, inside)) => {
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
                    place.path.push(Projection::Range {
                        low: Some(low),
                        high: Some(high),
                        inclusive: false,
                    });
                }
                let Some(k) = places.iter().position(|known| same_way(known, &place)) else {
                    return false;
                };
                if let Some(site) = site {
                    let k = proc_macro2::Literal::usize_unsuffixed(k);
                    self.set(*site, Atom::Constant(quote!(#k), Ty::Int), span);
                }
                for (slot, index) in indices(&places[k]).into_iter().zip(indices(&place)) {
                    if let Atom::Var(slot) = slot {
                        self.set(slot, index, span);
                    }
                }
                true
            }
            _ => false,
        }
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

    // --- in one list -------------------------------------------------------------------------------------------------

    /// Gives a name to a reference whose place has indices that can change: the first of their variables.
    fn bind_slots(&mut self, ident: &Ident, place: &Place, writable: bool) -> Option<Var> {
        let span = ident.span();
        let sliced = matches!(self.f.place_ty(&place), Ty::Slice(_))
            || matches!(place.path.last(), Some(Projection::Range { .. }));
        let fixed = |projection: &Projection| match projection {
            Projection::Index(index) => *self.f.atom_ty(index).behind_references() != Ty::Int,
            _ => false,
        };
        let indexed = place
            .path
            .iter()
            .any(|projection| matches!(projection, Projection::Index(_)));
        if !(sliced || indexed) || place.path.iter().any(fixed) {
            return None;
        }
        self.check_borrow(place, span);
        let mut place = self.flat(place, span);
        if sliced {
            let (low, high) = self.bounds(&mut place, span);
            let [low, high] =
                [("low", low), ("high", high)].map(|(end, at)| Atom::Var(self.cursor_slot(ident, end, at)));
            place.path.push(Projection::Range {
                low: Some(low),
                high: Some(high),
                inclusive: false,
            });
        }
        let count = place.path.len() - usize::from(sliced);
        for projection in &mut place.path[..count] {
            if let Projection::Index(index) = projection {
                *index = Atom::Var(self.cursor_slot(ident, "at", index.clone()));
            }
        }
        let first = slots(&place).first().copied();
        self.bind(ident, Binding::Alias(place, writable));
        first
    }

    /// A variable of a name for a place.
    fn cursor_slot(&mut self, ident: &Ident, what: &str, at: Atom) -> Var {
        let ty = self.f.atom_ty(&at);
        let op = match at {
            Atom::Var(var) => Op::Read(Place::var(var)),
            Atom::Constant(tokens, Ty::Int) => Op::Opaque(Opaque::pure(quote!(#tokens as usize), Vec::new())),
            Atom::Constant(tokens, _) => Op::Opaque(Opaque::pure(tokens, Vec::new())),
        };
        let name = format!("{}_{what}", ident.to_string().trim_start_matches("r#"));
        let var = self.f.new_var(&name, ty, true);
        self.f.vars[var.0].temporary = false;
        self.push(ident.span(), StmtKind::Let { var, op });
        var
    }

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
        let slots = slots(target);
        let place = match &value {
            Value::Ref(place, _) if place.root == target.root => place,
            _ => return self.leaves_list(target, &value, span),
        };
        self.check_borrow(place, span);
        let mut place = self.flat(place, span);
        let mut atoms = Vec::new();
        if let Some(Projection::Range { .. }) = target.path.last() {
            let (low, high) = self.bounds(&mut place, span);
            place.path.push(Projection::Range {
                low: Some(low),
                high: Some(high),
                inclusive: false,
            });
        }
        if same_way(&place, target) {
            atoms = indices(&place);
        }
        if atoms.len() != slots.len() {
            return self.leaves_list(target, &value, span);
        }
        for (slot, value) in slots.into_iter().zip(atoms) {
            let (place, old) = (Place::var(slot), None);
            self.push(span, StmtKind::Assign { place, value, old });
        }
    }

    /// A reference that is reassigned to a place of another kind than it began with.
    fn leaves_list(&mut self, target: &Place, value: &Value, span: Span) {
        let held = Held::Reference(None, vec![target.clone()], matches!(value, Value::Ref(_, true)));
        let key = slots(target)
            .first()
            .and_then(|slot| self.cursor_keys.get(slot))
            .copied();
        let shape = self.shape(value, span);
        let joined = shape.and_then(|shape| self.held_shape(&held).join(shape));
        let known = key.zip(joined).is_some_and(|(key, shape)| self.learn(key, shape));
        if !known {
            self.error(span, UNKNOWN, HELP);
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
                    Projection::Range {
                        low,
                        high,
                        inclusive: false,
                    }
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
        let (a, b) = (
            crate::tokens::atom(&self.f.vars, &start),
            crate::tokens::atom(&self.f.vars, index),
        );
        let reads = start.var().into_iter().chain(index.var()).collect();
        self.temp(Op::Opaque(Opaque::pure(quote!(#a + #b), reads)), Ty::Int, span)
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
            Projection::Range { low, high, .. } => atoms.extend([low.clone(), high.clone()].into_iter().flatten()),
            _ => {}
        }
    }
    atoms
}

/// The place without what can change.
fn without_slots(place: &Place) -> Place {
    let mut place = place.clone();
    if let Some(Projection::Range { .. }) = place.path.last() {
        place.path.pop();
    }
    for projection in &mut place.path {
        if let Projection::Index(index) = projection {
            *index = Atom::Constant(quote!(0), Ty::Int);
        }
    }
    place
}

/// Whether two places differ only in their indices and bounds.
fn same_way(a: &Place, b: &Place) -> bool {
    let alike = |pair: (&Projection, &Projection)| match pair {
        (Projection::Index(_), Projection::Index(_)) | (Projection::Deref, Projection::Deref) => true,
        (Projection::Range { low: a, high: b, .. }, Projection::Range { low: c, high: d, .. }) => {
            a.is_some() == c.is_some() && b.is_some() == d.is_some()
        }
        (Projection::Field(a), Projection::Field(b)) => a == b,
        (Projection::Payload(a), Projection::Payload(b)) => a == b,
        _ => false,
    };
    a.root == b.root && a.path.len() == b.path.len() && a.path.iter().zip(&b.path).all(alike)
}

/// Whether a place lies within another one.
fn begins_with(place: &Place, outer: &Place) -> bool {
    let count = outer.path.len();
    let start = Place {
        root: place.root,
        path: place.path[..count.min(place.path.len())].to_vec(),
    };
    place.path.len() > count && same_way(&start, outer)
}

/// Whether an operation gives the constant `None`.
pub(super) fn is_none(op: &Op) -> bool {
    matches!(op, Op::Opaque(opaque) if opaque.tokens.to_string() == "None")
}

fn one() -> Atom {
    Atom::Constant(quote!(1), Ty::Int)
}
