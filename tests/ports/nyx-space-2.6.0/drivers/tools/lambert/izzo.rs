//! The least time of flight of transfers of several revolutions: private to the module.
use super::*;
use pullback::{check_grad, differentiable};

#[differentiable]
fn least(ll: f64, revolutions: u32) -> [f64; 2] {
    let (x, t) = compute_t_min(ll, revolutions, 50, 1e-13, 1e-13).unwrap();
    [x, t]
}

#[test]
fn compute_t_min_of_several_revolutions() {
    for ll in [-0.6, 0.3, 0.8] {
        check_grad!(least(ll, 1)).unwrap();
        check_grad!(least(ll, 3)).unwrap();
    }
}

#[differentiable]
fn stationary(x: f64, t: f64, ll: f64) -> f64 {
    halley(x, t, ll, 1e-13, 1e-13, 50).unwrap()
}

#[test]
fn halley_from_a_guess() {
    check_grad!(stationary(0.1, 4.7, 0.4)).unwrap();
    check_grad!(stationary(0.2, 5.9, -0.3)).unwrap();
}
