//! Orbits: their elements, local frames, rotations, and what is seen of them from the ground.
use anise::analysis::prelude::OrbitalElement;
use anise::astro::AzElRange;
use anise::constants::frames::EARTH_J2000;
use anise::ephemerides::ephemeris::LocalFrame;
use anise::math::rotation::DCM;
use anise::math::{Vector3, Vector6};
use anise::prelude::{Almanac, Epoch, Frame, Orbit};
use anise::structure::planetocentric::ellipsoid::Ellipsoid;
use pullback::{check_grad, differentiable};

fn earth() -> Frame {
    EARTH_J2000
        .with_mu_km3_s2(398_600.441_5)
        .with_ellipsoid(Ellipsoid::from_spheroid(6_378.136_6, 6_356.751_9))
}

fn epoch() -> Epoch {
    Epoch::from_tdb_seconds(6e8)
}

fn orbit() -> Orbit {
    Orbit::new(
        -2436.45,
        -5386.4,
        4891.037,
        5.088_611,
        -3.988_611,
        1.2,
        epoch(),
        earth(),
    )
}

#[differentiable]
fn element(orbit: Orbit, element: OrbitalElement) -> f64 {
    element.evaluate(orbit).unwrap()
}

/// What a period is made of is a duration, which carries no derivative: `evaluate` has none for it.
#[test]
fn orbital_elements() {
    use OrbitalElement::*;
    for which in [
        Altitude,
        AoL,
        AoP,
        ApoapsisRadius,
        ApoapsisAltitude,
        C3,
        Declination,
        EccentricAnomaly,
        Eccentricity,
        EquinoctialH,
        EquinoctialK,
        EquinoctialP,
        EquinoctialQ,
        EquinoctialLambda,
        Energy,
        FlightPathAngle,
        Height,
        Latitude,
        Longitude,
        Hmag,
        HX,
        HY,
        HZ,
        Inclination,
        MeanAnomaly,
        PeriapsisRadius,
        PeriapsisAltitude,
        RightAscension,
        RAAN,
        Rmag,
        SemiParameter,
        SemiMajorAxis,
        SemiMinorAxis,
        TrueAnomaly,
        TrueLongitude,
        VelocityDeclination,
    ] {
        if let Err(mismatch) = check_grad!(element(orbit(), which)) {
            panic!("{which:?}: {mismatch}");
        }
    }
}

#[differentiable]
fn changed(orbit: Orbit, by: f64) -> Vector6 {
    let orbit = orbit.add_sma_km(100.0 * by).unwrap();
    let orbit = orbit.add_ecc(0.01 * by).unwrap();
    let orbit = orbit.add_inc_deg(by).unwrap();
    let orbit = orbit.add_raan_deg(by).unwrap();
    let orbit = orbit.add_aop_deg(by).unwrap();
    let orbit = orbit.add_ta_deg(by).unwrap();
    orbit.to_cartesian_pos_vel()
}

#[test]
fn orbits_from_elements() {
    check_grad!(changed(orbit(), 0.3)).unwrap();
}

#[differentiable]
fn locally(orbit: Orbit, v: Vector3, #[no_diff] frame: LocalFrame) -> Vector3 {
    let dcm = orbit.dcm_to_inertial(frame).unwrap();
    dcm.transpose() * v + dcm * orbit.r_hat()
}

#[test]
fn local_frames() {
    for frame in [LocalFrame::Inertial, LocalFrame::RIC, LocalFrame::RCN, LocalFrame::VNC] {
        check_grad!(locally(orbit(), Vector3::new(0.3, -0.4, 0.7), frame)).unwrap();
    }
}

#[differentiable]
fn rotated(orbit: Orbit, angle: f64, rate: f64) -> Vector6 {
    let from = pullback::no_diff(orbit.frame.orientation_id);
    let mut dcm = DCM::r3(angle, from, 7);
    dcm.rot_mat_dt = Some(dcm.rot_mat * rate);
    (dcm * orbit).unwrap().to_cartesian_pos_vel()
}

#[test]
fn rotations() {
    check_grad!(rotated(orbit(), 0.4, 1e-3)).unwrap();
}

/// The ground is a part of the frame, whose axes are fixed here: nothing has to be known of how the body turns.
#[differentiable]
fn seen(orbit: Orbit, latitude: f64, longitude: f64, height: f64) -> [f64; 4] {
    let almanac = pullback::no_diff(Almanac::default());
    let (epoch, frame) = pullback::no_diff((epoch(), earth()));
    let station = Orbit::try_latlongalt(latitude, longitude, height, epoch, frame).unwrap();
    let seen: AzElRange = almanac.azimuth_elevation_range_sez(orbit, station, None, None).unwrap();
    [
        seen.azimuth_deg,
        seen.elevation_deg,
        seen.range_km,
        seen.range_rate_km_s,
    ]
}

#[test]
fn azimuth_elevation_and_range() {
    check_grad!(seen(orbit(), 31.0, -70.2, 0.4)).unwrap();
}
