//! `impl Trait` is a generic parameter without a name; with `#[no_diff]` it needs one.
use pullback::differentiable;

#[differentiable]
fn argument(x: f64, #[no_diff] by: impl Into<f64>) -> f64 {
    x * by.into()
}

fn main() {}
