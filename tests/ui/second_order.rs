//! What has no second derivative.

use pullback::differentiable;

#[differentiable]
fn once(x: &[f64], k: f64) -> f64 {
    x[0] * k
}

#[differentiable(order = 2)]
fn calls_it(x: &[f64], k: f64) -> f64 {
    let y = once(x, 2.0 * k);
    y * y
}

#[differentiable(order = 2)]
fn applied(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiable(order = 2)]
fn hands_a_function_on(x: f64) -> f64 {
    applied(twice, x)
}

#[differentiable(order = 2)]
fn twice(x: f64) -> f64 {
    2.0 * x
}

#[differentiable(order = 3)]
fn thrice(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn takes_its_gradient(x: &[f64], k: f64) -> f64 {
    once::grad(x, k).1
}

#[differentiable(order = 2)]
fn takes_an_iterator(items: impl Iterator<Item = f64>) -> f64 {
    let mut sum = 0.0;
    for item in items {
        sum += item * item;
    }
    sum
}

fn main() {}
