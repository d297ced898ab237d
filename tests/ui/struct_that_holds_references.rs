//! A struct that holds references is read and handed to functions. It is not kept, and not changed where a reference is returned.
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct View<'a> {
    x: &'a [f64],
    k: f64,
}

#[differentiable]
fn sum(v: View<'_>) -> f64 {
    v.x[0] * v.k
}

#[differentiable]
fn listed(x: &[f64], k: f64) -> f64 {
    let mut all = Vec::new();
    let v = View { x, k };
    all.push(v);
    sum(all[0])
}

#[differentiable]
fn chosen(x: &[f64], k: f64) -> f64 {
    let v = if k > 0.0 {
        View { x, k }
    } else {
        View { x: &x[1..], k }
    };
    sum(v)
}

#[differentiable]
fn changed(x: &[f64], k: f64) -> &f64 {
    let mut v = View { x, k };
    v.k *= 2.0;
    if v.k > 1.0 { &x[0] } else { &x[1] }
}

#[differentiable]
fn paired(a: &mut [f64], b: &[f64], k: f64) -> f64 {
    (a, b).project(k)
}

fn ruled_rule(v: View<'_>) -> (f64, fn(f64)) {
    (v.k, |_| ())
}

#[differentiable(vjp = ruled_rule)]
fn ruled(v: View<'_>) -> f64 {
    v.k
}

fn main() {}
