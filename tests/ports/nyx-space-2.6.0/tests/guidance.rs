//! Thrust: its direction, how it changes, and what a thruster gives.
use anise::prelude::Epoch;
use nalgebra::Vector3;
use nyx_space::dynamics::guidance::{LocalFrame, Maneuver, Thruster, plane_angles_from_unit_vector};
use pullback::{check_grad, differentiable};

const A: Vector3<f64> = Vector3::new(0.3, -0.7, 0.5);
const B: Vector3<f64> = Vector3::new(0.02, 0.04, -0.03);
const C: Vector3<f64> = Vector3::new(-0.01, 0.02, 0.015);

#[differentiable]
fn exhaust(thrust: f64, isp_s: f64) -> f64 {
    let thruster = Thruster {
        thrust_N: thrust,
        isp_s,
    };
    thruster.exhaust_velocity_m_s()
}

/// The direction some time after the start.
#[differentiable]
fn directed(direction: Vector3<f64>, rate: Vector3<f64>, accel: Vector3<f64>) -> Vector3<f64> {
    let start = pullback::no_diff(Epoch::from_tdb_seconds(1e8));
    let later = pullback::no_diff(Epoch::from_tdb_seconds(1e8 + 0.7));
    let frame = pullback::no_diff(LocalFrame::RCN);
    let mut maneuver = Maneuver::from_impulsive(start, direction, frame);
    let before = maneuver.direction();
    maneuver.set_direction_and_rates(direction, rate, accel).unwrap();
    maneuver.vector(later) + before.cross(&maneuver.direction())
}

/// What is zero is handled otherwise than what is next to it.
#[differentiable]
fn steady(direction: Vector3<f64>, rate: Vector3<f64>) -> Vector3<f64> {
    directed(direction, rate, Vector3::zeros())
}

#[differentiable]
fn steady_or_fixed(direction: Vector3<f64>) -> Vector3<f64> {
    directed(direction, Vector3::zeros(), Vector3::zeros())
}

#[test]
fn exhaust_velocity_and_plane_angles() {
    check_grad!(exhaust(0.4, 300.0)).unwrap();
    check_grad!(plane_angles_from_unit_vector(A)).unwrap();
}

#[test]
fn maneuver_from_impulsive_vector_direction_and_set_direction_and_rates() {
    check_grad!(directed(A, B, C)).unwrap();
    check_grad!(steady(A, B)).unwrap();
    check_grad!(steady_or_fixed(A)).unwrap();
}
