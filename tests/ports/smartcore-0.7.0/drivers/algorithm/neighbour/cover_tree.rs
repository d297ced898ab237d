//! The parts of a cover tree: which points are far, and how far.
use super::*;
use crate::metrics::distance::euclidian::Euclidian;
use pullback::{check_grad, differentiable};

#[differentiable]
fn tree(data: &[f64], base: f64) -> CoverTree<Vec<f64>, Euclidian<f64>> {
    CoverTree {
        base,
        inv_log_base: 1.0 / base.ln(),
        distance: Euclidian::new(),
        root: Node { idx: 0, max_dist: 0.0, parent_dist: 0.0, children: Vec::new(), _scale: 0 },
        data: data.chunks(2).map(|point| point.to_vec()).collect(),
        identical_excluded: false,
    }
}

#[differentiable]
fn split(x: &[f64], base: f64) -> f64 {
    let tree = tree(x, base);
    let mut points: Vec<DistanceSet> = vec![
        DistanceSet { idx: 1, dist: vec![x[0]] },
        DistanceSet { idx: 2, dist: vec![x[0], x[2]] },
        DistanceSet { idx: 3, dist: vec![x[4]] },
    ];
    let mut far: Vec<DistanceSet> = Vec::new();
    tree.split(&mut points, &mut far, 1);
    let mut sum = tree.max(&points) * tree.get_cover_radius(2);
    for p in &points {
        sum += p.dist[0] * p.dist[0];
    }
    for p in &far {
        sum += p.dist[0].sin();
    }
    sum
}

#[differentiable]
fn built(x: &[f64], base: f64) -> f64 {
    let tree = tree(x, base);
    let mut points: Vec<DistanceSet> = Vec::new();
    for i in 1..tree.data.len() {
        points.push(DistanceSet { idx: i, dist: vec![tree.distance.distance(&tree.data[0], &tree.data[i])] });
    }
    let mut consumed: Vec<DistanceSet> = Vec::new();
    let top = tree.get_scale(tree.max(&points));
    let node = tree.batch_insert(0, top, top, &mut points, &mut consumed);
    let mut sum = node.max_dist;
    for child in &node.children {
        sum += child.parent_dist * child.parent_dist + child.max_dist;
    }
    sum
}

#[differentiable]
fn made(x: &[f64]) -> f64 {
    let points: Vec<Vec<f64>> = x.chunks(2).map(|point| point.to_vec()).collect();
    let tree = CoverTree::new(points, Euclidian::new()).unwrap();
    let mut sum = tree.root.max_dist * tree.data[1][0] * tree.inv_log_base;
    for child in &tree.root.children {
        sum += child.parent_dist * child.parent_dist + child.max_dist;
    }
    sum
}

const X: [f64; 10] = [0.7, -1.3, 2.1, 0.4, 1.9, -0.6, -0.3, 1.1, 0.8, 1.6];

#[test]
fn split_max_get_cover_radius() {
    check_grad!(split(&X, 1.3)).unwrap();
}

#[test]
fn batch_insert() {
    check_grad!(built(&X, 1.3)).unwrap();
}

#[test]
fn new() {
    check_grad!(made(&X)).unwrap();
}
