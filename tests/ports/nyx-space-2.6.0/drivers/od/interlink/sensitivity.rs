//! How a measurement changes with the state: the row of the sensitivities is private to the module.
use super::*;
use crate::Orbit;
use crate::md::trajectory::Traj;
use anise::constants::frames::EARTH_J2000;
use anise::prelude::Epoch;
use pullback::{check_grad, differentiable};

type Sensitivity = ScalarSensitivity<Spacecraft, Spacecraft, InterlinkTxSpacecraft>;

#[differentiable(no_diff(almanac))]
fn rows(range: f64, rate: f64, rx: &Spacecraft, tx: &InterlinkTxSpacecraft, almanac: &Almanac) -> [f64; 4] {
    let epoch = pullback::no_diff(rx.orbit.epoch);
    let mut measured = Measurement::new(String::new(), epoch);
    measured.push(MeasurementType::Range, range);
    measured.push(MeasurementType::Doppler, rate);
    let of_range: Sensitivity = Sensitivity::new(MeasurementType::Range, &measured, rx, tx, almanac).unwrap();
    let of_rate: Sensitivity = Sensitivity::new(MeasurementType::Doppler, &measured, rx, tx, almanac).unwrap();
    [
        of_range.sensitivity_row[0],
        of_range.sensitivity_row[2],
        of_rate.sensitivity_row[1],
        of_rate.sensitivity_row[5],
    ]
}

fn spacecraft(x: f64, t: f64) -> Spacecraft {
    let frame = EARTH_J2000.with_mu_km3_s2(398_600.441_5);
    let epoch = Epoch::from_tdb_seconds(6e8 + t);
    Spacecraft::from(Orbit::new(
        x + 3.0 * t,
        2_300.0 - 2.0 * t,
        5_700.0 + t,
        3.0,
        -2.0,
        1.0,
        epoch,
        frame,
    ))
}

#[test]
fn sensitivity_new() {
    // An almanac and what takes it lie on the stack, which is small in a test.
    let thread = std::thread::Builder::new().stack_size(1 << 27).spawn(|| {
        let states = [-120.0, -60.0, 5.0, 60.0, 120.0]
            .map(|t| spacecraft(6_378.0, t))
            .to_vec();
        let tx = InterlinkTxSpacecraft {
            traj: Traj { name: None, states },
            measurement_types: IndexSet::new(),
            integration_time: None,
            timestamp_noise_s: None,
            stochastic_noises: None,
            ab_corr: None,
        };
        let mut rx = spacecraft(7_000.0, 0.0);
        rx.orbit.velocity_km_s *= -0.7;
        rx.orbit.radius_km.y += 400.0;
        check_grad!(rows(741.0, 2.3, &rx, &tx, &Almanac::default())).unwrap();
    });
    thread.unwrap().join().unwrap();
}
