#![allow(unused, clippy::all)]
//! parry's meshes of shapes, hulls and utilities against differences.
use parry3d_f64::bounding_volume::*;
use parry3d_f64::glamx::{
    DMat3 as Matrix, I64Vec3 as IVector, DPose3 as Pose, DQuat as Rotation, DVec2 as Vector2, DVec3 as Vector,
};
use parry3d_f64::mass_properties::MassProperties;
use parry3d_f64::math::VectorExt;
use parry3d_f64::query::{self, details, details::NormalConstraints, sat, *};
use parry3d_f64::shape::*;
use parry3d_f64::transformation;
use parry3d_f64::utils::{self, Interval, IntervalFunction, PoseOps, PoseOpt, SdpMatrix2, SdpMatrix3};
use pullback::{Differentiable, check_grad, differentiable};
use solids::*;

mod solids;

/// A test for each function, by its name: the function as it is called, and what it is called with.
macro_rules! hold {
    ($($name:ident($($param:ident: $ty:ty = $value:expr),*) -> $output:ty { $($body:tt)* })*) => {$(
        #[test]
        fn $name() {
            #[differentiable(twins(center = center_derivatives, convex_hull = convex_hull_derivatives, median = median_derivatives, obb = obb_derivatives, ccw_face_normal = ccw_face_normal_derivatives))]
            fn held($($param: $ty),*) -> $output { $($body)* }
            $(let $param = $value;)*
            check_grad!(held($($param),*)).unwrap();
        }
    )*};
}

fn voxels() -> transformation::voxelization::VoxelSet {
    let (points, indices) = Ball::new(0.7).to_trimesh(8, 6);
    transformation::voxelization::VoxelSet::voxelize(
        &points,
        &indices,
        6,
        transformation::voxelization::FillMode::SurfaceOnly,
        false,
    )
}

/// Its root is where `x² + b x = a`.
#[derive(Differentiable)]
struct Parabola {
    a: f64,
    b: f64,
}

#[differentiable]
impl IntervalFunction<f64> for Parabola {
    fn eval(&self, t: f64) -> f64 {
        t * t + self.b * t - self.a
    }
    fn eval_interval(&self, t: Interval<f64>) -> Interval<f64> {
        t * t + t * self.b - self.a
    }
    fn eval_interval_gradient(&self, t: Interval<f64>) -> Interval<f64> {
        t * 2.0 + self.b
    }
}

fn field() -> HeightField {
    let heights = (0..20).map(|k| 0.1 * ((k * 7) % 11) as f64).collect();
    HeightField::new(utils::Array2::new(4, 5, heights), v(2.0, 1.5, 3.0))
}

fn hull() -> ConvexPolyhedron {
    let t = tetrahedron();
    ConvexPolyhedron::from_convex_hull(&[t.a, t.b, t.c, t.d]).unwrap()
}

fn grid() -> Voxels {
    Voxels::new(v(0.3, 0.2, 0.4), &[IVector::new(1, -2, 3), IVector::new(2, -2, 3)])
}

fn mesh() -> TriMesh {
    let points = vec![v(-1.0, -0.4, 0.3), v(1.1, -0.5, 0.4), v(0.1, 0.9, 0.5), v(0.2, 0.1, -1.2)];
    TriMesh::new(points, vec![[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]).unwrap()
}

fn cloud() -> Vec<Vector> {
    vec![
        v(0.1, 0.2, 0.3),
        v(1.1, -0.4, 0.5),
        v(0.4, 0.9, -0.6),
        v(-0.5, 0.3, 0.8),
        v(-0.7, -0.9, -0.2),
        v(0.3, -0.6, 1.4),
    ]
}

const TETRAHEDRON: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];

/// How far a mesh reaches, and the normal of a face of it.
#[differentiable]
fn of_mesh(mesh: &ConvexPolyhedron) -> Option<Vector> {
    Some(mesh.local_support_point(v(0.6, -0.3, 0.8)) + 0.3 * mesh.feature_normal(FeatureId::Face(2))?)
}

/// A shape that is scaled into a mesh, and one that stays what it is.
macro_rules! hold_scaled {
    ($($name:ident: $Shape:ty = $shape:expr;)*) => {
        hold! {
            $($name(s: $Shape = $shape, k: Vector = v(1.1, 0.7, 0.9), u: f64 = 0.8) -> Option<Vector> {
                let mesh = match s.scaled(k, 5)? {
                    either::Either::Left(_) => return None,
                    either::Either::Right(mesh) => of_mesh(&mesh)?,
                };
                match s.scaled(Vector::new(u, u, u), 5)? {
                    either::Either::Left(s) => Some(mesh + s.local_support_point(v(0.6, -0.3, 0.8))),
                    either::Either::Right(_) => None,
                }
            })*
        }
    };
}

hold_scaled! {
    ball_scaled: Ball = Ball::new(0.7);
    capsule_scaled: Capsule = capsule();
    cone_scaled: Cone = Cone::new(0.7, 0.4);
    cylinder_scaled: Cylinder = Cylinder::new(0.7, 0.4);
}

hold! {
    from_convex_mesh(p: Vec<Vector> = vec![v(0.1, 0.2, 0.3), v(1.1, -0.4, 0.5), v(0.4, 0.9, -0.6), v(-0.5, 0.3, 0.8)]) -> Option<Vector> {
        of_mesh(&ConvexPolyhedron::from_convex_mesh(p, &TETRAHEDRON)?)
    }
    ball_to_trimesh(s: &Ball = &Ball::new(0.7)) -> Vec<Vector> { s.to_trimesh(5, 4).0 }
    ball_to_outline(s: &Ball = &Ball::new(0.7)) -> Vec<Vector> { s.to_outline(5).0 }
    capsule_to_trimesh(s: &Capsule = &capsule()) -> Vec<Vector> { s.to_trimesh(5, 4).0 }
    capsule_to_outline(s: &Capsule = &capsule()) -> Vec<Vector> { s.to_outline(5).0 }
    cone_to_trimesh(s: &Cone = &Cone::new(0.7, 0.4)) -> Vec<Vector> { s.to_trimesh(5).0 }
    cone_to_outline(s: &Cone = &Cone::new(0.7, 0.4)) -> Vec<Vector> { s.to_outline(5).0 }
    cylinder_to_trimesh(s: &Cylinder = &Cylinder::new(0.7, 0.4)) -> Vec<Vector> { s.to_trimesh(5).0 }
    cylinder_to_outline(s: &Cylinder = &Cylinder::new(0.7, 0.4)) -> Vec<Vector> { s.to_outline(5).0 }
    cuboid_to_trimesh(s: &Cuboid = &cuboid()) -> Vec<Vector> { s.to_trimesh().0 }
    cuboid_to_outline(s: &Cuboid = &cuboid()) -> Vec<Vector> { s.to_outline().0 }
    aabb_to_trimesh(s: &Aabb = &Aabb::new(v(-1.0, -0.6, -0.9), v(0.8, 1.4, 0.7))) -> Vec<Vector> { s.to_trimesh().0 }
    aabb_to_outline(s: &Aabb = &Aabb::new(v(-1.0, -0.6, -0.9), v(0.8, 1.4, 0.7))) -> Vec<Vector> { s.to_outline().0 }
    round_cone_to_outline(s: &Cone = &Cone::new(0.7, 0.4), r: f64 = 0.1) -> Vec<Vector> { RoundShape { inner_shape: *s, border_radius: r }.to_outline(5, 3).0 }
    round_cylinder_to_outline(s: &Cylinder = &Cylinder::new(0.7, 0.4), r: f64 = 0.1) -> Vec<Vector> { RoundShape { inner_shape: *s, border_radius: r }.to_outline(5, 3).0 }
    round_cuboid_to_outline(s: &Cuboid = &cuboid(), r: f64 = 0.1) -> Vec<Vector> { RoundShape { inner_shape: *s, border_radius: r }.to_outline(3).0 }
    transform(p: Vec<Vector> = cloud(), m: &Pose = &pose()) -> Vec<Vector> { let mut p = p; transformation::utils::transform(&mut p, *m); p }
    transformed(p: Vec<Vector> = cloud(), m: &Pose = &pose()) -> Vec<Vector> { transformation::utils::transformed(p, *m) }
    scaled_points(p: Vec<Vector> = cloud(), s: Vector = v(0.6, -0.3, 0.8)) -> Vec<Vector> { transformation::utils::scaled(p, s) }
    push_circle(r: f64 = 0.7, d: f64 = 0.3, y: f64 = 0.2) -> Vec<Vector> { let mut out = Vec::new(); transformation::utils::push_circle(r, 5, d, y, &mut out); out }
    push_arc(c: Vector = v(0.1, 0.2, 0.3), a: Vector = v(1.1, 0.1, 0.4), b: Vector = v(0.2, 1.3, 0.2)) -> Vec<Vector> { let mut out = Vec::new(); transformation::utils::push_arc(c, a, b, 4, &mut out); out }
    convex_hull(p: &[Vector] = &cloud()) -> Vec<Vector> { transformation::convex_hull(p).0 }

    mass_from_trimesh(d: f64 = 1.2, p: &[Vector] = &[v(0.1, 0.2, 0.3), v(1.1, -0.4, 0.5), v(0.4, 0.9, -0.6), v(-0.5, 0.3, 0.8)]) -> f64 {
        let m = MassProperties::from_trimesh(d, p, &[[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]);
        m.mass() + m.local_com.x + m.principal_inertia().y
    }
    aabb_difference(a: &Aabb = &Aabb::new(v(-1.0, -0.6, -0.9), v(0.8, 1.4, 0.7)), b: &Aabb = &Aabb::new(v(-0.3, -1.1, -0.4), v(1.2, 0.9, 1.6))) -> f64 {
        let parts = a.difference(b);
        parts[0].volume() + 2.0 * parts[1].volume()
    }
    segment_local_split(s: &Segment = &segment(), d: Vector = v(0.6, 0.48, 0.64), k: f64 = 0.4) -> Option<Vector> { s.local_split_and_get_intersection(d, k, 1.0e-6).1.map(|i| i.0 * i.1) }
    cylinder_cast_local_ray(c: &Cylinder = &Cylinder::new(0.7, 0.4), o: Vector = v(0.1, 3.0, 0.05), d: Vector = v(0.01, -1.0, 0.02)) -> Option<f64> { c.cast_local_ray(&Ray::new(o, d), 10.0, true) }
    cylinder_cast_local_ray_and_get_normal(c: &Cylinder = &Cylinder::new(0.7, 0.4), o: Vector = v(0.1, 3.0, 0.05), d: Vector = v(0.01, -1.0, 0.02)) -> Option<f64> { c.cast_local_ray_and_get_normal(&Ray::new(o, d), 10.0, true).map(|i| i.time_of_impact) }
    polygonal_feature_transform_by(c: &Cuboid = &cuboid(), m: &Pose = &pose()) -> f64 { let mut f = c.support_face(v(0.6, -0.3, 0.8)); f.transform_by(m); f.vertices[0].dot(f.vertices[2]) }
    cone_support_feature(c: &Cone = &Cone::new(0.7, 0.4), d: Vector = v(0.6, -0.7, 0.2)) -> f64 { let mut f = PolygonalFeature::default(); c.local_support_feature(d, &mut f); f.vertices[0].x + f.vertices[1].y }
    cylinder_support_feature(c: &Cylinder = &Cylinder::new(0.7, 0.4), d: Vector = v(0.6, -0.7, 0.2)) -> f64 { let mut f = PolygonalFeature::default(); c.local_support_feature(d, &mut f); f.vertices[0].x + f.vertices[1].y }
    rigid_motion_set_start(p: &Pose = &pose(), c: Vector = v(0.1, 0.2, 0.3), l: Vector = v(0.5, 0.3, -0.2), a: Vector = v(0.2, -0.1, 0.4), t: f64 = 0.6) -> Pose {
        let mut motion = NonlinearRigidMotion::new(*p, c, l, a);
        motion.prepend_translation(l).position_at_time(t)
    }

    center(p: &[Vector] = &cloud()) -> Vector { utils::center(p) }
    center_cov(p: &[Vector] = &cloud()) -> (Vector, Matrix) { utils::center_cov(p) }
    ccw_face_normal(a: Vector = v(0.1, 0.2, 0.3), b: Vector = v(1.1, -0.4, 0.5), c: Vector = v(0.4, 0.9, -0.6)) -> Option<Vector> { utils::ccw_face_normal([a, b, c]) }
    median(x: Vec<f64> = vec![0.3, 1.7, 0.9, -0.4]) -> f64 { let mut x = x; utils::median(&mut x) }
    obb(p: &[Vector] = &cloud()) -> Vector { utils::obb(p).1.half_extents }
    absolute_transform_vector(m: &Pose = &pose(), x: Vector = v(0.6, -0.7, 0.2)) -> Vector { m.absolute_transform_vector(x) }
    angle(x: Vector = v(0.6, -0.7, 0.2), y: Vector = v(0.1, 0.4, 0.9)) -> f64 { VectorExt::angle(x, y) }
    kronecker(x: Vector = v(0.6, -0.7, 0.2), y: Vector = v(0.1, 0.4, 0.9)) -> Matrix { x.kronecker(y) }
    sdp_mul_vec(a: f64 = 0.3, x: Vector = v(0.6, -0.7, 0.2)) -> Vector { SdpMatrix3::new(1.0, a, 0.2, 2.0, a * a, 3.0).mul_vec(x) }
    sdp_quadform(a: f64 = 0.3, m: &Matrix = &Matrix::from_cols(v(2.0, 0.1, 0.2), v(0.3, 3.0, 0.4), v(0.5, 0.6, 5.0))) -> f64 {
        let q = SdpMatrix3::new(1.0, a, 0.2, 2.0, a * a, 3.0).quadform(m);
        q.m11 + 2.0 * q.m12 + 3.0 * q.m13 + 4.0 * q.m22 + 5.0 * q.m23 + 6.0 * q.m33
    }
    sdp_quadform3x2(a: f64 = 0.3, b: f64 = 0.7) -> f64 {
        let q = SdpMatrix3::new(1.0, a, 0.2, 2.0, a * a, 3.0).quadform3x2(b, 0.2, 0.3, b * b, 0.5, 0.6);
        q.m11 + 2.0 * q.m12 + 3.0 * q.m22
    }
    sdp_inverse_unchecked(a: f64 = 0.3) -> f64 { let q = SdpMatrix3::new(1.0, a, 0.2, 2.0, a * a, 3.0).inverse_unchecked(); q.m11 + 2.0 * q.m23 }
    interval_product(a: f64 = 0.3, b: f64 = 0.9, c: f64 = -0.4, d: f64 = 0.6) -> (f64, f64) { let i = Interval(a, b) * Interval(c, d); (i.0, i.1) }
    interval_sin_cos(a: f64 = 0.3, b: f64 = 0.9) -> f64 { let (s, c) = Interval::sin_cos(Interval(a, b)); s.0 + 2.0 * s.1 + 3.0 * c.0 + 4.0 * c.1 }
    interval_intersect(a: f64 = 0.3, b: f64 = 0.9, c: f64 = 0.4, d: f64 = 1.6) -> Option<f64> { Interval(a, b).intersect(Interval(c, d)).map(|i| i.0 * i.1) }

    heightfield_cell_width(h: &HeightField = &field()) -> f64 { h.cell_width() + 2.0 * h.cell_height() }
    heightfield_unit_cell_width(h: &HeightField = &field()) -> f64 { h.unit_cell_width() * h.scale().x + h.unit_cell_height() * h.scale().z }
    heightfield_x_at(h: &HeightField = &field()) -> f64 { h.x_at(1) + 2.0 * h.z_at(2) + 3.0 * h.signed_x_at(-1) + 4.0 * h.signed_z_at(1) }
    heightfield_triangles_at(h: &HeightField = &field()) -> Option<Triangle> { h.triangles_at(1, 1).0 }
    heightfield_scaled(h: HeightField = field(), s: Vector = v(0.6, 0.3, 0.8)) -> Vector { h.scaled(s).scale() }
    heightfield_set_scale(h: HeightField = field(), s: Vector = v(0.6, 0.3, 0.8)) -> f64 { let mut h = h; h.set_scale(s); h.cell_width() }
    contact_manifold_ball_ball(m: &Pose = &Pose::new(v(0.7, 0.3, 0.5), v(0.3, 0.5, -0.2)), a: &Ball = &Ball::new(0.7), b: &Ball = &Ball::new(0.4)) -> f64 {
        let mut manifold: ContactManifold<(), ()> = ContactManifold::new();
        details::contact_manifold_ball_ball(m, a, b, 0.1, &mut manifold);
        manifold.points[0].dist + manifold.local_n1.x
    }
    contact_manifold_cuboid_cuboid(m: &Pose = &Pose::new(v(0.7, 0.3, 0.5), v(0.3, 0.5, -0.2)), a: &Cuboid = &cuboid(), b: &Cuboid = &Cuboid::new(v(0.4, 0.3, 0.2))) -> f64 {
        let mut manifold: ContactManifold<(), ()> = ContactManifold::new();
        details::contact_manifold_cuboid_cuboid(m, a, b, 0.1, &mut manifold);
        manifold.points[0].dist + manifold.local_n1.x
    }
    contact_manifold_capsule_capsule(m: &Pose = &Pose::new(v(0.3, 0.3, 0.2), v(0.3, 0.5, -0.2)), a: &Capsule = &capsule(), b: &Capsule = &Capsule::new(v(0.1, -0.5, 0.2), v(0.3, 0.6, -0.1), 0.3)) -> f64 {
        let mut manifold: ContactManifold<(), ()> = ContactManifold::new();
        details::contact_manifold_capsule_capsule(m, a, b, 0.5, &mut manifold);
        manifold.points[0].dist + manifold.local_n1.x
    }
    contact_manifold_halfspace_pfm(m: &Pose = &Pose::new(v(0.1, 0.3, 0.2), v(0.3, 0.5, -0.2)), a: &HalfSpace = &HalfSpace::new(v(0.6, 0.48, 0.64)), b: &Cuboid = &cuboid()) -> f64 {
        let mut manifold: ContactManifold<(), ()> = ContactManifold::new();
        details::contact_manifold_halfspace_pfm(m, a, b, 0.1, 0.5, &mut manifold, false);
        manifold.points[0].dist + manifold.local_n1.x
    }
    contact_manifold_update_separations(m: &Pose = &Pose::new(v(0.7, 0.3, 0.5), v(0.3, 0.5, -0.2)), n: &Pose = &Pose::new(v(0.6, 0.35, 0.5), v(0.3, 0.5, -0.2)), a: &Cuboid = &cuboid(), b: &Cuboid = &Cuboid::new(v(0.4, 0.3, 0.2))) -> f64 {
        let mut manifold: ContactManifold<(), ()> = ContactManifold::new();
        details::contact_manifold_cuboid_cuboid(m, a, b, 0.1, &mut manifold);
        manifold.update_separations(n);
        manifold.points[0].dist
    }
    sweep_transform_at(p: &Pose = &pose(), q: &Pose = &far(), c: Vector = v(0.1, 0.2, 0.3), o: Vector = v(0.5, 0.1, 0.7), t: f64 = 0.3) -> Pose {
        Sweep::from_poses(p, q, c).shifted(o).transform_at(t)
    }
    cso_point_translate(p: Vector = v(0.1, 0.2, 0.3), q: Vector = v(1.1, -0.4, 0.5), d: Vector = v(0.3, 0.2, 0.9)) -> Vector {
        let a = query::gjk::CsoPoint::new(p, q);
        let mut b = a.translate(d);
        b.translate_mut(d);
        b - a
    }
    segments_intersection2d(a: Vector2 = Vector2::new(0.0, 0.1), b: Vector2 = Vector2::new(2.0, 1.2), c: Vector2 = Vector2::new(0.1, 1.0), d: Vector2 = Vector2::new(1.5, 0.1)) -> Option<utils::SegmentsIntersection> {
        utils::segments_intersection2d(a, b, c, d, 1.0e-6)
    }
    interval_mul_assign(a: f64 = 0.3, b: f64 = 0.9, c: f64 = -0.4, d: f64 = 0.6) -> f64 { let mut i = Interval(a, b); i *= Interval(c, d); i.0 + 2.0 * i.1 }
    segment_normals_project_mut(f: Vector = v(0.0, 0.0, 1.0), a: Vector = v(0.3, 0.1, 0.9), b: Vector = v(-0.2, 0.2, 0.95), d: Vector = v(0.8, 0.3, 0.4)) -> Vector {
        let mut d = d;
        SegmentPseudoNormals { face: f, edges: [a, b] }.project_local_normal_mut(&mut d);
        d
    }
    voxel_volume(s: &transformation::voxelization::VoxelSet = &voxels()) -> f64 { s.voxel_volume() }
    voxels_compute_volume(s: &transformation::voxelization::VoxelSet = &voxels()) -> f64 { s.compute_volume() }
    remove_unused_points(p: Vec<Vector> = cloud()) -> Vec<Vector> {
        let mut p = p;
        let mut indices = vec![[0, 2, 5], [2, 4, 5]];
        utils::remove_unused_points(&mut p, &mut indices);
        p
    }
    heightfield_triangle_normal_constraints(h: &HeightField = &field()) -> Option<Vector> { h.triangle_normal_constraints(3).map(|n| n.face) }
    contact_manifold_match_contacts_using_positions(m: &Pose = &Pose::new(v(0.7, 0.3, 0.5), v(0.3, 0.5, -0.2)), a: &Ball = &Ball::new(0.7), b: &Ball = &Ball::new(0.4)) -> f64 {
        let mut manifold: ContactManifold<(), ()> = ContactManifold::new();
        details::contact_manifold_ball_ball(m, a, b, 0.1, &mut manifold);
        let old = manifold.points.clone();
        manifold.match_contacts_using_positions(&old, 0.1);
        manifold.points[0].dist
    }
    polygonal_feature_edges(m: &Pose = &Pose::new(v(0.3, 0.3, 0.2), v(0.3, 0.5, -0.2)), a: Segment = segment(), b: Vector = v(0.1, -0.5, 0.4), c: Vector = v(0.9, 0.8, 0.1), n: Vector = v(0.6, 0.48, 0.64)) -> f64 {
        let mut manifold: ContactManifold<(), ()> = ContactManifold::new();
        let (mut one, mut other) = (PolygonalFeature::default(), PolygonalFeature::default());
        a.local_support_feature(n, &mut one);
        Segment::new(b, c).local_support_feature(n, &mut other);
        PolygonalFeature::contacts(m, m, n, n, &one, &other, &mut manifold, false);
        manifold.points[0].dist
    }
    triangle_normals(f: Vector = v(0.0, 0.0, 1.0), a: Vector = v(0.3, 0.1, 0.9), b: Vector = v(-0.2, 0.2, 0.95), c: Vector = v(0.1, -0.3, 0.9), d: Vector = v(0.8, 0.3, 0.4)) -> Vector {
        let normals = TrianglePseudoNormals { face: f, edges: [a, b, c], two_sided: true };
        let (mut d, mut back) = (d, -d);
        normals.project_local_normal_mut(&mut d);
        normals.project_local_normal_mut(&mut back);
        d + 2.0 * back
    }
    triangle_normal_pairs(m: &Pose = &pose(), f: Vector = v(0.0, 0.0, 1.0), a: Vector = v(0.3, 0.1, 0.9), b: Vector = v(-0.2, 0.2, 0.95), c: Vector = v(0.1, -0.3, 0.9), d: Vector = v(0.8, 0.3, 0.4)) -> Vector {
        let normals = TrianglePseudoNormals { face: f, edges: [a, b, c], two_sided: false };
        let (mut one, mut other) = (d, d);
        normals.project_local_normal1(m, &mut one, &mut other);
        let first = one + 2.0 * other;
        let (mut one, mut other) = (d, d);
        normals.project_local_normal2(m, &mut one, &mut other);
        first + 3.0 * one + 4.0 * other
    }
    sdp2_mul_vec(a: f64 = 0.3, x: Vector2 = Vector2::new(0.6, -0.7)) -> Vector2 { SdpMatrix2::new(1.0 + a, a, 2.0).mul_vec(x) }
    root_intervals(a: f64 = 0.6, b: f64 = 0.2) -> f64 {
        let mut roots = Vec::new();
        let mut candidates = Vec::new();
        utils::find_root_intervals_to(&Parabola { a, b }, Interval(0.1, 2.0), 1.0e-7, 1.0e-7, 50, &mut roots, &mut candidates);
        roots[0].midpoint()
    }
    voxels_bounds(s: &Voxels = &grid(), a: &Aabb = &Aabb::new(v(-0.31, -0.62, -0.9), v(0.8, 1.43, 0.7))) -> Vector {
        let voxel = s.voxel_aabb(IVector::new(1, -2, 3));
        let range = s.voxel_range_aabb(IVector::new(1, -2, 3), IVector::new(4, 1, 5));
        let aligned = s.align_aabb_to_grid(a);
        voxel.mins + 2.0 * voxel.maxs + 3.0 * range.mins + 4.0 * range.maxs + 5.0 * aligned.mins + 6.0 * aligned.maxs + s.voxel_center(IVector::new(1, -2, 3))
    }
    voxels_to_outline(s: &Voxels = &grid()) -> Vec<Vector> { s.to_outline().0 }
    voxels_to_trimesh(s: &Voxels = &grid()) -> Vec<Vector> { s.to_trimesh().0 }
    mass_from_voxels(d: f64 = 1.2, s: &Voxels = &grid()) -> MassProperties { MassProperties::from_voxels(d, s) }
    convex_polyhedron_to_trimesh(s: &ConvexPolyhedron = &hull()) -> Vec<Vector> { s.to_trimesh().0 }
    round_convex_polyhedron_to_outline(s: ConvexPolyhedron = hull(), r: f64 = 0.1) -> Vec<Vector> { RoundShape { inner_shape: s, border_radius: r }.to_outline(3).0 }
    pose_option_transform_point(m: &Option<Pose> = &Some(pose()), p: Vector = v(0.6, -0.7, 0.2)) -> Vector { PoseOpt::transform_point(*m, p) }
    volume_mesh_parameters(k: f64 = 0.3) -> f64 { transformation::VolumeMeshParameters::new(k).cell_size }
    polyline_new(p: Vec<Vector> = cloud()) -> Vector { Polyline::new(p, None).segment(2).a }
    polyline_scaled(p: Polyline = Polyline::new(cloud(), None), k: Vector = v(0.6, 0.3, 0.8)) -> Vector { p.scaled(k).segment(2).b }
    trimesh_scaled(m: TriMesh = mesh(), k: Vector = v(0.6, 0.3, 0.8)) -> Vector { m.scaled(k).triangle(2).b }
    polyline_location(p: &[Vector2] = &[Vector2::new(0.0, 0.1), Vector2::new(2.0, 1.2), Vector2::new(0.7, 0.5)], k: f64 = 0.3) -> Vector2 {
        transformation::PolylinePointLocation::OnEdge(0, 2, [1.0 - k, k]).to_point(p)
    }
    distance_convex_polyhedron_ball(m: &Pose = &far(), a: &Cuboid = &cuboid(), b: &Ball = &Ball::new(0.4)) -> f64 { details::distance_convex_polyhedron_ball(m, a, b) }
}
