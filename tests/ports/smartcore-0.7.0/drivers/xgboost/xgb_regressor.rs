//! Boosted trees, from what they minimize to what they are at the end.
use super::*;
use crate::linalg::basic::matrix::DenseMatrix;
use pullback::{check_grad, differentiable};

type Tree = TreeRegressor<f64, f64, DenseMatrix<f64>, Vec<f64>>;

const X: [f64; 16] = [0.7, -1.3, 2.1, 0.4, 1.9, -0.6, -0.3, 1.1, 0.8, 1.6, -1.7, 0.2, 0.1, 0.9, 1.2, -0.7];
const Y: [f64; 8] = [1.2, 0.3, -0.8, 2.2, 0.9, 1.7, -0.4, 0.6];

#[differentiable]
fn losses(y: &Vec<f64>, predicted: &Vec<f64>, k: f64) -> f64 {
    let objective = Objective::MeanSquaredError;
    let gradient = objective.gradient(y, predicted);
    objective.loss_function(y, predicted) * k + gradient[0] * gradient[1]
}

#[test]
fn loss_function_gradient() {
    check_grad!(losses(&vec![0.7, -1.3, 0.2], &vec![1.2, 0.3, -0.6], 0.8)).unwrap();
}

#[differentiable]
fn of_tree(tree: &Tree, k: f64) -> f64 {
    let mut sum = tree.value * k + tree.threshold.sin() * tree.split_score;
    if let Some(left) = &tree.left {
        sum += left.value * left.value + left.threshold * k;
    }
    if let Some(right) = &tree.right {
        sum += right.value.sin() + right.threshold * right.split_score;
    }
    sum
}

#[differentiable]
fn grown(x: &[f64], g: &Vec<f64>, h: &Vec<f64>, weight: f64, lambda: f64, gamma: f64) -> f64 {
    let data = DenseMatrix::new(8, 2, x.to_vec(), false).unwrap();
    let tree: Tree = Tree::fit(&data, g, h, &[0, 1, 2, 3, 4, 5, 6, 7], 2, weight, lambda, gamma);
    of_tree(&tree, 0.7)
}

#[test]
fn fit_insert_child_nodes_find_best_split() {
    let h = [1.1, 0.9, 1.3, 0.8, 1.2, 0.7, 1.4, 1.6];
    check_grad!(grown(&X, &Y.to_vec(), &h.to_vec(), 0.3, 0.9, 0.05)).unwrap();
}

#[differentiable]
fn boosted(x: &[f64], y: &Vec<f64>, rate: f64, lambda: f64, score: f64) -> f64 {
    let data = DenseMatrix::new(8, 2, x.to_vec(), false).unwrap();
    let parameters = XGRegressorParameters {
        n_estimators: 3,
        learning_rate: rate,
        max_depth: 2,
        min_child_weight: 1,
        lambda,
        gamma: 0.01,
        base_score: score,
        subsample: 0.8,
        seed: 3,
        objective: Objective::MeanSquaredError,
    };
    let model: XGRegressor<f64, f64, DenseMatrix<f64>, Vec<f64>> = XGRegressor::fit(&data, y, parameters).unwrap();
    let mut sum = 0.0;
    if let Some(trees) = &model.regressors {
        for tree in trees {
            sum += of_tree(tree, 0.4);
        }
    }
    sum
}

#[test]
fn fit() {
    check_grad!(boosted(&X, &Y.to_vec(), 0.3, 0.9, 0.45)).unwrap();
}
