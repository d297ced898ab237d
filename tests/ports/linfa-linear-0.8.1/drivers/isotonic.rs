//! Monotone regression: the averages of blocks, and what is read between them.
use super::{FittedIsotonicRegression, PredictInplace as _, pva, waverage};
use ndarray::{Array1, Array2, arr1, arr2};
use pullback::{check_grad, differentiable};

#[differentiable]
fn average(y: &Array1<f64>, weights: &[f32], #[no_diff] index: &[usize]) -> f64 {
    let (average, sum) = waverage(y, Some(weights), 1, 3, index);
    average * sum + average.sin()
}

#[differentiable]
fn unweighted(y: &Array1<f64>, #[no_diff] index: &[usize]) -> f64 {
    let (average, sum) = waverage(y, None, 0, 2, index);
    average * sum + average.sin()
}

#[differentiable]
fn blocks(y: &Array1<f64>, weights: Option<&[f32]>, #[no_diff] index: &[usize]) -> f64 {
    let (averages, _) = pva(y, weights, index);
    let mut sum = 0.0;
    for (k, average) in averages.iter().enumerate() {
        sum += (k as f64 + 1.0) * average * average;
    }
    sum
}

#[test]
fn averages_of_blocks() {
    let y = arr1(&[0.4, 1.3, 0.9, 0.2, 2.1, 1.7]);
    let index = [2, 0, 1, 3, 5, 4];
    let weights = [1.0, 0.5, 2.0, 1.5, 0.7, 1.2];
    check_grad!(average(&y, &weights, &index)).unwrap();
    check_grad!(unweighted(&y, &index)).unwrap();
    check_grad!(blocks(&y, None, &index)).unwrap();
    check_grad!(blocks(&y, Some(&weights), &index)).unwrap();
}

#[differentiable]
fn interpolated(x: &Array2<f64>, regressor: &Array1<f64>, response: &Array1<f64>, weights: &Array1<f64>) -> f64 {
    let model = FittedIsotonicRegression { regressor: regressor.clone(), response: response.clone() };
    let mut y = Array1::zeros(x.nrows());
    model.predict_inplace(x, &mut y);
    y.dot(weights)
}

#[test]
fn between_blocks() {
    let x = arr2(&[[0.1], [0.7], [1.4], [2.9]]);
    let weights = arr1(&[0.5, -1.3, 0.8, 1.1]);
    check_grad!(interpolated(&x, &arr1(&[0.3, 1.1, 2.0]), &arr1(&[0.2, 0.9, 1.6]), &weights)).unwrap();
}
