//! Row 21: the type's name is taken.
use pullback::differentiable;

struct energy {}

#[differentiable]
fn energy(x: f64) -> f64 {
    x * x
}

fn main() {
    let _ = energy {};
}
