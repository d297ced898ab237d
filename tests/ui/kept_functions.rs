//! Functions that are kept in fields.
use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Rule {
    #[no_diff]
    boxed: Box<dyn Fn(f64) -> f64>,
    #[no_diff]
    pointer: fn(f64) -> f64,
    scale: f64,
}

#[differentiable]
fn boxed(rule: &Rule, x: f64) -> f64 {
    (rule.boxed)(x)
}

#[differentiable]
fn pointer(rule: &Rule, x: f64) -> f64 {
    (rule.pointer)(x * rule.scale)
}

#[differentiable]
fn element(#[no_diff] rules: &[fn(f64) -> f64], x: f64) -> f64 {
    let mut y = x;
    for rule in rules {
        y = rule(y);
    }
    rules[0](y)
}

fn main() {}
