//! Row 9: methods and associated functions without the attribute.
use pullback::{Differentiable, differentiable};
use std::cell::Cell;

#[derive(Clone, Differentiable)]
struct Spring {
    k: f64,
}

impl Spring {
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.k * x * x
    }

    fn harden(&mut self) {
        self.k *= 2.0;
    }

    fn unit(x: f64) -> Spring {
        Spring { k: x }
    }

    // Named like a method that measures.
    fn len(&self) -> f64 {
        self.k
    }
}

#[differentiable]
fn called(spring: &Spring, x: f64) -> f64 {
    spring.energy(x)
}

#[differentiable]
fn changed(spring: &Spring) -> f64 {
    let mut spring = spring.clone();
    spring.harden();
    spring.k
}

#[differentiable]
fn made(x: f64) -> f64 {
    Spring::unit(x).k
}

#[differentiable]
fn measured(spring: &Spring) -> f64 {
    spring.len() * spring.k
}

// A cell could keep the value and hand it out again.
#[differentiable]
fn kept(x: f64) -> f64 {
    let cell = Cell::new(0.0);
    cell.set(x);
    cell.get() * x
}

fn main() {}
