//! Structs that carry no derivative, and fields that carry none (row 12).
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy)]
struct Plain {
    x: f64,
}

#[derive(Clone, Differentiable)]
struct Marked {
    x: f64,
    #[no_diff]
    scale: f64,
}

#[differentiable]
fn literal(x: f64) -> f64 {
    let p = Plain { x };
    p.x * x
}

#[differentiable]
fn field(x: f64) -> f64 {
    let m = Marked { x, scale: x };
    m.x * m.scale
}

#[differentiable]
fn assigned(x: f64) -> f64 {
    let mut m = Marked { x, scale: 1.0 };
    m.scale = x;
    m.x * m.scale
}

fn main() {}
