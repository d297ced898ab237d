//! The derivatives of differences and of their limits.
use super::*;
use pullback::{check_grad, differentiable};

#[differentiable]
fn slope(x: f64, k: f64) -> f64 {
    derivative(x, |t| Some((k * t).sin())).unwrap()
}

#[differentiable]
fn richardson(evaluations: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (k, x) in richardson_extrapolate(evaluations.to_vec()).unwrap().iter().enumerate() {
        sum += x * x * (k as f64 + 0.3);
    }
    sum
}

#[differentiable]
fn wynn(estimates: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (k, (x, err)) in wynn_extrapolate(estimates.to_vec()).unwrap().iter().enumerate() {
        sum += x * (k as f64 + 0.3) + err;
    }
    sum
}

#[differentiable]
fn minimum(values: &[f64], errors: &[f64]) -> f64 {
    let mut pairs = Vec::new();
    for i in 0..values.len() {
        pairs.push((values[i], errors[i]));
    }
    outlier_aware_minimum(pairs).unwrap()
}

#[test]
fn slopes() {
    check_grad!(slope(0.4, 1.3)).unwrap();
}

#[test]
fn limits() {
    let x = [1.3, 1.21, 1.18, 1.173, 1.1715];
    check_grad!(richardson(&x)).unwrap();
    check_grad!(wynn(&x)).unwrap();
    check_grad!(minimum(&x, &[0.3, 0.05, 0.02, 0.01, 0.04])).unwrap();
}
