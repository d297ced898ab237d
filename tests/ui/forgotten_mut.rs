//! What is written and was not declared `mut` is rustc's to say, once.
use pullback::differentiable;

#[differentiable]
fn pushed(x: f64) -> f64 {
    let list = Vec::new();
    list.push(x);
    list[0]
}

#[differentiable]
fn added(x: f64) -> f64 {
    let sum = 0.0;
    sum += x;
    sum
}

#[differentiable]
fn of_a_parameter(x: [f64; 2]) -> f64 {
    x[0] *= 2.0;
    x[0] + x[1]
}

#[differentiable]
fn bump(x: &mut f64) {
    *x += 1.0;
}

#[differentiable]
fn lent(x: f64) -> f64 {
    let y = x * 2.0;
    bump(&mut y);
    y
}

fn main() {
    pushed::grad(1.0);
    added::grad(1.0);
    of_a_parameter::grad([1.0, 2.0]);
    lent::grad(1.0);
}
