//! Patterns that are not supported. The names that they bind are not blamed for it.
use pullback::differentiable;

#[differentiable]
fn rest(x: [f64; 3]) -> f64 {
    let [a, rest @ ..] = x;
    a * rest[0]
}

#[differentiable]
fn at(x: (f64, f64)) -> f64 {
    let whole @ (a, _) = x;
    a * whole.1
}

fn main() {}
