//! Points that are drawn, from the same seed every time.
use super::*;
use pullback::{check_grad, differentiable};

#[differentiable]
fn drawn(mean: f32, std: f32) -> f32 {
    let mut rng = pullback::no_diff(get_rng_impl(Some(7)));
    sample_normal(mean, std, pullback::no_diff(&mut rng)) * mean
}

#[differentiable]
fn circles(factor: f32, noise: f32) -> f32 {
    let points = make_circles_with_seed(6, factor, noise, Some(7));
    points.data[0] * points.data[9] + points.data[11].sin()
}

#[differentiable]
fn moons(noise: f32) -> f32 {
    let points = make_moons_with_seed(6, noise, Some(7));
    points.data[0] * points.data[9] + points.data[11].sin()
}

#[differentiable]
fn spaced(start: f32, stop: f32) -> f32 {
    let points = linspace(start, stop, 4);
    points[1] * points[3]
}

#[test]
fn sample_normal_linspace() {
    check_grad!(drawn(0.7, 0.4)).unwrap();
    check_grad!(spaced(0.3, 1.7)).unwrap();
}

#[test]
fn circles_and_moons() {
    check_grad!(circles(0.6, 0.2)).unwrap();
    check_grad!(moons(0.2)).unwrap();
}
