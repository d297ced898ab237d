//! `FlatSet`: an ordered set whose elements lie in one sorted vector, for sets of variables and of names: copied by the passes at every
//! branch, and read far more often than written.
//!
//! Input: `set.extend([c, a, b, a])`
//! Output: `for var in &set`: a, b, c

use std::borrow::Borrow;
use std::ops::{BitAnd, BitOr, Deref, Sub};
use std::{slice, vec};

/// An ordered set. As a sorted slice it has that slice's methods.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FlatSet<T>(Vec<T>);

impl<T: Ord> FlatSet<T> {
    /// The set without elements.
    pub const fn new() -> Self {
        FlatSet(Vec::new())
    }

    /// Whether the set has this element.
    pub fn contains<Q: Ord + ?Sized>(&self, element: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.search(element).is_ok()
    }

    /// The place of an element, or where it would go.
    fn search<Q: Ord + ?Sized>(&self, element: &Q) -> Result<usize, usize>
    where
        T: Borrow<Q>,
    {
        self.0.binary_search_by(|other| other.borrow().cmp(element))
    }

    /// Puts an element in; whether it was not there.
    pub fn insert(&mut self, element: T) -> bool {
        match self.search(&element) {
            Ok(_) => false,
            Err(at) => {
                self.0.insert(at, element);
                true
            }
        }
    }

    /// Takes an element out; whether it was there.
    pub fn remove<Q: Ord + ?Sized>(&mut self, element: &Q) -> bool
    where
        T: Borrow<Q>,
    {
        self.search(element).map(|at| self.0.remove(at)).is_ok()
    }

    /// Takes all elements out.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Keeps the elements of which this holds.
    pub fn retain(&mut self, keep: impl FnMut(&T) -> bool) {
        self.0.retain(keep);
    }

    /// The elements that the other set has not.
    pub fn difference<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a T> {
        self.iter().filter(|element| !other.contains(*element))
    }

    /// Whether the other set has all elements.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.iter().all(|element| other.contains(element))
    }

    /// Whether the other set has none of the elements.
    pub fn is_disjoint(&self, other: &Self) -> bool {
        !self.iter().any(|element| other.contains(element))
    }
}

impl<T> Default for FlatSet<T> {
    fn default() -> Self {
        FlatSet(Vec::new())
    }
}

impl<T> Deref for FlatSet<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T: Ord + Clone> BitOr for &FlatSet<T> {
    type Output = FlatSet<T>;

    fn bitor(self, other: Self) -> FlatSet<T> {
        self.iter().chain(other).cloned().collect()
    }
}

impl<T: Ord + Clone> BitAnd for &FlatSet<T> {
    type Output = FlatSet<T>;

    fn bitand(self, other: Self) -> FlatSet<T> {
        FlatSet(
            self.iter()
                .filter(|element| other.contains(*element))
                .cloned()
                .collect(),
        )
    }
}

impl<T: Ord + Clone> Sub for &FlatSet<T> {
    type Output = FlatSet<T>;

    fn sub(self, other: Self) -> FlatSet<T> {
        FlatSet(self.difference(other).cloned().collect())
    }
}

impl<T: Ord> Extend<T> for FlatSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, elements: I) {
        for element in elements {
            self.insert(element);
        }
    }
}

impl<'a, T: Ord + Copy + 'a> Extend<&'a T> for FlatSet<T> {
    fn extend<I: IntoIterator<Item = &'a T>>(&mut self, elements: I) {
        self.extend(elements.into_iter().copied());
    }
}

impl<T: Ord> FromIterator<T> for FlatSet<T> {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        let mut set = FlatSet::new();
        set.extend(elements);
        set
    }
}

impl<T: Ord, const N: usize> From<[T; N]> for FlatSet<T> {
    fn from(elements: [T; N]) -> Self {
        elements.into_iter().collect()
    }
}

impl<T> IntoIterator for FlatSet<T> {
    type Item = T;
    type IntoIter = vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, T> IntoIterator for &'a FlatSet<T> {
    type Item = &'a T;
    type IntoIter = slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_there_once_and_rise() {
        let mut set = FlatSet::from([3, 1, 2, 3]);
        assert_eq!(*set, [1, 2, 3]);
        assert_eq!(
            (set.insert(2), set.remove(&1), set.remove(&1), set.contains(&1)),
            (false, true, false, false)
        );
        assert_eq!(set.difference(&FlatSet::from([2])).collect::<Vec<_>>(), [&3]);
        assert!(set.is_subset(&FlatSet::from([2, 3, 4])) && !set.is_subset(&FlatSet::from([2])));
    }
}
