//! The normal of a triangle, from its vertex with the angle nearest to a right one.
use super::*;
use crate::drivers::{hold, v};

fn thin(turn: usize) -> Triangle {
    let mut points = [v(0.1, 0.2, 0.3), v(1.1, -0.4, 0.5), v(0.2, 0.25, -0.3)];
    points.rotate_left(turn);
    Triangle::new(points[0], points[1], points[2])
}

hold! {
    robust_scaled_normal(t: &Triangle = &thin(0)) -> Vector { t.robust_scaled_normal() }
    robust_scaled_normal_of_the_next(t: &Triangle = &thin(1)) -> Vector { t.robust_scaled_normal() }
    robust_normal(t: &Triangle = &thin(2)) -> Vector { t.robust_normal() }
}
