//! Orbits that a filter predicts, and those that measurements are compared with.
mod attraction;
mod earth;

use anise::prelude::{Almanac, Epoch};
use attraction::{Attraction, propagator};
use earth::{almanac, deep, frame, spacecraft};
use hifitime::{Duration, Unit};
use indexmap::{IndexMap, IndexSet};
use nalgebra::{SMatrix, SVector, U2, U3, Vector2, Vector3};
use nyx_space::cosmic::Spacecraft;
use nyx_space::od::GroundStation;
use nyx_space::od::blse::{BLSSolver, BatchLeastSquares};
use nyx_space::od::estimate::{Estimate, KfEstimate, Residual};
use nyx_space::od::kalman::KalmanVariant;
use nyx_space::od::msr::{Measurement, MeasurementType, TrackingDataArc};
use nyx_space::od::noise::{StochasticNoise, WhiteNoise};
use nyx_space::od::process::{KalmanODProcess, ODSolution, SigmaRejection};
use nyx_space::propagators::{IntegratorMethod, IntegratorOptions, Propagator};
use pullback::{check_grad, differentiable};
use std::collections::BTreeMap;
use std::sync::Arc;

type Process = KalmanODProcess<Attraction, U2, U3, GroundStation>;
type Solution = ODSolution<Spacecraft, KfEstimate<Spacecraft>, U2, GroundStation>;

fn steps() -> Propagator<Attraction> {
    let options = IntegratorOptions::with_fixed_step(Unit::Second * 20);
    propagator(IntegratorMethod::RungeKutta4, options)
}

#[differentiable]
fn predicted(
    propagator: &Propagator<Attraction>,
    rejection: Option<SigmaRejection>,
    initial: KfEstimate<Spacecraft>,
    #[no_diff] almanac: Arc<Almanac>,
    #[no_diff] duration: Duration,
) -> (SMatrix<f64, 9, 9>, Vector3<f64>, usize) {
    let devices = pullback::no_diff(BTreeMap::new());
    let variant = KalmanVariant::ReferenceUpdate;
    let process = Process::new(propagator.clone(), variant, rejection, devices, almanac);
    let solution = process.predict_for(initial, duration).unwrap();
    let count = solution.estimates.len();
    let last = solution.estimates[count - 1];
    (last.covar, last.nominal_state.orbit.radius_km, count)
}

#[test]
fn process_new_predict_until_and_predict_for() {
    deep(|| {
        let spread = SMatrix::<f64, 9, 9>::from_fn(|i, j| (1.3 * i as f64 - 0.7 * j as f64 + 0.4).sin());
        let root = SMatrix::<f64, 9, 9>::identity() + 0.2 * spread;
        let mut initial = KfEstimate::from_covar(spacecraft(), root * root.transpose());
        initial.set_state_deviation(SVector::from_fn(|i, _| 0.1 * i as f64));
        let (almanac, duration) = (Arc::new(Almanac::default()), Unit::Second * 150);
        let rejection = Some(SigmaRejection { num_sigmas: 3.0 });
        assert_eq!(predicted(&steps(), rejection, initial, almanac.clone(), duration).2, 4);
        check_grad!(predicted(&steps(), rejection, initial, almanac, duration)).unwrap();
    });
}

#[differentiable]
fn off(batch: &BatchLeastSquares<Attraction, GroundStation>, state: Spacecraft, arc: &TrackingDataArc) -> f64 {
    batch.evaluate(state, arc).unwrap()
}

/// A station below the spacecraft.
fn station() -> GroundStation {
    let noise = |sigma| StochasticNoise {
        white_noise: Some(WhiteNoise { mean: 0.0, sigma }),
        bias: None,
    };
    let kinds = [MeasurementType::Range, MeasurementType::Doppler];
    GroundStation {
        measurement_types: IndexSet::from(kinds),
        stochastic_noises: Some(IndexMap::from([(kinds[0], noise(2.0)), (kinds[1], noise(0.5))])),
        ..GroundStation::from_point("station".to_string(), 34.2, -115.2, 0.3, frame())
    }
}

fn arc() -> TrackingDataArc {
    let measured = |seconds, tracker: &str, range, doppler| {
        let mut measurement = Measurement::new(tracker.to_string(), Epoch::from_tdb_seconds(6e8 + seconds));
        measurement.push(MeasurementType::Range, range);
        measurement.push(MeasurementType::Doppler, doppler);
        measurement
    };
    let mut rejected = measured(30.0, "station", 1.0, 1.0);
    rejected.rejected = true;
    TrackingDataArc {
        measurements: vec![
            measured(20.0, "station", 562.0, 0.7),
            rejected,
            measured(55.0, "elsewhere", 500.0, 0.2),
            measured(70.0, "station", 611.0, 2.9),
        ],
        ..Default::default()
    }
}

fn batch(solver: BLSSolver) -> BatchLeastSquares<Attraction, GroundStation> {
    BatchLeastSquares {
        prop: steps(),
        devices: BTreeMap::from([("station".to_string(), station())]),
        solver,
        tolerance_pos_km: 1e-4,
        max_iterations: 2,
        max_step: Unit::Second * 30,
        epoch_precision: Unit::Microsecond * 1,
        lm_lambda_init: 10.0,
        lm_lambda_decrease: 10.0,
        lm_lambda_increase: 10.0,
        lm_lambda_min: 1e-12,
        lm_lambda_max: 1e12,
        lm_use_diag_scaling: true,
        almanac: Arc::new(almanac()),
    }
}

#[test]
fn batch_least_squares_evaluate() {
    deep(|| {
        check_grad!(off(&batch(BLSSolver::NormalEquations), spacecraft(), &arc())).unwrap();
    });
}

#[differentiable]
fn fitted(
    batch: &BatchLeastSquares<Attraction, GroundStation>,
    state: Spacecraft,
    arc: &TrackingDataArc,
) -> (SMatrix<f64, 9, 9>, Vector3<f64>, f64) {
    let solution = batch.estimate(state, arc).unwrap();
    (
        solution.covariance,
        solution.estimated_state.orbit.radius_km,
        solution.final_rms,
    )
}

#[test]
fn batch_least_squares_estimate() {
    deep(|| {
        for solver in [BLSSolver::NormalEquations, BLSSolver::LevenbergMarquardt] {
            check_grad!(fitted(&batch(solver), spacecraft(), &arc())).unwrap();
        }
    });
}

/// The estimate before the last one, and its residual.
#[differentiable]
fn smoothed(solution: &Solution, #[no_diff] almanac: &Almanac) -> (SVector<f64, 9>, SMatrix<f64, 9, 9>, Vector2<f64>) {
    let smoothed = solution.clone().smooth(almanac).unwrap();
    let estimate = smoothed.estimates[0];
    let postfit = match &smoothed.residuals[0] {
        Some(residual) => residual.postfit,
        None => Vector2::zeros(),
    };
    (estimate.state_deviation, estimate.covar, postfit)
}

#[test]
fn od_solution_smooth() {
    deep(|| {
        let estimate = |phase: f64| {
            let spread = SMatrix::<f64, 9, 9>::from_fn(|i, j| (1.3 * i as f64 - 0.7 * j as f64 + phase).sin());
            let root = SMatrix::<f64, 9, 9>::identity() + 0.2 * spread;
            let mut estimate = KfEstimate::from_covar(spacecraft(), root * root.transpose());
            estimate.set_state_deviation(SVector::from_fn(|i, _| 0.1 * i as f64 * phase));
            estimate.stm = SMatrix::identity() + 0.1 * spread;
            estimate
        };
        let mut residual = Residual::<U2>::zeros();
        residual.tracker = Some("station".to_string());
        residual.msr_types = IndexSet::from([MeasurementType::Range, MeasurementType::Doppler]);
        residual.real_obs = Vector2::new(562.0, 0.7);
        let mut solution = Solution::new(BTreeMap::from([("station".to_string(), station())]), IndexSet::new());
        solution.estimates = vec![estimate(0.4), estimate(0.9)];
        solution.residuals = vec![None, Some(residual)];
        solution.gains = vec![None, None];
        solution.filter_smoother_ratios = vec![None, None];
        assert!(solution.clone().smooth(&almanac()).unwrap().residuals[0].is_some());
        check_grad!(smoothed(&solution, &almanac())).unwrap();
    });
}

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
        for rejection in [None, Some(SigmaRejection { num_sigmas: 3.0 })] {
            check_grad!(made(&steps(), rejection, Arc::new(Almanac::default()))).unwrap();
        }
    });
}
