//! What a linear model predicts.
use super::{FittedLinearRegression, PredictInplace as _};
use ndarray::{Array1, Array2, arr1, arr2};
use pullback::{check_grad, differentiable};

#[differentiable]
fn predicted(x: &Array2<f64>, params: &Array1<f64>, intercept: f64, weights: &Array1<f64>) -> f64 {
    let model = FittedLinearRegression { intercept, params: params.clone() };
    let mut y = Array1::zeros(x.nrows());
    model.predict_inplace(x, &mut y);
    y.dot(weights) * model.intercept()
}

#[test]
fn predictions() {
    let x = arr2(&[[0.7, 0.3], [0.2, 1.1], [0.9, 0.4]]);
    check_grad!(predicted(&x, &arr1(&[0.4, 0.6]), 0.2, &arr1(&[0.5, -1.3, 0.8]))).unwrap();
}
