//! Row 9: a callee without the attribute.
use pullback::differentiable;

fn helper(x: f64) -> f64 {
    x * x
}

mod other {
    pub fn helper(x: f64) -> f64 {
        x * x
    }
}

#[differentiable]
fn one(x: f64) -> f64 {
    helper(x) + 1.0
}

#[differentiable]
fn two(x: f64) -> f64 {
    other::helper(x) * x
}

// Called for its effect only: it might keep `x` somewhere.
fn log(_: f64) {}

#[differentiable]
fn three(x: f64) -> f64 {
    log(x);
    x * x
}

fn main() {
    one(1.0);
    two(1.0);
    three(1.0);
}
