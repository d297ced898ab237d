//! Linear models with penalties: descent by coordinates, the gap to its dual, and what is asked of the fitted models.
use super::{
    ElasticNet, MultiTaskElasticNet, PredictInplace as _, block_coordinate_descent, block_soft_thresholding, compute_intercept,
    coordinate_descent, duality_gap, duality_gap_mtl,
};
use ndarray::{Array1, Array2, arr1, arr2};
use pullback::{check_grad, differentiable};

fn records() -> Array2<f64> {
    arr2(&[[0.7, -1.3], [2.1, 0.4], [1.9, -0.6], [-0.3, 1.1], [0.8, 1.6]])
}

#[differentiable]
fn predicted(x: &Array2<f64>, hyperplane: &Array1<f64>, intercept: f64, weights: &Array1<f64>) -> f64 {
    let model = ElasticNet { hyperplane: hyperplane.clone(), intercept, duality_gap: 0.0, n_steps: 1, variance: Ok(weights.clone()) };
    let mut y = Array1::zeros(x.nrows());
    model.predict_inplace(x, &mut y);
    y.dot(weights)
}

#[differentiable]
fn predicted_tasks(x: &Array2<f64>, hyperplane: &Array2<f64>, intercept: &Array1<f64>, weights: &Array2<f64>) -> f64 {
    let model = MultiTaskElasticNet {
        hyperplane: hyperplane.clone(),
        intercept: intercept.clone(),
        duality_gap: 0.0,
        n_steps: 1,
        variance: Ok(intercept.clone()),
    };
    let mut y = Array2::zeros((x.nrows(), 2));
    model.predict_inplace(x, &mut y);
    (&y * weights).sum()
}

#[test]
fn predictions() {
    let weights = arr1(&[0.5, -1.3, 0.8, 1.1, -0.4]);
    check_grad!(predicted(&records(), &arr1(&[0.4, 0.6]), 0.2, &weights)).unwrap();
    check_grad!(predicted_tasks(&records(), &arr2(&[[0.4, 0.6], [-0.2, 0.3]]), &arr1(&[0.2, 0.7]), &(&records() * 2.0))).unwrap();
}

#[differentiable]
fn scores(hyperplane: &Array1<f64>, variance: &Array1<f64>) -> f64 {
    let model = ElasticNet { hyperplane: hyperplane.clone(), intercept: 0.0, duality_gap: 0.0, n_steps: 1, variance: Ok(variance.clone()) };
    let scores = model.z_score().unwrap();
    let intervals = model.confidence_95th().unwrap();
    let mut sum = scores.dot(&scores);
    for (lower, upper) in intervals.iter() {
        sum += lower * upper * upper;
    }
    sum
}

#[test]
fn scores_and_intervals() {
    check_grad!(scores(&arr1(&[0.4, -0.6, 1.2]), &arr1(&[0.2, 0.9, 0.5]))).unwrap();
}

#[differentiable]
fn fitted(x: &Array2<f64>, y: &Array1<f64>, l1_ratio: f64, penalty: f64) -> f64 {
    let (w, gap, _) = coordinate_descent(x.view(), y.view(), 1e-9, 5, l1_ratio, penalty);
    w[0] * w[0] + 2.0 * w[1] + 0.1 * gap
}

#[differentiable]
fn fitted_tasks(x: &Array2<f64>, y: &Array2<f64>, l1_ratio: f64, penalty: f64) -> f64 {
    let (w, gap, _) = block_coordinate_descent(x.view(), y.view(), 1e-9, 5, l1_ratio, penalty);
    w[(0, 0)] * w[(1, 1)] + 2.0 * w[(1, 0)] - w[(0, 1)] + 0.1 * gap
}

#[test]
fn descents() {
    let y = arr1(&[1.2, 0.3, -0.8, 2.2, 0.9]);
    check_grad!(fitted(&records(), &y, 0.5, 0.2)).unwrap();
    let tasks = arr2(&[[1.2, 0.4], [0.3, -0.7], [-0.8, 1.5], [2.2, 0.6], [0.9, -1.1]]);
    check_grad!(fitted_tasks(&records(), &tasks, 0.5, 0.2)).unwrap();
}

#[differentiable]
fn gap(x: &Array2<f64>, y: &Array1<f64>, w: &Array1<f64>, r: &Array1<f64>, l1_ratio: f64, penalty: f64) -> f64 {
    duality_gap(x.view(), y.view(), w.view(), r.view(), l1_ratio, penalty)
}

#[differentiable]
fn gap_of_tasks(x: &Array2<f64>, y: &Array2<f64>, w: &Array2<f64>, r: &Array2<f64>, l1_ratio: f64, penalty: f64) -> f64 {
    duality_gap_mtl(x.view(), y.view(), w.view(), r.view(), l1_ratio, penalty)
}

#[differentiable]
fn threshold(x: &Array1<f64>, threshold: f64) -> f64 {
    let shrunk = block_soft_thresholding(x.view(), threshold);
    shrunk.dot(&shrunk) + shrunk.sum()
}

#[test]
fn gaps_and_thresholds() {
    let (y, r) = (arr1(&[1.2, 0.3, -0.8, 2.2, 0.9]), arr1(&[0.2, -0.3, 0.5, 0.7, -0.1]));
    for penalty in [0.1, 5.0] {
        check_grad!(gap(&records(), &y, &arr1(&[0.4, -0.6]), &r, 0.3, penalty)).unwrap();
        check_grad!(gap_of_tasks(&records(), &(&records() * 0.7), &arr2(&[[0.4, -0.6], [0.2, 0.9]]), &(&records() * 0.3), 0.3, penalty))
            .unwrap();
    }
    check_grad!(threshold(&arr1(&[0.7, -1.3, 0.4]), 0.6)).unwrap();
    check_grad!(threshold(&arr1(&[0.7, -1.3, 0.4]), 3.0)).unwrap();
}

#[differentiable]
fn centred(y: &Array1<f64>, #[no_diff] with_intercept: bool, weights: &Array1<f64>) -> f64 {
    let (mean, centred) = compute_intercept(with_intercept, y.view());
    mean.sum().sin() + (&centred * &centred).dot(weights)
}

#[differentiable]
fn centred_tasks(y: &Array2<f64>, #[no_diff] with_intercept: bool, weights: &Array1<f64>) -> f64 {
    let (mean, centred) = compute_intercept(with_intercept, y.view());
    mean.dot(weights) + (&centred * &centred).dot(weights).sum()
}

#[test]
fn intercepts() {
    for with_intercept in [false, true] {
        check_grad!(centred(&arr1(&[1.2, 0.3, -0.8]), with_intercept, &arr1(&[0.5, -1.3, 0.8]))).unwrap();
        check_grad!(centred_tasks(&records(), with_intercept, &arr1(&[0.5, -1.3]))).unwrap();
    }
}
