//! What is asked of the residuals and the estimates of an orbit determination.
mod earth;

use anise::errors::AlmanacResult;
use anise::prelude::{Almanac, Epoch, Frame, Orbit};
use earth::{deep, spacecraft};
use hifitime::Unit;
use indexmap::IndexSet;
use nalgebra::allocator::Allocator;
use nalgebra::{Const, DefaultAllocator, DimName, OMatrix, SMatrix, SVector, U2, Vector2};
use nyx_space::cosmic::Spacecraft;
use nyx_space::io::ConfigRepr;
use nyx_space::mc::Pcg64Mcg;
use nyx_space::md::trajectory::Traj;
use nyx_space::od::estimate::{KfEstimate, Residual};
use nyx_space::od::msr::MeasurementType;
use nyx_space::od::msr::measurement::Measurement;
use nyx_space::od::msr::sensitivity::TrackerSensitivity;
use nyx_space::od::process::ODSolution;
use nyx_space::od::{ODError, TrackingDevice};
use pullback::{Differentiable, check_grad, differentiable};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

type Solution = ODSolution<Spacecraft, KfEstimate<Spacecraft>, U2, Tracker>;

/// A device that measures nothing: the solutions here have their residuals already.
#[derive(Clone, Debug, Serialize, Deserialize, Differentiable)]
struct Tracker;

impl ConfigRepr for Tracker {}

impl TrackingDevice<Spacecraft> for Tracker {
    fn name(&self) -> String {
        String::new()
    }
    fn measurement_types(&self) -> &IndexSet<MeasurementType> {
        unreachable!()
    }
    fn measure(
        &mut self,
        _: Epoch,
        _: &Traj<Spacecraft>,
        _: Option<&mut Pcg64Mcg>,
        _: &Almanac,
    ) -> Result<Option<Measurement>, ODError> {
        Ok(None)
    }
    fn location(&self, _: Epoch, _: Frame, _: &Almanac) -> AlmanacResult<Orbit> {
        unreachable!()
    }
    fn measure_instantaneous(
        &mut self,
        _: Spacecraft,
        _: Option<&mut Pcg64Mcg>,
        _: &Almanac,
    ) -> Result<Option<Measurement>, ODError> {
        Ok(None)
    }
    fn measurement_covar(&self, _: MeasurementType, _: Epoch) -> Result<f64, ODError> {
        Ok(1.0)
    }
    fn measurement_bias(&self, _: MeasurementType, _: Epoch) -> Result<f64, ODError> {
        Ok(0.0)
    }
}

impl TrackerSensitivity<Spacecraft, Spacecraft> for Tracker {
    fn h_tilde<M: DimName>(
        &self,
        _: &Measurement,
        _: &IndexSet<MeasurementType>,
        _: &Spacecraft,
        _: &Almanac,
    ) -> Result<OMatrix<f64, M, Const<9>>, ODError>
    where
        DefaultAllocator: Allocator<M> + Allocator<M, Const<9>>,
    {
        Ok(OMatrix::<f64, M, Const<9>>::zeros())
    }
}

/// Residuals that differ from each other, some of which were rejected, and updates without any.
fn solution() -> Solution {
    let mut solution = Solution::new(BTreeMap::new(), IndexSet::new());
    for i in 0..24_u8 {
        let at = |k: f64| Vector2::new((k * f64::from(i) + 0.3).sin(), (0.6 * k * f64::from(i) - 0.2).cos());
        let epoch = Epoch::from_tdb_seconds(6e8 + f64::from(i));
        let ratio = 0.2 + at(1.9).x.abs();
        let residual = match i % 7 {
            5 => Residual::rejected(epoch, at(0.9), at(1.1), ratio, at(0.4), at(2.3), at(2.5)),
            _ => Residual::accepted(epoch, at(0.9), at(1.1), at(0.8), ratio, at(0.4), at(2.3), at(2.5)),
        };
        solution.residuals.push((i % 9 != 7).then_some(residual));
    }
    solution
}

#[differentiable]
fn of_prefit_and_ratios(solution: &Solution) -> [f64; 2] {
    [solution.rms_prefit_residuals(), solution.rms_residual_ratios()]
}

#[differentiable]
fn of_postfit(solution: &Solution) -> f64 {
    solution.rms_postfit_residuals()
}

#[differentiable]
fn within(solution: &Solution, threshold: f64, x: f64) -> f64 {
    solution.residual_ratio_within_threshold(threshold).unwrap() * x * x
}

#[differentiable]
fn normality(solution: &Solution) -> f64 {
    solution.ks_test_normality().unwrap()
}

#[differentiable]
fn of_normal(solution: &Solution, alpha: f64, x: f64) -> f64 {
    let normal = solution.is_normal(Some(alpha)).unwrap();
    if normal { x * x } else { x.sin() }
}

#[differentiable]
fn innovations(solution: &Solution, alpha: Option<f64>) -> [f64; 3] {
    let consistency = solution.nis_consistency(alpha).unwrap();
    [
        consistency.normalized_sum,
        consistency.lower_bound,
        consistency.upper_bound,
    ]
}

#[test]
fn root_mean_squares() {
    check_grad!(of_prefit_and_ratios(&solution())).unwrap();
    // Those that were rejected have no postfit.
    let mut accepted = solution();
    accepted
        .residuals
        .retain(|residual| residual.as_ref().is_none_or(|residual| !residual.rejected));
    check_grad!(of_postfit(&accepted)).unwrap();
}

#[test]
fn residual_ratio_within_threshold() {
    let fraction = solution().residual_ratio_within_threshold(0.9).unwrap();
    assert!(0.0 < fraction && fraction < 1.0);
    check_grad!(within(&solution(), 0.9, 0.7)).unwrap();
}

#[test]
fn ks_test_normality_and_is_normal() {
    check_grad!(normality(&solution())).unwrap();
    for alpha in [1e-6, 0.05, 0.99] {
        check_grad!(of_normal(&solution(), alpha, 0.7)).unwrap();
    }
}

#[test]
fn nis_consistency() {
    for alpha in [None, Some(0.02), Some(0.3)] {
        check_grad!(innovations(&solution(), alpha)).unwrap();
    }
}

#[differentiable]
fn errors(solution: &Solution, truth: &Traj<Spacecraft>, alpha: Option<f64>) -> [f64; 3] {
    let consistency = solution.nees_consistency(truth, alpha).unwrap();
    [
        consistency.normalized_sum,
        consistency.lower_bound,
        consistency.upper_bound,
    ]
}

#[test]
fn nees_consistency() {
    deep(|| {
        // Of the nine numbers of a state the first seven are estimated, or all.
        for count in [7, 9] {
            let mut solution = solution();
            let mut truth = Traj::new();
            for i in 0..3 {
                let phase = 0.4 + 0.5 * f64::from(i);
                let mut state = spacecraft();
                state.orbit.epoch += Unit::Second * i64::from(10 * i);
                truth.states.push(state);
                let spread = SMatrix::<f64, 9, 9>::from_fn(|i, j| (1.3 * i as f64 - 0.7 * j as f64 + phase).sin());
                // No two variances are equal: of such the directions are not determined.
                let root = SMatrix::<f64, 9, 9>::from_diagonal(&SVector::from_fn(|i, _| 0.8 + 0.1 * i as f64)) + 0.2 * spread;
                let mut covar = root * root.transpose();
                if count < 9 {
                    covar[(count, count)] = -1.0;
                }
                let off = SVector::<f64, 9>::from_fn(|i, _| (0.9 * i as f64 + phase).cos());
                solution.estimates.push(KfEstimate::from_covar(state + off, covar));
            }
            check_grad!(errors(&solution, &truth, Some(0.02))).unwrap();
        }
    });
}
