//! A Kalman filter of a spacecraft's state.
mod earth;

use anise::analysis::prelude::OrbitalElement;
use anise::constants::frames::EARTH_J2000;
use anise::prelude::{Epoch, Orbit};
use earth::deep;
use hifitime::Unit;
use nalgebra::{Matrix2, SMatrix, SVector, U2, U3, Vector2};
use nyx_space::State;
use nyx_space::cosmic::Spacecraft;
use nyx_space::dynamics::guidance::LocalFrame;
use nyx_space::od::estimate::{Estimate, KfEstimate, SpacecraftUncertainty};
use nyx_space::od::kalman::{KalmanFilter, KalmanVariant};
use nyx_space::od::process::SigmaRejection;
use nyx_space::od::snc::ProcessNoise3D;
use pullback::{check_grad, differentiable};

type Filter = KalmanFilter<Spacecraft, U3>;

/// Numbers around zero that differ from each other.
fn spread<const R: usize, const C: usize>(scale: f64) -> SMatrix<f64, R, C> {
    SMatrix::from_fn(|i, j| scale * (1.3 * i as f64 - 0.7 * j as f64 + 0.4).sin())
}

/// Where the spacecraft is so many seconds later, and what its state depends on.
fn spacecraft(seconds: f64) -> Spacecraft {
    let orbit = Orbit::new(
        -2436.45 + 5.088 * seconds,
        -5386.4 - 3.988 * seconds,
        4891.037 + 1.2 * seconds,
        5.088_611,
        -3.988_611,
        1.2,
        Epoch::from_tdb_seconds(6e8 + seconds),
        EARTH_J2000.with_mu_km3_s2(398_600.441_5),
    );
    let mut spacecraft = Spacecraft::new(orbit, 900.0, 80.0, 3.0, 2.0, 1.3, 2.1).with_stm();
    spacecraft.stm = Some(SMatrix::identity() + spread::<9, 9>(0.1));
    spacecraft
}

fn filter(variant: KalmanVariant) -> Filter {
    let root = SMatrix::<f64, 9, 9>::identity() + spread::<9, 9>(0.2);
    let mut estimate = KfEstimate::from_covar(spacecraft(0.0), root * root.transpose());
    estimate.set_state_deviation(spread::<9, 1>(0.3));
    let noise = ProcessNoise3D::from_diagonal(&[1e-4, 2e-4, 3e-4], Unit::Hour * 1, Some(LocalFrame::RIC));
    KalmanFilter::new(estimate, variant).with_process_noise(noise)
}

#[differentiable]
fn predicted(filter: &Filter, state: Spacecraft) -> (SMatrix<f64, 9, 9>, SVector<f64, 9>) {
    let mut filter = filter.clone();
    let estimate = filter.time_update(state).unwrap();
    (estimate.covar, estimate.state_deviation)
}

#[differentiable]
fn updated(
    filter: &Filter,
    state: Spacecraft,
    real: Vector2<f64>,
    computed: Vector2<f64>,
    noise: Matrix2<f64>,
    sensitivity: SMatrix<f64, 2, 9>,
    rejection: Option<SigmaRejection>,
) -> (SMatrix<f64, 9, 9>, SVector<f64, 9>, f64, Vector2<f64>) {
    let mut filter = filter.clone();
    let (estimate, residual, _) = filter
        .measurement_update::<U2>(state, real, computed, noise, sensitivity, rejection)
        .unwrap();
    (
        estimate.covar,
        estimate.state_deviation,
        residual.ratio,
        residual.whitened_resid,
    )
}

#[differentiable]
fn initial(uncertainty: &SpacecraftUncertainty) -> SMatrix<f64, 9, 9> {
    uncertainty.to_estimate().unwrap().covar
}

#[test]
fn time_update() {
    deep(|| {
        for variant in [KalmanVariant::ReferenceUpdate, KalmanVariant::DeviationTracking] {
            check_grad!(predicted(&filter(variant), spacecraft(60.0))).unwrap();
        }
    });
}

#[test]
fn measurement_update() {
    deep(each_measurement_update);
}

fn each_measurement_update() {
    let rejections = [
        None,
        Some(SigmaRejection { num_sigmas: 1e3 }),
        Some(SigmaRejection { num_sigmas: 1e-3 }),
    ];
    for variant in [KalmanVariant::ReferenceUpdate, KalmanVariant::DeviationTracking] {
        for rejection in rejections {
            check_grad!(updated(
                &filter(variant),
                spacecraft(60.0),
                Vector2::new(1.3, -0.4),
                Vector2::new(0.8, 0.5),
                Matrix2::new(0.3, 0.1, 0.1, 0.5),
                spread::<2, 9>(0.9),
                rejection
            ))
            .unwrap();
        }
    }
}

#[test]
fn spacecraft_uncertainty_to_estimate() {
    deep(each_uncertainty);
}

fn each_uncertainty() {
    for frame in [LocalFrame::RIC, LocalFrame::VNC, LocalFrame::Inertial] {
        let uncertainty = SpacecraftUncertainty::builder()
            .nominal(spacecraft(0.0))
            .frame(frame)
            .x_km(0.5)
            .y_km(0.7)
            .z_km(0.2)
            .vx_km_s(0.3)
            .vy_km_s(0.1)
            .vz_km_s(0.4)
            .coeff_reflectivity(0.2)
            .coeff_drag(0.3)
            .mass_kg(1.5)
            .build();
        check_grad!(initial(&uncertainty)).unwrap();
    }
}

#[differentiable]
fn sigma(estimate: &KfEstimate<Spacecraft>, #[no_diff] element: OrbitalElement) -> f64 {
    estimate.sigma_for(element).unwrap()
}

#[differentiable]
fn of_elements(estimate: &KfEstimate<Spacecraft>) -> SMatrix<f64, 6, 6> {
    estimate.keplerian_covar()
}

#[test]
fn sigma_for_and_keplerian_covar() {
    deep(|| {
        let estimate = filter(KalmanVariant::ReferenceUpdate).prev_estimate;
        for element in [
            OrbitalElement::SemiMajorAxis,
            OrbitalElement::Eccentricity,
            OrbitalElement::Inclination,
            OrbitalElement::TrueAnomaly,
        ] {
            check_grad!(sigma(&estimate, element)).unwrap();
        }
        check_grad!(of_elements(&estimate)).unwrap();
    });
}
