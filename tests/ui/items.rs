//! Items inside a function.
use pullback::differentiable;

#[differentiable]
fn local_static(x: f64) -> f64 {
    static K: f64 = 2.0;
    x * K
}

#[differentiable]
fn local_function(x: f64) -> f64 {
    fn square(x: f64) -> f64 {
        x * x
    }
    square(x)
}

#[differentiable]
fn local_struct(x: f64) -> f64 {
    struct Unit;
    let _ = Unit;
    x * x
}

fn main() {
    local_static::grad(1.0);
}
