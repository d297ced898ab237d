//! The points of an octree.
use super::*;
use crate::drivers::{hold, v};

hold! {
    point(origin: Vector = v(0.6, -0.7, 0.2), half: f64 = 0.3) -> Vector {
        let octree = Octree { origin, half, levels: 2, dims: [3, 4, 5], subdivided: HashMap::default() };
        octree.point([3, -1, 2])
    }
}
