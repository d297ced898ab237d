//! A value without derivative that changes where the macro cannot see, while the backward sweep needs it.
use pullback::differentiable;

#[differentiable]
fn total(x: &[f64], order: &[usize]) -> f64 {
    x[order[0]] * x[order[1]]
}

#[differentiable]
fn shuffled(x: &[f64]) -> f64 {
    let mut order = vec![0, 1];
    let mut s = 0.0;
    for _ in 0..2 {
        s += total(x, &order);
        order.reverse();
    }
    s
}

fn main() {}
