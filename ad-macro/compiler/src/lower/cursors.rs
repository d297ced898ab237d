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
//! reference like any other. So it stays in one list; what walks from node to node has no place that could be written down.

use super::{Binding, Lower, Value};
use crate::ir::*;
use crate::types::Ty;
use proc_macro2::{Ident, Span};
use quote::quote;

pub(super) const HELP: &str =
    "keep an index into one list, or the bounds of a part of it; along a list of nodes, write a recursive function";

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

    /// Gives a name to a reference that may be reassigned; `false` where its place has no index that could change.
    pub(super) fn bind_cursor(&mut self, ident: &Ident, place: Place, writable: bool) -> bool {
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
            return false;
        }
        self.check_borrow(&place, span);
        let mut place = self.flat(&place, span);
        if sliced {
            let (low, high) = self.bounds(&mut place, span);
            let [low, high] = [("low", low), ("high", high)].map(|(end, at)| self.position(ident, end, at));
            place.path.push(Projection::Range {
                low: Some(low),
                high: Some(high),
                inclusive: false,
            });
        }
        let count = place.path.len() - usize::from(sliced);
        for projection in &mut place.path[..count] {
            if let Projection::Index(index) = projection {
                *index = self.position(ident, "at", index.clone());
            }
        }
        self.bind(ident, Binding::Alias(place, writable));
        true
    }

    /// A variable of a name for a place.
    fn position(&mut self, ident: &Ident, what: &str, at: Atom) -> Atom {
        let op = match at {
            Atom::Var(var) => Op::Read(Place::var(var)),
            Atom::Constant(tokens, _) => Op::Opaque(Opaque::pure(quote!(#tokens as usize), Vec::new())),
        };
        let name = format!("{}_{what}", ident.to_string().trim_start_matches("r#"));
        let var = self.f.new_var(&name, Ty::Int, true);
        self.f.vars[var.0].temporary = false;
        self.push(ident.span(), StmtKind::Let { var, op });
        Atom::Var(var)
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
            // It has been reported where it was declared.
            _ if slots.is_empty() => return,
            Value::Ref(place, _) if self.moves(target) && place.root == target.root => place,
            _ => return self.error(span, "a reference that is reassigned has to stay in one list", HELP),
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
        let mut alike = place.path.len() == target.path.len();
        for (new, old) in place.path.iter().zip(&target.path) {
            match (new, old) {
                (Projection::Index(new), Projection::Index(_)) => atoms.push(new.clone()),
                (Projection::Range { low, high, .. }, Projection::Range { .. }) => {
                    atoms.extend([low.clone(), high.clone()].into_iter().flatten());
                }
                (Projection::Field(new), Projection::Field(old)) => alike &= new == old,
                (Projection::Payload(new), Projection::Payload(old)) => alike &= new == old,
                (Projection::Deref, Projection::Deref) => {}
                _ => alike = false,
            }
        }
        if !alike || atoms.len() != slots.len() {
            return self.error(span, "a reference that is reassigned has to stay in one list", HELP);
        }
        for (slot, value) in slots.into_iter().zip(atoms) {
            let (place, old) = (Place::var(slot), None);
            self.push(span, StmtKind::Assign { place, value, old });
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

fn one() -> Atom {
    Atom::Constant(quote!(1), Ty::Int)
}
