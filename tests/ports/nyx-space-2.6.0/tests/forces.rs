//! Forces on a spacecraft, with bodies that are where the tests put them.
mod earth;

use anise::constants::frames::{MOON_J2000, SUN_J2000};
use anise::prelude::{Almanac, Orbit};
use earth::{almanac_with, deep, frame, spacecraft};
use nalgebra::Vector3;
use nyx_space::cosmic::Spacecraft;
use nyx_space::cosmic::eclipse::ShadowModel;
use nyx_space::dynamics::{AccelModel, AtmDensity, Drag, ForceModel, SolarPressure, SolidTides, TidalPerturber};
use nyx_space::io::space_weather::{SpaceWeatherData, StaticSpaceWeather};
use pullback::{check_grad, differentiable};

#[differentiable(no_diff(almanac))]
fn density(drag: &Drag, spacecraft: &Spacecraft, almanac: &Almanac) -> f64 {
    1e12 * drag.rho_kg_m3(spacecraft, almanac).unwrap()
}

#[differentiable(no_diff(almanac))]
fn dragged(drag: &Drag, spacecraft: &Spacecraft, almanac: &Almanac) -> Vector3<f64> {
    1e9 * drag.eom(spacecraft, almanac).unwrap()
}

/// The slopes are differences themselves.
#[differentiable(no_diff(almanac))]
fn sloped(drag: &Drag, spacecraft: &Spacecraft, almanac: &Almanac) -> [f64; 3] {
    let (force, slopes) = drag.gradient(spacecraft, almanac).unwrap();
    [1e9 * force[0], 1e9 * slopes[(3, 1)], 1e9 * slopes[(1, 2)]]
}

#[differentiable(no_diff(almanac))]
fn pressed(pressure: &SolarPressure, spacecraft: &Spacecraft, almanac: &Almanac) -> Vector3<f64> {
    1e9 * pressure.eom(spacecraft, almanac).unwrap()
}

#[differentiable(no_diff(almanac))]
fn pressed_slopes(pressure: &SolarPressure, spacecraft: &Spacecraft, almanac: &Almanac) -> [f64; 3] {
    let (force, slopes) = pressure.gradient(spacecraft, almanac).unwrap();
    [1e9 * force[0], 1e17 * slopes[(1, 2)], 1e9 * slopes[(3, 1)]]
}

#[differentiable(no_diff(almanac))]
fn lifted_slopes(tides: &SolidTides, orbit: &Orbit, almanac: &Almanac) -> [f64; 3] {
    let (pull, slopes) = tides.gradient(orbit, almanac).unwrap();
    [1e10 * pull[0], 1e13 * slopes[(0, 1)], 1e13 * slopes[(2, 2)]]
}

#[differentiable(no_diff(almanac))]
fn lifted(tides: &SolidTides, orbit: &Orbit, almanac: &Almanac) -> Vector3<f64> {
    1e10 * tides.eom(orbit, almanac).unwrap()
}

#[test]
fn drag_rho_and_eom() {
    deep(|| {
        let almanac = almanac_with(10, [1.2e8, -7e7, 3e7]);
        for model in [
            AtmDensity::Constant(2e-12),
            AtmDensity::Exponential {
                rho0_kg_m3: 3.6e-12,
                ref_alt_km: 500.0,
                scale_height_km: 88.7,
            },
            AtmDensity::StdAtm { max_alt_km: 1e3 },
            AtmDensity::StdAtm { max_alt_km: 1e2 },
            AtmDensity::HarrisPriester { n_parameter: 4 },
            AtmDensity::NRLMSISE00 {
                weather: SpaceWeatherData::from_static_weather(StaticSpaceWeather::SolarAverage()),
                flags: None,
            },
        ] {
            let drag = Drag {
                density: model,
                frame: frame(),
                estimate: false,
            };
            check_grad!(density(&drag, &spacecraft(), &almanac)).unwrap();
            check_grad!(dragged(&drag, &spacecraft(), &almanac)).unwrap();
            check_grad!(sloped(&drag, &spacecraft(), &almanac)).unwrap();
        }
    });
}

#[test]
fn solar_pressure_eom_and_gradient() {
    deep(|| {
        let almanac = almanac_with(10, [1.2e8, -7e7, 3e7]);
        let pressure = SolarPressure {
            phi: 1367.0,
            shadow_model: ShadowModel {
                light_source: SUN_J2000,
                shadow_bodies: vec![],
                correction: None,
            },
            estimate: false,
        };
        check_grad!(pressed(&pressure, &spacecraft(), &almanac)).unwrap();
        check_grad!(pressed_slopes(&pressure, &spacecraft(), &almanac)).unwrap();
    });
}

#[test]
fn solid_tides_eom_gradient_and_compute_pert() {
    deep(|| {
        let almanac = almanac_with(301, [2.2e5, -2.7e5, 1.3e5]);
        let moon = MOON_J2000.with_mu_km3_s2(4_902.8);
        let tides = |compute_degree_3| SolidTides {
            frame: frame(),
            k2: 0.3,
            k3: 0.093,
            perturbers: vec![TidalPerturber {
                frame: moon,
                compute_degree_3,
            }],
            correction: None,
        };
        check_grad!(lifted(&tides(false), &spacecraft().orbit, &almanac)).unwrap();
        check_grad!(lifted(&tides(true), &spacecraft().orbit, &almanac)).unwrap();
        check_grad!(lifted_slopes(&tides(true), &spacecraft().orbit, &almanac)).unwrap();
    });
}
