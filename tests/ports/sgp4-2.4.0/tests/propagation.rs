//! The derivatives of orbits and of where they lead, by the elements, the constants and the time, against central differences.
use pullback::{check_grad, differentiable};
use sgp4::*;

/// Position and velocity, in one number.
#[differentiable]
fn weighted(prediction: &Prediction) -> f64 {
    let mut sum = 0.0;
    for k in 0..3 {
        sum += prediction.position[k] * (0.3 + k as f64) + 1e3 * prediction.velocity[k] * (1.7 - k as f64);
    }
    1e-3 * sum
}

/// The orbit is made from six numbers and propagated.
#[differentiable]
fn propagated(kozai: &[f64; 6], drag: f64, epoch: f64, t: f64) -> f64 {
    let orbit = Orbit::from_kozai_elements(&WGS84, kozai[0], kozai[1], kozai[2], kozai[3], kozai[4], kozai[5]).unwrap();
    let constants = Constants::new(WGS84, iau_epoch_to_sidereal_time, epoch, drag, orbit).unwrap();
    weighted(&constants.propagate(MinutesSinceEpoch(t)).unwrap())
}

#[differentiable]
fn compatible(kozai: &[f64; 6], drag: f64, epoch: f64, t: f64) -> f64 {
    let orbit = Orbit::from_kozai_elements(&WGS72, kozai[0], kozai[1], kozai[2], kozai[3], kozai[4], kozai[5]).unwrap();
    let constants = Constants::new(WGS72, afspc_epoch_to_sidereal_time, epoch, drag, orbit).unwrap();
    weighted(&constants.propagate_afspc_compatibility_mode(MinutesSinceEpoch(t)).unwrap())
}

/// The state of a resonance is advanced twice.
#[differentiable]
fn advanced(kozai: &[f64; 6], t: f64) -> f64 {
    let orbit = Orbit::from_kozai_elements(&WGS84, kozai[0], kozai[1], kozai[2], kozai[3], kozai[4], kozai[5]).unwrap();
    let constants = Constants::new(WGS84, iau_epoch_to_sidereal_time, 8.724, 1.8792e-5, orbit).unwrap();
    let mut state = constants.initial_state();
    let first = constants.propagate_from_state(MinutesSinceEpoch(t), state.as_mut(), false).unwrap();
    let second = constants.propagate_from_state(MinutesSinceEpoch(1.7 * t), state.as_mut(), false).unwrap();
    weighted(&first) + 0.5 * weighted(&second)
}

/// Low and nearly round; low and higher than 220 km; deep without resonance; of half a day; of a day.
const LOW: [f64; 6] = [0.9012, 4.3190, 0.0106703, 2.2783, 5.6728, 15.72125391 * std::f64::consts::PI / 720.0];
const ELLIPTIC: [f64; 6] = [1.2043, 2.0310, 0.1859667, 5.7904, 0.3374, 10.82419157 * std::f64::consts::PI / 720.0];
const DEEP: [f64; 6] = [0.4982, 1.2310, 0.3318, 2.7904, 1.3374, 4.2 * std::f64::consts::PI / 720.0];
const HALF_DAY: [f64; 6] = [1.1209, 4.3190, 0.7017, 4.7904, 0.3374, 2.00561 * std::f64::consts::PI / 720.0];
const DAY: [f64; 6] = [0.0512, 3.3190, 0.0106, 1.7904, 2.3374, 1.00271 * std::f64::consts::PI / 720.0];

#[test]
fn near_earth() {
    for (orbit, t) in [(LOW, 37.0), (ELLIPTIC, 113.0)] {
        check_grad!(propagated(&orbit, 3.8792e-5, 8.724, t)).unwrap();
        check_grad!(compatible(&orbit, 3.8792e-5, 8.724, t)).unwrap();
    }
}

#[test]
fn deep_space() {
    for (orbit, t) in [(DEEP, 713.0), (HALF_DAY, 913.0), (DAY, -1513.0)] {
        check_grad!(propagated(&orbit, 1.8792e-5, 8.724, t)).unwrap();
        check_grad!(compatible(&orbit, 1.8792e-5, 8.724, t)).unwrap();
    }
}

/// What a deep orbit without inclination does, and one of high eccentricity.
#[test]
fn beside_the_equator_and_high() {
    let mut orbit = DAY;
    orbit[0] = 0.31;
    check_grad!(propagated(&orbit, 1.8792e-5, 8.724, 613.0)).unwrap();
    let mut orbit = HALF_DAY;
    orbit[2] = 0.62;
    check_grad!(propagated(&orbit, 1.8792e-5, 8.724, 613.0)).unwrap();
}

#[test]
fn states() {
    check_grad!(advanced(&HALF_DAY, 913.0)).unwrap();
    check_grad!(advanced(&DAY, 913.0)).unwrap();
}

#[differentiable]
fn of_elements(elements: &Elements, t: f64) -> f64 {
    let iau = Constants::from_elements(elements).unwrap();
    let afspc = Constants::from_elements_afspc_compatibility_mode(elements).unwrap();
    weighted(&iau.propagate(MinutesSinceEpoch(t)).unwrap()) + weighted(&afspc.propagate(MinutesSinceEpoch(t)).unwrap())
}

#[test]
fn elements() {
    let mut elements = Elements::from_tle(
        Some("ISS (ZARYA)".to_owned()),
        "1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927".as_bytes(),
        "2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537".as_bytes(),
    )
    .unwrap();
    // Farther from zero, where there are no orbits beyond, than the differences reach.
    elements.eccentricity = 0.0106703;
    check_grad!(of_elements(&elements, 37.0)).unwrap();
    let later = elements.datetime + chrono::TimeDelta::minutes(37);
    check_grad!(of_date(&elements, 1.3, &later)).unwrap();
    check_grad!(moved_to_date(&elements, &later)).unwrap();
}

/// The minutes until a date depend on none of the elements' numbers.
#[differentiable]
fn of_date(elements: &Elements, scale: f64, #[no_diff] date: &chrono::NaiveDateTime) -> f64 {
    let minutes = elements.datetime_to_minutes_since_epoch(date).unwrap();
    minutes.0 * scale * elements.mean_motion
}

#[differentiable]
fn moved_to_date(elements: &Elements, #[no_diff] date: &chrono::NaiveDateTime) -> f64 {
    let minutes = elements.datetime_to_minutes_since_epoch(date).unwrap();
    weighted(&Constants::from_elements(elements).unwrap().propagate(minutes).unwrap())
}

#[differentiable]
fn sidereal(epoch: f64) -> f64 {
    iau_epoch_to_sidereal_time(epoch) + 2.0 * afspc_epoch_to_sidereal_time(epoch)
}

#[test]
fn sidereal_times() {
    check_grad!(sidereal(8.7241)).unwrap();
}
