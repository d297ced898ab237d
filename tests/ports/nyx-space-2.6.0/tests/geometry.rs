//! Targets in the plane of an approach, and points on the ground.
use anise::constants::frames::EARTH_J2000;
use anise::prelude::{Epoch, Orbit};
use anise::structure::planetocentric::ellipsoid::Ellipsoid;
use hifitime::Duration;
use nalgebra::{Vector3, Vector6};
use nyx_space::State;
use nyx_space::cosmic::BPlaneTarget;
use nyx_space::md::opti::multipleshooting::ctrlnodes::Node;
use nyx_space::od::groundpnt::{GroundAsset, latlongalt_rate, velocity_sez_from_latlongalt_rate};
use nyx_space::od::msr::two_way::LightTimeLeg;
use pullback::{check_grad, differentiable};

fn epoch() -> Epoch {
    Epoch::from_tdb_seconds(6e8)
}

fn point() -> Orbit {
    let frame = EARTH_J2000.with_ellipsoid(Ellipsoid::from_spheroid(6_378.136_6, 6_356.751_9));
    Orbit::try_latlongalt(31.0, -70.2, 1.4, epoch(), frame).unwrap()
}

#[differentiable]
fn targets(b_t: f64, b_r: f64) -> f64 {
    let days = pullback::no_diff(Duration::from_seconds(3e3));
    let timed = BPlaneTarget::from_targets(b_t, b_r, days).to_all_objectives_with_tolerance(b_t * b_r);
    let [along, across, _] = timed;
    let [other, _] = BPlaneTarget::from_bt_br(b_r, b_t).to_objectives();
    along.desired_value * across.tolerance + other.desired_value * across.desired_value
}

#[test]
fn b_plane_targets() {
    check_grad!(targets(0.4, -1.7)).unwrap();
}

#[differentiable]
fn rates(orbit: Orbit, velocity: Vector3<f64>) -> Vector3<f64> {
    let (latitude, longitude, height) = latlongalt_rate(orbit, velocity).unwrap();
    velocity_sez_from_latlongalt_rate(orbit, latitude * latitude, longitude, height).unwrap()
}

#[test]
fn rates_on_the_ground() {
    check_grad!(rates(point(), Vector3::new(0.3, -0.4, 0.2))).unwrap();
}

#[differentiable]
fn distances(start: Vector3<f64>, end: Vector3<f64>) -> f64 {
    let (epoch, frame) = pullback::no_diff((epoch(), EARTH_J2000));
    let light_time = pullback::no_diff(Duration::ZERO);
    let leg = LightTimeLeg {
        start_epoch: epoch,
        end_epoch: epoch,
        r_start_icrf_km: start,
        r_end_icrf_km: end,
        light_time,
    };
    let node = Node {
        x: start[0],
        y: end[1],
        z: start[2] * end[2],
        vmag: 0.0,
        epoch,
        frame,
    };
    leg.range_km() * node.rmag()
}

#[test]
fn ranges_and_nodes() {
    check_grad!(distances(Vector3::new(0.3, -0.4, 0.2), Vector3::new(1.3, 0.7, 0.4))).unwrap();
}

fn asset(latitude_deg: f64) -> GroundAsset {
    let mut asset = GroundAsset::from_fixed(latitude_deg, -70.2, 1.4, epoch(), point().frame);
    asset.latitude_rate_deg_s = 0.3;
    asset.longitude_rate_deg_s = -0.2;
    asset.height_rate_km_s = 0.1;
    asset
}

#[differentiable]
fn driven(asset: GroundAsset, south: f64, east: f64, up: f64) -> [f64; 4] {
    let before = asset.velocity_sez_m_s().unwrap();
    let driven = asset.with_velocity_sez_m_s(south, east, up).unwrap();
    let after = driven.velocity_sez_m_s().unwrap();
    [
        driven.latitude_rate_deg_s * before[0],
        driven.longitude_rate_deg_s * before[1],
        after[2] * before[2],
        after[0] * after[1],
    ]
}

#[differentiable]
fn corrected(asset: GroundAsset, other: GroundAsset, correction: Vector6<f64>) -> [f64; 3] {
    let there = (asset + correction).add(2.0 * correction);
    let vector = there.to_vector();
    let distance = there.great_circle_distance_km(&other).unwrap();
    [distance, vector[0] * vector[4], vector[1] * vector[5]]
}

#[test]
fn ground_assets() {
    check_grad!(driven(asset(31.0), 3.0, -4.0, 2.0)).unwrap();
    let correction = Vector6::new(0.3, -0.4, 0.2, 0.01, 0.02, -0.03);
    check_grad!(corrected(asset(31.0), asset(40.0), correction)).unwrap();
}
