//! Shapes with a ball around each of their points.
use super::*;
use crate::drivers::{hold, v};
use crate::math::Rotation;
use crate::shape::{Ball, Cuboid};

fn pose() -> Pose {
    Pose::from_parts(v(0.4, -0.7, 1.1), Rotation::from_scaled_axis(v(0.3, 0.5, -0.2)))
}

hold! {
    dilated(c: &Cuboid = &Cuboid::new(v(0.5, 0.6, 0.7)), m: &Pose = &pose(), r: f64 = 0.3, d: Vector = v(0.6, 0.48, 0.64)) -> Vector { DilatedShape { shape: c, radius: r }.support_point_toward(m, d) }
    dilated_from_any(b: &Ball = &Ball::new(0.4), m: &Pose = &pose(), r: f64 = 0.3, d: Vector = v(0.6, -0.7, 0.2)) -> Vector { DilatedShape { shape: b, radius: r }.support_point(m, d) }
    dilated_locally(c: &Cuboid = &Cuboid::new(v(0.5, 0.6, 0.7)), r: f64 = 0.3, d: Vector = v(0.6, 0.48, 0.64)) -> Vector { DilatedShape { shape: c, radius: r }.local_support_point_toward(d) }
    dilated_locally_from_any(b: &Ball = &Ball::new(0.4), r: f64 = 0.3, d: Vector = v(0.6, -0.7, 0.2)) -> Vector { DilatedShape { shape: b, radius: r }.local_support_point(d) }
}
