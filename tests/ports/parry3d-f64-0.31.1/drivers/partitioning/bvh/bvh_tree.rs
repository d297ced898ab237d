//! Nodes of a hierarchy of bounding volumes.
use super::*;
use crate::drivers::{hold, v};

fn aabb() -> Aabb {
    Aabb::new(v(-1.0, -0.6, -0.9), v(0.8, 1.4, 0.7))
}

fn other() -> Aabb {
    Aabb::new(v(-0.3, -1.1, -0.4), v(1.2, 0.9, 1.6))
}

hold! {
    center(a: Aabb = aabb()) -> Vector { BvhNode::leaf(a, 1).center() }
    scaled(a: Aabb = aabb(), k: Vector = v(0.6, -0.7, 0.2)) -> Vector { let mut node = BvhNode::leaf(a, 1); node.scale(k); node.mins() + 2.0 * node.maxs() }
    volume(a: Aabb = aabb()) -> f64 { BvhNode::leaf(a, 1).volume() }
    merged_volume(a: Aabb = aabb(), b: Aabb = other()) -> f64 { BvhNode::leaf(a, 1).merged_volume(&BvhNode::leaf(b, 2)) }
    merged(a: Aabb = aabb(), b: Aabb = other()) -> Aabb { BvhNode::leaf(a, 1).merged(&BvhNode::leaf(b, 2), 3).aabb() }
}
