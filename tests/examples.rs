//! The small examples run: they find what they look for, or check their gradient against differences.
#![allow(clippy::needless_range_loop)]

#[path = "../examples/clusters.rs"]
mod clusters;
#[path = "../examples/expression.rs"]
mod expression;
#[path = "../examples/kalman.rs"]
mod kalman;
#[path = "../examples/nbody.rs"]
mod nbody;
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
