//! What is written into a field without derivative (row 12).
use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Counter {
    #[no_diff]
    last: f64,
    #[no_diff]
    seen: Vec<f64>,
    scale: f64,
}

#[differentiable]
fn kept(c: &mut Counter, x: f64) -> f64 {
    c.last = x;
    c.last * c.scale
}

#[differentiable]
fn kept_in_a_list(c: &mut Counter, x: f64) -> f64 {
    c.seen[0] = x;
    c.seen[0] * c.scale
}

#[differentiable]
fn counted(c: &mut Counter, x: f64) -> f64 {
    c.last += x;
    c.last * c.scale
}

fn main() {}
