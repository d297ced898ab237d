//! The directions that are tried next.
use super::*;
use crate::drivers::{hold, v};

hold! {
    perturbed(d: Vector = v(0.6, -0.7, 0.2)) -> Vector { perturbed_dir(d, 2) + 2.0 * perturbed_dir(d, 5) }
}
