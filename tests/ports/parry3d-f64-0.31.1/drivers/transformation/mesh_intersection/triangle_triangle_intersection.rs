//! Where a segment meets a plane.
use super::*;
use crate::drivers::{hold, v};

hold! {
    segment_and_plane(c: Vector = v(0.1, 0.2, 0.0), n: Vector = v(0.6, 0.48, 0.64), a: Vector = v(-1.0, -0.4, 0.3), b: Vector = v(1.1, 0.5, 0.4)) -> Option<Vector> {
        segment_plane_intersection(c, n, &Segment::new(a, b), 0, (0, 1)).map(|hit| hit.0)
    }
}
