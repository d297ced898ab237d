//! The noise of measurements: white, and correlated in time.
use anise::prelude::Epoch;
use hifitime::Unit;
use nyx_space::od::noise::link_specific::{CN0, CarrierFreq, ChipRate, SN0};
use nyx_space::od::noise::{GaussMarkov, StochasticNoise, WhiteNoise};
use pullback::{check_grad, differentiable};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

fn noise() -> StochasticNoise {
    let mut correlated = GaussMarkov::new(Unit::Minute * 3.0, 0.2).unwrap();
    correlated.constant = Some(0.4);
    StochasticNoise {
        white_noise: Some(WhiteNoise { mean: 0.3, sigma: 0.7 }),
        bias: Some(correlated),
    }
}

#[differentiable]
fn sampled(noise: StochasticNoise, scale: f64) -> f64 {
    let first = pullback::no_diff(Epoch::from_tdb_seconds(1e8));
    let second = pullback::no_diff(Epoch::from_tdb_seconds(1e8 + 40.0));
    let mut rng = pullback::no_diff(Pcg64Mcg::seed_from_u64(5));
    let mut noise = noise;
    let x = noise.sample(first, pullback::no_diff(&mut rng));
    let y = noise.sample(second, pullback::no_diff(&mut rng));
    noise *= scale;
    x * y + noise.covariance(second)
}

#[test]
fn sample_covariance_and_mul_assign() {
    check_grad!(sampled(noise(), 1.3)).unwrap();
    let white = StochasticNoise { bias: None, ..noise() };
    check_grad!(sampled(white, 1.3)).unwrap();
}

#[differentiable]
fn sigmas(allan: f64, chips: f64, density: f64, carrier: f64) -> f64 {
    let minute = pullback::no_diff(Unit::Second * 2.0);
    let range =
        StochasticNoise::from_hardware_range_km(allan, minute, ChipRate::ManualHz(chips), SN0::ManualDbHz(density));
    let doppler = StochasticNoise::from_hardware_doppler_km_s(
        allan,
        minute,
        CarrierFreq::ManualHz(carrier),
        CN0::ManualDbHz(density),
    );
    range.white_noise.unwrap().sigma + 1e3 * doppler.white_noise.unwrap().sigma
}

#[differentiable]
fn white(noise: f64, density: f64, bandwidth: f64) -> f64 {
    let minute = pullback::no_diff(Unit::Second * 2.0);
    let white = WhiteNoise::new(noise, minute).unwrap();
    white.sigma * WhiteNoise::from_pr_n0(density, bandwidth).sigma
}

#[test]
fn noise_of_hardware() {
    check_grad!(sigmas(0.4, 2.3, 7.0, 3.1)).unwrap();
    check_grad!(white(0.3, 4.0, 1.7)).unwrap();
}
