//! Propagators of a spacecraft that a body attracts.
mod attraction;
mod earth;

use anise::constants::frames::EARTH_J2000;
use anise::prelude::{Almanac, Epoch, Orbit};
use attraction::{Attraction, propagator};
use earth::deep;
use hifitime::{Duration, Unit};
use nalgebra::Vector3;
use nyx_space::cosmic::Spacecraft;
use nyx_space::propagators::{ErrorControl, IntegratorMethod, IntegratorOptions, PropInstance, Propagator};
use pullback::{check_grad, differentiable};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

fn spacecraft() -> Spacecraft {
    let epoch = Epoch::from_tdb_seconds(6e8);
    let frame = EARTH_J2000.with_mu_km3_s2(398_600.441_5);
    let orbit = Orbit::new(-2436.45, -5186.4, 3891.037, 5.088, -3.988, 1.2, epoch, frame);
    Spacecraft::new(orbit, 900.0, 80.0, 3.0, 2.0, 1.3, 2.1)
}

/// With steps that are fixed, that are as long as they may be, and that the error decides on.
fn propagators() -> Vec<Propagator<Attraction>> {
    let step = Unit::Second * 20;
    let greatest = IntegratorOptions::with_adaptive_step(step, step, 1e3, ErrorControl::RSSCartesianStep);
    let least = Unit::Second * 1;
    let adaptive =
        IntegratorOptions::with_adaptive_step(least, Unit::Minute * 10, 1e-9, ErrorControl::RSSCartesianState);
    vec![
        propagator(IntegratorMethod::RungeKutta4, IntegratorOptions::with_fixed_step(step)),
        propagator(IntegratorMethod::DormandPrince45, greatest),
        propagator(IntegratorMethod::DormandPrince78, adaptive),
    ]
}

#[differentiable]
fn after(
    propagator: &Propagator<Attraction>,
    state: Spacecraft,
    #[no_diff] almanac: Arc<Almanac>,
    #[no_diff] duration: Duration,
) -> (Vector3<f64>, Vector3<f64>, f64) {
    let mut instance: PropInstance<'_, Attraction> = propagator.with(state, almanac);
    let end = instance.for_duration(duration).unwrap();
    (end.orbit.radius_km, end.orbit.velocity_km_s, end.mass.prop_mass_kg)
}

#[differentiable]
fn at(
    propagator: &Propagator<Attraction>,
    state: Spacecraft,
    #[no_diff] almanac: Arc<Almanac>,
    #[no_diff] epoch: Epoch,
) -> (Vector3<f64>, Vector3<f64>, f64) {
    let mut instance: PropInstance<'_, Attraction> = propagator.with(state, almanac);
    let end = instance.until_epoch(epoch).unwrap();
    (end.orbit.radius_km, end.orbit.velocity_km_s, end.mass.prop_mass_kg)
}

#[differentiable]
fn sent(
    propagator: &Propagator<Attraction>,
    state: Spacecraft,
    #[no_diff] almanac: Arc<Almanac>,
    #[no_diff] epoch: Epoch,
    #[no_diff] sender: Sender<Spacecraft>,
) -> (Vector3<f64>, Vector3<f64>, f64) {
    let mut instance: PropInstance<'_, Attraction> = propagator.with(state, almanac);
    let end = instance.until_epoch_with_channel(epoch, sender).unwrap();
    (end.orbit.radius_km, end.orbit.velocity_km_s, end.mass.prop_mass_kg)
}

#[differentiable]
fn stepped(
    propagator: &Propagator<Attraction>,
    state: Spacecraft,
    #[no_diff] almanac: Arc<Almanac>,
) -> (Vector3<f64>, Vector3<f64>, f64) {
    let mut instance: PropInstance<'_, Attraction> = propagator.with(state, almanac);
    instance.single_step().unwrap();
    instance.single_step().unwrap();
    let end = instance.state;
    (end.orbit.radius_km, end.orbit.velocity_km_s, end.mass.prop_mass_kg)
}

#[test]
fn for_duration_and_until_epoch() {
    deep(|| {
        let almanac = Arc::new(Almanac::default());
        for propagator in propagators() {
            check_grad!(after(&propagator, spacecraft(), almanac.clone(), Unit::Second * 90)).unwrap();
            check_grad!(after(&propagator, spacecraft(), almanac.clone(), Unit::Second * -90)).unwrap();
            let epoch = Epoch::from_tdb_seconds(6e8 + 70.0);
            check_grad!(at(&propagator, spacecraft(), almanac.clone(), epoch)).unwrap();
        }
    });
}

#[test]
fn until_epoch_with_channel() {
    deep(|| {
        let almanac = Arc::new(Almanac::default());
        let epoch = Epoch::from_tdb_seconds(6e8 + 70.0);
        let (sender, receiver) = channel();
        for propagator in propagators() {
            check_grad!(sent(&propagator, spacecraft(), almanac.clone(), epoch, sender.clone())).unwrap();
        }
        assert!(receiver.try_iter().count() > 0);
    });
}

#[test]
fn single_step() {
    deep(|| {
        for propagator in &propagators()[..2] {
            check_grad!(stepped(propagator, spacecraft(), Arc::new(Almanac::default()))).unwrap();
        }
    });
}
