//! parry's bounding volumes against differences.
use parry3d_f64::bounding_volume::{Aabb, BoundingSphere, BoundingVolume, details};
use parry3d_f64::glamx::{DPose3 as Pose, DVec3 as Vector};
use parry3d_f64::shape::*;
use pullback::{check_grad, differentiable};
use solids::{pose, v};

#[allow(dead_code)]
#[macro_use]
mod solids;

fn aabb() -> Aabb {
    Aabb::new(v(-1.0, -0.6, -0.9), v(0.8, 1.4, 0.7))
}

fn other() -> Aabb {
    Aabb::new(v(-0.3, -1.1, -0.4), v(1.2, 0.9, 1.6))
}

fn sphere() -> BoundingSphere {
    BoundingSphere::new(v(0.3, -0.2, 0.9), 1.2)
}

hold! {
    aabb_from_half_extents(c: Vector = v(0.1, 0.2, 0.3), h: Vector = v(1.0, 0.7, 0.4)) -> Aabb { Aabb::from_half_extents(c, h) }
    aabb_from_points(p: &[Vector] = &[v(0.1, 0.2, 0.3), v(1.0, -0.7, 0.4), v(-1.0, 0.5, 0.6)]) -> Aabb {
        Aabb::from_points(p.to_vec())
    }
    aabb_center(a: &Aabb = &aabb()) -> Vector { a.center() }
    aabb_half_extents(a: &Aabb = &aabb()) -> Vector { a.half_extents() }
    aabb_volume(a: &Aabb = &aabb()) -> f64 { a.volume() }
    aabb_half_area(a: &Aabb = &aabb()) -> f64 { a.half_area_or_perimeter() }
    aabb_extents(a: &Aabb = &aabb()) -> Vector { a.extents() }
    aabb_take_point(a: Aabb = aabb(), p: Vector = v(1.5, 0.2, -1.4)) -> Aabb { let mut a = a; a.take_point(p); a }
    aabb_transform_by(a: &Aabb = &aabb(), m: &Pose = &pose()) -> Aabb { a.transform_by(m) }
    aabb_translated(a: Aabb = aabb(), t: Vector = v(0.3, -0.2, 0.5)) -> Aabb { a.translated(t) }
    aabb_scaled(a: Aabb = aabb(), t: Vector = v(0.3, -0.2, 0.5)) -> Aabb { a.scaled(t) }
    aabb_scaled_wrt_center(a: Aabb = aabb(), t: Vector = v(0.3, -0.2, 0.5)) -> Aabb { a.scaled_wrt_center(t) }
    aabb_bounding_sphere(a: &Aabb = &aabb()) -> BoundingSphere { a.bounding_sphere() }
    aabb_distance_to_origin(a: &Aabb = &Aabb::new(v(0.5, -0.3, 0.7), v(1.0, 0.4, 1.1))) -> f64 { a.distance_to_origin() }
    aabb_intersection(a: &Aabb = &aabb(), b: &Aabb = &other()) -> Option<Aabb> { a.intersection(b) }
    aabb_aligned_intersections(a: &Aabb = &aabb(), m: &Pose = &pose(), b: &Aabb = &other()) -> Option<(Aabb, Aabb)> {
        a.aligned_intersections(m, b)
    }
    aabb_add_half_extents(a: &Aabb = &aabb(), h: Vector = v(0.3, 0.2, 0.5)) -> Aabb { a.add_half_extents(h) }
    aabb_project_on_axis(a: &Aabb = &aabb(), h: Vector = v(0.3, -0.2, 0.5)) -> (f64, f64) { a.project_on_axis(h) }
    aabb_merge(a: Aabb = aabb(), b: &Aabb = &other()) -> Aabb { let mut a = a; a.merge(b); a }
    aabb_merged(a: &Aabb = &aabb(), b: &Aabb = &other()) -> Aabb { a.merged(b) }
    aabb_loosen(a: Aabb = aabb(), k: f64 = 0.3) -> Aabb { let mut a = a; a.loosen(k); a }
    aabb_loosened(a: &Aabb = &aabb(), k: f64 = 0.3) -> Aabb { a.loosened(k) }
    aabb_tighten(a: Aabb = aabb(), k: f64 = 0.3) -> Aabb { let mut a = a; a.tighten(k); a }
    aabb_tightened(a: &Aabb = &aabb(), k: f64 = 0.3) -> Aabb { a.tightened(k) }
    ball_aabb(b: &Ball = &Ball::new(0.5), m: &Pose = &pose()) -> Aabb { b.aabb(m) }
    capsule_local_aabb(c: &Capsule = &Capsule::new(v(0.1, 0.2, 0.3), v(1.1, -0.4, 0.5), 0.3)) -> Aabb { c.local_aabb() }
    capsule_aabb(c: &Capsule = &Capsule::new(v(0.1, 0.2, 0.3), v(1.1, -0.4, 0.5), 0.3), m: &Pose = &pose()) -> Aabb { c.aabb(m) }
    half_space_local_aabb(h: &HalfSpace = &HalfSpace::new(v(0.6, 0.48, 0.64))) -> f64 { h.local_aabb().mins.x * 0.0 + h.normal.x }
    cuboid_aabb(c: &Cuboid = &Cuboid::new(v(0.5, 0.6, 0.7)), m: &Pose = &pose()) -> Aabb { c.aabb(m) }
    segment_aabb(s: &Segment = &Segment::new(v(0.1, 0.2, 0.3), v(1.1, -0.4, 0.5)), m: &Pose = &pose()) -> Aabb { s.aabb(m) }
    sphere_transform_by(s: &BoundingSphere = &sphere(), m: &Pose = &pose()) -> BoundingSphere { s.transform_by(m) }
    sphere_translated(s: &BoundingSphere = &sphere(), t: Vector = v(0.3, -0.2, 0.5)) -> BoundingSphere { s.translated(t) }
    sphere_merge(s: BoundingSphere = sphere(), b: &BoundingSphere = &BoundingSphere::new(v(1.3, 0.4, -0.6), 0.9)) -> BoundingSphere {
        let mut s = s; s.merge(b); s
    }
    sphere_merged(s: &BoundingSphere = &sphere(), b: &BoundingSphere = &BoundingSphere::new(v(1.3, 0.4, -0.6), 0.9)) -> BoundingSphere {
        s.merged(b)
    }
    sphere_loosen(a: BoundingSphere = sphere(), k: f64 = 0.3) -> BoundingSphere { let mut a = a; a.loosen(k); a }
    sphere_loosened(a: &BoundingSphere = &sphere(), k: f64 = 0.3) -> BoundingSphere { a.loosened(k) }
    sphere_tighten(a: BoundingSphere = sphere(), k: f64 = 0.3) -> BoundingSphere { let mut a = a; a.tighten(k); a }
    sphere_tightened(a: &BoundingSphere = &sphere(), k: f64 = 0.3) -> BoundingSphere { a.tightened(k) }
    capsule_bounding_sphere(c: &Capsule = &Capsule::new(v(0.1, 0.2, 0.3), v(1.1, -0.4, 0.5), 0.3)) -> BoundingSphere { c.local_bounding_sphere() }
    cone_bounding_sphere(c: &Cone = &Cone::new(0.7, 0.4)) -> BoundingSphere { c.local_bounding_sphere() }
    cylinder_bounding_sphere(c: &Cylinder = &Cylinder::new(0.7, 0.4), m: &Pose = &pose()) -> BoundingSphere { c.bounding_sphere(m) }
    cloud_bounding_sphere(p: &[Vector] = &[v(0.1, 0.2, 0.3), v(1.0, -0.7, 0.4), v(-1.0, 0.5, 0.6)]) -> BoundingSphere {
        details::point_cloud_bounding_sphere(p)
    }
    aabb_clip_segment(a: &Aabb = &aabb(), p: Vector = v(-2.0, 0.1, 0.2), q: Vector = v(2.0, 0.5, -0.4)) -> Option<Segment> { a.clip_segment(p, q) }
    aabb_clip_line(a: &Aabb = &aabb(), p: Vector = v(-2.0, 0.1, 0.2), q: Vector = v(2.0, 0.5, -0.4)) -> Option<Segment> { a.clip_line(p, q) }
}
