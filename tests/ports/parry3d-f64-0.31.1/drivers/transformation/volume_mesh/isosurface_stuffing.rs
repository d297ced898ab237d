//! The lattice in a shape, and the points of its surface.
use super::*;
use crate::drivers::{hold, v};

hold! {
    support_point(p: &[Vector] = &[v(-1.0, -0.4, 0.3), v(1.1, -0.5, 0.4), v(0.1, 0.9, 0.5)], d: Vector = v(0.6, -0.7, 0.2)) -> Vector {
        let points = PointsSupportMap(p);
        points.local_support_point(d)
    }
    covering(a: Aabb = Aabb::new(v(-1.0, -0.6, -0.9), v(0.8, 1.4, 0.7)), size: f64 = 0.31) -> Vector {
        Lattice::covering(a, size).point([1, 3, 5])
    }
}
