//! A callee without the attribute is said once, where it is called, whatever is done with what it gives.
use pullback::differentiable;
use std::ops::Mul;

mod other {
    pub fn pick(x: &[f64]) -> &f64 {
        &x[0]
    }

    pub fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(f(x))
    }

    pub fn set(x: &mut [f64], value: f64) {
        x[0] = value;
    }

    pub fn pair(x: f64) -> (f64, f64) {
        (x, x)
    }

    pub fn list(x: f64) -> Vec<f64> {
        vec![x]
    }
}

use other::list;

fn square(x: f64) -> f64 {
    x * x
}

fn generic<T: Mul<Output = T> + Copy>(x: T) -> T {
    x * x
}

fn maybe(x: f64) -> Option<f64> {
    Some(x)
}

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

#[differentiable]
fn by_a_path(x: f64) -> f64 {
    let (a, b) = other::pair(x);
    a * b
}

#[differentiable]
fn imported(x: f64) -> f64 {
    let values = list(x);
    values.iter().map(|value| value * 2.0).sum::<f64>() + values[0]
}

#[differentiable]
fn imported_here(x: f64) -> f64 {
    use other::pair as both;
    both(x).0
}

#[differentiable]
fn of_any_type(x: f64) -> f64 {
    generic(x).sin()
}

#[differentiable]
fn that_returns_a_reference(x: &[f64]) -> f64 {
    *other::pick(x) * 2.0
}

#[differentiable]
fn that_writes(x: f64) -> f64 {
    let mut values = [0.0; 3];
    other::set(&mut values, x);
    values[0]
}

#[differentiable]
fn that_takes_a_function(x: f64) -> f64 {
    other::twice(|y| y * x, x)
}

#[differentiable]
fn that_is_handed_over(x: f64) -> f64 {
    twice(square, x)
}

#[differentiable]
fn in_a_chain(x: &[f64]) -> f64 {
    x.iter().map(|a| square(*a)).sum()
}

#[differentiable]
fn by_its_name_in_a_chain(x: &[f64]) -> f64 {
    x.iter().copied().map(square).sum()
}

#[differentiable]
fn in_a_loop(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for a in x {
        sum += square(*a);
    }
    sum
}

#[differentiable]
fn in_a_pattern(x: f64) -> f64 {
    if let Some(y) = maybe(x) { y.sin() } else { 0.0 }
}

#[differentiable]
fn for_an_option(x: Option<f64>) -> Option<f64> {
    x.map(square)
}

fn main() {
    fn of_the_block(x: f64) -> f64 {
        x * x
    }

    #[differentiable]
    fn in_a_block(x: f64) -> f64 {
        -of_the_block(x).sqrt()
    }
}
