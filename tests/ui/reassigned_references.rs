//! References that are reassigned to where no index leads.
use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Node {
    value: f64,
    next: Option<Box<Node>>,
}

#[differentiable]
fn declared_later(a: &[f64; 2], k: usize) -> f64 {
    let mut from = a;
    let squares = [a[0] * a[0], a[1] * a[1]];
    if k > 1 {
        from = &squares;
    }
    from[0]
}

#[differentiable]
fn nodes(list: &Node) -> f64 {
    let mut node = list;
    let mut sum = 0.0;
    while let Some(next) = &node.next {
        sum += node.value;
        node = next;
    }
    sum
}


fn advance(rest: &mut &[usize]) -> usize {
    let first = rest[0];
    *rest = &rest[1..];
    first
}

#[differentiable]
fn advanced(x: &[f64], counts: &[usize]) -> f64 {
    let mut rest = counts;
    let k = advance(&mut rest);
    rest = &rest[1..];
    x[k] * x[rest[0]]
}

#[differentiable]
fn split_off(x: &[f64], mut counts: &[usize]) -> f64 {
    let k = *counts.split_off_first().unwrap();
    x[k] * x[counts[0]]
}

fn main() {}
