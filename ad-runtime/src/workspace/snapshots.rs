//! What iterations of checkpointed loops found: copies that lie one above the other and are used once, from the last to the first.

use super::{Stack, Workspace, other};
use crate::differentiable::Differentiable;
use std::any::type_name;
use std::fmt;
use std::marker::PhantomData;

/// Lists of one type of element, in pieces of memory that never move: a vector that grows would hold twice what is in it.
struct Pile<T> {
    pieces: Vec<Vec<T>>,
    /// Those above are empty.
    top: usize,
}

impl<T> Default for Pile<T> {
    fn default() -> Self {
        Pile {
            pieces: Vec::new(),
            top: 0,
        }
    }
}

impl<T: 'static> Stack for Pile<T> {
    fn clear(&mut self) -> usize {
        self.pieces.iter_mut().for_each(Vec::clear);
        self.top = 0;
        self.capacity() * size_of::<T>()
    }
}

impl<T> Pile<T> {
    fn capacity(&self) -> usize {
        self.pieces.iter().map(Vec::capacity).sum()
    }

    /// A piece with room for `count` more.
    fn room(&mut self, count: usize) -> &mut Vec<T> {
        let fits = |piece: &Vec<T>| piece.capacity() - piece.len() >= count;
        if !self.pieces.get(self.top).is_some_and(fits) {
            self.next_piece(count);
        }
        &mut self.pieces[self.top]
    }

    /// Goes on to a piece that holds `count`. A new one holds as many such lists as are an eighth of all, so that there are few.
    #[cold]
    fn next_piece(&mut self, count: usize) {
        self.top += usize::from(self.pieces.get(self.top).is_some_and(|piece| !piece.is_empty()));
        if self.pieces.get(self.top).is_some_and(|piece| piece.capacity() >= count) {
            return;
        }
        let lists = (self.capacity() / 8 / count).max(1);
        let piece = Vec::with_capacity(lists * count);
        match self.pieces.get_mut(self.top) {
            Some(short) => *short = piece,
            None => self.pieces.push(piece),
        }
    }

    /// Takes the list at a place off the pile. What lies above it is of pullbacks that never ran.
    fn take(&mut self, at: &Stacked<T>, used: impl FnOnce(&[T])) {
        if at.len == 0 {
            return used(&[]);
        }
        self.pieces[at.piece + 1..].iter_mut().for_each(Vec::clear);
        self.top = at.piece;
        let piece = &mut self.pieces[at.piece];
        used(&piece[at.start..at.start + at.len]);
        piece.truncate(at.start);
    }
}

/// The place of a copy of a list, among those that the workspace holds.
pub struct Stacked<T> {
    piece: usize,
    start: usize,
    len: usize,
    of: PhantomData<fn() -> T>,
}

impl<T> fmt::Debug for Stacked<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stacked([{}; {}])", type_name::<T>(), self.len)
    }
}

/// A copy of what an iteration finds, for one use: of the copies that are made after it none is used later.
///
/// ```
/// use ad_runtime::{Workspace, snapshot_stacked, unstack};
///
/// let (mut workspace, mut list) = (Workspace::new(), vec![1.0, 2.0]);
/// let start = snapshot_stacked(&mut workspace, &list);
/// list.push(3.0);
/// unstack(&mut workspace, &mut list, start);
/// assert_eq!(list, [1.0, 2.0]);
/// ```
#[inline]
pub fn snapshot_stacked<T: Copy + 'static>(workspace: &mut Workspace, list: &[T]) -> Stacked<T> {
    let mut at = Stacked {
        piece: 0,
        start: 0,
        len: list.len(),
        of: PhantomData,
    };
    if at.len > 0 {
        let pile = workspace.pile();
        let piece = pile.room(at.len);
        at.start = piece.len();
        piece.extend_from_slice(list);
        at.piece = pile.top;
    }
    at
}

/// Puts a copy back that [`snapshot_stacked`] made.
///
/// # Panics
/// If it is of a slice of another length, or of another workspace.
#[inline]
pub fn unstack<T: Copy + 'static, L: Rewrite<T> + ?Sized>(workspace: &mut Workspace, list: &mut L, start: Stacked<T>) {
    workspace.pile().take(&start, |copy| list.rewrite(copy));
}

/// A list that can be made equal to another one in the memory that it has.
///
/// ```
/// use ad_runtime::Rewrite;
///
/// let mut list = vec![1.0, 2.0, 3.0];
/// list.rewrite(&[4.0]);
/// assert_eq!(list, [4.0]);
/// ```
pub trait Rewrite<T> {
    /// Replaces the elements.
    ///
    /// # Panics
    /// If it is a slice of another length.
    fn rewrite(&mut self, from: &[T]);
}

impl<T: Copy> Rewrite<T> for [T] {
    #[inline]
    fn rewrite(&mut self, from: &[T]) {
        self.copy_from_slice(from);
    }
}

impl<T: Copy> Rewrite<T> for Vec<T> {
    #[inline]
    fn rewrite(&mut self, from: &[T]) {
        self.clear();
        self.extend_from_slice(from);
    }
}

impl Workspace {
    fn pile<T: 'static>(&mut self) -> &mut Pile<T> {
        if self.memory.stacks.is_none() {
            self.first_stacks();
        }
        other(&mut self.stacks().others)
    }
}

/// A copy of a value of any type that carries a derivative, in memory of the workspace as far as the type knows how.
///
/// ```
/// use ad_runtime::{Workspace, restart, snapshot_again};
///
/// let (mut workspace, mut pair) = (Workspace::new(), (1.0, vec![2.0]));
/// let start = snapshot_again(&mut workspace, &pair);
/// pair.1.clear();
/// restart(&mut workspace, &mut pair, start);
/// assert_eq!(pair, (1.0, vec![2.0]));
/// ```
#[inline]
pub fn snapshot_again<T: Restart + ?Sized>(workspace: &mut Workspace, place: &T) -> T::Start {
    place.copy_of_start(workspace)
}

/// Puts a copy back that [`snapshot_again`] made.
///
/// # Panics
/// If it is of a slice of another length.
#[inline]
pub fn restart<T: Restart + ?Sized>(workspace: &mut Workspace, place: &mut T, start: T::Start) {
    place.restart_from(start, workspace);
}

/// What an iteration can find, and find again.
///
/// `#[derive(Differentiable)]` makes it for structs with fields that are mutable references, which are no `Clone`: what these point to
/// is copied.
pub trait Restart {
    /// What is kept.
    type Start;
    /// A copy.
    fn copy_of_start(&self, workspace: &mut Workspace) -> Self::Start;
    /// Puts it back.
    ///
    /// # Panics
    /// If it is of a slice of another length.
    fn restart_from(&mut self, start: Self::Start, workspace: &mut Workspace);
}

impl<T: Differentiable + Clone> Restart for T {
    type Start = T;
    #[inline]
    fn copy_of_start(&self, workspace: &mut Workspace) -> T {
        super::copy_to_write(workspace, self)
    }
    #[inline]
    fn restart_from(&mut self, start: T, workspace: &mut Workspace) {
        std::mem::replace(self, start).end_copy(workspace);
    }
}

impl<T: Clone> Restart for [T] {
    type Start = Vec<T>;
    #[inline]
    fn copy_of_start(&self, _: &mut Workspace) -> Vec<T> {
        self.to_vec()
    }
    #[inline]
    fn restart_from(&mut self, start: Vec<T>, _: &mut Workspace) {
        self.clone_from_slice(&start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_come_off_the_pile_in_the_opposite_order() {
        let mut workspace = Workspace::new();
        for _ in 0..3 {
            let lists: Vec<Vec<f64>> = (0..100)
                .map(|n| (0..n % 7).map(|i| f64::from(i * n)).collect())
                .collect();
            let starts: Vec<_> = lists
                .iter()
                .map(|list| snapshot_stacked(&mut workspace, list))
                .collect();
            for (list, start) in lists.iter().zip(starts).rev() {
                let mut found = vec![0.5; 3];
                unstack(&mut workspace, &mut found, start);
                assert_eq!(&found, list);
            }
            assert!(workspace.pile::<f64>().pieces.iter().all(Vec::is_empty));
        }
    }

    #[test]
    fn what_nobody_took_off_the_pile_is_cut_off() {
        let mut workspace = Workspace::new();
        let first = snapshot_stacked(&mut workspace, &[1.0, 2.0]);
        for _ in 0..10 {
            let _dropped = snapshot_stacked(&mut workspace, &[3.0, 4.0, 5.0]);
        }
        let mut list = [0.0; 2];
        unstack(&mut workspace, &mut list[..], first);
        assert_eq!(list, [1.0, 2.0]);
        assert!(workspace.pile::<f64>().pieces.iter().all(Vec::is_empty));
    }

    /// Of lists of one length, none of the memory is left over.
    #[test]
    fn a_pile_is_little_larger_than_what_lies_on_it() {
        let mut workspace = Workspace::new();
        for _ in 0..1000 {
            let _kept = snapshot_stacked(&mut workspace, &[0.5; 6]);
        }
        let pile = workspace.pile::<f64>();
        assert!(
            pile.capacity() < 6750 && pile.pieces.len() < 60,
            "{} numbers",
            pile.capacity()
        );
        for _ in 0..100 {
            let _longer = snapshot_stacked(&mut workspace, &[0.5; 600]);
        }
        assert!(workspace.pile::<f64>().capacity() < 66_000 * 9 / 8);
    }
}
