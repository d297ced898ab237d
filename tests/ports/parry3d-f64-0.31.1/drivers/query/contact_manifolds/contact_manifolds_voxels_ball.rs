//! A ball and a voxel.
use super::*;
use crate::drivers::{hold, v};

fn grid() -> Voxels {
    let [low, high] = [crate::math::IVector::new(1, -2, 3), crate::math::IVector::new(2, -2, 3)];
    Voxels::new(v(0.3, 0.2, 0.4), &[low, high])
}

hold! {
    contacts(m: &Pose = &Pose::new(v(0.7, -0.1, 1.3), v(0.3, 0.5, -0.2)), s: &Voxels = &grid(), b: &Ball = &Ball::new(0.4)) -> f64 {
        let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
        contact_manifolds_voxels_ball(m, s, b, 0.5, &mut manifolds, false);
        let last = manifolds.len() - 1;
        manifolds[0].points[0].dist + manifolds[last].points[0].dist + manifolds[0].local_n1.x + manifolds[last].local_n2.y
    }
    pseudo_cube(c: Vector = v(0.1, 0.2, 0.0), r: Vector = v(0.6, 0.48, 0.64), p: Vector = v(1.0, 1.4, 1.3)) -> Option<(Vector, f64)> {
        project_point_on_pseudo_cube(c, r, 0b001001001001001001001001, p)
    }
    pseudo_cube_face(c: Vector = v(0.1, 0.2, 0.0), r: Vector = v(0.6, 0.48, 0.64), p: Vector = v(1.0, 0.4, 0.3)) -> Option<(Vector, f64)> {
        project_point_on_pseudo_cube(c, r, 0b101101101101101101101101, p)
    }
    hit(m: Pose = Pose::new(v(0.7, 0.3, 0.5), v(0.3, 0.5, -0.2)), c: Vector = v(0.1, 0.2, 0.0), r: Vector = v(0.6, 0.48, 0.64), d: Vector = v(0.2, 0.3, 0.4), k: f64 = 0.6) -> f64 {
        let mut manifolds: Vec<ContactManifold<(), ()>> = Vec::new();
        detect_hit_voxel_ball(m, c, r, VoxelState::new(0), d, k, 1.0, false, &mut manifolds);
        manifolds[0].points[0].dist + manifolds[0].local_n1.x
    }
}
