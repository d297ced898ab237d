//! Struct and tuple-struct literals with active values.
use pullback::differentiable;

#[derive(Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

struct Metres(f64);

#[differentiable]
fn literal(x: f64) -> f64 {
    let p = Point { x, y: 2.0 };
    p.x * p.y
}

#[differentiable]
fn tuple_struct(x: f64) -> f64 {
    let m = Metres(x);
    m.0 * x
}

#[differentiable]
fn pattern(x: f64) -> f64 {
    let Metres(m) = Metres(x);
    m
}

#[differentiable]
fn option(x: f64) -> f64 {
    Some(x).unwrap()
}

fn main() {}
