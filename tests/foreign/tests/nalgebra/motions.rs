//! Rotations, translations and isometries.

use super::*;
use nalgebra::{
    Isometry2, Isometry3, IsometryMatrix3, Point2, Point3, Rotation2, Rotation3, Translation2, Translation3, Unit,
    UnitComplex, UnitQuaternion,
};

fn p3(seed: usize) -> Point3<f64> {
    v3(seed).into()
}

fn p2(seed: usize) -> Point2<f64> {
    v2(seed).into()
}

fn turn(seed: usize) -> UnitQuaternion<f64> {
    UnitQuaternion::new(v3(seed))
}

fn motion(seed: usize) -> Isometry3<f64> {
    Isometry3::new(v3(seed), v3(seed + 1))
}

fn plane(seed: usize) -> Isometry2<f64> {
    Isometry2::new(v2(seed), 0.3 + seed as f64)
}

table! {
    directions_are_turned(m: Isometry3<f64> = motion(1), n: &IsometryMatrix3<f64> = &IsometryMatrix3::new(v3(2), v3(3)), v: Unit<Vector3<f64>> = Unit::new_normalize(v3(4))) -> Vector3<f64> {
        let a = (m * v).into_inner();
        let b: Unit<_> = n.inverse_transform_unit_vector(&v);
        a + *b * a.x
    }
    directions_are_turned_by_rotations(q: UnitQuaternion<f64> = turn(1), r: &Rotation3<f64> = &Rotation3::new(v3(2)), z: UnitComplex<f64> = UnitComplex::new(0.4), v: Unit<Vector3<f64>> = Unit::new_normalize(v3(4)), w: Unit<Vector2<f64>> = Unit::new_normalize(v2(4))) -> f64 {
        let (a, b, c) = (q * v, r * v, z * w);
        a.dot(&b) * c.x
    }
    opposite_direction(v: Vector3<f64> = v3(1)) -> Vector3<f64> { (-Unit::new_normalize(v)).into_inner() }
    opposite_point(p: Point3<f64> = p3(1)) -> Vector3<f64> { (-p).coords * p.x }
    direction_with_its_length(v: Vector3<f64> = v3(1)) -> Vector3<f64> {
        let (unit, length) = Unit::new_and_get(v);
        *unit * (length * length)
    }
    direction_if_there_is_one(v: Vector3<f64> = v3(1), least: f64 = 0.01) -> Vector3<f64> {
        Unit::try_new(v, least).map_or(v * 3.0, |unit| unit.into_inner() * v.x)
    }
    direction_if_there_was_none(v: Vector3<f64> = v3(1), least: f64 = 100.0) -> Vector3<f64> {
        match Unit::try_new(v, least) {
            Some(unit) => unit.into_inner(),
            None => v * v.y,
        }
    }
    direction_and_length_if_there_is_one(v: Vector3<f64> = v3(1)) -> Vector3<f64> {
        if let Some((unit, length)) = Unit::try_new_and_get(v, 0.01) { *unit * length.sqrt() } else { v }
    }
    direction_that_is_not_checked(v: Vector3<f64> = v3(1), k: f64 = 0.3) -> f64 {
        let unit = Unit::new_unchecked(v * k);
        unit.x * unit.y
    }
    matrix_times_rotation(m: &Matrix3<f64> = &m3(1), r: Rotation3<f64> = Rotation3::new(v3(2))) -> Matrix3<f64> { m * r * m }
    rotation_of_a_matrix(m: Matrix3<f64> = m3(1), v: Vector3<f64> = v3(2)) -> Vector3<f64> {
        Rotation3::from_matrix_unchecked(m) * v
    }
    opposite_translation(t: Translation3<f64> = Translation3::from(v3(1)), p: Point3<f64> = p3(2)) -> Point3<f64> {
        t.inverse() * p
    }
    direction_that_is_declared_before(v: Vector3<f64> = v3(1), k: f64 = 0.3) -> Vector3<f64> {
        let mut sum = v * k;
        for i in 0..2 {
            let unit;
            let point;
            if i == 0 {
                unit = Unit::new_normalize(sum);
                point = Point3::from(v * 2.0);
            } else {
                unit = Unit::new_unchecked(sum * k);
                point = Point3::from(sum);
            }
            sum += unit.into_inner() * point.x;
        }
        sum
    }
    direction_in_a_box(v: Vector3<f64> = v3(1)) -> f64 {
        let unit = Box::new(Unit::new_normalize(v));
        let length = Box::new(v.norm());
        (**unit * *length).x * *length
    }
    points_and_translations_of_vectors(v: Vector3<f64> = v3(1), k: f64 = 0.3) -> Point3<f64> {
        let p: Point3<f64> = (v * k).into();
        let q: Point3<f64> = [v.x, k, v.z].into();
        let a: [f64; 3] = q.into();
        Isometry3::from_parts((p.coords * a[1]).into(), UnitQuaternion::new(v)) * p
    }
    bounds_of_points(p: Point3<f64> = p3(1), q: &Point3<f64> = &p3(3)) -> Vector3<f64> {
        let (low, high) = (p.inf(q), p.sup(q));
        (high - low) * low.x
    }
    new_of_a_quaternion(v: Vector3<f64> = v3(1)) -> UnitQuaternion<f64> { UnitQuaternion::new(v * 2.0) }
    new_of_a_quaternion_by_a_small_angle(v: Vector3<f64> = v3(1)) -> UnitQuaternion<f64> {
        UnitQuaternion::from_scaled_axis(v * 0.08)
    }
    new_of_a_rotation(v: Vector3<f64> = v3(1), w: Vector3<f64> = v3(2)) -> Vector3<f64> { Rotation3::new(v * 2.0) * w }
    from_scaled_axis_of_a_rotation(v: Vector3<f64> = v3(1)) -> Rotation3<f64> { Rotation3::from_scaled_axis(v) }
    axis_and_angle_of_a_rotation(axis: Vector3<f64> = v3(1), angle: f64 = 0.7) -> Rotation3<f64> {
        Rotation3::from_axis_angle(&Unit::new_normalize(axis), angle * angle)
    }
    euler_angles_make_a_quaternion(r: f64 = 0.3, p: f64 = 0.5, y: f64 = 1.1) -> UnitQuaternion<f64> {
        UnitQuaternion::from_euler_angles(r * p, p, y)
    }
    euler_angles_make_a_rotation(r: f64 = 0.3, p: f64 = 0.5, y: f64 = 1.1) -> Rotation3<f64> {
        Rotation3::from_euler_angles(r * p, p, y)
    }
    euler_angles_of_a_quaternion(q: UnitQuaternion<f64> = turn(1)) -> f64 {
        let (roll, pitch, yaw) = q.euler_angles();
        roll * 2.0 + pitch * pitch - yaw * roll
    }
    euler_angles_of_a_rotation(m: &Rotation3<f64> = &Rotation3::new(v3(1))) -> f64 {
        let (roll, pitch, yaw) = m.euler_angles();
        roll * 2.0 + pitch * pitch - yaw * roll
    }
    homogeneous_of_a_rotation(q: Rotation3<f64> = Rotation3::new(v3(1)), p: Rotation2<f64> = Rotation2::new(0.4)) -> f64 {
        q.to_homogeneous()[(1, 2)] * p.to_homogeneous()[(1, 0)]
    }
    homogeneous_of_a_quaternion(q: UnitQuaternion<f64> = turn(1), p: UnitComplex<f64> = UnitComplex::new(0.4)) -> f64 {
        let (m, n) = (q.to_homogeneous(), p.to_homogeneous());
        m[(1, 2)] * n[(1, 0)] + m[(0, 0)] * n[(0, 0)]
    }
    homogeneous_of_a_motion(a: Isometry3<f64> = motion(1), b: Isometry2<f64> = plane(1), t: Translation3<f64> = Translation3::from(v3(2)), s: Translation2<f64> = Translation2::from(v2(1))) -> f64 {
        let (m, n) = (a.to_homogeneous() * t.to_homogeneous(), b.to_homogeneous() * s.to_homogeneous());
        m[(1, 3)] * n[(1, 0)] + m[(0, 1)] * n[(0, 2)]
    }
    translation_of_numbers(x: f64 = 0.3, y: f64 = 0.7) -> f64 {
        let p = Isometry3::translation(x, x * y, y) * Point3::new(y, x, 1.0);
        let q = Isometry2::translation(y, x * x) * Point2::new(x, y);
        p.coords.norm() * q.coords.norm()
    }
    angle_of_a_quaternion(q: &UnitQuaternion<f64> = &turn(1)) -> f64 { q.angle() * 2.0 }
    angle_of_a_quaternion_with_a_negative_part(q: &UnitQuaternion<f64> = &UnitQuaternion::new_normalize(-turn(1).into_inner())) -> f64 {
        q.angle() + q.scaled_axis().x
    }
    angle_of_a_rotation(q: &Rotation3<f64> = &Rotation3::new(v3(1))) -> f64 { q.angle() * 2.0 }
    angle_in_the_plane(a: f64 = 0.4) -> f64 { Rotation2::new(a * a).angle() * UnitComplex::new(a.sin()).angle() }
    scaled_axis(q: UnitQuaternion<f64> = turn(1)) -> Vector3<f64> { q.scaled_axis() }
    scaled_axis_of_a_small_angle(q: UnitQuaternion<f64> = UnitQuaternion::new(v3(1) * 0.08)) -> Vector3<f64> {
        q.scaled_axis()
    }
    matrix_of_a_quaternion(q: UnitQuaternion<f64> = turn(1)) -> Rotation3<f64> { q.to_rotation_matrix() }
    rotation_from_one_to_the_other(a: UnitQuaternion<f64> = turn(1), b: UnitQuaternion<f64> = turn(2)) -> UnitQuaternion<f64> {
        a.rotation_to(&b)
    }
    slerp(a: UnitQuaternion<f64> = turn(1), b: UnitQuaternion<f64> = turn(2), t: f64 = 0.3) -> UnitQuaternion<f64> {
        a.slerp(&b, t * t)
    }
    slerp_the_short_way(a: UnitQuaternion<f64> = turn(1), b: UnitQuaternion<f64> = UnitQuaternion::new(v3(2) * 4.0), t: f64 = 0.3)
        -> UnitQuaternion<f64> { a.slerp(&b, t) }
    rotations_multiply(l: Rotation3<f64> = Rotation3::new(v3(1)), r: &Rotation3<f64> = &Rotation3::new(v3(2))) -> Rotation3<f64> {
        let mut m = l * r * l.inverse();
        m *= r.transpose();
        m
    }
    rotations_turn(m: Rotation3<f64> = Rotation3::new(v3(1)), v: Vector3<f64> = v3(2), p: &Point3<f64> = &p3(3)) -> f64 {
        let q = m * p;
        (m * v).dot(&q.coords) + m.transform_vector(&v).x * m.transform_point(p).y
            + m.inverse_transform_vector(&v).z * m.inverse_transform_point(p).x
    }
    rotations_turn_matrices(m: Rotation3<f64> = Rotation3::new(v3(1)), n: Matrix3<f64> = m3(2)) -> Matrix3<f64> {
        m * n + m.into_inner()
    }
    quaternions_turn(m: UnitQuaternion<f64> = turn(1), v: Vector3<f64> = v3(2), p: &Point3<f64> = &p3(3)) -> f64 {
        let q = m * p;
        (m * v).dot(&q.coords) + m.transform_point(p).y * m.inverse_transform_vector(&v).z * m.inverse_transform_point(p).x
    }
    complex_numbers_turn(a: f64 = 0.4, b: UnitComplex<f64> = UnitComplex::new(0.3), v: Vector2<f64> = v2(2), p: Point2<f64> = p2(3))
        -> f64 {
        let mut m = UnitComplex::new(a) * b;
        m *= b.inverse() * UnitComplex::new(a * a);
        (m * v).x * (m * p).y + m.transform_vector(&v).y * m.inverse_transform_vector(&v).x
            + m.transform_point(&p).x * b.inverse_transform_point(&p).y
    }
    rotations_of_the_plane(a: f64 = 0.4, v: Vector2<f64> = v2(2)) -> Vector2<f64> { Rotation2::new(a) * v }
    translations(x: f64 = 0.3, v: Vector3<f64> = v3(1), p: Point3<f64> = p3(2)) -> Point3<f64> {
        let t = Translation3::new(x, x * x, 1.0);
        t * Translation3::from(v) * p
    }
    translations_of_the_plane(x: f64 = 0.3, p: Point2<f64> = p2(2)) -> Point2<f64> { Translation2::new(x, x * x) * p }
    isometries_are_made(t: Vector3<f64> = v3(1), a: Vector3<f64> = v3(2)) -> Isometry3<f64> { Isometry3::new(t * 2.0, a) }
    isometries_of_the_plane_are_made(t: Vector2<f64> = v2(1), a: f64 = 0.7) -> Isometry2<f64> { Isometry2::new(t, a * a) }
    isometries_of_parts(t: Vector3<f64> = v3(1), q: UnitQuaternion<f64> = turn(1)) -> Isometry3<f64> {
        Isometry3::from_parts(Translation3::from(t), q * q)
    }
    isometries_of_matrices(t: Vector3<f64> = v3(1), a: Vector3<f64> = v3(2), p: Point3<f64> = p3(3)) -> Point3<f64> {
        let m = IsometryMatrix3::from_parts(Translation3::from(t), Rotation3::new(a));
        m.inverse() * (m * m * p)
    }
    isometries_multiply(l: Isometry3<f64> = motion(1), r: &Isometry3<f64> = &motion(3)) -> Isometry3<f64> {
        let mut m = l * r * l;
        m *= r;
        m * Translation3::new(1.0, 2.0, l.translation.vector.x)
    }
    isometries_are_inverted(m: &Isometry3<f64> = &motion(1)) -> Isometry3<f64> { m.inverse() }
    isometries_between(l: Isometry3<f64> = motion(1), r: Isometry3<f64> = motion(3)) -> Isometry3<f64> { l.inv_mul(&r) }
    isometries_move(m: &Isometry3<f64> = &motion(1), p: Point3<f64> = p3(2), v: &Vector3<f64> = &v3(3)) -> f64 {
        let q = m * p;
        q.x * (m * v).y + m.transform_point(&p).z * m.transform_vector(v).x
            + m.inverse_transform_point(&p).x * m.inverse_transform_vector(v).z
    }
    isometries_of_the_plane(m: Isometry2<f64> = plane(1), n: Isometry2<f64> = plane(2), p: Point2<f64> = p2(2)) -> Point2<f64> {
        m.inverse() * (n * m.inverse_transform_point(&p))
    }
    parts_of_isometries(m: &Isometry3<f64> = &motion(1)) -> f64 {
        m.translation.vector.norm() + m.translation.x * m.rotation.angle()
    }
    translations_move_isometries(m: Isometry3<f64> = motion(1), t: Translation3<f64> = Translation3::new(1.0, 2.0, 3.0))
        -> Isometry3<f64> { t * m }
    chains_of_isometries(angles: &[f64] = &[0.3, 0.5, -0.2], length: f64 = 0.7) -> Vector3<f64> {
        let mut hand = Isometry3::identity();
        for (k, &a) in angles.iter().enumerate() {
            let axis = if k % 2 == 0 { Vector3::z() * a } else { Vector3::x() * a };
            hand *= Isometry3::new(Vector3::new(length, 0.0, 0.1), axis);
        }
        hand.translation.vector + hand.rotation.scaled_axis()
    }
}

/// A turn by `v`, written out, is `cos(|v|) w + sin(|v|) / |v| v × w` for `w` at a right angle to `v`: near no angle the slope along an
/// axis `u` is `u × w`.
#[test]
fn slopes_where_there_is_no_angle() {
    #[pullback::differentiable]
    fn by_quaternion(v: Vector3<f64>, w: Vector3<f64>) -> Vector3<f64> {
        UnitQuaternion::new(v) * w
    }
    #[pullback::differentiable]
    fn by_matrix(v: Vector3<f64>, w: Vector3<f64>) -> Vector3<f64> {
        Rotation3::new(v) * w
    }
    #[pullback::differentiable]
    fn there_and_back(v: Vector3<f64>) -> Vector3<f64> {
        UnitQuaternion::new(v).scaled_axis()
    }
    let w = v3(2);
    for length in [0.0, 1e-300, 1e-9, 1e-4, 1e-2] {
        let v = v3(1) * length;
        for k in 0..3 {
            let mut seed = Vector3::zeros();
            seed[k] = 1.0;
            let (_, pullback) = by_quaternion::vjp(v, w);
            let (of_quaternion, _) = pullback(seed);
            let (_, pullback) = by_matrix::vjp(v, w);
            let (of_matrix, _) = pullback(seed);
            assert!(
                (of_quaternion - of_matrix).norm() < 1e-12,
                "{length} {k}: {of_quaternion} {of_matrix}"
            );
            if length < 1e-8 {
                assert!(
                    (of_quaternion - w.cross(&seed)).norm() < 1e-8,
                    "{length} {k}: {of_quaternion}"
                );
            }
            let (_, pullback) = there_and_back::vjp(v);
            assert!((pullback(seed) - seed).norm() < 1e-12, "{length} {k}");
        }
    }
}

/// The slopes of `slerp` go through their series where two rotations are nearly the same.
#[test]
fn slerp_of_rotations_that_are_close() {
    #[pullback::differentiable]
    fn between(a: UnitQuaternion<f64>, b: UnitQuaternion<f64>, t: f64) -> UnitQuaternion<f64> {
        a.slerp(&b, t)
    }
    let a = turn(1);
    let at = |apart: f64| {
        let b = a * UnitQuaternion::new(v3(2) * apart);
        let (_, pullback) = between::vjp(a, b, 0.3);
        let (a_bar, b_bar, t_bar) = pullback(turn(3).into_inner());
        (a_bar, b_bar, t_bar / apart)
    };
    let around = [at(0.0171), at(0.0170), at(0.0169), at(0.0168)];
    for two in around.windows(2) {
        assert!((two[0].0 - two[1].0).norm() < 1e-4 && (two[0].1 - two[1].1).norm() < 1e-4);
        assert!((two[0].2 - two[1].2).abs() < 1e-4);
    }
}
