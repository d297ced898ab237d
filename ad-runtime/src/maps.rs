//! Maps from keys to values that a derivative can be taken with respect to: the cotangent is a map with the same keys.

use crate::cotangent::{Cotangent, duplicate};
use crate::differentiable::{Differentiable, memory_of};
use crate::inactive::Inactive;
use crate::insertions::{Insert, InsertAdjoint};
use crate::keys::{Keys, copy_of_key, end_key, memory_of_keys, name_of_key};
use crate::lasting::OnType;
use crate::numbers::{Numbers, Outline};
use crate::unassigned::Unassigned;
use crate::witness::zero_in;
use crate::workspace::{Workspace, copy_to_write, lend_idler, take_back_idler};
#[cfg(feature = "hashbrown")]
use hashbrown::HashMap as BrownMap;
#[cfg(feature = "indexmap")]
use indexmap::IndexMap;
use std::borrow::Borrow;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher};
use std::marker::PhantomData;

const ABSENT: &str = "there is no entry for this key";

/// A map of whose entries one can be named by its key.
///
/// ```
/// use ad_runtime::Entries;
///
/// let mut map = std::collections::HashMap::from([("a", 1.0)]);
/// *map.entry_mut(&"a").unwrap() += 1.0;
/// assert_eq!(map.entry_at(&"a"), Some(&2.0));
/// ```
pub trait Entries<K> {
    /// What the keys lead to.
    type Value;
    /// The value of a key.
    fn entry_at(&self, key: &K) -> Option<&Self::Value>;
    /// The value of a key, to be written.
    fn entry_mut(&mut self, key: &K) -> Option<&mut Self::Value>;
    /// Adds an entry; gives the value that the key had.
    fn put_entry(&mut self, key: K, value: Self::Value) -> Option<Self::Value>;
    /// Takes an entry out.
    fn take_entry(&mut self, key: &K) -> Option<Self::Value>;
}

/// Takes the entry out that a route leads to.
///
/// ```
/// let mut map = std::collections::BTreeMap::from([(1, 2.0)]);
/// let route = ad_runtime::key(&map, &1);
/// assert_eq!(ad_runtime::remove(&mut map, route), Some(2.0));
/// ```
#[inline]
pub fn remove<M: Entries<K>, K: 'static>(map: &mut M, route: KeyRoute<K>) -> Option<M::Value> {
    route.key().and_then(|key| map.take_entry(key))
}

/// A map, with keys of one type.
///
/// ```
/// fn first<M: ad_runtime::Map<Key = u32>>(_: &M) {}
/// first(&std::collections::BTreeMap::from([(1, 2.0)]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no map whose entries a derivative could be followed to",
    note = "`HashMap` and `BTreeMap` are; if no derivative is in it, write `no_diff(..)` around the call"
)]
pub trait Map {
    /// The type of the keys.
    type Key;
    /// The keys, in the order in which the map is gone through.
    fn all_keys(&self, workspace: &mut Workspace) -> Keys<Self::Key>
    where
        Self::Key: Clone + 'static;
}

/// The keys of a map, in the order in which it is gone through.
///
/// ```
/// let map = std::collections::BTreeMap::from([(3, 2.0), (1, 4.0)]);
/// assert_eq!(*ad_runtime::keys(&mut ad_runtime::Workspace::new(), &map), [1, 3]);
/// ```
#[inline]
pub fn keys<M: Map<Key: Clone + 'static>>(workspace: &mut Workspace, map: &M) -> Keys<M::Key> {
    map.all_keys(workspace)
}

/// A map that is asked for a `Q`, and has keys of its own.
///
/// ```
/// use ad_runtime::Keyed;
///
/// let map = std::collections::BTreeMap::from([(String::from("a"), 1.0)]);
/// assert_eq!(map.own_key("a").as_deref(), Some("a"));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no map whose values a derivative could be followed to",
    note = "`HashMap` and `BTreeMap` are; if no derivative is in it, write `no_diff(..)` around the call"
)]
pub trait Keyed<Q: ?Sized> {
    /// The map's own keys.
    type Key: 'static;
    /// The map's own key that is equal to the one that is asked for.
    fn own_key(&self, key: &Q) -> Option<Self::Key>;
}

/// The way to the value of a key, in a map and in its cotangent. It holds no reference to either.
///
/// ```
/// use std::collections::HashMap;
///
/// let map = HashMap::from([(String::from("a"), 2.0), (String::from("b"), 3.0)]);
/// let mut map_bar = HashMap::from([(String::from("a"), 0.0), (String::from("b"), 0.0)]);
/// let b = ad_runtime::key(&map, "b");
/// *b.bar_mut(&mut map_bar) += *b.of(&map);
/// assert_eq!((b.is_found(), map_bar["b"]), (true, 3.0));
/// ```
#[derive(Debug)]
pub struct KeyRoute<K: 'static>(Option<K>);

impl<K: Clone + 'static> Clone for KeyRoute<K> {
    fn clone(&self) -> Self {
        KeyRoute(self.key().map(copy_of_key))
    }
}

impl<K: 'static> Drop for KeyRoute<K> {
    #[inline]
    fn drop(&mut self) {
        if let Some(key) = self.0.take() {
            end_key(key);
        }
    }
}

/// The way to the value of a key.
///
/// ```
/// let map = std::collections::BTreeMap::from([(3, 2.0)]);
/// assert!(ad_runtime::key(&map, &3).is_found());
/// assert!(!ad_runtime::key(&map, &4).is_found());
/// ```
#[inline]
pub fn key<M: Keyed<Q> + ?Sized, Q: ?Sized>(map: &M, key: &Q) -> KeyRoute<M::Key> {
    KeyRoute(map.own_key(key))
}

impl<K: 'static> KeyRoute<K> {
    /// Whether the map has the key.
    #[inline]
    pub fn is_found(&self) -> bool {
        self.0.is_some()
    }

    /// The value.
    ///
    /// # Panics
    /// If the map has no such key.
    #[inline]
    pub fn of<'m, M: Entries<K>>(&self, map: &'m M) -> &'m M::Value {
        self.0.as_ref().and_then(|key| map.entry_at(key)).expect(ABSENT)
    }

    /// The value, to be written.
    ///
    /// # Panics
    /// If the map has no such key.
    #[inline]
    pub fn of_mut<'m, M: Entries<K>>(&self, map: &'m mut M) -> &'m mut M::Value {
        self.0.as_ref().and_then(|key| map.entry_mut(key)).expect(ABSENT)
    }

    /// The value's cotangent.
    ///
    /// # Panics
    /// If the map has no such key.
    #[inline]
    pub fn bar<'m, M: Entries<K>>(&self, bar: &'m M) -> &'m M::Value {
        self.of(bar)
    }

    /// The value's cotangent, to be added to.
    ///
    /// # Panics
    /// If the map has no such key.
    #[inline]
    pub fn bar_mut<'m, M: Entries<K>>(&self, bar: &'m mut M) -> &'m mut M::Value {
        self.of_mut(bar)
    }
}

/// The way to the value of a key of the map's own type.
///
/// ```
/// let mut map = std::collections::HashMap::new();
/// assert!(!ad_runtime::own_key(&map, &1).is_found());
/// map.insert(1, 2.0);
/// assert!(ad_runtime::own_key(&map, &1).is_found());
/// ```
#[inline]
pub fn own_key<M: Entries<K>, K: Clone + 'static>(map: &M, key: &K) -> KeyRoute<K> {
    KeyRoute(map.entry_at(key).map(|_| copy_of_key(key)))
}

/// A way that leads nowhere, in maps like the one that the function gives. It is not called.
///
/// ```
/// let map = std::collections::HashMap::from([("a", 1.0)]);
/// assert!(!ad_runtime::no_key(|| &map).is_found());
/// ```
#[inline]
pub fn no_key<'m, M: Map<Key: 'static> + 'm>(_map: impl FnOnce() -> &'m M) -> KeyRoute<M::Key> {
    KeyRoute(None)
}

impl<K: 'static> KeyRoute<K> {
    /// The key, if it has been found.
    pub(crate) fn key(&self) -> Option<&K> {
        self.0.as_ref()
    }
}

/// It leads nowhere.
impl<K: 'static> Unassigned for KeyRoute<K> {
    #[inline]
    fn unassigned() -> Self {
        KeyRoute(None)
    }
}

/// The entries in an order that only the keys decide, so that a map and its cotangent agree on it: a hash map's own order is
/// another one in each map.
///
/// # Panics
/// If two keys have the same hash by std's default hasher.
fn in_order<K: Hash, V>(entries: impl Iterator<Item = (K, V)>) -> Vec<(K, V)> {
    let hash = |key: &K| {
        let mut hasher = DefaultHasher::new();
        key.hash(&mut hasher);
        hasher.finish()
    };
    let mut entries: Vec<_> = entries.map(|(key, value)| (hash(&key), key, value)).collect();
    entries.sort_by_key(|(hash, ..)| *hash);
    let same = |pair: &[(u64, K, V)]| pair[0].0 == pair[1].0;
    assert!(!entries.windows(2).any(same), "two keys of a map have the same hash");
    entries.into_iter().map(|(_, key, value)| (key, value)).collect()
}

/// One kind of map: names for what it does to the workspace, the bounds on its keys, its other parameters, what removes an entry,
/// how many it has room for, and how the entries are put in order.
macro_rules! map {
    ($Idle:ident $End:ident $Copy:ident $EndCopy:ident $Map:ident<K, V $(, $S:ident: $hasher:path)?>, [$($key:tt)*], $remove:ident, $remove_entry:ident, $room:ident, $in_order:expr) => {
        impl<K: $($key)*, V $(, $S: $hasher)?> Entries<K> for $Map<K, V $(, $S)?> {
            type Value = V;
            #[inline]
            fn entry_at(&self, key: &K) -> Option<&V> {
                self.get(key)
            }
            #[inline]
            fn entry_mut(&mut self, key: &K) -> Option<&mut V> {
                self.get_mut(key)
            }
            #[inline]
            fn put_entry(&mut self, key: K, value: V) -> Option<V> {
                self.insert(key, value)
            }
            #[inline]
            fn take_entry(&mut self, key: &K) -> Option<V> {
                self.$remove(key)
            }
        }

        impl<K, V $(, $S)?> Map for $Map<K, V $(, $S)?> {
            type Key = K;
            #[inline]
            fn all_keys(&self, workspace: &mut Workspace) -> Keys<K>
            where
                K: Clone + 'static,
            {
                Keys::of(self.keys(), workspace)
            }
        }

        impl<K: $($key)*, V $(, $S: $hasher)?> Insert<K, V> for $Map<K, V $(, $S)?> {
            type Replaced = Option<V>;
            #[inline]
            fn insert_at(&mut self, key: K, value: V) -> Option<V> {
                self.insert(key, value)
            }
        }

        impl<K, V, $($S)?> InsertAdjoint<K, V> for $Map<K, V $(, $S)?>
        where
            K: $($key)* + Clone + 'static,
            V: Differentiable + Clone,
            $($S: $hasher + Default + Clone + 'static)?
        {
            type Kept = (K, Option<V>);
            fn insert_kept(&mut self, key: K, value: V, workspace: &mut Workspace) -> (Option<V>, Self::Kept) {
                let replaced = self.insert(copy_of_key(&key), value);
                let given = replaced.as_ref().map(|replaced| copy_to_write(workspace, replaced));
                (given, (key, replaced))
            }
            fn take_back(
                &mut self,
                (key, replaced): Self::Kept,
                seed: Option<V::Cotangent>,
                bar: Option<&mut Self::Cotangent>,
                workspace: &mut Workspace,
            ) -> V::Cotangent {
                let Some(replaced) = replaced else {
                    let (own_key, inserted) = self.$remove_entry(&key).expect(ABSENT);
                    let inserted_bar = bar.and_then(|bar| bar.$remove_entry(&key)).map(|(key, bar)| {
                        end_key(key);
                        bar
                    });
                    end_key(own_key);
                    end_key(key);
                    let inserted_bar = inserted_bar.unwrap_or_else(|| zero_in(workspace, &inserted));
                    inserted.end_copy(workspace);
                    return inserted_bar;
                };
                let inserted_bar = bar.and_then(|bar| {
                    // What flows out of the replaced value flows into the entry.
                    let replaced_bar = seed.unwrap_or_else(|| zero_in(workspace, &replaced));
                    match bar.get_mut(&key) {
                        Some(entry) => Some(std::mem::replace(entry, replaced_bar)),
                        None => bar.insert(copy_of_key(&key), replaced_bar),
                    }
                });
                let inserted = std::mem::replace(self.get_mut(&key).expect(ABSENT), replaced);
                end_key(key);
                let inserted_bar = inserted_bar.unwrap_or_else(|| zero_in(workspace, &inserted));
                inserted.end_copy(workspace);
                inserted_bar
            }
        }

        impl<K: $($key)* + Clone + Borrow<Q> + 'static, V $(, $S: $hasher)?, Q: $($key)* + ?Sized> Keyed<Q> for $Map<K, V $(, $S)?> {
            type Key = K;
            #[inline]
            fn own_key(&self, key: &Q) -> Option<K> {
                self.get_key_value(key).map(|(own, _)| copy_of_key(own))
            }
        }

        #[diagnostic::do_not_recommend]
        impl<K: Inactive, V: Inactive $(, $S)?> Inactive for $Map<K, V $(, $S)?> {}

        /// Asks for a map that is not in use, with whatever keys.
        struct $Idle<'w, K, $($S)?> {
            workspace: &'w mut Workspace,
            of: PhantomData<(K, $($S)?)>,
        }

        impl<K, C, $($S)?> OnType<C> for $Idle<'_, K, $($S)?>
        where
            K: 'static,
            $($S: Default + 'static)?
        {
            type Out = $Map<K, C $(, $S)?>;
            fn any(self) -> Self::Out {
                Self::Out::default()
            }
            fn lasting(self) -> Self::Out
            where
                C: 'static,
            {
                lend_idler(self.workspace).unwrap_or_default()
            }
        }

        /// Gives back a map, with its keys, and what its values hold.
        struct $End<'w, K, C, $($S)?> {
            map: $Map<K, C $(, $S)?>,
            workspace: &'w mut Workspace,
        }

        impl<K, C, $($S)?> OnType<C> for $End<'_, K, C, $($S)?>
        where
            K: 'static,
            C: Cotangent,
            $($S: 'static)?
        {
            type Out = ();
            fn any(self) {}
            fn lasting(mut self)
            where
                C: 'static,
            {
                for c in self.map.values_mut() {
                    // What is left in its place is written over.
                    if let Some(husk) = C::husk() {
                        std::mem::replace(c, husk).give_back(self.workspace);
                    }
                }
                let keys = memory_of_keys(self.map.keys());
                let known = !std::mem::needs_drop::<C>() || C::husk().is_some();
                let bytes = keys.filter(|_| known).map(|keys| keys + self.map.$room() * size_of::<(K, C)>());
                take_back_idler(self.workspace, self.map, bytes);
            }
        }

        /// Asks for a copy of a map, in one that is not in use.
        struct $Copy<'w, K, V, $($S)?> {
            map: &'w $Map<K, V $(, $S)?>,
            workspace: &'w mut Workspace,
        }

        impl<K, V, $($S)?> OnType<V> for $Copy<'_, K, V, $($S)?>
        where
            K: $($key)* + Clone + 'static,
            V: Differentiable,
            $($S: $hasher + Default + 'static)?
        {
            type Out = Option<$Map<K, V $(, $S)?>>;
            fn any(self) -> Self::Out {
                None
            }
            fn lasting(self) -> Self::Out
            where
                V: 'static,
            {
                let $Copy { map, workspace } = self;
                let mut copy: $Map<K, V $(, $S)?> = lend_idler(workspace).unwrap_or_default();
                if copy.len() > map.len() {
                    copy.clear();
                }
                for again in [false, true] {
                    for (key, value) in map {
                        let value = value.copy_again(workspace)?;
                        match copy.get_mut(key) {
                            Some(old) => *old = value,
                            None => _ = copy.insert(copy_of_key(key), value),
                        }
                    }
                    if again || copy.len() == map.len() {
                        break;
                    }
                    // There were other keys.
                    copy.clear();
                }
                Some(copy)
            }
        }

        /// Gives back a copy, with its keys, and what its values hold.
        struct $EndCopy<'w, K, V, $($S)?> {
            map: $Map<K, V $(, $S)?>,
            workspace: &'w mut Workspace,
        }

        impl<K, V, $($S)?> OnType<V> for $EndCopy<'_, K, V, $($S)?>
        where
            K: 'static,
            V: Differentiable,
            $($S: 'static)?
        {
            type Out = ();
            fn any(self) {}
            fn lasting(mut self)
            where
                V: 'static,
            {
                self.map.values_mut().for_each(|value| value.give_up(self.workspace));
                let held = memory_of(self.map.values());
                let keys = memory_of_keys(self.map.keys());
                let (Some(held), keys) = (held, keys) else { return };
                let bytes = keys.map(|keys| held + keys + self.map.$room() * size_of::<(K, V)>());
                take_back_idler(self.workspace, self.map, bytes);
            }
        }

        /// The keys carry no derivative.
        impl<K, V, $($S)?> Differentiable for $Map<K, V $(, $S)?>
        where
            K: $($key)* + Clone + 'static,
            V: Differentiable,
            $($S: $hasher + Default + Clone + 'static)?
        {
            type Cotangent = $Map<K, V::Cotangent $(, $S)?>;
            type Shape = Vec<(K, V::Shape)>;
            fn copy_again(&self, workspace: &mut Workspace) -> Option<Self> {
                V::on_type($Copy { map: self, workspace })
            }
            fn end_copy(self, workspace: &mut Workspace) {
                V::on_type($EndCopy { map: self, workspace });
            }
            fn give_up(&mut self, workspace: &mut Workspace) {
                std::mem::take(self).end_copy(workspace);
            }
            fn coarseness(&self) -> f64 {
                self.values().map(V::coarseness).fold(0.0, f64::max)
            }
            fn cotangent_shape(&self) -> Self::Shape {
                self.iter().map(|(key, value)| (key.clone(), value.cotangent_shape())).collect()
            }
            fn zero_of(shape: &Self::Shape) -> Self::Cotangent {
                shape.iter().map(|(key, shape)| (key.clone(), V::zero_of(shape))).collect()
            }
            fn zero_of_in(shape: &Self::Shape, workspace: &mut Workspace) -> Self::Cotangent {
                let idle = $Idle { workspace: &mut *workspace, of: PhantomData::<(K, $($S)?)> };
                let mut zeros = <V::Cotangent as Cotangent>::on_type(idle);
                if zeros.len() > shape.len() {
                    zeros.clear();
                }
                for again in [false, true] {
                    for (key, shape) in shape {
                        let zero = V::zero_of_in(shape, workspace);
                        match zeros.get_mut(key) {
                            Some(c) => *c = zero,
                            None => _ = zeros.insert(copy_of_key(key), zero),
                        }
                    }
                    if again || zeros.len() == shape.len() {
                        break;
                    }
                    // There were other keys.
                    zeros.clear();
                }
                zeros
            }
            fn cotangent_shape_in(&self, workspace: &mut Workspace) -> Self::Shape {
                let mut shapes = workspace.tape();
                shapes.extend(self.iter().map(|(key, value)| (copy_of_key(key), value.cotangent_shape_in(workspace))));
                shapes
            }
            fn give_back_shape(mut shapes: Self::Shape, workspace: &mut Workspace) {
                shapes.drain(..).for_each(|(key, shape)| {
                    end_key(key);
                    V::give_back_shape(shape, workspace);
                });
                workspace.recycle(shapes);
            }
            fn zero_cotangent(&self) -> Self::Cotangent {
                self.iter().map(|(key, value)| (key.clone(), value.zero_cotangent())).collect()
            }
            fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent) {
                assert_eq!(self.len(), cotangent.len(), "a map was moved along a cotangent with other keys");
                for (key, value) in self {
                    let along = cotangent.get(key).expect("a map was moved along a cotangent with other keys");
                    value.add_scaled(alpha, along);
                }
            }
            fn flatten_into(&self, out: &mut Vec<f64>) {
                for (_, value) in $in_order(self.iter()) {
                    value.flatten_into(out);
                }
            }
            fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
                for (_, value) in $in_order(self.iter_mut()) {
                    value.unflatten_from(flat);
                }
            }
            fn outline(&self, outline: &mut Outline) {
                for (place, (key, value)) in $in_order(self.iter()).into_iter().enumerate() {
                    outline.within(&name_of_key(key, place), |outline| value.outline(outline));
                }
            }
            fn each_number(&mut self, f: &mut dyn FnMut(Numbers<'_>)) {
                for (_, value) in $in_order(self.iter_mut()) {
                    value.each_number(f);
                }
            }
        }

        /// The cotangent of what has no entry is zero.
        impl<K, C, $($S)?> Cotangent for $Map<K, C $(, $S)?>
        where
            K: $($key)* + Clone + 'static,
            C: Cotangent,
            $($S: $hasher + Default + Clone + 'static)?
        {
            fn give_back(self, workspace: &mut Workspace) {
                C::on_type($End { map: self, workspace });
            }
            fn accumulate(&mut self, other: &Self) {
                for (key, c) in other {
                    match self.get_mut(key) {
                        Some(own) => own.accumulate(c),
                        None => {
                            self.insert(key.clone(), duplicate(c));
                        }
                    }
                }
            }
            fn scale(&mut self, alpha: f64) {
                self.values_mut().for_each(|c| c.scale(alpha));
            }
            fn zero_like(&self) -> Self {
                self.iter().map(|(key, c)| (key.clone(), c.zero_like())).collect()
            }
            fn flatten_into(&self, out: &mut Vec<f64>) {
                for (_, c) in $in_order(self.iter()) {
                    c.flatten_into(out);
                }
            }
            fn gather_slopes(&self, slopes: &mut crate::slopes::Slopes) {
                for (_, c) in $in_order(self.iter()) {
                    c.gather_slopes(slopes);
                }
            }
            fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
                for (_, c) in $in_order(self.iter_mut()) {
                    c.unflatten_from(flat);
                }
            }
        }
    };
}

map!(IdleHash EndHash CopyHash EndCopyHash HashMap<K, V, S: BuildHasher>, [Eq + Hash], remove, remove_entry, capacity, in_order);
map!(IdleTree EndTree CopyTree EndCopyTree BTreeMap<K, V>, [Ord], remove, remove_entry, len, std::convert::identity);
// Its `remove` is an old name of this one. A map and its cotangent may have got their entries in different orders.
#[cfg(feature = "indexmap")]
map!(IdleIndex EndIndex CopyIndex EndCopyIndex IndexMap<K, V, S: BuildHasher>, [Eq + Hash], swap_remove, swap_remove_entry, capacity, in_order);
#[cfg(feature = "hashbrown")]
map!(IdleBrown EndBrown CopyBrown EndCopyBrown BrownMap<K, V, S: BuildHasher>, [Eq + Hash], remove, remove_entry, capacity, in_order);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_and_its_cotangent_are_flat_in_the_same_order() {
        let keys = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let map: HashMap<&str, f64> = keys.iter().zip(1..).map(|(key, k)| (*key, f64::from(k))).collect();
        let mut bar = map.zero_cotangent();
        for (key, value) in &map {
            bar.insert(key, 10.0 * value);
        }
        let (mut flat, mut flat_bar) = (Vec::new(), Vec::new());
        Differentiable::flatten_into(&map, &mut flat);
        Cotangent::flatten_into(&bar, &mut flat_bar);
        assert_eq!(flat.iter().map(|v| 10.0 * v).collect::<Vec<_>>(), flat_bar);
        let mut moved = map.clone();
        moved.add_scaled(0.5, &bar);
        assert!(keys.iter().all(|key| moved[key] == 6.0 * map[key]));
        Differentiable::unflatten_from(&mut moved, &mut flat.into_iter());
        assert_eq!(moved, map);
    }

    #[test]
    fn an_absent_entry_is_a_zero() {
        let mut bar = BTreeMap::from([(1, 2.0)]);
        bar.accumulate(&BTreeMap::from([(1, 3.0), (2, 4.0)]));
        bar.scale(2.0);
        assert_eq!(bar, BTreeMap::from([(1, 10.0), (2, 8.0)]));
        assert_eq!(bar.zero_like(), BTreeMap::from([(1, 0.0), (2, 0.0)]));
    }

    #[test]
    #[should_panic(expected = "with other keys")]
    fn other_keys_panic() {
        BTreeMap::from([(1, 2.0)]).add_scaled(1.0, &BTreeMap::from([(2, 2.0)]));
    }
}
