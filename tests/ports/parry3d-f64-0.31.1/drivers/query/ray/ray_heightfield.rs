//! Rays that are cast on a height field.
use super::*;
use crate::drivers::{hold, v};
use crate::math::Vector;
use crate::utils::Array2;

fn field() -> HeightField {
    let heights = (0..20).map(|k| 0.1 * ((k * 7) % 11) as f64).collect();
    HeightField::new(Array2::new(4, 5, heights), v(2.0, 1.5, 3.0))
}

hold! {
    cast_local_ray_and_get_normal(h: &HeightField = &field(), o: Vector = v(-0.61, 2.9, 0.43), d: Vector = v(0.4, -1.1, -0.3)) -> Option<f64> {
        let hit = h.cast_local_ray_and_get_normal(&Ray::new(o, d), 10.0, true);
        hit.map(|hit| hit.time_of_impact + hit.normal.x)
    }
}
