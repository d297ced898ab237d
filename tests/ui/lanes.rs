//! What cannot carry several cotangents at once.
use pullback::ndarray::Array1;
use pullback::{Differentiable, differentiable, no_diff};

#[differentiable]
fn unmarked(x: f64) -> f64 {
    x * x
}

#[differentiable(lanes)]
fn calls_one_without_lanes(x: f64) -> [f64; 2] {
    [unmarked(x), x]
}

#[differentiable(lanes)]
fn generic<T: num_traits::Float>(x: T) -> [T; 2] {
    [x * x, x]
}

#[differentiable(lanes)]
fn recursive(x: f64, n: usize) -> [f64; 2] {
    if n == 0 { [x, x] } else { recursive(x * x, n - 1) }
}

#[differentiable(lanes)]
fn arrays(x: &Array1<f64>) -> [f64; 1] {
    [x.sum()]
}

#[differentiable(lanes)]
fn gives_an_array(x: f64) -> Array1<f64> {
    Array1::from_elem(2, no_diff(x))
}

#[differentiable(lanes)]
fn of_two_widths(x: f32) -> [f64; 2] {
    [x as f64, 1.0]
}

#[differentiable(lanes)]
fn functions(f: impl Fn(f64) -> f64, x: f64) -> [f64; 2] {
    [f(x), x]
}

#[derive(Clone, Differentiable)]
struct Spring {
    k: f64,
}

#[differentiable(lanes)]
impl Spring {
    fn forces(&self, x: f64) -> [f64; 2] {
        [self.k * x, x]
    }
}

#[differentiable(lanes, vjp = ruled_vjp)]
fn ruled(x: f64) -> f64 {
    x
}

fn ruled_vjp(x: f64) -> (f64, impl FnOnce(f64) -> f64 + use<>) {
    (x, |seed| seed)
}

#[differentiable(lanes, lanes)]
fn twice(x: f64) -> [f64; 2] {
    [x, x]
}

fn main() {}
