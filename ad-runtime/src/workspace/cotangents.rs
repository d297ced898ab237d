//! Cotangents in memory of the workspace: lent, and given back when they have served their turn.
//!
//! ```text
//! Input:  the length of a list, or a slice beside another one of the same
//! Output: an empty list with room for so many, a `Part` of zeros; `give_back` takes the memory back
//! ```

use crate::cotangent::{Absorb, Cotangent};
use crate::differentiable::Differentiable;
use crate::lasting::OnType;
use crate::scalar::Scalar;
use crate::workspace::Workspace;
use std::ops::{Deref, DerefMut};

/// A zero cotangent of a vector, in memory of the workspace: to be given back with [`give_back`].
///
/// ```
/// let mut workspace = ad_runtime::Workspace::new();
/// assert_eq!(ad_runtime::part(&mut workspace, &[1.0, 2.0]), [0.0, 0.0]);
/// ```
pub fn part<S: Scalar>(workspace: &mut Workspace, list: &[S]) -> Vec<S> {
    workspace.zeros(list.len())
}

/// Gives the memory of a cotangent that has served its turn back to the workspace.
///
/// ```
/// use ad_runtime::{Workspace, give_back, witness};
///
/// let mut workspace = Workspace::new();
/// let shape = witness(&vec![1.0, 2.0]);
/// let mut bar = shape.zero_in(&mut workspace);
/// bar[1] += 1.0;
/// give_back(&mut workspace, bar);
/// assert_eq!(shape.zero_in(&mut workspace), [0.0, 0.0]);
/// ```
#[inline(always)]
pub fn give_back<C: Cotangent>(workspace: &mut Workspace, bar: C) {
    bar.give_back(workspace);
}

/// Asks for an empty list with room for so many.
struct Lend<'a>(usize, &'a mut Workspace);

impl<C> OnType<C> for Lend<'_> {
    type Out = Vec<C>;
    #[inline(always)]
    fn any(self) -> Vec<C> {
        Vec::with_capacity(self.0)
    }
    #[inline(always)]
    fn lasting(self) -> Vec<C>
    where
        C: 'static,
    {
        self.1.lend(self.0)
    }
}

/// Gives back a list.
struct TakeBack<'a, C>(Vec<C>, &'a mut Workspace);

impl<C> OnType<C> for TakeBack<'_, C> {
    type Out = ();
    #[inline(always)]
    fn any(self) {}
    #[inline(always)]
    fn lasting(self)
    where
        C: 'static,
    {
        self.1.take_back(self.0);
    }
}

/// An empty list for `count` cotangents: in memory of the workspace where their type outlives everything.
#[inline(always)]
pub(crate) fn lend_list<C: Cotangent>(count: usize, workspace: &mut Workspace) -> Vec<C> {
    C::on_type(Lend(count, workspace))
}

/// Gives back a list of cotangents, and what each of them holds.
#[inline(always)]
pub(crate) fn give_back_list<C: Cotangent>(mut list: Vec<C>, workspace: &mut Workspace) {
    if std::mem::needs_drop::<C>() {
        list.drain(..).for_each(|c| c.give_back(workspace));
    }
    C::on_type(TakeBack(list, workspace));
}

/// An empty list for copies of so many values, which [`end_values`] takes back.
#[inline(always)]
pub(crate) fn lend_values<T: Differentiable>(count: usize, workspace: &mut Workspace) -> Vec<T> {
    workspace.of_values = true;
    let list = T::on_type(Lend(count, workspace));
    workspace.of_values = false;
    list
}

/// Gives back a list of values, and what each of them holds, as far as copies were made there before.
#[inline(always)]
pub(crate) fn end_values<T: Differentiable>(mut list: Vec<T>, workspace: &mut Workspace) {
    if std::mem::needs_drop::<T>() {
        // Copies of the same values are then made in the same memory.
        list.drain(..).rev().for_each(|value| value.end_copy(workspace));
    }
    workspace.of_values = true;
    T::on_type(TakeBack(list, workspace));
    workspace.of_values = false;
}

/// Moves a list of cotangents that is full to memory of the workspace with room for twice as many.
#[cold]
pub(crate) fn lengthen<C: Cotangent>(workspace: &mut Workspace, list: &mut Vec<C>) {
    struct Lengthen<'a, C>(&'a mut Vec<C>, &'a mut Workspace);
    impl<C> OnType<C> for Lengthen<'_, C> {
        type Out = ();
        fn any(self) {}
        fn lasting(self)
        where
            C: 'static,
        {
            let Lengthen(list, workspace) = self;
            let count = (2 * list.len()).max(FEW);
            let mut longer = workspace.lend(count);
            longer.reserve(count);
            longer.append(list);
            workspace.take_back(std::mem::replace(list, longer));
        }
    }
    C::on_type(Lengthen(list, workspace));
}

/// What the user is given of a cotangent: a copy, no larger than it must be. Its memory is the workspace's.
///
/// ```
/// use ad_runtime::{Workspace, to_keep, witness};
///
/// let mut workspace = Workspace::new();
/// let bar = witness(&vec![1.0]).zero_in(&mut workspace);
/// assert_eq!(to_keep(&mut workspace, bar), [0.0]);
/// assert!(workspace.tape::<f64>().capacity() > 0);
/// ```
#[inline]
pub fn to_keep<C: Cotangent>(workspace: &mut Workspace, bar: C) -> C {
    let own = bar.clone();
    bar.give_back(workspace);
    own
}

/// A copy of a list of cotangents.
#[inline]
pub(crate) fn copied<C: Cotangent>(workspace: &mut Workspace, list: &[C]) -> Vec<C> {
    let mut copy = lend_list(list.len(), workspace);
    copy.extend(list.iter().map(|element| element.copy_in(workspace)));
    copy
}

/// The cotangent of a slice, beside another one of the same slice: on the stack where it is short.
#[derive(Debug)]
pub struct Part<S> {
    few: [S; FEW],
    many: Vec<S>,
    len: usize,
}

const FEW: usize = 8;

impl<S: Scalar> Part<S> {
    /// A zero for each element.
    ///
    /// ```
    /// use ad_runtime::{Part, Workspace};
    ///
    /// let mut workspace = Workspace::new();
    /// let part = Part::zero(&mut workspace, &[1.0, 2.0]);
    /// assert_eq!(*part, [0.0, 0.0]);
    /// part.give_back(&mut workspace);
    /// ```
    #[inline]
    pub fn zero(workspace: &mut Workspace, slice: &[S]) -> Self {
        let long = slice.len() > FEW;
        Part {
            few: [S::ZERO; FEW],
            many: if long { part(workspace, slice) } else { Vec::new() },
            len: slice.len(),
        }
    }

    /// Gives the memory of a long one back.
    #[inline]
    pub fn give_back(self, workspace: &mut Workspace) {
        if self.len > FEW {
            workspace.take_back(self.many);
        }
    }
}

impl<S> Deref for Part<S> {
    type Target = [S];
    #[inline]
    fn deref(&self) -> &[S] {
        if self.len > FEW {
            &self.many
        } else {
            &self.few[..self.len]
        }
    }
}

impl<S> DerefMut for Part<S> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [S] {
        if self.len > FEW {
            &mut self.many
        } else {
            &mut self.few[..self.len]
        }
    }
}

impl<S: Scalar> Absorb<Part<S>> for [S] {
    #[inline]
    fn absorb(&mut self, contribution: &Part<S>) {
        assert_eq!(self.len(), contribution.len, "cotangents of one slice differ in length");
        for (sum, x) in self.iter_mut().zip(&**contribution) {
            *sum += *x;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_as_long_as_their_slice() {
        let mut workspace = Workspace::new();
        for len in [0, 1, FEW, FEW + 1, 100] {
            let slice = vec![1.0; len];
            let mut part = Part::zero(&mut workspace, &slice);
            assert_eq!(*part, vec![0.0; len]);
            part.iter_mut().for_each(|x| *x += 2.0);
            let mut sum = slice;
            crate::accumulate(&mut sum[..], &part);
            assert_eq!(sum, vec![3.0; len]);
            part.give_back(&mut workspace);
        }
        assert_eq!(workspace.tape::<f64>().capacity(), 100);
    }

    /// The cotangents of a list of lists: all are in the workspace's memory from the second time on.
    #[test]
    fn cotangents_come_back_with_their_memory() {
        let lists = vec![vec![1.0], vec![2.0, 3.0], Vec::new(), vec![4.0_f64; 100]];
        let shape = crate::witness(&lists);
        let mut workspace = Workspace::new();
        let memory = |bar: &Vec<Vec<f64>>| {
            let mut memory: Vec<_> = bar.iter().map(|list| list.as_ptr() as usize).collect();
            memory.push(bar.as_ptr() as usize);
            memory.sort();
            memory
        };
        let mut bar = shape.zero_in(&mut workspace);
        bar[1][1] = 2.0;
        bar[3].fill(f64::NAN);
        give_back(&mut workspace, bar);
        // The lists may change places until each is long enough.
        for _ in 0..4 {
            let bar = shape.zero_in(&mut workspace);
            give_back(&mut workspace, bar);
        }
        let bar = shape.zero_in(&mut workspace);
        assert_eq!(bar, crate::zero(&lists));
        let first = memory(&bar);
        give_back(&mut workspace, bar);
        assert_eq!(memory(&shape.zero_in(&mut workspace)), first);
    }

    #[test]
    fn of_cotangents_from_elsewhere_the_longer_ones_are_kept() {
        let mut workspace = Workspace::new();
        let lent = crate::witness(&vec![1.0; 10]).zero_in(&mut workspace);
        give_back(&mut workspace, vec![1.0; 2]);
        give_back(&mut workspace, lent);
        give_back(&mut workspace, vec![1.0; 9]);
        assert_eq!(workspace.tape::<f64>().capacity(), 10);
        assert_eq!(workspace.tape::<f64>().capacity(), 0);
    }

    /// Vectors from elsewhere, one for each call, are not kept.
    #[test]
    fn no_more_cotangents_come_back_than_were_lent() {
        let mut workspace = Workspace::new();
        give_back(&mut workspace, vec![1.0, 2.0]);
        assert_eq!(workspace.tape::<f64>().capacity(), 0);
        let lent = crate::witness(&vec![1.0]).zero_in(&mut workspace);
        for _ in 0..10 {
            give_back(&mut workspace, vec![1.0; 5]);
        }
        give_back(&mut workspace, lent);
        assert_eq!(workspace.tape::<f64>().capacity(), 5);
        assert_eq!(workspace.tape::<f64>().capacity(), 0);
    }
}
