//! A list that is used after it was moved is rustc's to report, once.
use pullback::differentiable;

#[differentiable]
fn first(v: Vec<f64>) -> f64 {
    v[0]
}

#[differentiable]
fn into_another(xs: Vec<f64>) -> f64 {
    let ys = xs;
    xs[0] + ys[1]
}

#[differentiable]
fn into_a_call(xs: Vec<f64>) -> f64 {
    first(xs) * xs[1]
}

#[differentiable]
fn in_each_iteration(xs: Vec<f64>) -> f64 {
    let mut sum = 0.0;
    for _ in 0..2 {
        sum += first(xs);
    }
    sum
}

// In one branch it is moved, in the other it is read.
#[differentiable]
fn fine(xs: Vec<f64>, k: f64) -> f64 {
    if k > 0.0 { first(xs) } else { k * xs[0] }
}

// It is given back.
#[differentiable]
fn given_back(mut xs: Vec<f64>, k: f64) -> f64 {
    let mut sum = 0.0;
    for _ in 0..2 {
        sum += first(xs);
        xs = vec![k, sum];
    }
    sum * xs[0]
}

fn main() {
    fine::grad(vec![1.0], 2.0);
    given_back::grad(vec![1.0], 2.0);
}
