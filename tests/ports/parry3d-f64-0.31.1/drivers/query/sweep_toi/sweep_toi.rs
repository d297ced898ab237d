//! When two moving point clouds meet.
use super::*;
use crate::drivers::{hold, v};
use crate::math::Pose;

fn points() -> [Vector; 4] {
    [v(-1.0, -0.4, 0.3), v(1.1, -0.5, 0.4), v(0.1, 0.9, 0.5), v(0.2, 0.1, -1.2)]
}

/// One cloud flies past the other, turning, or into it.
fn sweeps(past: f64) -> [Sweep; 2] {
    let still = Pose::new(v(0.1, -0.2, 0.1), v(0.3, 0.5, -0.2));
    let turned = Pose::new(v(0.3, -0.1, 0.2), v(0.1, 0.6, -0.4));
    let from = Pose::new(v(-5.0, -0.3 + past, 0.4), v(0.2, -0.1, 0.3));
    let to = Pose::new(v(4.0, 0.2 + past, -0.3), v(-0.3, 0.4, 0.1));
    [Sweep::from_poses(&still, &turned, v(0.1, 0.2, 0.3)), Sweep::from_poses(&from, &to, v(0.3, -0.2, 0.1))]
}

/// What is found, each number with another weight.
#[pullback::differentiable]
fn meeting(p: &[Vector; 4], r: f64, sweeps: &[Sweep; 2], until: f64, slop: f64) -> f64 {
    let one: ToiProxy<'_> = ToiProxy::from_array(*p, r);
    let other: ToiProxy<'_> = ToiProxy::from_array([p[1], 0.8 * p[3], p[0]], 2.0 * r);
    let found = sweep_time_of_impact(&one, &sweeps[0], &other, &sweeps[1], until, slop);
    found.fraction + 0.2 * found.point.x - 0.3 * found.point.y + 0.4 * found.normal.x + 0.5 * found.normal.z
}

hold! {
    meets(p: &[Vector; 4] = &points(), r: f64 = 0.2, s: &[Sweep; 2] = &sweeps(0.0), until: f64 = 0.9, slop: f64 = 0.02) -> f64 { meeting(p, r, s, until, slop) }
    passes(p: &[Vector; 4] = &points(), r: f64 = 0.2, s: &[Sweep; 2] = &sweeps(4.0), until: f64 = 0.9, slop: f64 = 0.02) -> f64 { meeting(p, r, s, until, slop) }
}

#[test]
fn one_meets_and_one_passes() {
    let status = |past: f64| {
        let (p, [a, b]) = (ToiProxy::from_array(points(), 0.2), sweeps(past));
        sweep_time_of_impact(&p, &a, &p, &b, 0.9, 0.02).status
    };
    assert_eq!((status(0.0), status(4.0)), (SweepToiStatus::Hit, SweepToiStatus::Separated));
}
