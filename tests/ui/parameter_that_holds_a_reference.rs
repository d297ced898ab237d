//! A pullback captures no borrow: what is handed over by value must own what it holds, be a reference itself, or be a struct.
use pullback::differentiable;
use std::collections::BTreeMap;

#[differentiable]
fn listed(views: Vec<&f64>) -> f64 {
    *views[0]
}

#[differentiable]
fn nested(pair: ((&f64, f64), f64)) -> f64 {
    *pair.0.0
}

#[differentiable]
fn keyed(table: &BTreeMap<&str, f64>) -> f64 {
    table["a"] * 2.0
}

fn main() {
    keyed(&BTreeMap::new());
    listed(vec![&1.0]);
    nested(((&1.0, 2.0), 3.0));
}
