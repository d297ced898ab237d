#![allow(unused, clippy::all)]
//! parry's casts of shapes, and what is asked of a dispatcher, against differences.
use parry3d_f64::glamx::{DPose3 as Pose, DVec3 as Vector, I64Vec3 as IVector};
use parry3d_f64::query::{details, *};
use parry3d_f64::shape::*;
use parry3d_f64::utils::Array2;
use pullback::{Differentiable, check_grad, differentiable};
use solids::*;

mod solids;

/// A test for each function, by its name: the function as it is called, and what it is called with.
macro_rules! hold {
    ($($name:ident($($param:ident: $ty:ty = $value:expr),*) -> $output:ty { $($body:tt)* })*) => {$(
        #[test]
        fn $name() {
            #[differentiable(twins(
                contact_heightfield_shape = contact_heightfield_shape_derivatives,
                contact_ball_convex_polyhedron = contact_ball_convex_polyhedron_derivatives
            ))]
            fn held($($param: $ty),*) -> $output { $($body)* }
            $(let $param = $value;)*
            assert!(held($($param),*).is_some());
            check_grad!(held($($param),*)).unwrap();
        }
    )*};
}

fn options(target_distance: f64) -> ShapeCastOptions {
    ShapeCastOptions {
        target_distance,
        ..ShapeCastOptions::with_max_time_of_impact(50.0)
    }
}

fn grid() -> Voxels {
    Voxels::new(v(0.3, 0.2, 0.4), &[IVector::new(1, -2, 3), IVector::new(2, -2, 3)])
}

fn field() -> HeightField {
    let heights = (0..20).map(|k| 0.1 * ((k * 7) % 11) as f64).collect();
    HeightField::new(Array2::new(4, 5, heights), v(2.0, 1.5, 3.0))
}

hold! {
    contact_convex_polyhedron_ball(m: &Pose = &far(), a: &Cuboid = &cuboid(), b: &Ball = &Ball::new(0.4)) -> Option<Contact> {
        details::contact_convex_polyhedron_ball(m, a, b, 10.0)
    }
    contact_ball_convex_polyhedron(m: &Pose = &far(), a: &Ball = &Ball::new(0.4), b: &Triangle = &triangle()) -> Option<Contact> {
        details::contact_ball_convex_polyhedron(m, a, b, 10.0)
    }
}

/// Queries of objects that know their points alone: the second is taken for a ball.
#[derive(Clone, Differentiable)]
struct Balls;

#[differentiable]
impl QueryDispatcher for Balls {
    #[no_diff]
    fn intersection_test(&self, _: &Pose, _: &dyn Shape, _: &dyn Shape) -> Result<ShapeIntersection, Unsupported> {
        Err(Unsupported)
    }
    #[no_diff]
    fn distance(&self, _: &Pose, _: &dyn Shape, _: &dyn Shape) -> Result<ShapeDistance, Unsupported> {
        Err(Unsupported)
    }
    fn contact(&self, pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape, prediction: f64) -> Result<Option<Contact>, Unsupported> {
        let center = pos12.translation;
        let nearest = g1.project_local_point(center, false).point;
        let off = center - nearest;
        let dist = off.length() - g2.ccd_thickness();
        if dist > prediction {
            return Ok(None);
        }
        let normal = off.normalize();
        let other = pos12.rotation.inverse() * -normal;
        Ok(Some(Contact::new(nearest, other * g2.ccd_thickness(), normal, other, dist)))
    }
    fn closest_points(&self, pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape, max_dist: f64) -> Result<ClosestPoints, Unsupported> {
        let center = pos12.translation;
        let nearest = g1.project_local_point(center, false).point;
        let off = (center - nearest).normalize() * g2.ccd_thickness();
        Ok(ClosestPoints::WithinMargin(nearest, pos12.inverse_transform_point(center - off)))
    }
    fn cast_shapes(&self, pos12: &Pose, vel12: Vector, g1: &dyn Shape, g2: &dyn Shape, options: ShapeCastOptions) -> Result<Option<ShapeCastHit>, Unsupported> {
        let center = pos12.translation;
        let nearest = g1.project_local_point(center, false).point;
        let off = center - nearest;
        let normal1 = off.normalize();
        let normal2 = pos12.rotation.inverse() * -normal1;
        let time_of_impact = (off.length() - g2.ccd_thickness()) / -vel12.dot(normal1);
        Ok(Some(ShapeCastHit {
            time_of_impact,
            witness1: nearest,
            witness2: normal2 * g2.ccd_thickness(),
            normal1,
            normal2,
            status: ShapeCastStatus::Converged,
            subshape1: 0,
            subshape2: 0,
        }))
    }
    fn cast_shapes_nonlinear(&self, motion1: &NonlinearRigidMotion, g1: &dyn Shape, motion2: &NonlinearRigidMotion, g2: &dyn Shape, start: f64, _: f64, _: bool) -> Result<Option<ShapeCastHit>, Unsupported> {
        let (pos1, pos2) = (motion1.position_at_time(start), motion2.position_at_time(start));
        let vel12 = pos1.rotation.inverse() * (motion2.linvel - motion1.linvel);
        self.cast_shapes(&(pos1.inverse() * pos2), vel12, g1, g2, options(0.0))
    }
}

fn mesh() -> TriMesh {
    let points = vec![v(-1.0, -0.4, 0.3), v(1.1, -0.5, 0.4), v(0.1, 0.9, 0.5), v(0.2, 0.1, -1.2)];
    TriMesh::new(points, vec![[0, 1, 2], [0, 3, 1], [1, 3, 2], [2, 3, 0]]).unwrap()
}

hold! {
    cast_shape_of_composite(m: &Pose = &Pose::new(v(0.3, 0.2, 2.4), v(0.3, 0.5, -0.2)), u: Vector = v(0.1, 0.2, -0.9), g: &TriMesh = &mesh(), b: &Ball = &Ball::new(0.3)) -> Option<ShapeCastHit> {
        CompositeShapeRef(g).cast_shape(&Balls, m, u, b, options(0.0)).map(|hit| hit.1)
    }
    cast_shapes_composite_shape_shape(m: &Pose = &Pose::new(v(0.3, 0.2, 2.4), v(0.3, 0.5, -0.2)), u: Vector = v(0.1, 0.2, -0.9), g: &TriMesh = &mesh(), b: &Ball = &Ball::new(0.3)) -> Option<ShapeCastHit> {
        details::cast_shapes_composite_shape_shape(&Balls, m, u, g, b, options(0.0))
    }
    cast_shapes_shape_composite_shape(m: &Pose = &Pose::new(v(0.3, 0.2, -2.4), v(0.1, 0.2, -0.1)), u: Vector = v(0.1, 0.2, 0.9), b: &Ball = &Ball::new(0.3), g: &TriMesh = &mesh()) -> Option<ShapeCastHit> {
        details::cast_shapes_shape_composite_shape(&Balls, m, u, b, g, options(0.0))
    }
    contact_heightfield_shape(m: &Pose = &Pose::new(v(0.3, 1.4, -0.4), v(0.3, 0.5, -0.2)), h: &HeightField = &field(), b: &Ball = &Ball::new(1.3)) -> Option<Contact> {
        details::contact_heightfield_shape(&Balls, m, h, b, 5.0)
    }
    contact_shape_heightfield(m: &Pose = &Pose::new(v(0.3, -1.4, -0.4), v(0.1, 0.2, -0.1)), b: &Ball = &Ball::new(1.3), h: &HeightField = &field()) -> Option<Contact> {
        details::contact_shape_heightfield(&Balls, m, b, h, 5.0)
    }
    cast_shapes_heightfield_shape(m: &Pose = &Pose::new(v(0.3, 2.4, -0.4), v(0.3, 0.5, -0.2)), u: Vector = v(0.1, -0.9, 0.2), h: &HeightField = &field(), b: &Ball = &Ball::new(0.3)) -> Option<ShapeCastHit> {
        details::cast_shapes_heightfield_shape(&Balls, m, u, h, b, options(0.0)).ok()?
    }
    cast_shapes_shape_heightfield(m: &Pose = &Pose::new(v(0.3, -2.4, -0.4), v(0.1, 0.2, -0.1)), u: Vector = v(0.1, 0.9, 0.2), b: &Ball = &Ball::new(0.3), h: &HeightField = &field()) -> Option<ShapeCastHit> {
        details::cast_shapes_shape_heightfield(&Balls, m, u, b, h, options(0.0)).ok()?
    }
    cast_shapes_voxels_shape(m: &Pose = &Pose::new(v(-0.8, -0.27, 1.33), v(0.3, 0.5, -0.2)), u: Vector = v(0.9, 0.02, 0.05), s: &Voxels = &grid(), b: &Ball = &Ball::new(0.3)) -> Option<ShapeCastHit> {
        details::cast_shapes_voxels_shape(&Balls, m, u, s, b, options(0.0))
    }
    cast_shapes_shape_voxels(m: &Pose = &Pose::new(v(0.8, 0.27, -1.33), v(0.03, 0.05, -0.02)), u: Vector = v(-0.9, -0.02, -0.05), b: &Ball = &Ball::new(0.3), s: &Voxels = &grid()) -> Option<ShapeCastHit> {
        details::cast_shapes_shape_voxels(&Balls, m, u, b, s, options(0.0))
    }
    cast_shapes_nonlinear_voxels_shape(m: Pose = Pose::new(v(-0.8, -0.27, 1.33), v(0.3, 0.5, -0.2)), u: Vector = v(0.9, 0.02, 0.05), w: Vector = v(0.1, 0.0, 0.02), s: &Voxels = &grid(), b: &Ball = &Ball::new(0.3)) -> Option<ShapeCastHit> {
        let still = NonlinearRigidMotion::new(Pose::IDENTITY, Vector::ZERO, u * 0.1, Vector::ZERO);
        let moving = NonlinearRigidMotion::new(m, Vector::ZERO, u, w);
        details::cast_shapes_nonlinear_voxels_shape(&Balls, &still, s, &moving, b, 0.0, 3.0, true)
    }
}
