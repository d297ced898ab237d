//! The variables that a name for references is made of: for each index on the way to what it points to, and for which place that is.
//!
//! Input:  `let mut best = &v[0];`, and that it may also point into `w`
//! Output: `let mut best_place = 0; let mut best_at = 0; let mut best_at_2 = 0;`

use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::call_projections::routes::KEY_ROUTE;
use crate::lower::reassigned_references::{Held, slots};
use crate::lower::reference_types::{Shape, is_routed, same_route};
use crate::syntax::types::Ty;
use proc_macro2::{Ident, Span};
use quote::quote;

impl Lower<'_> {
    pub(super) fn slots_of(&mut self, ident: &Ident, shape: &Shape) -> Held {
        let zero = Atom::Constant(quote!(0), Ty::Int);
        match shape {
            Shape::Reference {
                places,
                sliced,
                mutable,
            } => {
                let site = (places.len() > 1).then(|| self.cursor_slot(ident, "place", zero.clone()));
                let mut slotted: Vec<Place> = Vec::new();
                for (nth, place) in places.iter().enumerate() {
                    let mut place = place.clone();
                    for k in 0..place.path.len() {
                        let (before, rest) = place.path.split_at_mut(k);
                        match &mut rest[0] {
                            Projection::Index(index) => {
                                *index = Atom::Var(self.cursor_slot(ident, "at", zero.clone()));
                            }
                            Projection::Through { route, .. } => {
                                let Atom::Constant(maker, _) = route else { continue };
                                // The name points to one place at a time, and so those behind one function's route share its
                                // variable: rustc knows the type of it from whichever comes first.
                                let mut earlier = places.iter().zip(&slotted);
                                let shared = earlier.find(|(other, _)| same_route(other, &places[nth], k));
                                if let Some((_, shared)) = shared {
                                    rest[0] = shared.path[k].clone();
                                    continue;
                                }
                                let maker = maker.to_string().trim_matches('"').to_string();
                                let slot = if maker == KEY_ROUTE && !before.iter().any(is_routed) {
                                    let map = Place {
                                        root: place.root,
                                        path: before.to_vec(),
                                    };
                                    let map = self.blank(&map);
                                    self.no_key(ident, &map)
                                } else {
                                    self.empty_slot(ident, "route", Ty::Inert)
                                };
                                self.routes.insert(slot, maker);
                                *route = Atom::Var(slot);
                            }
                            _ => {}
                        }
                    }
                    if *sliced {
                        let [low, high] =
                            ["low", "high"].map(|end| Some(Atom::Var(self.cursor_slot(ident, end, zero.clone()))));
                        place.path.push(Projection::range(low, high));
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
            Shape::Value(ty) => Held::Value(self.empty_slot(ident, "part", ty.clone())),
            Shape::Nothing => Held::Nothing,
        }
    }

    /// The same for the routes: each is copied, since a key in it may be one that cannot be read twice.
    pub(super) fn frozen_routes(&mut self, place: &Place, span: Span) -> Place {
        let mut place = place.clone();
        for projection in &mut place.path {
            if let Projection::Through {
                route: Atom::Var(var), ..
            } = projection
                && self.f.info(*var).mutable
            {
                let copy = self.f.new_var("route", Ty::Inert, false);
                let (ad, name) = (self.f.names_ad(), spell::name(&self.f.vars, *var));
                let op = Op::Opaque(Opaque::pure(quote!(#ad::copy(&#name)), vec![*var]));
                self.push(span, StmtKind::Let { var: copy, op });
                if let Some(maker) = self.routes.get(var).cloned() {
                    self.routes.insert(copy, maker);
                    self.optional_routes.insert(copy);
                }
                *var = copy;
            }
        }
        place
    }

    /// Gives a name to a reference whose place has indices that can change: the first of their variables.
    pub(super) fn bind_slots(&mut self, ident: &Ident, place: &Place, writable: bool) -> Option<Var> {
        let span = ident.span();
        let sliced = matches!(self.f.place_ty(place), Ty::Slice(_))
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
            place.path.push(Projection::range(Some(low), Some(high)));
        }
        let count = place.path.len() - usize::from(sliced);
        for projection in &mut place.path[..count] {
            if let Projection::Index(index) = projection {
                *index = Atom::Var(self.cursor_slot(ident, "at", index.clone()));
            }
        }
        let first = slots(&place).into_iter().find(|slot| self.f.info(*slot).mutable);
        self.bind(ident, Binding::Alias(place, writable));
        first
    }

    /// A variable for the way to an entry of a map, which leads nowhere yet. It has its type of the map.
    fn no_key(&mut self, ident: &Ident, map: &Place) -> Var {
        let var = self.route_slot(ident);
        let (map, reads) = self.written(&Value::Ref(map.clone(), false));
        let ad = self.f.names_ad();
        let op = Op::Opaque(Opaque {
            carried: Vec::new(),
            ..Opaque::pure(quote!(#ad::no_key(|| #map)), reads)
        });
        self.push(ident.span(), StmtKind::Let { var, op });
        var
    }

    fn route_slot(&mut self, ident: &Ident) -> Var {
        let name = format!("{}_route", ident.to_string().trim_start_matches("r#"));
        self.f.named_var(&name, Ty::Inert, true)
    }

    /// A variable of a name for a place, without a value to begin with.
    fn empty_slot(&mut self, ident: &Ident, what: &str, ty: Ty) -> Var {
        let name = format!("{}_{what}", ident.to_string().trim_start_matches("r#"));
        let var = self.f.named_var(&name, ty, true);
        self.push(ident.span(), StmtKind::Declare(var));
        var
    }

    /// A variable of a name for a place.
    fn cursor_slot(&mut self, ident: &Ident, what: &str, at: Atom) -> Var {
        let ty = self.f.atom_ty(&at);
        let op = match at {
            Atom::Constant(tokens, Ty::Int) => Op::Opaque(Opaque::pure(quote!(#tokens as usize), Vec::new())),
            at => Op::of(at),
        };
        let name = format!("{}_{what}", ident.to_string().trim_start_matches("r#"));
        let var = self.f.named_var(&name, ty, true);
        self.push(ident.span(), StmtKind::Let { var, op });
        var
    }
}
