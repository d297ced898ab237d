//! Values with a derivative in cells, and what is read of these again.
use pullback::differentiable;
use std::cell::{Cell, RefCell};

#[differentiable]
fn stored(x: f64) -> f64 {
    let cell = Cell::new(0.0);
    cell.set(x * 2.0);
    cell.get() * x
}

#[differentiable]
fn made(x: f64) -> f64 {
    let cell = Cell::new(x);
    cell.get() * x
}

#[differentiable]
fn summed(x: &[f64]) -> f64 {
    let total = Cell::new(0.0);
    let add = |a: f64| total.set(total.get() + a);
    for a in x {
        add(*a);
    }
    total.get()
}

#[differentiable]
fn lent(x: &[f64]) -> f64 {
    let list = RefCell::new(Vec::new());
    list.borrow_mut().push(x[0]);
    x[1]
}

fn main() {}
