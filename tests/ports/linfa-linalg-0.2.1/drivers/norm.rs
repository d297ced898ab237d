//! Norms of arrays and of their parts.
use super::Norm;
use ndarray::{Array2, arr2};
use pullback::{check_grad, differentiable};

#[differentiable]
fn norms(m: &Array2<f64>) -> f64 {
    m.norm_l1() * m.row(0).norm_l2() + m.column(1).norm_max() * m.norm_l2()
}

#[test]
fn norms_of_arrays() {
    check_grad!(norms(&arr2(&[[0.7, -1.3], [0.4, 2.1]]))).unwrap();
}
