//! Rotations that cancel a component.
use super::GivensRotation;
use pullback::{check_grad, differentiable};

#[differentiable]
fn cancelled(x: f64, y: f64) -> f64 {
    let mut sum = 0.0;
    if let Some((rotation, norm)) = GivensRotation::cancel_y(x, y) {
        sum += rotation.c() * norm + rotation.s().sin();
    }
    if let Some((rotation, norm)) = GivensRotation::cancel_x(x, y) {
        sum += rotation.c().cos() * norm + rotation.inverse().s() * norm;
    }
    sum
}

#[differentiable]
fn made(c: f64, s: f64, eps: f64) -> f64 {
    let (always, norm) = GivensRotation::new(c, s);
    let sum = always.c() * norm * norm + always.s();
    match GivensRotation::try_new(c, s, eps) {
        Some((rotation, norm)) => sum + rotation.c().sin() * norm + rotation.s(),
        None => sum,
    }
}

#[test]
fn rotations() {
    check_grad!(cancelled(0.7, -1.3)).unwrap();
    check_grad!(cancelled(0.7, 0.4)).unwrap();
    check_grad!(made(0.7, -1.3, 1e-3)).unwrap();
    check_grad!(made(0.7, -1.3, 10.0)).unwrap();
}
