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

#[derive(pullback::Differentiable)]
struct Model {
    k: f64,
    x: f64,
}

#[differentiable]
fn of_a_field(m: &Model) -> f64 {
    scaled(m.k, m.x)
}

fn main() {}
