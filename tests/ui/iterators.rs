//! Loops over iterators that the macro does not know, with active values.
use pullback::differentiable;

#[differentiable]
fn zip(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for (a, b) in x.iter().zip(y) {
        s += a * b;
    }
    s
}

#[differentiable]
fn windows(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for w in x.windows(2) {
        s += w[0] * w[1];
    }
    s
}

#[differentiable]
fn written(x: f64) -> f64 {
    let mut v = vec![0.0; 4];
    for pair in v.chunks_mut(2) {
        pair[0] = x;
    }
    v[0] * v[2]
}

#[differentiable]
fn mutable_pattern(x: f64, n: &[i32]) -> f64 {
    let mut s = 0.0;
    for mut k in n.iter().copied() {
        k += 1;
        s += x.powi(k);
    }
    s
}

fn main() {}
