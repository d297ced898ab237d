//! Items inside a function.
use pullback::differentiable;

#[differentiable]
fn local_static(x: f64) -> f64 {
    static K: f64 = 2.0;
    x * K
}

#[differentiable]
fn local_trait(x: f64) -> f64 {
    trait Unit {
        fn one() -> f64 {
            1.0
        }
    }
    x * x
}

#[differentiable]
fn local_function(x: f64) -> f64 {
    fn rounded(x: f64) -> f64 {
        x as i64 as f64
    }
    rounded(x) * x
}

fn main() {
    local_static::grad(1.0);
}
