//! Masses of samples, and what the features of a tree are worth.
use super::*;
use crate::linalg::basic::matrix::DenseMatrix;
use crate::tree::criterion::{MSECriterion, MeanStats};
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

/// A node with all of some samples, and the search for where to part them.
#[differentiable]
fn split(x: &[f64], y: &[f64], weights: &[f64], mode: usize) -> f64 {
    let data = DenseMatrix::new(6, 2, x.to_vec(), false).unwrap();
    let target: Vec<f64> = y.to_vec();
    let criterion = MSECriterion;
    let mut sorted: Vec<WeightedElement> = Vec::new();
    for row in [3_usize, 0, 4, 2, 5, 1] {
        sorted.push(WeightedElement { row_idx: row as u32, count: 1, mass: weights[row] });
    }
    let mut stats: MeanStats = criterion.empty_stats();
    for row in 0..6 {
        criterion.add(&mut stats, y[row], weights[row]);
    }
    let mut tree = tree(&[0.4], 1.0);
    tree.nodes[0].split_score = None;
    tree.parameters = Some(BaseTreeParameters {
        max_depth: None,
        min_samples_leaf: 1,
        min_samples_split: 2,
        seed: None,
        splitter: Splitter::Best,
    });
    let mut visitor: NodeVisitor<'_, f64, f64, DenseMatrix<f64>, Vec<f64>, MSECriterion> = NodeVisitor {
        x: &data,
        y: &target,
        node: 0,
        start_idx: 0,
        end_idx: 6,
        level: 1,
        stats,
        _phantom_tx: PhantomData,
        _phantom_ty: PhantomData,
    };
    let mut workspace: SplitWorkspace<WeightedElement, MSECriterion> = SplitWorkspace {
        in_true_branch: vec![false; 6],
        partition_buffer: vec![],
        sorted_by_feature: vec![sorted.clone(), sorted],
        variables: vec![0, 1],
        true_stats: criterion.empty_stats(),
        false_stats: criterion.empty_stats(),
        parent_stats: criterion.empty_stats(),
    };
    let mut rng = pullback::no_diff(get_rng_impl(Some(7)));
    match mode {
        0 => tree.find_best_split(&visitor, 6, 0, &mut workspace, &criterion),
        1 => tree.find_random_split(&visitor, 6, 1, pullback::no_diff(&mut rng), &mut workspace, &criterion),
        _ => {
            tree.find_best_cutoff(&mut visitor, 2, pullback::no_diff(&mut rng), &mut workspace, 6, &criterion);
        }
    }
    let node = &tree.nodes[0];
    node.split_value.unwrap() * node.split_score.unwrap() + criterion.leaf_value(&workspace.true_stats)
}

#[test]
fn find_best_split_find_random_split_find_best_cutoff() {
    let x = [0.4, 0.1, 2.1, 1.9, 0.9, 0.8, -0.3, -0.2, 0.7, 0.6, 1.3, 1.2];
    let (y, weights) = ([1.2, 0.3, -0.8, 2.2, 0.9, 1.7], [0.7, 1.3, 0.9, 1.1, 0.6, 1.4]);
    for mode in 0..3 {
        check_grad!(split(&x, &y, &weights, mode)).unwrap();
    }
}
