//! Volumes of the cells that are smoothed.
use super::*;
use crate::drivers::{hold, v};

fn points() -> Vec<Vector> {
    vec![v(-1.0, -0.4, 0.3), v(1.1, -0.5, 0.4), v(0.1, 0.9, 0.5), v(0.2, 0.1, -1.2)]
}

hold! {
    volume(p: &[Vector] = &points()) -> f64 { cell_volume(p, [0, 1, 2, 3]) }
    volume_at(p: &[Vector] = &points(), at: Vector = v(0.3, 0.2, 1.1)) -> f64 { cell_volume_at(p, [0, 1, 2, 3], 2, at) }
}
