//! `impl Trait` is a generic parameter without a name; with `#[no_diff]` it needs one.
use pullback::differentiable;

#[differentiable]
fn argument(x: f64, #[no_diff] by: impl Into<f64>) -> f64 {
    x * by.into()
}

#[differentiable]
fn lent(x: impl AsRef<Vec<f64>>, k: f64) -> f64 {
    x.as_ref()[0] * k
}

fn main() {}
