//! Types with arguments that carry no derivative: one error each, on what does not.
use pullback::{Differentiable, differentiable};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

struct Pair<T> {
    a: T,
    b: T,
}

struct Node {
    value: f64,
    next: Option<Rc<Node>>,
}

#[differentiable]
fn summed(pair: &Pair<f64>, xs: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in xs {
        sum += pair.a * x + pair.b;
    }
    sum
}

#[differentiable]
fn shared(node: &Rc<Node>, k: f64) -> f64 {
    node.value * k
}

#[derive(Differentiable)]
struct Model {
    cache: RefCell<Vec<f64>>,
    nodes: HashMap<String, Node>,
    rate: f64,
}

#[differentiable]
fn scaled(model: &Model) -> f64 {
    model.rate * 2.0
}

fn main() {}
