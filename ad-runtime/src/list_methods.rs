//! Methods that change a list, as those of a value of which only rustc knows that it is one: a parameter whose type has a name of
//! the user's may be a vector, or have a `push` of its own.

use crate::differentiable::Differentiable;
use crate::found::{At, ByMut, at};
use crate::order::{Bits, Order, order_after, order_by, permute, unpermute};
use crate::workspace::Workspace;
use std::collections::VecDeque;

/// The twins of a vector's methods.
///
/// ```
/// use ad_runtime::ListMethods as _;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let mut list = vec![1.0];
/// let ((), ()) = list.push_differentiable_push(2.0, &mut ws);
/// let ((), cleared) = list.clear_differentiable_push(&mut ws);
/// assert!(list.is_empty());
/// let mut bar = vec![];
/// list.clear_differentiable_pull(cleared, &mut ws, (), Some(&mut bar));
/// assert_eq!((&list, &bar), (&vec![1.0, 2.0], &vec![0.0, 0.0]));
/// let ((), cut) = list.truncate_differentiable_push(1, &mut ws);
/// assert_eq!(list, vec![1.0]);
/// bar.pop();
/// list.truncate_differentiable_pull(cut, &mut ws, (), Some(&mut bar), ());
/// assert_eq!((&list, &bar), (&vec![1.0, 2.0], &vec![0.0, 0.0]));
/// bar[1] = 3.0;
/// let (value_bar,) = list.push_differentiable_pull((), &mut ws, (), Some(&mut bar), ());
/// assert_eq!((list, bar, value_bar), (vec![1.0], vec![0.0], 3.0));
/// ```
pub trait ListMethods<T: Differentiable>: Sized {
    /// Whose method this is.
    fn push_differentiable_at(&self, _value: T) -> At<Self, ByMut> {
        at()
    }

    /// `list.push(value)`.
    fn push_differentiable_push(&mut self, value: T, ws: &mut Workspace) -> ((), ());

    /// The way back of `push`.
    fn push_differentiable_pull(
        &mut self,
        pullback: (),
        ws: &mut Workspace,
        seed: (),
        bar: Option<&mut Vec<T::Cotangent>>,
        value: (),
    ) -> (T::Cotangent,);

    /// Whose method this is.
    fn clear_differentiable_at(&self) -> At<Self, ByMut> {
        at()
    }

    /// `list.clear()`, with what the list held.
    fn clear_differentiable_push(&mut self, ws: &mut Workspace) -> ((), Vec<T>);

    /// The way back of `clear`.
    fn clear_differentiable_pull(
        &mut self,
        cleared: Vec<T>,
        ws: &mut Workspace,
        seed: (),
        bar: Option<&mut Vec<T::Cotangent>>,
    );

    /// Whose method this is.
    fn truncate_differentiable_at(&self, _len: usize) -> At<Self, ByMut> {
        at()
    }

    /// `list.truncate(len)`, with what was cut off.
    fn truncate_differentiable_push(&mut self, len: usize, ws: &mut Workspace) -> ((), Vec<T>);

    /// The way back of `truncate`.
    fn truncate_differentiable_pull(
        &mut self,
        cut: Vec<T>,
        ws: &mut Workspace,
        seed: (),
        bar: Option<&mut Vec<T::Cotangent>>,
        len: (),
    ) -> ((),);
}

const PUSHED: &str = "it was pushed in the forward sweep";

impl<T: Differentiable> ListMethods<T> for Vec<T> {
    #[inline]
    fn push_differentiable_push(&mut self, value: T, _: &mut Workspace) -> ((), ()) {
        self.push(value);
        ((), ())
    }

    #[inline]
    fn push_differentiable_pull(
        &mut self,
        (): (),
        _: &mut Workspace,
        (): (),
        bar: Option<&mut Vec<T::Cotangent>>,
        (): (),
    ) -> (T::Cotangent,) {
        let value = self.pop().expect(PUSHED);
        (bar.map_or_else(|| value.zero_cotangent(), |bar| bar.pop().expect(PUSHED)),)
    }

    #[inline]
    #[allow(clippy::drain_collect)]
    fn clear_differentiable_push(&mut self, _: &mut Workspace) -> ((), Vec<T>) {
        // The list keeps its memory, as it does in the user's function.
        ((), self.drain(..).collect())
    }

    #[inline]
    fn clear_differentiable_pull(
        &mut self,
        cleared: Vec<T>,
        _: &mut Workspace,
        (): (),
        bar: Option<&mut Vec<T::Cotangent>>,
    ) {
        if let Some(bar) = bar {
            *bar = cleared.iter().map(T::zero_cotangent).collect();
        }
        *self = cleared;
    }

    #[inline]
    fn truncate_differentiable_push(&mut self, len: usize, _: &mut Workspace) -> ((), Vec<T>) {
        ((), self.drain(len.min(self.len())..).collect())
    }

    #[inline]
    fn truncate_differentiable_pull(
        &mut self,
        mut cut: Vec<T>,
        _: &mut Workspace,
        (): (),
        bar: Option<&mut Vec<T::Cotangent>>,
        (): (),
    ) -> ((),) {
        if let Some(bar) = bar {
            bar.extend(cut.iter().map(T::zero_cotangent));
        }
        self.append(&mut cut);
        ((),)
    }
}

/// The twin of `list.swap(i, j)`, of a vector or an array.
///
/// ```
/// use ad_runtime::SwapMethods as _;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let mut list = [1.0, 2.0];
/// let ((), kept) = list.swap_differentiable_push(0, 1, &mut ws);
/// assert_eq!(list, [2.0, 1.0]);
/// let mut bar = [3.0, 4.0];
/// list.swap_differentiable_pull(kept, &mut ws, (), Some(&mut bar), (), ());
/// assert_eq!((list, bar), ([1.0, 2.0], [4.0, 3.0]));
/// ```
pub trait SwapMethods: Differentiable + Sized {
    /// Whose method this is.
    fn swap_differentiable_at(&self, _i: usize, _j: usize) -> At<Self, ByMut> {
        at()
    }

    /// `list.swap(i, j)`.
    fn swap_differentiable_push(&mut self, i: usize, j: usize, ws: &mut Workspace) -> ((), (usize, usize));

    /// The way back of `swap`.
    fn swap_differentiable_pull(
        &mut self,
        kept: (usize, usize),
        ws: &mut Workspace,
        seed: (),
        bar: Option<&mut Self::Cotangent>,
        i: (),
        j: (),
    ) -> ((), ());
}

macro_rules! swapped {
    ($([$($params:tt)*] $Type:ty),*) => {$(
        impl<$($params)*> SwapMethods for $Type {
            #[inline]
            fn swap_differentiable_push(&mut self, i: usize, j: usize, _: &mut Workspace) -> ((), (usize, usize)) {
                self.swap(i, j);
                ((), (i, j))
            }

            #[inline]
            fn swap_differentiable_pull(
                &mut self,
                (i, j): (usize, usize),
                _: &mut Workspace,
                (): (),
                bar: Option<&mut Self::Cotangent>,
                (): (),
                (): (),
            ) -> ((), ()) {
                self.swap(i, j);
                if let Some(bar) = bar {
                    bar.swap(i, j);
                }
                ((), ())
            }
        }
    )*};
}

swapped!([T: Differentiable] Vec<T>, [T: Differentiable, const N: usize] [T; N]);

/// The twins of the methods that turn a list round: of vectors, arrays and queues.
///
/// ```
/// use ad_runtime::RotateMethods as _;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let mut list = [1.0, 2.0, 3.0];
/// let ((), kept) = list.rotate_left_differentiable_push(1, &mut ws);
/// assert_eq!(list, [2.0, 3.0, 1.0]);
/// let mut bar = [4.0, 5.0, 6.0];
/// list.rotate_left_differentiable_pull(kept, &mut ws, (), Some(&mut bar), ());
/// assert_eq!((list, bar), ([1.0, 2.0, 3.0], [6.0, 4.0, 5.0]));
/// ```
pub trait RotateMethods<T>: Differentiable + Sized {
    /// Whose method this is.
    fn rotate_left_differentiable_at(&self, _by: usize) -> At<Self, ByMut> {
        at()
    }
    /// `list.rotate_left(by)`.
    fn rotate_left_differentiable_push(&mut self, by: usize, ws: &mut Workspace) -> ((), usize);
    /// The way back of `rotate_left`.
    fn rotate_left_differentiable_pull(
        &mut self,
        by: usize,
        ws: &mut Workspace,
        seed: (),
        bar: Option<&mut Self::Cotangent>,
        again: (),
    ) -> ((),);

    /// Whose method this is.
    fn rotate_right_differentiable_at(&self, _by: usize) -> At<Self, ByMut> {
        at()
    }
    /// `list.rotate_right(by)`.
    fn rotate_right_differentiable_push(&mut self, by: usize, ws: &mut Workspace) -> ((), usize);
    /// The way back of `rotate_right`.
    fn rotate_right_differentiable_pull(
        &mut self,
        by: usize,
        ws: &mut Workspace,
        seed: (),
        bar: Option<&mut Self::Cotangent>,
        again: (),
    ) -> ((),);
}

/// The cotangent of a list that carries none may be longer than can be walked through.
macro_rules! rotated {
    ($([$($params:tt)*] $Type:ty),*) => {$(
        impl<$($params)*> RotateMethods<T> for $Type {
            #[inline]
            fn rotate_left_differentiable_push(&mut self, by: usize, _: &mut Workspace) -> ((), usize) {
                self.rotate_left(by);
                ((), by)
            }

            #[inline]
            fn rotate_left_differentiable_pull(
                &mut self,
                by: usize,
                _: &mut Workspace,
                (): (),
                bar: Option<&mut Self::Cotangent>,
                (): (),
            ) -> ((),) {
                self.rotate_right(by);
                if let Some(bar) = bar
                    && size_of::<T::Cotangent>() > 0
                {
                    bar.rotate_right(by);
                }
                ((),)
            }

            #[inline]
            fn rotate_right_differentiable_push(&mut self, by: usize, _: &mut Workspace) -> ((), usize) {
                self.rotate_right(by);
                ((), by)
            }

            #[inline]
            fn rotate_right_differentiable_pull(
                &mut self,
                by: usize,
                _: &mut Workspace,
                (): (),
                bar: Option<&mut Self::Cotangent>,
                (): (),
            ) -> ((),) {
                self.rotate_left(by);
                if let Some(bar) = bar
                    && size_of::<T::Cotangent>() > 0
                {
                    bar.rotate_left(by);
                }
                ((),)
            }
        }
    )*};
}

rotated!([T: Differentiable] Vec<T>, [T: Differentiable, const N: usize] [T; N], [T: Differentiable] VecDeque<T>);

/// The twins of the methods that bring the elements of a vector or an array into another order.
///
/// ```
/// use ad_runtime::OrderMethods as _;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let mut list = [1.0, 2.0, 3.0];
/// let ((), kept) = list.reverse_differentiable_push(&mut ws);
/// assert_eq!(list, [3.0, 2.0, 1.0]);
/// let mut bar = [4.0, 5.0, 6.0];
/// list.reverse_differentiable_pull(kept, &mut ws, (), Some(&mut bar));
/// assert_eq!((list, bar), ([1.0, 2.0, 3.0], [6.0, 5.0, 4.0]));
/// ```
pub trait OrderMethods<T>: Differentiable + Sized {
    /// Whose method this is.
    fn reverse_differentiable_at(&self) -> At<Self, ByMut> {
        at()
    }
    /// `list.reverse()`.
    fn reverse_differentiable_push(&mut self, ws: &mut Workspace) -> ((), ());
    /// The way back of `reverse`.
    fn reverse_differentiable_pull(
        &mut self,
        kept: (),
        ws: &mut Workspace,
        seed: (),
        bar: Option<&mut Self::Cotangent>,
    );

    /// Whose method this is.
    fn sort_differentiable_at(&self) -> At<Self, ByMut> {
        at()
    }
    /// `list.sort()`.
    fn sort_differentiable_push(&mut self, ws: &mut Workspace) -> ((), Order)
    where
        T: Ord;
    /// The way back of `sort`.
    fn sort_differentiable_pull(
        &mut self,
        order: Order,
        ws: &mut Workspace,
        seed: (),
        bar: Option<&mut Self::Cotangent>,
    );

    /// Whose method this is.
    fn sort_unstable_differentiable_at(&self) -> At<Self, ByMut> {
        at()
    }
    /// `list.sort_unstable()`.
    fn sort_unstable_differentiable_push(&mut self, ws: &mut Workspace) -> ((), Order)
    where
        T: Ord + Bits;
    /// The way back of `sort_unstable`.
    fn sort_unstable_differentiable_pull(
        &mut self,
        order: Order,
        ws: &mut Workspace,
        seed: (),
        bar: Option<&mut Self::Cotangent>,
    );
}

macro_rules! ordered {
    ($([$($params:tt)*] $Type:ty),*) => {$(
        impl<$($params)*> OrderMethods<T> for $Type {
            #[inline]
            fn reverse_differentiable_push(&mut self, _: &mut Workspace) -> ((), ()) {
                self.reverse();
                ((), ())
            }

            #[inline]
            fn reverse_differentiable_pull(&mut self, (): (), _: &mut Workspace, (): (), bar: Option<&mut Self::Cotangent>) {
                self.reverse();
                if let Some(bar) = bar {
                    reordered(bar, |bar| bar.reverse());
                }
            }

            #[inline]
            fn sort_differentiable_push(&mut self, ws: &mut Workspace) -> ((), Order)
            where
                T: Ord,
            {
                let order = order_by(ws, &self[..], T::cmp);
                permute(ws, self, &order);
                ((), order)
            }

            #[inline]
            fn sort_differentiable_pull(
                &mut self,
                order: Order,
                ws: &mut Workspace,
                (): (),
                bar: Option<&mut Self::Cotangent>,
            ) {
                unpermute(ws, self, &order);
                if let Some(bar) = bar {
                    unpermute(ws, bar, &order);
                }
                order.give_back(ws);
            }

            #[inline]
            fn sort_unstable_differentiable_push(&mut self, ws: &mut Workspace) -> ((), Order)
            where
                T: Ord + Bits,
            {
                let order = order_after(ws, &self[..], |list| list.sort_unstable());
                permute(ws, self, &order);
                ((), order)
            }

            #[inline]
            fn sort_unstable_differentiable_pull(
                &mut self,
                order: Order,
                ws: &mut Workspace,
                (): (),
                bar: Option<&mut Self::Cotangent>,
            ) {
                unpermute(ws, self, &order);
                if let Some(bar) = bar {
                    unpermute(ws, bar, &order);
                }
                order.give_back(ws);
            }
        }
    )*};
}

ordered!([T: Differentiable] Vec<T>, [T: Differentiable, const N: usize] [T; N]);

/// The cotangent of a list that carries none may be longer than can be walked through.
#[inline]
fn reordered<C>(bar: &mut [C], back: impl FnOnce(&mut [C])) {
    if size_of::<C>() > 0 {
        back(bar);
    }
}
