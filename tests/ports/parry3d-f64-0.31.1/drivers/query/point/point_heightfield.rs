//! Points that are projected onto a height field.
use super::*;
use crate::drivers::{hold, v};
use crate::utils::Array2;

fn field() -> HeightField {
    let heights = (0..20).map(|k| 0.1 * ((k * 7) % 11) as f64).collect();
    HeightField::new(Array2::new(4, 5, heights), v(2.0, 1.5, 3.0))
}

hold! {
    project_local_point_with_max_dist(h: &HeightField = &field(), p: Vector = v(0.21, 1.9, 0.13)) -> Option<Vector> { h.project_local_point_with_max_dist(p, true, 3.0).map(|p| p.point) }
    project_local_point(h: &HeightField = &field(), p: Vector = v(0.21, 1.9, 0.13)) -> Vector { h.project_local_point(p, true).point }
}
