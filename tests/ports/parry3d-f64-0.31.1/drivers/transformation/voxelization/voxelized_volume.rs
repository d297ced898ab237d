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

/// A tetrahedron that is longest along one axis, for each axis.
fn points(turn: usize) -> Vec<Vector> {
    let turned = |x: [f64; 3]| Vector::new(x[turn], x[(1 + turn) % 3], x[(2 + turn) % 3]);
    [[0.1, 0.2, 0.3], [2.1, -0.4, 0.5], [0.4, 0.9, -0.6], [-0.5, 0.3, 0.8]].map(turned).to_vec()
}

const INDICES: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];

hold! {
    voxelized(a: &[Vector] = &points(0), b: &[Vector] = &points(1), c: &[Vector] = &points(2)) -> Vector {
        let a = VoxelizedVolume::voxelize(a, &INDICES, 6, FillMode::default(), true);
        let b = VoxelizedVolume::voxelize(b, &INDICES, 6, FillMode::SurfaceOnly, false);
        let c = VoxelizedVolume::voxelize(c, &INDICES, 6, FillMode::FloodFill { detect_cavities: true }, false);
        a.origin * a.scale + 2.0 * b.origin * b.scale + c.origin + 3.0 * c.scale
    }
    of_a_size(p: &[Vector] = &points(0), k: f64 = 0.3) -> Vector {
        let s = VoxelizedVolume::with_voxel_size(p, &INDICES, k, FillMode::default(), true);
        s.origin * s.scale
    }
    voxelized_again(s: VoxelizedVolume = volume(), p: &[Vector] = &ball().0) -> Vector {
        let mut s = s;
        s.do_voxelize(p, &INDICES, FillMode::SurfaceOnly, true);
        s.origin * s.scale
    }
    propagated(s: VoxelizedVolume = volume()) -> Vector {
        let mut s = s;
        s.propagate_values(VoxelValue::PrimitiveInsideSurface, VoxelValue::PrimitiveOutsideSurface, None, VoxelValue::PrimitiveOnSurfaceToWalk1);
        s.origin * s.scale
    }
    allocate(s: VoxelizedVolume = volume()) -> Vector { let mut s = s; s.allocate(); s.origin * s.scale }
    set_of(s: VoxelizedVolume = volume()) -> Vector { let set = VoxelSet::from(s); set.origin * set.scale }
    trimesh(s: &VoxelizedVolume = &volume()) -> Vec<Vector> { s.to_trimesh(VoxelValue::PrimitiveOnSurface).0 }
}
