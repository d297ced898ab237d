//! Closures: handed on, or passed to a method that the macro does not know or to a function that is not marked (row 15).
use pullback::differentiable;

#[differentiable]
fn unknown_method(x: &[f64]) -> f64 {
    x.chunk_by(|a, b| a < b).map(|rising| rising[0]).sum()
}

#[differentiable]
fn handed_on(x: f64) -> f64 {
    let square = |a: f64| a * a;
    let again = square;
    again(x)
}

fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiable]
fn passed(x: f64) -> f64 {
    apply(|a| a * a, x)
}

#[differentiable]
fn in_a_condition(x: f64) -> f64 {
    let mut y = 0.0;
    [2, 1].sort_by(|a, b| {
        y = x * x;
        a.cmp(b)
    });
    y
}

fn main() {}
