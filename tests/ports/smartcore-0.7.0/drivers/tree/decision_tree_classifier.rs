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
