//! Row 12: an active value passed to a parameter without derivative.
use pullback::differentiable;

#[differentiable]
fn scaled(#[no_diff] k: f64, x: f64) -> f64 {
    k * x
}

#[differentiable]
fn by_value(x: f64) -> f64 {
    scaled(x * x, x)
}

fn main() {}
