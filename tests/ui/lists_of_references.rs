//! A list of references is only read, and no function returns one.
use pullback::{Differentiable, differentiable};
use std::collections::HashMap;

#[derive(Clone, Differentiable)]
struct Body {
    mass: f64,
    speed: f64,
}

#[differentiable]
fn sorted(bodies: &[Body], k: f64) -> f64 {
    let mut list: Vec<_> = bodies.iter().collect();
    list.sort_by(|a, b| a.mass.total_cmp(&b.mass));
    list[0].speed * k
}

#[differentiable]
fn shortened(bodies: &[Body], k: f64) -> f64 {
    let mut list: Vec<_> = bodies.iter().collect();
    list.truncate(2);
    list[0].speed * k
}

#[differentiable]
fn assigned(bodies: &[Body], k: f64) -> f64 {
    let mut list: Vec<&Body> = bodies.iter().collect();
    for place in list.iter_mut() {
        *place = &bodies[0];
    }
    list[1].speed * k
}

#[differentiable]
fn handed_on(bodies: &[Body], k: f64) -> f64 {
    let list: Vec<&Body> = bodies.iter().collect();
    total(&list) * k
}

#[differentiable]
fn grown(root: &Body, k: f64) -> f64 {
    let mut stack: Vec<&Body> = vec![root];
    stack.push(root);
    stack[1].speed * k
}

#[differentiable]
fn grown_from_nothing(bodies: &[Body], k: f64) -> f64 {
    let mut stack: Vec<(f64, &Body)> = Vec::new();
    stack.push((k, &bodies[0]));
    stack[0].1.speed * k
}

#[differentiable]
fn numbers(x: &[f64]) -> f64 {
    let list: Vec<&f64> = x.iter().collect();
    *list[0]
}

#[differentiable]
fn returned(bodies: &[Body], k: f64) -> Result<Vec<(usize, &Body)>, String> {
    Ok(bodies.iter().enumerate().filter(|(_, body)| body.mass > k).collect())
}

#[differentiable]
trait Ranked {
    fn ranks(&self, k: f64) -> HashMap<&String, f64>;
}

fn total(bodies: &[&Body]) -> f64 {
    bodies.iter().map(|b| b.mass).sum()
}

fn main() {}
