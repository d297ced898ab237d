//! Functions that return references, and references that change.
use pullback::{differentiable, ndarray::Array1};

#[differentiable]
fn own(x: &[f64]) -> &f64 {
    let y = x[0] * 2.0;
    &y
}

#[differentiable]
fn writes(x: &mut [f64], i: usize) -> &mut f64 {
    x[i] = 0.0;
    &mut x[i]
}

#[differentiable]
fn prints(x: &[f64], i: usize) -> &f64 {
    println!("{i}");
    &x[i]
}

#[differentiable]
fn returns_in_a_loop(x: &[f64]) -> &f64 {
    for a in x {
        if *a > 0.0 {
            return a;
        }
    }
    &x[0]
}

#[differentiable]
fn calls_itself(x: &[f64], i: usize) -> &f64 {
    if i == 0 { &x[0] } else { calls_itself(&x[1..], i - 1) }
}

#[differentiable(vjp = ruled_vjp)]
fn ruled(x: &[f64]) -> &f64 {
    &x[0]
}

#[differentiable]
fn text(x: &[f64], names: &[&'static str]) -> &'static str {
    names[x.len()]
}

#[differentiable]
fn opaque(x: f64) -> impl Fn(f64) -> f64 {
    move |y| x * y
}

#[differentiable]
fn chosen(x: &Array1<f64>, y: &Array1<f64>) -> f64 {
    let longer = if x.len() > y.len() { x } else { y };
    longer.mapv(|x| x * x).sum()
}

fn main() {
    chosen::grad(&Array1::ones(1), &Array1::ones(2));
}
