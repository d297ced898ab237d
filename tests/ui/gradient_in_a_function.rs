//! Second derivatives are not there yet.
use pullback::differentiable;

#[differentiable]
fn inner(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn outer(x: f64) -> f64 {
    let slope = inner::grad(x);
    slope * x
}

fn main() {}
