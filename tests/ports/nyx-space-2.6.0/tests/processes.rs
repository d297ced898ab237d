//! What a filter's process is made of.
mod attraction;
mod earth;

use anise::prelude::Almanac;
use attraction::{Attraction, propagator};
use earth::deep;
use hifitime::Unit;
use nalgebra::{U2, U3};
use nyx_space::od::GroundStation;
use nyx_space::od::kalman::KalmanVariant;
use nyx_space::od::process::{KalmanODProcess, SigmaRejection};
use nyx_space::propagators::{IntegratorMethod, IntegratorOptions, Propagator};
use pullback::{check_grad, differentiable};
use std::collections::BTreeMap;
use std::sync::Arc;

type Process = KalmanODProcess<Attraction, U2, U3, GroundStation>;

#[differentiable]
fn made(
    propagator: &Propagator<Attraction>,
    rejection: Option<SigmaRejection>,
    #[no_diff] almanac: Arc<Almanac>,
) -> (f64, f64) {
    let devices = pullback::no_diff(BTreeMap::new());
    let variant = KalmanVariant::ReferenceUpdate;
    let process = Process::new(propagator.clone(), variant, rejection, devices, almanac);
    let sigmas = match process.sigma_reject {
        Some(rejection) => rejection.num_sigmas,
        None => 1.0,
    };
    (
        process.prop.dynamics.mu * sigmas,
        process.prop.dynamics.friction * sigmas,
    )
}

#[test]
fn kalman_od_process_new() {
    deep(|| {
        let options = IntegratorOptions::with_fixed_step(Unit::Second * 20);
        let propagator = propagator(IntegratorMethod::RungeKutta4, options);
        for rejection in [None, Some(SigmaRejection { num_sigmas: 3.0 })] {
            check_grad!(made(&propagator, rejection, Arc::new(Almanac::default()))).unwrap();
        }
    });
}
