//! A type of the user's that has the name of the runtime's wrapper.
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Aux(f64);

#[differentiable]
fn held(x: f64) -> f64 {
    let aux = Aux(x);
    aux.0 * x
}

fn main() {
    held::grad(1.0);
}
