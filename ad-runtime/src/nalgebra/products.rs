//! Products with a transposed factor, which the way back through a product of matrices is made of.
//!
//! Matrices are lists of their columns here. What is small is multiplied in plain loops, which are unrolled where the sizes are
//! constants; what is large by ndarray's product, whose views may be transposed.

use crate::scalar::Scalar;
use nalgebra::{DMatrixView, DMatrixViewMut, RealField};
use ndarray::linalg::general_mat_mul;
use ndarray::{ArrayView2, ArrayViewMut2};

/// So many multiplications are faster in plain loops.
const FEW: usize = 700;

/// A triangle of this size is solved row by row.
const SMALL: usize = 12;

#[inline(always)]
fn is_large(rows: usize, inner: usize, columns: usize) -> bool {
    rows.min(inner).min(columns) > 1 && rows * inner * columns > FEW
}

/// A list of columns as a matrix.
fn view<A: Scalar>(m: &[A], rows: usize, columns: usize) -> ArrayView2<'_, A> {
    let rows_of_columns = ArrayView2::from_shape((columns, rows), m);
    rows_of_columns
        .expect("a matrix has as many elements as its shape says")
        .reversed_axes()
}

/// `c += a · b`.
#[inline(never)]
fn add_large<A: Scalar>(c: &mut [A], a: ArrayView2<A>, b: ArrayView2<A>, rows: usize, columns: usize) {
    let rows_of_columns = ArrayViewMut2::from_shape((columns, rows), c);
    let c = rows_of_columns.expect("a matrix has as many elements as its shape says");
    general_mat_mul(A::ONE, &a, &b, A::ONE, &mut c.reversed_axes());
}

/// `c += a · bᵀ`, where `a` has `rows` and `inner` columns, and `b` has `columns` rows.
#[inline(always)]
pub(super) fn add_times_transpose<A: Scalar>(c: &mut [A], a: &[A], b: &[A], rows: usize, inner: usize, columns: usize) {
    if is_large(rows, inner, columns) {
        return add_large(
            c,
            view(a, rows, inner),
            view(b, columns, inner).reversed_axes(),
            rows,
            columns,
        );
    }
    for k in 0..columns {
        let c = &mut c[k * rows..][..rows];
        for j in 0..inner {
            let (a, b) = (&a[j * rows..][..rows], b[k + j * columns]);
            for i in 0..rows {
                c[i] += a[i] * b;
            }
        }
    }
}

/// `c += aᵀ · b`, where `a` has `inner` rows and `rows` columns, and `b` has `columns` columns.
#[inline(always)]
pub(super) fn add_transpose_times<A: Scalar>(c: &mut [A], a: &[A], b: &[A], rows: usize, inner: usize, columns: usize) {
    if is_large(rows, inner, columns) {
        return add_large(
            c,
            view(a, inner, rows).reversed_axes(),
            view(b, inner, columns),
            rows,
            columns,
        );
    }
    if inner < PARTS {
        // Sums as short as these have no parts: a row of `aᵀ` after the other is added to all of a column at once.
        for j in 0..columns {
            let (b, c) = (&b[j * inner..][..inner], &mut c[j * rows..][..rows]);
            for k in 0..inner {
                for i in 0..rows {
                    c[i] += a[k + i * inner] * b[k];
                }
            }
        }
        return;
    }
    for j in 0..columns {
        let b = &b[j * inner..][..inner];
        for k in 0..rows {
            c[k + j * rows] += dot(&a[k * inner..][..inner], b);
        }
    }
}

/// `c += a · b`, where `a` has `rows` and `inner` columns, and `b` has `columns` columns.
#[inline(always)]
pub(super) fn add_product<A: Scalar>(c: &mut [A], a: &[A], b: &[A], rows: usize, inner: usize, columns: usize) {
    if is_large(rows, inner, columns) {
        return add_large(c, view(a, rows, inner), view(b, inner, columns), rows, columns);
    }
    for j in 0..columns {
        let c = &mut c[j * rows..][..rows];
        for k in 0..inner {
            let (a, b) = (&a[k * rows..][..rows], b[k + j * inner]);
            for i in 0..rows {
                c[i] += a[i] * b;
            }
        }
    }
}

/// `l⁻ᵀ · s` in the place of `s`, of the lower triangle of `l`: half by half, so that most of it is products of matrices.
pub(super) fn solve_transpose<A: Scalar + RealField>(l: DMatrixView<A>, mut s: DMatrixViewMut<A>) {
    let size = l.nrows();
    if size <= SMALL {
        l.tr_solve_lower_triangular_mut(&mut s);
        return;
    }
    let half = size / 2;
    let (mut above, mut below) = s.rows_range_pair_mut(..half, half..);
    solve_transpose(l.view_range(half.., half..), below.as_view_mut());
    let corner = l.view_range(half.., ..half).transpose();
    above.gemm(-A::ONE, &corner, &below, A::ONE);
    solve_transpose(l.view_range(..half, ..half), above);
}

/// The parts of a sum that is made in lanes.
const PARTS: usize = 8;

/// A sum in eight parts, as nalgebra's own product of vectors is.
#[inline(always)]
fn dot<A: Scalar>(a: &[A], b: &[A]) -> A {
    let mut parts = [A::ZERO; PARTS];
    let (a_parts, a_rest) = a.as_chunks::<PARTS>();
    let (b_parts, b_rest) = b.as_chunks::<PARTS>();
    for (a, b) in a_parts.iter().zip(b_parts) {
        for i in 0..PARTS {
            parts[i] += a[i] * b[i];
        }
    }
    let rest = a_rest.iter().zip(b_rest).fold(A::ZERO, |sum, (&a, &b)| sum + a * b);
    parts.into_iter().fold(rest, |sum, part| sum + part)
}
