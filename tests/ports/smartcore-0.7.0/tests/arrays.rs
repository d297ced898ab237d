//! Vectors, matrices and their views: each method at a generic point, against differences.
mod sums;

use pullback::{check_grad, differentiable};
use smartcore::linalg::basic::arrays::{Array, Array1, Array2, ArrayView1, ArrayView2, MutArray, MutArrayView1, MutArrayView2};
use smartcore::linalg::basic::matrix::DenseMatrix;
use sums::{of_list, of_matrix};

const X: [f64; 6] = [0.7, -1.3, 2.1, 0.4, 1.9, -0.6];
const Y: [f64; 6] = [1.2, 0.3, -0.8, 2.2, 0.9, 1.7];

#[differentiable]
fn matrix(x: &[f64], columns: bool) -> DenseMatrix<f64> {
    DenseMatrix::new(2, 3, x.to_vec(), columns).unwrap()
}

#[differentiable]
fn vector_elements(x: &[f64], k: f64) -> f64 {
    let mut v = x.to_vec();
    v.div_element_mut(0, k);
    v.mul_element_mut(1, k * x[0]);
    v.add_element_mut(2, k * k);
    v.sub_element_mut(3, k.sin());
    of_list(&v)
}

#[differentiable]
fn matrix_elements(x: &[f64], k: f64, columns: bool) -> f64 {
    let mut m = matrix(x, columns);
    m.div_element_mut((0, 0), k);
    m.mul_element_mut((0, 1), k * x[0]);
    m.add_element_mut((1, 2), k * k);
    m.sub_element_mut((1, 0), k.sin());
    m.set((1, 1), *m.get((0, 2)) * k);
    of_matrix(&m)
}

#[test]
fn elements_in_place() {
    check_grad!(vector_elements(&X, 1.4)).unwrap();
    for columns in [false, true] {
        check_grad!(matrix_elements(&X, 1.4, columns)).unwrap();
    }
}

#[differentiable]
fn vector_scalars(x: &[f64], k: f64) -> f64 {
    let mut v = x.to_vec();
    v.sub_scalar_mut(k * k);
    v.mul_scalar_mut(k.sin());
    v.add_scalar_mut(k);
    v.div_scalar_mut(k.exp());
    of_list(&v) + of_list(&x.to_vec().add_scalar(k).mul_scalar(k).sub_scalar(0.3 * k).div_scalar(k))
}

#[differentiable]
fn matrix_scalars(x: &[f64], k: f64, columns: bool) -> f64 {
    let mut m = matrix(x, columns);
    m.sub_scalar_mut(k * k);
    m.mul_scalar_mut(k.sin());
    m.add_scalar_mut(k);
    m.div_scalar_mut(k.exp());
    of_matrix(&m)
}

#[test]
fn scalars_in_place() {
    check_grad!(vector_scalars(&X, 1.4)).unwrap();
    for columns in [false, true] {
        check_grad!(matrix_scalars(&X, 1.4, columns)).unwrap();
    }
}

#[differentiable]
fn vector_arrays(x: &Vec<f64>, y: &Vec<f64>) -> f64 {
    let mut v = x.clone();
    v.add_mut(y);
    v.mul_mut(y);
    v.sub_mut(x);
    v.div_mut(y);
    of_list(&v)
}

#[differentiable]
fn matrix_arrays(x: &[f64], y: &[f64], columns: bool) -> f64 {
    let mut m = matrix(x, columns);
    let other = matrix(y, !columns);
    m.add_mut(&other);
    m.mul_mut(&other);
    m.sub_mut(&matrix(x, !columns));
    m.div_mut(&other);
    of_matrix(&m)
}

#[test]
fn arrays_in_place() {
    check_grad!(vector_arrays(&X.to_vec(), &Y.to_vec())).unwrap();
    for columns in [false, true] {
        check_grad!(matrix_arrays(&X, &Y, columns)).unwrap();
    }
}

macro_rules! of_two_vectors {
    ($($name:ident($x:ident, $y:ident) = $value:expr;)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn called($x: &Vec<f64>, $y: &Vec<f64>) -> f64 {
                $value
            }
            check_grad!(called(&X.to_vec(), &Y.to_vec())).unwrap();
        }
    )*};
}

of_two_vectors! {
    vector_dot(x, y) = x.dot(y);
    vector_sum(x, y) = ArrayView1::sum(x) * ArrayView1::sum(y);
    vector_norm2(x, y) = x.norm2() * y.norm2();
    vector_norm(x, y) = x.norm(3.0) + y.norm(f64::INFINITY) * x.norm(f64::NEG_INFINITY);
    vector_max_diff(x, y) = x.max_diff(y) * x[0];
    vector_variance(x, y) = x.variance() * y.variance();
    vector_std_dev(x, y) = x.std_dev() * y.std_dev();
    vector_mean_by(x, y) = x.mean_by() * y.mean_by();
}

macro_rules! in_place {
    ($($name:ident($v:ident, $k:ident) $change:expr;)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn called(x: &[f64], $k: f64) -> f64 {
                let mut $v = x.to_vec();
                $change;
                of_list(&$v)
            }
            check_grad!(called(&X, 1.7)).unwrap();
        }
    )*};
}

in_place! {
    vector_abs_mut(v, k) { v.mul_scalar_mut(k); v.abs_mut() };
    vector_pow_mut(v, k) { v.abs_mut(); v.pow_mut(k) };
    vector_argsort_mut(v, k) { v.mul_scalar_mut(k); v.argsort_mut() };
    vector_softmax_mut(v, k) { v.mul_scalar_mut(k); v.softmax_mut() };
}

macro_rules! of_matrices {
    ($($name:ident($m:ident, $k:ident) = $value:expr;)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn called(x: &[f64], $k: f64, columns: bool) -> f64 {
                let $m = matrix(x, columns);
                $value
            }
            for columns in [false, true] {
                check_grad!(called(&X, 1.7, columns)).unwrap();
            }
        }
    )*};
}

of_matrices! {
    matrix_sum(m, k) = of_list(&m.sum(0)) + k * of_list(&m.sum(1));
    matrix_mean_by(m, k) = of_list(&m.mean_by(0)) + k * of_list(&m.mean_by(1));
    matrix_variance(m, k) = of_list(&m.variance(0)) + k * of_list(&m.variance(1));
    matrix_std_dev(m, k) = of_list(&m.std_dev(0)) + k * of_list(&m.std_dev(1));
    matrix_norm(m, k) = m.norm(3.0) + k * m.norm(f64::INFINITY) + m.norm(f64::NEG_INFINITY);
    matrix_diag(m, k) = k * of_list(&m.diag());
    matrix_column_mean(m, k) = k * of_list(&m.column_mean());
}

macro_rules! of_changed_matrices {
    ($($name:ident($m:ident, $k:ident) $change:expr;)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn called(x: &[f64], $k: f64, columns: bool) -> f64 {
                let mut $m = matrix(x, columns);
                $change;
                of_matrix(&$m)
            }
            for columns in [false, true] {
                check_grad!(called(&X, 1.7, columns)).unwrap();
            }
        }
    )*};
}

of_changed_matrices! {
    matrix_abs_mut(m, k) { m.mul_scalar_mut(k); m.abs_mut() };
    matrix_pow_mut(m, k) { m.abs_mut(); m.pow_mut(k) };
    matrix_scale_mut(m, k) { m.scale_mut(&[k, 0.3, k * k], &[k.exp(), 2.0, k], 0); m.scale_mut(&[k, 0.3], &[k.exp(), 2.0], 1) };
}

/// All elements in the order of the columns and of the rows, written in either.
#[differentiable]
fn both_orders(x: &[f64], k: f64, columns: bool) -> f64 {
    let mut m = matrix(x, columns);
    let mut weight = k;
    m.iterator_mut(1).for_each(|v| {
        *v *= weight;
        weight *= k;
    });
    of_matrix(&m)
}

#[test]
fn ordered_iter_mut() {
    for columns in [false, true] {
        check_grad!(both_orders(&X, 1.3, columns)).unwrap();
    }
}

#[differentiable]
fn of_lists(rows: &Vec<Vec<f64>>) -> f64 {
    of_matrix(&DenseMatrix::from_2d_vec(rows).unwrap())
}

#[test]
fn from_2d_vec() {
    check_grad!(of_lists(&vec![vec![0.3, 1.2], vec![-0.4, 0.9], vec![1.1, 2.0]])).unwrap();
}

#[differentiable(types(slice = fn(..) -> Box<dyn ArrayView2<f64> + '_>, get_row = fn(..) -> Box<dyn ArrayView1<f64> + '_>, get_col = fn(..) -> Box<dyn ArrayView1<f64> + '_>))]
fn views(m: &DenseMatrix<f64>, k: f64) -> f64 {
    let part = m.slice(0..2, 1..3);
    let (row, column) = (m.get_row(1), m.get_col(2));
    let mut sum = *part.get((1, 0)) * *part.get((0, 1)) * k;
    sum += *row.get(2) * k.sin() * *column.get(0);
    sum + row.iterator(0).map(|v| v * v * k).sum::<f64>() + column.iterator(0).copied().sum::<f64>().sin()
}

#[differentiable]
fn viewed(x: &[f64], k: f64, columns: bool) -> f64 {
    let m = matrix(x, columns);
    views(&m, k)
}

#[test]
fn views_of_a_matrix() {
    for columns in [false, true] {
        check_grad!(viewed(&X, 1.3, columns)).unwrap();
    }
}
