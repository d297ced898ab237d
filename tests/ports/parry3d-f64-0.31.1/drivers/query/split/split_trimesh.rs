//! Meshes that are cut by planes.
use super::*;
use crate::drivers::{hold, v};
use crate::query::SplitResult::Pair;

fn mesh(flags: TriMeshFlags) -> TriMesh {
    let points = vec![v(-1.0, -0.4, 0.3), v(1.1, -0.5, 0.4), v(0.1, 0.9, 0.5), v(0.2, 0.1, -1.2)];
    TriMesh::with_flags(points, vec![[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]], flags).unwrap()
}

/// A sum of points in which each counts differently.
#[pullback::differentiable]
fn weighted(points: &[Vector]) -> Vector {
    let mut sum = Vector::ZERO;
    for i in 0..points.len() {
        sum += (1.0 + 0.3 * i as Real) * points[i];
    }
    sum
}

#[pullback::differentiable(types(vertices = fn(..) -> &[Vector]))]
fn of_halves(split: SplitResult<TriMesh>) -> Option<Vector> {
    match split {
        Pair(left, right) => Some(weighted(left.vertices()) - 0.7 * weighted(right.vertices())),
        _ => None,
    }
}

#[pullback::differentiable(types(vertices = fn(..) -> &[Vector]))]
fn of_outline(cut: IntersectResult<Polyline>) -> Option<Vector> {
    match cut {
        IntersectResult::Intersect(outline) => Some(weighted(outline.vertices())),
        _ => None,
    }
}

hold! {
    local_split(m: TriMesh = mesh(TriMeshFlags::ORIENTED), axis: Vector = v(0.6, 0.7, -0.1), bias: f64 = 0.11) -> Option<Vector> {
        of_halves(m.local_split(axis, bias, 1e-6))
    }
    split(m: TriMesh = mesh(TriMeshFlags::empty()), k: Vector = v(0.3, -0.2, 0.1), r: Vector = v(0.1, 0.4, 0.2), axis: Vector = v(0.6, 0.7, -0.1), bias: f64 = 0.11) -> Option<Vector> {
        of_halves(m.split(&Pose::new(k, r), axis, bias, 1e-6))
    }
    intersection_with_local_plane(m: TriMesh = mesh(TriMeshFlags::empty()), axis: Vector = v(0.6, 0.7, -0.1), bias: f64 = 0.11) -> Option<Vector> {
        of_outline(m.intersection_with_local_plane(axis, bias, 1e-6))
    }
    intersection_with_plane(m: TriMesh = mesh(TriMeshFlags::empty()), k: Vector = v(0.3, -0.2, 0.1), r: Vector = v(0.1, 0.4, 0.2), axis: Vector = v(0.6, 0.7, -0.1), bias: f64 = 0.11) -> Option<Vector> {
        of_outline(m.intersection_with_plane(&Pose::new(k, r), axis, bias, 1e-6))
    }
}

/// The tests above are of cuts that go through the mesh.
#[test]
fn planes_cut_the_mesh() {
    let (axis, mesh) = (v(0.6, 0.7, -0.1), mesh(TriMeshFlags::ORIENTED));
    assert!(of_halves(mesh.local_split(axis, 0.11, 1e-6)).is_some());
    assert!(of_outline(mesh.intersection_with_local_plane(axis, 0.11, 1e-6)).is_some());
}
