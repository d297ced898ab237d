//! Rows 2 and 3: nothing to differentiate with respect to.
use pullback::differentiable;

#[differentiable]
fn nothing() -> f64 {
    1.0
}

#[differentiable]
fn all_marked(#[no_diff] x: f64, n: usize) -> f64 {
    x * n as f64
}

fn main() {
    nothing();
    all_marked(1.0, 2);
}
