//! The likelihoods of the classes.
use super::{BernoulliNb, NaiveBayes as _};
use crate::ClassHistogram;
use ndarray::{Array1, Array2, arr1, arr2};
use pullback::{check_grad, differentiable};
use std::collections::HashMap;

#[differentiable]
fn likelihoods(model: &BernoulliNb<f64, usize>, x: &Array2<f64>, weights: &Array1<f64>) -> f64 {
    let found = model.joint_log_likelihood(x.view());
    let mut sum = 0.0;
    for likelihood in found.into_values() {
        let likelihood: Array1<f64> = likelihood;
        sum += likelihood.dot(weights) * likelihood[1];
    }
    sum
}

#[test]
fn likelihoods_of_classes() {
    let info = |prior, probabilities: &[f64]| ClassHistogram {
        class_count: 3,
        prior,
        feature_count: arr1(&[2.0, 1.0]),
        feature_log_prob: arr1(probabilities),
    };
    let class_info = HashMap::from([(1, info(0.4, &[-0.4, -0.7])), (5, info(0.6, &[-0.9, -1.2]))]);
    let model = BernoulliNb { class_info, binarize: Some(0.5) };
    let x = arr2(&[[1.0, 0.0], [0.3, 1.0], [0.8, 0.6]]);
    assert_eq!(model.joint_log_likelihood(x.view()).len(), 2);
    check_grad!(likelihoods(&model, &x, &arr1(&[0.5, -1.1, 0.8]))).unwrap();
}
