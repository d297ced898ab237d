//! A type without `#[derive(Differentiable)]` is one error where it stands: on the parameter, the field, or the impl.
use pullback::{Differentiable, differentiable};

pub struct Layer {
    w: f64,
    b: Vec<f64>,
    next: Option<Box<Layer>>,
}

#[derive(Differentiable)]
pub struct Net {
    layers: Vec<Layer>,
    k: f64,
}

#[derive(Differentiable)]
pub struct Named {
    k: f64,
    name: Box<dyn std::fmt::Debug>,
}

pub enum Activation {
    Relu,
    Scaled(f64),
}

#[derive(Clone, Copy)]
pub struct V2 {
    x: f64,
    y: f64,
}

#[differentiable]
fn forward(layer: &Layer, x: f64) -> f64 {
    let mut sum = layer.w * x;
    for b in &layer.b {
        sum += b.sin() * x;
    }
    match &layer.next {
        Some(next) => forward(next, sum),
        None => sum,
    }
}

#[differentiable]
fn activated(by: &Activation, x: f64) -> f64 {
    match by {
        Activation::Relu => x.max(0.0),
        Activation::Scaled(k) => k * x,
    }
}

#[differentiable]
fn sum(points: &[V2], k: f64) -> f64 {
    let mut s = V2 { x: 0.0, y: 0.0 };
    for point in points {
        s = V2 {
            x: s.x + point.x,
            y: s.y + k * point.y,
        };
    }
    s.x * s.y
}

#[differentiable]
impl V2 {
    fn product(&self, k: f64) -> f64 {
        self.x * self.y * k
    }

    fn twice(&self, k: f64) -> f64 {
        self.product(self.product(k))
    }
}

#[differentiable]
impl Net {
    fn loss(&self, x: f64) -> f64 {
        let mut y = x;
        for layer in &self.layers {
            y = forward(layer, y) * self.k;
        }
        y
    }
}

#[differentiable]
fn through_fields(net: &Net, named: &Named, x: f64) -> f64 {
    net.loss(x) * named.k
}

fn main() {
    let layer = Layer { w: 1.0, b: vec![], next: None };
    forward::grad(&layer, 2.0);
    forward::value_and_grad(&layer, 2.0);
    activated::grad(&Activation::Scaled(1.0), 2.0);
    V2 { x: 1.0, y: 2.0 }.twice_grad(2.0);
    Net { layers: vec![layer], k: 1.0 }.loss_grad(1.0);
}
