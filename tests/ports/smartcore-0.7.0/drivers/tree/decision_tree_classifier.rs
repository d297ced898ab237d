//! What the features of a tree are worth.
use super::*;
use pullback::{check_grad, differentiable};

#[differentiable]
fn importances(impurity: &[f64], normalize: bool) -> f64 {
    let mut nodes: Vec<Node> = Vec::new();
    for k in 0..5 {
        nodes.push(Node {
            output: 0,
            n_node_samples: [9, 5, 4, 3, 2][k],
            split_feature: k,
            split_value: Some(0.3),
            split_score: None,
            true_child: if k < 2 { Some(2 * k + 1) } else { None },
            false_child: if k < 2 { Some(2 * k + 2) } else { None },
            impurity: Some(impurity[k]),
        });
    }
    let tree: DecisionTreeClassifier<f64, u32, DenseMatrix<f64>, Vec<u32>> = DecisionTreeClassifier {
        nodes,
        parameters: None,
        num_classes: 2,
        classes: vec![0, 1],
        depth: 2,
        num_features: 2,
        _phantom_tx: PhantomData,
        _phantom_x: PhantomData,
        _phantom_y: PhantomData,
    };
    let importances = tree.compute_feature_importances(normalize);
    importances[0] * importances[0] + importances[1].sin()
}

#[test]
fn compute_feature_importances() {
    for normalize in [false, true] {
        check_grad!(importances(&[0.7, 0.5, 0.4, 0.1, 0.2], normalize)).unwrap();
    }
}

/// The best cut of one node, among both features.
#[differentiable(no_diff(rng))]
fn cut(x: &[f64], k: f64) -> f64 {
    let data = DenseMatrix::new(6, 2, x.to_vec(), false).unwrap();
    let labels: Vec<usize> = vec![0, 1, 1, 0, 1, 0];
    let order: Vec<Vec<usize>> = vec![vec![5, 3, 0, 4, 2, 1], vec![0, 2, 5, 1, 3, 4]];
    let mut tree: DecisionTreeClassifier<f64, u32, DenseMatrix<f64>, Vec<u32>> = DecisionTreeClassifier {
        nodes: vec![Node {
            output: 0,
            n_node_samples: 6,
            split_feature: 0,
            split_value: None,
            split_score: None,
            true_child: None,
            false_child: None,
            impurity: Some(k),
        }],
        parameters: Some(DecisionTreeClassifierParameters::default()),
        num_classes: 2,
        classes: vec![0, 1],
        depth: 0,
        num_features: 2,
        _phantom_tx: PhantomData,
        _phantom_x: PhantomData,
        _phantom_y: PhantomData,
    };
    let mut visitor: NodeVisitor<'_, f64, DenseMatrix<f64>> = NodeVisitor {
        x: &data,
        y: &labels,
        node: 0,
        samples: vec![1; 6],
        order: &order,
        true_child_output: 0,
        false_child_output: 0,
        level: 1,
        phantom: PhantomData,
    };
    let mut rng = get_rng_impl(Some(3));
    tree.find_best_cutoff(&mut visitor, 2, &mut rng);
    let node = &tree.nodes[0];
    node.split_value.unwrap() * node.split_value.unwrap() * k + node.split_score.unwrap() * k + node.impurity.unwrap()
}

#[test]
fn find_best_cutoff_find_best_split() {
    check_grad!(cut(&[0.7, -1.3, 2.1, 0.4, 1.9, -0.6, -0.3, 1.1, 0.8, 1.6, -1.7, 0.2], 0.6)).unwrap();
}
