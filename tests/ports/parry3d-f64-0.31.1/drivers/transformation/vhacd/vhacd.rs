//! The steps of a convex decomposition.
use super::*;
use crate::drivers::{hold, v};
use crate::shape::Ball;
use crate::transformation::voxelization::FillMode;

fn voxels() -> VoxelSet {
    let (points, indices) = Ball::new(0.7).to_trimesh(8, 6);
    VoxelSet::voxelize(&points, &indices, 6, FillMode::SurfaceOnly, false)
}

fn parameters() -> VHACDParameters {
    VHACDParameters { convex_hull_downsampling: 1, plane_downsampling: 2, max_convex_hulls: 4, ..Default::default() }
}

#[pullback::differentiable]
fn decomposition(volume: f64) -> VHACD {
    VHACD { voxel_parts: Vec::new(), volume_ch0: volume, max_concavity: 0.0 }
}

hold! {
    direction(e: Vector = v(0.6, -0.7, 0.2)) -> (Vector, f64) { VHACD::compute_preferred_cutting_direction(e) }
    concavity(a: f64 = 0.3, b: f64 = 0.5, c: f64 = 1.1) -> f64 { compute_concavity(a, b, c) }
    clipped(p: &[Vector] = &[v(-1.0, -0.4, 0.3), v(1.1, -0.5, 0.4), v(0.1, 0.9, 0.5)], a: Vector = v(0.6, 0.48, 0.64)) -> (Vec<Vector>, Vec<Vector>) {
        let (mut above, mut below) = (Vec::new(), Vec::new());
        clip_mesh(p, &CutPlane { abc: a, d: 0.1, axis: 0, index: 0 }, &mut above, &mut below);
        (above, below)
    }
    refined_planes(s: &VoxelSet = &voxels(), a: Vector = v(1.0, 0.0, 0.0)) -> f64 {
        let mut planes = Vec::new();
        VHACD::refine_axes_aligned_clipping_planes(s, &CutPlane { abc: a, d: 0.1, axis: 0, index: 3 }, 2, &mut planes);
        planes[0].d
    }
    best_plane(s: &VoxelSet = &voxels(), volume: f64 = 1.3, d: Vector = v(1.0, 0.1, 0.2)) -> (f64, f64) {
        let hull = s.compute_convex_hull(1);
        let mut planes = Vec::new();
        s.compute_axes_aligned_clipping_planes(2, &mut planes);
        let parameters = parameters();
        let (plane, concavity) = decomposition(volume).compute_best_clipping_plane(s, &hull, &planes, d, 0.3, 0.1, 0.05, 1, &parameters);
        (plane.d, concavity)
    }
    primitive_set(s: VoxelSet = voxels()) -> f64 {
        let parameters = parameters();
        let mut whole = decomposition(1.0);
        let (mut parts, mut temp) = (Vec::new(), Vec::new());
        whole.process_primitive_set(&parameters, true, &mut parts, &mut temp, s);
        whole.volume_ch0
    }
    decomposed(s: VoxelSet = voxels()) -> f64 {
        let parameters = parameters();
        let mut whole = decomposition(1.0);
        whole.do_compute_acd(&parameters, s);
        whole.volume_ch0 * whole.voxel_parts[0].scale
    }
    convex_hulls(s: VoxelSet = voxels()) -> Vec<Vector> {
        let whole = VHACD { voxel_parts: vec![s], volume_ch0: 1.0, max_concavity: 0.0 };
        let hulls = whole.compute_convex_hulls(1);
        hulls[0].0.clone()
    }
}
