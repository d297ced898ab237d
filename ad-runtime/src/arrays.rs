//! Adjoints of ndarray's methods, accumulating in place.

use crate::cotangent::Cotangent;
use crate::scalar::{Scalar, times};
use ndarray::linalg::general_mat_mul;
use ndarray::{Array1, Array2, ArrayRef, ArrayRef1, ArrayRef2, ArrayView1, Dimension, Zip};
use std::ops::Add;

/// The adjoint of the method `sum`.
///
/// Original: `s = a.sum()`.\
/// Adjoint: `a_bar[i] += s_bar` for every element.
///
/// # Panics
/// If `bar` has another shape than `a`.
///
/// ```
/// use ndarray::arr2;
///
/// let mut a_bar = arr2(&[[0.0, 1.0]]);
/// ad_runtime::sum_adjoint(&arr2(&[[1.0, 2.0]]), &3.0, &mut a_bar);
/// assert_eq!(a_bar, arr2(&[[3.0, 4.0]]));
/// ```
#[inline]
pub fn sum_adjoint<A: Scalar, D: Dimension>(a: &ArrayRef<A, D>, seed: &A, bar: &mut ArrayRef<A, D>) {
    assert_eq!(
        a.shape(),
        bar.shape(),
        "the shapes of an array and of its cotangent differ"
    );
    *bar += *seed;
}

/// The adjoint of a method `dot`.
///
/// Original: `y = l.dot(&r)`, between vectors and matrices.\
/// Adjoint: `l_bar += y_bar · rᵀ` and `r_bar += lᵀ · y_bar`, with vectors as columns or rows as the product has them.
///
/// An element of `y_bar` that is exactly zero contributes nothing, also where the other factor is infinite or NaN.
///
/// ```
/// use ndarray::{arr1, arr2};
///
/// let (l, r, seed) = (arr2(&[[1.0, 2.0], [3.0, 4.0]]), arr1(&[5.0, 6.0]), arr1(&[1.0, 10.0]));
/// let (mut l_bar, mut r_bar) = (ad_runtime::zero(&l), ad_runtime::zero(&r));
/// ad_runtime::dot_left(&l, &r, &seed, &mut l_bar);
/// ad_runtime::dot_right(&l, &r, &seed, &mut r_bar);
/// assert_eq!(l_bar, arr2(&[[5.0, 6.0], [50.0, 60.0]]));
/// assert_eq!(r_bar, arr1(&[31.0, 42.0]));
/// ```
#[diagnostic::on_unimplemented(message = "the derivative of `{Self}::dot` with `{R}` is not known")]
pub trait DotAdjoint<R: ?Sized> {
    /// The cotangent of the product.
    type Seed: Cotangent;
    /// Adds the cotangent of `l` to `l_bar`.
    ///
    /// # Panics
    /// If the shapes do not fit.
    fn dot_left(l: &Self, r: &R, seed: &Self::Seed, l_bar: &mut Self);
    /// Adds the cotangent of `r` to `r_bar`.
    ///
    /// # Panics
    /// If the shapes do not fit.
    fn dot_right(l: &Self, r: &R, seed: &Self::Seed, r_bar: &mut R);
    /// The tangent of the product, of which at least one factor has a tangent.
    ///
    /// # Panics
    /// If the shapes do not fit.
    fn dot_tangent(l: &Self, r: &R, l_tangent: Option<&Self>, r_tangent: Option<&R>) -> Self::Seed;
}

impl<A: Scalar> DotAdjoint<ArrayRef1<A>> for ArrayRef1<A> {
    type Seed = A;
    #[inline]
    fn dot_left(_: &Self, r: &ArrayRef1<A>, seed: &A, l_bar: &mut ArrayRef1<A>) {
        Zip::from(l_bar).and(r).for_each(|l_bar, &r| *l_bar += times(*seed, r));
    }
    #[inline]
    fn dot_right(l: &Self, _: &ArrayRef1<A>, seed: &A, r_bar: &mut ArrayRef1<A>) {
        Zip::from(r_bar).and(l).for_each(|r_bar, &l| *r_bar += times(*seed, l));
    }
    #[inline]
    fn dot_tangent(l: &Self, r: &ArrayRef1<A>, l_tangent: Option<&Self>, r_tangent: Option<&ArrayRef1<A>>) -> A {
        let left = l_tangent.map(|l| strong_dot(l.view(), r.view()));
        both(left, r_tangent.map(|r| strong_dot(r.view(), l.view())))
    }
}

impl<A: Scalar> DotAdjoint<ArrayRef1<A>> for ArrayRef2<A> {
    type Seed = Array1<A>;
    #[inline]
    fn dot_left(_: &Self, r: &ArrayRef1<A>, seed: &Array1<A>, l_bar: &mut ArrayRef2<A>) {
        Zip::from(l_bar.rows_mut()).and(seed).for_each(|row_bar, &s| {
            Zip::from(row_bar).and(r).for_each(|l_bar, &r| *l_bar += times(s, r));
        });
    }
    #[inline]
    fn dot_right(l: &Self, _: &ArrayRef1<A>, seed: &Array1<A>, r_bar: &mut ArrayRef1<A>) {
        Zip::from(l.rows()).and(seed).for_each(|row, &s| {
            Zip::from(&mut *r_bar)
                .and(row)
                .for_each(|r_bar, &l| *r_bar += times(s, l));
        });
    }
    #[inline]
    fn dot_tangent(
        l: &Self,
        r: &ArrayRef1<A>,
        l_tangent: Option<&Self>,
        r_tangent: Option<&ArrayRef1<A>>,
    ) -> Array1<A> {
        let left = l_tangent.map(|l| l.rows().into_iter().map(|row| strong_dot(row, r.view())).collect());
        both(
            left,
            r_tangent.map(|r| l.rows().into_iter().map(|row| strong_dot(r.view(), row)).collect()),
        )
    }
}

impl<A: Scalar> DotAdjoint<ArrayRef2<A>> for ArrayRef1<A> {
    type Seed = Array1<A>;
    #[inline]
    fn dot_left(_: &Self, r: &ArrayRef2<A>, seed: &Array1<A>, l_bar: &mut ArrayRef1<A>) {
        // The plain product is the faster one, and right wherever no zero can meet an infinity.
        let plain = seed.iter().all(|&s| s != A::ZERO);
        Zip::from(l_bar).and(r.rows()).for_each(|l_bar, row| {
            *l_bar += if plain {
                seed.dot(&row)
            } else {
                strong_dot(seed.view(), row)
            };
        });
    }
    #[inline]
    fn dot_right(l: &Self, _: &ArrayRef2<A>, seed: &Array1<A>, r_bar: &mut ArrayRef2<A>) {
        Zip::from(r_bar.rows_mut()).and(l).for_each(|row_bar, &l| {
            Zip::from(row_bar).and(seed).for_each(|r_bar, &s| *r_bar += times(s, l));
        });
    }
    #[inline]
    fn dot_tangent(
        l: &Self,
        r: &ArrayRef2<A>,
        l_tangent: Option<&Self>,
        r_tangent: Option<&ArrayRef2<A>>,
    ) -> Array1<A> {
        let left = l_tangent.map(|l| {
            r.columns()
                .into_iter()
                .map(|column| strong_dot(l.view(), column))
                .collect()
        });
        both(
            left,
            r_tangent.map(|r| {
                r.columns()
                    .into_iter()
                    .map(|column| strong_dot(column, l.view()))
                    .collect()
            }),
        )
    }
}

impl<A: Scalar> DotAdjoint<ArrayRef2<A>> for ArrayRef2<A> {
    type Seed = Array2<A>;
    fn dot_left(_: &Self, r: &ArrayRef2<A>, seed: &Array2<A>, l_bar: &mut ArrayRef2<A>) {
        if is_finite(r) {
            add_product(seed, &r.t(), l_bar);
        } else {
            Zip::indexed(l_bar).for_each(|(i, k), l_bar| *l_bar += strong_dot(seed.row(i), r.row(k)));
        }
    }
    fn dot_right(l: &Self, _: &ArrayRef2<A>, seed: &Array2<A>, r_bar: &mut ArrayRef2<A>) {
        if is_finite(l) {
            add_product(&l.t(), seed, r_bar);
        } else {
            Zip::indexed(r_bar).for_each(|(k, j), r_bar| *r_bar += strong_dot(seed.column(j), l.column(k)));
        }
    }
    #[inline]
    fn dot_tangent(
        l: &Self,
        r: &ArrayRef2<A>,
        l_tangent: Option<&Self>,
        r_tangent: Option<&ArrayRef2<A>>,
    ) -> Array2<A> {
        let left = l_tangent.map(|l| match is_finite(r) {
            true => l.dot(r),
            false => Array2::from_shape_fn((l.nrows(), r.ncols()), |(i, j)| strong_dot(l.row(i), r.column(j))),
        });
        both(
            left,
            r_tangent.map(|r| match is_finite(l) {
                true => l.dot(r),
                false => Array2::from_shape_fn((l.nrows(), r.ncols()), |(i, j)| strong_dot(r.column(j), l.row(i))),
            }),
        )
    }
}

/// So few multiplications are made in place: the tuned kernel packs its operands into memory from the heap.
const FEW: usize = 100;

/// `c += a · b`.
fn add_product<A: Scalar>(a: &ArrayRef2<A>, b: &ArrayRef2<A>, c: &mut ArrayRef2<A>) {
    let (rows, inner, columns) = (a.nrows(), a.ncols(), b.ncols());
    if rows * inner * columns > FEW || b.nrows() != inner || c.dim() != (rows, columns) {
        return general_mat_mul(A::ONE, a, b, A::ONE, c);
    }
    for i in 0..rows {
        for j in 0..columns {
            c[[i, j]] += (0..inner).fold(A::ZERO, |sum, k| sum + a[[i, k]] * b[[k, j]]);
        }
    }
}

/// What flows in from either factor.
fn both<S: Add<Output = S>>(left: Option<S>, right: Option<S>) -> S {
    match (left, right) {
        (Some(left), Some(right)) => left + right,
        (left, right) => left.or(right).expect("a factor has a tangent"),
    }
}

/// The tangent of `l.dot(&r)`; see [`DotAdjoint`].
///
/// ```
/// use ndarray::arr1;
///
/// let (l, r) = (arr1(&[1.0, 2.0]), arr1(&[3.0, 4.0]));
/// assert_eq!(ad_runtime::dot_tangent(&*l, &*r, Some(&arr1(&[1.0, 0.0])), None), 3.0);
/// ```
#[inline]
pub fn dot_tangent<A: Scalar, D: Dimension, E: Dimension>(
    l: &ArrayRef<A, D>,
    r: &ArrayRef<A, E>,
    l_tangent: Option<&ArrayRef<A, D>>,
    r_tangent: Option<&ArrayRef<A, E>>,
) -> <ArrayRef<A, D> as DotAdjoint<ArrayRef<A, E>>>::Seed
where
    ArrayRef<A, D>: DotAdjoint<ArrayRef<A, E>>,
{
    DotAdjoint::dot_tangent(l, r, l_tangent, r_tangent)
}

/// The tangent of `a.sum()`.
///
/// ```
/// use ndarray::arr1;
///
/// assert_eq!(ad_runtime::sum_tangent(&arr1(&[1.0, 2.0]), Some(&arr1(&[3.0, 4.0]))), 7.0);
/// ```
#[inline]
pub fn sum_tangent<A: Scalar, D: Dimension>(_: &ArrayRef<A, D>, tangent: Option<&ArrayRef<A, D>>) -> A {
    tangent.map_or(A::ZERO, |tangent| tangent.sum())
}

/// Whether the elements are finite, so that a plain product has strong zeros too. LLVM vectorises what does not leave early.
pub(crate) fn is_finite<A: Scalar, D: Dimension>(a: &ArrayRef<A, D>) -> bool {
    a.fold(true, |finite, a| finite & a.is_finite())
}

/// A dot product in which zeros of `seed` contribute exactly zero.
fn strong_dot<A: Scalar>(seed: ArrayView1<'_, A>, slope: ArrayView1<'_, A>) -> A {
    Zip::from(seed)
        .and(slope)
        .fold(A::ZERO, |sum, &s, &slope| sum + times(s, slope))
}

/// Adds the cotangent of `l` in `l.dot(&r)` to `l_bar`; see [`DotAdjoint`].
///
/// # Panics
/// If the shapes do not fit.
///
/// ```
/// use ndarray::arr1;
///
/// let mut l_bar = arr1(&[0.5, 0.5]);
/// ad_runtime::dot_left(&arr1(&[1.0, 2.0]), &arr1(&[3.0, 4.0]), &2.0, &mut l_bar);
/// assert_eq!(l_bar, arr1(&[6.5, 8.5]));
/// ```
#[inline(always)]
pub fn dot_left<A: Scalar, D: Dimension, E: Dimension>(
    l: &ArrayRef<A, D>,
    r: &ArrayRef<A, E>,
    seed: &<ArrayRef<A, D> as DotAdjoint<ArrayRef<A, E>>>::Seed,
    l_bar: &mut ArrayRef<A, D>,
) where
    ArrayRef<A, D>: DotAdjoint<ArrayRef<A, E>>,
{
    DotAdjoint::dot_left(l, r, seed, l_bar);
}

/// Adds the cotangent of `r` in `l.dot(&r)` to `r_bar`; see [`DotAdjoint`].
///
/// # Panics
/// If the shapes do not fit.
///
/// ```
/// use ndarray::arr1;
///
/// let mut r_bar = arr1(&[0.5, 0.5]);
/// ad_runtime::dot_right(&arr1(&[1.0, 2.0]), &arr1(&[3.0, 4.0]), &2.0, &mut r_bar);
/// assert_eq!(r_bar, arr1(&[2.5, 4.5]));
/// ```
#[inline(always)]
pub fn dot_right<A: Scalar, D: Dimension, E: Dimension>(
    l: &ArrayRef<A, D>,
    r: &ArrayRef<A, E>,
    seed: &<ArrayRef<A, D> as DotAdjoint<ArrayRef<A, E>>>::Seed,
    r_bar: &mut ArrayRef<A, E>,
) where
    ArrayRef<A, D>: DotAdjoint<ArrayRef<A, E>>,
{
    DotAdjoint::dot_right(l, r, seed, r_bar);
}

/// The adjoint of ndarray's `mapv`.
///
/// Original: `y = a.mapv(f)`.\
/// Adjoint: `a_bar[i] += pull(a[i], y_bar[i])` for every element, where `pull` is the pullback of `f`.
///
/// `pull` is called also if there is no `bar`: it may add to the cotangents of what `f` captures.
///
/// # Panics
/// If the shapes differ.
///
/// ```
/// use ndarray::arr1;
///
/// let (a, y_bar) = (arr1(&[1.0, 2.0]), arr1(&[10.0, 100.0]));
/// let mut a_bar = ad_runtime::zero(&a);
/// ad_runtime::mapv_adjoint(&a, &y_bar, Some(&mut a_bar), |x, y_bar| 2.0 * x * y_bar);
/// assert_eq!(a_bar, arr1(&[20.0, 400.0]));
/// ```
#[inline]
pub fn mapv_adjoint<A: Scalar, D: Dimension>(
    a: &ArrayRef<A, D>,
    seed: &ArrayRef<A, D>,
    bar: Option<&mut ArrayRef<A, D>>,
    mut pull: impl FnMut(A, A) -> A,
) {
    let elements = Zip::from(a).and(seed);
    match bar {
        Some(bar) => elements.and(bar).for_each(|&a, &s, bar| *bar += pull(a, s)),
        None => elements.for_each(|&a, &s| {
            pull(a, s);
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::{Array, Ix1, Ix2, ShapeBuilder, arr1, arr2};

    /// An array without pattern or symmetry.
    fn sample<D: Dimension>(shape: impl ShapeBuilder<Dim = D>) -> Array<f64, D> {
        let mut count = 0.0;
        Array::from_shape_simple_fn(shape, || {
            count += 1.0;
            f64::sin(count * count)
        })
    }

    /// The inner product of two arrays.
    fn inner<D: Dimension>(a: &Array<f64, D>, b: &Array<f64, D>) -> f64 {
        assert_eq!(a.shape(), b.shape());
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }

    fn assert_close(a: f64, b: f64) {
        assert!((a - b).abs() <= 1e-13 * a.abs().max(1.0), "{a} is not {b}");
    }

    /// A product is linear in each factor, so its adjoints are the transposes: <v · r, seed> = <v, l_bar>. The bars start
    /// from something, to which must be added.
    macro_rules! transposes {
        ($l:expr, $r:expr, $inner:expr) => {{
            let (l, r): (Array<f64, _>, Array<f64, _>) = ($l, $r);
            let seed = l.dot(&r) * 0.3 + 0.7;
            let (v, w) = (l.mapv(f64::exp), r.mapv(f64::exp));
            let (mut l_bar, mut r_bar) = (l.mapv(f64::cos), r.mapv(f64::cos));
            let (l_before, r_before) = (l_bar.clone(), r_bar.clone());
            dot_left(&l, &r, &seed, &mut l_bar);
            dot_right(&l, &r, &seed, &mut r_bar);
            assert_close($inner(&v.dot(&r), &seed), inner(&v, &(l_bar - l_before)));
            assert_close($inner(&l.dot(&w), &seed), inner(&w, &(r_bar - r_before)));
        }};
    }

    #[test]
    fn the_adjoints_of_dot_are_its_transposes() {
        transposes!(sample(4), sample(4), |a: &f64, b: &f64| a * b);
        transposes!(sample((3, 4)), sample(4), inner::<Ix1>);
        transposes!(sample(3), sample((3, 4)), inner::<Ix1>);
        transposes!(sample((3, 4)), sample((4, 2)), inner::<Ix2>);
        // The memory order does not matter, nor does an empty axis.
        transposes!(sample((3, 4).f()), sample((4, 2).f()), inner::<Ix2>);
        transposes!(sample((3, 4).f()), sample(4), inner::<Ix1>);
        // Nor whether the tuned kernel multiplies.
        transposes!(sample((7, 6)), sample((6, 5)), inner::<Ix2>);
        transposes!(sample((7, 6).f()), sample((6, 5).f()), inner::<Ix2>);
        transposes!(sample((0, 4)), sample((4, 2)), inner::<Ix2>);
        transposes!(sample((3, 0)), sample((0, 2)), inner::<Ix2>);
        transposes!(sample((3, 0)), sample(0), inner::<Ix1>);
    }

    #[test]
    fn the_slow_product_is_the_same_product() {
        // One infinity in the last column makes the general path run, and a zero seed keeps it out of the result.
        let (finite, mut seed) = (sample((3, 4)), sample((5, 4)));
        let mut r = finite.clone();
        r.column_mut(3).fill(f64::INFINITY);
        seed.column_mut(3).fill(0.0);
        let (mut expected, mut l_bar) = (Array2::zeros((5, 3)), Array2::zeros((5, 3)));
        dot_left(&sample((5, 3)), &finite, &seed, &mut expected);
        dot_left(&sample((5, 3)), &r, &seed, &mut l_bar);
        assert!((&expected - &l_bar).iter().all(|gap| gap.abs() < 1e-14));

        let (finite, mut seed) = (sample((4, 3)), sample((4, 5)));
        let mut l = finite.clone();
        l.row_mut(3).fill(f64::NAN);
        seed.row_mut(3).fill(0.0);
        let (mut expected, mut r_bar) = (Array2::zeros((3, 5)), Array2::zeros((3, 5)));
        dot_right(&finite, &sample((3, 5)), &seed, &mut expected);
        dot_right(&l, &sample((3, 5)), &seed, &mut r_bar);
        assert!((&expected - &r_bar).iter().all(|gap| gap.abs() < 1e-14));
    }

    #[test]
    fn a_zero_cotangent_gives_zero_next_to_infinities() {
        let (vector, matrix) = (
            arr1(&[f64::INFINITY, f64::NAN]),
            arr2(&[[f64::INFINITY, 1.0], [f64::NAN, 2.0]]),
        );
        let (zeros, zeros2) = (Array1::zeros(2), Array2::zeros((2, 2)));

        let mut bar = zeros.clone();
        dot_left(&vector, &vector, &0.0, &mut bar);
        dot_right(&vector, &vector, &0.0, &mut bar);
        dot_right(&matrix, &vector, &zeros, &mut bar);
        dot_left(&vector, &matrix, &zeros, &mut bar);
        dot_left(&vector, &matrix, &arr1(&[0.0, 1.0]), &mut bar);
        assert_eq!(bar, arr1(&[1.0, 2.0]));

        let mut bar = zeros2.clone();
        dot_left(&matrix, &vector, &zeros, &mut bar);
        dot_right(&vector, &matrix, &zeros, &mut bar);
        dot_left(&matrix, &matrix, &zeros2, &mut bar);
        dot_right(&matrix, &matrix, &zeros2, &mut bar);
        assert_eq!(bar, zeros2);
    }

    #[test]
    fn sum_spreads_its_cotangent() {
        let (a, v) = (sample((3, 4)), sample((4, 3)).reversed_axes());
        let mut bar = sample((3, 4));
        sum_adjoint(&a, &0.5, &mut bar);
        assert_close(0.5 * v.sum(), inner(&v, &(bar - &a)));
    }

    #[test]
    #[should_panic(expected = "left: [2]\n right: [3]")]
    fn sum_names_both_shapes() {
        sum_adjoint(&sample(2), &1.0, &mut sample(3));
    }

    #[test]
    fn mapv_calls_its_pullback_with_and_without_a_cotangent() {
        let (a, seed) = (sample((2, 3)), sample((3, 2)).reversed_axes());
        let mut bar = sample((2, 3));
        // f(x) = c · x², in which c is captured.
        let mut c_bar = 0.0;
        mapv_adjoint(&a, &seed, Some(&mut bar), |x, y_bar| {
            c_bar += x * x * y_bar;
            2.0 * 3.0 * x * y_bar
        });
        assert_close(c_bar, inner(&a.mapv(|x| x * x), &seed));
        // The bar started as a copy of `a`.
        let expected = &a * &seed * 6.0 + &a;
        assert!((bar - expected).iter().all(|gap| gap.abs() < 1e-14));

        let mut again = 0.0;
        mapv_adjoint(&a, &seed, None, |x, y_bar| {
            again += x * x * y_bar;
            0.0
        });
        assert_eq!(again, c_bar);
    }
}
