//! The likelihood of a sample.
use super::*;
use pullback::{check_grad, differentiable};

#[differentiable(types(slice = fn(..) -> Box<dyn ArrayView1<f64> + '_>))]
fn likelihood(x: &Vec<f64>, theta: &[f64], var: &[f64]) -> f64 {
    let row = x.slice(0..2);
    let distribution: GaussianNBDistribution<u32> = GaussianNBDistribution {
        class_labels: vec![3, 4],
        class_count: vec![1, 2],
        class_priors: vec![0.4, 0.6],
        var: vec![var.to_vec(), var.to_vec()],
        theta: vec![theta.to_vec(), theta.to_vec()],
    };
    distribution.log_likelihood(1, &row)
}

#[test]
fn log_likelihood() {
    check_grad!(likelihood(&vec![0.7, -1.3], &[0.2, 0.5], &[0.9, 1.4])).unwrap();
}
