//! Kernels.
use super::*;
use pullback::{check_grad, differentiable};

#[differentiable]
fn kernels(x: &Vec<f64>, y: &Vec<f64>, gamma: f64, degree: f64, coef0: f64) -> f64 {
    let rbf = Kernels::RBF { gamma: Some(gamma) };
    let polynomial = Kernels::Polynomial { degree: Some(degree), gamma: Some(gamma), coef0: Some(coef0) };
    let sigmoid = Kernels::Sigmoid { gamma: Some(gamma), coef0: Some(coef0) };
    let linear = Kernels::Linear;
    linear.apply(x, y).unwrap() * rbf.apply(x, y).unwrap() + polynomial.apply(x, y).unwrap() * sigmoid.apply(x, y).unwrap()
}

#[test]
fn apply() {
    check_grad!(kernels(&vec![0.7, 1.3], &vec![1.2, 0.3], 0.8, 2.4, 0.6)).unwrap();
}
