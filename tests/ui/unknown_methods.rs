//! Methods that the macro does not know, on active values and on what they may reach.
use pullback::differentiable;
use std::cell::{Cell, RefCell};

#[differentiable]
fn changes(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.sort_by(|a, b| a.total_cmp(b));
    v.swap(0, 1);
    v[0]
}

#[differentiable]
fn fills(x: f64) -> f64 {
    let mut v = [0.0; 3];
    v.fill(x);
    v[0] * v[1]
}

#[differentiable]
fn removes(x: f64) -> f64 {
    let mut v = vec![x, 2.0 * x];
    println!("{:?}", v.pop());
    v[0]
}

#[differentiable]
fn cell(x: f64) -> f64 {
    let cell = Cell::new(0.0);
    cell.set(x);
    cell.get() * x
}

#[differentiable]
fn guard(x: f64) -> f64 {
    let cell = RefCell::new(0.0);
    *cell.borrow_mut() = x;
    let y: f64 = *cell.borrow();
    y * y
}

#[differentiable]
fn reference(x: f64) -> f64 {
    let mut v = vec![0.0; 2];
    let last = v.last_mut().unwrap();
    *last = x;
    v[1] * v[1]
}

#[differentiable]
fn halves(x: f64) -> f64 {
    let mut v = vec![0.0; 2];
    let (left, right) = v.split_at_mut(1);
    left[0] = x;
    right[0] = x;
    v[0] * v[1]
}

#[differentiable]
fn swapped(x: f64) -> f64 {
    let mut a = x;
    let mut b = 1.0;
    std::mem::swap(&mut a, &mut b);
    a * b
}

fn main() {}
