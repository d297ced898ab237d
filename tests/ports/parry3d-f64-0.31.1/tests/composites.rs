#![allow(unused, clippy::all)]
//! parry's shapes that are made of others, as they are asked for points, against differences.
use parry3d_f64::glamx::DVec3 as Vector;
use parry3d_f64::query::{PointProjection, PointQuery, PointQueryWithLocation};
use parry3d_f64::shape::*;
use pullback::{check_grad, differentiable};
use solids::*;

#[macro_use]
mod solids;

fn path() -> Polyline {
    let points = (0..12).map(|k| k as f64).map(|t| v((0.7 * t).cos(), 0.3 * t - 1.0, (0.9 * t).sin()));
    Polyline::new(points.collect(), None)
}

/// A rough ball of eight triangles.
fn mesh(flags: TriMeshFlags) -> TriMesh {
    let points = vec![
        v(1.0, 0.1, 0.2),
        v(-1.1, -0.1, 0.1),
        v(0.2, 1.2, -0.1),
        v(0.1, -0.9, 0.3),
        v(-0.1, 0.2, 1.3),
        v(0.3, -0.2, -0.8),
    ];
    let triangles = vec![
        [0, 2, 4],
        [2, 1, 4],
        [1, 3, 4],
        [3, 0, 4],
        [2, 0, 5],
        [1, 2, 5],
        [3, 1, 5],
        [0, 3, 5],
    ];
    TriMesh::with_flags(points, triangles, flags).unwrap()
}

fn plain() -> TriMesh {
    mesh(TriMeshFlags::empty())
}

fn oriented() -> TriMesh {
    mesh(TriMeshFlags::ORIENTED | TriMeshFlags::FIX_INTERNAL_EDGES)
}

hold! {
    location_on_polyline(p: &Polyline = &path(), q: Vector = v(1.5, 0.4, 0.9)) -> Option<(PointProjection, SegmentPointLocation)> { CompositeShapeRef(p).project_local_point_and_get_location(q, 10.0, true).map(|found| (found.1, found.2)) }
    location_on_trimesh(m: &TriMesh = &plain(), q: Vector = v(1.1, 0.9, 1.3)) -> Option<(PointProjection, TrianglePointLocation)> { CompositeShapeRef(m).project_local_point_and_get_location(q, 10.0, true).map(|found| (found.1, found.2)) }
    point_on_polyline(p: &Polyline = &path(), q: Vector = v(1.5, 0.4, 0.9)) -> Vector { CompositeShapeRef(p).project_local_point(q, 10.0, true).unwrap().1.point }
    point_on_trimesh(m: &TriMesh = &plain(), q: Vector = v(-0.6, 0.9, 1.3)) -> Vector { CompositeShapeRef(m).project_local_point(q, 10.0, true).unwrap().1.point }
    feature_of_polyline(p: &Polyline = &path(), q: Vector = v(-1.5, 0.4, 0.9)) -> Vector { CompositeShapeRef(p).project_local_point_and_get_feature(q, 10.0).unwrap().1.point }
    feature_of_trimesh(m: &TriMesh = &plain(), q: Vector = v(-0.6, -0.9, 1.3)) -> Vector { CompositeShapeRef(m).project_local_point_and_get_feature(q, 10.0).unwrap().1.point }
    polyline_project_and_get_feature(p: &Polyline = &path(), q: Vector = v(-1.5, 0.4, 0.9)) -> Vector { p.project_local_point_and_get_feature(q).0.point }
    polyline_project_local_point(p: &Polyline = &path(), q: Vector = v(0.5, 1.4, 0.9)) -> Vector { p.project_local_point(q, true).point }
    polyline_location_with_max_dist(p: &Polyline = &path(), q: Vector = v(0.5, 1.4, 0.9)) -> Option<(PointProjection, (u32, SegmentPointLocation))> { p.project_local_point_and_get_location_with_max_dist(q, true, 10.0) }
    trimesh_project_local_point(m: &TriMesh = &plain(), q: Vector = v(-0.6, -0.9, -1.3)) -> Vector { m.project_local_point(q, true).point }
    trimesh_project_and_get_feature(m: &TriMesh = &plain(), q: Vector = v(-0.6, -0.9, -1.3)) -> Vector { m.project_local_point_and_get_feature(q).0.point }
    trimesh_location_with_max_dist(m: &TriMesh = &plain(), q: Vector = v(0.6, 1.1, 0.9)) -> Option<(PointProjection, (u32, TrianglePointLocation))> { m.project_local_point_and_get_location_with_max_dist(q, true, 10.0) }
    oriented_location_with_max_dist(m: &TriMesh = &oriented(), q: Vector = v(0.6, 1.1, 0.9)) -> Option<(PointProjection, (u32, TrianglePointLocation))> { m.project_local_point_and_get_location_with_max_dist(q, false, 10.0) }
    triangle_normal_constraints(m: &TriMesh = &oriented()) -> Vector { let normals = m.triangle_normal_constraints(2).unwrap(); normals.face + 2.0 * normals.edges[0] + 0.5 * normals.edges[2] }
    polyline_from_its_points(x: f64 = 0.3, q: Vector = v(0.5, 1.4, 0.9)) -> Vector {
        let path = Polyline::new(vec![Vector::new(0.1, x, 0.2), Vector::new(x * x, 1.0, 0.3), Vector::new(1.1, 1.2, x)], None);
        path.project_local_point(q, true).point
    }
}
