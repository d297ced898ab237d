//! Function parameters that are generic or objects.
use pullback::differentiable;

#[differentiable]
fn generic(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiable]
fn object(f: &dyn Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

fn main() {}
