//! Infers what reassigned references point into, from their assignments: lowering is repeated until nothing new is learned.
//!
//! Input:  `best = Some((&v[k], d))`, where `best` was declared with `None`
//! Output: that `best` is an option of an element of `v` and a value; so the function is lowered once more

use crate::ir::*;
use crate::lower::builder::{Binding, Lower, Value};
use crate::lower::call_projections::routes::KEY_ROUTE;
use crate::lower::options::absent;
use crate::lower::reassigned_references::Held;
use crate::lower::references::is;
use crate::syntax::diagnostics::Diagnostics;
use crate::syntax::flat_map::FlatMap;
use crate::syntax::flat_set::FlatSet;
use crate::syntax::paths::is_none;
use crate::syntax::types::Ty;
use proc_macro2::Span;
use quote::quote;

const HELP: &str = "let it point into what is declared before it; along a list of nodes, write a recursive function";

const UNKNOWN: &str = "where this reference is reassigned to has no place that is known where it is declared";

const OTHER_FUNCTION: &str = "this reference comes of a function that did not give the one that it is assigned to";
const OTHER_FUNCTION_HELP: &str =
    "begin with one that the same function gives, `let mut best = m.row(0)`; or keep the index";

/// How often a function is lowered before what its names are given has to be known.
const ATTEMPTS: usize = 64;

/// What is known of the names for references that are reassigned, each by the number of its declaration.
#[derive(Clone, Default)]
pub struct Cursors {
    pub(super) known: FlatMap<usize, Shape>,
    found: FlatMap<usize, Shape>,
    /// How many variables there were where each was declared: what comes later cannot be pointed into.
    pub(super) declared: Vec<usize>,
    /// What those begin with that are used before they are assigned.
    pub(super) initial: FlatMap<usize, Shape>,
    /// What each is made of where it is declared, if that stayed as it was written.
    lent_by: FlatMap<usize, FlatSet<String>>,
    /// What references are taken from, though it carries no derivative.
    lenders: FlatSet<String>,
    /// What the branches of the value that is assigned next give, where they do not agree: the name itself may stand in one.
    disagreeing: Vec<Shape>,
    /// Nothing more is learned: what is not known is an error.
    last: bool,
}

/// Lowers a function until what its names for references are given is known where they are declared.
pub fn until_known<R>(diagnostics: &Diagnostics, lower: impl Fn(&Diagnostics, Cursors) -> (R, Cursors)) -> R {
    let mut known = FlatMap::new();
    let mut lenders = FlatSet::new();
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
            (known, lenders) = (FlatMap::new(), cursors.lenders);
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

/// What a variable begins with.
pub(super) enum Begins {
    Empty,
    WithNone,
    WithValue,
}

/// What such a name is given, wherever it is assigned.
#[derive(Clone, Debug)]
pub(super) enum Shape {
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
    pub(super) fn join(self, other: Shape) -> Option<Shape> {
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

    /// The places that functions give.
    fn routed(&self) -> Vec<&Place> {
        let routed = |place: &&Place| place.path.iter().any(is_routed);
        match self {
            Shape::Reference { places, .. } => places.iter().filter(routed).collect(),
            Shape::Option(inside) => inside.routed(),
            Shape::Tuple(parts) => parts.iter().flat_map(Shape::routed).collect(),
            Shape::Value(_) | Shape::Nothing => Vec::new(),
        }
    }

    /// Whether each function that gives one of the other's places gives one of these. Rustc must know the type of a route where
    /// it is first used, which may be above the assignment.
    fn gives_routes_of(&self, other: &Shape) -> bool {
        let own = self.routed();
        // That of a map's is known from the map.
        let of_map = |place: &Place| {
            let mut routes = place.path.iter().filter(|part| is_routed(part));
            let key = |part: &Projection| matches!(part, Projection::Through { route, .. } if is(route, &format!("{KEY_ROUTE:?}")));
            routes.next().is_some_and(key) && routes.next().is_none()
        };
        let gives = |given: &&&Place, place: &Place| {
            let last = place.path.iter().rposition(is_routed).expect("a function gives it");
            same_route(given, place, last)
        };
        let known = |place: &&Place| of_map(place) || own.iter().any(|given| gives(&given, place));
        other.routed().iter().all(known)
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

impl Lower<'_> {
    /// Whether a value of a `let mut` has references in it that cannot be one variable's.
    pub(super) fn is_reassignable(&self, value: &Value) -> bool {
        match value {
            Value::Ref(..) => true,
            Value::Choice(_, then, els) => self.is_reassignable(then) && self.is_reassignable(els),
            Value::ScalarOption(_, inside) => self.is_reassignable(inside),
            Value::Tuple(values) => values.iter().any(|value| self.is_reassignable(value)),
            _ => false,
        }
    }

    /// Notes what a variable is made of that stayed as it was written: it may hold a reference, which only rustc knows.
    pub(super) fn note_lender(&mut self, pat: &syn::Pat, init: &syn::Expr) {
        if let syn::Pat::Ident(ident) = pat
            && let Some(Binding::Var(var)) = self.lookup(&ident.ident)
            && let Some(key) = self.cursor_keys.get(var)
        {
            let mut words = FlatSet::new();
            crate::syntax::expressions::mentioned(init, &mut words);
            self.cursors.lent_by.insert(*key, words);
        }
    }

    /// Notes what a name is given first. It may be used before it is assigned again.
    pub(super) fn begins_with(&mut self, key: usize, value: &Value) {
        let shape = self.shape(value).unwrap_or(Shape::Nothing);
        self.cursors.initial.insert(key, shape);
    }

    /// Learns from an assignment that the variable is such a name.
    pub(super) fn becomes_cursor(&mut self, var: Var, value: &Value, span: Span) {
        let Some(key) = self.cursor_keys.get(&var).copied() else {
            return;
        };
        let disagreeing = std::mem::take(&mut self.cursors.disagreeing);
        if !self.is_reassignable(value) {
            for shape in disagreeing {
                let _ = self.learn(key, shape);
            }
            return;
        }
        let lent_by = self.cursors.lent_by.get(&key).filter(|words| !words.contains("None"));
        if let Some(words) = lent_by
            && !self.cursors.last
        {
            let words = words.clone();
            self.cursors.lenders.extend(words);
        } else if let Some(shape) = self.shape(value)
            && self.learn(key, shape.clone()).is_none()
            && !shape.routed().is_empty()
        {
            self.unknown_place(Some(shape), span);
        }
    }

    /// Notes what one side of a branch gives where the other gives a value.
    pub(super) fn disagrees(&mut self, value: &Value) {
        if self.is_reassignable(value)
            && let Some(shape) = self.shape(value)
        {
            self.cursors.disagreeing.push(shape);
        }
    }

    /// Keeps in mind what a name is given; `None` if that cannot be.
    pub(super) fn learn(&mut self, key: usize, shape: Shape) -> Option<()> {
        let known = self.cursors.found.get(&key).cloned();
        let shape = known.unwrap_or(Shape::Nothing).join(shape)?;
        let possible = shape.has_reference() && shape.lies_before(self.cursors.declared[key]);
        let typed = self
            .cursors
            .initial
            .get(&key)
            .is_none_or(|initial| initial.gives_routes_of(&shape));
        (possible && typed && !self.cursors.last).then(|| {
            self.cursors.found.insert(key, shape);
        })
    }

    /// What is said of an assignment from which nothing could be learned.
    pub(super) fn unknown_place(&mut self, shape: Option<Shape>, span: Span) {
        match shape {
            Some(shape) if !shape.routed().is_empty() => self.error(span, OTHER_FUNCTION, OTHER_FUNCTION_HELP),
            _ => self.error(span, UNKNOWN, HELP),
        }
    }

    /// What a value is made of, without what can change.
    pub(super) fn shape(&self, value: &Value) -> Option<Shape> {
        Some(match absent(value.clone()) {
            Value::Ref(place, mutable) => {
                let counted = |projection: &Projection| match projection {
                    Projection::Index(index) => *self.f.atom_ty(index).behind_references() == Ty::Int,
                    _ => true,
                };
                if !place.path.iter().all(counted) {
                    return None;
                }
                let sliced = matches!(self.f.place_ty(&place), Ty::Slice(_))
                    || matches!(place.path.last(), Some(Projection::Range { .. }));
                let mut outline = self.blank(&place);
                // An element of a part of a list is one of the list.
                outline.path.retain(|part| !matches!(part, Projection::Range { .. }));
                Shape::Reference {
                    places: vec![outline],
                    sliced,
                    mutable,
                }
            }
            Value::Choice(_, then, els) => self.shape(&then)?.join(self.shape(&els)?)?,
            Value::ScalarOption(_, inside) => Shape::Option(Box::new(self.shape(&inside)?)),
            Value::Tuple(values) => {
                let parts: Option<_> = values.iter().map(|value| self.shape(value)).collect();
                Shape::Tuple(parts?)
            }
            Value::Never => Shape::Nothing,
            value => Shape::Value(self.value_ty(&value)),
        })
    }

    /// What a name is given so far.
    pub(super) fn held_shape(&self, held: &Held) -> Shape {
        match held {
            Held::Reference(_, places, mutable) => {
                let sliced = |place: &Place| matches!(place.path.last(), Some(Projection::Range { .. }));
                Shape::Reference {
                    sliced: places.iter().any(sliced),
                    places: places.iter().map(|place| without_range(self.blank(place))).collect(),
                    mutable: *mutable,
                }
            }
            Held::Option(_, inside) => Shape::Option(Box::new(self.held_shape(inside))),
            Held::Tuple(parts) => Shape::Tuple(parts.iter().map(|part| self.held_shape(part)).collect()),
            Held::Value(var) => Shape::Value(self.f.info(*var).ty.clone()),
            Held::Nothing => Shape::Nothing,
        }
    }

    /// The place without what can change: what is left says which places are alike.
    pub(super) fn blank(&self, place: &Place) -> Place {
        let mut place = place.clone();
        for projection in &mut place.path {
            match projection {
                Projection::Index(index) => *index = Atom::Constant(quote!(0), Ty::Int),
                Projection::Through { route, .. } => {
                    if let Atom::Var(var) = route {
                        let maker = self.routes.get(var).map_or("", String::as_str);
                        *route = Atom::Constant(quote!(#maker), Ty::Inert);
                    }
                }
                _ => {}
            }
        }
        place
    }
}

pub(super) fn is_routed(part: &Projection) -> bool {
    matches!(part, Projection::Through { .. })
}

/// The list that a place is a part of.
fn without_range(mut place: Place) -> Place {
    if let Some(Projection::Range { .. }) = place.path.last() {
        place.path.pop();
    }
    place
}

/// Whether two places without what can change are alike.
pub(super) fn same_way(a: &Place, b: &Place) -> bool {
    let alike = |pair: (&Projection, &Projection)| match pair {
        (Projection::Index(_), Projection::Index(_)) | (Projection::Deref, Projection::Deref) => true,
        (Projection::Range { low: a, high: b, .. }, Projection::Range { low: c, high: d, .. }) => {
            a.is_some() == c.is_some() && b.is_some() == d.is_some()
        }
        (Projection::Field(a), Projection::Field(b)) => a == b,
        (Projection::Payload(a), Projection::Payload(b)) => a == b,
        (Projection::Part(a), Projection::Part(b)) => a == b,
        (
            Projection::Through {
                route: Atom::Constant(a, _),
                ..
            },
            Projection::Through {
                route: Atom::Constant(b, _),
                ..
            },
        ) => a.to_string() == b.to_string(),
        _ => false,
    };
    a.root == b.root && a.path.len() == b.path.len() && a.path.iter().zip(&b.path).all(alike)
}

/// Whether two places without what can change are behind the same route, their step `k`.
pub(super) fn same_route(a: &Place, b: &Place, k: usize) -> bool {
    let start = |place: &Place| Place {
        root: place.root,
        path: place.path[..place.path.len().min(k + 1)].to_vec(),
    };
    a.path.get(k).is_some_and(is_routed) && same_way(&start(a), &start(b))
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

/// What a variable begins with by the operation that makes its value.
pub(super) fn begins(op: &Op) -> Begins {
    match op {
        Op::Opaque(opaque) if is_none(&opaque.tokens) => Begins::WithNone,
        _ => Begins::WithValue,
    }
}
