//! Measurements and what is made of them.
use anise::astro::AzElRange;
use anise::prelude::Epoch;
use hifitime::Duration;
use nalgebra::Vector2;
use nyx_space::od::estimate::Residual;
use nyx_space::od::msr::{Measurement, MeasurementType, TrackingDataArc};
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

fn arc() -> TrackingDataArc {
    let measurements = (0..4)
        .map(|i| {
            let epoch = Epoch::from_tdb_seconds(1e8 + 10.0 * f64::from(i));
            let mut measurement = Measurement::new(String::new(), epoch);
            measurement.push(MeasurementType::Range, 0.3 + 0.4 * f64::from(i));
            measurement
        })
        .collect();
    TrackingDataArc {
        measurements,
        ..Default::default()
    }
}

#[differentiable]
fn chunks(arc: &TrackingDataArc, modulus: f64) -> f64 {
    let kind = pullback::no_diff(MeasurementType::Range);
    let length = pullback::no_diff(Duration::from_seconds(15.0));
    let mut arc = arc.clone();
    arc.set_moduli(MeasurementType::Range, modulus * modulus);
    let chunks = arc.chunk(length);
    let first = chunks[0].measurements[1].data[&kind];
    let last = chunks[1].measurements[0].data[&kind];
    first * last * chunks[1].moduli.as_ref().unwrap()[&kind]
}

#[test]
fn set_moduli_and_chunk() {
    check_grad!(chunks(&arc(), 1.2)).unwrap();
}

#[differentiable]
fn kept(arc: &TrackingDataArc, #[no_diff] from: f64, #[no_diff] to: f64) -> f64 {
    let kind = pullback::no_diff(MeasurementType::Range);
    let (from, to) = pullback::no_diff((Duration::from_seconds(from), Duration::from_seconds(to)));
    let kept = arc.clone().filter_by_offset(pullback::no_diff(from..to));
    let mut product = 1.0;
    for measurement in &kept.measurements {
        product *= measurement.data[&kind];
    }
    product
}

#[test]
fn filter_by_offset() {
    for (from, to, left) in [(0.0, 25.0, 3), (5.0, 25.0, 2), (12.0, 100.0, 2), (50.0, 60.0, 0)] {
        let arc = arc();
        check_grad!(kept(&arc, from, to)).unwrap();
        let bounds = Duration::from_seconds(from)..Duration::from_seconds(to);
        assert_eq!(arc.filter_by_offset(bounds).len(), left);
    }
}
