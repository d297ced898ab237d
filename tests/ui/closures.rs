//! Closures: bound to a name, and passed to methods with an active value (row 15).
use pullback::differentiable;

#[differentiable]
fn named(x: f64) -> f64 {
    let square = |a: f64| a * a;
    square(x)
}

#[differentiable]
fn chain(x: &[f64]) -> f64 {
    x.iter().map(|a| a * a).sum::<f64>()
}

#[differentiable]
fn captured(x: f64, n: usize) -> f64 {
    (0..n).map(|k| x * k as f64).sum::<f64>()
}

#[differentiable]
fn folded(x: &[f64]) -> f64 {
    let most = x.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
    most * x[0]
}

fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiable]
fn passed(x: f64) -> f64 {
    apply(|a| a * a, x)
}

fn main() {}
