//! Linear models by what they fit, optimizers by where they end, and the grids of parameters.
mod sums;

use pullback::{check_grad, differentiable};
use smartcore::api::{Transformer, UnsupervisedEstimator};
use smartcore::cluster::dbscan::{DBSCANSearchParameters, DBSCANSearchParametersIterator};
use smartcore::linalg::basic::matrix::DenseMatrix;
use smartcore::linear::elastic_net::{ElasticNet, ElasticNetParameters, ElasticNetSearchParameters, ElasticNetSearchParametersIterator};
use smartcore::linear::lasso::{Lasso, LassoParameters, LassoSearchParameters, LassoSearchParametersIterator};
use smartcore::linear::logistic_regression::{
    LogisticRegressionSearchParameters, LogisticRegressionSearchParametersIterator, LogisticRegressionSolverName,
};
use smartcore::linear::ridge_regression::{
    RidgeRegression, RidgeRegressionParameters, RidgeRegressionSearchParameters, RidgeRegressionSearchParametersIterator,
    RidgeRegressionSolverName,
};
use smartcore::metrics::distance::euclidian::Euclidian;
use smartcore::model_selection::CrossValidationResult;
use smartcore::naive_bayes::bernoulli::{BernoulliNBSearchParameters, BernoulliNBSearchParametersIterator};
use smartcore::naive_bayes::categorical::{CategoricalNBSearchParameters, CategoricalNBSearchParametersIterator};
use smartcore::naive_bayes::gaussian::{GaussianNBSearchParameters, GaussianNBSearchParametersIterator};
use smartcore::naive_bayes::multinomial::{MultinomialNBSearchParameters, MultinomialNBSearchParametersIterator};
use smartcore::optimization::FunctionOrder;
use smartcore::optimization::first_order::FirstOrderOptimizer;
use smartcore::optimization::first_order::gradient_descent::GradientDescent;
use smartcore::optimization::first_order::lbfgs::LBFGS;
use smartcore::optimization::line_search::{Backtracking, LineSearchMethod};
use smartcore::preprocessing::categorical::{OneHotEncoder, OneHotEncoderParams};
use smartcore::preprocessing::numerical::{StandardScaler, StandardScalerParameters};
use smartcore::svm::Kernels;
use smartcore::svm::search::svr_params::{SVRSearchParameters, SVRSearchParametersIterator};
use sums::of_matrix;

const X: [f64; 12] = [0.7, -1.3, 2.1, 0.4, 1.9, -0.6, -0.3, 1.1, 0.8, 1.6, -1.7, 0.2];
const Y: [f64; 6] = [1.2, 0.3, -0.8, 2.2, 0.9, 1.7];

#[differentiable(types(coefficients = fn(..) -> &DenseMatrix<f64>, intercept = fn(..) -> &f64))]
fn ridge(x: &[f64], y: &Vec<f64>, alpha: f64, normalize: bool, svd: bool) -> f64 {
    let x = DenseMatrix::new(6, 2, x.to_vec(), false).unwrap();
    let solver = if svd { RidgeRegressionSolverName::SVD } else { RidgeRegressionSolverName::Cholesky };
    let parameters = RidgeRegressionParameters { solver, normalize, alpha };
    let model: RidgeRegression<f64, f64, DenseMatrix<f64>, Vec<f64>> = RidgeRegression::fit(&x, y, parameters).unwrap();
    of_matrix(model.coefficients()) + *model.intercept()
}

#[test]
fn ridge_regression() {
    for (normalize, svd) in [(false, false), (true, false), (false, true), (true, true)] {
        check_grad!(ridge(&X, &Y.to_vec(), 0.4, normalize, svd)).unwrap();
    }
}

#[differentiable(types(coefficients = fn(..) -> &DenseMatrix<f64>, intercept = fn(..) -> &f64))]
fn lasso(x: &[f64], y: &Vec<f64>, alpha: f64, normalize: bool) -> f64 {
    let x = DenseMatrix::new(6, 2, x.to_vec(), false).unwrap();
    let parameters = LassoParameters { alpha, normalize, tol: 1e-4, max_iter: 2, fit_intercept: true };
    let model: Lasso<f64, f64, DenseMatrix<f64>, Vec<f64>> = Lasso::fit(&x, y, parameters).unwrap();
    of_matrix(model.coefficients()) + *model.intercept()
}

#[test]
fn lasso_fit() {
    check_grad!(lasso(&X, &Y.to_vec(), 0.4, false)).unwrap();
    check_grad!(lasso(&X, &Y.to_vec(), 0.4, true)).unwrap();
}

#[differentiable(types(coefficients = fn(..) -> &DenseMatrix<f64>, intercept = fn(..) -> &f64))]
fn elastic(x: &[f64], y: &Vec<f64>, alpha: f64, l1_ratio: f64, normalize: bool) -> f64 {
    let x = DenseMatrix::new(6, 2, x.to_vec(), false).unwrap();
    let parameters = ElasticNetParameters { alpha, l1_ratio, normalize, tol: 1e-4, max_iter: 2 };
    let model: ElasticNet<f64, f64, DenseMatrix<f64>, Vec<f64>> = ElasticNet::fit(&x, y, parameters).unwrap();
    of_matrix(model.coefficients()) + *model.intercept()
}

#[test]
fn elastic_net_fit() {
    check_grad!(elastic(&X, &Y.to_vec(), 0.4, 0.6, false)).unwrap();
    check_grad!(elastic(&X, &Y.to_vec(), 0.4, 0.6, true)).unwrap();
}

/// What a grid gives, one after the other.
macro_rules! grids {
    ($($name:ident: $iterator:ty = $grid:expr, |$p:ident, $k:ident| $value:expr;)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn called(grid: &mut $iterator, $k: f64) -> f64 {
                let mut sum = $k;
                while let Some($p) = grid.next() {
                    sum = ($k * sum).sin() + $value;
                }
                sum
            }
            check_grad!(called(&mut $grid.into_iter(), 0.7)).unwrap();
        }
    )*};
}

grids! {
    lasso_grid: LassoSearchParametersIterator = LassoSearchParameters {
        alpha: vec![0.3, 0.7],
        normalize: vec![true, false],
        tol: vec![0.1, 0.2],
        max_iter: vec![10],
        fit_intercept: vec![true],
    }, |p, k| p.alpha * p.tol;
    elastic_net_grid: ElasticNetSearchParametersIterator = ElasticNetSearchParameters {
        alpha: vec![0.3, 0.7],
        l1_ratio: vec![0.4, 0.6],
        normalize: vec![true, false],
        tol: vec![0.1, 0.2],
        max_iter: vec![10],
    }, |p, k| p.alpha * p.tol * p.l1_ratio;
    ridge_grid: RidgeRegressionSearchParametersIterator<f64> = RidgeRegressionSearchParameters {
        alpha: vec![0.3, 0.7],
        solver: vec![RidgeRegressionSolverName::SVD],
        normalize: vec![true, false],
    }, |p, k| p.alpha * k;
    logistic_grid: LogisticRegressionSearchParametersIterator<f64> = LogisticRegressionSearchParameters {
        alpha: vec![0.3, 0.7],
        solver: vec![LogisticRegressionSolverName::LBFGS],
    }, |p, k| p.alpha * k;
    bernoulli_grid: BernoulliNBSearchParametersIterator<f64> = BernoulliNBSearchParameters {
        alpha: vec![0.3, 0.7],
        priors: vec![None, Some(vec![0.4])],
        binarize: vec![Some(0.3), None],
    }, |p, k| p.alpha * p.binarize.map_or(1.0, |b| b.exp()) * p.priors.as_ref().map_or(k, |p| p[0]);
    categorical_grid: CategoricalNBSearchParametersIterator = CategoricalNBSearchParameters { alpha: vec![0.3, 0.7] }, |p, k| p.alpha * k;
    gaussian_grid: GaussianNBSearchParametersIterator = GaussianNBSearchParameters {
        priors: vec![None, Some(vec![0.4, 0.6])],
    }, |p, k| p.priors.as_ref().map_or(k, |p| p[0]);
    multinomial_grid: MultinomialNBSearchParametersIterator = MultinomialNBSearchParameters {
        alpha: vec![0.3, 0.7],
        priors: vec![None, Some(vec![0.4])],
    }, |p, k| p.alpha * p.priors.as_ref().map_or(k, |p| p[0]);
    svr_grid: SVRSearchParametersIterator<f64, DenseMatrix<f64>> = SVRSearchParameters {
        eps: vec![0.3, 0.7],
        c: vec![1.2],
        tol: vec![0.1, 0.2],
        kernel: vec![Kernels::Linear],
        m: Default::default(),
    }, |p, k| p.eps * p.tol * p.c * k;
    dbscan_grid: DBSCANSearchParametersIterator<f64, Euclidian<f64>> = {
        let mut grid = DBSCANSearchParameters::<f64, Euclidian<f64>>::default();
        grid.eps = vec![0.3, 0.7];
        grid
    }, |p, k| p.eps * k;
}

#[differentiable]
fn descended(centre: &[f64], k: f64) -> f64 {
    let f = |x: &Vec<f64>| (x[0] - centre[0]).powi(2) + k * (x[1] - centre[1] * x[0]).powi(2);
    let df = |g: &mut Vec<f64>, x: &Vec<f64>| {
        g[0] = 2.0 * (x[0] - centre[0]) - 2.0 * k * centre[1] * (x[1] - centre[1] * x[0]);
        g[1] = 2.0 * k * (x[1] - centre[1] * x[0]);
    };
    let line_search: Backtracking<f64> = Backtracking {
        order: FunctionOrder::THIRD,
        c1: 1e-4,
        max_iterations: 1000,
        max_infinity_iterations: 52,
        phi: 0.5,
        plo: 0.1,
    };
    let start = vec![-1.2, 1.0];
    let optimizer = GradientDescent { max_iter: 4, g_rtol: 1e-8, g_atol: 1e-8 };
    let result = optimizer.optimize(&f, &df, &start, &line_search);
    result.x[0] * result.x[1] + result.f_x
}

#[test]
fn gradient_descent() {
    check_grad!(descended(&[0.7, 0.4], 1.3)).unwrap();
}

#[differentiable]
fn quasi_newton(centre: &[f64], k: f64) -> f64 {
    let f = |x: &Vec<f64>| (x[0] - centre[0]).powi(2) + k * (x[1] - centre[1] * x[0] * x[0]).powi(2);
    let df = |g: &mut Vec<f64>, x: &Vec<f64>| {
        g[0] = 2.0 * (x[0] - centre[0]) - 4.0 * k * centre[1] * x[0] * (x[1] - centre[1] * x[0] * x[0]);
        g[1] = 2.0 * k * (x[1] - centre[1] * x[0] * x[0]);
    };
    let line_search: Backtracking<f64> = Backtracking {
        order: FunctionOrder::THIRD,
        c1: 1e-4,
        max_iterations: 1000,
        max_infinity_iterations: 52,
        phi: 0.5,
        plo: 0.1,
    };
    let start = vec![-1.2, 1.0];
    let optimizer = LBFGS {
        max_iter: 4,
        g_rtol: 1e-8,
        g_atol: 1e-8,
        x_atol: 0.0,
        x_rtol: 0.0,
        f_abstol: 0.0,
        f_reltol: 0.0,
        successive_f_tol: 1,
        m: 2,
    };
    let result = optimizer.optimize(&f, &df, &start, &line_search);
    result.x[0] * result.x[1] + result.f_x
}

#[test]
fn lbfgs() {
    check_grad!(quasi_newton(&[0.7, 0.4], 1.3)).unwrap();
}

#[differentiable]
fn searched(k: f64, alpha: f64, phi: f64, plo: f64, second: bool) -> f64 {
    let f = |a: f64| (a - 0.2 * k).powi(2) * (1.0 + a * a * k) + a.cosh();
    let df = |a: f64| 2.0 * a;
    let order = if second { FunctionOrder::SECOND } else { FunctionOrder::THIRD };
    let line_search: Backtracking<f64> =
        Backtracking { order, c1: 1e-4, max_iterations: 1000, max_infinity_iterations: 52, phi, plo };
    let f0 = f(0.0);
    let result = line_search.search(&f, &df, alpha, f0, -0.4 * k);
    result.alpha * result.f_x
}

#[test]
fn line_search() {
    for second in [false, true] {
        check_grad!(searched(0.3, 4.0, 0.5, 0.1, second)).unwrap();
        check_grad!(searched(0.3, 14.0, 0.7, 0.4, second)).unwrap();
    }
}

#[differentiable]
fn scaled(x: &[f64]) -> f64 {
    let x = DenseMatrix::new(6, 2, x.to_vec(), false).unwrap();
    let scaler: StandardScaler<f64> = StandardScaler::fit(&x, StandardScalerParameters::default()).unwrap();
    of_matrix(&scaler.transform(&x).unwrap())
}

#[test]
fn standard_scaler() {
    check_grad!(scaled(&X)).unwrap();
}

#[differentiable]
fn means(test: &Vec<f64>, train: &Vec<f64>) -> f64 {
    let result = CrossValidationResult { test_score: test.clone(), train_score: train.clone() };
    result.mean_test_score() * result.mean_train_score()
}

#[test]
fn cross_validation() {
    check_grad!(means(&Y.to_vec(), &X.to_vec())).unwrap();
}

/// Of three columns, the one in the middle holds categories.
#[differentiable]
fn encoded(x: &[f64], #[no_diff] encoder: &OneHotEncoder) -> f64 {
    let values = vec![x[0], 1.0, x[1], x[2], 2.0, x[3], x[4], 1.0, x[5], x[6], 3.0, x[7]];
    let data = DenseMatrix::new(4, 3, values, false).unwrap();
    let encoded: DenseMatrix<f64> = encoder.transform(&data).unwrap();
    of_matrix(&encoded) * x[0]
}

#[test]
fn one_hot_encoder_transform() {
    let categories = DenseMatrix::new(3, 3, vec![0.0, 1.0, 0.0, 0.0, 2.0, 0.0, 0.0, 3.0, 0.0], false).unwrap();
    let encoder = OneHotEncoder::fit(&categories, OneHotEncoderParams::from_cat_idx(&[1])).unwrap();
    check_grad!(encoded(&X[..8], &encoder)).unwrap();
}
