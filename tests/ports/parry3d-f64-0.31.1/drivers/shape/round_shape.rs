//! Shapes that are lent and have a border.
use super::*;
use crate::drivers::{hold, v};
use crate::shape::{Ball, Cuboid};

hold! {
    rounded(c: &Cuboid = &Cuboid::new(v(0.5, 0.6, 0.7)), r: f64 = 0.3, d: Vector = v(0.6, 0.48, 0.64)) -> Vector { RoundShapeRef { inner_shape: c, border_radius: r }.local_support_point_toward(d) }
    rounded_from_any(b: &Ball = &Ball::new(0.4), r: f64 = 0.3, d: Vector = v(0.6, -0.7, 0.2)) -> Vector { RoundShapeRef { inner_shape: b, border_radius: r }.local_support_point(d) }
}
