//! Row 1: the attribute on something that is not a function.
use pullback::differentiable;

#[differentiable]
const K: f64 = 2.0;

#[differentiable]
type Real = f64;

#[differentiable]
struct Model {
    k: f64,
}

#[differentiable]
static S: f64 = 1.0;

fn main() {
    let _ = (K as Real, S, Model { k: 1.0 }.k);
}
