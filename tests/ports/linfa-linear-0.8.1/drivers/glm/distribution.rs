//! Tweedie's distributions, by the power that says which one it is.
use super::TweedieDistribution;
use ndarray::{Array1, arr1};
use pullback::{check_grad, differentiable};

#[differentiable]
fn variance(power: f64, predicted: &Array1<f64>, weights: &Array1<f64>) -> f64 {
    let distribution = TweedieDistribution { power, lower_bound: 0.0, inclusive: false };
    distribution.unit_variance(predicted.view()).dot(weights)
}

#[differentiable]
fn slopes(power: f64, y: &Array1<f64>, predicted: &Array1<f64>, weights: &Array1<f64>) -> f64 {
    let distribution = TweedieDistribution { power, lower_bound: 0.0, inclusive: false };
    distribution.unit_deviance_derivative(y.view(), predicted.view()).dot(weights)
        * distribution.deviance_derivative(y.view(), predicted.view()).dot(weights)
}

#[test]
fn slopes_and_variances() {
    let (y, predicted, weights) = (arr1(&[1.2, 0.4, 2.1]), arr1(&[0.9, 0.7, 2.6]), arr1(&[0.5, -1.3, 0.8]));
    for power in [-1.3, 0.0, 1.0, 1.4, 2.0, 3.0] {
        check_grad!(variance(power, &predicted, &weights)).unwrap();
        check_grad!(slopes(power, &y, &predicted, &weights)).unwrap();
    }
}
