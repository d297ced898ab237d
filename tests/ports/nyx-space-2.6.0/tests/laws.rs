//! The directions in which guidance laws thrust.
mod earth;

use anise::analysis::prelude::OrbitalElement;
use anise::constants::frames::EARTH_J2000;
use anise::prelude::{Epoch, Orbit};
use earth::deep;
use nalgebra::Vector3;
use nyx_space::cosmic::{GuidanceMode, Spacecraft};
use nyx_space::dynamics::guidance::{GuidanceLaw, Kluever, Objective, Ruggiero, StateParameter};
use pullback::{check_grad, differentiable};

fn spacecraft(sma_km: f64) -> Spacecraft {
    let frame = EARTH_J2000.with_mu_km3_s2(398_600.441_5);
    let epoch = Epoch::from_tdb_seconds(6e8);
    let orbit = Orbit::keplerian(sma_km, 0.11, 28.5, 31.0, 47.0, 61.0, epoch, frame);
    let mut spacecraft = Spacecraft::new(orbit, 900.0, 80.0, 3.0, 2.0, 1.3, 2.1);
    spacecraft.mode = GuidanceMode::Thrust;
    spacecraft
}

fn objectives(of: &[(OrbitalElement, f64)]) -> Vec<Objective> {
    let to = |(element, value): &(OrbitalElement, f64)| {
        Objective::within_tolerance(StateParameter::Element(*element), *value, 1e-4)
    };
    of.iter().map(to).collect()
}

#[differentiable]
fn by_ruggiero(law: &Ruggiero, spacecraft: &Spacecraft) -> Vector3<f64> {
    law.direction(spacecraft).unwrap()
}

#[differentiable]
fn by_kluever(law: &Kluever, spacecraft: &Spacecraft) -> Vector3<f64> {
    law.direction(spacecraft).unwrap()
}

#[test]
fn ruggiero_direction_and_weighting() {
    deep(|| {
        use OrbitalElement::*;
        let targets = [
            (SemiMajorAxis, 42_164.0),
            (Eccentricity, 0.01),
            (Inclination, 0.5),
            (RAAN, 50.0),
            (AoP, 90.0),
        ];
        for n in 1..=5 {
            let law = Ruggiero::simple(&objectives(&targets[..n]), spacecraft(7_378.0)).unwrap();
            check_grad!(by_ruggiero(&law, &spacecraft(8_000.0))).unwrap();
        }
        let law = Ruggiero::simple(&objectives(&targets[4..]), spacecraft(7_378.0)).unwrap();
        check_grad!(by_ruggiero(&law, &spacecraft(8_000.0))).unwrap();
    });
}

#[test]
fn kluever_direction() {
    deep(|| {
        use OrbitalElement::*;
        let targets = [
            (SemiMajorAxis, 42_164.0),
            (Eccentricity, 0.01),
            (Inclination, 0.5),
            (RAAN, 50.0),
            (EquinoctialH, 0.3),
            (EquinoctialK, 0.2),
            (EquinoctialP, 0.3),
            (EquinoctialQ, 0.2),
        ];
        let law = Kluever::new(&objectives(&targets), &[1.0, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2]);
        check_grad!(by_kluever(&law, &spacecraft(8_000.0))).unwrap();
    });
}
