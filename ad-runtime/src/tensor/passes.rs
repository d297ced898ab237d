//! One pass over the elements of arrays of one shape, on several threads where the feature `rayon` is on and they are many.
//!
//! What is computed of an element does not depend on the others, so the threads change no bit of it.

use super::storage::TensorElement;
use ndarray::{ArrayD, ArrayViewD, ArrayViewMutD, Zip};

/// From how many elements on threads take less time than it takes to wake them.
#[cfg(feature = "rayon")]
pub(super) const ENOUGH: usize = 1 << 16;

/// A pass of a `Zip`, by one of two of its methods.
macro_rules! pass {
    ($zip:expr, $serial:ident | $parallel:ident, $f:expr) => {{
        let zip = $zip;
        #[cfg(feature = "rayon")]
        if zip.size() >= ENOUGH {
            return zip.$parallel($f);
        }
        zip.$serial($f)
    }};
}

pub(super) fn of_each<T: TensorElement>(x: ArrayViewD<'_, T>, f: impl Fn(T) -> T + Sync + Send) -> ArrayD<T> {
    pass!(Zip::from(x), map_collect | par_map_collect, |x| f(*x))
}

pub(super) fn of_pairs<T: TensorElement>(
    x: ArrayViewD<'_, T>,
    y: ArrayViewD<'_, T>,
    f: impl Fn(T, T) -> T + Sync + Send,
) -> ArrayD<T> {
    pass!(Zip::from(x).and(y), map_collect | par_map_collect, |x, y| f(*x, *y))
}

pub(super) fn of_triples<T: TensorElement>(
    [x, y, z]: [ArrayViewD<'_, T>; 3],
    f: impl Fn(T, T, T) -> T + Sync + Send,
) -> ArrayD<T> {
    pass!(Zip::from(x).and(y).and(z), map_collect | par_map_collect, |x, y, z| f(
        *x, *y, *z
    ))
}

pub(super) fn change_each<T: TensorElement>(x: ArrayViewMutD<'_, T>, f: impl Fn(T) -> T + Sync + Send) {
    pass!(Zip::from(x), for_each | par_for_each, |x| *x = f(*x))
}

pub(super) fn change_beside<T: TensorElement>(
    x: ArrayViewMutD<'_, T>,
    y: ArrayViewD<'_, T>,
    f: impl Fn(T, T) -> T + Sync + Send,
) {
    pass!(Zip::from(x).and(y), for_each | par_for_each, |x, y| *x = f(*x, *y))
}
