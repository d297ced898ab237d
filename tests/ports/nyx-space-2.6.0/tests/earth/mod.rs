//! The Earth as the drivers have it, a spacecraft around it, and the stack that these take.
#![allow(dead_code)] // Not every driver needs all of it.

use anise::constants::frames::EARTH_J2000;
use anise::ephemerides::ephemeris::Ephemeris;
use anise::prelude::{Almanac, Epoch, Frame, Orbit};
use anise::structure::PlanetaryDataSet;
use anise::structure::planetocentric::PlanetaryData;
use anise::structure::planetocentric::ellipsoid::Ellipsoid;
use nyx_space::cosmic::Spacecraft;

fn shape() -> Ellipsoid {
    Ellipsoid::from_spheroid(6_378.136_6, 6_356.751_9)
}

pub fn frame() -> Frame {
    EARTH_J2000.with_mu_km3_s2(398_600.441_5).with_ellipsoid(shape())
}

pub fn spacecraft() -> Spacecraft {
    let epoch = Epoch::from_tdb_seconds(6e8);
    let orbit = Orbit::new(-2436.45, -5186.4, 3891.037, 5.088, -3.988, 1.2, epoch, frame());
    Spacecraft::new(orbit, 900.0, 80.0, 3.0, 2.0, 1.3, 2.1)
}

/// The Earth alone.
pub fn almanac() -> Almanac {
    let mut planets = PlanetaryDataSet::default();
    let earth = PlanetaryData {
        object_id: 399,
        parent_id: 399,
        mu_km3_s2: 398_600.441_5,
        shape: Some(shape()),
        ..Default::default()
    };
    planets.push(earth, Some(399), Some("Earth")).unwrap();
    Almanac::default().with_planetary_data(planets)
}

/// The Earth, and a body that goes past it in a straight line.
pub fn almanac_with(body: i32, from: [f64; 3]) -> Almanac {
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
    almanac().with_spk(path.to_spice_bsp(body, None).unwrap())
}

/// An almanac, matrices of nine by nine and what takes them lie on the stack, which is small in a test.
pub fn deep(test: fn()) {
    let thread = std::thread::Builder::new().stack_size(1 << 28);
    thread.spawn(test).unwrap().join().unwrap();
}
