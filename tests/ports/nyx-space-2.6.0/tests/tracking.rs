//! Measurements and what is made of them.
use anise::astro::AzElRange;
use anise::prelude::Epoch;
use hifitime::Duration;
use nalgebra::Vector2;
use nyx_space::od::estimate::Residual;
use nyx_space::od::msr::{Measurement, MeasurementType};
use pullback::{check_grad, differentiable};

fn seen(range_km: f64) -> AzElRange {
    AzElRange {
        epoch: Epoch::from_tdb_seconds(1e8),
        azimuth_deg: 31.0,
        elevation_deg: 42.0,
        range_km,
        range_rate_km_s: 2.3,
        obstructed_by: None,
        mask_deg: None,
        light_time: Duration::ZERO,
    }
}

#[differentiable]
fn computed(first: AzElRange, second: AzElRange, noise: f64, kind: MeasurementType) -> f64 {
    let one_way = kind.compute_one_way(first, noise).unwrap();
    one_way * kind.compute_two_way(first, second, noise).unwrap()
}

#[test]
fn compute_one_way_and_two_way() {
    for kind in [
        MeasurementType::Range,
        MeasurementType::Doppler,
        MeasurementType::Azimuth,
        MeasurementType::Elevation,
    ] {
        check_grad!(computed(seen(900.0), seen(1100.0), 0.3, kind)).unwrap();
    }
}

#[differentiable]
fn corrected(range: f64, correction: f64) -> f64 {
    let epoch = pullback::no_diff(Epoch::from_tdb_seconds(1e8));
    let mut measurement = Measurement::new(String::new(), epoch);
    measurement.push(MeasurementType::Range, range * range);
    measurement.correct(MeasurementType::Range, correction);
    measurement.correct(MeasurementType::Doppler, correction);
    let seen = measurement.data[&MeasurementType::Range];
    seen * seen
}

#[test]
fn measurement_correct() {
    check_grad!(corrected(0.4, 0.3)).unwrap();
}

#[differentiable]
fn left(prefit: Vector2<f64>, ratio: f64) -> f64 {
    let epoch = pullback::no_diff(Epoch::from_tdb_seconds(1e8));
    let residual = Residual::rejected(epoch, prefit, 2.0 * prefit, ratio, prefit * ratio, prefit, prefit);
    residual.ratio * residual.tracker_msr_noise.norm() + residual.whitened_resid[1]
}

#[test]
fn residual_rejected() {
    check_grad!(left(Vector2::new(0.3, -0.4), 0.8)).unwrap();
}
