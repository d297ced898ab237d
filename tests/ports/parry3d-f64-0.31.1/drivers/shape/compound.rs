//! The faces of the parts of a compound.
use super::*;
use crate::drivers::{hold, v};

hold! {
    faces(h: Vector = v(0.6, -0.7, 0.2)) -> Vector { let faces = cuboid_faces(h); faces[1].1[2] + 2.0 * faces[4].1[3] }
}
