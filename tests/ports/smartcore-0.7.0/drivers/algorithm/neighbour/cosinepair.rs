//! The distance of two rows whose norms are known.
use super::*;
use crate::linalg::basic::matrix::DenseMatrix;
use pullback::{check_grad, differentiable};

#[differentiable]
fn distance(x: &Vec<f64>, y: &Vec<f64>, n: f64, m: f64) -> f64 {
    CosinePair::<f64, DenseMatrix<f64>>::cosine_distance_with_norms(x, n, y, m)
}

#[test]
fn cosine_distance_with_norms() {
    check_grad!(distance(&vec![0.7, -1.3], &vec![0.2, 0.4], 1.2, 0.6)).unwrap();
}
