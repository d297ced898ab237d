//! Mistakes that rustc reports are reported once, in its words.

use pullback::differentiable;

#[differentiable]
fn mixed(x: f64, n: usize) -> f64 {
    x * n
}

#[differentiable]
fn without_a_value(x: f64) -> f64 {
    let y = x * 2.0;
    y;
}

#[differentiable]
fn annotated(x: f64) -> f32 {
    let y: f32 = x;
    y
}

fn main() {
    mixed::grad(1.0, 2);
    without_a_value::grad(1.0);
}
