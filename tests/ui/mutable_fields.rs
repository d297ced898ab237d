//! What cannot be done with structs that hold mutable references.
use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct View<'a> {
    data: &'a mut [f64],
    scale: f64,
}

#[differentiable]
impl View<'_> {
    fn at(&self, i: usize) -> f64 {
        self.scale * self.data[i]
    }
}

#[derive(Differentiable)]
struct Inside<'a> {
    rows: Vec<&'a mut [f64]>,
}

#[differentiable]
fn moved(x: &mut [f64], k: f64) -> f64 {
    let view = View { data: x, scale: k };
    let other = view;
    other.at(0)
}

#[differentiable]
fn taken(x: &mut [f64], k: f64) -> f64 {
    let mut view = View { data: x, scale: k };
    let data = std::mem::take(&mut view.data);
    data[0] * view.scale
}

#[differentiable]
fn listed(x: &mut [f64], k: f64) -> f64 {
    let views = vec![View { data: x, scale: k }];
    views[0].at(0)
}

#[differentiable]
fn halves(x: &mut [f64], k: f64) -> f64 {
    let (first, second) = x.split_at_mut(1);
    let one = View { data: first, scale: k };
    let other = View { data: second, scale: k };
    one.at(0) * other.at(0)
}

#[differentiable]
fn product(a: f64, b: f64) -> f64 {
    a * b
}

#[differentiable]
fn in_one_statement(x: &mut [f64], k: f64) -> f64 {
    let view = View { data: x, scale: k };
    view.data[0] = k;
    product(view.data[0], x[0])
}

fn main() {}
