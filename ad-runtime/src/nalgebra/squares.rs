//! The methods of square matrices.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::decompositions::{add_through_factor, is_zero};
use super::matrices::Elements;
use super::operators::is_finite;
use super::products::{add_times_transpose, add_transpose_times};
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::foreign::pairs;
use crate::found::{At, ByMove, ByMut, ByRef, at};
use crate::scalar::{Scalar, times};
use crate::workspace::Workspace;
use nalgebra::allocator::Allocator;
use nalgebra::{Cholesky, DefaultAllocator, Dim, DimMin, LU, Matrix, OMatrix, OVector, RealField};

/// The determinant of a matrix without one row and one column, by elimination.
fn minor<A: Scalar, D: Dim>(m: &OMatrix<A, D, D>, row: usize, column: usize) -> A
where
    DefaultAllocator: Allocator<D, D>,
{
    let size = m.nrows();
    if size <= 4 {
        return small_minor(m, row, column);
    }
    let order: Vec<_> = (0..size).collect();
    let left_out = |out: usize| order.iter().copied().filter(move |k| *k != out);
    let mut rows: Vec<Vec<A>> = left_out(row)
        .map(|i| left_out(column).map(|j| m[(i, j)]).collect())
        .collect();
    let mut determinant = A::ONE;
    for k in 0..rows.len() {
        let size = |i: &usize| rows[*i][k].widened().abs();
        let pivot = (k..rows.len()).max_by(|i, j| size(i).total_cmp(&size(j))).unwrap_or(k);
        if pivot != k {
            rows.swap(pivot, k);
            determinant = -determinant;
        }
        let (above, below) = rows.split_at_mut(k + 1);
        let top = &above[k];
        determinant *= top[k];
        if top[k] == A::ZERO {
            return A::ZERO;
        }
        for row in below {
            let factor = row[k] / top[k];
            for (entry, top) in row.iter_mut().zip(top).skip(k) {
                *entry -= factor * *top;
            }
        }
    }
    determinant
}

/// The same of a matrix of at most four rows, by expansion along its rows.
#[inline]
fn small_minor<A: Scalar, D: Dim>(m: &OMatrix<A, D, D>, row: usize, column: usize) -> A
where
    DefaultAllocator: Allocator<D, D>,
{
    // Its `k`th row or column, without the one that is left out.
    let past = |out: usize, k: usize| if k < out { k } else { k + 1 };
    let at = |i, j| m[(past(row, i), past(column, j))];
    let two = |i, j| at(1, i) * at(2, j) - at(1, j) * at(2, i);
    match m.nrows() {
        1 => A::ONE,
        2 => at(0, 0),
        3 => at(0, 0) * at(1, 1) - at(0, 1) * at(1, 0),
        _ => at(0, 0) * two(1, 2) - at(0, 1) * two(0, 2) + at(0, 2) * two(0, 1),
    }
}

/// The inverse, if it has most of its digits: near a matrix without one, the cofactors are right where it is not.
fn well_inverted<A: Scalar + RealField, D: Dim>(m: &OMatrix<A, D, D>) -> Option<OMatrix<A, D, D>>
where
    DefaultAllocator: Allocator<D, D>,
{
    let inverse = m.clone().try_inverse()?;
    let unit = |i, j| if i == j { A::ONE } else { A::ZERO };
    let off = m * &inverse - OMatrix::from_fn_generic(m.shape_generic().0, m.shape_generic().1, unit);
    (off.amax().widened() < m.coarseness().powf(0.75)).then_some(inverse)
}

pairs! {
    /// The pairs of the methods of square matrices.
    ///
    /// ```
    /// use ad_runtime::methods::*;
    /// use nalgebra::Matrix2;
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (m, mut m_bar) = (Matrix2::new(1.0, 2.0, 3.0, 4.0), Matrix2::zeros());
    /// let (determinant, ()) = m.determinant_differentiable_push(&mut ws);
    /// m.determinant_differentiable_pull((), &mut ws, 1.0, Some(&mut m_bar));
    /// assert_eq!((determinant, m_bar), (-2.0, Matrix2::new(4.0, -3.0, -2.0, 1.0)));
    /// ```
    SquareMethods[A: Scalar, D: Dim][A, D] for [, S: Elements<A, D, D>] Matrix<A, D, D, S>
        where [DefaultAllocator: Allocator<D, D, Buffer<A> = S>];

    /// Whose method this is.
    fn trace_differentiable_at[](&self) -> At<Self, ByRef> where [] {
        at()
    }

    /// `m.trace()`.
    fn trace_differentiable_push[](&self, _ws: &mut Workspace) -> (A, ()) where [] {
        (self.trace(), ())
    }

    /// `m_bar[(i, i)] += y_bar`.
    fn trace_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: A, bar: Option<&mut Self>
    ) -> () where [] {
        if let Some(bar) = bar {
            for i in 0..self.nrows() {
                bar[(i, i)] += seed;
            }
        }
    }

    /// Whose method this is.
    fn fill_lower_triangle_with_upper_triangle_differentiable_at[](&self) -> At<Self, ByMut> where [] {
        at()
    }

    /// `m.fill_lower_triangle_with_upper_triangle()`.
    fn fill_lower_triangle_with_upper_triangle_differentiable_push[](&mut self, _ws: &mut Workspace) -> ((), Self) where [] {
        let before = self.clone();
        self.fill_lower_triangle_with_upper_triangle();
        ((), before)
    }

    /// What was copied to the lower triangle is of the upper one.
    fn fill_lower_triangle_with_upper_triangle_differentiable_pull[](
        &mut self, before: Self, _ws: &mut Workspace, _seed: (), bar: Option<&mut Self>
    ) -> () where [] {
        *self = before;
        if let Some(bar) = bar {
            for j in 0..bar.ncols() {
                for i in j + 1..bar.nrows() {
                    let copied = std::mem::replace(&mut bar[(i, j)], A::ZERO);
                    bar[(j, i)] += copied;
                }
            }
        }
    }

    /// Whose method this is.
    fn fill_upper_triangle_with_lower_triangle_differentiable_at[](&self) -> At<Self, ByMut> where [] {
        at()
    }

    /// `m.fill_upper_triangle_with_lower_triangle()`.
    fn fill_upper_triangle_with_lower_triangle_differentiable_push[](&mut self, _ws: &mut Workspace) -> ((), Self) where [] {
        let before = self.clone();
        self.fill_upper_triangle_with_lower_triangle();
        ((), before)
    }

    /// What was copied to the upper triangle is of the lower one.
    fn fill_upper_triangle_with_lower_triangle_differentiable_pull[](
        &mut self, before: Self, _ws: &mut Workspace, _seed: (), bar: Option<&mut Self>
    ) -> () where [] {
        *self = before;
        if let Some(bar) = bar {
            for j in 0..bar.ncols() {
                for i in j + 1..bar.nrows() {
                    let copied = std::mem::replace(&mut bar[(j, i)], A::ZERO);
                    bar[(i, j)] += copied;
                }
            }
        }
    }

    /// Whose method this is.
    fn symmetric_part_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `m.symmetric_part()`, half of `m + mᵀ`.
    fn symmetric_part_differentiable_push[](&self, _ws: &mut Workspace) -> (Self, ()) where [A: RealField] {
        (self.symmetric_part(), ())
    }

    /// `m_bar` gets the symmetric part of `y_bar`.
    fn symmetric_part_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: Self, bar: Option<&mut Self>
    ) -> () where [A: RealField] {
        if let Some(bar) = bar {
            bar.accumulate(&seed.symmetric_part());
        }
    }

    /// Whose method this is.
    fn diagonal_differentiable_at[](&self) -> At<Self, ByRef> where [DefaultAllocator: Allocator<D>] {
        at()
    }

    /// `m.diagonal()`.
    fn diagonal_differentiable_push[](&self, _ws: &mut Workspace) -> (OVector<A, D>, ())
    where [DefaultAllocator: Allocator<D>] {
        (self.diagonal(), ())
    }

    /// `m_bar[(i, i)] += y_bar[i]`.
    fn diagonal_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: OVector<A, D>, bar: Option<&mut Self>
    ) -> () where [DefaultAllocator: Allocator<D>] {
        if let Some(bar) = bar {
            for i in 0..self.nrows() {
                bar[(i, i)] += seed[i];
            }
        }
    }

    /// Whose method this is.
    fn determinant_differentiable_at[](&self) -> At<Self, ByRef> where [A: RealField, D: DimMin<D, Output = D>, DefaultAllocator: Allocator<D>] {
        at()
    }

    /// `m.determinant()`.
    fn determinant_differentiable_push[](&self, _ws: &mut Workspace) -> (A, ())
    where [A: RealField, D: DimMin<D, Output = D>, DefaultAllocator: Allocator<D>] {
        (self.determinant(), ())
    }

    /// `m_bar += y_bar · cof(m)` (Giles, 2.2.4: `det(m) · m⁻ᵀ`, which is the matrix of the cofactors, also where there is no
    /// inverse).
    fn determinant_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: A, bar: Option<&mut Self>
    ) -> () where [A: RealField, D: DimMin<D, Output = D>, DefaultAllocator: Allocator<D>] {
        let Some(bar) = bar else { return };
        let size = self.nrows();
        if size > 4
            && let Some(inverse) = well_inverted(self)
        {
            let determinant = self.determinant();
            for j in 0..size {
                for i in 0..size {
                    bar[(i, j)] += times(seed, determinant * inverse[(j, i)]);
                }
            }
            return;
        }
        for j in 0..size {
            for i in 0..size {
                let minor = minor(self, i, j);
                bar[(i, j)] += times(seed, if (i + j).is_multiple_of(2) { minor } else { -minor });
            }
        }
    }

    /// Whose method this is.
    fn try_inverse_differentiable_at[](&self) -> At<Self, ByMove> where [A: RealField] {
        at()
    }

    /// `m.try_inverse()`.
    fn try_inverse_differentiable_push[](&self, _ws: &mut Workspace) -> (Option<Self>, Option<Self>)
    where [A: RealField] {
        let inverse = self.clone().try_inverse();
        (inverse.clone(), inverse)
    }

    /// `m_bar -= yᵀ · y_bar · yᵀ` (Giles, 2.2.3).
    fn try_inverse_differentiable_pull[](
        &self, inverse: Option<Self>, _ws: &mut Workspace, seed: Option<Self>, bar: Option<&mut Self>
    ) -> () where [A: RealField] {
        let (Some(y), Some(seed), Some(bar)) = (inverse, seed, bar) else { return };
        let size = self.nrows();
        let mut left = seed.zero_like();
        if is_finite(&y) {
            add_transpose_times(left.as_mut_slice(), y.as_slice(), seed.as_slice(), size, size, size);
            left.neg_mut();
            add_times_transpose(bar.as_mut_slice(), left.as_slice(), y.as_slice(), size, size, size);
            return;
        }
        for j in 0..size {
            for i in 0..size {
                left[(i, j)] = (0..size).fold(A::ZERO, |sum, k| sum + times(seed[(k, j)], y[(k, i)]));
            }
        }
        for j in 0..size {
            for i in 0..size {
                bar[(i, j)] -= (0..size).fold(A::ZERO, |sum, k| sum + times(left[(i, k)], y[(j, k)]));
            }
        }
    }

    /// Whose method this is.
    fn cholesky_differentiable_at[](&self) -> At<Self, ByMove> where [A: RealField] {
        at()
    }

    /// `m.cholesky()`.
    fn cholesky_differentiable_push[](&self, _ws: &mut Workspace) -> (Option<Cholesky<A, D>>, Option<OMatrix<A, D, D>>)
    where [A: RealField, DefaultAllocator: Allocator<D, D>] {
        let decomposition = self.clone_owned().cholesky();
        let factor = decomposition.as_ref().map(Cholesky::l);
        (decomposition, factor)
    }

    /// Adds to the lower triangle, the only one that is read (Murray, section 3).
    fn cholesky_differentiable_pull[](
        &self,
        factor: Option<OMatrix<A, D, D>>,
        _ws: &mut Workspace,
        seed: Option<OMatrix<A, D, D>>,
        bar: Option<&mut OMatrix<A, D, D>>
    ) -> () where [A: RealField, DefaultAllocator: Allocator<D, D>] {
        let (Some(factor), Some(seed), Some(bar)) = (factor, seed, bar) else { return };
        if !is_zero(&seed) {
            add_through_factor(bar, &factor, &seed);
        }
    }

    /// Whose method this is.
    fn lu_differentiable_at[](&self) -> At<Self, ByMove>
    where [A: RealField, D: DimMin<D, Output = D>, DefaultAllocator: Allocator<D>] {
        at()
    }

    /// `m.lu()`.
    fn lu_differentiable_push[](&self, _ws: &mut Workspace) -> (LU<A, D, D>, ())
    where [A: RealField, D: DimMin<D, Output = D>, DefaultAllocator: Allocator<D, D> + Allocator<D>] {
        (self.clone_owned().lu(), ())
    }

    /// The decomposition's cotangent is that of the matrix.
    fn lu_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: OMatrix<A, D, D>, bar: Option<&mut OMatrix<A, D, D>>
    ) -> () where [A: RealField, D: DimMin<D, Output = D>, DefaultAllocator: Allocator<D, D> + Allocator<D>] {
        if let Some(bar) = bar {
            bar.accumulate(&seed);
        }
    }

    /// Whose method this is.
    fn solve_lower_triangular_differentiable_at[C2: Dim, S2: Elements<A, D, C2>](
        &self, _b: &Matrix<A, D, C2, S2>
    ) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `m.solve_lower_triangular(&b)`.
    fn solve_lower_triangular_differentiable_push[C2: Dim, S2: Elements<A, D, C2>](
        &self, b: &Matrix<A, D, C2, S2>, _ws: &mut Workspace
    ) -> (Option<Matrix<A, D, C2, S2>>, Option<Matrix<A, D, C2, S2>>)
    where [A: RealField, DefaultAllocator: Allocator<D, C2, Buffer<A> = S2>] {
        let x = self.solve_lower_triangular(b);
        (x.clone(), x)
    }

    /// `b_bar += m⁻ᵀ · x_bar`, and from the triangle of `m_bar` that times `xᵀ`.
    fn solve_lower_triangular_differentiable_pull[C2: Dim, S2: Elements<A, D, C2>](
        &self,
        x: Option<Matrix<A, D, C2, S2>>,
        _ws: &mut Workspace,
        seed: Option<Matrix<A, D, C2, S2>>,
        bar: Option<&mut Self>,
        b: (&Matrix<A, D, C2, S2>, Option<&mut Matrix<A, D, C2, S2>>)
    ) -> () where [A: RealField, DefaultAllocator: Allocator<D, C2, Buffer<A> = S2>] {
        let (Some(x), Some(seed)) = (x, seed) else { return };
        let Some(through) = (!is_zero(&seed)).then(|| self.tr_solve_lower_triangular(&seed)).flatten() else { return };
        if let Some(bar) = bar {
            for j in 0..x.nrows() {
                for i in j..x.nrows() {
                    bar[(i, j)] -= (0..x.ncols()).fold(A::ZERO, |sum, c| sum + through[(i, c)] * x[(j, c)]);
                }
            }
        }
        if let Some(b_bar) = b.1 {
            b_bar.accumulate(&through);
        }
    }

    /// Whose method this is.
    fn solve_upper_triangular_differentiable_at[C2: Dim, S2: Elements<A, D, C2>](
        &self, _b: &Matrix<A, D, C2, S2>
    ) -> At<Self, ByRef> where [A: RealField] {
        at()
    }

    /// `m.solve_upper_triangular(&b)`.
    fn solve_upper_triangular_differentiable_push[C2: Dim, S2: Elements<A, D, C2>](
        &self, b: &Matrix<A, D, C2, S2>, _ws: &mut Workspace
    ) -> (Option<Matrix<A, D, C2, S2>>, Option<Matrix<A, D, C2, S2>>)
    where [A: RealField, DefaultAllocator: Allocator<D, C2, Buffer<A> = S2>] {
        let x = self.solve_upper_triangular(b);
        (x.clone(), x)
    }

    /// `b_bar += m⁻ᵀ · x_bar`, and from the triangle of `m_bar` that times `xᵀ`.
    fn solve_upper_triangular_differentiable_pull[C2: Dim, S2: Elements<A, D, C2>](
        &self,
        x: Option<Matrix<A, D, C2, S2>>,
        _ws: &mut Workspace,
        seed: Option<Matrix<A, D, C2, S2>>,
        bar: Option<&mut Self>,
        b: (&Matrix<A, D, C2, S2>, Option<&mut Matrix<A, D, C2, S2>>)
    ) -> () where [A: RealField, DefaultAllocator: Allocator<D, C2, Buffer<A> = S2>] {
        let (Some(x), Some(seed)) = (x, seed) else { return };
        let Some(through) = (!is_zero(&seed)).then(|| self.tr_solve_upper_triangular(&seed)).flatten() else { return };
        if let Some(bar) = bar {
            for j in 0..x.nrows() {
                for i in 0..j + 1 {
                    bar[(i, j)] -= (0..x.ncols()).fold(A::ZERO, |sum, c| sum + through[(i, c)] * x[(j, c)]);
                }
            }
        }
        if let Some(b_bar) = b.1 {
            b_bar.accumulate(&through);
        }
    }
}
