//! Row 16: a function parameter that is not marked.
use pullback::differentiable;

#[differentiable]
fn pointer(f: fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

fn main() {}
