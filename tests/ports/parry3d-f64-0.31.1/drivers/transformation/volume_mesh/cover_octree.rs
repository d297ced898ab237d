//! The points of an octree, before and after it is balanced.
use super::*;
use crate::drivers::{hold, v};

#[pullback::differentiable]
fn octree(origin: Vector, half: Real) -> Octree {
    let mut subdivided = HashMap::default();
    let _ = subdivided.insert((2, [1, 1, 1]), ());
    let _ = subdivided.insert((1, [2, 2, 2]), ());
    Octree { origin, half, levels: 2, dims: [3, 4, 5], subdivided }
}

hold! {
    point(origin: Vector = v(0.6, -0.7, 0.2), half: f64 = 0.3) -> Vector {
        octree(origin, half).point([3, -1, 2])
    }
    balanced(origin: Vector = v(0.6, -0.7, 0.2), half: f64 = 0.3) -> Vector {
        let mut octree = octree(origin, half);
        balance(&mut octree);
        octree.point([3, -1, 2])
    }
}
