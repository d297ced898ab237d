//! Patterns that the macro cannot take apart.
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
enum Shape {
    Circle(f64),
    Square(f64),
}

#[differentiable]
fn alternatives(shape: &Shape) -> f64 {
    match shape {
        Shape::Circle(a) | Shape::Square(a) => a * a,
    }
}

#[differentiable]
fn whole(x: f64) -> f64 {
    match Some(x) {
        whole @ Some(_) => whole.unwrap(),
        None => 0.0,
    }
}

const NOTHING: Option<&f64> = None;

#[differentiable]
fn constant(x: &[f64]) -> f64 {
    match x.first() {
        NOTHING => 0.0,
        Some(a) => a * a,
    }
}

fn main() {}
