//! When rotating shapes meet: what bisection finds moves as the root does.
use super::*;
use crate::drivers::{hold, v};
use crate::math::Pose;
use crate::query::{Contact, ShapeDistance, ShapeIntersection, Unsupported};
use crate::query::details::ShapeCastOptions;
use crate::shape::{Ball, Cuboid};
use pullback::{Differentiable, differentiable};

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
    fn contact(&self, pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape, _: f64) -> Result<Option<Contact>, Unsupported> {
        let nearest = g1.project_local_point(pos12.translation, false);
        let off = (pos12.translation - nearest.point) * if nearest.is_inside { -1.0 } else { 1.0 };
        let depth = off.length() * if nearest.is_inside { -1.0 } else { 1.0 };
        let normal = off.normalize();
        let other = pos12.rotation.inverse() * -normal;
        let radius = g2.ccd_thickness();
        Ok(Some(Contact::new(nearest.point, other * radius, normal, other, depth - radius)))
    }
    fn closest_points(&self, pos12: &Pose, g1: &dyn Shape, g2: &dyn Shape, _: f64) -> Result<ClosestPoints, Unsupported> {
        let center = pos12.translation;
        let nearest = g1.project_local_point(center, false).point;
        let radius = g2.ccd_thickness();
        if (center - nearest).length() <= radius {
            return Ok(ClosestPoints::Intersecting);
        }
        let off = (center - nearest).normalize() * radius;
        Ok(ClosestPoints::WithinMargin(nearest, pos12.inverse_transform_point(center - off)))
    }
    fn cast_shapes(&self, _: &Pose, _: Vector, _: &dyn Shape, _: &dyn Shape, _: ShapeCastOptions) -> Result<Option<ShapeCastHit>, Unsupported> {
        Err(Unsupported)
    }
    fn cast_shapes_nonlinear(&self, _: &NonlinearRigidMotion, _: &dyn Shape, _: &NonlinearRigidMotion, _: &dyn Shape, _: f64, _: f64, _: bool) -> Result<Option<ShapeCastHit>, Unsupported> {
        Err(Unsupported)
    }
}

fn turning() -> NonlinearRigidMotion {
    NonlinearRigidMotion::new(Pose::new(v(0.1, -0.2, 0.1), v(0.1, 0.2, -0.1)), v(0.1, 0.1, 0.0), v(0.1, 0.0, 0.05), v(0.2, 0.1, -0.3))
}

fn flying(z: f64) -> NonlinearRigidMotion {
    NonlinearRigidMotion::new(Pose::new(v(0.3, 0.1, z), v(0.3, 0.5, -0.2)), v(0.05, 0.0, 0.1), v(0.02, 0.05, -1.1), v(0.1, -0.4, 0.2))
}

fn cuboid() -> Cuboid {
    Cuboid::new(v(0.5, 0.6, 0.7))
}

/// What is found, each number with another weight.
#[differentiable]
fn weighed(hit: Option<ShapeCastHit>) -> f64 {
    match hit {
        Some(hit) => hit.time_of_impact + 0.2 * hit.witness1.x - 0.3 * hit.witness1.y + 0.4 * hit.witness1.z + 0.1 * hit.witness2.x,
        None => 0.0,
    }
}

hold! {
    bisected(dist: f64 = 1.0, a: &NonlinearRigidMotion = &turning(), g: &Cuboid = &cuboid(), b: &NonlinearRigidMotion = &flying(3.0), r: f64 = 0.4, n: Vector = v(0.1, 0.2, 0.97), from: f64 = 0.2) -> f64 {
        bisect(dist, a, g, b, &Ball::new(r), n, BisectionRange { min_t: from, curr_t: from, max_t: 9.0 }).0.curr_t
    }
    never_met(dist: f64 = 1.0, a: &NonlinearRigidMotion = &turning(), g: &Cuboid = &cuboid(), b: &NonlinearRigidMotion = &flying(3.0), n: Vector = v(0.1, 0.2, 0.97), end: f64 = 0.5) -> f64 {
        bisect(dist, a, g, b, &Ball::new(0.4), n, BisectionRange { min_t: 0.1, curr_t: 0.1, max_t: end }).0.curr_t
    }
    approaching(a: &NonlinearRigidMotion = &turning(), g: &Cuboid = &cuboid(), b: &NonlinearRigidMotion = &flying(3.0), r: f64 = 0.4) -> f64 {
        let ball = Ball::new(r);
        weighed(handle_penetration_at_start_time(&Balls, a, g, g, b, &ball, &ball, 0.1, 9.0, 0.2, 0.1))
    }
    penetrating(a: &NonlinearRigidMotion = &turning(), g: &Cuboid = &cuboid(), b: &NonlinearRigidMotion = &flying(1.0), r: f64 = 0.4, start: f64 = 0.1) -> f64 {
        let ball = Ball::new(r);
        weighed(handle_penetration_at_start_time(&Balls, a, g, g, b, &ball, &ball, start, 9.0, 0.2, 0.1))
    }
}

#[test]
fn they_meet() {
    let (a, b, ball) = (turning(), flying(3.0), Ball::new(0.4));
    let other = Ball::new(0.6);
    let hit = compute_toi(&Balls, &a, &other, &other, &b, &ball, &ball, 0.1, 9.0, NonlinearShapeCastMode::StopAtPenetration);
    assert!(hit.is_some_and(|hit| hit.time_of_impact > 0.5 && hit.time_of_impact < 8.0), "{hit:?}");
    let range = BisectionRange { min_t: 0.1, curr_t: 0.1, max_t: 0.5 };
    assert_eq!(bisect(1.0, &a, &cuboid(), &b, &ball, v(0.1, 0.2, 0.97), range).0.curr_t, 0.5);
    for z in [3.0, 1.0] {
        let hit = handle_penetration_at_start_time(&Balls, &a, &cuboid(), &cuboid(), &flying(z), &ball, &ball, 0.1, 9.0, 0.2, 0.1);
        assert!(hit.is_some_and(|hit| (hit.time_of_impact > 0.2) == (z > 2.0)), "{hit:?}");
    }
}
