//! Sums in which each element has a weight of its own.
#![allow(dead_code)] // Not every driver needs both.

use pullback::differentiable;
use smartcore::linalg::basic::arrays::Array;
use smartcore::linalg::basic::matrix::DenseMatrix;

#[differentiable]
pub fn of_list(v: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..v.len() {
        sum += v[i] * (1.0 + 0.7 * i as f64).sin();
    }
    sum
}

#[differentiable]
pub fn of_matrix(m: &DenseMatrix<f64>) -> f64 {
    let mut sum = 0.0;
    let mut k = 0.0;
    for v in m.iterator(0) {
        sum += v * (1.0_f64 + 0.7 * k).sin();
        k += 1.0;
    }
    sum
}
