//! Functions as values, other than as parameters that are called and passed on.
use pullback::differentiable;

#[differentiable]
fn pointer(#[no_diff] f: fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiable]
fn apply(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiable]
fn both(f: impl Fn(f64) -> f64, g: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x) * g(x)
}

#[differentiable]
fn passed_twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    both(&f, |t| f(t) + 1.0, x)
}

#[differentiable]
fn kept(f: impl Fn(f64) -> f64, x: f64, v: &[f64]) -> f64 {
    let pair = (f, v);
    (pair.0)(x)
}

#[differentiable]
fn printed(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    println!("{}", f(x));
    x
}

#[differentiable]
fn lends(f: impl Fn(&[f64]) -> &f64, x: &[f64]) -> f64 {
    *f(x)
}

#[differentiable]
fn fills(f: impl Fn(f64, &mut [f64]), x: f64) -> f64 {
    let mut v = vec![0.0; 2];
    f(x, &mut v);
    v[0]
}

#[differentiable]
fn unwritten(x: f64) -> f64 {
    fills(|t, v| v.fill(t * t), x)
}

#[differentiable]
fn boxed(f: Box<dyn Fn(f64) -> f64>, x: f64) -> f64 {
    f(x) + f(2.0 * x)
}

fn main() {}
