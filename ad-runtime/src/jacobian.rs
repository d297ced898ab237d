//! Jacobians: a gradient for each number of a result.

use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::lanes::Laned;
use crate::scalar::Scalar;
use ndarray::{Array1, Array2};

/// A result of several numbers, each of which has a row in the Jacobian.
///
/// ```
/// use ad_runtime::Outputs;
///
/// assert_eq!([5.0, 6.0].outputs(), 2);
/// assert_eq!([5.0, 6.0].seed(1), [0.0, 1.0]);
/// ```
#[diagnostic::on_unimplemented(
    message = "a Jacobian needs a result of several numbers, got `{Self}`",
    note = "an array, a vector or a tuple of floats; for others there is `vjp`"
)]
pub trait Outputs: Differentiable {
    /// How many numbers there are.
    fn outputs(&self) -> usize;
    /// The cotangent that is one for this number and zero for all others.
    fn seed(&self, output: usize) -> Self::Cotangent;
}

impl<S: Scalar, const M: usize> Outputs for [S; M] {
    #[inline(always)]
    fn outputs(&self) -> usize {
        M
    }
    #[inline(always)]
    fn seed(&self, output: usize) -> [S; M] {
        std::array::from_fn(|i| if i == output { S::ONE } else { S::ZERO })
    }
}

impl<S: Scalar> Outputs for Vec<S> {
    #[inline]
    fn outputs(&self) -> usize {
        self.len()
    }
    fn seed(&self, output: usize) -> Vec<S> {
        let mut seed = vec![S::ZERO; self.len()];
        seed.get_mut(output).into_iter().for_each(|one| *one = S::ONE);
        seed
    }
}

impl<S: Scalar> Outputs for Array1<S> {
    #[inline]
    fn outputs(&self) -> usize {
        self.len()
    }
    fn seed(&self, output: usize) -> Array1<S> {
        Array1::from_vec(self.to_vec().seed(output))
    }
}

macro_rules! tuple_outputs {
    ($($S:ident $i:tt),*) => {
        impl<S: Scalar> Outputs for ($($S,)*) {
            #[inline(always)]
            fn outputs(&self) -> usize {
                [$($i),*].len()
            }
            #[inline(always)]
            fn seed(&self, output: usize) -> Self {
                ($(if output == $i { S::ONE } else { S::ZERO },)*)
            }
        }
    };
}

tuple_outputs!(S 0, S 1);
tuple_outputs!(S 0, S 1, S 2);
tuple_outputs!(S 0, S 1, S 2, S 3);
tuple_outputs!(S 0, S 1, S 2, S 3, S 4);
tuple_outputs!(S 0, S 1, S 2, S 3, S 4, S 5);

/// The value of a function and a gradient for each of the `M` numbers in it, from one run of the function for each.
///
/// ```
/// use ad_runtime::rows;
///
/// let square_and_cube = |x: f64| ([x * x, x * x * x], move |seed: [f64; 2]| 2.0 * x * seed[0] + 3.0 * x * x * seed[1]);
/// assert_eq!(rows(|| square_and_cube(2.0)), ([4.0, 8.0], [4.0, 12.0]));
/// ```
pub fn rows<V: Outputs, P, G, const M: usize>(mut vjp: impl FnMut() -> (V, P)) -> (V, [G; M])
where
    P: FnOnce(V::Cotangent) -> G,
{
    let (value, pullback) = vjp();
    let mut first = Some(pullback(value.seed(0)));
    let rows = std::array::from_fn(|output| match first.take() {
        Some(row) => row,
        None => {
            let (value, pullback) = vjp();
            pullback(value.seed(output))
        }
    });
    (value, rows)
}

/// The same for a list, whose length is known when the function has run.
///
/// ```
/// use ad_runtime::rows_of_list;
///
/// let doubled = |x: f64| (vec![x, 2.0 * x], move |seed: Vec<f64>| seed[0] + 2.0 * seed[1]);
/// assert_eq!(rows_of_list(|| doubled(3.0)), (vec![3.0, 6.0], vec![1.0, 2.0]));
/// ```
pub fn rows_of_list<V: Outputs, P, G>(mut vjp: impl FnMut() -> (V, P)) -> (V, Vec<G>)
where
    P: FnOnce(V::Cotangent) -> G,
{
    let (value, pullback) = vjp();
    let mut rows = Vec::with_capacity(value.outputs());
    if value.outputs() > 0 {
        rows.push(pullback(value.seed(0)));
    }
    rows.extend((1..value.outputs()).map(|output| {
        let (value, pullback) = vjp();
        pullback(value.seed(output))
    }));
    (value, rows)
}

/// The value of a function and a gradient for each of the `M` numbers in it, from one pullback that runs for each.
///
/// ```
/// use ad_runtime::rows_of_one_run;
///
/// let x = 2.0;
/// let pullback = |seed: [f64; 2]| 2.0 * x * seed[0] + 3.0 * x * x * seed[1];
/// assert_eq!(rows_of_one_run(([4.0, 8.0], pullback)), ([4.0, 8.0], [4.0, 12.0]));
/// ```
pub fn rows_of_one_run<V: Outputs, P, G, const M: usize>((value, pullback): (V, P)) -> (V, [G; M])
where
    P: Fn(V::Cotangent) -> G,
{
    let rows = std::array::from_fn(|output| pullback(value.seed(output)));
    (value, rows)
}

/// The same for a list.
///
/// ```
/// use ad_runtime::rows_of_list_of_one_run;
///
/// let pullback = |seed: Vec<f64>| seed[0] + 2.0 * seed[1];
/// assert_eq!(rows_of_list_of_one_run((vec![3.0, 6.0], pullback)), (vec![3.0, 6.0], vec![1.0, 2.0]));
/// ```
pub fn rows_of_list_of_one_run<V: Outputs, P, G>((value, pullback): (V, P)) -> (V, Vec<G>)
where
    P: Fn(V::Cotangent) -> G,
{
    let rows = (0..value.outputs())
        .map(|output| pullback(value.seed(output)))
        .collect();
    (value, rows)
}

/// How many rows one backward sweep carries, where there may be more.
pub const WIDTH: usize = 8;

/// The value of a function and a gradient for each of the `M` numbers in it, [`WIDTH`] of them from each run of the function,
/// which is told the first.
///
/// ```
/// use ad_runtime::rows_in_lanes;
///
/// let sweep = |first: usize| ("value", std::array::from_fn(|lane| first + lane));
/// assert_eq!(rows_in_lanes(sweep), ("value", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
/// ```
pub fn rows_in_lanes<V, G, const M: usize>(mut sweep: impl FnMut(usize) -> (V, [G; WIDTH])) -> (V, [G; M]) {
    let (value, first) = sweep(0);
    let mut some = first.into_iter();
    let rows = std::array::from_fn(|output| {
        if output > 0 && output % WIDTH == 0 {
            some = sweep(output).1.into_iter();
        }
        some.next().expect("each run gives its share of the rows")
    });
    (value, rows)
}

/// The same for a list, whose length is known when the function has run.
///
/// ```
/// use ad_runtime::rows_of_list_in_lanes;
///
/// let sweep = |first: usize| (vec![0.0; 3], std::array::from_fn(|lane| first + lane));
/// assert_eq!(rows_of_list_in_lanes(sweep).1, [0, 1, 2]);
/// ```
pub fn rows_of_list_in_lanes<V: Outputs, G>(mut sweep: impl FnMut(usize) -> (V, [G; WIDTH])) -> (V, Vec<G>) {
    let (value, first) = sweep(0);
    let outputs = value.outputs();
    let mut rows = Vec::with_capacity(outputs);
    rows.extend(first.into_iter().take(outputs));
    while rows.len() < outputs {
        let (left, more) = (outputs - rows.len(), sweep(rows.len()).1);
        rows.extend(more.into_iter().take(left));
    }
    (value, rows)
}

/// The seeds of the rows from `first` on, in lanes; zero for those beyond the last.
///
/// ```
/// use ad_runtime::lanes::Lanes;
///
/// assert_eq!(ad_runtime::seeds(&[5.0, 6.0], 1), [Lanes([0.0, 0.0]), Lanes([1.0, 0.0])]);
/// ```
#[inline]
pub fn seeds<V: Outputs, const N: usize>(value: &V, first: usize) -> <V::Cotangent as Laned<N>>::Lanes
where
    V::Cotangent: Laned<N>,
{
    value.zero_cotangent().units(first, &mut 0)
}

/// How many numbers there are in the cotangent of `value`: the columns of a Jacobian.
///
/// ```
/// assert_eq!(ad_runtime::inputs(&[1.0, 2.0, 3.0][..]), 3);
/// ```
pub fn inputs<T: Differentiable + ?Sized>(value: &T) -> usize {
    let mut flat = Vec::new();
    Cotangent::flatten_into(&value.zero_cotangent(), &mut flat);
    flat.len()
}

/// The Jacobian by columns, each a run of `tangent` along a direction, if there are fewer of them than rows: the first one says how many
/// rows there are.
///
/// ```
/// use ndarray::arr2;
///
/// let along = |dot: &[f64; 1]| [2.0 * dot[0], 3.0 * dot[0]];
/// assert_eq!(ad_runtime::columns::<f64, _, _>(&[5.0], along), Some(arr2(&[[2.0], [3.0]])));
/// assert_eq!(ad_runtime::columns::<f64, _, _>(&[5.0], |dot: &[f64; 1]| *dot), None);
/// ```
pub fn columns<S: Scalar, T: Differentiable + ?Sized, C: Cotangent>(
    input: &T,
    mut tangent: impl FnMut(&T::Cotangent) -> C,
) -> Option<Array2<S>> {
    let mut direction = input.zero_cotangent();
    let mut unit = Vec::new();
    Cotangent::flatten_into(&direction, &mut unit);
    let (inputs, mut flat) = (unit.len(), Vec::new());
    for column in 0..inputs {
        unit[column] = 1.0;
        direction.unflatten_from(&mut unit.iter().copied());
        unit[column] = 0.0;
        tangent(&direction).flatten_into(&mut flat);
        if column == 0 && flat.len() <= inputs {
            return None;
        }
    }
    let outputs = flat.len().checked_div(inputs)?;
    Some(Array2::from_shape_fn((outputs, inputs), |(row, column)| {
        S::nearest(flat[column * outputs + row])
    }))
}

/// The value of a function and its Jacobian by columns, `N` of them from each run of `tangent`, which gives the value and its tangents
/// along several directions of the shape of `zero`.
///
/// ```
/// use ad_runtime::lanes::{Lanes, times};
/// use ndarray::arr2;
///
/// let along = |dots: &[Lanes<f64, 2>; 1]| ("value", [times(dots[0], 2.0), times(dots[0], 3.0)]);
/// assert_eq!(ad_runtime::columns_in_lanes::<f64, _, _, _, 2>(&[0.0], along), ("value", arr2(&[[2.0], [3.0]])));
/// ```
pub fn columns_in_lanes<S: Scalar, G: Laned<N>, V, L: Cotangent, const N: usize>(
    zero: &G,
    mut tangent: impl FnMut(&G::Lanes) -> (V, L),
) -> (V, Array2<S>) {
    let mut flat = Vec::new();
    zero.flatten_into(&mut flat);
    let inputs = flat.len();
    flat.clear();
    let (value, tangents) = tangent(&zero.units(0, &mut 0));
    tangents.flatten_into(&mut flat);
    let mut matrix = Array2::from_elem((flat.len() / N, inputs), S::ZERO);
    for first in (0..inputs).step_by(N) {
        if first > 0 {
            flat.clear();
            tangent(&zero.units(first, &mut 0)).1.flatten_into(&mut flat);
        }
        for (mut row, lanes) in matrix.rows_mut().into_iter().zip(flat.chunks_exact(N)) {
            for (number, lane) in row.iter_mut().skip(first).zip(lanes) {
                *number = S::nearest(lane + 0.0);
            }
        }
    }
    (value, matrix)
}

/// A row of a matrix, in the shape of `zero`.
///
/// ```
/// let matrix = ndarray::arr2(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
/// assert_eq!(ad_runtime::row(&([0.0; 2], 0.0), &matrix, 1), ([4.0, 5.0], 6.0));
/// ```
pub fn row<G: Cotangent>(zero: &G, matrix: &Array2<f64>, row: usize) -> G {
    let mut gradient = zero.clone();
    gradient.unflatten_from(&mut matrix.row(row).iter().copied());
    gradient
}

/// The rows as a matrix.
///
/// # Panics
/// If a row has not as many numbers as there are inputs.
///
/// ```
/// use ndarray::arr2;
///
/// assert_eq!(ad_runtime::matrix::<f64, _>(2, [[1.0, 2.0], [3.0, 4.0]]), arr2(&[[1.0, 2.0], [3.0, 4.0]]));
/// ```
pub fn matrix<S: Scalar, G: Cotangent>(inputs: usize, rows: impl IntoIterator<Item = G>) -> Array2<S> {
    let mut flat = Vec::new();
    let mut outputs = 0;
    for row in rows {
        row.flatten_into(&mut flat);
        outputs += 1;
    }
    let numbers = flat.into_iter().map(S::nearest).collect();
    Array2::from_shape_vec((outputs, inputs), numbers).expect("each row has a number for each input")
}
