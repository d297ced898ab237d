//! What a generalized linear model predicts.
use super::{Link, PredictInplace as _, TweedieDistribution, TweedieProblem, TweedieRegressor};
use ndarray::{Array1, Array2, arr1, arr2};
use pullback::{check_grad, differentiable};

#[differentiable]
fn predicted(x: &Array2<f64>, y: &Array1<f64>, p: &Array1<f64>, #[no_diff] link: &Link, #[no_diff] fit_intercept: bool) -> f64 {
    let dist = TweedieDistribution::new(1.5).unwrap();
    let problem = TweedieProblem { x: x.view(), y: y.view(), fit_intercept, link, dist, alpha: 0.3 };
    let (mean, linear, _) = problem.ypred(p);
    mean.dot(&linear) + mean.sum()
}

#[differentiable]
fn regression(x: &Array2<f64>, coef: &Array1<f64>, intercept: f64, weights: &Array1<f64>, #[no_diff] link: Link) -> f64 {
    let model = TweedieRegressor { coef: coef.clone(), intercept, link };
    let mut y = Array1::zeros(x.nrows());
    model.predict_inplace(x, &mut y);
    y.dot(weights)
}

#[test]
fn problems_and_predictions() {
    let (x, y) = (arr2(&[[0.7, 0.3], [0.2, 1.1], [0.9, 0.4]]), arr1(&[0.9, 1.4, 0.6]));
    let (coef, weights) = (arr1(&[0.4, 0.6]), arr1(&[0.5, -1.3, 0.8]));
    for link in [Link::Identity, Link::Log, Link::Logit] {
        for (p, fit_intercept) in [(coef.clone(), false), (arr1(&[0.2, 0.4, 0.6]), true)] {
            check_grad!(predicted(&x, &y, &p, &link, fit_intercept)).unwrap();
        }
        check_grad!(regression(&x, &coef, 0.2, &weights, link)).unwrap();
    }
}
