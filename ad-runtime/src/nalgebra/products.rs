//! Products with a transposed factor, which the way back through a product of matrices is made of.
//!
//! Matrices are lists of their columns here. What is small is multiplied in plain loops, which are unrolled where the sizes are
//! constants; what is large by nalgebra's product, of a copy that is transposed.

use crate::scalar::Scalar;
use nalgebra::{DMatrixView, DMatrixViewMut, RealField};

/// So many multiplications are faster in plain loops.
const FEW: usize = 700;

/// A triangle of this size is solved row by row.
const SMALL: usize = 12;

#[inline(always)]
fn is_large(rows: usize, inner: usize, columns: usize) -> bool {
    rows.min(inner).min(columns) > 1 && rows * inner * columns > FEW
}

/// `c += a · bᵀ`, where `a` has `rows` and `inner` columns, and `b` has `columns` rows.
#[inline(always)]
pub(super) fn add_times_transpose<A: Scalar>(c: &mut [A], a: &[A], b: &[A], rows: usize, inner: usize, columns: usize) {
    if is_large(rows, inner, columns) {
        let b = DMatrixView::from_slice(b, columns, inner).transpose();
        return add_product(c, a, b.as_slice(), rows, inner, columns);
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
        let a = DMatrixView::from_slice(a, inner, rows).transpose();
        return add_product(c, a.as_slice(), b, rows, inner, columns);
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
        let (a, b) = (
            DMatrixView::from_slice(a, rows, inner),
            DMatrixView::from_slice(b, inner, columns),
        );
        return DMatrixViewMut::from_slice(c, rows, columns).gemm(A::ONE, &a, &b, A::ONE);
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

/// A sum in eight parts, as nalgebra's own product of vectors is.
#[inline(always)]
fn dot<A: Scalar>(a: &[A], b: &[A]) -> A {
    let mut parts = [A::ZERO; 8];
    let (a_parts, a_rest) = a.as_chunks::<8>();
    let (b_parts, b_rest) = b.as_chunks::<8>();
    for (a, b) in a_parts.iter().zip(b_parts) {
        for i in 0..8 {
            parts[i] += a[i] * b[i];
        }
    }
    let rest = a_rest.iter().zip(b_rest).fold(A::ZERO, |sum, (&a, &b)| sum + a * b);
    parts.into_iter().fold(rest, |sum, part| sum + part)
}
