//! Row 12: an active array passed to a parameter without derivative.
use pullback::differentiable;

#[differentiable]
fn weighted(#[no_diff] w: &[f64], x: f64) -> f64 {
    w[0] * x
}

#[differentiable]
fn by_reference(x: &[f64]) -> f64 {
    weighted(x, x[1])
}

fn main() {}
