//! Loops over iterators that the macro does not know, with active values.
use pullback::differentiable;

#[differentiable]
fn written(x: f64) -> f64 {
    let mut v = vec![0.0; 4];
    for pair in v.rchunks_mut(2) {
        pair[0] = x;
    }
    v[0] * v[2]
}

#[differentiable]
fn after_a_filter(x: &[f64]) -> f64 {
    x.iter().filter(|a| **a > 0.0).nth(1).unwrap() * x.iter().reduce(|a, b| if a > b { a } else { b }).unwrap()
}

fn main() {}
