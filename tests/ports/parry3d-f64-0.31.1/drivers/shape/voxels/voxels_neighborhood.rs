//! Voxels whose neighbours change.
use super::*;
use crate::drivers::{hold, v};
use crate::math::Vector;

fn grid() -> Voxels {
    Voxels::new(v(0.3, 0.4, 0.5), &[IVector::new(0, 0, 0), IVector::new(1, 0, 0), IVector::new(9, 3, -2)])
}

hold! {
    updated(s: Voxels = grid()) -> Vector {
        let mut s = s;
        let _ = s.update_neighbors_state(IVector::new(1, 1, 0), true);
        s.voxel_size * s.voxel_size + 2.0 * s.chunk_bvh.root_aabb().maxs
    }
    propagated(s: Voxels = grid(), other: Voxels = grid()) -> Vector {
        let (mut s, mut other) = (s, other);
        s.propagate_voxel_change(&mut other, IVector::new(1, 0, 0), IVector::new(0, 0, 1));
        s.voxel_size * other.voxel_size + 2.0 * s.chunk_bvh.root_aabb().maxs
    }
}
