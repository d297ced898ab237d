//! Row 6, by value.
use pullback::differentiable;

#[derive(Clone, Copy)]
struct Model {
    k: f64,
}

#[differentiable]
fn energy(model: Model, x: f64) -> f64 {
    model.k * x
}

fn main() {
    energy(Model { k: 1.0 }, 2.0);
}
