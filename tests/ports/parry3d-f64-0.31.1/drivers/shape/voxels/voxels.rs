//! Voxels that are scaled.
use super::*;
use crate::drivers::{hold, v};

fn grid() -> Voxels {
    Voxels::new(v(0.3, 0.4, 0.5), &[IVector::new(0, 0, 0), IVector::new(1, 0, 0), IVector::new(9, 3, -2)])
}

hold! {
    scaled(s: Voxels = grid(), k: Vector = v(0.6, 1.3, 0.8)) -> Vector {
        let s = s.scaled(k);
        s.voxel_size + 2.0 * s.chunk_bvh.root_aabb().maxs
    }
    set_voxel_size(s: Voxels = grid(), k: Vector = v(0.6, 1.3, 0.8)) -> Vector {
        let mut s = s;
        s.set_voxel_size(k);
        s.voxel_size + 2.0 * s.chunk_bvh.root_aabb().maxs
    }
}
