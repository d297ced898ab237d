//! The derivative of a number of neighbours: it is rounded, and has none.
use super::*;
use pullback::{check_grad, differentiable};

#[differentiable]
fn neighbours(samples: f64) -> f64 {
    samples * orava_optimal_k(samples)
}

#[test]
fn optimal() {
    check_grad!(neighbours(133.4)).unwrap();
}
