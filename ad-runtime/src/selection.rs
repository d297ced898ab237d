//! Which elements of a list a maximum or minimum was, for the reverse sweep of a loop that kept it.

use crate::Scalar;
use std::ops::Range;

/// The elements that are equal to the one that was kept in the end.
#[derive(Clone, Copy, Debug)]
pub struct Ties<S> {
    /// The first of them.
    pub start: usize,
    /// One behind the last of them.
    pub end: usize,
    kept: S,
    /// Whether the loop began with such a number.
    before: bool,
}

impl<S: Scalar> Ties<S> {
    /// The share of an element in the choice between it and what was kept before.
    #[inline(always)]
    pub fn share(&self, index: usize, element: S) -> S {
        if element != self.kept {
            S::ZERO
        } else if index == self.start && !self.before {
            S::ONE
        } else {
            S::HALF
        }
    }

    /// The share of what was kept before.
    #[inline(always)]
    pub fn share_before(&self, index: usize, element: S) -> S {
        S::ONE - self.share(index, element)
    }
}

/// Which elements of a part of a list are equal to what a loop kept of it, which began with `before`.
///
/// ```
/// let ties = ad_runtime::ties(&[1.0, 3.0, 2.0, 3.0], 0..4, f64::NEG_INFINITY, 3.0);
/// assert_eq!(ties.start..ties.end, 1..4);
/// assert_eq!([1, 2, 3].map(|k| ties.share(k, [1.0, 3.0, 2.0, 3.0][k])), [1.0, 0.0, 0.5]);
/// assert_eq!(ties.share_before(3, 3.0), 0.5);
/// ```
#[inline]
pub fn ties<S: Scalar>(list: &[S], part: Range<usize>, before: S, kept: S) -> Ties<S> {
    let low = part.start;
    let list = list.get(part).unwrap_or_default();
    // LLVM vectorises what does not leave the loop early, and unrolls what is of a known length.
    let holds = |block: &[S; BLOCK]| block.iter().fold(false, |found, x| found | (*x == kept));
    let is_kept = |x: &S| *x == kept;
    let first = || {
        let blocks = list.as_chunks().0.iter();
        let at = BLOCK * blocks.take_while(|block| !holds(block)).count();
        Some(at + list[at..].iter().position(is_kept)?)
    };
    let last = || {
        let blocks = list.as_rchunks().1.iter().rev();
        let end = list.len() - BLOCK * blocks.take_while(|block| !holds(block)).count();
        list[..end].iter().rposition(is_kept)
    };
    let (start, end) = match (first(), last()) {
        (Some(first), Some(last)) => (low + first, low + last + 1),
        _ => (low, low),
    };
    Ties {
        start,
        end,
        kept,
        before: before == kept,
    }
}

const BLOCK: usize = 64;

#[cfg(test)]
mod tests {
    use super::ties;

    #[test]
    fn ties_are_found_wherever_they_are() {
        for n in [0, 1, 63, 64, 65, 200] {
            for first in (0..n).step_by(7) {
                for last in (first..n).step_by(11) {
                    let mut list = vec![0.0; n + 2];
                    (list[first + 1], list[last + 1], list[0], list[n + 1]) = (1.0, 1.0, 1.0, 1.0);
                    let ties = ties(&list, 1..n + 1, 0.0, 1.0);
                    assert_eq!((ties.start, ties.end), (first + 1, last + 2));
                }
            }
            let none = ties(&vec![0.0; n], 0..n, 1.0, 1.0);
            assert!((none.start..none.end).is_empty());
        }
    }
}
