#![allow(unused, clippy::all)]
//! parry's queries of points, rays and pairs of shapes against differences.
use parry3d_f64::bounding_volume::*;
use parry3d_f64::glamx::{
    DMat3 as Matrix, DPose3 as Pose, DQuat as Rotation, DVec2 as Vector2, DVec3 as Vector,
};
use parry3d_f64::mass_properties::MassProperties;
use parry3d_f64::query::{self, details, sat, *};
use parry3d_f64::shape::*;
use pullback::{check_grad, differentiable};
use solids::*;

mod solids;

/// A test for each function, by its name: the function as it is called, and what it is called with.
macro_rules! hold {
    ($($name:ident($($param:ident: $ty:ty = $value:expr),*) -> $output:ty { $($body:tt)* })*) => {$(
        #[test]
        fn $name() {
            #[differentiable(twins(
                clip_aabb_line = clip_aabb_line_derivatives,
                clip_halfspace_polygon = clip_halfspace_polygon_derivatives,
                clip_segment_segment = clip_segment_segment_derivatives,
                closest_points_ball_ball = closest_points_ball_ball_derivatives,
                closest_points_line_line = closest_points_line_line_derivatives,
                closest_points_segment_segment = closest_points_segment_segment_derivatives,
                closest_points_cuboid_cuboid = closest_points_cuboid_cuboid_derivatives,
                closest_points_cuboid_triangle = closest_points_cuboid_triangle_derivatives,
                closest_points_halfspace_support_map = closest_points_halfspace_support_map_derivatives,
                closest_points_support_map_support_map = closest_points_support_map_support_map_derivatives,
                distance_ball_ball = distance_ball_ball_derivatives,
                distance_cuboid_cuboid = distance_cuboid_cuboid_derivatives,
                distance_halfspace_support_map = distance_halfspace_support_map_derivatives,
                distance_segment_segment = distance_segment_segment_derivatives,
                distance_support_map_support_map = distance_support_map_support_map_derivatives,
                contact_ball_ball = contact_ball_ball_derivatives,
                contact_cuboid_cuboid = contact_cuboid_cuboid_derivatives,
                contact_halfspace_support_map = contact_halfspace_support_map_derivatives,
                contact_support_map_support_map = contact_support_map_support_map_derivatives
            ))]
            fn held($($param: $ty),*) -> $output { $($body)* }
            $(let $param = $value;)*
            check_grad!(held($($param),*)).unwrap();
        }
    )*};
}

fn hull() -> ConvexPolyhedron {
    let t = tetrahedron();
    ConvexPolyhedron::from_convex_hull(&[t.a, t.b, t.c, t.d]).unwrap()
}

hold! {
    projection_transform_by(p: Vector = v(0.3, 0.2, 0.5), m: &Pose = &pose()) -> Vector { PointProjection::new(true, p).transform_by(m).point }
    aabb_project_local_point(a: &Aabb = &Aabb::new(v(-1.0, -0.6, -0.9), v(0.8, 1.4, 0.7)), p: Vector = v(1.5, 0.3, 1.2)) -> Vector { a.project_local_point(p, true).point }
    aabb_project_inside(a: &Aabb = &Aabb::new(v(-1.0, -0.6, -0.9), v(0.8, 1.4, 0.7)), p: Vector = v(0.5, 0.3, 0.2)) -> Vector { a.project_local_point(p, false).point }
    aabb_project_and_get_feature(a: &Aabb = &Aabb::new(v(-1.0, -0.6, -0.9), v(0.8, 1.4, 0.7)), p: Vector = v(1.5, 0.3, 1.2)) -> Vector { a.project_local_point_and_get_feature(p).0.point }
    aabb_distance_to_local_point(a: &Aabb = &Aabb::new(v(-1.0, -0.6, -0.9), v(0.8, 1.4, 0.7)), p: Vector = v(1.5, 0.3, 1.2)) -> f64 { a.distance_to_local_point(p, true) }
    ball_project_local_point(b: &Ball = &Ball::new(0.7), p: Vector = v(1.5, 0.3, 1.2)) -> Vector { b.project_local_point(p, true).point }
    ball_distance_to_local_point(b: &Ball = &Ball::new(0.7), p: Vector = v(1.5, 0.3, 1.2)) -> f64 { b.distance_to_local_point(p, false) }
    sphere_project_local_point(b: &BoundingSphere = &BoundingSphere::new(v(0.1, 0.2, 0.3), 0.7), p: Vector = v(1.5, 0.3, 1.2)) -> Vector { b.project_local_point(p, true).point }
    sphere_distance_to_local_point(b: &BoundingSphere = &BoundingSphere::new(v(0.1, 0.2, 0.3), 0.7), p: Vector = v(1.5, 0.3, 1.2)) -> f64 { b.distance_to_local_point(p, true) }
    capsule_project_local_point(c: &Capsule = &capsule(), p: Vector = v(1.5, 0.3, 1.2)) -> Vector { c.project_local_point(p, true).point }
    cone_project_local_point(c: &Cone = &Cone::new(0.7, 0.4), p: Vector = v(1.5, 0.3, 1.2)) -> Vector { c.project_local_point(p, true).point }
    cone_project_inside(c: &Cone = &Cone::new(0.7, 0.4), p: Vector = v(0.1, 0.03, 0.1)) -> Vector { c.project_local_point(p, false).point }
    cylinder_project_local_point(c: &Cylinder = &Cylinder::new(0.7, 0.4), p: Vector = v(1.5, 0.9, 1.2)) -> Vector { c.project_local_point(p, true).point }
    cylinder_project_inside(c: &Cylinder = &Cylinder::new(0.7, 0.4), p: Vector = v(0.1, 0.03, 0.3)) -> Vector { c.project_local_point(p, false).point }
    half_space_project_local_point(h: &HalfSpace = &HalfSpace::new(v(0.6, 0.48, 0.64)), p: Vector = v(1.5, 0.9, 1.2)) -> Vector { h.project_local_point(p, true).point }
    half_space_distance_to_local_point(h: &HalfSpace = &HalfSpace::new(v(0.6, 0.48, 0.64)), p: Vector = v(1.5, 0.9, 1.2)) -> f64 { h.distance_to_local_point(p, true) }
    project_local_point_with_max_dist(c: &Cuboid = &cuboid(), p: Vector = v(1.0, 0.9, 1.2)) -> Option<Vector> { c.project_local_point_with_max_dist(p, true, 3.0).map(|q| q.point) }
    project_point(c: &Cuboid = &cuboid(), m: &Pose = &pose(), p: Vector = v(1.9, 0.9, 1.2)) -> Vector { c.project_point(m, p, true).point }
    distance_to_point(c: &Cuboid = &cuboid(), m: &Pose = &pose(), p: Vector = v(1.9, 0.9, 1.2)) -> f64 { c.distance_to_point(m, p, true) }
    distance_to_local_point(c: &Segment = &segment(), p: Vector = v(1.9, 0.9, 1.2)) -> f64 { c.distance_to_local_point(p, true) }
    segment_project_and_get_feature(c: &Segment = &segment(), p: Vector = v(0.5, 0.9, 0.2)) -> Vector { c.project_local_point_and_get_feature(p).0.point }
    segment_project_and_get_location(c: &Segment = &segment(), p: Vector = v(0.5, 0.9, 0.2)) -> (PointProjection, SegmentPointLocation) { c.project_local_point_and_get_location(p, true) }
    triangle_project_and_get_location(c: &Triangle = &triangle(), p: Vector = v(0.5, 0.5, 0.9)) -> (PointProjection, TrianglePointLocation) { c.project_local_point_and_get_location(p, true) }
    triangle_project_on_edge(c: &Triangle = &triangle(), p: Vector = v(0.7, -0.9, 0.6)) -> Vector { c.project_local_point(p, true).point }
    tetrahedron_project_and_get_location(c: &Tetrahedron = &tetrahedron(), p: Vector = v(1.5, 1.5, 1.9)) -> (PointProjection, TetrahedronPointLocation) { c.project_local_point_and_get_location(p, true) }
    location_with_max_dist(c: &Segment = &segment(), p: Vector = v(0.5, 0.9, 0.2)) -> Option<Vector> { c.project_local_point_and_get_location_with_max_dist(p, true, 3.0).map(|l| l.0.point) }

    ray_transform_by(r: &Ray = &ray(), m: &Pose = &pose()) -> Ray { r.transform_by(m) }
    ray_inverse_transform_by(r: &Ray = &ray(), m: &Pose = &pose()) -> Ray { r.inverse_transform_by(m) }
    ray_translate_by(r: &Ray = &ray(), t: Vector = v(0.1, 0.2, 0.3)) -> Ray { r.translate_by(t) }
    ray_point_at(r: &Ray = &ray(), t: f64 = 0.7) -> Vector { r.point_at(t) }
    ray_intersection_transform_by(t: f64 = 0.7, n: Vector = v(0.6, 0.48, 0.64), m: &Pose = &pose()) -> Vector { RayIntersection::new(t, n, FeatureId::Face(0)).transform_by(m).normal }
    aabb_cast_local_ray(a: &Aabb = &Aabb::new(v(-1.0, -0.6, -0.9), v(0.8, 1.4, 0.7)), r: &Ray = &ray()) -> Option<f64> { a.cast_local_ray(r, 10.0, true) }
    aabb_cast_local_ray_and_get_normal(a: &Aabb = &Aabb::new(v(-1.0, -0.6, -0.9), v(0.8, 1.4, 0.7)), r: &Ray = &ray()) -> Option<f64> { a.cast_local_ray_and_get_normal(r, 10.0, true).map(|i| i.time_of_impact) }
    ball_cast_local_ray(a: &Ball = &Ball::new(0.7), r: &Ray = &ray()) -> Option<f64> { a.cast_local_ray(r, 10.0, true) }
    ball_cast_local_ray_and_get_normal(a: &Ball = &Ball::new(0.7), r: &Ray = &ray()) -> Option<Vector> { a.cast_local_ray_and_get_normal(r, 10.0, true).map(|i| i.normal * i.time_of_impact) }
    ray_toi_with_ball(c: Vector = v(0.1, 0.2, 0.0), k: f64 = 0.5, r: &Ray = &ray()) -> Option<f64> { details::ray_toi_with_ball(c, k, r, true).1 }
    line_toi_with_halfspace(c: Vector = v(0.1, 0.2, 0.0), n: Vector = v(0.6, 0.48, 0.64), o: Vector = v(1.0, 2.0, 3.0), d: Vector = v(0.3, -0.2, 0.5)) -> Option<f64> { details::line_toi_with_halfspace(c, n, o, d) }
    half_space_cast_local_ray_and_get_normal(h: &HalfSpace = &HalfSpace::new(v(-0.6, 0.0, 0.8)), o: Vector = v(-1.0, 0.2, 0.3), d: Vector = v(0.7, 0.1, -0.4)) -> Option<f64> { h.cast_local_ray_and_get_normal(&Ray::new(o, d), 10.0, true).map(|i| i.time_of_impact) }
    capsule_cast_local_ray(c: &Capsule = &capsule(), r: &Ray = &ray()) -> Option<f64> { c.cast_local_ray(r, 10.0, true) }
    capsule_cast_local_ray_and_get_normal(c: &Capsule = &capsule(), r: &Ray = &ray()) -> Option<Vector> { c.cast_local_ray_and_get_normal(r, 10.0, true).map(|i| i.normal * i.time_of_impact) }
    triangle_cast_local_ray(c: &Triangle = &triangle(), o: Vector = v(0.5, 0.3, 2.0), d: Vector = v(0.01, -0.02, -1.0)) -> Option<f64> { c.cast_local_ray(&Ray::new(o, d), 10.0, true) }
    triangle_ray(a: Vector = v(0.1, 0.2, 0.3), b: Vector = v(1.1, -0.4, 0.5), c: Vector = v(0.4, 0.9, -0.6), o: Vector = v(0.5, 0.3, 2.0), d: Vector = v(0.01, -0.02, -1.0)) -> Option<(RayIntersection, Vector)> {
        details::local_ray_intersection_with_triangle(a, b, c, &Ray::new(o, d))
    }
    clip_aabb_line(a: &Aabb = &Aabb::new(v(-1.0, -0.6, -0.9), v(0.8, 1.4, 0.7)), o: Vector = v(-2.0, 0.1, 0.2), d: Vector = v(2.0, 0.3, -0.4)) -> Option<f64> {
        details::clip_aabb_line(a, o, d).map(|(near, far)| near.0 + 2.0 * far.0 + near.1.x)
    }
    clip_ray_parameters(a: &Aabb = &Aabb::new(v(-1.0, -0.6, -0.9), v(0.8, 1.4, 0.7)), r: &Ray = &ray()) -> Option<(f64, f64)> { a.clip_ray_parameters(r) }
    clip_segment_segment(a: Vector = v(0.0, 0.1, 0.0), b: Vector = v(2.0, 0.2, 0.3), c: Vector = v(0.5, 0.6, 0.1), d: Vector = v(3.0, 0.9, 0.2)) -> Option<(Vector, Vector)> {
        details::clip_segment_segment((a, b), (c, d)).map(|(p, q)| (p.0 + q.1, p.1 - q.0))
    }

    closest_points_transform_by(p: Vector = v(0.3, 0.2, 0.5), q: Vector = v(1.3, 0.2, 0.5), m: &Pose = &pose(), n: &Pose = &far()) -> ClosestPoints { ClosestPoints::WithinMargin(p, q).transform_by(m, n) }
    closest_points_ball_ball(m: &Pose = &far(), a: &Ball = &Ball::new(0.7), b: &Ball = &Ball::new(0.4)) -> ClosestPoints { details::closest_points_ball_ball(m, a, b, 10.0) }
    closest_points_line_line(a: Vector = v(0.0, 0.1, 0.0), b: Vector = v(2.0, 0.2, 0.3), c: Vector = v(0.5, 0.6, 0.1), d: Vector = v(-1.0, 0.9, 0.2)) -> (Vector, Vector) { details::closest_points_line_line(a, b, c, d) }
    closest_points_segment_segment(m: &Pose = &far(), a: &Segment = &segment(), b: &Segment = &Segment::new(v(0.0, 0.1, 0.0), v(-2.0, 0.2, 0.3))) -> ClosestPoints { details::closest_points_segment_segment(m, a, b, 10.0) }
    closest_points_cuboid_cuboid(m: &Pose = &far(), a: &Cuboid = &cuboid(), b: &Cuboid = &Cuboid::new(v(0.4, 0.3, 0.2))) -> ClosestPoints { details::closest_points_cuboid_cuboid(m, a, b, 10.0) }
    closest_points_cuboid_triangle(m: &Pose = &far(), a: &Cuboid = &cuboid(), b: &Triangle = &triangle()) -> ClosestPoints { details::closest_points_cuboid_triangle(m, a, b, 10.0) }
    closest_points_halfspace_support_map(m: &Pose = &far(), a: &HalfSpace = &HalfSpace::new(v(0.6, 0.48, 0.64)), b: &Cuboid = &cuboid()) -> ClosestPoints { details::closest_points_halfspace_support_map(m, a, b, 10.0) }
    closest_points_support_map_support_map(m: &Pose = &far(), a: &Cylinder = &Cylinder::new(0.7, 0.4), b: &Cuboid = &cuboid()) -> ClosestPoints { details::closest_points_support_map_support_map(m, a, b, 10.0) }

    distance_ball_ball(a: &Ball = &Ball::new(0.7), c: Vector = v(1.5, 0.3, 1.2), b: &Ball = &Ball::new(0.4)) -> f64 { details::distance_ball_ball(a, c, b) }
    distance_cuboid_cuboid(m: &Pose = &far(), a: &Cuboid = &cuboid(), b: &Cuboid = &Cuboid::new(v(0.4, 0.3, 0.2))) -> f64 { details::distance_cuboid_cuboid(m, a, b) }
    distance_halfspace_support_map(m: &Pose = &far(), a: &HalfSpace = &HalfSpace::new(v(0.6, 0.48, 0.64)), b: &Cuboid = &cuboid()) -> f64 { details::distance_halfspace_support_map(m, a, b) }
    distance_segment_segment(m: &Pose = &far(), a: &Segment = &segment(), b: &Segment = &Segment::new(v(0.0, 0.1, 0.0), v(-2.0, 0.2, 0.3))) -> f64 { details::distance_segment_segment(m, a, b) }
    distance_support_map_support_map(m: &Pose = &far(), a: &Cylinder = &Cylinder::new(0.7, 0.4), b: &Cuboid = &cuboid()) -> f64 { details::distance_support_map_support_map(m, a, b) }

    contact_ball_ball(m: &Pose = &Pose::new(v(0.7, 0.3, 0.5), v(0.3, 0.5, -0.2)), a: &Ball = &Ball::new(0.7), b: &Ball = &Ball::new(0.4)) -> Option<Contact> { details::contact_ball_ball(m, a, b, 0.1) }
    contact_cuboid_cuboid(m: &Pose = &Pose::new(v(0.7, 0.3, 0.5), v(0.3, 0.5, -0.2)), a: &Cuboid = &cuboid(), b: &Cuboid = &Cuboid::new(v(0.4, 0.3, 0.2))) -> Option<Contact> { details::contact_cuboid_cuboid(m, a, b, 0.1) }
    contact_halfspace_support_map(m: &Pose = &Pose::new(v(0.1, 0.3, 0.2), v(0.3, 0.5, -0.2)), a: &HalfSpace = &HalfSpace::new(v(0.6, 0.48, 0.64)), b: &Cuboid = &cuboid()) -> Option<Contact> { details::contact_halfspace_support_map(m, a, b, 0.1) }
    contact_support_map_support_map(m: &Pose = &Pose::new(v(0.5, 0.3, 0.4), v(0.3, 0.5, -0.2)), a: &Cylinder = &Cylinder::new(0.7, 0.4), b: &Cuboid = &cuboid()) -> Option<Contact> { details::contact_support_map_support_map(m, a, b, 0.1) }
    contact_transform_by(p: Vector = v(0.3, 0.2, 0.5), q: Vector = v(1.3, 0.2, 0.5), n: Vector = v(0.6, 0.48, 0.64), m: &Pose = &pose(), o: &Pose = &far()) -> Contact {
        let mut c = Contact::new(p, q, n, -n, 0.3); c.transform_by_mut(m, o); c.transform1_by_mut(o); c
    }

    sat_cuboid_cuboid_line(a: &Cuboid = &cuboid(), b: &Cuboid = &Cuboid::new(v(0.4, 0.3, 0.2)), m: &Pose = &far(), d: Vector = v(0.6, 0.48, 0.64)) -> (f64, Vector) { sat::cuboid_cuboid_compute_separation_wrt_local_line(a, b, m, d) }
    sat_cuboid_cuboid_edge(a: &Cuboid = &cuboid(), b: &Cuboid = &Cuboid::new(v(0.4, 0.3, 0.2)), m: &Pose = &far()) -> (f64, Vector) { sat::cuboid_cuboid_find_local_separating_edge_twoway(a, b, m) }
    sat_cuboid_cuboid_normal(a: &Cuboid = &cuboid(), b: &Cuboid = &Cuboid::new(v(0.4, 0.3, 0.2)), m: &Pose = &far()) -> (f64, Vector) { sat::cuboid_cuboid_find_local_separating_normal_oneway(a, b, m) }
    sat_point_cuboid(p: Vector = v(1.0, 2.0, 0.5), n: Vector = v(0.6, 0.48, 0.64), b: &Cuboid = &cuboid(), m: &Pose = &far()) -> (f64, Vector) { sat::point_cuboid_find_local_separating_normal_oneway(p, Some(n), b, m) }
    sat_cuboid_segment(a: &Cuboid = &cuboid(), b: &Segment = &segment(), m: &Pose = &far()) -> (f64, Vector) { sat::cuboid_segment_find_local_separating_edge_twoway(a, b, m) }
    sat_cuboid_support_map_line(a: &Cuboid = &cuboid(), b: &Segment = &segment(), m: &Pose = &far(), d: Vector = v(0.6, 0.48, 0.64)) -> (f64, Vector) { sat::cuboid_support_map_compute_separation_wrt_local_line(a, b, m, d) }
    sat_cuboid_support_map_normal(a: &Cuboid = &cuboid(), b: &Segment = &segment(), m: &Pose = &far()) -> (f64, Vector) { sat::cuboid_support_map_find_local_separating_normal_oneway(a, b, m) }
    sat_cuboid_triangle(a: &Cuboid = &cuboid(), b: &Triangle = &triangle(), m: &Pose = &far()) -> (f64, Vector) { sat::cuboid_triangle_find_local_separating_edge_twoway(a, b, m) }
    sat_support_map_support_map(a: &Cuboid = &cuboid(), b: &Triangle = &triangle(), m: &Pose = &far(), d: Vector = v(0.6, 0.48, 0.64)) -> f64 { sat::support_map_support_map_compute_separation(a, b, m, d) }
    sat_triangle_segment(a: &Triangle = &triangle(), b: &Segment = &segment(), m: &Pose = &far()) -> (f64, Vector) { sat::triangle_segment_find_local_separating_normal_oneway(a, b, m) }
    sat_segment_triangle(a: &Segment = &segment(), b: &Triangle = &triangle(), m: &Pose = &far()) -> (f64, Vector) { sat::segment_triangle_find_local_separating_edge_twoway(a, b, m) }

    cast_shapes_ball_ball(m: &Pose = &Pose::new(v(3.0, 0.2, 0.1), v(0.3, 0.5, -0.2)), w: Vector = v(-1.0, 0.02, 0.03), a: &Ball = &Ball::new(0.7), b: &Ball = &Ball::new(0.4)) -> Option<f64> {
        details::cast_shapes_ball_ball(m, w, a, b, ShapeCastOptions::default()).map(|hit| hit.time_of_impact)
    }
    rigid_motion_at(p: &Pose = &pose(), c: Vector = v(0.1, 0.2, 0.3), l: Vector = v(0.5, 0.3, -0.2), a: Vector = v(0.2, -0.1, 0.4), t: f64 = 0.6) -> Pose {
        NonlinearRigidMotion::new(*p, c, l, a).position_at_time(t)
    }
    rigid_motion_append_prepend(p: &Pose = &pose(), c: Vector = v(0.1, 0.2, 0.3), l: Vector = v(0.5, 0.3, -0.2), a: Vector = v(0.2, -0.1, 0.4), t: f64 = 0.6) -> Pose {
        let motion = NonlinearRigidMotion::new(*p, c, l, a).append_translation(l).prepend_translation(a).append(*p).prepend(*p);
        motion.position_at_time(t)
    }
    aabb_canonical_split(a: &Aabb = &Aabb::new(v(-1.0, -0.6, -0.9), v(0.8, 1.4, 0.7)), k: f64 = 0.1) -> f64 { match a.canonical_split(0, k, 1.0e-6) { SplitResult::Pair(p, q) => p.volume() + 2.0 * q.volume(), _ => 0.0 } }
    clip_halfspace_polygon(c: Vector = v(0.2, 0.1, 0.0), n: Vector = v(0.6, 0.48, 0.64), p: &[Vector] = &[v(-1.0, -0.9, 0.2), v(1.1, -0.8, -0.1), v(0.9, 1.2, 0.3), v(-0.8, 1.0, -0.2)]) -> Vec<Vector> {
        let mut clipped = Vec::new();
        details::clip_halfspace_polygon(c, n, p, &mut clipped);
        clipped
    }
    shape_cast_hit_transform1_by(p: Vector = v(0.6, -0.3, 0.8), n: Vector = v(0.6, 0.48, 0.64), m: &Pose = &pose()) -> (Vector, Vector) {
        let hit = ShapeCastHit { time_of_impact: 0.5, witness1: p, witness2: 2.0 * p, normal1: n, normal2: -n, status: ShapeCastStatus::Converged, subshape1: 0, subshape2: 0 };
        let moved = hit.transform1_by(m);
        (moved.witness1 + moved.witness2, moved.normal1)
    }
    constant_point_support_point(p: Vector = v(0.6, -0.3, 0.8), m: &Pose = &pose(), d: Vector = v(0.6, 0.48, 0.64)) -> Vector {
        let point = query::gjk::ConstantPoint(p);
        point.support_point(m, d) + 2.0 * point.support_point_toward(m, d)
    }
    simplex_max_sq_len(p: Vector = v(0.6, -0.3, 0.8), q: Vector = v(0.1, 0.4, -0.2)) -> f64 {
        let mut simplex = query::gjk::VoronoiSimplex::new();
        simplex.reset(query::gjk::CsoPoint::new(p, q));
        simplex.max_sq_len()
    }
    polyhedron_project_and_get_feature(c: &ConvexPolyhedron = &hull(), p: Vector = v(1.5, 1.3, 1.2)) -> Vector { c.project_local_point_and_get_feature(p).0.point }
}
