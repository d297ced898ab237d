//! Row 4: a result that cannot carry a derivative.
use pullback::differentiable;

#[differentiable]
fn sign(x: f64) -> bool {
    x > 0.0
}

fn main() {
    sign(1.0);
}
