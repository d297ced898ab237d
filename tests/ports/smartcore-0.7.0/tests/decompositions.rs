//! Decompositions, what they solve, and the statistics of matrices.
mod sums;

use pullback::{check_grad, differentiable};
use smartcore::linalg::basic::arrays::{Array, Array2};
use smartcore::linalg::basic::matrix::DenseMatrix;
use smartcore::linalg::traits::cholesky::CholeskyDecomposable;
use smartcore::linalg::traits::evd::EVDDecomposable;
use smartcore::linalg::traits::lu::LUDecomposable;
use smartcore::linalg::traits::qr::QRDecomposable;
use smartcore::linalg::traits::stats::{MatrixPreprocessing, MatrixStats};
use smartcore::linalg::traits::svd::SVDDecomposable;
use sums::{of_list, of_matrix};

const A: [f64; 9] = [2.1, 0.4, -0.7, 0.3, 1.6, 0.5, -0.2, 0.9, 2.8];
const TALL: [f64; 8] = [2.1, 0.4, -0.7, 0.3, 1.6, 0.5, -0.2, 0.9];
const B: [f64; 6] = [1.2, -0.4, 0.6, 0.7, -1.1, 0.3];

#[differentiable]
fn square(a: &[f64]) -> DenseMatrix<f64> {
    DenseMatrix::new(3, 3, a.to_vec(), false).unwrap()
}

#[differentiable]
fn symmetric(a: &[f64]) -> DenseMatrix<f64> {
    let m = square(a);
    m.matmul(&m.transpose())
}

#[differentiable]
fn right(b: &[f64]) -> DenseMatrix<f64> {
    DenseMatrix::new(3, 2, b.to_vec(), true).unwrap()
}

macro_rules! of_matrices {
    ($($name:ident($a:ident, $b:ident) = $value:expr;)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn called($a: &[f64], $b: &[f64]) -> f64 {
                $value
            }
            check_grad!(called(&A, &B)).unwrap();
        }
    )*};
}

of_matrices! {
    cholesky_mut(a, b) = {
        let c = symmetric(a).cholesky_mut().unwrap();
        of_matrix(&c.L()) * b[0] + of_matrix(&c.U())
    };
    cholesky_solve(a, b) = of_matrix(&symmetric(a).cholesky_solve_mut(right(b)).unwrap());
    lu_mut(a, b) = {
        let lu = square(a).lu_mut().unwrap();
        of_matrix(&lu.L()) * b[0] + of_matrix(&lu.U())
    };
    lu_solve(a, b) = of_matrix(&square(a).lu_solve_mut(right(b)).unwrap());
    lu_inverse(a, b) = of_matrix(&square(a).lu().unwrap().inverse().unwrap()) * b[1];
    qr_q(a, b) = of_matrix(&square(a).qr_mut().unwrap().Q()) * b[0];
    qr_r(a, b) = of_matrix(&square(a).qr().unwrap().R()) * b[0];
    qr_solve(a, b) = of_matrix(&square(a).qr_solve_mut(right(b)).unwrap());
    svd_solve(a, b) = of_matrix(&square(a).svd_solve_mut(right(b)).unwrap());
    evd_symmetric(a, b) = {
        let e = symmetric(a).evd(true).unwrap();
        of_list(&e.d) * b[0] + of_matrix(&e.V.mul(&e.V))
    };
    statistics(a, b) = {
        let m = square(a);
        of_list(&m.mean(0)) + of_list(&m.var(1)) * b[0] + of_list(&m.std(0)) * b[1] + of_list(&m.std(1))
    };
    standard_scale(a, b) = {
        let mut m = square(a);
        m.standard_scale_mut(&[b[0], b[1], b[2]], &[b[3], b[4], b[5]], 0);
        m.standard_scale_mut(&[b[1], b[0], b[2]], &[b[5], b[3], b[4]], 1);
        of_matrix(&m)
    };
    binarized(a, b) = of_matrix(&square(a).binarize(b[0]));
    vectors(a, b) = {
        let mean = DenseMatrix::<f64>::_mean_of_vector(a);
        mean * DenseMatrix::<f64>::_var_of_vec(b, None) + DenseMatrix::<f64>::_var_of_vec(a, Some(b[0]))
            + DenseMatrix::<f64>::_sum_square_deviations_vec(b, Some(mean)) + DenseMatrix::<f64>::_sum_square_deviations_vec(a, None)
    };
}

/// Neither the signs nor the sizes of the vectors are fixed: ratios of their elements are.
#[differentiable]
fn singular(x: &[f64], rows: usize, k: f64) -> f64 {
    let m = DenseMatrix::new(rows, 2, x.to_vec(), false).unwrap();
    let svd = m.svd().unwrap();
    of_list(&svd.s) * k + *svd.V.get((0, 0)) / *svd.V.get((1, 0)) + *svd.U.get((0, 1)) / *svd.U.get((2, 1))
}

#[test]
fn svd_mut() {
    check_grad!(singular(&TALL, 4, 0.7)).unwrap();
    check_grad!(singular(&TALL[..6], 3, 0.7)).unwrap();
}

/// With a pair of complex eigenvalues, and without one.
#[differentiable]
fn eigenvalues(a: &[f64], k: f64) -> f64 {
    let e = square(a).evd(false).unwrap();
    let mut sum = *e.V.get((0, 0)) / *e.V.get((1, 0)) * k;
    for i in 0..3 {
        sum += e.d[i].sin() + k * e.e[i] * e.e[i];
    }
    sum
}

#[test]
fn evd_of_any() {
    check_grad!(eigenvalues(&A, 0.7)).unwrap();
    check_grad!(eigenvalues(&[2.1, 0.4, -0.7, -1.3, 1.6, 0.5, 0.4, -0.9, 2.8], 0.7)).unwrap();
    check_grad!(eigenvalues(&[200.0, 0.4, -70.0, 0.03, 1.6, 0.05, 0.002, 0.9, 28.0], 0.7)).unwrap();
}
