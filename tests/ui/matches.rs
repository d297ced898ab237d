//! `match`, `if let`, `let … else` and `while let` with active values.
use pullback::differentiable;

#[differentiable]
fn arms(x: f64, n: usize) -> f64 {
    match n {
        0 => x,
        1 => x * x,
        _ => 0.0,
    }
}

#[differentiable]
fn assigning(x: f64, n: usize) -> f64 {
    let mut y = x;
    match n {
        0 => y *= x,
        _ => y += x,
    }
    y
}

#[differentiable]
fn if_let(x: &[f64]) -> f64 {
    if let Some(a) = x.first() { a * a } else { 0.0 }
}

#[differentiable]
fn if_let_assigning(x: &[f64]) -> f64 {
    let mut y = 0.0;
    if let Some(a) = x.first() {
        y = a * a;
    }
    y
}

#[differentiable]
fn let_else(x: &[f64]) -> f64 {
    let Some(a) = x.first() else { return 0.0 };
    a * a
}

#[differentiable]
fn while_let(x: &[f64]) -> f64 {
    let mut stack = x.to_vec();
    let mut y = 0.0;
    while let Some(a) = stack.pop() {
        y += a;
    }
    y
}

#[differentiable]
fn while_chain(x: &[f64], n: usize) -> f64 {
    let mut stack = x.to_vec();
    let mut y = 0.0;
    while stack.len() > n && let Some(a) = stack.pop() {
        y += a;
    }
    y
}

fn main() {}
