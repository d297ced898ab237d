//! A pullback captures no borrow: what is handed over by value must own what it holds.
use pullback::differentiable;

#[differentiable]
fn pair((a, b): (&f64, &f64)) -> f64 {
    a * b
}

fn main() {
    pair((&1.0, &2.0));
}
