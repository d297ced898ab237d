//! Logarithms of probabilities that are carried on with more records, and what the models' drivers share.
use super::ClassHistogram;
use ndarray::{Array1, Array2, arr1, arr2};
use pullback::{check_grad, differentiable};
use std::collections::HashMap;

/// The test of the likelihoods of the two classes of a model, which three records are asked for.
macro_rules! likelihoods_of_classes {
    ($Model:ty, $model:expr, $x:expr) => {
        #[differentiable]
        fn likelihoods(model: &$Model, x: &Array2<f64>, weights: &Array1<f64>) -> f64 {
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
            let (model, x) = ($model, $x);
            assert_eq!(model.joint_log_likelihood(x.view()).len(), 2);
            check_grad!(likelihoods(&model, &x, &arr1(&[0.5, -1.1, 0.8]))).unwrap();
        }

        #[differentiable]
        fn probabilities(model: &$Model, x: &Array2<f64>) -> f64 {
            let (logarithms, _) = model.predict_log_proba(x.view());
            let (found, _) = model.predict_proba(x.view());
            let (logarithms, found): (Array2<f64>, Array2<f64>) = (logarithms, found);
            logarithms[(0, 0)] * found[(1, 1)] + found[(0, 1)] * logarithms[(2, 0)]
        }

        #[test]
        fn probabilities_of_classes() {
            let (model, x) = ($model, $x);
            check_grad!(probabilities(&model, &x)).unwrap();
        }
    };
}
pub(crate) use likelihoods_of_classes;

/// Two classes of counts.
pub(crate) fn classes() -> HashMap<usize, ClassHistogram<f64>> {
    let class = |prior, probabilities: &[f64]| ClassHistogram {
        class_count: 3,
        prior,
        feature_count: arr1(&[2.0, 1.0]),
        feature_log_prob: arr1(probabilities),
    };
    HashMap::from([(1, class(0.4, &[-0.4, -0.7])), (5, class(0.6, &[-0.9, -1.2]))])
}

#[differentiable]
fn carried_on(feature_count: &Array1<f64>, x: &Array2<f64>, alpha: f64, #[no_diff] class_count: usize, #[no_diff] total_count: bool) -> f64 {
    let mut histogram =
        ClassHistogram { class_count, prior: 0.5, feature_count: feature_count.clone(), feature_log_prob: feature_count.clone() };
    histogram.update_with_smoothing(x.view(), alpha, total_count);
    histogram.feature_log_prob.dot(&histogram.feature_count)
}

#[test]
fn smoothed_counts() {
    let (counts, x) = (arr1(&[3.0, 1.0]), arr2(&[[2.0, 1.0], [0.5, 4.0], [1.0, 0.0]]));
    for (class_count, total_count) in [(0, true), (0, false), (4, true), (4, false)] {
        check_grad!(carried_on(&counts, &x, 0.7, class_count, total_count)).unwrap();
    }
    check_grad!(carried_on(&counts, &Array2::zeros((0, 2)), 0.7, 4, true)).unwrap();
}
