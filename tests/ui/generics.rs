//! Generic functions.
use pullback::differentiable;

#[differentiable]
fn by_type<T: Copy + std::ops::Mul<Output = T>>(x: T) -> T {
    x * x
}

#[differentiable]
fn by_length<const N: usize>(x: [f64; N]) -> f64 {
    x[0]
}

// Lifetimes are fine.
#[differentiable]
fn lifetime<'a>(x: &'a [f64]) -> f64 {
    x[0]
}

fn main() {
    lifetime::grad(&[1.0]);
}
