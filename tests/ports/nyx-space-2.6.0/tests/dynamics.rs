//! The motion of a spacecraft: under models behind objects, with and without the slopes of all that acts on it.
mod earth;

use anise::constants::frames::SUN_J2000;
use anise::prelude::Almanac;
use earth::{almanac_with, deep, frame, spacecraft};
use nalgebra::{Const, OVector};
use nyx_space::State;
use nyx_space::cosmic::Spacecraft;
use nyx_space::cosmic::eclipse::ShadowModel;
use nyx_space::dynamics::{
    AtmDensity, Drag, Dynamics, ForceModel, OrbitalDynamics, SolarPressure, SolidTides, SpacecraftDynamics,
    TidalPerturber,
};
use pullback::{check_grad, differentiable};
use std::sync::Arc;

/// What acts on a spacecraft.
#[differentiable]
fn dynamics(k2: f64, phi: f64, rho: f64) -> SpacecraftDynamics {
    let tides = SolidTides {
        frame: frame(),
        k2,
        k3: 0.093,
        perturbers: vec![TidalPerturber {
            frame: SUN_J2000.with_mu_km3_s2(1.327e11),
            compute_degree_3: false,
        }],
        correction: None,
    };
    let pressure = SolarPressure {
        phi,
        shadow_model: ShadowModel {
            light_source: SUN_J2000,
            shadow_bodies: vec![],
            correction: None,
        },
        estimate: true,
    };
    let drag = Drag {
        density: AtmDensity::Constant(rho),
        frame: frame(),
        estimate: true,
    };
    let orbital = OrbitalDynamics {
        accel_models: vec![Arc::new(tides)],
    };
    let forces: Vec<Arc<dyn ForceModel>> = vec![Arc::new(pressure), Arc::new(drag)];
    SpacecraftDynamics {
        orbital_dyn: orbital,
        force_models: forces,
        guid_law: None,
        decrement_mass: false,
    }
}

#[differentiable(no_diff(almanac))]
fn moved(state: &OVector<f64, Const<90>>, spacecraft: &Spacecraft, of: [f64; 3], almanac: &Almanac) -> [f64; 5] {
    let dynamics = dynamics(of[0], of[1], of[2]);
    let change = dynamics.eom(0.0, state, spacecraft, almanac).unwrap();
    [
        change[0],
        1e3 * change[3],
        1e3 * change[5],
        1e6 * change[40],
        1e6 * change[47],
    ]
}

#[test]
fn orbital_and_spacecraft_eom_and_dual_eom() {
    deep(|| {
        let almanac = almanac_with(10, [1.2e8, -7e7, 3e7]);
        let spacecraft = spacecraft();
        let of = [0.3, 1367.0, 2e-12];
        check_grad!(moved(&spacecraft.to_vector(), &spacecraft, of, &almanac)).unwrap();
        let with_slopes = spacecraft.with_stm();
        check_grad!(moved(&with_slopes.to_vector(), &with_slopes, of, &almanac)).unwrap();
    });
}
