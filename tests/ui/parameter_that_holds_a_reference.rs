//! A pullback captures no borrow: what is handed over by value must own what it holds, be a reference itself, or be a struct.
use pullback::differentiable;

#[differentiable]
fn listed(views: Vec<&f64>) -> f64 {
    *views[0]
}

#[differentiable]
fn nested(pair: ((&f64, f64), f64)) -> f64 {
    *pair.0.0
}

fn main() {
    listed(vec![&1.0]);
    nested(((&1.0, 2.0), 3.0));
}
