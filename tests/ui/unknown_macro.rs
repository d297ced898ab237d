//! Row 14: macros that cannot be looked into.
use pullback::differentiable;

macro_rules! square {
    ($e:expr) => {
        $e * $e
    };
}

#[differentiable]
fn value(x: f64) -> f64 {
    square!(x) + 1.0
}

#[differentiable]
fn statement(x: f64) -> f64 {
    square!(x);
    x
}

#[differentiable]
fn inside(x: f64) -> f64 {
    println!("{}", square!(x));
    x
}

fn main() {
    value::grad(1.0);
}
