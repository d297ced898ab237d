//! The likelihood of a sample, and what is learnt of counts.
use super::*;
use crate::linalg::basic::matrix::DenseMatrix;
use pullback::{check_grad, differentiable};

#[differentiable(types(slice = fn(..) -> Box<dyn ArrayView1<f64> + '_>))]
fn likelihood(x: &Vec<f64>, log_prob: &[f64]) -> f64 {
    let row = x.slice(0..3);
    let distribution: BernoulliNBDistribution<u32> = BernoulliNBDistribution {
        class_labels: vec![3, 4],
        class_count: vec![1, 2],
        class_priors: vec![0.4, 0.6],
        feature_count: vec![],
        feature_log_prob: vec![log_prob.to_vec(), log_prob.to_vec()],
        n_features: 3,
    };
    distribution.log_likelihood(1, &row)
}

#[differentiable]
fn learnt(#[no_diff] x: &DenseMatrix<f64>, #[no_diff] y: &Vec<u32>, alpha: f64, priors: &[f64]) -> f64 {
    let given: BernoulliNBDistribution<u32> =
        BernoulliNBDistribution::fit(x, y, alpha, Some(priors.to_vec())).unwrap();
    let counted: BernoulliNBDistribution<u32> = BernoulliNBDistribution::fit(x, y, alpha, None).unwrap();
    given.feature_log_prob[0][1] * given.class_priors[1] + counted.feature_log_prob[1][0] * counted.class_priors[0]
}

#[test]
fn log_likelihood() {
    check_grad!(likelihood(&vec![1.0, 0.0, 1.0], &[-0.2, -0.5, -1.1])).unwrap();
}

#[test]
fn fit() {
    let x = DenseMatrix::new(3, 2, vec![1.0, 0.0, 1.0, 1.0, 0.0, 1.0], false).unwrap();
    check_grad!(learnt(&x, &vec![0, 1, 1], 0.7, &[0.3, 0.7])).unwrap();
}
