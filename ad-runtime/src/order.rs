//! Permutations of lists: what `sort_by`, `reverse`, `rotate_left` and `retain` do to the elements.

use crate::workspace::Workspace;
use std::cmp::Ordering;
use std::fmt::Debug;

/// Another order of the elements of a list, and the way back to the first one.
///
/// ```
/// use ad_runtime::{Rearrangement, RotatedLeft, Workspace};
///
/// let (mut ws, mut list) = (Workspace::new(), [1, 2, 3]);
/// RotatedLeft(1).permute(&mut ws, &mut list);
/// assert_eq!(list, [2, 3, 1]);
/// RotatedLeft(1).unpermute(&mut ws, &mut list);
/// assert_eq!(list, [1, 2, 3]);
/// ```
pub trait Rearrangement {
    /// Brings a list into the order.
    fn permute<T>(&self, workspace: &mut Workspace, list: &mut [T]);
    /// Brings a list out of the order.
    fn unpermute<T>(&self, workspace: &mut Workspace, list: &mut [T]);
}

/// What `reverse` does.
#[derive(Clone, Copy, Debug)]
pub struct TurnedRound;

/// What `rotate_left` does.
#[derive(Clone, Copy, Debug)]
pub struct RotatedLeft(
    /// By how many elements.
    pub usize,
);

/// What `rotate_right` does.
#[derive(Clone, Copy, Debug)]
pub struct RotatedRight(
    /// By how many elements.
    pub usize,
);

macro_rules! turns {
    ($($Turn:ident: |$turn:pat_param, $list:ident| $permute:expr, $unpermute:expr;)*) => {$(
        impl Rearrangement for $Turn {
            #[inline]
            fn permute<T>(&self, _: &mut Workspace, $list: &mut [T]) {
                let $turn = self;
                $permute
            }
            #[inline]
            fn unpermute<T>(&self, _: &mut Workspace, $list: &mut [T]) {
                let $turn = self;
                $unpermute
            }
        }
    )*};
}

turns! {
    TurnedRound: |TurnedRound, list| list.reverse(), list.reverse();
    RotatedLeft: |RotatedLeft(by), list| list.rotate_left(*by), list.rotate_right(*by);
    RotatedRight: |RotatedRight(by), list| list.rotate_right(*by), list.rotate_left(*by);
}

/// The way back of an order.
///
/// ```
/// use ad_runtime::{Backwards, RotatedLeft, Workspace, unpermute};
///
/// let (mut ws, mut list) = (Workspace::new(), [1, 2, 3]);
/// unpermute(&mut ws, &mut list, &Backwards(&RotatedLeft(1)));
/// assert_eq!(list, [2, 3, 1]);
/// ```
#[derive(Debug)]
pub struct Backwards<'o, O>(pub &'o O);

impl<O: Rearrangement> Rearrangement for Backwards<'_, O> {
    #[inline(always)]
    fn permute<T>(&self, workspace: &mut Workspace, list: &mut [T]) {
        self.0.unpermute(workspace, list);
    }
    #[inline(always)]
    fn unpermute<T>(&self, workspace: &mut Workspace, list: &mut [T]) {
        self.0.permute(workspace, list);
    }
}

/// An order that was found by looking at the elements, in memory of the workspace.
///
/// It says for each position where the element that comes to stand there stood before.
#[derive(Clone, Debug)]
pub struct Order {
    from: Vec<usize>,
    removed: usize,
}

impl Order {
    /// That of a list as it is.
    #[inline]
    fn first(workspace: &mut Workspace, len: usize) -> Self {
        let mut from = workspace.tape();
        from.extend(0..len);
        Order { from, removed: 0 }
    }

    /// That into which something brings a list of so many elements, whatever these are.
    #[cfg(any(feature = "rand08", feature = "rand09", feature = "rand010"))]
    #[inline]
    pub(crate) fn of(workspace: &mut Workspace, len: usize, arrange: impl FnOnce(&mut [usize])) -> Self {
        let mut order = Self::first(workspace, len);
        arrange(&mut order.from);
        order
    }

    /// How many elements at the end are to be removed.
    ///
    /// ```
    /// let mut ws = ad_runtime::Workspace::new();
    /// assert_eq!(ad_runtime::retained(&mut ws, &[1, 2, 3], |k| k % 2 == 1).removed(), 1);
    /// ```
    #[inline]
    pub fn removed(&self) -> usize {
        self.removed
    }

    /// Gives its memory back to the workspace.
    ///
    /// ```
    /// let mut ws = ad_runtime::Workspace::new();
    /// let order = ad_runtime::order_by(&mut ws, &[3.0, 1.0, 2.0], f64::total_cmp);
    /// order.give_back(&mut ws);
    /// assert!(ws.tape::<usize>().capacity() >= 3);
    /// ```
    #[inline]
    pub fn give_back(self, workspace: &mut Workspace) {
        workspace.recycle(self.from);
    }
}

impl Rearrangement for Order {
    fn permute<T>(&self, workspace: &mut Workspace, list: &mut [T]) {
        let mut done = self.marks(workspace, list);
        for start in 0..self.from.len() {
            let mut at = start;
            while !done[at] {
                done[at] = true;
                let from = self.from[at];
                if from != start {
                    list.swap(at, from);
                    at = from;
                }
            }
        }
        workspace.recycle(done);
    }

    fn unpermute<T>(&self, workspace: &mut Workspace, list: &mut [T]) {
        let mut done = self.marks(workspace, list);
        for start in 0..self.from.len() {
            // What stands at `start` is what is still to be placed on this cycle.
            let mut to = self.from[start];
            while !done[start] && to != start {
                list.swap(start, to);
                done[to] = true;
                to = self.from[to];
            }
            done[start] = true;
        }
        workspace.recycle(done);
    }
}

impl Order {
    /// Which elements have come to their places: none.
    fn marks<T>(&self, workspace: &mut Workspace, list: &[T]) -> Vec<bool> {
        assert_eq!(
            list.len(),
            self.from.len(),
            "a list was permuted by an order of another length"
        );
        let mut done = workspace.tape();
        done.resize(list.len(), false);
        done
    }
}

/// The order into which `sort_by` brings a list: that of a stable sort.
///
/// ```
/// let (mut ws, mut list) = (ad_runtime::Workspace::new(), [3.0, 1.0, 2.0]);
/// let order = ad_runtime::order_by(&mut ws, &list, f64::total_cmp);
/// ad_runtime::permute(&mut ws, &mut list, &order);
/// assert_eq!(list, [1.0, 2.0, 3.0]);
/// ```
pub fn order_by<T>(workspace: &mut Workspace, list: &[T], mut compare: impl FnMut(&T, &T) -> Ordering) -> Order {
    let mut order = Order::first(workspace, list.len());
    order.from.sort_by(|a, b| compare(&list[*a], &list[*b]));
    order
}

/// The order into which `sort_by_key` brings a list.
///
/// ```
/// let (mut ws, mut list) = (ad_runtime::Workspace::new(), [(2, 0.5), (1, 1.5)]);
/// let order = ad_runtime::order_by_key(&mut ws, &list, |pair| pair.0);
/// ad_runtime::permute(&mut ws, &mut list, &order);
/// assert_eq!(list, [(1, 1.5), (2, 0.5)]);
/// ```
pub fn order_by_key<T, K: Ord>(workspace: &mut Workspace, list: &[T], mut key: impl FnMut(&T) -> K) -> Order {
    let mut order = Order::first(workspace, list.len());
    order.from.sort_by_key(|k| key(&list[*k]));
    order
}

/// The order into which `sort_by_cached_key` brings a list.
///
/// ```
/// let (mut ws, mut list) = (ad_runtime::Workspace::new(), [(2, 0.5), (1, 1.5)]);
/// let order = ad_runtime::order_by_cached_key(&mut ws, &list, |pair| pair.0);
/// ad_runtime::permute(&mut ws, &mut list, &order);
/// assert_eq!(list, [(1, 1.5), (2, 0.5)]);
/// ```
pub fn order_by_cached_key<T, K: Ord>(workspace: &mut Workspace, list: &[T], mut key: impl FnMut(&T) -> K) -> Order {
    let mut order = Order::first(workspace, list.len());
    order.from.sort_by_cached_key(|k| key(&list[*k]));
    order
}

/// A number that is known by its bits, or some numbers side by side.
///
/// ```
/// use ad_runtime::Bits;
///
/// assert_eq!((1.0_f64.compared_bits(), 7_usize.compared_bits()), (1.0_f64.to_bits(), 7));
/// assert_eq!((1.0_f64, 7_usize).compared_bits(), (1.0_f64.to_bits(), 7));
/// ```
#[diagnostic::on_unimplemented(
    message = "a list of `{Self}` is sorted here by an unstable sort, which has no derivative",
    note = "write the stable one, `sort_by(..)`"
)]
pub trait Bits: Clone + 'static {
    /// What the bits are compared as.
    type Key: Ord + Debug;
    /// The bits.
    fn compared_bits(&self) -> Self::Key;
}

macro_rules! bits {
    ($($number:ty: |$value:ident| $bits:expr;)*) => {$(
        impl Bits for $number {
            type Key = u64;
            fn compared_bits(&self) -> u64 {
                let $value = *self;
                $bits
            }
        }
    )*};
}

bits! {
    f32: |value| value.to_bits().into(); f64: |value| value.to_bits(); usize: |value| value as u64; isize: |value| value as u64;
    u8: |value| value.into(); u16: |value| value.into(); u32: |value| value.into(); u64: |value| value;
    bool: |value| value.into(); char: |value| value.into();
    i8: |value| value as u64; i16: |value| value as u64; i32: |value| value as u64; i64: |value| value as u64;
}

macro_rules! bits_side_by_side {
    ($(($($T:ident $at:tt),*))*) => {$(
        impl<$($T: Bits),*> Bits for ($($T,)*) {
            type Key = ($($T::Key,)*);
            fn compared_bits(&self) -> Self::Key {
                ($(self.$at.compared_bits(),)*)
            }
        }
    )*};
}

bits_side_by_side! { (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) }

impl<T: Bits, const N: usize> Bits for [T; N] {
    type Key = [T::Key; N];
    fn compared_bits(&self) -> Self::Key {
        std::array::from_fn(|k| self[k].compared_bits())
    }
}

/// The order into which `arrange` brings a list of numbers, whichever way it goes about it. Elements that are the same number,
/// bit by bit, keep their order among themselves.
///
/// # Panics
/// If `arrange` does more than move the elements.
///
/// ```
/// let (mut ws, mut list) = (ad_runtime::Workspace::new(), [3.0, 1.0, 2.0]);
/// let order = ad_runtime::order_after(&mut ws, &list, |list| list.sort_unstable_by(f64::total_cmp));
/// ad_runtime::permute(&mut ws, &mut list, &order);
/// assert_eq!(list, [1.0, 2.0, 3.0]);
/// ```
pub fn order_after<T: Bits>(workspace: &mut Workspace, list: &[T], arrange: impl FnOnce(&mut [T])) -> Order {
    let mut arranged = workspace.tape();
    arranged.extend_from_slice(list);
    arrange(&mut arranged);
    let bits = T::compared_bits;
    let before = order_by_key(workspace, list, bits);
    let after = order_by_key(workspace, &arranged, bits);
    let mut order = Order::first(workspace, list.len());
    for (from, to) in before.from.iter().zip(&after.from) {
        assert_eq!(bits(&list[*from]), bits(&arranged[*to]), "the elements were changed");
        order.from[*to] = *from;
    }
    before.give_back(workspace);
    after.give_back(workspace);
    workspace.recycle(arranged);
    order
}

/// The order in which the elements that `retain` keeps come first.
///
/// ```
/// let (mut ws, mut list) = (ad_runtime::Workspace::new(), [1, 2, 3]);
/// let order = ad_runtime::retained(&mut ws, &list, |k| k % 2 == 1);
/// ad_runtime::permute(&mut ws, &mut list, &order);
/// assert_eq!((list, order.removed()), ([1, 3, 2], 1));
/// ```
pub fn retained<T>(workspace: &mut Workspace, list: &[T], keep: impl FnMut(&T) -> bool) -> Order {
    retained_by(workspace, list, keep)
}

fn retained_by<'a, T>(workspace: &mut Workspace, list: &'a [T], mut keep: impl FnMut(&'a T) -> bool) -> Order {
    let (mut from, mut gone) = (workspace.tape(), workspace.tape());
    for (k, element) in list.iter().enumerate() {
        if keep(element) {
            from.push(k);
        } else {
            gone.push(k);
        }
    }
    let removed = gone.len();
    from.append(&mut gone);
    workspace.recycle(gone);
    Order { from, removed }
}

/// The order in which the elements that `dedup` keeps come first.
///
/// ```
/// let (mut ws, mut list) = (ad_runtime::Workspace::new(), [1, 1, 2, 1]);
/// let order = ad_runtime::deduplicated(&mut ws, &list);
/// ad_runtime::permute(&mut ws, &mut list, &order);
/// assert_eq!((list, order.removed()), ([1, 2, 1, 1], 1));
/// ```
pub fn deduplicated<T: PartialEq>(workspace: &mut Workspace, list: &[T]) -> Order {
    deduplicated_by(workspace, list, |element, last| element == last)
}

/// The order in which the elements that `dedup_by` keeps come first: `same` is asked of an element and the one kept last.
///
/// ```
/// let (mut ws, mut list) = (ad_runtime::Workspace::new(), [1, 2, 5, 6]);
/// let order = ad_runtime::deduplicated_by(&mut ws, &list, |k, last| k - last < 2);
/// ad_runtime::permute(&mut ws, &mut list, &order);
/// assert_eq!((list, order.removed()), ([1, 5, 2, 6], 2));
/// ```
pub fn deduplicated_by<T>(workspace: &mut Workspace, list: &[T], mut same: impl FnMut(&T, &T) -> bool) -> Order {
    let mut last: Option<&T> = None;
    retained_by(workspace, list, |element| {
        let new = last.is_none_or(|last| !same(element, last));
        if new {
            last = Some(element);
        }
        new
    })
}

/// The order in which the elements that `dedup_by_key` keeps come first.
///
/// ```
/// let (mut ws, mut list) = (ad_runtime::Workspace::new(), [1, 2, 5, 6]);
/// let order = ad_runtime::deduplicated_by_key(&mut ws, &list, |k| k / 4);
/// ad_runtime::permute(&mut ws, &mut list, &order);
/// assert_eq!((list, order.removed()), ([1, 5, 2, 6], 2));
/// ```
pub fn deduplicated_by_key<T, K: PartialEq>(
    workspace: &mut Workspace,
    list: &[T],
    mut key: impl FnMut(&T) -> K,
) -> Order {
    let mut last: Option<K> = None;
    retained_by(workspace, list, |element| {
        let found = key(element);
        let new = last.as_ref() != Some(&found);
        last = Some(found);
        new
    })
}

/// Brings a list into an order.
///
/// # Panics
/// If it is not as long as the order is.
///
/// ```
/// let (mut ws, mut list) = (ad_runtime::Workspace::new(), [1, 2, 3]);
/// ad_runtime::permute(&mut ws, &mut list, &ad_runtime::TurnedRound);
/// assert_eq!(list, [3, 2, 1]);
/// ```
#[inline]
pub fn permute<T>(workspace: &mut Workspace, list: &mut [T], order: &impl Rearrangement) {
    if size_of::<T>() > 0 {
        order.permute(workspace, list);
    }
}

/// Brings a list out of an order. The cotangent of a list that carries none may be of any length: that is left as it is.
///
/// # Panics
/// If it is not as long as the order is.
///
/// ```
/// let (mut ws, mut list) = (ad_runtime::Workspace::new(), [2, 3, 1]);
/// ad_runtime::unpermute(&mut ws, &mut list, &ad_runtime::RotatedLeft(1));
/// assert_eq!(list, [1, 2, 3]);
/// ```
#[inline]
pub fn unpermute<T>(workspace: &mut Workspace, list: &mut [T], order: &impl Rearrangement) {
    if size_of::<T>() > 0 {
        order.unpermute(workspace, list);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_of_five_and_back() {
        let mut orders = vec![vec![]];
        for n in 0..5 {
            orders = orders
                .iter()
                .flat_map(|order: &Vec<usize>| {
                    (0..=n).map(move |at| {
                        let mut order = order.clone();
                        order.insert(at, n);
                        order
                    })
                })
                .collect();
        }
        assert_eq!(orders.len(), 120);
        let mut ws = Workspace::new();
        for from in orders {
            let order = Order { from, removed: 0 };
            let mut list: Vec<usize> = (10..15).collect();
            permute(&mut ws, &mut list, &order);
            assert_eq!(list, order.from.iter().map(|k| k + 10).collect::<Vec<_>>());
            unpermute(&mut ws, &mut list, &order);
            assert_eq!(list, (10..15).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_unstable_sort_is_followed() {
        let list = [2.0_f64, -0.0, 1.0, 0.0, 2.0, -1.0];
        let mut ws = Workspace::new();
        let order = order_after(&mut ws, &list, |list| {
            list.sort_unstable_by(|a, b| b.abs().total_cmp(&a.abs()));
        });
        let mut sorted = list;
        sorted.sort_unstable_by(|a, b| b.abs().total_cmp(&a.abs()));
        let mut permuted = list;
        permute(&mut ws, &mut permuted, &order);
        assert_eq!(permuted.map(f64::to_bits), sorted.map(f64::to_bits));
    }
}
