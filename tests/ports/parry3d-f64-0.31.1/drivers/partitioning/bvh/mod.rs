//! Hierarchies that the drivers of their parts take.
use super::bvh_tree::{BvhNodeIndex, BvhNodeWide};
use super::*;
use crate::bounding_volume::Aabb;
use crate::drivers::v;
use alloc::vec::Vec;

/// A box that overlaps none of those of other numbers.
pub(crate) fn aabb(k: usize) -> Aabb {
    let center = v(0.71 * (k * k) as f64, 0.33 * ((7 * k) % 5) as f64, 0.21 * k as f64);
    Aabb::new(center - v(0.11, 0.23, 0.17), center + v(0.13 + 0.01 * k as f64, 0.12, 0.19))
}

pub(crate) fn leaves() -> Vec<BvhNode> {
    (0..5).map(|k| BvhNode::leaf(aabb(k), k as u32)).collect()
}

/// A hierarchy in which there is room for these leaves.
pub(crate) fn empty() -> Bvh {
    let mut bvh = Bvh::new();
    bvh.nodes.push(BvhNodeWide::zeros());
    bvh.parents.push(BvhNodeIndex::default());
    for k in 0..5 {
        let _ = bvh.leaf_node_indices.insert(k, BvhNodeIndex::default());
    }
    bvh
}

/// One of them.
pub(crate) fn tree() -> Bvh {
    let leaves: Vec<Aabb> = (0..5).map(aabb).collect();
    Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves)
}

/// The volumes of all nodes, each with another weight.
#[pullback::differentiable]
pub(crate) fn volumes(bvh: &Bvh) -> f64 {
    let mut sum = 0.0;
    for k in 0..bvh.nodes.len() {
        sum += (k + 1) as f64 * bvh.nodes[k].left.volume() + (0.5 + k as f64) * bvh.nodes[k].right.volume();
    }
    sum
}
