//! Permutations of lists: what `sort_by`, `reverse`, `rotate_left` and `retain` do to the elements.
//!
//! An order says for each position where the element that comes to stand there stood before.

use std::cmp::Ordering;

/// The order into which `sort_by` brings a list: that of a stable sort.
///
/// ```
/// assert_eq!(ad_runtime::order_by(&[3.0, 1.0, 2.0], f64::total_cmp), [1, 2, 0]);
/// ```
pub fn order_by<T>(list: &[T], mut compare: impl FnMut(&T, &T) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..list.len()).collect();
    order.sort_by(|a, b| compare(&list[*a], &list[*b]));
    order
}

/// The order into which `sort_by_key` brings a list.
///
/// ```
/// assert_eq!(ad_runtime::order_by_key(&[(2, 0.5), (1, 1.5)], |pair| pair.0), [1, 0]);
/// ```
pub fn order_by_key<T, K: Ord>(list: &[T], mut key: impl FnMut(&T) -> K) -> Vec<usize> {
    let mut order: Vec<usize> = (0..list.len()).collect();
    order.sort_by_key(|k| key(&list[*k]));
    order
}

/// The order into which `sort_by_cached_key` brings a list.
///
/// ```
/// assert_eq!(ad_runtime::order_by_cached_key(&[(2, 0.5), (1, 1.5)], |pair| pair.0), [1, 0]);
/// ```
pub fn order_by_cached_key<T, K: Ord>(list: &[T], mut key: impl FnMut(&T) -> K) -> Vec<usize> {
    let mut order: Vec<usize> = (0..list.len()).collect();
    order.sort_by_cached_key(|k| key(&list[*k]));
    order
}

/// A number that is known by its bits.
///
/// ```
/// use ad_runtime::Bits;
///
/// assert_eq!((1.0_f64.bits(), 7_usize.bits()), (1.0_f64.to_bits(), 7));
/// ```
#[diagnostic::on_unimplemented(
    message = "a list of `{Self}` is sorted here by an unstable sort, which has no derivative",
    note = "write the stable one, `sort_by(..)`"
)]
pub trait Bits: Clone {
    /// The bits.
    fn bits(&self) -> u64;
}

macro_rules! bits {
    ($($number:ty: |$value:ident| $bits:expr;)*) => {$(
        impl Bits for $number {
            fn bits(&self) -> u64 {
                let $value = *self;
                $bits
            }
        }
    )*};
}

bits! {
    f32: |value| value.to_bits().into(); f64: |value| value.to_bits(); usize: |value| value as u64; isize: |value| value as u64;
    u8: |value| value.into(); u16: |value| value.into(); u32: |value| value.into(); u64: |value| value;
    i8: |value| value as u64; i16: |value| value as u64; i32: |value| value as u64; i64: |value| value as u64;
}

/// The order into which `arrange` brings a list of numbers, whichever way it goes about it. Elements that are the same number,
/// bit by bit, keep their order among themselves.
///
/// # Panics
/// If `arrange` does more than move the elements.
///
/// ```
/// let order = ad_runtime::order_after(&[3.0, 1.0, 2.0], |list| list.sort_unstable_by(f64::total_cmp));
/// assert_eq!(order, [1, 2, 0]);
/// ```
pub fn order_after<T: Bits>(list: &[T], arrange: impl FnOnce(&mut [T])) -> Vec<usize> {
    let mut arranged = list.to_vec();
    arrange(&mut arranged);
    let bits = T::bits;
    let before = order_by_key(list, bits);
    let after = order_by_key(&arranged, bits);
    let mut order = vec![0; list.len()];
    for (from, to) in before.into_iter().zip(after) {
        assert_eq!(bits(&list[from]), bits(&arranged[to]), "the elements were changed");
        order[to] = from;
    }
    order
}

/// The order of `len` elements after `turn`.
///
/// ```
/// assert_eq!(ad_runtime::turned(3, |order| order.rotate_left(1)), [1, 2, 0]);
/// ```
pub fn turned(len: usize, turn: impl FnOnce(&mut [usize])) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    turn(&mut order);
    order
}

/// The order in which the elements that `retain` keeps come first, and how many it removes.
///
/// ```
/// assert_eq!(ad_runtime::retained(&[1, 2, 3], |k| k % 2 == 1), (vec![0, 2, 1], 1));
/// ```
pub fn retained<T>(list: &[T], keep: impl FnMut(&T) -> bool) -> (Vec<usize>, usize) {
    retained_by(list, keep)
}

fn retained_by<'a, T>(list: &'a [T], mut keep: impl FnMut(&'a T) -> bool) -> (Vec<usize>, usize) {
    let mut order = Vec::with_capacity(list.len());
    let mut removed = Vec::new();
    for (k, element) in list.iter().enumerate() {
        if keep(element) {
            order.push(k);
        } else {
            removed.push(k);
        }
    }
    let count = removed.len();
    order.extend(removed);
    (order, count)
}

/// The order in which the elements that `dedup` keeps come first, and how many it removes.
///
/// ```
/// assert_eq!(ad_runtime::deduplicated(&[1, 1, 2, 1]), (vec![0, 2, 3, 1], 1));
/// ```
pub fn deduplicated<T: PartialEq>(list: &[T]) -> (Vec<usize>, usize) {
    let mut last: Option<&T> = None;
    retained_by(list, |element| {
        let new = last.is_none_or(|last| element != last);
        if new {
            last = Some(element);
        }
        new
    })
}

/// Brings a list into an order: element `k` becomes what stood at `order[k]`.
///
/// # Panics
/// If the lengths differ.
///
/// ```
/// let mut list = ["c", "a", "b"];
/// ad_runtime::permute(&mut list, &[1, 2, 0]);
/// assert_eq!(list, ["a", "b", "c"]);
/// ```
pub fn permute<T>(list: &mut [T], order: &[usize]) {
    unpermute(list, &inverse(list.len(), order));
}

/// Brings a list out of an order: what stands at `k` goes to `order[k]`.
///
/// # Panics
/// If the lengths differ.
///
/// ```
/// let mut list = ["a", "b", "c"];
/// ad_runtime::unpermute(&mut list, &[1, 2, 0]);
/// assert_eq!(list, ["c", "a", "b"]);
/// ```
pub fn unpermute<T>(list: &mut [T], order: &[usize]) {
    // The cotangent of a list that carries none may be of any length.
    if size_of::<T>() == 0 {
        return;
    }
    assert_eq!(
        list.len(),
        order.len(),
        "a list was permuted by an order of another length"
    );
    let mut done = vec![false; order.len()];
    for start in 0..order.len() {
        // What stands at `start` is what is still to be placed on this cycle.
        let mut to = order[start];
        while !done[start] && to != start {
            list.swap(start, to);
            done[to] = true;
            to = order[to];
        }
        done[start] = true;
    }
}

fn inverse(len: usize, order: &[usize]) -> Vec<usize> {
    assert_eq!(len, order.len(), "a list was permuted by an order of another length");
    let mut inverse = vec![0; len];
    for (k, from) in order.iter().enumerate() {
        inverse[*from] = k;
    }
    inverse
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
        for order in orders {
            let mut list: Vec<usize> = (10..15).collect();
            permute(&mut list, &order);
            assert_eq!(list, order.iter().map(|k| k + 10).collect::<Vec<_>>());
            unpermute(&mut list, &order);
            assert_eq!(list, (10..15).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_unstable_sort_is_followed() {
        let list = [2.0_f64, -0.0, 1.0, 0.0, 2.0, -1.0];
        let order = order_after(&list, |list| list.sort_unstable_by(|a, b| b.abs().total_cmp(&a.abs())));
        let mut sorted = list;
        sorted.sort_unstable_by(|a, b| b.abs().total_cmp(&a.abs()));
        let mut permuted = list;
        permute(&mut permuted, &order);
        assert_eq!(permuted.map(f64::to_bits), sorted.map(f64::to_bits));
    }
}
