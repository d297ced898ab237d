//! Logarithms of probabilities that are carried on with more records.
use super::ClassHistogram;
use ndarray::{Array1, Array2, arr1, arr2};
use pullback::{check_grad, differentiable};

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
