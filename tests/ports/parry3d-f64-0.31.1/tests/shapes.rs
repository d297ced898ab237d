#![allow(unused, clippy::all)]
//! parry's shapes and mass properties against differences.
use parry3d_f64::bounding_volume::*;
use parry3d_f64::glamx::{
    DMat3 as Matrix, DPose3 as Pose, DQuat as Rotation, DVec2 as Vector2, DVec3 as Vector,
};
use parry3d_f64::mass_properties::MassProperties;
use parry3d_f64::query::{self, details, sat, *};
use parry3d_f64::shape::*;
use pullback::{check_grad, differentiable};
use solids::*;

#[macro_use]
mod solids;

fn hull() -> ConvexPolyhedron {
    let t = tetrahedron();
    ConvexPolyhedron::from_convex_hull(&[t.a, t.b, t.c, t.d]).unwrap()
}

hold! {
    capsule_new_x(h: f64 = 0.6, r: f64 = 0.3) -> Capsule { Capsule::new_x(h, r) }
    capsule_new_y(h: f64 = 0.6, r: f64 = 0.3) -> Capsule { Capsule::new_y(h, r) }
    capsule_new_z(h: f64 = 0.6, r: f64 = 0.3) -> Capsule { Capsule::new_z(h, r) }
    capsule_height(c: &Capsule = &capsule()) -> f64 { c.height() }
    capsule_half_height(c: &Capsule = &capsule()) -> f64 { c.half_height() }
    capsule_center(c: &Capsule = &capsule()) -> Vector { c.center() }
    capsule_transform_by(c: &Capsule = &capsule(), m: &Pose = &pose()) -> Capsule { c.transform_by(m) }
    capsule_local_support_point_toward(c: &Capsule = &capsule(), d: Vector = v(0.6, 0.48, 0.64)) -> Vector { c.local_support_point_toward(d) }
    ball_support_point_toward(c: &Ball = &Ball::new(0.7), m: &Pose = &pose(), d: Vector = v(0.6, 0.48, 0.64)) -> Vector { c.support_point_toward(m, d) }
    ball_support_point(c: &Ball = &Ball::new(0.7), m: &Pose = &pose(), d: Vector = v(0.6, 0.1, 0.8)) -> Vector { c.support_point(m, d) }
    ball_local_support_point_toward(c: &Ball = &Ball::new(0.7), d: Vector = v(0.6, 0.48, 0.64)) -> Vector { c.local_support_point_toward(d) }
    cone_local_support_point(c: &Cone = &Cone::new(0.7, 0.4), d: Vector = v(0.6, -0.3, 0.8)) -> Vector { c.local_support_point(d) }
    cylinder_local_support_point(c: &Cylinder = &Cylinder::new(0.7, 0.4), d: Vector = v(0.6, -0.3, 0.8)) -> Vector { c.local_support_point(d) }
    support_point(c: &Cylinder = &Cylinder::new(0.7, 0.4), m: &Pose = &pose(), d: Vector = v(0.6, -0.3, 0.8)) -> Vector { c.support_point(m, d) }
    support_point_toward(c: &Cylinder = &Cylinder::new(0.7, 0.4), m: &Pose = &pose(), d: Vector = v(0.6, 0.48, 0.64)) -> Vector { c.support_point_toward(m, d) }
    cuboid_scaled(c: Cuboid = cuboid(), s: Vector = v(0.6, -0.3, 0.8)) -> Cuboid { c.scaled(s) }
    cuboid_local_support_edge_segment(c: &Cuboid = &cuboid(), d: Vector = v(0.6, -0.3, 0.8)) -> Segment { c.local_support_edge_segment(d) }
    cuboid_support_face(c: &Cuboid = &cuboid(), d: Vector = v(0.6, -0.3, 0.8)) -> f64 { let f = c.support_face(d); f.vertices[0].dot(f.vertices[1]) + f.vertices[2].x * f.vertices[3].y }
    cuboid_feature_normal(c: &Cuboid = &cuboid()) -> f64 { c.feature_normal(FeatureId::Edge(0b10101)).map_or(0.0, |n| n.x) + c.half_extents.x }
    half_space_scaled(h: HalfSpace = HalfSpace::new(v(0.6, 0.48, 0.64)), s: Vector = v(0.6, 0.3, 0.8)) -> Option<HalfSpace> { h.scaled(s) }
    segment_scaled(s: Segment = segment(), d: Vector = v(0.6, -0.3, 0.8)) -> Segment { s.scaled(d) }
    segment_scaled_direction(s: &Segment = &segment()) -> Vector { s.scaled_direction() }
    segment_length(s: &Segment = &segment()) -> f64 { s.length() }
    segment_direction(s: &Segment = &segment()) -> Option<Vector> { s.direction() }
    segment_transformed(s: &Segment = &segment(), m: &Pose = &pose()) -> Segment { s.transformed(m) }
    segment_point_at(s: &Segment = &segment(), k: f64 = 0.3) -> Vector { s.point_at(&SegmentPointLocation::OnEdge([k, 1.0 - k])) }
    segment_feature_normal(s: &Segment = &segment()) -> Option<Vector> { s.feature_normal(FeatureId::Face(0)) }
    segment_local_support_point(s: &Segment = &segment(), d: Vector = v(0.6, -0.3, 0.8)) -> Vector { s.local_support_point(d) }
    tetrahedron_barycentric_coordinates(t: &Tetrahedron = &tetrahedron(), p: Vector = v(0.3, 0.3, 0.2)) -> Option<[f64; 4]> { t.barycentric_coordinates(p) }
    tetrahedron_volume(t: &Tetrahedron = &tetrahedron()) -> f64 { t.volume() }
    tetrahedron_signed_volume(t: &Tetrahedron = &tetrahedron()) -> f64 { t.signed_volume() }
    triangle_scaled(t: Triangle = triangle(), s: Vector = v(0.6, -0.3, 0.8)) -> Triangle { t.scaled(s) }
    triangle_transformed(t: &Triangle = &triangle(), m: &Pose = &pose()) -> Triangle { t.transformed(m) }
    triangle_edges_scaled_directions(t: &Triangle = &triangle()) -> [Vector; 3] { t.edges_scaled_directions() }
    triangle_local_support_edge_segment(t: &Triangle = &triangle(), d: Vector = v(0.6, -0.3, 0.8)) -> Segment { t.local_support_edge_segment(d) }
    triangle_scaled_normal(t: &Triangle = &triangle()) -> Vector { t.scaled_normal() }
    triangle_normal(t: &Triangle = &triangle()) -> Option<Vector> { t.normal() }
    triangle_extents_on_dir(t: &Triangle = &triangle(), d: Vector = v(0.6, -0.3, 0.8)) -> (f64, f64) { t.extents_on_dir(d) }
    triangle_area(t: &Triangle = &triangle()) -> f64 { t.area() }
    triangle_perimeter(t: &Triangle = &triangle()) -> f64 { t.perimeter() }
    triangle_circumcircle(t: &Triangle = &triangle()) -> (Vector, f64) { t.circumcircle() }
    triangle_local_support_point(t: &Triangle = &triangle(), d: Vector = v(0.6, -0.3, 0.8)) -> Vector { t.local_support_point(d) }
    round_local_support_point_toward(r: f64 = 0.2, h: Vector = v(0.5, 0.6, 0.7), d: Vector = v(0.6, 0.48, 0.64)) -> Vector {
        let round = RoundCuboid { inner_shape: Cuboid::new(h), border_radius: r };
        round.local_support_point_toward(d)
    }

    mass_from_ball(d: f64 = 1.2, r: f64 = 0.7) -> MassProperties { MassProperties::from_ball(d, r) }
    mass_from_capsule(d: f64 = 1.2, a: Vector = v(0.1, 0.2, 0.3), b: Vector = v(1.1, -0.4, 0.5), r: f64 = 0.3) -> f64 {
        let m = MassProperties::from_capsule(d, a, b, r);
        m.mass() + m.local_com.x * m.principal_inertia().y + m.principal_inertia().x
    }
    mass_from_cone(d: f64 = 1.2, h: f64 = 0.7, r: f64 = 0.4) -> MassProperties { MassProperties::from_cone(d, h, r) }
    mass_from_cylinder(d: f64 = 1.2, h: f64 = 0.7, r: f64 = 0.4) -> MassProperties { MassProperties::from_cylinder(d, h, r) }
    mass_from_cuboid(d: f64 = 1.2, h: Vector = v(0.5, 0.6, 0.7)) -> MassProperties { MassProperties::from_cuboid(d, h) }
    mass_world_com(d: f64 = 1.2, h: Vector = v(0.5, 0.6, 0.7), m: &Pose = &pose()) -> Vector { MassProperties::from_cuboid(d, h).world_com(m) }
    mass_world_inv_inertia(d: f64 = 1.2, h: Vector = v(0.5, 0.6, 0.7), m: &Pose = &pose()) -> f64 {
        let i = MassProperties::from_cuboid(d, h).world_inv_inertia(&m.rotation);
        i.m11 + 2.0 * i.m12 + 3.0 * i.m13 + 4.0 * i.m22 + 5.0 * i.m23 + 6.0 * i.m33
    }
    mass_reconstruct_inverse_inertia_matrix(d: f64 = 1.2, h: Vector = v(0.5, 0.6, 0.7)) -> Matrix { MassProperties::from_cuboid(d, h).reconstruct_inverse_inertia_matrix() }
    mass_reconstruct_inertia_matrix(d: f64 = 1.2, h: Vector = v(0.5, 0.6, 0.7)) -> Matrix { MassProperties::from_cuboid(d, h).reconstruct_inertia_matrix() }
    mass_transform_by(d: f64 = 1.2, h: Vector = v(0.5, 0.6, 0.7), m: &Pose = &pose()) -> MassProperties { MassProperties::from_cuboid(d, h).transform_by(m) }
    mass_set_mass(d: f64 = 1.2, h: Vector = v(0.5, 0.6, 0.7), k: f64 = 2.0) -> MassProperties { let mut m = MassProperties::from_cuboid(d, h); m.set_mass(k, true); m }
    mass_with_inertia_matrix(c: Vector = v(0.1, 0.2, 0.3), m: f64 = 2.0, a: f64 = 0.3) -> f64 {
        let inertia = Matrix::from_cols(Vector::new(2.0, a, 0.1), Vector::new(a, 3.0, 0.2), Vector::new(0.1, 0.2, 5.0 + a));
        let m = MassProperties::with_inertia_matrix(c, m, inertia);
        let p = m.principal_inertia();
        m.mass() * p.x + 2.0 * p.y + p.z
    }
    mass_add(d: f64 = 1.2, h: Vector = v(0.5, 0.6, 0.7), r: f64 = 0.4, m: &Pose = &pose()) -> f64 {
        let sum = MassProperties::from_cuboid(d, h) + MassProperties::from_ball(d, r).transform_by(m);
        let p = sum.principal_inertia();
        sum.mass() * p.x + 2.0 * p.y + p.z + sum.local_com.dot(h)
    }
    mass_sub(d: f64 = 1.2, h: Vector = v(0.5, 0.6, 0.7), r: f64 = 0.2, m: &Pose = &Pose::new(v(0.1, 0.05, 0.02), v(0.3, 0.5, -0.2))) -> f64 {
        let sum = MassProperties::from_cuboid(d, h) - MassProperties::from_ball(d, r).transform_by(m);
        let p = sum.principal_inertia();
        sum.mass() * p.x + 2.0 * p.y + p.z + sum.local_com.dot(h)
    }
    mass_add_assign(d: f64 = 1.2, h: Vector = v(0.5, 0.6, 0.7), r: f64 = 0.4, m: &Pose = &pose()) -> f64 {
        let mut sum = MassProperties::from_cuboid(d, h);
        sum += MassProperties::from_ball(d, r).transform_by(m);
        sum.mass() + sum.local_com.dot(h)
    }
    mass_sub_assign(d: f64 = 1.2, h: Vector = v(0.5, 0.6, 0.7), r: f64 = 0.2, m: &Pose = &Pose::new(v(0.1, 0.05, 0.02), v(0.3, 0.5, -0.2))) -> f64 {
        let mut sum = MassProperties::from_cuboid(d, h);
        sum -= MassProperties::from_ball(d, r).transform_by(m);
        sum.mass() + sum.local_com.dot(h)
    }
    polyhedron_scaled(c: ConvexPolyhedron = hull(), k: Vector = v(0.6, 0.3, 0.8)) -> Option<Vector> { c.scaled(k).map(|c| c.local_support_point(v(0.6, -0.3, 0.8))) }
    polyhedron_feature_normal(c: &ConvexPolyhedron = &hull()) -> Option<Vector> {
        let (Some(a), Some(b), Some(c)) = (c.feature_normal(FeatureId::Face(1)), c.feature_normal(FeatureId::Edge(2)), c.feature_normal(FeatureId::Vertex(1))) else { return None };
        Some(a + 2.0 * b + 3.0 * c)
    }
    polyhedron_support_feature(c: &ConvexPolyhedron = &hull(), d: Vector = v(0.6, -0.7, 0.2)) -> Vector {
        let mut f = PolygonalFeature::default();
        c.local_support_feature(d, &mut f);
        f.vertices[0] + 2.0 * f.vertices[1] + 3.0 * f.vertices[2]
    }
}
