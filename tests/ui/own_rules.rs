//! Row 19: rules of the wrong shape, and slopes that do not fit.
use pullback::differentiable;

#[differentiable(vjp = without_buffer)]
fn norm(v: &[f64]) -> f64 {
    v.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn without_buffer(v: &[f64]) -> (f64, impl FnOnce(f64) -> Vec<f64> + use<>) {
    let value = norm(v);
    let v = v.to_vec();
    (value, move |seed| v.iter().map(|x| seed * x / value).collect())
}

#[differentiable(vjp = value_alone)]
fn cube(x: f64) -> f64 {
    x * x * x
}

fn value_alone(x: f64) -> f64 {
    x * x * x
}

#[differentiable(vjp = of_other_arguments)]
fn square(x: f64) -> f64 {
    x * x
}

fn of_other_arguments(x: f64, y: f64) -> (f64, impl FnOnce(f64) -> f64 + use<>) {
    (x * y, move |seed| seed * y)
}

#[differentiable(vjp = |x: f64| (x * x, move |seed: f32| seed))]
fn in_place(x: f64) -> f64 {
    x * x
}

#[differentiable(vjp = 2.0 * x)]
fn no_function(x: f64) -> f64 {
    x * x
}

fn main() {}
