//! The methods of square matrices.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::decompositions::{add_through_factor, is_zero};
use super::matrices::Elements;
use super::operators::is_finite;
use super::products::{add_times_transpose, add_transpose_times};
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::foreign::rows;
use crate::scalar::{Scalar, times};
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

rows! {
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

    /// `m_bar[(i, i)] += y_bar`.
    fn trace(ref x) -> A;
        adjoint |(), seed, Some(x_bar)| {
            for i in 0..x.nrows() {
                x_bar[(i, i)] += seed;
            }
        }
        tangent: linear;

    /// What was copied to the lower triangle is of the upper one.
    fn fill_lower_triangle_with_upper_triangle(mut x), keeps Self;
        value {
            let before = x.clone();
            x.fill_lower_triangle_with_upper_triangle();
            ((), before)
        }
        adjoint |before, (), x_bar| {
            *x = before;
            if let Some(x_bar) = x_bar {
                for j in 0..x_bar.ncols() {
                    for i in j + 1..x_bar.nrows() {
                        let copied = std::mem::replace(&mut x_bar[(i, j)], A::ZERO);
                        x_bar[(j, i)] += copied;
                    }
                }
            }
        }
        tangent: linear;

    /// What was copied to the upper triangle is of the lower one.
    fn fill_upper_triangle_with_lower_triangle(mut x), keeps Self;
        value {
            let before = x.clone();
            x.fill_upper_triangle_with_lower_triangle();
            ((), before)
        }
        adjoint |before, (), x_bar| {
            *x = before;
            if let Some(x_bar) = x_bar {
                for j in 0..x_bar.ncols() {
                    for i in j + 1..x_bar.nrows() {
                        let copied = std::mem::replace(&mut x_bar[(j, i)], A::ZERO);
                        x_bar[(i, j)] += copied;
                    }
                }
            }
        }
        tangent: linear;

    /// `m.symmetric_part()`, half of `m + mᵀ`.
    /// `m_bar` gets the symmetric part of `y_bar`.
    fn symmetric_part(ref x) -> Self where [A: RealField];
        adjoint |(), seed, Some(x_bar)| { x_bar.accumulate(&seed.symmetric_part()); }
        tangent: linear;

    /// `m_bar[(i, i)] += y_bar[i]`.
    fn diagonal(ref x) -> OVector<A, D> where [DefaultAllocator: Allocator<D>];
        adjoint |(), seed, Some(x_bar)| {
            for i in 0..x.nrows() {
                x_bar[(i, i)] += seed[i];
            }
        }
        tangent: linear;

    /// `m_bar += y_bar · cof(m)` (Giles, 2.2.4: `det(m) · m⁻ᵀ`, which is the matrix of the cofactors, also where there is no
    /// inverse).
    fn determinant(ref x) -> A where [A: RealField, D: DimMin<D, Output = D>, DefaultAllocator: Allocator<D>];
        adjoint |(), seed, Some(x_bar)| {
            let size = x.nrows();
            if size > 4
                && let Some(inverse) = well_inverted(x)
            {
                let determinant = x.determinant();
                for j in 0..size {
                    for i in 0..size {
                        x_bar[(i, j)] += times(seed, determinant * inverse[(j, i)]);
                    }
                }
                return;
            }
            for j in 0..size {
                for i in 0..size {
                    let minor = minor(x, i, j);
                    x_bar[(i, j)] += times(seed, if (i + j).is_multiple_of(2) { minor } else { -minor });
                }
            }
        }
        tangent: jacobian;

    /// `m_bar -= yᵀ · y_bar · yᵀ` (Giles, 2.2.3).
    fn try_inverse(move x) -> Option<Self>, keeps Option<Self> where [A: RealField];
        value { let inverse = x.clone().try_inverse(); (inverse.clone(), inverse) }
        adjoint |inverse, seed, x_bar| {
            let (Some(y), Some(seed), Some(x_bar)) = (inverse, seed, x_bar) else { return };
            let size = x.nrows();
            let mut left = seed.zero_like();
            if is_finite(&y) {
                add_transpose_times(left.as_mut_slice(), y.as_slice(), seed.as_slice(), size, size, size);
                left.neg_mut();
                add_times_transpose(x_bar.as_mut_slice(), left.as_slice(), y.as_slice(), size, size, size);
                return;
            }
            for j in 0..size {
                for i in 0..size {
                    left[(i, j)] = (0..size).fold(A::ZERO, |sum, k| sum + times(seed[(k, j)], y[(k, i)]));
                }
            }
            for j in 0..size {
                for i in 0..size {
                    x_bar[(i, j)] -= (0..size).fold(A::ZERO, |sum, k| sum + times(left[(i, k)], y[(j, k)]));
                }
            }
        }
        tangent |x_dot| { x.clone().try_inverse().map(|y| -(&y * x_dot * &y)) } : strong;

    /// Adds to the lower triangle, the only one that is read (Murray, section 3).
    fn cholesky(move x) -> Option<Cholesky<A, D>>, keeps Option<OMatrix<A, D, D>>
    where [A: RealField, DefaultAllocator: Allocator<D, D>];
        value {
            let decomposition = x.clone_owned().cholesky();
            let factor = decomposition.as_ref().map(Cholesky::l);
            (decomposition, factor)
        }
        adjoint |factor, seed, x_bar| {
            let (Some(factor), Some(seed), Some(x_bar)) = (factor, seed, x_bar) else { return };
            if !is_zero(&seed) {
                add_through_factor(x_bar, &factor, &seed);
            }
        }

    /// The decomposition's cotangent is that of the matrix.
    fn lu(move x) -> LU<A, D, D> where [A: RealField, D: DimMin<D, Output = D>, DefaultAllocator: Allocator<D, D> + Allocator<D>];
        value { (x.clone_owned().lu(), ()) }
        adjoint |(), seed, Some(x_bar)| { x_bar.accumulate(&seed); }
        tangent |x_dot| { x_dot.clone() }

    /// `b_bar += m⁻ᵀ · x_bar`, and from the triangle of `m_bar` that times `xᵀ`.
    fn solve_lower_triangular[C2: Dim, S2: Elements<A, D, C2>](ref this, b: lent Matrix<A, D, C2, S2>) -> Option<Matrix<A, D, C2, S2>>, keeps Option<Matrix<A, D, C2, S2>>
    where [A: RealField, DefaultAllocator: Allocator<D, C2, Buffer<A> = S2>];
        value { let x = this.solve_lower_triangular(b); (x.clone(), x) }
        adjoint |x, seed, this_bar, b_bar| {
            let (Some(x), Some(seed)) = (x, seed) else { return };
            let Some(through) = (!is_zero(&seed)).then(|| this.tr_solve_lower_triangular(&seed)).flatten() else { return };
            if let Some(this_bar) = this_bar {
                for j in 0..x.nrows() {
                    for i in j..x.nrows() {
                        this_bar[(i, j)] -= (0..x.ncols()).fold(A::ZERO, |sum, c| sum + through[(i, c)] * x[(j, c)]);
                    }
                }
            }
            if let Some(b_bar) = b_bar {
                b_bar.accumulate(&through);
            }
        }
        tangent |this_dot, b_dot| {
            let solution = this.solve_lower_triangular(b)?;
            this.solve_lower_triangular(&(b_dot - this_dot.lower_triangle() * solution))
        }

    /// `b_bar += m⁻ᵀ · x_bar`, and from the triangle of `m_bar` that times `xᵀ`.
    fn solve_upper_triangular[C2: Dim, S2: Elements<A, D, C2>](ref this, b: lent Matrix<A, D, C2, S2>) -> Option<Matrix<A, D, C2, S2>>, keeps Option<Matrix<A, D, C2, S2>>
    where [A: RealField, DefaultAllocator: Allocator<D, C2, Buffer<A> = S2>];
        value { let x = this.solve_upper_triangular(b); (x.clone(), x) }
        adjoint |x, seed, this_bar, b_bar| {
            let (Some(x), Some(seed)) = (x, seed) else { return };
            let Some(through) = (!is_zero(&seed)).then(|| this.tr_solve_upper_triangular(&seed)).flatten() else { return };
            if let Some(this_bar) = this_bar {
                for j in 0..x.nrows() {
                    for i in 0..j + 1 {
                        this_bar[(i, j)] -= (0..x.ncols()).fold(A::ZERO, |sum, c| sum + through[(i, c)] * x[(j, c)]);
                    }
                }
            }
            if let Some(b_bar) = b_bar {
                b_bar.accumulate(&through);
            }
        }
        tangent |this_dot, b_dot| {
            let solution = this.solve_upper_triangular(b)?;
            this.solve_upper_triangular(&(b_dot - this_dot.upper_triangle() * solution))
        }
}
