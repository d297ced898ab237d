//! Loops over iterators that the macro does not know, with active values.
use pullback::differentiable;

#[differentiable]
fn sorted(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for a in x.iter().rev().step_by(2) {
        s += a * a;
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
fn some_written(x: f64) -> f64 {
    let mut v = vec![1.0; 3];
    for a in v.iter_mut().skip(1) {
        *a *= x;
    }
    v[1] * v[2]
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
