//! Angles and projections of the triangles that intersect.
use super::*;
use crate::drivers::{hold, v};

hold! {
    smallest(a: Vector3 = v(0.1, 0.2, 0.3), b: Vector3 = v(1.1, -0.4, 0.5), c: Vector3 = v(0.4, 0.9, -0.6)) -> f64 { smallest_angle(&[a, b, c]) }
    gram_schmidt(a: Vector3 = v(0.1, 0.2, 0.3), b: Vector3 = v(1.1, -0.4, 0.5)) -> Vector3 { let (x, y) = planar_gram_schmidt(a, b); x + 2.0 * y }
    on_segment(a: Vector3 = v(0.1, 0.2, 0.3), b: Vector3 = v(1.1, -0.4, 0.5), c: Vector3 = v(0.6, 0.4, -0.1)) -> Vector3 { project_point_to_segment(c, &[a, b]) }
}
