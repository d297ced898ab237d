//! What the features of a forest are worth.
use super::*;
use crate::linalg::basic::matrix::DenseMatrix;
use crate::tree::criterion::MSECriterion;
use pullback::{check_grad, differentiable};

type Forest = BaseForest<f64, f64, DenseMatrix<f64>, Vec<f64>, f64>;

#[differentiable]
fn importances(forest: &Forest, k: f64) -> f64 {
    let importances = forest.compute_feature_importances().unwrap();
    importances[0].sin() * k + importances[1] * importances[1]
}

#[test]
fn compute_feature_importances() {
    let x = [0.7, -1.3, 2.1, 0.4, 1.9, -0.6, -0.3, 1.1, 0.8, 1.6, -1.7, 0.2, 0.1, 0.9, 1.2, -0.7];
    let x = DenseMatrix::new(8, 2, x.to_vec(), false).unwrap();
    let y = vec![1.2, 0.3, -0.8, 2.2, 0.9, 1.7, -0.4, 0.6];
    let parameters = BaseForestParameters {
        max_depth: None,
        min_samples_leaf: 1,
        min_samples_split: 2,
        n_trees: 3,
        m: Some(1),
        keep_samples: false,
        seed: 3,
        bootstrap: true,
        splitter: Splitter::Best,
    };
    let forest: Forest = BaseForest::fit(&x, &y, None, &MSECriterion, parameters).unwrap();
    check_grad!(importances(&forest, 0.7)).unwrap();
}
