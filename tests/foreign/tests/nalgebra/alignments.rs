//! Rotations made of vectors and of matrices, and nalgebra's functions of two points.

use super::*;
use nalgebra::{Point3, Rotation3, Unit, UnitQuaternion};

extern crate nalgebra as na;

fn p3(seed: usize) -> Point3<f64> {
    v3(seed).into()
}

/// A matrix whose diagonal chooses the component that the others are divided by.
fn around(diagonal: [f64; 3]) -> Matrix3<f64> {
    let mut m: Matrix3<f64> = sample(2);
    m.set_diagonal(&diagonal.into());
    m
}

table! {
    distances_of_points(p: &Point3<f64> = &p3(1), q: &Point3<f64> = &p3(2), k: f64 = 0.3) -> f64 {
        let distance = na::distance(p, q);
        let mut sum = 0.0;
        for i in 0..3 {
            sum += na::distance(&(p * k), q) * distance + nalgebra::distance_squared(q, p) * i as f64;
        }
        sum
    }
    a_point_and_itself(p: &Point3<f64> = &p3(1)) -> f64 { na::distance_squared(p, &(p * 2.0)) + na::distance(p, p) }
    the_point_in_the_middle(p: &Point3<f64> = &p3(1), v: Vector3<f64> = v3(2)) -> Point3<f64> {
        if v.x > 10.0 { *p } else { ::nalgebra::center(p, &(p + v)) }
    }
    a_turn_between_vectors(a: &Vector3<f64> = &v3(1), b: &Vector3<f64> = &v3(2)) -> UnitQuaternion<f64> {
        UnitQuaternion::rotation_between(a, b).unwrap_or(UnitQuaternion::identity())
    }
    a_turn_between_vectors_that_point_the_same_way(
        a: Vector3<f64> = v3(1), b: Vector3<f64> = v3(1) * 2.0, v: Vector3<f64> = v3(3)
    ) -> Vector3<f64> {
        match UnitQuaternion::rotation_between(&a, &b) {
            Some(turn) => turn * v,
            None => v,
        }
    }
    a_turn_of_a_matrix(m: Matrix3<f64> = around([0.4, 0.5, 0.6])) -> UnitQuaternion<f64> {
        UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(m))
    }
    a_turn_whose_first_axis_is_largest(m: Matrix3<f64> = around([0.9, -0.8, -0.7])) -> UnitQuaternion<f64> {
        UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(m))
    }
    a_turn_whose_second_axis_is_largest(m: Matrix3<f64> = around([-0.9, 0.8, -0.7])) -> UnitQuaternion<f64> {
        UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(m))
    }
    a_turn_whose_third_axis_is_largest(m: Matrix3<f64> = around([-0.9, -0.8, 0.7])) -> UnitQuaternion<f64> {
        UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(m))
    }
    a_turn_gets_its_length_again(m: Matrix3<f64> = around([0.4, 0.5, 0.6]), v: Vector3<f64> = v3(3)) -> Vector3<f64> {
        let mut turn = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(m));
        let length = turn.renormalize();
        let _ = turn.renormalize();
        turn * v * length
    }
    a_direction_gets_its_length_again(v: Vector3<f64> = v3(3)) -> Vector3<f64> {
        let mut u = Unit::new_unchecked(v);
        u.renormalize() * u.into_inner()
    }
    absolute_values_of_what_is_taken_out(m: &UnitQuaternion<f64> = &UnitQuaternion::new(v3(1)), p: &Point3<f64> = &p3(2)) -> Vector3<f64> {
        m.to_rotation_matrix().into_inner().abs() * (p * -1.0).coords.abs()
    }
}
