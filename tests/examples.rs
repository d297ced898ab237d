//! The small examples run: each prints its report and checks its gradient against differences.
#![allow(clippy::needless_range_loop)]

#[path = "../examples/kalman.rs"]
mod kalman;
#[path = "../examples/oscillator.rs"]
mod oscillator;

#[test]
fn a_simulation_with_a_generic_right_hand_side() {
    oscillator::run();
}

#[test]
fn a_filter_with_missing_measurements() {
    kalman::run();
}
