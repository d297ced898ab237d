//! A function named like a primitive type.
use pullback::differentiable;

#[differentiable]
fn f32(x: f64) -> f64 {
    x
}

fn main() {}
