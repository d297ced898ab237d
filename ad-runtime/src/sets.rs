//! Sets of what carries no derivative: indices that were visited, names. They carry none either, and what a function does to them is
//! taken back on the way back.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::differentiable::Differentiable;
use crate::found::{At, ByMut, ByRef, at};
use crate::inactive::{Inactive, rigid};
use crate::workspace::Workspace;
use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, Hash};

rigid!([T: Inactive, S] HashSet<T, S>);
rigid!([T: Inactive] BTreeSet<T>);
#[cfg(feature = "hashbrown")]
rigid!([T: Inactive, S] hashbrown::HashSet<T, S>);

/// The twins of a set's methods.
///
/// ```
/// use ad_runtime::SetMethods as _;
/// use std::collections::HashSet;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let mut seen = HashSet::from([1]);
/// let (new, kept) = seen.insert_differentiable_push(2, &mut ws);
/// assert!(new && seen.contains(&2));
/// seen.insert_differentiable_pull(kept, &mut ws, (), None, ());
/// assert_eq!(seen, HashSet::from([1]));
/// ```
pub trait SetMethods<T: Inactive + Differentiable>: Differentiable<Cotangent = ()> + Sized {
    /// Whose method this is.
    fn insert_marked_differentiable(&self, _value: T) -> At<Self, ByMut> {
        at()
    }

    /// `set.insert(value)`, with the value if it is new, and with its shape.
    fn insert_differentiable_push(&mut self, value: T, ws: &mut Workspace) -> (bool, (Option<T>, T::Shape))
    where
        T: Clone;

    /// The way back of `insert`.
    fn insert_differentiable_pull(
        &mut self,
        kept: (Option<T>, T::Shape),
        ws: &mut Workspace,
        seed: (),
        bar: Option<&mut ()>,
        value: (),
    ) -> (T::Cotangent,);

    /// Whose method this is.
    fn contains_marked_differentiable(&self, _value: &T) -> At<Self, ByRef> {
        at()
    }

    /// `set.contains(&value)`.
    fn contains_differentiable_push(&self, value: &T, ws: &mut Workspace) -> (bool, ());

    /// The way back of `contains`.
    fn contains_differentiable_pull(
        &self,
        (): (),
        _: &mut Workspace,
        (): (),
        _: Option<&mut ()>,
        _: (&T, Option<&mut T::Cotangent>),
    ) -> ((),) {
        ((),)
    }
}

macro_rules! sets {
    ($([$($params:tt)*] $Set:ty, $taken_back:ident);*) => {$(
        impl<$($params)*> SetMethods<T> for $Set {
            #[inline]
            fn insert_differentiable_push(&mut self, value: T, _: &mut Workspace) -> (bool, (Option<T>, T::Shape))
            where
                T: Clone,
            {
                let shape = value.cotangent_shape();
                let new = self.insert(value.clone());
                (new, (new.then_some(value), shape))
            }

            #[inline]
            fn insert_differentiable_pull(
                &mut self,
                (new, shape): (Option<T>, T::Shape),
                _: &mut Workspace,
                (): (),
                _: Option<&mut ()>,
                (): (),
            ) -> (T::Cotangent,) {
                if let Some(value) = new {
                    self.$taken_back(&value);
                }
                (T::zero_of(&shape),)
            }

            #[inline]
            fn contains_differentiable_push(&self, value: &T, _: &mut Workspace) -> (bool, ()) {
                (self.contains(value), ())
            }
        }
    )*};
}

sets!(
    [T: Inactive + Differentiable + Eq + Hash, S: BuildHasher] HashSet<T, S>, remove;
    [T: Inactive + Differentiable + Ord] BTreeSet<T>, remove
);
#[cfg(feature = "hashbrown")]
sets!([T: Inactive + Differentiable + Eq + Hash, S: BuildHasher] hashbrown::HashSet<T, S>, remove);
// What was new is the last one.
#[cfg(feature = "indexmap")]
sets!([T: Inactive + Differentiable + Eq + Hash + 'static, S: BuildHasher + 'static] indexmap::IndexSet<T, S>, swap_remove);
