//! Where on the ground something is, and how its place in space changes with that.
use anise::constants::frames::EARTH_J2000;
use anise::prelude::Epoch;
use anise::structure::planetocentric::ellipsoid::Ellipsoid;
use nyx_space::od::groundpnt::GroundAsset;
use pullback::{check_grad, differentiable};

#[differentiable]
fn slopes(asset: &GroundAsset) -> Vec<f64> {
    let slopes = asset.geodetic_to_cartesian_jacobian().unwrap();
    slopes.iter().copied().collect()
}

#[test]
fn geodetic_to_cartesian_jacobian() {
    let frame = EARTH_J2000
        .with_mu_km3_s2(398_600.441_5)
        .with_ellipsoid(Ellipsoid::from_spheroid(6_378.136_6, 6_356.751_9));
    let asset = GroundAsset {
        latitude_rate_deg_s: 1e-3,
        longitude_rate_deg_s: -2e-3,
        height_rate_km_s: 1e-4,
        ..GroundAsset::from_fixed(40.0, 20.0, 0.4, Epoch::from_tdb_seconds(6e8), frame)
    };
    check_grad!(slopes(&asset)).unwrap();
}
