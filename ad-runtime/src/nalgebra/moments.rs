//! Sums, means and variances of a matrix, of its rows and of its columns, and the angle between two vectors.

use super::matrices::Elements;
use super::methods::Slot;
use super::operators::{add_each, sum_of};
use crate::foreign::pairs;
use crate::found::{At, ByRef, at};
use crate::scalar::{Scalar, over, times};
use crate::workspace::Workspace;
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

pairs! {
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

    /// Whose method this is.
    fn row_sum_differentiable_at[](&self) -> At<Self, ByRef> where [DefaultAllocator: Allocator<U1, C>] {
        at()
    }

    /// `m.row_sum()`, the sum of the rows.
    fn row_sum_differentiable_push[](&self, _ws: &mut Workspace) -> (OMatrix<A, U1, C>, ())
    where [DefaultAllocator: Allocator<U1, C>] {
        (self.row_sum(), ())
    }

    /// Adds to each row.
    fn row_sum_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: OMatrix<A, U1, C>, bar: Option<&mut Self>
    ) -> () where [DefaultAllocator: Allocator<U1, C>] {
        add_to_each(bar, |_, j| seed[j]);
    }

    /// Whose method this is.
    fn column_sum_differentiable_at[](&self) -> At<Self, ByRef> where [DefaultAllocator: Allocator<R>] {
        at()
    }

    /// `m.column_sum()`, the sum of the columns.
    fn column_sum_differentiable_push[](&self, _ws: &mut Workspace) -> (OMatrix<A, R, U1>, ())
    where [DefaultAllocator: Allocator<R>] {
        (self.column_sum(), ())
    }

    /// Adds to each column.
    fn column_sum_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: OMatrix<A, R, U1>, bar: Option<&mut Self>
    ) -> () where [DefaultAllocator: Allocator<R>] {
        add_to_each(bar, |i, _| seed[i]);
    }

    /// Whose method this is.
    fn row_mean_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField, DefaultAllocator: Allocator<U1, C>] {
        at()
    }

    /// `m.row_mean()`, the mean of the rows.
    fn row_mean_differentiable_push[](&self, _ws: &mut Workspace) -> (OMatrix<A, U1, C>, ())
    where [A: RealField, DefaultAllocator: Allocator<U1, C>] {
        (self.row_mean(), ())
    }

    /// Each row has its share.
    fn row_mean_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: OMatrix<A, U1, C>, bar: Option<&mut Self>
    ) -> () where [A: RealField, DefaultAllocator: Allocator<U1, C>] {
        let count = number(self.nrows());
        add_to_each(bar, |_, j| seed[j] / count);
    }

    /// Whose method this is.
    fn column_mean_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField, DefaultAllocator: Allocator<R>] {
        at()
    }

    /// `m.column_mean()`, the mean of the columns.
    fn column_mean_differentiable_push[](&self, _ws: &mut Workspace) -> (OMatrix<A, R, U1>, ())
    where [A: RealField, DefaultAllocator: Allocator<R>] {
        (self.column_mean(), ())
    }

    /// Each column has its share.
    fn column_mean_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: OMatrix<A, R, U1>, bar: Option<&mut Self>
    ) -> () where [A: RealField, DefaultAllocator: Allocator<R>] {
        let count = number(self.ncols());
        add_to_each(bar, |i, _| seed[i] / count);
    }

    /// Whose method this is.
    fn variance_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `m.variance()`, of all elements.
    fn variance_differentiable_push[](&self, _ws: &mut Workspace) -> (A, ()) where [A: RealField] {
        (self.variance(), ())
    }

    /// `m_bar += 2 · y_bar · (m - mean) / n`.
    fn variance_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: A, bar: Option<&mut Self>
    ) -> () where [A: RealField] {
        if self.is_empty() {
            return;
        }
        let (mean, count) = (self.mean(), number::<A>(self.len()));
        add_to_each(bar, |i, j| {
            let off = self[(i, j)] - mean;
            times(seed, (off + off) / count)
        });
    }

    /// Whose method this is.
    fn row_variance_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField, DefaultAllocator: Allocator<U1, C>] {
        at()
    }

    /// `m.row_variance()`, of each column's elements.
    fn row_variance_differentiable_push[](&self, _ws: &mut Workspace) -> (OMatrix<A, U1, C>, ())
    where [A: RealField, DefaultAllocator: Allocator<U1, C>] {
        (self.row_variance(), ())
    }

    /// That of the variance, for each column.
    fn row_variance_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: OMatrix<A, U1, C>, bar: Option<&mut Self>
    ) -> () where [A: RealField, DefaultAllocator: Allocator<U1, C>] {
        let (means, count) = (self.row_mean(), number::<A>(self.nrows()));
        add_to_each(bar, |i, j| {
            let off = self[(i, j)] - means[j];
            times(seed[j], (off + off) / count)
        });
    }

    /// Whose method this is.
    fn column_variance_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField, DefaultAllocator: Allocator<R>] {
        at()
    }

    /// `m.column_variance()`, of each row's elements.
    fn column_variance_differentiable_push[](&self, _ws: &mut Workspace) -> (OMatrix<A, R, U1>, ())
    where [A: RealField, DefaultAllocator: Allocator<R>] {
        (self.column_variance(), ())
    }

    /// That of the variance, for each row.
    fn column_variance_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: OMatrix<A, R, U1>, bar: Option<&mut Self>
    ) -> () where [A: RealField, DefaultAllocator: Allocator<R>] {
        let (means, count) = (self.column_mean(), number::<A>(self.ncols()));
        add_to_each(bar, |i, j| {
            let off = self[(i, j)] - means[i];
            times(seed[i], (off + off) / count)
        });
    }

    /// Whose method this is.
    fn angle_differentiable_at[](&self, _w: &Self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `v.angle(&w)`.
    fn angle_differentiable_push[](&self, w: &Self, _ws: &mut Workspace) -> (A, ()) where [A: RealField] {
        (self.angle(w), ())
    }

    /// With the unit vectors `a` and `b` and the cosine `c` between them, `v_bar -= y_bar · (b - c · a) / (√(1 - c²) · |v|)`, and so for
    /// `w`. Nothing where one of the two has no direction, and where both have the same or opposite ones, as far as rounding tells: there
    /// the angle has a kink.
    fn angle_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: A, bar: Option<&mut Self>, w: Slot<'_, Self>
    ) -> () where [A: RealField] {
        let (w, w_bar) = w;
        let (v_norm, w_norm) = (self.norm(), w.norm());
        if v_norm == A::ZERO || w_norm == A::ZERO {
            return;
        }
        let (a, b) = (self / v_norm, w / w_norm);
        let cosine = sum_of(&a, &b, |a, b| a * b);
        // |b - c · a|, which is the sine, has more digits than √(1 - c²) near zero.
        let across = b.zip_map(&a, |b, a| b - cosine * a);
        let sine = across.norm();
        // What the units and the cosine are rounded by: of parallel vectors `across` is no more than that.
        if sine <= number::<A>(4 * self.len()) * A::epsilon() {
            return;
        }
        if let Some(bar) = bar {
            add_each(bar, &a, &b, |a, b| times(seed, over(cosine * a - b, sine * v_norm)));
        }
        if let Some(w_bar) = w_bar {
            add_each(w_bar, &a, &b, |a, b| times(seed, over(cosine * b - a, sine * w_norm)));
        }
    }
}
