//! Row 8: `grad` needs a scalar result.
use pullback::differentiable;

#[differentiable]
fn squares(x: &[f64]) -> Vec<f64> {
    let mut out = vec![0.0; x.len()];
    for i in 0..x.len() {
        out[i] = x[i] * x[i];
    }
    out
}

#[differentiable]
fn pair(x: f64) -> (f64, f64) {
    (x.sin(), x.cos())
}

fn main() {
    squares::grad(&[1.0, 2.0]);
    pair::value_and_grad(1.0);
}
