//! The derivatives of what makes ndarray's arrays.

use crate::cotangent::Cotangent;
use crate::element::Element;
use crate::scalar::Scalar;
use crate::workspace::Workspace;
use ndarray::{Array, ArrayRef, Dimension, Ix1, Ix2, ShapeBuilder, ShapeError, StrideShape};

/// `Array1::from_vec`, `Array1::from`.
///
/// ```
/// use ndarray::array;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (row, pullback) = ad_runtime::twins::array_from_vec(&mut ws, vec![1.0, 2.0]);
/// assert_eq!(row, array![1.0, 2.0]);
/// assert_eq!(pullback(&mut ws, array![3.0, 4.0], ()), (vec![3.0, 4.0],));
/// ```
#[inline(always)]
#[allow(clippy::type_complexity)]
pub fn array_from_vec<A: Element>(
    _: &mut Workspace,
    elements: Vec<A>,
) -> (
    Array<A, Ix1>,
    impl FnOnce(&mut Workspace, Array<A::Cotangent, Ix1>, ()) -> (Vec<A::Cotangent>,) + use<A>,
) {
    let pullback = |_: &mut Workspace, seed: Array<A::Cotangent, Ix1>, ()| (seed.to_vec(),);
    (Array::from_vec(elements), pullback)
}

/// `Array::from_elem`.
///
/// ```
/// use ndarray::array;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (a, pullback) = ad_runtime::twins::array_from_elem(&mut ws, (1, 2), 3.0);
/// assert_eq!(a, array![[3.0, 3.0]]);
/// assert_eq!(pullback(&mut ws, array![[3.0, 4.0]], (), ()), ((), 7.0));
/// ```
#[inline(always)]
pub fn array_from_elem<A: Element, S: ShapeBuilder>(
    _: &mut Workspace,
    shape: S,
    element: A,
) -> (
    Array<A, S::Dim>,
    impl FnOnce(&mut Workspace, Array<A::Cotangent, S::Dim>, (), ()) -> ((), A::Cotangent) + use<A, S>,
) {
    let pullback = |_: &mut Workspace, seed: Array<A::Cotangent, S::Dim>, (), ()| {
        let mut sum = A::zero_bar();
        seed.iter().for_each(|seed| sum.accumulate(seed));
        ((), sum)
    };
    (Array::from_elem(shape, element), pullback)
}

/// `Array::from_shape_vec`.
///
/// ```
/// use ndarray::{ShapeBuilder, array};
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (a, pullback) = ad_runtime::twins::array_from_shape_vec(&mut ws, (1, 2), vec![1.0, 2.0]);
/// assert_eq!(a, Ok(array![[1.0, 2.0]]));
/// assert_eq!(pullback(&mut ws, Some(array![[3.0, 4.0]]), (), ()), ((), vec![3.0, 4.0]));
///
/// let (a, pullback) = ad_runtime::twins::array_from_shape_vec(&mut ws, (2, 2).f(), vec![1.0, 2.0, 3.0, 4.0]);
/// assert_eq!(a, Ok(array![[1.0, 3.0], [2.0, 4.0]]));
/// assert_eq!(pullback(&mut ws, a.ok(), (), ()), ((), vec![1.0, 2.0, 3.0, 4.0]));
///
/// let (_, pullback) = ad_runtime::twins::array_from_shape_vec(&mut ws, (2, 2), vec![1.0, 2.0, 3.0, 4.0]);
/// let seed = array![[1.0, 3.0], [2.0, 4.0]].reversed_axes();
/// assert_eq!(pullback(&mut ws, Some(seed), (), ()), ((), vec![1.0, 2.0, 3.0, 4.0]));
/// ```
#[inline]
pub fn array_from_shape_vec<A, D, S>(
    _: &mut Workspace,
    shape: S,
    elements: Vec<A>,
) -> (
    Result<Array<A, D>, ShapeError>,
    impl FnOnce(&mut Workspace, Option<Array<A::Cotangent, D>>, (), ()) -> ((), Vec<A::Cotangent>) + use<A, D, S>,
)
where
    A: Element,
    D: Dimension,
    S: Into<StrideShape<D>>,
{
    let count = elements.len();
    let array = Array::from_shape_vec(shape, elements);
    // The elements stand in memory as in the vector: the strides say where, unless that is one row after the other.
    let strides = array.as_ref().ok().filter(|array| !array.is_standard_layout());
    let strides = strides.map(|array| array.strides().to_vec());
    let pullback = move |_: &mut Workspace, seed: Option<Array<A::Cotangent, D>>, (), ()| {
        let mut bars = vec![A::zero_bar(); count];
        match (seed, strides) {
            (None, _) => {}
            (Some(seed), None) => seed.iter().zip(&mut bars).for_each(|(seed, bar)| bar.clone_from(seed)),
            (Some(seed), Some(strides)) => {
                // Of an axis that runs backwards, the last element comes first.
                let first: isize = strides
                    .iter()
                    .zip(seed.shape())
                    .map(|(stride, len)| (-stride).max(0) * (*len as isize - 1).max(0))
                    .sum();
                for (index, seed) in seed.into_dyn().indexed_iter() {
                    let offset: isize = strides
                        .iter()
                        .zip(index.slice())
                        .map(|(stride, i)| stride * *i as isize)
                        .sum();
                    bars[(first + offset) as usize] = seed.clone();
                }
            }
        }
        ((), bars)
    };
    (array, pullback)
}

/// `Array2::from_diag`.
///
/// ```
/// use ndarray::array;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (diagonal, mut bar) = (array![1.0, 2.0], array![0.0, 0.5]);
/// let (a, pullback) = ad_runtime::twins::array_from_diag(&mut ws, &diagonal);
/// assert_eq!(a, array![[1.0, 0.0], [0.0, 2.0]]);
/// pullback(&mut ws, array![[3.0, 4.0], [5.0, 6.0]], (&diagonal, Some(&mut bar)));
/// assert_eq!(bar, array![3.0, 6.5]);
/// ```
#[inline]
pub fn array_from_diag<A: Scalar>(
    _: &mut Workspace,
    diagonal: &ArrayRef<A, Ix1>,
) -> (
    Array<A, Ix2>,
    impl FnOnce(&mut Workspace, Array<A, Ix2>, (&ArrayRef<A, Ix1>, Option<&mut ArrayRef<A, Ix1>>)) -> ((),) + use<A>,
) {
    let pullback =
        |_: &mut Workspace, seed: Array<A, Ix2>, (_, bar): (&ArrayRef<A, Ix1>, Option<&mut ArrayRef<A, Ix1>>)| {
            if let Some(bar) = bar {
                *bar += &*seed.diag();
            }
            ((),)
        };
    (Array::from_diag(&diagonal.view()), pullback)
}

/// `Array2::from_diag_elem`.
///
/// ```
/// use ndarray::array;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (a, pullback) = ad_runtime::twins::array_from_diag_elem(&mut ws, 2, 3.0);
/// assert_eq!(a, array![[3.0, 0.0], [0.0, 3.0]]);
/// assert_eq!(pullback(&mut ws, array![[3.0, 4.0], [5.0, 6.0]], (), ()), ((), 9.0));
/// ```
#[inline]
pub fn array_from_diag_elem<A: Scalar>(
    _: &mut Workspace,
    n: usize,
    element: A,
) -> (
    Array<A, Ix2>,
    impl FnOnce(&mut Workspace, Array<A, Ix2>, (), ()) -> ((), A) + use<A>,
) {
    let pullback = |_: &mut Workspace, seed: Array<A, Ix2>, (), ()| ((), seed.diag().sum());
    (Array::from_diag_elem(n, element), pullback)
}

/// `Array1::linspace`.
///
/// ```
/// use ndarray::array;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (a, pullback) = ad_runtime::twins::array_linspace(&mut ws, 1.0, 2.0, 3);
/// assert_eq!(a, array![1.0, 1.5, 2.0]);
/// assert_eq!(pullback(&mut ws, array![1.0, 4.0, 7.0], (), (), ()), (3.0, 9.0, ()));
/// ```
#[inline]
pub fn array_linspace<A: Scalar>(
    _: &mut Workspace,
    first: A,
    last: A,
    n: usize,
) -> (
    Array<A, Ix1>,
    impl FnOnce(&mut Workspace, Array<A, Ix1>, (), (), ()) -> (A, A, ()) + use<A>,
) {
    let pullback = move |_: &mut Workspace, seed: Array<A, Ix1>, (), (), ()| {
        let steps = A::nearest(n.saturating_sub(1).max(1) as f64);
        let (mut first_bar, mut last_bar) = (A::ZERO, A::ZERO);
        for (k, seed) in seed.iter().enumerate() {
            let share = A::nearest(k as f64) / steps;
            first_bar += *seed * (A::ONE - share);
            last_bar += *seed * share;
        }
        (first_bar, last_bar, ())
    };
    (Array::linspace(first, last, n), pullback)
}
