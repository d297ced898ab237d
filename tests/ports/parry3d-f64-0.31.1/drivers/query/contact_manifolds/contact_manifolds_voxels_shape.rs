//! The cuboid that stands for neighbouring voxels.
use super::*;
use crate::drivers::{hold, v};

fn grid() -> Voxels {
    Voxels::new(v(0.3, 0.2, 0.4), &[IVector::new(1, -2, 3), IVector::new(2, -2, 3)])
}

fn voxel() -> VoxelData {
    grid().voxels().next().unwrap()
}

hold! {
    canonical(s: &Voxels = &grid(), x: &VoxelData = &voxel(), a: Aabb = Aabb::new(v(-0.31, -0.62, -0.9), v(0.4, 1.4, 0.7))) -> (Vector, Cuboid) {
        let shape = CanonicalVoxelShape { range: [IVector::new(1, -2, 3), IVector::new(2, -2, 3)], workspace_key: [0, 1] };
        shape.cuboid(s, x, a)
    }
}
