//! Coordinates for a triangulation.
use super::*;
use crate::drivers::hold;

hold! {
    coordinate(x: f64 = 0.3) -> f64 { sanitize_spade_coord(x) * x }
}
