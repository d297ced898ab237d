//! Volumes of voxels that are filled from a mesh.
use super::*;
use crate::drivers::hold;
use crate::shape::Ball;

fn ball() -> (Vec<Vector>, Vec<[u32; 3]>) {
    Ball::new(0.7).to_trimesh(8, 6)
}

fn volume() -> VoxelizedVolume {
    let (points, indices) = ball();
    VoxelizedVolume::voxelize(&points, &indices, 6, FillMode::default(), false)
}

hold! {
    allocate(s: VoxelizedVolume = volume()) -> Vector { let mut s = s; s.allocate(); s.origin * s.scale }
    set_of(s: VoxelizedVolume = volume()) -> Vector { let set = VoxelSet::from(s); set.origin * set.scale }
    trimesh(s: &VoxelizedVolume = &volume()) -> Vec<Vector> { s.to_trimesh(VoxelValue::PrimitiveOnSurface).0 }
}
