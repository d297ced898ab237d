//! Leaves of a hierarchy that grow, and a rotation that follows.
use super::super::drivers::{aabb, tree, volumes};
use super::*;
use crate::drivers::{hold, v};

/// Where the leaf of this number grows to.
fn grown() -> Aabb {
    Aabb::new(aabb(2).mins - v(0.4, 0.3, 0.2), aabb(2).maxs + v(0.2, 0.6, 0.7))
}

/// Of two leaves that are near each other one is beside a far one.
fn unbalanced() -> Bvh {
    let mut bvh = Bvh::new();
    let below = BvhNodeWide { left: BvhNode::leaf(aabb(0), 0), right: BvhNode::leaf(aabb(4), 1) };
    bvh.nodes.push(BvhNodeWide { left: below.merged(1), right: BvhNode::leaf(aabb(3), 2) });
    bvh.nodes.push(below);
    bvh.parents.extend([BvhNodeIndex::default(), BvhNodeIndex::left(0)]);
    for (k, at) in [BvhNodeIndex::left(1), BvhNodeIndex::right(1), BvhNodeIndex::right(0)].into_iter().enumerate() {
        let _ = bvh.leaf_node_indices.insert(k, at);
    }
    bvh
}

hold! {
    update_partially_if_present(b: Bvh = tree(), a: Aabb = grown(), margin: f64 = 0.1) -> f64 {
        let mut b = b;
        let _ = b.update_partially_if_present(a, 2, margin);
        volumes(&b)
    }
    maybe_apply_rotation(b: Bvh = unbalanced()) -> f64 {
        let mut b = b;
        b.maybe_apply_rotation(0);
        volumes(&b)
    }
}

#[test]
fn the_rotation_takes_place() {
    let mut bvh = unbalanced();
    bvh.maybe_apply_rotation(0);
    assert!(bvh.nodes[0].left.is_leaf() && !bvh.nodes[0].right.is_leaf());
}
