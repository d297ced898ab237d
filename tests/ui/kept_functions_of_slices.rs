//! Functions that are kept in fields and take more than numbers by value.
use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Rule {
    #[no_diff]
    slices: fn(&[f64]) -> f64,
    scale: f64,
}

#[differentiable]
fn slices(rule: &Rule, x: &[f64]) -> f64 {
    (rule.slices)(x) * rule.scale
}

fn main() {}
