//! What can be inserted into: maps by keys, lists at indices.
//!
//! Input: `list.insert(1, x)`. Output: the list, longer; backwards, the cotangent that the list's has at that index.

use crate::differentiable::Differentiable;
use crate::witness::zero_in;
use crate::workspace::Workspace;

/// What has an `insert` of two arguments: a map, or a vector.
///
/// ```
/// let mut map = std::collections::HashMap::new();
/// assert_eq!(ad_runtime::insert(&mut map, 'a', 1.0), None);
/// let mut list = vec![1.0];
/// ad_runtime::insert(&mut list, 0, 2.0);
/// assert_eq!((map[&'a'], list), (1.0, vec![2.0, 1.0]));
/// ```
#[diagnostic::on_unimplemented(
    message = "the derivative of `insert` is not known for `{Self}`",
    note = "it is for `Vec`, `HashMap`, `BTreeMap` and, with the features `indexmap` and `hashbrown`, those of these crates"
)]
pub trait Insert<K, V> {
    /// What `insert` returns.
    type Replaced;
    /// The method itself.
    fn insert_at(&mut self, key: K, value: V) -> Self::Replaced;
}

/// The derivative of [`Insert`].
///
/// ```
/// use ad_runtime::InsertAdjoint;
///
/// let (mut map, mut map_bar) = (std::collections::BTreeMap::new(), std::collections::BTreeMap::new());
/// let mut workspace = ad_runtime::Workspace::new();
/// let (replaced, kept) = map.insert_kept(1, 2.0, &mut workspace);
/// map_bar.insert(1, 5.0);
/// assert_eq!(map.take_back(kept, replaced, Some(&mut map_bar), &mut workspace), 5.0);
/// assert!(map.is_empty() && map_bar.is_empty());
/// ```
#[diagnostic::on_unimplemented(
    message = "the derivative of `insert` is not known for `{Self}`",
    note = "it is for `Vec`, `HashMap` and `BTreeMap`, of values that can be cloned"
)]
pub trait InsertAdjoint<K, V: Differentiable>: Insert<K, V, Replaced: Differentiable> + Differentiable {
    /// What it takes to undo it.
    type Kept;
    /// The method, with what it takes to undo it.
    fn insert_kept(&mut self, key: K, value: V, workspace: &mut Workspace) -> (Self::Replaced, Self::Kept);
    /// Undoes it, here and in the cotangent; gives the cotangent of the value that was inserted.
    fn take_back(
        &mut self,
        kept: Self::Kept,
        seed: <Self::Replaced as Differentiable>::Cotangent,
        bar: Option<&mut Self::Cotangent>,
        workspace: &mut Workspace,
    ) -> V::Cotangent;
}

/// The method `insert`.
///
/// ```
/// let mut map = std::collections::BTreeMap::from([(1, 2.0)]);
/// assert_eq!(ad_runtime::insert(&mut map, 1, 3.0), Some(2.0));
/// ```
#[inline]
pub fn insert<C: Insert<K, V>, K, V>(collection: &mut C, key: K, value: V) -> C::Replaced {
    collection.insert_at(key, value)
}

impl<T> Insert<usize, T> for Vec<T> {
    type Replaced = ();
    #[inline]
    fn insert_at(&mut self, at: usize, value: T) {
        self.insert(at, value);
    }
}

impl<T: Differentiable> InsertAdjoint<usize, T> for Vec<T> {
    type Kept = usize;
    #[inline]
    fn insert_kept(&mut self, at: usize, value: T, _: &mut Workspace) -> ((), usize) {
        self.insert(at, value);
        ((), at)
    }
    #[inline]
    fn take_back(
        &mut self,
        at: usize,
        (): (),
        bar: Option<&mut Self::Cotangent>,
        workspace: &mut Workspace,
    ) -> T::Cotangent {
        let value = self.remove(at);
        let value_bar = bar.map_or_else(|| zero_in(workspace, &value), |bar| bar.remove(at));
        value.end_copy(workspace);
        value_bar
    }
}
