//! Forces on a spacecraft, with bodies that are where the tests put them.
use anise::constants::frames::{EARTH_J2000, MOON_J2000, SUN_J2000};
use anise::ephemerides::ephemeris::Ephemeris;
use anise::prelude::{Almanac, Epoch, Frame, Orbit};
use anise::structure::PlanetaryDataSet;
use anise::structure::planetocentric::PlanetaryData;
use anise::structure::planetocentric::ellipsoid::Ellipsoid;
use nalgebra::Vector3;
use nyx_space::cosmic::Spacecraft;
use nyx_space::cosmic::eclipse::ShadowModel;
use nyx_space::dynamics::{AccelModel, AtmDensity, Drag, ForceModel, SolarPressure, SolidTides, TidalPerturber};
use nyx_space::io::space_weather::{SpaceWeatherData, StaticSpaceWeather};
use pullback::{check_grad, differentiable};

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
        let almanac = almanac(10, [1.2e8, -7e7, 3e7]);
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
        let almanac = almanac(10, [1.2e8, -7e7, 3e7]);
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
        let almanac = almanac(301, [2.2e5, -2.7e5, 1.3e5]);
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
