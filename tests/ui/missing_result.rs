//! A result that the signature does not name, or that `?` has nowhere to return to, is one error; callers are not to blame.
use pullback::differentiable;

#[differentiable]
fn doubled(x: f64) {
    x * 2.0
}

#[differentiable]
fn returned(x: f64, k: f64) {
    let y = x * k;
    return y;
}

#[differentiable]
fn asked(x: f64) -> f64 {
    let y: Result<f64, String> = Ok(x);
    y? * 2.0
}

fn main() {
    doubled::grad(1.0);
    let _: (f64, (f64, f64)) = returned::value_and_grad(1.0, 2.0);
    asked::grad(1.0);
}
