//! Queues with two ends: the cotangent of a `VecDeque` is one of the cotangents of its elements, in the same order.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::cotangent::Cotangent;
use crate::differentiable::{Differentiable, Many, memory_of};
use crate::foreign::rows;
use crate::inactive::Inactive;
use crate::lasting::{OnQueue, OnType};
use crate::numbers::{Numbers, Outline};
use crate::routes::indexed;
use crate::twins::{Collected, FromItems};
use crate::unassigned::Unassigned;
use crate::witness::zero_in;
use crate::workspace::{Workspace, copy_to_write, end_values, lend_list, lend_values, lengthen};
use std::collections::VecDeque;

/// ```
/// use ad_runtime::Differentiable;
/// use std::collections::VecDeque;
///
/// let mut queue = VecDeque::from([1.0, 2.0]);
/// queue.add_scaled(2.0, &VecDeque::from([0.0, 0.5]));
/// assert_eq!(queue, [1.0, 3.0]);
/// ```
impl<T: Differentiable> Differentiable for VecDeque<T> {
    type Cotangent = VecDeque<T::Cotangent>;
    type Shape = Many<T::Shape>;
    crate::differentiable::shape_of_list!(T);
    #[inline]
    fn memory(&self) -> Option<usize> {
        Some(memory_of(self.iter())? + self.capacity() * size_of::<T>())
    }
    #[inline]
    fn refill(&mut self, from: &Self) -> bool {
        self.truncate(from.len());
        self.len() == from.len() && self.iter_mut().zip(from).all(|(value, from)| value.refill(from))
    }
    #[inline]
    fn copy_again(&self, workspace: &mut Workspace) -> Option<Self> {
        let mut copy = lend_values(self.len(), workspace);
        let (front, back) = self.as_slices();
        if T::copy_all(front, &mut copy, workspace) && T::copy_all(back, &mut copy, workspace) {
            return Some(copy.into());
        }
        copy.end_copy(workspace);
        None
    }
    #[inline]
    fn give_up(&mut self, workspace: &mut Workspace) {
        end_values(std::mem::take(self).into(), workspace);
    }
    #[inline(always)]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        T::on_type(OnQueue(on))
    }
    crate::differentiable::each_value!(T);
    #[inline(always)]
    fn husk_shape() -> Option<Self::Shape> {
        (size_of::<T::Cotangent>() > 0).then(Many::none)
    }
    #[inline]
    fn add_scaled(&mut self, alpha: f64, cotangent: &Self::Cotangent) {
        assert_eq!(
            self.len(),
            cotangent.len(),
            "a queue was moved along a cotangent of another length"
        );
        for (value, c) in self.iter_mut().zip(cotangent) {
            value.add_scaled(alpha, c);
        }
    }
    fn outline(&self, outline: &mut Outline) {
        match T::list_outline(&[]) {
            Some((mut shape, float)) => {
                shape[0] = self.len();
                outline.leaf(&shape, float);
            }
            None => {
                for (k, value) in self.iter().enumerate() {
                    outline.within(&k.to_string(), |outline| value.outline(outline));
                }
            }
        }
    }
    fn each_number(&mut self, f: &mut dyn FnMut(Numbers<'_>)) {
        self.iter_mut().for_each(|value| value.each_number(f));
    }
}

impl<C: Cotangent> Cotangent for VecDeque<C> {
    crate::cotangent::each_component!();
    #[inline]
    fn on_type<O: OnType<Self>>(on: O) -> O::Out {
        C::on_type(OnQueue(on))
    }
    #[inline]
    fn husk() -> Option<Self> {
        Some(VecDeque::new())
    }
    #[inline]
    fn give_back(self, workspace: &mut Workspace) {
        Vec::from(self).give_back(workspace);
    }
    #[inline]
    fn copy_in(&self, workspace: &mut Workspace) -> Self {
        let mut copy = lend_list(self.len(), workspace);
        copy.extend(self.iter().map(|c| c.copy_in(workspace)));
        copy.into()
    }
    #[inline]
    fn accumulate(&mut self, other: &Self) {
        assert_eq!(
            self.len(),
            other.len(),
            "a cotangent was added to one of another length"
        );
        for (c, other) in self.iter_mut().zip(other) {
            c.accumulate(other);
        }
    }
    #[inline]
    fn zero_like(&self) -> Self {
        self.iter().map(C::zero_like).collect()
    }
}

#[diagnostic::do_not_recommend]
impl<T: Inactive> Inactive for VecDeque<T> {}

impl<T> Unassigned for VecDeque<T> {
    #[inline(always)]
    fn unassigned() -> Self {
        VecDeque::new()
    }
}

impl<C> FromItems for VecDeque<C> {
    type Item = C;
    #[inline(always)]
    fn from_items(bars: Vec<C>) -> Self {
        bars.into()
    }
}

impl<C> Collected<C> for VecDeque<C> {
    #[inline(always)]
    fn into_bars(self) -> Vec<C> {
        self.into()
    }
}

indexed! {
    impl[T: Differentiable][T] VecDeque<T>, [usize] => T, T::Cotangent, in VecDeque<T::Cotangent>;
    |index, queue, bar| queue[index], bar[index];
}

rows! {
    /// The twins of what adds to a queue and takes from it. Going back, what was added is taken off again, at the same end, and what
    /// was taken is put back.
    ///
    /// ```
    /// use ad_runtime::DequeMethods as _;
    /// use std::collections::VecDeque;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let mut queue = VecDeque::from([1.0, 2.0]);
    /// let (first, kept) = queue.pop_front_differentiable_push(&mut ws);
    /// assert_eq!((first, queue.len()), (Some(1.0), 1));
    /// let mut bar = VecDeque::from([3.0]);
    /// queue.pop_front_differentiable_pull(kept, &mut ws, Some(4.0), Some(&mut bar));
    /// assert_eq!(queue, [1.0, 2.0]);
    /// assert_eq!(bar, [4.0, 3.0]);
    /// ```
    DequeMethods[T: Differentiable][T] for [] VecDeque<T>;

    fn push_back(mut x, value: into T), gives (T::Cotangent,);
        value { x.push_back(value); ((), ()) }
        adjoint in ws |(), (), x_bar, ()| {
            let value = x.pop_back().expect(TAKEN);
            let value_bar = x_bar.map_or_else(|| zero_in(ws, &value), |x_bar| x_bar.pop_back().expect(TAKEN));
            value.end_copy(ws);
            (value_bar,)
        }
        tangent: linear;

    fn push_front(mut x, value: into T), gives (T::Cotangent,);
        value { x.push_front(value); ((), ()) }
        adjoint in ws |(), (), x_bar, ()| {
            let value = x.pop_front().expect(TAKEN);
            let value_bar = x_bar.map_or_else(|| zero_in(ws, &value), |x_bar| x_bar.pop_front().expect(TAKEN));
            value.end_copy(ws);
            (value_bar,)
        }
        tangent: linear;

    fn pop_back(mut x) -> Option<T>, keeps Option<T> where [T: Clone];
        value in ws { let taken = x.pop_back(); (taken.as_ref().map(|taken| copy_to_write(ws, taken)), taken) }
        adjoint in ws |taken, seed, x_bar| {
            if let Some(value) = taken {
                if let Some(x_bar) = x_bar {
                    let value_bar = seed.unwrap_or_else(|| zero_in(ws, &value));
                    make_room(x_bar, ws);
                    x_bar.push_back(value_bar);
                }
                x.push_back(value);
            }
        }
        tangent |x_dot| { x_dot.pop_back() }

    fn pop_front(mut x) -> Option<T>, keeps Option<T> where [T: Clone];
        value in ws { let taken = x.pop_front(); (taken.as_ref().map(|taken| copy_to_write(ws, taken)), taken) }
        adjoint in ws |taken, seed, x_bar| {
            if let Some(value) = taken {
                if let Some(x_bar) = x_bar {
                    let value_bar = seed.unwrap_or_else(|| zero_in(ws, &value));
                    make_room(x_bar, ws);
                    x_bar.push_front(value_bar);
                }
                x.push_front(value);
            }
        }
        tangent |x_dot| { x_dot.pop_front() }

    fn rotate_left(mut x, by: at usize), keeps usize, gives ((),);
        value { x.rotate_left(by); ((), by) }
        adjoint |by, (), x_bar, ()| { x.rotate_right(by); reordered(x_bar, |x_bar| x_bar.rotate_right(by)); ((),) }
        tangent: linear;

    fn rotate_right(mut x, by: at usize), keeps usize, gives ((),);
        value { x.rotate_right(by); ((), by) }
        adjoint |by, (), x_bar, ()| { x.rotate_left(by); reordered(x_bar, |x_bar| x_bar.rotate_left(by)); ((),) }
        tangent: linear;
}

/// Moves a queue of cotangents that is full to memory of the workspace with more room.
fn make_room<C: Cotangent>(bar: &mut VecDeque<C>, ws: &mut Workspace) {
    if bar.len() == bar.capacity() {
        let mut list = Vec::from(std::mem::take(bar));
        lengthen(ws, &mut list);
        *bar = list.into();
    }
}

const TAKEN: &str = "it was added in the forward sweep";

/// The cotangent of a queue that carries none may be longer than can be walked through.
fn reordered<C>(bar: Option<&mut VecDeque<C>>, back: impl FnOnce(&mut VecDeque<C>)) {
    bar.filter(|_| size_of::<C>() > 0).map(back);
}
