//! Row 6: a parameter of a type that carries no derivative: one error, whatever the function reads of it.
use pullback::differentiable;

struct Model {
    k: f64,
}

#[differentiable]
fn energy(model: &Model, x: f64) -> f64 {
    model.k * x
}

fn main() {
    energy(&Model { k: 1.0 }, 2.0);
}
