//! Probabilities by a sigmoid, and how it is fitted.
use super::{PlattValidParams, platt_newton_method, platt_predict};
use crate::dataset::Pr;
use ndarray::{Array1, arr1};
use pullback::{check_grad, differentiable};
use std::marker::PhantomData;

#[differentiable]
fn probability(x: f32, a: f32, b: f32) -> f32 {
    let probability: Pr = platt_predict(x, a, b);
    *probability
}

#[test]
fn probabilities() {
    check_grad!(probability(0.7, 1.3, -0.4)).unwrap();
    check_grad!(probability(0.7, -1.3, -0.4)).unwrap();
}

/// The sigmoid that the method ends with; its derivative is that of the steps.
#[differentiable]
fn fitted(values: &Array1<f64>, #[no_diff] labels: &Array1<bool>, sigma: f64, weight: f64) -> f64 {
    let params: PlattValidParams<f64, ()> = PlattValidParams { maxiter: 100, minstep: 1e-10, sigma, phantom: PhantomData };
    match platt_newton_method(values.view(), labels.view(), &params) {
        Ok((a, b)) => a * b + weight * a,
        Err(_) => 0.0,
    }
}

#[test]
fn fitted_sigmoids() {
    let values = arr1(&[-1.3, 0.4, 0.2, 1.7, -0.6, 0.9]);
    let labels = arr1(&[false, false, true, true, false, true]);
    assert!(fitted(&values, &labels, 0.3, 2.0) != 0.0);
    check_grad!(fitted(&values, &labels, 0.3, 2.0)).unwrap();
}
