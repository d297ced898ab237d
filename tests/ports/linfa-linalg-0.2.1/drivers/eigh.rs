//! Eigenvalues of two rows and columns.
use super::{compute_2x2_eigvals, wilkinson_shift};
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
