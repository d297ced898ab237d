//! Methods that the macro does not know, on active values and on what they may reach.
use pullback::differentiable;
use std::cell::RefCell;

#[differentiable]
fn changes(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.extend_from_within(1..);
    v.retain_mut(|a| *a > 0.0);
    v[0]
}

#[differentiable]
fn removes(x: f64) -> f64 {
    let mut v = vec![x, 2.0 * x];
    println!("{:?}", v.pop());
    v[0]
}

#[differentiable]
fn guard(x: f64) -> f64 {
    let cell = RefCell::new(0.0);
    *cell.borrow_mut() = x;
    let y: f64 = *cell.borrow();
    y * y
}

#[differentiable]
fn named_guard(x: f64) -> f64 {
    let cell = RefCell::new(0.0);
    let mut guard = cell.borrow_mut();
    *guard = x;
    x
}

#[differentiable]
fn set(place: &mut f64, x: f64) {
    *place = x;
}

struct Buffer {
    values: Vec<f64>,
}

impl Buffer {
    fn last(&mut self) -> &mut f64 {
        self.values.last_mut().unwrap()
    }
}

#[differentiable]
fn lent_by_a_method(x: f64) -> f64 {
    let mut buffer = Buffer { values: vec![0.0] };
    set(buffer.last(), x);
    buffer.values[0] * x
}

fn main() {}
