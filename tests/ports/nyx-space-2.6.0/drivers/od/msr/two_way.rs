//! How much longer light takes past the Sun.
use super::*;
use pullback::{check_grad, differentiable};

#[differentiable]
fn delayed(from: &Vector3<f64>, to: &Vector3<f64>, mu: f64) -> f64 {
    let distance = (from - to).norm();
    1e6 * shapiro_delay_s(from, to, distance, mu)
}

#[test]
fn shapiro_delay() {
    let from = Vector3::new(1.4e8, -0.3e8, 0.2e8);
    check_grad!(delayed(&from, &Vector3::new(-0.9e8, 0.8e8, 0.1e8), 1.327e11)).unwrap();
}
