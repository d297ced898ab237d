//! Structs and methods that are generic in where a matrix has its elements.

use super::*;
use nalgebra::allocator::{Allocator, Reallocator};
use nalgebra::storage::{IsContiguous, RawStorage, RawStorageMut, Storage};
use nalgebra::{
    DefaultAllocator, Dim, DimMax, DimMaximum, DimMin, Matrix, Matrix2x4, Matrix4x3, OMatrix, OVector, RealField, U1,
    Vector, Vector4,
};
use pullback::{Differentiable, check_grad, differentiable};
use std::iter::repeat;

#[differentiable]
fn length<T: RealField + Copy, N: Dim, S: Storage<T, N, U1>>(v: &Vector<T, N, S>) -> T {
    let mut sum = T::zero();
    for x in v.iter() {
        sum += *x * *x;
    }
    sum.sqrt()
}

/// A matrix whose columns are ordered by their lengths, each reduced by those before it.
#[derive(Differentiable)]
struct Ordered<T, M, N, S>
where
    T: RealField + Copy,
    M: Dim + DimMin<N>,
    N: Dim,
    S: RawStorageMut<T, M, N> + IsContiguous,
    DefaultAllocator: Allocator<N>,
{
    m: Matrix<T, M, N, S>,
    lengths: OVector<T, N>,
    order: OVector<usize, N>,
}

/// What is left when a right-hand side is reduced as well.
#[derive(Differentiable)]
struct Reduced<T, M, N>
where
    T: RealField + Copy,
    M: Dim + DimMax<N>,
    N: Dim,
    DefaultAllocator: Allocator<N> + Allocator<DimMaximum<M, N>, N>,
{
    m: OMatrix<T, DimMaximum<M, N>, N>,
    b: OVector<T, N>,
    order: OVector<usize, N>,
    rows: M,
}

#[differentiable]
impl<T, M, N, S> Ordered<T, M, N, S>
where
    T: RealField + Copy,
    M: Dim + DimMin<N> + DimMax<N>,
    N: Dim,
    S: RawStorageMut<T, M, N> + Storage<T, M, N> + IsContiguous,
    DefaultAllocator: Allocator<N> + Allocator<DimMaximum<M, N>, N>,
{
    fn new(mut m: Matrix<T, M, N, S>) -> Self {
        let (rows, columns) = m.data.shape();
        let one = Dim::from_usize(1);
        let mut lengths =
            OVector::<T, N>::from_iterator_generic(columns, one, m.column_iter().map(|column| length(&column)));
        let mut order = OVector::<usize, N>::from_iterator_generic(columns, one, 0..columns.value());
        for j in 0..rows.min(columns).value() {
            let longest = lengths.view_range(j.., ..).imax() + j;
            if longest != j {
                m.swap_columns(j, longest);
                order.swap_rows(j, longest);
                lengths[longest] = lengths[j];
            }
            let mut lower = m.rows_range_mut(j..);
            let (left, mut right) = lower.columns_range_pair_mut(j, j + 1..);
            let mut first = left;
            let mut norm = length(&first);
            if first[0] < T::zero() {
                norm = -norm;
            }
            lengths[j] = norm;
            if norm.is_zero() {
                continue;
            }
            first /= norm;
            first[0] += T::one();
            for (k, mut column) in right.column_iter_mut().enumerate() {
                column.axpy(-(column[0] / (first[0] + T::one())), &first, T::one());
                lengths[k + j + 1] *= column[0];
            }
        }
        Self { m, lengths, order }
    }

    fn reduced<Q>(mut self, mut b: Vector<T, M, Q>) -> Reduced<T, M, N>
    where
        Q: RawStorageMut<T, M> + IsContiguous,
        DefaultAllocator: Reallocator<T, M, N, DimMaximum<M, N>, N>,
    {
        let (rows, columns) = self.m.data.shape();
        let one = Dim::from_usize(1);
        let mut first = OVector::<T, N>::from_iterator_generic(
            columns,
            one,
            b.as_slice()
                .iter()
                .copied()
                .chain(repeat(T::zero()))
                .take(columns.value()),
        );
        for j in 0..rows.min(columns).value() {
            let column = self.m.view_range(j.., j);
            let scale = -column[0] / self.lengths[j];
            b.rows_range_mut(j..).axpy(scale, &column, T::one());
            first[j] = b[j];
        }
        self.m.set_diagonal(&self.lengths.rows_generic(0, rows.min(columns)));
        Reduced {
            b: first,
            m: self.m.resize_generic(rows.max(columns), columns, T::zero()),
            order: self.order,
            rows,
        }
    }
}

#[differentiable]
impl<T, M, N> Reduced<T, M, N>
where
    T: RealField + Copy,
    M: Dim + DimMin<N> + DimMax<N>,
    N: Dim,
    DefaultAllocator: Allocator<N> + Allocator<DimMaximum<M, N>, N>,
{
    /// Of the square part, which is written where it is.
    fn solved(&mut self, x: &OVector<T, N>) -> T {
        let (_, columns) = self.m.data.shape();
        let mut square = self.m.generic_view_mut((0, 0), (columns, columns));
        square.fill_lower_triangle_with_upper_triangle();
        let mut part = self.m.rows_generic_mut(0, columns);
        let mut sum = T::zero();
        for j in 0..columns.value() {
            part[(j, j)] *= x[self.order[j]];
            sum += part[(j, j)] * self.b[j] + part[(columns.value() - 1, j)];
        }
        sum * sum
    }
}

#[differentiable]
fn of_a_tall_one(m: &Matrix4x3<f64>, b: &Vector4<f64>, x: &Vector3<f64>) -> f64 {
    let mut reduced = Ordered::reduced(Ordered::new(*m), *b);
    let first = reduced.solved(x);
    first * reduced.solved(&(x * 0.5)) + reduced.b.norm()
}

#[differentiable]
fn of_a_wide_one(m: &Matrix2x4<f64>, b: &Vector2<f64>, x: &Vector4<f64>) -> f64 {
    let mut reduced = Ordered::reduced(Ordered::new(*m), *b);
    let mut sum = 0.0;
    for _ in 0..2 {
        sum += reduced.solved(x);
    }
    sum
}

#[differentiable]
fn of_a_dynamic_one(m: &DMatrix<f64>) -> f64 {
    let ordered = Ordered::new(m.clone());
    if ordered.order[0] > 0 {
        ordered.lengths.norm() * ordered.m[(1, 0)]
    } else {
        ordered.m.norm()
    }
}

#[test]
fn structs_that_own_their_matrices() {
    for seed in 1..5 {
        check_grad!(of_a_tall_one(&sample(seed), &sample(seed + 1), &sample(seed + 2))).unwrap();
        check_grad!(of_a_wide_one(&sample(seed), &sample(seed + 1), &sample(seed + 2))).unwrap();
        check_grad!(of_a_dynamic_one(&dm(seed))).unwrap();
    }
}

/// Numbers of a covariance on and below the diagonal, and a copy of the list behind what comes of it.
#[differentiable]
fn noise(h: f64, scale: f64, x: &[f64]) -> Vec<f64> {
    let n = x.len();
    let (rows, columns) = (nalgebra::Dyn(n), nalgebra::Dyn(n));
    let mut m = DMatrix::<f64>::from_diagonal_element_generic(rows, columns, h * h);
    for i in 1..n {
        for j in 0..i {
            m[(i, j)] = 0.1 * h / (i - j) as f64;
        }
    }
    let sample = DVector::<f64>::from_vec(x.to_vec());
    let noise = (m.cholesky().unwrap().l() * sample).transpose() * scale;
    if scale > 0.0 {
        noise.data.as_vec().clone()
    } else {
        noise.data.as_vec().iter().map(|x| 2.0 * x).collect()
    }
}

#[differentiable]
fn heard(h: f64, scale: f64, x: &[f64], w: &[f64]) -> f64 {
    let mut sum = 0.0;
    for _ in 0..2 {
        sum += noise(h, scale, x).iter().zip(w).map(|(x, w)| w * x * x).sum::<f64>();
    }
    sum
}

#[test]
fn the_list_of_a_matrix() {
    for scale in [1.3, -0.7] {
        check_grad!(heard(0.8, scale, &[0.3, -0.4, 0.9], &[1.0, 2.0, -0.5])).unwrap();
    }
}
