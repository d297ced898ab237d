//! A method of a user's type that is named like one of the floats may keep what it is given.
use pullback::differentiable;
use std::cell::Cell;

struct Tracker {
    latest: Cell<f64>,
}

impl Tracker {
    fn max(&self, x: f64) -> f64 {
        self.latest.set(x);
        x
    }
    fn latest(&self) -> f64 {
        self.latest.get()
    }
}

#[differentiable]
fn tracked(x: f64) -> f64 {
    let tracker = Tracker { latest: Cell::new(0.5) };
    if tracker.max(x) > 0.5 { x } else { tracker.latest() * x }
}

#[differentiable]
fn fine(x: &[f64]) -> f64 {
    let y = Some(x[0]).unwrap_or(0.5);
    if y.max(x[1]).hypot(2.0) > 0.5 { y } else { x[1] }
}

fn main() {}
