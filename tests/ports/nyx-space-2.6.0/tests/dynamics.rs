//! The motion of a spacecraft: under models behind objects, with and without the slopes of all that acts on it.
use anise::constants::frames::{EARTH_J2000, SUN_J2000};
use anise::ephemerides::ephemeris::Ephemeris;
use anise::prelude::{Almanac, Epoch, Frame, Orbit};
use anise::structure::PlanetaryDataSet;
use anise::structure::planetocentric::PlanetaryData;
use anise::structure::planetocentric::ellipsoid::Ellipsoid;
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

fn shape() -> Ellipsoid {
    Ellipsoid::from_spheroid(6_378.136_6, 6_356.751_9)
}

fn frame() -> Frame {
    EARTH_J2000.with_mu_km3_s2(398_600.441_5).with_ellipsoid(shape())
}

fn spacecraft() -> Spacecraft {
    let epoch = Epoch::from_tdb_seconds(6e8);
    let orbit = Orbit::new(-2436.45, -5186.4, 3891.037, 5.088, -3.988, 1.2, epoch, frame());
    Spacecraft::new(orbit, 900.0, 80.0, 3.0, 2.0, 1.3, 2.1)
}

/// The Earth, and a body that goes past it in a straight line.
fn almanac(body: i32, from: [f64; 3]) -> Almanac {
    let mut path = Ephemeris::new("BODY".to_string());
    for i in -10..=10 {
        let t = 60.0 * f64::from(i);
        let epoch = Epoch::from_tdb_seconds(6e8 + t);
        let [x, y, z] = from;
        let orbit = Orbit::new(
            x + 0.4 * t,
            y - 0.7 * t,
            z + 0.1 * t,
            0.4,
            -0.7,
            0.1,
            epoch,
            EARTH_J2000,
        );
        path.insert_orbit(orbit);
    }
    let mut planets = PlanetaryDataSet::default();
    let earth = PlanetaryData {
        object_id: 399,
        parent_id: 399,
        mu_km3_s2: 398_600.441_5,
        shape: Some(shape()),
        ..Default::default()
    };
    planets.push(earth, Some(399), Some("Earth")).unwrap();
    Almanac::default()
        .with_spk(path.to_spice_bsp(body, None).unwrap())
        .with_planetary_data(planets)
}

/// An almanac and what takes it lie on the stack, which is small in a test.
fn deep(test: fn()) {
    let thread = std::thread::Builder::new().stack_size(1 << 27);
    thread.spawn(test).unwrap().join().unwrap();
}

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
        let almanac = almanac(10, [1.2e8, -7e7, 3e7]);
        let spacecraft = spacecraft();
        let of = [0.3, 1367.0, 2e-12];
        check_grad!(moved(&spacecraft.to_vector(), &spacecraft, of, &almanac)).unwrap();
        let with_slopes = spacecraft.with_stm();
        check_grad!(moved(&with_slopes.to_vector(), &with_slopes, of, &almanac)).unwrap();
    });
}
