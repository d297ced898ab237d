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

#[differentiable]
fn let_else(x: &[f64]) -> f64 {
    let Some(a) = x.first() else { return 0.0 };
    a * a
}

#[differentiable]
fn written_through(x: f64) -> f64 {
    let mut v = vec![1.0, 2.0];
    if let Some(first) = v.get_mut(0) {
        *first = x;
    }
    v[0] * v[0]
}

#[differentiable]
fn chosen(x: f64, n: usize) -> f64 {
    let mut v = [x, 2.0];
    let one = match n {
        0 => &mut v[0],
        _ => &mut v[1],
    };
    *one *= x;
    v[0] * v[1]
}

fn main() {}
