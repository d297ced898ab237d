//! Functions that return references, and references that change.
use pullback::{differentiable, ndarray::Array1};

#[differentiable]
fn first(x: &[f64]) -> &f64 {
    &x[0]
}

#[differentiable]
fn opaque(x: f64) -> impl Fn(f64) -> f64 {
    move |y| x * y
}

#[differentiable]
fn chosen(x: &Array1<f64>, y: &Array1<f64>) -> f64 {
    let longer = if x.len() > y.len() { x } else { y };
    longer.sum()
}

fn main() {
    chosen::grad(&Array1::ones(1), &Array1::ones(2));
}
