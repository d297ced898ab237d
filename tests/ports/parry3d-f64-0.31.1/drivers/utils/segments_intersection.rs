//! Where a point lies on a segment.
use super::*;
use crate::drivers::hold;

hold! {
    along_x(a: Vector2 = Vector2::new(0.0, 0.1), b: Vector2 = Vector2::new(2.0, 1.2), c: Vector2 = Vector2::new(0.7, 0.5)) -> Option<SegmentPointLocation> { between(a, b, c) }
}
