//! Row 16: functions without derivative, at an entry point and in a differentiable function.
use pullback::{differentiable, function};

#[differentiable]
fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

fn plain(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn detached(x: f64, #[no_diff] y: f64) -> f64 {
    x * y
}

#[differentiable]
fn binary(f: impl Fn(f64, f64) -> f64, x: f64) -> f64 {
    f(x, x)
}

#[differentiable]
fn named(x: f64) -> f64 {
    apply(plain, x)
}

fn main() {
    apply::grad(|x| x * x, 2.0);
    apply::grad(plain, 2.0);
    apply::grad(function!(plain), 2.0);
    binary::grad(function!(detached), 2.0);
}
