//! A pullback captures no borrow: what is handed over by value must own what it holds, be a reference itself, or be a struct
//! that is only read.
use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct View<'a> {
    x: &'a [f64],
    k: f64,
}

#[differentiable]
fn listed(views: Vec<&f64>) -> f64 {
    *views[0]
}

#[differentiable]
fn changed(mut v: View<'_>) -> f64 {
    v.k *= 2.0;
    v.x[0] * v.k
}

#[differentiable]
fn nested(pair: ((&f64, f64), f64)) -> f64 {
    *pair.0.0
}

fn main() {
    listed(vec![&1.0]);
    changed(View { x: &[1.0], k: 1.0 });
    nested(((&1.0, 2.0), 3.0));
}
