//! What rustc rejects whatever the arguments are is one error, too, of each order.
use pullback::{Differentiable, differentiable};
use std::ops::Mul;

#[differentiable(order = 2)]
fn power_of_a_float(x: f64) -> f64 {
    x.powi(2.0) * x
}

#[differentiable(order = 2)]
fn power_of_an_integer(x: f64) -> f64 {
    x.powf(2) * x
}

#[differentiable(order = 2)]
fn without_else(x: f64) -> f64 {
    let y = if x > 0.0 { x * 2.0 };
    y
}

#[differentiable(order = 2)]
fn by_a_signed_integer(x: &[f64]) -> f64 {
    let i: i32 = 1;
    x[i] * 2.0
}

#[differentiable(order = 2)]
fn items_of_a_number(x: f64) -> f64 {
    let mut s = 0.0;
    for a in x {
        s += a;
    }
    s
}

#[differentiable(order = 2)]
fn a_value_of_a_loop(x: f64) -> f64 {
    for _ in 0..3 {
        break x;
    }
    x * x
}

#[differentiable(order = 2)]
fn without_parentheses(x: &[f64]) -> f64 {
    x.iter().map(|a| a.sqrt).sum()
}

#[differentiable(order = 2)]
fn two_kinds_of_elements(x: f64) -> f64 {
    let a = [x, 1, 2.0];
    a[0] * a[1]
}

#[differentiable(jvp)]
fn times_a_literal<T: Mul<Output = T> + Copy>(x: T) -> T {
    x * 0.5
}

#[differentiable(jvp)]
fn without_an_operator<T: Mul<Output = T> + Copy>(x: T) -> T {
    x * x + x
}

struct Scale {
    by: f64,
}

#[differentiable(order = 2)]
fn a_parameter_without_derive(scale: &Scale) -> f64 {
    scale.by * 2.0
}

#[derive(Differentiable)]
struct Pair<T>(T, T);

#[differentiable(order = 2)]
fn of_many_types<T: Mul<Output = T> + Copy>(pair: &Pair<T>) -> T {
    pair.0 * pair.1
}

fn main() {}
