//! Points, what has unit length, quaternions.

use super::*;
use nalgebra::{Point2, Point3, Quaternion, Unit, UnitQuaternion};

fn p3(seed: usize) -> Point3<f64> {
    v3(seed).into()
}

fn q(seed: usize) -> Quaternion<f64> {
    Quaternion::from(sample::<4, 1>(seed))
}

fn turn(seed: usize) -> UnitQuaternion<f64> {
    Unit::new_normalize(q(seed))
}

table! {
    points_and_vectors(p: Point3<f64> = p3(1), v: Vector3<f64> = v3(2)) -> Point3<f64> { p + v * 2.0 - v.cross(&v) }
    references_to_points(p: &Point3<f64> = &p3(1), v: &Vector3<f64> = &v3(2)) -> Point3<f64> { p + v - v * p.x }
    points_subtract(p: &Point3<f64> = &p3(1), q: Point3<f64> = p3(2)) -> f64 { (p - q).norm() + (q - p).x }
    points_are_scaled(p: Point3<f64> = p3(1), k: f64 = 0.4) -> Point3<f64> { p * k * k / (k + 1.0) }
    coordinates(p: &Point3<f64> = &p3(1)) -> f64 { p.x * p.coords.y * p[2] + p.coords.norm() }
    coordinates_are_written(p: Point3<f64> = p3(1), v: Vector3<f64> = v3(2)) -> Point3<f64> {
        let mut p = p;
        p.x *= p.y;
        p.coords.z += p.x;
        p[1] = p[0] * p[2];
        p += v;
        p
    }
    new_of_a_point(x: f64 = 0.3, y: f64 = 0.4) -> Point2<f64> { Point2::new(x * y, y.sin()) }
    points_of_vectors(v: Vector3<f64> = v3(1)) -> Point3<f64> { Point3::from(v * 2.0) + v }
    vectors_of_arrays(x: f64 = 0.3) -> Vector3<f64> { Vector3::from([x, x * x, 1.0]) }
    lerp_of_points(p: &Point3<f64> = &p3(1), q: &Point3<f64> = &p3(2), t: f64 = 0.3) -> Point3<f64> { p.lerp(q, t) }
    units(v: Vector3<f64> = v3(1), w: &Vector3<f64> = &v3(2)) -> f64 {
        let u = Unit::new_normalize(v);
        u.dot(w) * u.x + u.into_inner().cross(w).norm()
    }
    a_parameter_of_unit_length(u: &Unit<Vector3<f64>> = &Unit::new_normalize(v3(1)), w: &Vector3<f64> = &v3(2)) -> f64 {
        u.dot(w) * u.y
    }
    quaternions_multiply(l: Quaternion<f64> = q(1), r: Quaternion<f64> = q(2), k: f64 = 0.3) -> Quaternion<f64> {
        l * r * k + r.conjugate() - l
    }
    quaternions_are_made(w: f64 = 0.3, i: f64 = 0.4) -> f64 {
        let q = Quaternion::new(w, i, w * i, 2.0);
        q.norm() * q.i + q.coords[3]
    }
    turns_multiply(l: UnitQuaternion<f64> = turn(1), r: UnitQuaternion<f64> = turn(2)) -> UnitQuaternion<f64> {
        l * r * l.inverse()
    }
    vectors_are_turned(q: &UnitQuaternion<f64> = &turn(1), v: &Vector3<f64> = &v3(2)) -> Vector3<f64> { q * v }
    vectors_are_turned_by_a_method(q: &UnitQuaternion<f64> = &turn(1), v: Vector3<f64> = v3(2)) -> Vector3<f64> {
        q.transform_vector(&v) + q.inverse() * v
    }
    axis_and_angle(axis: Vector3<f64> = v3(1), angle: f64 = 0.7, v: Vector3<f64> = v3(2)) -> Vector3<f64> {
        let axis = Unit::new_normalize(axis);
        UnitQuaternion::from_axis_angle(&axis, angle) * v
    }
    quaternions_are_normalized(q: Quaternion<f64> = q(1), v: Vector3<f64> = v3(2)) -> Vector3<f64> {
        let mut v = v;
        for _ in 0..3 {
            v = Unit::new_normalize(q) * v;
        }
        v
    }
}

/// By Rodrigues' formula: a turn about the axis z by a half of π moves x to y, and its slope there is the opposite of x.
#[test]
fn a_quarter_turn() {
    #[pullback::differentiable]
    fn turned(angle: f64) -> Vector3<f64> {
        UnitQuaternion::from_axis_angle(&Vector3::z_axis(), angle) * Vector3::x()
    }
    let (v, _) = turned::vjp(std::f64::consts::FRAC_PI_2);
    assert!((v - Vector3::y()).norm() < 1e-15);
    let slope = |direction: Vector3<f64>| turned::vjp(std::f64::consts::FRAC_PI_2).1(direction);
    assert!((slope(Vector3::x()) + 1.0).abs() < 1e-15 && slope(Vector3::y()).abs() < 1e-15);
}
