//! The loops that a polyline is made of.
use super::*;
use crate::drivers::{hold, v};
use alloc::vec;

fn points() -> Vec<Vector> {
    (0..6).map(|k| v(0.4 * k as f64, 0.1 * ((k * 5) % 7) as f64, 0.3 * ((k * 3) % 4) as f64)).collect()
}

hold! {
    extract_connected_components(p: Vec<Vector> = points()) -> f64 {
        let made: Polyline = Polyline::new(p, pullback::no_diff(Some(vec![[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]])));
        let parts = made.extract_connected_components();
        parts[0].vertices[2].x + 2.0 * parts[1].vertices[0].y * parts[1].vertices[1].z
    }
}
