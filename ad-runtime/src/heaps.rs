//! Heaps: the cotangent of a `BinaryHeap` is a list of those of its elements, in the order in which the heap has them.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::differentiable::{Differentiable, Many};
use crate::foreign::rows;
use crate::found::{At, ByRef, at};
use crate::inactive::Inactive;
use crate::routes::{Route, route};
use crate::unassigned::Unassigned;
use crate::witness::zero_in;
use crate::workspace::{Workspace, copy_to_write, lengthen};
use std::collections::BinaryHeap;

/// A step along a cotangent may change which element is the greatest: the heap is put in order again.
///
/// ```
/// use ad_runtime::Differentiable;
/// use std::collections::BinaryHeap;
///
/// #[derive(Clone, Copy, PartialEq, PartialOrd)]
/// struct Key(f64);
/// # impl Eq for Key {}
/// # impl Ord for Key { fn cmp(&self, other: &Self) -> std::cmp::Ordering { self.0.total_cmp(&other.0) } }
/// # impl Differentiable for Key {
/// #     type Cotangent = f64; type Shape = ();
/// #     fn coarseness(&self) -> f64 { f64::EPSILON }
/// #     fn cotangent_shape(&self) {}
/// #     fn zero_of((): &()) -> f64 { 0.0 }
/// #     fn add_scaled(&mut self, alpha: f64, bar: &f64) { self.0 += alpha * bar }
/// #     fn flatten_into(&self, out: &mut Vec<f64>) { out.push(self.0) }
/// #     fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) { self.0 = flat.next().unwrap() }
/// # }
///
/// let mut heap = BinaryHeap::from([Key(1.0), Key(2.0)]);
/// heap.add_scaled(2.0, &vec![0.0, 1.0]); // of 2 and of 1
/// assert!(heap.pop() == Some(Key(3.0)) && heap.pop() == Some(Key(2.0)));
/// ```
impl<T: Differentiable + Ord> Differentiable for BinaryHeap<T> {
    type Cotangent = Vec<T::Cotangent>;
    type Shape = Many<T::Shape>;
    fn coarseness(&self) -> f64 {
        self.iter().map(T::coarseness).fold(0.0, f64::max)
    }
    #[inline]
    fn cotangent_shape(&self) -> Self::Shape {
        Many::of(self.iter())
    }
    #[inline]
    fn zero_of(shape: &Self::Shape) -> Self::Cotangent {
        shape.zero::<T>()
    }
    #[inline]
    fn zero_of_in(shape: &Self::Shape, workspace: &mut Workspace) -> Self::Cotangent {
        shape.zero_in::<T>(workspace)
    }
    #[inline]
    fn cotangent_shape_in(&self, workspace: &mut Workspace) -> Self::Shape {
        Many::of_in(self.iter(), workspace)
    }
    #[inline]
    fn give_back_shape(shape: Self::Shape, workspace: &mut Workspace) {
        shape.give_back::<T>(workspace);
    }
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent) {
        assert_eq!(
            self.len(),
            cotangent.len(),
            "a heap was moved along a cotangent of another length"
        );
        rearranged(self, |elements| {
            for (value, c) in elements.iter_mut().zip(cotangent) {
                value.add_scaled(alpha, c);
            }
        });
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        self.iter().for_each(|value| value.flatten_into(out));
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        rearranged(self, |elements| {
            elements.iter_mut().for_each(|value| value.unflatten_from(flat))
        });
    }
}

/// Changes the list of a heap's elements. std makes a heap of it again, and leaves a list as it is that is one already.
fn rearranged<T: Ord, R>(heap: &mut BinaryHeap<T>, change: impl FnOnce(&mut Vec<T>) -> R) -> R {
    let mut elements = std::mem::take(heap).into_vec();
    let changed = change(&mut elements);
    *heap = elements.into();
    changed
}

#[diagnostic::do_not_recommend]
impl<T: Inactive + Ord> Inactive for BinaryHeap<T> {}

impl<T: Ord> Unassigned for BinaryHeap<T> {
    #[inline(always)]
    fn unassigned() -> Self {
        BinaryHeap::new()
    }
}

/// The element that many steps above another one, on the way to the root.
#[inline(always)]
fn above(place: usize, steps: u32) -> usize {
    ((place + 1) >> steps) - 1
}

/// How many steps an element is away from the root.
#[inline(always)]
fn depth(place: usize) -> u32 {
    (place + 1).ilog2()
}

/// Where a value comes to stand that is pushed: it goes up from the end, past what is less.
fn place_of_pushed<T: Ord>(elements: &[T], value: &T) -> usize {
    let mut place = elements.len();
    while place > 0 && *value > elements[above(place, 1)] {
        place = above(place, 1);
    }
    place
}

/// Where the last element comes to stand when the first one is popped: it goes down to the end, and what is the greater one of two
/// goes up in its place; then up again, past what is less.
fn place_of_last<T: Ord>(elements: &[T]) -> usize {
    let Some((last, others)) = elements.split_last() else {
        return 0;
    };
    let (mut place, mut child) = (0, 1);
    while child < others.len() {
        if child + 1 < others.len() && others[child] <= others[child + 1] {
            child += 1;
        }
        place = child;
        child = 2 * place + 1;
    }
    // What stood there has gone up, and is above it now.
    while place > 0 && *last > others[place] {
        place = above(place, 1);
    }
    place
}

/// Takes back a push that has brought its value to a place.
fn unpush<E>(elements: &mut Vec<E>, place: usize) -> E {
    let end = elements.len() - 1;
    for steps in (0..depth(end) - depth(place)).rev() {
        elements.swap(above(end, steps + 1), above(end, steps));
    }
    elements.pop().expect("it was pushed in the forward sweep")
}

/// Takes back a pop that has brought the last element to a place: what stood on the way there has gone up by one step.
fn unpop<E>(elements: &mut Vec<E>, popped: E, place: usize) {
    let mut carried = popped;
    if !elements.is_empty() {
        for steps in (0..=depth(place)).rev() {
            std::mem::swap(&mut elements[above(place, steps)], &mut carried);
        }
    }
    elements.push(carried);
}

rows! {
    /// The twins of a heap's methods. Going back, each element is put back where it stood; since std makes a heap of a list by looking
    /// at all of it, that takes as long as the heap has elements.
    ///
    /// ```
    /// use ad_runtime::HeapMethods as _;
    /// use std::collections::BinaryHeap;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let mut heap = BinaryHeap::from([1, 3, 2]);
    /// let (greatest, kept) = heap.pop_differentiable_push(&mut ws);
    /// assert_eq!((greatest, heap.as_slice()), (Some(3), &[2, 1][..]));
    /// let mut bar = vec![(), ()];
    /// heap.pop_differentiable_pull(kept, &mut ws, Some(()), Some(&mut bar));
    /// assert_eq!((heap.as_slice(), bar.len()), (&[3, 1, 2][..], 3));
    /// ```
    HeapMethods[T: Differentiable + Ord][T] for [] BinaryHeap<T>;

    /// Keeps where the value came to stand.
    fn push(mut x, value: into T), keeps usize, gives (T::Cotangent,);
        value { let place = place_of_pushed(x.as_slice(), &value); x.push(value); ((), place) }
        adjoint in ws |place, (), x_bar, ()| {
            let value = rearranged(x, |elements| unpush(elements, place));
            let value_bar = x_bar.map_or_else(|| zero_in(ws, &value), |x_bar| unpush(x_bar, place));
            value.end_copy(ws);
            (value_bar,)
        }

    /// Keeps where the last element came to stand.
    fn pop(mut x) -> Option<T>, keeps Option<(T, usize)> where [T: Clone];
        value in ws {
            let place = place_of_last(x.as_slice());
            let popped = x.pop();
            (popped.as_ref().map(|popped| copy_to_write(ws, popped)), popped.map(|popped| (popped, place)))
        }
        adjoint in ws |popped, seed, x_bar| {
            let Some((popped, place)) = popped else { return };
            if let Some(x_bar) = x_bar {
                let popped_bar = seed.unwrap_or_else(|| zero_in(ws, &popped));
                if x_bar.len() == x_bar.capacity() {
                    lengthen(ws, x_bar);
                }
                unpop(x_bar, popped_bar, place);
            }
            rearranged(x, |elements| unpop(elements, popped, place));
        }

    /// Keeps what the heap held; the heap keeps its memory, as it does in the user's function.
    fn clear(mut x), keeps Vec<T>;
        value { let mut cleared = Vec::with_capacity(x.len()); cleared.extend(x.drain()); ((), cleared) }
        adjoint |cleared, (), x_bar| {
            if let Some(x_bar) = x_bar {
                *x_bar = cleared.iter().map(T::zero_cotangent).collect();
            }
            *x = cleared.into();
        }
}

/// The ways to the elements of a heap.
pub trait HeapRoutes<T: Differentiable>: Sized {
    /// Whose method this is.
    fn peek_marked_differentiable(&self) -> At<Self, ByRef> {
        at()
    }

    /// Whether `heap.peek()` gives an element.
    fn peek_differentiable_present(&self) -> bool;

    /// The way to the greatest element.
    fn peek_differentiable_route_0(
        &self,
    ) -> impl Route<Self, Vec<T::Cotangent>, Value = T, Bar = T::Cotangent> + Copy + 'static + use<Self, T>;

    /// Whose method this is.
    fn as_slice_marked_differentiable(&self) -> At<Self, ByRef> {
        at()
    }

    /// The way to the elements, in the order in which the heap has them.
    fn as_slice_differentiable_route_0(
        &self,
    ) -> impl Route<Self, Vec<T::Cotangent>, Value = [T], Bar = [T::Cotangent]> + Copy + 'static + use<Self, T>;
}

impl<T: Differentiable + Ord> HeapRoutes<T> for BinaryHeap<T> {
    #[inline]
    fn peek_differentiable_present(&self) -> bool {
        !self.is_empty()
    }

    #[inline(always)]
    fn peek_differentiable_route_0(
        &self,
    ) -> impl Route<Self, Vec<T::Cotangent>, Value = T, Bar = T::Cotangent> + Copy + 'static + use<T> {
        route::<Self, T, Vec<T::Cotangent>, T::Cotangent, _, _, _>(
            |heap| heap.peek().expect("the heap held an element"),
            |bar| &bar[0],
            |bar| &mut bar[0],
        )
    }

    #[inline(always)]
    fn as_slice_differentiable_route_0(
        &self,
    ) -> impl Route<Self, Vec<T::Cotangent>, Value = [T], Bar = [T::Cotangent]> + Copy + 'static + use<T> {
        route::<Self, [T], Vec<T::Cotangent>, [T::Cotangent], _, _, _>(
            |heap| heap.as_slice(),
            |bar| &bar[..],
            |bar| &mut bar[..],
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compared by its key alone, so that many are equal.
    #[derive(Clone, Copy, Debug)]
    struct Keyed {
        key: u8,
        number: usize,
    }

    impl PartialEq for Keyed {
        fn eq(&self, other: &Self) -> bool {
            self.key == other.key
        }
    }

    impl Eq for Keyed {}

    impl PartialOrd for Keyed {
        fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
            Some(self.cmp(other))
        }
    }

    impl Ord for Keyed {
        fn cmp(&self, other: &Self) -> std::cmp::Ordering {
            self.key.cmp(&other.key)
        }
    }

    fn numbers(heap: &BinaryHeap<Keyed>) -> Vec<usize> {
        heap.iter().map(|element| element.number).collect()
    }

    /// Whatever std does to a heap is taken back step by step, and its elements are where they were.
    #[test]
    fn pushes_and_pops_are_taken_back() {
        let mut heap = BinaryHeap::new();
        let mut state = 1_u32;
        let mut steps = Vec::new();
        for number in 0..2000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let before = numbers(&heap);
            let (key, pushes) = ((state >> 24) as u8 % 16, (state >> 16) % 8 > 2);
            if pushes == (number < 1000) {
                let value = Keyed { key, number };
                let place = place_of_pushed(heap.as_slice(), &value);
                heap.push(value);
                assert_eq!(heap.as_slice()[place].number, number);
                steps.push((before, None, place));
            } else {
                let place = place_of_last(heap.as_slice());
                let popped = heap.pop();
                steps.push((before, popped, place));
            }
        }
        let mut elements = heap.into_vec();
        for (before, popped, place) in steps.into_iter().rev() {
            match popped {
                Some(popped) => unpop(&mut elements, popped, place),
                None if elements.len() > before.len() => drop(unpush(&mut elements, place)),
                None => {}
            }
            let heap = BinaryHeap::from(elements);
            assert_eq!(numbers(&heap), before);
            elements = heap.into_vec();
        }
    }
}
