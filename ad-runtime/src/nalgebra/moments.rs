//! Sums, means and variances of a matrix, of its rows and of its columns, and the angle between two vectors.

use super::matrices::Elements;
use super::operators::{add_each, sum_of};
use crate::foreign::rows;
use crate::scalar::{Scalar, over, times};
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, Matrix, OMatrix, RealField, U1};

/// Adds to each element of a cotangent.
fn add_to_each<A: Scalar, R: Dim, C: Dim>(bar: Option<&mut OMatrix<A, R, C>>, part: impl Fn(usize, usize) -> A)
where
    DefaultAllocator: Allocator<R, C>,
{
    if let Some(bar) = bar {
        for j in 0..bar.ncols() {
            for i in 0..bar.nrows() {
                bar[(i, j)] += part(i, j);
            }
        }
    }
}

/// How many there are, as a float.
fn number<A: Scalar>(count: usize) -> A {
    A::nearest(count as f64)
}

rows! {
    /// The pairs of sums, means and variances, and that of the angle.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::{Matrix2, Vector2};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (m, mut m_bar) = (Matrix2::new(1.0, 2.0, 3.0, 4.0), Matrix2::zeros());
    /// let (means, ()) = m.column_mean_differentiable_push(&mut ws);
    /// assert_eq!(means, Vector2::new(1.5, 3.5));
    /// m.column_mean_differentiable_pull((), &mut ws, Vector2::new(2.0, 4.0), Some(&mut m_bar));
    /// assert_eq!(m_bar, Matrix2::new(1.0, 1.0, 2.0, 2.0));
    /// ```
    MomentMethods[A: Scalar, R: Dim, C: Dim][A, R, C] for [, S: Elements<A, R, C>] Matrix<A, R, C, S>
        where [DefaultAllocator: Allocator<R, C, Buffer<A> = S>];

    /// `m.row_sum()`, the sum of the rows.
    /// Adds to each row.
    fn row_sum(ref x) -> OMatrix<A, U1, C> where [DefaultAllocator: Allocator<U1, C>];
        adjoint |(), seed, x_bar| { add_to_each(x_bar, |_, j| seed[j]); }
        tangent: linear;

    /// `m.column_sum()`, the sum of the columns.
    /// Adds to each column.
    fn column_sum(ref x) -> OMatrix<A, R, U1> where [DefaultAllocator: Allocator<R>];
        adjoint |(), seed, x_bar| { add_to_each(x_bar, |i, _| seed[i]); }
        tangent: linear;

    /// `m.row_mean()`, the mean of the rows.
    /// Each row has its share.
    fn row_mean(ref x) -> OMatrix<A, U1, C> where [A: RealField, DefaultAllocator: Allocator<U1, C>];
        adjoint |(), seed, x_bar| { let count = number(x.nrows()); add_to_each(x_bar, |_, j| seed[j] / count); }
        tangent: linear;

    /// `m.column_mean()`, the mean of the columns.
    /// Each column has its share.
    fn column_mean(ref x) -> OMatrix<A, R, U1> where [A: RealField, DefaultAllocator: Allocator<R>];
        adjoint |(), seed, x_bar| { let count = number(x.ncols()); add_to_each(x_bar, |i, _| seed[i] / count); }
        tangent: linear;

    /// `m.variance()`, of all elements.
    /// `m_bar += 2 · y_bar · (m - mean) / n`.
    fn variance(ref x) -> A where [A: RealField];
        adjoint |(), seed, x_bar| {
            if x.is_empty() {
                return;
            }
            let (mean, count) = (x.mean(), number::<A>(x.len()));
            add_to_each(x_bar, |i, j| {
                let off = x[(i, j)] - mean;
                times(seed, (off + off) / count)
            });
        }
        tangent: jacobian;

    /// With the unit vectors `a` and `b` and the cosine `c` between them, `v_bar -= y_bar · (b - c · a) / (√(1 - c²) · |v|)`, and so for
    /// `w`. Nothing where one of the two has no direction, and where both have the same or opposite ones, as far as rounding tells: there
    /// the angle has a kink.
    fn angle(ref x, w: lent Self) -> A where [A: RealField];
        adjoint |(), seed, x_bar, w_bar| {
            let (v_norm, w_norm) = (x.norm(), w.norm());
            if v_norm == A::ZERO || w_norm == A::ZERO {
                return;
            }
            let (a, b) = (x / v_norm, w / w_norm);
            let cosine = sum_of(&a, &b, |a, b| a * b);
            // |b - c · a|, which is the sine, has more digits than √(1 - c²) near zero.
            let across = b.zip_map(&a, |b, a| b - cosine * a);
            let sine = across.norm();
            // What the units and the cosine are rounded by: of parallel vectors `across` is no more than that.
            if sine <= number::<A>(4 * x.len()) * A::epsilon() {
                return;
            }
            if let Some(x_bar) = x_bar {
                add_each(x_bar, &a, &b, |a, b| times(seed, over(cosine * a - b, sine * v_norm)));
            }
            if let Some(w_bar) = w_bar {
                add_each(w_bar, &a, &b, |a, b| times(seed, over(cosine * b - a, sine * w_norm)));
            }
        }
        tangent: jacobian;
}
