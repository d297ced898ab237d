//! `FlatMap`: an ordered map whose entries lie in one sorted vector. What a pass knows of each variable or name is a few entries, mostly
//! made in order; a tree of nodes costs rustc seven functions for each type of value, and the passes ten times the instructions.
//!
//! Input: `map.entry(var).or_default() += 1`, in any order
//! Output: `for (var, uses) in &map`, by rising keys

use std::borrow::Borrow;
use std::ops::Index;
use std::{iter, slice, vec};

/// An ordered map, sorted by its keys.
#[derive(Clone, Debug, PartialEq)]
pub struct FlatMap<K, V>(Vec<(K, V)>);

/// The entries of a map, as a map of the standard library gives them.
type Entries<'a, K, V> = iter::Map<slice::Iter<'a, (K, V)>, fn(&'a (K, V)) -> (&'a K, &'a V)>;

impl<K: Ord, V> FlatMap<K, V> {
    /// The map without entries.
    pub const fn new() -> Self {
        FlatMap(Vec::new())
    }

    /// The place of a key, or where it would go.
    fn search<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.0.binary_search_by(|(other, _)| other.borrow().cmp(key))
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.search(key).ok().map(|at| &self.0[at].1)
    }

    /// The value of a key, to be changed.
    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        self.search(key).ok().map(|at| &mut self.0[at].1)
    }

    /// Whether the key has a value.
    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.search(key).is_ok()
    }

    /// Gives the key this value, and returns the one before.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        match self.search(&key) {
            Ok(at) => Some(std::mem::replace(&mut self.0[at].1, value)),
            Err(at) => {
                self.0.insert(at, (key, value));
                None
            }
        }
    }

    /// Takes the key and its value out.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.search(key).ok().map(|at| self.0.remove(at).1)
    }

    /// The entry of a key, there or not yet.
    pub fn entry(&mut self, key: K) -> Entry<'_, K, V> {
        Entry { map: self, key }
    }

    /// Takes all entries out.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Keeps the entries of which this holds.
    pub fn retain(&mut self, mut keep: impl FnMut(&K, &mut V) -> bool) {
        self.0.retain_mut(|(key, value)| keep(key, value));
    }
}

impl<K, V> FlatMap<K, V> {
    /// The entries, by rising keys.
    pub fn iter(&self) -> Entries<'_, K, V> {
        self.0.iter().map(|(key, value)| (key, value))
    }

    /// The keys, rising.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + Clone {
        self.0.iter().map(|(key, _)| key)
    }

    /// The values, by rising keys.
    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + Clone {
        self.0.iter().map(|(_, value)| value)
    }

    /// The values, by rising keys, to be changed.
    pub fn values_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut V> {
        self.0.iter_mut().map(|(_, value)| value)
    }

    /// The keys themselves, rising.
    pub fn into_keys(self) -> impl DoubleEndedIterator<Item = K> {
        self.0.into_iter().map(|(key, _)| key)
    }

    /// The values themselves, by rising keys.
    pub fn into_values(self) -> impl DoubleEndedIterator<Item = V> {
        self.0.into_iter().map(|(_, value)| value)
    }

    /// How many keys have values.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no key has a value.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The entry of a key, there or not yet.
pub struct Entry<'a, K, V> {
    map: &'a mut FlatMap<K, V>,
    key: K,
}

impl<'a, K: Ord, V> Entry<'a, K, V> {
    /// The value of the key, made if there is none.
    pub fn or_insert_with(self, make: impl FnOnce() -> V) -> &'a mut V {
        let at = match self.map.search(&self.key) {
            Ok(at) => at,
            Err(at) => {
                self.map.0.insert(at, (self.key, make()));
                at
            }
        };
        &mut self.map.0[at].1
    }

    /// The value of the key, this one if there is none.
    pub fn or_insert(self, value: V) -> &'a mut V {
        self.or_insert_with(|| value)
    }

    /// The value of the key, the type's default if there is none.
    pub fn or_default(self) -> &'a mut V
    where
        V: Default,
    {
        self.or_insert_with(V::default)
    }
}

impl<K, V> Default for FlatMap<K, V> {
    fn default() -> Self {
        FlatMap(Vec::new())
    }
}

impl<K: Ord, V> Extend<(K, V)> for FlatMap<K, V> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for FlatMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = FlatMap::new();
        map.extend(entries);
        map
    }
}

impl<K: Ord, V, const N: usize> From<[(K, V); N]> for FlatMap<K, V> {
    fn from(entries: [(K, V); N]) -> Self {
        entries.into_iter().collect()
    }
}

impl<K: Ord + Borrow<Q>, Q: Ord + ?Sized, V> Index<&Q> for FlatMap<K, V> {
    type Output = V;

    fn index(&self, key: &Q) -> &V {
        self.get(key).expect("the key has a value")
    }
}

impl<K, V> IntoIterator for FlatMap<K, V> {
    type Item = (K, V);
    type IntoIter = vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, K, V> IntoIterator for &'a FlatMap<K, V> {
    type Item = (&'a K, &'a V);
    type IntoIter = Entries<'a, K, V>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_by_rising_keys_and_the_last_value_of_a_key_stays() {
        let mut map = FlatMap::from([(3, 'c'), (1, 'a'), (3, 'd')]);
        map.entry(2).or_insert('b');
        map.entry(1).or_insert('z');
        assert_eq!(map.iter().collect::<Vec<_>>(), [(&1, &'a'), (&2, &'b'), (&3, &'d')]);
        assert_eq!(
            (map.remove(&2), map.remove(&2), map.get(&3), map.len()),
            (Some('b'), None, Some(&'d'), 2)
        );
    }
}
