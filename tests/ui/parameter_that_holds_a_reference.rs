//! A pullback captures no borrow: what is handed over by value must own what it holds, or be a reference itself.
use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct View<'a> {
    x: &'a [f64],
}

#[differentiable]
fn view(v: View<'_>) -> f64 {
    v.x[0]
}

#[differentiable]
fn nested(pair: ((&f64, f64), f64)) -> f64 {
    *pair.0.0
}

fn main() {
    view(View { x: &[1.0] });
    nested(((&1.0, 2.0), 3.0));
}
