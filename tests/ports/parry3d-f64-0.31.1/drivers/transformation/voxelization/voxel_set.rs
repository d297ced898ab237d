//! Sets of voxels, cut by planes.
use super::*;
use crate::drivers::{hold, v};
use crate::shape::Ball;

fn voxels() -> VoxelSet {
    let (points, indices) = Ball::new(0.7).to_trimesh(8, 6);
    VoxelSet::voxelize(&points, &indices, 6, FillMode::SurfaceOnly, false)
}

/// A plane that no voxel's center is close to.
#[pullback::differentiable]
fn plane(a: Vector, d: f64) -> CutPlane {
    CutPlane { abc: a, d, axis: 0, index: 0 }
}

fn points() -> Vec<Vector> {
    vec![v(0.1, 0.2, 0.3), v(2.1, -0.4, 0.5), v(0.4, 0.9, -0.6), v(-0.5, 0.3, 0.8)]
}

const INDICES: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];

/// Voxels that know the triangles that they meet.
fn mapped() -> VoxelSet {
    VoxelSet::voxelize(&points(), &INDICES, 5, FillMode::SurfaceOnly, true)
}

hold! {
    primitive_intersections(s: &VoxelSet = &mapped(), p: &[Vector] = &points()) -> Vec<Vector> { s.compute_primitive_intersections(p, &INDICES) }
    exact_convex_hull(s: &VoxelSet = &mapped(), p: &[Vector] = &points(), d: Vector = v(0.3, 0.2, 0.9)) -> f64 {
        let (hull, _) = s.do_compute_exact_convex_hull(p, &INDICES);
        let mut farthest = -1.0e9;
        for q in &hull {
            farthest = q.dot(d).max(farthest);
        }
        farthest
    }
    point(s: &VoxelSet = &voxels(), p: Vector = v(1.0, 2.0, 0.5)) -> Vector { s.get_point(p) }
    bounding_box(s: VoxelSet = voxels()) -> f64 { let mut s = s; s.compute_bb(); s.scale * s.origin.x }
    intersected(s: &VoxelSet = &voxels(), a: Vector = v(0.9, 0.31, 0.17), d: f64 = 0.05) -> Vector {
        let (mut above, mut below) = (Vec::new(), Vec::new());
        s.intersect(&plane(a, d), &mut above, &mut below, 3);
        above[0] + 2.0 * below[0] + 3.0 * above[7]
    }
    clipped_volumes(s: &VoxelSet = &voxels(), a: Vector = v(0.9, 0.31, 0.17), d: f64 = 0.05) -> (f64, f64) { s.compute_clipped_volumes(&plane(a, d)) }
    clipped(s: &VoxelSet = &voxels(), a: Vector = v(0.9, 0.31, 0.17), d: f64 = 0.05) -> Vector {
        let (mut above, mut below) = (VoxelSet::new(), VoxelSet::new());
        s.clip(&plane(a, d), &mut above, &mut below);
        above.origin * above.scale + 2.0 * below.origin
    }
    trimesh(s: &VoxelSet = &voxels()) -> Vec<Vector> { s.to_trimesh(0, true).0 }
    principal_axes(s: &VoxelSet = &voxels()) -> f64 { s.compute_principal_axes().x * s.scale }
    clipping_planes(s: &VoxelSet = &voxels()) -> f64 {
        let mut planes = Vec::new();
        s.compute_axes_aligned_clipping_planes(2, &mut planes);
        planes[0].d + 2.0 * planes[1].d
    }
}
