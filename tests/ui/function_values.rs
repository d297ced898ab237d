//! Row 16: function values without derivative.
use pullback::differentiable;

#[differentiable]
fn pointer(#[no_diff] f: fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

struct Rule {
    f: fn(f64) -> f64,
}

#[differentiable]
fn field(#[no_diff] rule: &Rule, x: f64) -> f64 {
    (rule.f)(x)
}

fn main() {}
