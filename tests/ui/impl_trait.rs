//! `impl Trait` is a generic parameter without a name.
use pullback::differentiable;

#[differentiable]
fn argument(x: impl Into<f64>) -> f64 {
    x.into()
}

fn main() {}
