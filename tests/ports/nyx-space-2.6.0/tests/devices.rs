//! What stations and spacecraft measure along a trajectory, and what these measurements depend on.
mod earth;

use anise::prelude::{Almanac, Epoch, Orbit};
use earth::{almanac, deep, frame};
use hifitime::Unit;
use indexmap::{IndexMap, IndexSet};
use nalgebra::{SMatrix, U2, U4};
use nyx_space::cosmic::Spacecraft;
use nyx_space::md::trajectory::Traj;
use nyx_space::od::GroundStation;
use nyx_space::od::groundpnt::GroundAsset;
use nyx_space::od::interlink::InterlinkTxSpacecraft;
use nyx_space::od::msr::sensitivity::TrackerSensitivity;
use nyx_space::od::msr::{Measurement, MeasurementType};
use nyx_space::od::noise::{GaussMarkov, StochasticNoise, WhiteNoise};
use nyx_space::od::position::PositionDevice;
use nyx_space::od::simulator::TrackingDevice;
use pullback::{check_grad, differentiable};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

fn at(t: f64) -> Epoch {
    Epoch::from_tdb_seconds(6e8 + t)
}

/// Five states, nearly along a line.
fn path(from: [f64; 3]) -> Vec<Spacecraft> {
    let state = |i: i32| {
        let t = 60.0 * f64::from(i);
        let [x, y, z] = from;
        let orbit = Orbit::new(
            x + 3.0 * t,
            y - 2.0 * t + 1e-3 * t * t,
            z + t,
            3.0,
            -2.0 + 2e-3 * t,
            1.0,
            at(t),
            frame(),
        );
        Spacecraft::new(orbit, 900.0, 80.0 - 0.01 * t, 3.0, 2.0, 1.3, 2.1)
    };
    (-2..3).map(state).collect()
}

fn assets() -> Vec<GroundAsset> {
    let state = |i: i32| {
        let t = 60.0 * f64::from(i);
        GroundAsset {
            latitude_rate_deg_s: 1e-3,
            longitude_rate_deg_s: -2e-3,
            height_rate_km_s: 1e-4,
            ..GroundAsset::from_fixed(40.0 + 1e-3 * t, 20.0 - 2e-3 * t, 0.4 + 1e-4 * t, at(t), frame())
        }
    };
    (-2..3).map(state).collect()
}

fn noise(sigma: f64) -> StochasticNoise {
    let mut correlated = GaussMarkov::new(Unit::Minute * 3.0, 0.2).unwrap();
    correlated.constant = Some(0.4);
    StochasticNoise {
        white_noise: Some(WhiteNoise { mean: 0.3, sigma }),
        bias: Some(correlated),
    }
}

fn noises(of: &[MeasurementType]) -> (IndexSet<MeasurementType>, IndexMap<MeasurementType, StochasticNoise>) {
    let noises = of
        .iter()
        .zip([0.2, 0.3, 0.4, 0.5])
        .map(|(kind, sigma)| (*kind, noise(sigma)));
    (of.iter().copied().collect(), noises.collect())
}

use MeasurementType::{Azimuth, Doppler, Elevation, Range};

fn station(of: &[MeasurementType]) -> GroundStation {
    let (kinds, noises) = noises(of);
    GroundStation {
        measurement_types: kinds,
        stochastic_noises: Some(noises),
        timestamp_noise_s: Some(noise(1e-3)),
        ..GroundStation::from_point("station".to_string(), 40.0, 20.0, 0.3, frame())
    }
}

/// A path above the station.
fn above() -> [f64; 3] {
    [6_378.0, 2_300.0, 5_700.0]
}

fn link(integration: bool) -> InterlinkTxSpacecraft {
    let (kinds, noises) = noises(&[Range, Doppler]);
    InterlinkTxSpacecraft {
        traj: Traj {
            name: None,
            states: path(above()),
        },
        measurement_types: kinds,
        integration_time: integration.then(|| Unit::Second * 60.0),
        timestamp_noise_s: None,
        stochastic_noises: Some(noises),
        ab_corr: None,
    }
}

macro_rules! between {
    ($($name:ident($state:ident))*) => {$(
        #[differentiable]
        fn $name(states: &[$state], #[no_diff] after: f64) -> $state {
            let epoch = pullback::no_diff(at(after));
            let traj = Traj {
                name: None,
                states: states.to_vec(),
            };
            traj.at(epoch).unwrap()
        }
    )*};
}

between! { spacecraft_between(Spacecraft) asset_between(GroundAsset) }

#[test]
fn interpolate() {
    check_grad!(spacecraft_between(&path(above()), 13.0)).unwrap();
    check_grad!(asset_between(&assets(), 13.0)).unwrap();
}

#[differentiable(no_diff(almanac))]
fn by_station(station: &GroundStation, states: &[Spacecraft], almanac: &Almanac) -> Vec<f64> {
    let (first, second) = pullback::no_diff((at(10.0), at(40.0)));
    let mut rng = pullback::no_diff(Pcg64Mcg::seed_from_u64(5));
    let traj = Traj {
        name: None,
        states: states.to_vec(),
    };
    let mut station = station.clone();
    let mut seen = Vec::new();
    for epoch in [first, second] {
        let measured = station
            .measure(epoch, &traj, Some(pullback::no_diff(&mut rng)), almanac)
            .unwrap();
        let measured = measured.unwrap();
        for value in measured.data.values() {
            seen.push(*value);
        }
    }
    let now = station
        .measure_instantaneous(states[1], None, almanac)
        .unwrap()
        .unwrap();
    for value in now.data.values() {
        seen.push(*value);
    }
    seen
}

#[test]
fn ground_station_noises_measure_and_measure_instantaneous() {
    deep(|| {
        let station = station(&[Range, Doppler, Azimuth, Elevation]);
        check_grad!(by_station(&station, &path(above()), &almanac())).unwrap();
    });
}

macro_rules! by_link {
    ($($name:ident($state:ident))*) => {$(
        #[differentiable(no_diff(almanac))]
        fn $name(link: &InterlinkTxSpacecraft, states: &[$state], almanac: &Almanac) -> Vec<f64> {
            let epoch = pullback::no_diff(at(50.0));
            let mut rng = pullback::no_diff(Pcg64Mcg::seed_from_u64(5));
            let traj = Traj {
                name: None,
                states: states.to_vec(),
            };
            let mut link = link.clone();
            let measured = link
                .measure(epoch, &traj, Some(pullback::no_diff(&mut rng)), almanac)
                .unwrap();
            let measured = measured.unwrap();
            measured.data.values().copied().collect()
        }
    )*};
}

by_link! { of_spacecraft(Spacecraft) of_asset(GroundAsset) }

#[test]
fn interlink_noises_measure_and_measure_instantaneous() {
    deep(|| {
        let other = path([6_700.0, 2_900.0, 5_100.0]);
        for integration in [false, true] {
            check_grad!(of_spacecraft(&link(integration), &other, &almanac())).unwrap();
            check_grad!(of_asset(&link(integration), &assets(), &almanac())).unwrap();
        }
    });
}

#[differentiable(no_diff(almanac))]
fn by_position(device: &PositionDevice, state: Spacecraft, almanac: &Almanac) -> Vec<f64> {
    let mut rng = pullback::no_diff(Pcg64Mcg::seed_from_u64(5));
    let mut device = device.clone();
    let measured = device
        .measure_instantaneous(state, Some(pullback::no_diff(&mut rng)), almanac)
        .unwrap()
        .unwrap();
    let again = device.measure_instantaneous(state, None, almanac).unwrap().unwrap();
    let mut seen: Vec<f64> = measured.data.values().copied().collect();
    for value in again.data.values() {
        seen.push(*value);
    }
    seen
}

#[test]
fn position_device_measure_instantaneous() {
    deep(|| {
        let (kinds, noises) = noises(&[MeasurementType::X, MeasurementType::Y, MeasurementType::Z]);
        let device = PositionDevice {
            measurement_types: kinds,
            stochastic_noises: Some(noises),
            ..PositionDevice::new("receiver".to_string(), frame())
        };
        check_grad!(by_position(&device, path(above())[1], &almanac())).unwrap();
    });
}

#[differentiable(no_diff(kinds, almanac))]
fn station_depends(
    station: &GroundStation,
    measurement: &Measurement,
    kinds: &IndexSet<MeasurementType>,
    state: &Spacecraft,
    almanac: &Almanac,
) -> SMatrix<f64, 4, 9> {
    station.h_tilde::<U4>(measurement, kinds, state, almanac).unwrap()
}

#[differentiable(no_diff(kinds, almanac))]
fn link_depends(
    link: &InterlinkTxSpacecraft,
    measurement: &Measurement,
    kinds: &IndexSet<MeasurementType>,
    state: &GroundAsset,
    almanac: &Almanac,
) -> SMatrix<f64, 2, 6> {
    link.h_tilde::<U2>(measurement, kinds, state, almanac).unwrap()
}

#[test]
fn sensitivity_new() {
    deep(|| {
        let mut measurement = Measurement::new("station".to_string(), at(0.0));
        measurement.push(Doppler, 1.7);
        let state = path(above())[2];
        let link = link(false);
        let kinds = IndexSet::from([Doppler]);
        let asset = &assets()[2];
        check_grad!(link_depends(&link, &measurement, &kinds, asset, &almanac())).unwrap();
        for (kind, value) in [(Range, 700.0), (Azimuth, 31.0), (Elevation, 42.0)] {
            measurement.push(kind, value);
        }
        let kinds = IndexSet::from([Range, Doppler]);
        check_grad!(link_depends(&link, &measurement, &kinds, asset, &almanac())).unwrap();
        let kinds = IndexSet::from([Range, Doppler, Azimuth, Elevation]);
        for corrected in [false, true] {
            let mut station = station(&[Range, Doppler, Azimuth, Elevation]);
            station.light_time_correction = corrected;
            check_grad!(station_depends(&station, &measurement, &kinds, &state, &almanac())).unwrap();
        }
    });
}
