//! Alias queries on places: equal, one part of the other, or disjoint halves of one list, `x[..m]` and `x[m..]`.
//!
//! Input:  `u[..m][i]`, `u[m..][k]`
//! Output: disjoint

use crate::ir::place::{Atom, Place, Projection};

impl Place {
    /// Where a list is divided of which one place lies in the first half and the other in the second: the step of the paths, and the
    /// index.
    pub fn divided(&self, other: &Place) -> Option<(usize, Atom)> {
        let mut steps = self.path.iter().zip(&other.path);
        let step = steps.position(|(l, r)| !l.is_same(r))?;
        let middle = self.path[step].middle(&other.path[step])?;
        (self.root == other.root).then_some((step, middle))
    }

    /// Whether the place is a part of another one, or that itself.
    pub fn lies_in(&self, other: &Place) -> bool {
        let pairs = self.path.iter().zip(&other.path);
        let same = pairs.filter(|(l, r)| l.is_same(r)).count();
        self.root == other.root && same == other.path.len()
    }

    /// Whether both are the same place, as far as it is certain.
    pub fn is_same(&self, other: &Place) -> bool {
        self.path.len() == other.path.len() && self.lies_in(other)
    }

    /// Whether the place lies in the first or in the second half of a list that is divided at an index.
    pub fn half(&self, of: &Place, at: &Atom) -> Option<bool> {
        let (before, after) = self.path.split_at_checked(of.path.len())?;
        let within = self.root == of.root && before.iter().zip(&of.path).all(|(l, r)| l.is_same(r));
        match after.first().filter(|_| within)? {
            Projection::Range {
                low: None,
                high: Some(end),
                inclusive: false,
            } if end.is_same(at) => Some(true),
            Projection::Range {
                low: Some(start),
                high: None,
                ..
            } if start.is_same(at) => Some(false),
            _ => None,
        }
    }
}

impl Projection {
    /// Whether two steps lead to the same, as far as it is certain.
    fn is_same(&self, other: &Projection) -> bool {
        let end = |l: &Option<Atom>, r: &Option<Atom>| match (l, r) {
            (Some(l), Some(r)) => l.is_same(r),
            (l, r) => l.is_none() && r.is_none(),
        };
        match (self, other) {
            (Projection::Index(l), Projection::Index(r)) => l.is_same(r),
            (
                Projection::Range { low, high, inclusive },
                Projection::Range {
                    low: other_low,
                    high: other_high,
                    inclusive: other_inclusive,
                },
            ) => end(low, other_low) && end(high, other_high) && inclusive == other_inclusive,
            (Projection::Field(l), Projection::Field(r)) => l == r,
            (Projection::Payload(l), Projection::Payload(r)) => l == r,
            (Projection::Part(l), Projection::Part(r)) => l == r,
            (Projection::Deref, Projection::Deref) | (Projection::Behind, Projection::Behind) => true,
            (Projection::Through { route: l, .. }, Projection::Through { route: r, .. }) => l.is_same(r),
            _ => false,
        }
    }

    /// `m`, of `[..m]` and `[m..]`.
    fn middle(&self, other: &Projection) -> Option<Atom> {
        match (self, other) {
            (
                Projection::Range {
                    low: None,
                    high: Some(end),
                    inclusive: false,
                },
                Projection::Range {
                    low: Some(start),
                    high: None,
                    ..
                },
            ) if end.is_same(start) => Some(end.clone()),
            _ => None,
        }
    }
}

impl Atom {
    /// Whether both are one variable, or written alike.
    fn is_same(&self, other: &Atom) -> bool {
        match (self, other) {
            (Atom::Var(l), Atom::Var(r)) => l == r,
            (Atom::Constant(l, _), Atom::Constant(r, _)) => l.to_string() == r.to_string(),
            _ => false,
        }
    }
}
