//! The likelihood of a sample, and what is learnt of counts.
use super::*;
use crate::linalg::basic::matrix::DenseMatrix;
use pullback::{check_grad, differentiable};

#[differentiable]
fn learnt(#[no_diff] x: &DenseMatrix<u32>, #[no_diff] y: &Vec<u32>, alpha: f64) -> f64 {
    let distribution: CategoricalNBDistribution<u32> = CategoricalNBDistribution::fit(x, y, alpha).unwrap();
    distribution.coefficients[0][1][0] * distribution.coefficients[1][0][1]
}

#[differentiable]
fn likelihood(#[no_diff] x: &Vec<u32>, coefficients: &[f64]) -> f64 {
    let row: Box<dyn ArrayView1<u32>> = Box::new(x.to_vec());
    let distribution: CategoricalNBDistribution<u32> = CategoricalNBDistribution {
        class_count: vec![1, 2],
        class_labels: vec![0, 1],
        class_priors: vec![0.4, 0.6],
        coefficients: vec![vec![coefficients.to_vec(), coefficients.to_vec()], vec![coefficients.to_vec(), coefficients.to_vec()]],
        n_features: 2,
        n_categories: vec![3, 3],
        category_count: vec![],
    };
    distribution.log_likelihood(1, &row)
}

#[test]
fn fit() {
    let x = DenseMatrix::new(4, 2, vec![1, 0, 2, 1, 0, 1, 1, 1], false).unwrap();
    check_grad!(learnt(&x, &vec![0, 1, 1, 0], 0.7)).unwrap();
}

#[test]
fn log_likelihood() {
    check_grad!(likelihood(&vec![2, 0], &[-0.2, -0.5, -1.1])).unwrap();
}
