//! What logistic regression minimizes, and its gradient.
use super::*;
use crate::linalg::basic::matrix::DenseMatrix;
use pullback::{check_grad, differentiable};

const X: [f64; 8] = [0.7, -1.3, 2.1, 0.4, 1.9, -0.6, -0.3, 1.1];
const W: [f64; 9] = [0.3, -0.8, 0.5, 1.1, 0.2, -0.4, -0.9, 0.6, 0.7];

#[differentiable]
fn two_classes(x: &[f64], w: &Vec<f64>, alpha: f64) -> f64 {
    let x = DenseMatrix::new(4, 2, x.to_vec(), false).unwrap();
    let objective = BinaryObjectiveFunction { x: &x, y: vec![0, 1, 1, 0], alpha, _phantom_t: PhantomData };
    let mut g = vec![0.0; 3];
    objective.df(&mut g, w);
    objective.f(w) + g[0] * g[1] + g[2].sin()
}

#[differentiable]
fn three_classes(x: &[f64], w: &Vec<f64>, alpha: f64) -> f64 {
    let x = DenseMatrix::new(4, 2, x.to_vec(), false).unwrap();
    let objective = MultiClassObjectiveFunction { x: &x, y: vec![0, 2, 1, 0], k: 3, alpha, _phantom_t: PhantomData };
    let mut g = vec![0.0; 9];
    objective.df(&mut g, w);
    let mut sum = objective.f(w);
    for i in 0..9 {
        sum += g[i] * g[(i + 1) % 9] + g[i].sin();
    }
    sum
}

#[test]
fn objectives() {
    check_grad!(two_classes(&X, &W[..3].to_vec(), 0.4)).unwrap();
    check_grad!(three_classes(&X, &W.to_vec(), 0.4)).unwrap();
}
