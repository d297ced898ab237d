//! References that are reassigned to where no index leads.
use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Node {
    value: f64,
    next: Option<Box<Node>>,
}

#[differentiable]
fn two_lists(a: &[f64], b: &[f64], k: usize) -> f64 {
    let mut from = &a[0];
    if k > 1 {
        from = &b[1];
    }
    *from
}

#[differentiable]
fn another_field(pairs: &[([f64; 2], [f64; 2])]) -> f64 {
    let mut from = &pairs[0].0;
    for pair in pairs {
        from = &pair.1;
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

#[differentiable]
fn swapped(a: &mut [f64], b: &mut [f64]) -> f64 {
    let (mut first, mut second) = (&mut a[0], &mut b[0]);
    std::mem::swap(&mut first, &mut second);
    *first
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
