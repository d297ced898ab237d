//! The bounds of a chunk of voxels.
use super::*;
use crate::drivers::{hold, v};

hold! {
    bounds(size: Vector = v(0.6, 0.7, 0.2)) -> Aabb { VoxelsChunk::aabb(&IVector::new(1, -2, 3), size) }
}
