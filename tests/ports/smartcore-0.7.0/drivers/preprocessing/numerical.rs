//! Deviations that can be divided by.
use super::*;
use pullback::{check_grad, differentiable};

#[differentiable]
fn valid(x: f64) -> f64 {
    x * ensure_std_valid(x)
}

#[test]
fn ensure_std_valid_of_a_number() {
    check_grad!(valid(0.7)).unwrap();
}
