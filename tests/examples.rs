//! The small examples run: they find what they look for, or check their gradient against differences.
#![allow(clippy::needless_range_loop)]

#[path = "../examples/camera.rs"]
mod camera;
#[path = "../examples/clusters.rs"]
mod clusters;
#[path = "../examples/expression.rs"]
mod expression;
#[path = "../examples/factorisation.rs"]
mod factorisation;
#[path = "../examples/hmc.rs"]
mod hmc;
#[path = "../examples/kalman.rs"]
mod kalman;
#[path = "../examples/nbody.rs"]
mod nbody;
#[cfg(feature = "argmin")]
#[path = "../examples/newton.rs"]
mod newton;
#[path = "../examples/oscillator.rs"]
mod oscillator;

#[test]
fn the_probe_meets_the_planet() {
    nbody::main();
}

#[test]
fn the_formula_fits() {
    expression::main();
}

#[test]
fn a_simulation_with_a_generic_right_hand_side() {
    oscillator::run();
}

#[test]
fn a_filter_with_missing_measurements() {
    kalman::run();
}

#[test]
fn a_network_that_finds_clusters() {
    clusters::run();
}

#[test]
fn a_posterior_is_sampled_and_predicts() {
    let outcome = hmc::run(60, false).unwrap();
    assert!(outcome.acceptance > 0.6, "{}", outcome.acceptance);
    assert!(outcome.score > 0.9, "{}", outcome.score);
}

#[test]
fn a_factorisation_comes_as_near_as_the_multiplicative_rule() {
    let [ours, multiplicative] = factorisation::run(60, 6, 400, false).unwrap();
    assert!(ours < 1.05 * multiplicative, "{ours} {multiplicative}");
}

#[test]
fn a_camera_is_found_by_levenberg_and_marquardt() {
    let [before, after] = camera::run(4, 60).unwrap();
    assert!(before > 1.0 && after < 1e-6, "{before} {after}");
}

/// The distance is the error of the grid: a quarter of it is left where the points are twice as close.
#[cfg(feature = "argmin")]
#[test]
fn a_surface_of_least_area_is_that_of_scherk() {
    let (coarse, fine) = (newton::run(5).unwrap(), newton::run(11).unwrap());
    assert!(fine.distance < 2e-3, "{}", fine.distance);
    assert!(
        fine.distance < 0.3 * coarse.distance,
        "{} {}",
        coarse.distance,
        fine.distance
    );
    assert!(fine.area < coarse.area + 0.1, "{} {}", coarse.area, fine.area);
}
