//! A tree of points, and what centroids cost in it.
use super::*;
use crate::linalg::basic::matrix::DenseMatrix;
use pullback::{check_grad, differentiable};

#[differentiable]
fn clustered(x: &[f64], centroids: &Vec<Vec<f64>>) -> f64 {
    let data = DenseMatrix::new(8, 2, x.to_vec(), false).unwrap();
    let mut tree = BBDTree { nodes: Vec::new(), index: (0..8).collect::<Vec<usize>>(), root: 0 };
    let root = tree.build_node(&data, 0, 8);
    let mut sums = vec![vec![0.0; 2]; 2];
    let mut counts = vec![0; 2];
    let mut membership = vec![0; 8];
    let cost = tree.filter(root, centroids, &[0, 1], 2, &mut sums, &mut counts, &mut membership);
    cost + sums[0][0] * sums[1][1] + tree.nodes[root].cost + BBDTree::node_cost(&tree.nodes[0], &centroids[1])
}

#[test]
fn build_node_filter_node_cost() {
    let x = [0.7, -1.3, 2.1, 0.4, 1.9, -0.6, -0.3, 1.1, 0.8, 1.6, -1.7, 0.2, 0.1, 0.9, 1.2, -0.7];
    check_grad!(clustered(&x, &vec![vec![0.3, 0.4], vec![1.1, -0.2]])).unwrap();
    check_grad!(clustered(&x, &vec![vec![0.9, 0.7], vec![-1.1, 0.2]])).unwrap();
}
