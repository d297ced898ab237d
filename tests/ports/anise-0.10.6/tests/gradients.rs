//! Partial derivatives of orbital elements by dual numbers, differentiated again.
use anise::analysis::prelude::OrbitalElement;
use anise::astro::orbit_gradient::{OrbitGrad, OrbitalElementPartials};
use anise::constants::frames::EARTH_J2000;
use anise::prelude::{Epoch, Frame, Orbit};
use anise::structure::planetocentric::ellipsoid::Ellipsoid;
use pullback::{check_grad, differentiable};

/// What calls much takes much of the stack, which is small in a test.
fn deep(test: fn()) {
    let thread = std::thread::Builder::new().stack_size(1 << 27);
    thread.spawn(test).unwrap().join().unwrap();
}

fn earth() -> Frame {
    EARTH_J2000
        .with_mu_km3_s2(398_600.441_5)
        .with_ellipsoid(Ellipsoid::from_spheroid(6_378.136_6, 6_356.751_9))
}

fn orbit(speed: f64) -> Orbit {
    let epoch = Epoch::from_tdb_seconds(6e8);
    Orbit::new(
        -2436.45,
        -5386.4,
        4891.037,
        5.088_611 * speed,
        -3.988_611 * speed,
        1.2 * speed,
        epoch,
        earth(),
    )
}

#[differentiable]
fn partials(orbit: Orbit, element: OrbitalElement) -> [f64; 7] {
    let gradient = OrbitGrad::from(orbit);
    let partials: OrbitalElementPartials = gradient.partial_for(element).unwrap();
    [
        partials.real(),
        partials.wrt_x(),
        partials.wrt_y(),
        partials.wrt_z(),
        partials.wrt_vx(),
        partials.wrt_vy(),
        partials.wrt_vz(),
    ]
}

#[differentiable]
fn declination(orbit: Orbit) -> [f64; 3] {
    let partials = OrbitGrad::from(orbit).velocity_declination();
    [partials.real(), partials.wrt_vx(), partials.wrt_vz()]
}

#[test]
fn partials_of_elements() {
    deep(|| {
        use OrbitalElement::*;
        for which in [
            X,
            Y,
            Z,
            VX,
            VY,
            VZ,
            Rmag,
            Vmag,
            HX,
            HY,
            HZ,
            Hmag,
            Energy,
            SemiMajorAxis,
            Eccentricity,
            Inclination,
            AoP,
            AoL,
            RAAN,
            PeriapsisRadius,
            ApoapsisRadius,
            PeriapsisAltitude,
            ApoapsisAltitude,
            TrueLongitude,
            FlightPathAngle,
            MeanAnomaly,
            EccentricAnomaly,
            Height,
            Latitude,
            Longitude,
            C3,
            RightAscension,
            Declination,
            SemiParameter,
            SemiMinorAxis,
            TrueAnomaly,
            Period,
        ] {
            if let Err(mismatch) = check_grad!(partials(orbit(1.0), which)) {
                panic!("{which:?}: {mismatch}");
            }
        }
        check_grad!(declination(orbit(1.0))).unwrap();
    });
}

#[test]
fn partials_of_elements_of_a_hyperbola() {
    deep(|| {
        use OrbitalElement::*;
        for which in [SemiMinorAxis, HyperbolicAnomaly, MeanAnomaly] {
            if let Err(mismatch) = check_grad!(partials(orbit(2.0), which)) {
                panic!("{which:?}: {mismatch}");
            }
        }
    });
}
