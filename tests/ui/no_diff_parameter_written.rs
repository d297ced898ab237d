//! Row 12: an active value stored where no derivative is kept.
use pullback::{differentiable, no_diff, ndarray::Array1};

#[differentiable]
fn element(#[no_diff] cache: &mut [f64], x: f64) -> f64 {
    cache[0] = x;
    cache[0] * cache[0]
}

#[differentiable]
fn row(#[no_diff] cache: &mut [f64], x: f64) -> f64 {
    let row = &mut cache[1..];
    row[0] += x;
    x
}

#[differentiable]
fn array(#[no_diff] total: &mut Array1<f64>, x: &Array1<f64>) -> f64 {
    *total += x;
    total[0]
}

#[differentiable]
fn pushed(#[no_diff] log: &mut Vec<f64>, x: f64) -> f64 {
    log.push(x);
    log[0] * x
}

#[differentiable]
fn method(#[no_diff] cache: &mut [f64], x: f64) -> f64 {
    cache.fill(x);
    cache[0]
}

#[differentiable]
fn draw(#[no_diff] state: &mut f64, x: f64) -> f64 {
    *state += 1.0;
    x * x
}

#[differentiable]
fn lent(x: f64) -> f64 {
    let mut state = x;
    let value = draw(no_diff(&mut state), x);
    value * state
}

fn main() {}
