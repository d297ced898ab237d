//! Rotations of vectors.
use super::*;
use crate::drivers::{hold, v};

hold! {
    rotated_back(q: &Rotation = &Rotation::from_scaled_axis(v(0.3, 0.5, -0.2)), p: Vector = v(0.6, -0.7, 0.2)) -> Vector { inv_rotate_vec(q, p) }
    rotated(q: &Rotation = &Rotation::from_scaled_axis(v(0.3, 0.5, -0.2)), p: Vector = v(0.6, -0.7, 0.2)) -> Vector { rotate_vec(q, p) }
}
