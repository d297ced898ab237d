//! A spacecraft: its state, what is asked of it, and what changes it.
use anise::constants::frames::EARTH_J2000;
use anise::prelude::{Epoch, Orbit};
use hifitime::Unit;
use nalgebra::{Const, OVector, SVector, Vector3, Vector6};
use nyx_space::State;
use nyx_space::cosmic::{Spacecraft, ThrustDirection};
use nyx_space::dynamics::deltavctrl::{DeltaVctrl, ImpulsiveBurns};
use nyx_space::dynamics::guidance::{GuidanceLaw, LocalFrame, Maneuver};
use nyx_space::mc::Pcg64Mcg;
use nyx_space::mc::helpers::dv_execution_error;
use nyx_space::md::StateParameter;
use nyx_space::md::prelude::Objective;
use nyx_space::od::snc::ProcessNoise3D;
use nyx_space::propagators::{ErrorControl, IntegratorOptions};
use pullback::{check_grad, differentiable};
use rand::SeedableRng;

fn orbit() -> Orbit {
    Orbit::new(
        -2436.45,
        -5386.4,
        4891.037,
        5.088_611,
        -3.988_611,
        1.2,
        Epoch::from_tdb_seconds(6e8),
        EARTH_J2000.with_mu_km3_s2(398_600.441_5),
    )
}

fn spacecraft() -> Spacecraft {
    let mut spacecraft = Spacecraft::new(orbit(), 900.0, 80.0, 3.0, 2.0, 1.3, 2.1);
    spacecraft.mut_thrust_direction(Some(Vector3::new(0.3, -0.7, 0.5)));
    spacecraft
}

#[differentiable]
fn moved(spacecraft: Spacecraft, six: Vector6<f64>, nine: SVector<f64, 9>) -> [f64; 3] {
    let mut moved = spacecraft + six;
    moved = (moved + nine).add(2.0 * nine);
    let (position, velocity, mass) = moved.rss(&spacecraft).unwrap();
    [
        position * moved.drag.coeff_drag,
        velocity * moved.srp.coeff_reflectivity,
        mass * moved.mass_kg(),
    ]
}

#[differentiable]
fn rescaled(spacecraft: Spacecraft, direction: Vector3<f64>, k: f64) -> f64 {
    let epoch = pullback::no_diff(Epoch::from_tdb_seconds(6e8 + 1.0));
    let mut other = spacecraft;
    let vector = spacecraft.to_vector() * k;
    other.set(epoch, &vector);
    let direction = ThrustDirection::from(direction);
    other.orbit.rmag_km() * other.mass.prop_mass_kg * direction.x + vector[6] * direction.y
}

#[differentiable]
fn thrust(spacecraft: &Spacecraft, #[no_diff] frame: LocalFrame) -> (f64, f64) {
    spacecraft.thrust_angles_deg(frame).unwrap().unwrap()
}

#[test]
fn spacecraft_to_vector_and_set() {
    check_grad!(rescaled(spacecraft(), Vector3::new(0.3, -0.7, 0.5), 1.2)).unwrap();
}

#[test]
fn spacecraft_add_rss_and_thrust_angles() {
    let nine = OVector::<f64, Const<9>>::from_fn(|i, _| 0.1 * (i as f64 - 3.5));
    check_grad!(moved(
        spacecraft(),
        Vector6::new(0.3, -0.4, 0.2, 0.01, 0.02, -0.03),
        nine
    ))
    .unwrap();
    for frame in [LocalFrame::RCN, LocalFrame::VNC] {
        check_grad!(thrust(&spacecraft(), frame)).unwrap();
    }
}

#[differentiable]
fn steered(spacecraft: &Spacecraft, direction: Vector3<f64>, #[no_diff] frame: LocalFrame) -> Vector3<f64> {
    let start = pullback::no_diff(Epoch::from_tdb_seconds(6e8 - 1.0));
    let maneuver = Maneuver::from_impulsive(start, direction, frame);
    GuidanceLaw::direction(&maneuver, spacecraft).unwrap()
}

#[differentiable]
fn burnt(orbit: Orbit, direction: Vector3<f64>) -> Vector3<f64> {
    let start = pullback::no_diff(Epoch::from_tdb_seconds(6e8));
    let frame = pullback::no_diff(LocalFrame::VNC);
    let maneuver = Maneuver::from_impulsive(start, direction, frame);
    let mut burns = ImpulsiveBurns {
        mnvrs: vec![maneuver],
        mnvr_no: 0,
    };
    burns.next(&orbit);
    burns.ctrl_vector(&orbit)
}

#[test]
fn maneuver_guides_and_impulsive_burns() {
    check_grad!(burnt(orbit(), Vector3::new(0.3, -0.7, 0.5))).unwrap();
    let mut spacecraft = spacecraft();
    spacecraft.mode = nyx_space::cosmic::GuidanceMode::Thrust;
    for frame in [LocalFrame::Inertial, LocalFrame::RCN, LocalFrame::VNC] {
        check_grad!(steered(&spacecraft, Vector3::new(0.3, -0.7, 0.5), frame)).unwrap();
    }
}

#[differentiable]
fn assessed(objective: &Objective, achieved: f64) -> f64 {
    let (_, error) = objective.assess_value(achieved);
    error * error
}

#[test]
fn objective_assess_value() {
    let mut objective = Objective::within_tolerance(StateParameter::Cd(), 2.0, 0.1);
    objective.multiplicative_factor = 1.4;
    objective.additive_factor = -0.3;
    check_grad!(assessed(&objective, 1.2)).unwrap();
}

#[differentiable(no_diff(rng))]
fn executed(pointing: Vector3<f64>, dv: Vector3<f64>, angle: f64, size: f64) -> Vector3<f64> {
    let mut rng = Pcg64Mcg::seed_from_u64(3);
    dv_execution_error(&pointing, dv, angle, size, &mut rng).unwrap()
}

#[test]
fn dv_pointing_and_execution_error() {
    let (pointing, dv) = (Vector3::new(0.3, -0.7, 0.5), Vector3::new(0.02, -0.04, 0.01));
    check_grad!(executed(pointing, dv, 0.3, 0.01)).unwrap();
}

#[differentiable]
fn spread(velocity: [f64; 3], orbit: Orbit, seconds: f64) -> f64 {
    let (minute, hour) = pullback::no_diff((Unit::Second * 60.0, Unit::Second * 3600.0));
    let frame = pullback::no_diff(None);
    let noise = ProcessNoise3D::from_velocity_km_s(&velocity, minute, hour, frame);
    let covariance = noise.propagate::<Const<6>>(orbit, minute).unwrap().unwrap();
    seconds * covariance[(0, 0)] + covariance[(1, 4)] * covariance[(5, 5)]
}

#[test]
fn process_noise() {
    check_grad!(spread([0.3, 0.2, 0.4], orbit(), 2.0)).unwrap();
}

#[differentiable]
fn tolerated(tolerance: f64) -> f64 {
    let control = ErrorControl::RSSStep;
    let options = IntegratorOptions::with_adaptive_step_s(1.0, 60.0, tolerance * tolerance, control);
    options.tolerance
}

#[test]
fn with_adaptive_step() {
    check_grad!(tolerated(0.3)).unwrap();
}
