//! A list of references that changes holds copies, if it is known of what; what is written into it by a reference is not followed.
use pullback::{Differentiable, differentiable};

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

fn total(bodies: &[&Body]) -> f64 {
    bodies.iter().map(|b| b.mass).sum()
}

fn main() {}
