//! Eigenvalues of two rows and columns, and where a matrix falls into parts.
use super::{compute_2x2_eigvals, delimit_subproblem, wilkinson_shift};
use ndarray::{Array1, arr1};
use pullback::{check_grad, differentiable};

#[differentiable]
fn eigenvalues(h00: f64, h10: f64, h01: f64, h11: f64) -> f64 {
    match compute_2x2_eigvals(h00, h10, h01, h11) {
        Some((greater, less)) => greater * greater + less.sin(),
        None => 0.0,
    }
}

#[test]
fn eigenvalues_and_shifts() {
    check_grad!(eigenvalues(0.7, 0.4, 1.2, -0.3)).unwrap();
    check_grad!(wilkinson_shift(0.7, -0.3, 0.4)).unwrap();
    check_grad!(wilkinson_shift(-0.7, 0.3, 0.4)).unwrap();
    check_grad!(wilkinson_shift(0.7, -0.3, 0.0)).unwrap();
}

#[differentiable]
fn delimited(diag: &Array1<f64>, off_diag: &Array1<f64>, weights: &Array1<f64>, eps: f64) -> f64 {
    let mut off_diag = off_diag.clone();
    let (start, end) = delimit_subproblem(diag, &mut off_diag, diag.len() - 1, eps);
    off_diag.dot(weights) + (start + 3 * end) as f64 * weights[0] * diag[0]
}

#[test]
fn parts() {
    let (diag, weights) = (arr1(&[0.7, -1.3, 0.4, 2.1]), arr1(&[0.5, 1.1, -0.8]));
    for off_diag in [[0.6, 0.9, 0.01], [0.6, 0.01, 0.9], [0.01, 0.6, 0.9], [0.01, 0.02, 0.03], [0.6, 0.9, 0.8]] {
        check_grad!(delimited(&diag, &arr1(&off_diag), &weights, 0.05)).unwrap();
    }
    let mut off_diag = arr1(&[0.6, 0.01, 0.9]);
    assert_eq!(delimit_subproblem(&diag, &mut off_diag, 3, 0.05), (2, 3));
    assert_eq!(off_diag, arr1(&[0.6, 0.0, 0.9]));
}
