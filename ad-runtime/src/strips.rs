//! Strips of ndarray's arrays: elements that follow each other along the last axis, read, taken or added to at once.

use ndarray::{ArrayRef, ArrayRef1, ArrayRef2, ArrayView1, ArrayViewMut1};
use std::ops::AddAssign;

/// How many elements go side by side.
const CHUNK: usize = 8;

/// An array of rows: what begins at an index is the rest of one.
pub trait Rows<T> {
    /// The index of an element.
    type At;
    /// The element's row, and where in it the element is.
    fn row_at(&self, at: Self::At) -> (ArrayView1<'_, T>, usize);
    /// The same to write to.
    fn row_at_mut(&mut self, at: Self::At) -> (ArrayViewMut1<'_, T>, usize);
}

impl<T> Rows<T> for ArrayRef1<T> {
    type At = usize;

    #[inline(always)]
    fn row_at(&self, at: usize) -> (ArrayView1<'_, T>, usize) {
        (self.view(), at)
    }

    #[inline(always)]
    fn row_at_mut(&mut self, at: usize) -> (ArrayViewMut1<'_, T>, usize) {
        (self.view_mut(), at)
    }
}

impl<T> Rows<T> for ArrayRef2<T> {
    type At = [usize; 2];

    #[inline(always)]
    fn row_at(&self, [row, at]: [usize; 2]) -> (ArrayView1<'_, T>, usize) {
        (self.row(row), at)
    }

    #[inline(always)]
    fn row_at_mut(&mut self, [row, at]: [usize; 2]) -> (ArrayViewMut1<'_, T>, usize) {
        (self.row_mut(row), at)
    }
}

/// A strip of so many elements: of the array itself, or of a copy where they do not lie side by side.
///
/// # Panics
/// If the array has no such elements.
///
/// ```
/// let a = ndarray::arr2(&[[1.0, 2.0, 3.0]]);
/// assert_eq!(ad_runtime::strip(&a, [0, 1], 2, &mut Vec::new()), [2.0, 3.0]);
/// ```
#[inline(always)]
pub fn strip<'a, T: Copy, D>(
    array: &'a ArrayRef<T, D>,
    at: <ArrayRef<T, D> as Rows<T>>::At,
    len: usize,
    copy: &'a mut Vec<T>,
) -> &'a [T]
where
    ArrayRef<T, D>: Rows<T>,
{
    let (row, at) = array.row_at(at);
    match row.to_slice() {
        Some(row) => &row[at..][..len],
        None => {
            copy.extend((at..at + len).map(|k| row[k]));
            copy
        }
    }
}

/// Leaves zeros in a strip of a cotangent.
///
/// # Panics
/// If the array has no such elements.
///
/// ```
/// let mut a = ndarray::arr1(&[1.0, 2.0, 3.0]);
/// ad_runtime::clear_strip(&mut a, 0, 2);
/// assert_eq!(a, ndarray::arr1(&[0.0, 0.0, 3.0]));
/// ```
#[inline(always)]
pub fn clear_strip<T: Copy + Default, D>(array: &mut ArrayRef<T, D>, at: <ArrayRef<T, D> as Rows<T>>::At, len: usize)
where
    ArrayRef<T, D>: Rows<T>,
{
    let (mut row, at) = array.row_at_mut(at);
    match row.as_slice_mut() {
        Some(row) => clear(&mut row[at..][..len]),
        None => (at..at + len).for_each(|k| row[k] = T::default()),
    }
}

/// Leaves zeros in a list.
///
/// ```
/// let mut list = [1.0, 2.0];
/// ad_runtime::clear(&mut list);
/// assert_eq!(list, [0.0, 0.0]);
/// ```
#[inline(always)]
pub fn clear<T: Copy + Default>(list: &mut [T]) {
    list.fill(T::default());
}

/// Adds to a strip of a cotangent what is to be added to each of its elements, in several lists of one length.
///
/// # Panics
/// If the array has no such elements.
///
/// ```
/// let mut a = ndarray::arr1(&[1.0, 2.0, 3.0]);
/// ad_runtime::add_strips(&mut a, 1, [&[1.0, 1.0], &[0.0, 10.0]]);
/// assert_eq!(a, ndarray::arr1(&[1.0, 3.0, 14.0]));
/// ```
#[inline(always)]
pub fn add_strips<T: Copy + AddAssign, D, const N: usize>(
    array: &mut ArrayRef<T, D>,
    at: <ArrayRef<T, D> as Rows<T>>::At,
    lists: [&[T]; N],
) where
    ArrayRef<T, D>: Rows<T>,
{
    let len = lists[0].len();
    let lists = lists.map(|list| &list[..len]);
    let (mut row, at) = array.row_at_mut(at);
    match row.as_slice_mut() {
        Some(row) => {
            // LLVM would unroll this, and walk through up to fifteen elements one by one at its end.
            let (chunks, rest) = row[at..][..len].as_chunks_mut::<CHUNK>();
            let begun = CHUNK * chunks.len();
            let parts = lists.map(|list| &list.as_chunks::<CHUNK>().0[..chunks.len()]);
            for (c, chunk) in chunks.iter_mut().enumerate() {
                let mut sum = *chunk;
                for part in &parts {
                    (0..CHUNK).for_each(|k| sum[k] += part[c][k]);
                }
                *chunk = sum;
            }
            for (k, element) in rest.iter_mut().enumerate() {
                lists.iter().for_each(|list| *element += list[begun + k]);
            }
        }
        None => {
            for k in 0..len {
                lists.iter().for_each(|list| row[at + k] += list[k]);
            }
        }
    }
}
