//! A pullback captures no borrow: what is handed over by value must own what it holds.
use pullback::differentiable;

#[differentiable]
fn optional(x: Option<&[f64]>) -> f64 {
    x.map_or(0.0, |x| x[0])
}

#[differentiable]
fn pair((a, b): (&f64, &f64)) -> f64 {
    a * b
}

fn main() {
    optional(None);
    pair((&1.0, &2.0));
}
