//! Means and variances that are carried on with more records.
use super::{GaussianClassInfo, GaussianNbValidParams};
use ndarray::{Array1, Array2, arr1, arr2};
use pullback::{check_grad, differentiable};

#[differentiable]
fn carried_on(theta: &Array1<f64>, sigma: &Array1<f64>, x: &Array2<f64>, #[no_diff] class_count: usize) -> f64 {
    let info = GaussianClassInfo { class_count, prior: 0.5, theta: theta.clone(), sigma: sigma.clone() };
    let (mean, variance): (Array1<f64>, Array1<f64>) = GaussianNbValidParams::<f64, usize>::update_mean_variance(&info, x.view());
    mean.dot(&variance) + mean.dot(&mean)
}

#[test]
fn means_and_variances() {
    let (theta, sigma) = (arr1(&[0.4, -0.7]), arr1(&[1.2, 0.3]));
    let x = arr2(&[[0.7, -1.3], [2.1, 0.4], [1.9, -0.6]]);
    for class_count in [0, 4] {
        check_grad!(carried_on(&theta, &sigma, &x, class_count)).unwrap();
    }
    check_grad!(carried_on(&theta, &sigma, &Array2::zeros((0, 2)), 4)).unwrap();
}
