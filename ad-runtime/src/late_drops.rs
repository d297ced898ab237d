//! What the reverse sweep needs of the forward one is dropped with the pullback. That nobody notices is proved of what carries no
//! derivative and has no owner but the sweep: its type has no `Drop` of its own, or one that only frees memory.
//!
//! Input:  `let guard = m.lock().unwrap(); f(x, &guard)`
//! Output: `let guard = …; (&&&Retained(&guard)).frees_memory();`, which is an error

use std::cell::{Ref, RefMut};
use std::collections::{BTreeMap, BTreeSet, LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

/// A value that the pullback keeps.
///
/// ```
/// use ad_runtime::{Retained, RetainedBorrow as _, RetainedGuard as _, RetainedMemory as _, RetainedValue as _};
///
/// (&&&Retained(&vec![1.0])).frees_memory();
/// (&&&Retained(&("plain", [1, 2]))).frees_memory();
/// ```
///
/// ```compile_fail
/// use ad_runtime::{Retained, RetainedBorrow as _, RetainedGuard as _, RetainedMemory as _, RetainedValue as _};
///
/// let lock = std::sync::Mutex::new(1);
/// (&&&Retained(&lock.lock().unwrap())).frees_memory();
/// ```
#[derive(Debug)]
pub struct Retained<'v, T: ?Sized>(pub &'v T);

impl<T: ?Sized> Clone for Retained<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Retained<'_, T> {}

/// Whether a type's `Drop` only frees memory.
#[diagnostic::on_unimplemented(
    message = "the derivative would not drop `{Self}` where the function does",
    label = "kept for the reverse sweep, or a temporary that the derivative lets go before the statement ends",
    note = "give a temporary a name, `let guard = ..;`; of what is kept take what is needed before, `let w = guard.weight;`, or make it outside and lend it: `#[no_diff] guard: &Guard`"
)]
pub trait FreesMemory {}

impl<T> FreesMemory for Vec<T> {}
impl<T> FreesMemory for VecDeque<T> {}
impl<T> FreesMemory for LinkedList<T> {}
impl<K, V> FreesMemory for BTreeMap<K, V> {}
impl<T> FreesMemory for BTreeSet<T> {}
impl<T> FreesMemory for std::vec::IntoIter<T> {}
impl<T, const N: usize> FreesMemory for std::array::IntoIter<T, N> {}
impl<K, V> FreesMemory for std::collections::btree_map::IntoIter<K, V> {}
#[cfg(feature = "arrayvec")]
impl<T, const N: usize> FreesMemory for arrayvec::ArrayVec<T, N> {}
#[cfg(feature = "smallvec")]
impl<A: smallvec::Array> FreesMemory for smallvec::SmallVec<A> {}
impl<T: ?Sized> FreesMemory for std::rc::Weak<T> {}
impl<T: ?Sized> FreesMemory for std::sync::Weak<T> {}
impl<T: ?Sized> FreesMemory for Box<T> {}
impl<T: ?Sized> FreesMemory for Rc<T> {}
impl<T: ?Sized> FreesMemory for Arc<T> {}

/// Borrows of cells, which end when they are dropped.
pub trait Borrows {}

impl<T: ?Sized> Borrows for Ref<'_, T> {}
impl<T: ?Sized> Borrows for RefMut<'_, T> {}

/// Of what frees memory.
pub trait RetainedMemory {
    /// It does.
    fn frees_memory(self);
}

impl<T: ?Sized + FreesMemory> RetainedMemory for &&&Retained<'_, T> {
    #[inline(always)]
    fn frees_memory(self) {}
}

/// Of a borrow.
pub trait RetainedBorrow {
    /// What is kept.
    type Value: ?Sized;
    /// It does more.
    fn frees_memory(self)
    where
        Self::Value: FreesMemory;
}

impl<T: ?Sized + Borrows> RetainedBorrow for &&Retained<'_, T> {
    type Value = T;
    fn frees_memory(self)
    where
        T: FreesMemory,
    {
    }
}

/// Of what has a `Drop` of its own.
pub trait RetainedGuard {
    /// What is kept.
    type Value: ?Sized;
    /// It does more.
    fn frees_memory(self)
    where
        Self::Value: FreesMemory;
}

// What has a `Drop` that is written is meant.
#[allow(drop_bounds)]
impl<T: ?Sized + Drop> RetainedGuard for &Retained<'_, T> {
    type Value = T;
    fn frees_memory(self)
    where
        T: FreesMemory,
    {
    }
}

/// Of what has none.
pub trait RetainedValue {
    /// It has nothing to do.
    fn frees_memory(self);
}

impl<T: ?Sized> RetainedValue for Retained<'_, T> {
    #[inline(always)]
    fn frees_memory(self) {}
}
