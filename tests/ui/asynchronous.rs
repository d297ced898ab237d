//! Row 13: asynchronous code.
use pullback::differentiable;

#[differentiable]
async fn later(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn block(x: f64) -> f64 {
    let _future = async { x };
    x * x
}

fn main() {
    let _ = later::grad(1.0);
    block::grad(1.0);
}
