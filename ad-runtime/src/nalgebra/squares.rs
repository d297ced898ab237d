//! The methods of square matrices.

use super::matrices::Elements;
use crate::differentiable::Differentiable;
use crate::foreign::pairs;
use crate::found::{At, ByMove, ByRef, at};
use crate::scalar::{Scalar, times};
use crate::workspace::Workspace;
use nalgebra::allocator::Allocator;
use nalgebra::{DefaultAllocator, Dim, DimMin, Matrix, OMatrix, OVector, RealField};

/// The determinant of a matrix without one row and one column, by elimination.
fn minor<A: Scalar, D: Dim>(m: &OMatrix<A, D, D>, row: usize, column: usize) -> A
where
    DefaultAllocator: Allocator<D, D>,
{
    let order: Vec<_> = (0..m.nrows()).collect();
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
    fn diagonal_differentiable_at[](&self) -> At<Self, ByRef> where [D: DimMin<D, Output = D>, DefaultAllocator: Allocator<D>] {
        at()
    }

    /// `m.diagonal()`.
    fn diagonal_differentiable_push[](&self, _ws: &mut Workspace) -> (OVector<A, D>, ())
    where [D: DimMin<D, Output = D>, DefaultAllocator: Allocator<D>] {
        (self.diagonal(), ())
    }

    /// `m_bar[(i, i)] += y_bar[i]`.
    fn diagonal_differentiable_pull[](
        &self, _kept: (), _ws: &mut Workspace, seed: OVector<A, D>, bar: Option<&mut Self>
    ) -> () where [D: DimMin<D, Output = D>, DefaultAllocator: Allocator<D>] {
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
        // yᵀ · y_bar
        let mut left = seed.clone();
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
}
