//! Leaves of a hierarchy that grow, and a rotation that follows.
use super::super::drivers::{aabb, tree, volumes};
use super::*;
use crate::drivers::{hold, v};

/// Where the leaf of this number grows to.
fn grown() -> Aabb {
    Aabb::new(aabb(2).mins - v(0.4, 0.3, 0.2), aabb(2).maxs + v(0.2, 0.6, 0.7))
}

/// A box apart from all others.
fn new() -> Aabb {
    Aabb::new(v(1.7, -0.6, 0.3), v(2.1, -0.2, 0.9))
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
    insert_with_change_detection(b: Bvh = tree(), a: Aabb = grown(), margin: f64 = 0.1) -> f64 {
        let mut b = b;
        let _ = b.insert_with_change_detection(a, 2, margin);
        volumes(&b)
    }
    insert_in_place(b: Bvh = tree(), a: Aabb = grown()) -> f64 {
        let mut b = b;
        let _ = b.insert_with_change_detection(a, 2, 0.0);
        volumes(&b)
    }
    insert_new(b: Bvh = tree(), a: Aabb = new(), c: Aabb = grown()) -> f64 {
        let mut b = b;
        let _ = b.insert_with_change_detection(a, 5, 0.1);
        b.insert_new_unchecked(c, 9);
        volumes(&b)
    }
    insert_first(a: Aabb = aabb(0), c: Aabb = aabb(1), d: Aabb = aabb(2)) -> f64 {
        let mut b = Bvh::new();
        b.insert_new_unchecked(a, 0);
        b.insert_new_unchecked(c, 1);
        b.insert_new_unchecked(d, 2);
        volumes(&b)
    }
    reinsert_or_update_if_present(b: Bvh = tree(), a: Aabb = grown(), margin: f64 = 0.1) -> f64 {
        let mut b = b;
        let _ = b.reinsert_or_update_if_present(a, 2, margin);
        volumes(&b)
    }
    reinsert_what_fits(b: Bvh = tree(), a: Aabb = grown(), margin: f64 = 0.1) -> f64 {
        let mut b = b;
        let _ = b.reinsert_or_update_if_present(a, 2, 0.3);
        let _ = b.reinsert_or_update_if_present(a, 2, margin);
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
