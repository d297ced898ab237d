//! Masses of samples, and what the features of a tree are worth.
use super::*;
use crate::linalg::basic::matrix::DenseMatrix;
use pullback::{check_grad, differentiable};

#[differentiable]
fn masses(weights: &[f64]) -> f64 {
    mass_of(1, &[1, 2, 3], Some(weights)) * mass_of(2, &[1, 2, 3], Some(weights)) + mass_of(2, &[1, 2, 3], None)
}

#[differentiable]
pub(crate) fn tree(scores: &[f64], mass: f64) -> BaseTree<f64, f64, DenseMatrix<f64>, Vec<f64>, f64> {
    let mut nodes: Vec<Node<f64>> = Vec::new();
    for k in 0..scores.len() {
        nodes.push(Node {
            output: 0.5,
            split_feature: k % 2,
            split_value: Some(0.3),
            split_score: if k == 1 { None } else { Some(scores[k]) },
            true_child: None,
            false_child: None,
        });
    }
    BaseTree {
        nodes,
        parameters: None,
        depth: 1,
        root_mass: mass,
        _phantom_tx: PhantomData,
        _phantom_ty: PhantomData,
        _phantom_x: PhantomData,
        _phantom_y: PhantomData,
    }
}

#[differentiable]
fn importances(scores: &[f64], mass: f64, normalize: bool) -> f64 {
    let tree = tree(scores, mass);
    let mut importances = vec![0.3, 0.4];
    tree.compute_feature_importances(normalize, &mut importances);
    importances[0] * importances[0] + importances[1].sin()
}

#[test]
fn mass_of_samples() {
    check_grad!(masses(&[0.7, 1.3, 0.4])).unwrap();
}

#[test]
fn compute_feature_importances() {
    for normalize in [false, true] {
        check_grad!(importances(&[0.7, 0.2, 0.4, 1.9], 3.7, normalize)).unwrap();
    }
}
