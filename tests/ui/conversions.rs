//! What `From` has no derivative for: what is made of a reference, and what is not marked.
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Angle(f64);

#[differentiable]
impl From<&f64> for Angle {
    fn from(radians: &f64) -> Self {
        Angle(*radians)
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Length(f64);

impl From<f64> for Length {
    fn from(inches: f64) -> Self {
        Length(inches * 0.0254)
    }
}

#[differentiable]
fn by_method(x: f64) -> f64 {
    let length: Length = x.into();
    length.0
}

#[differentiable]
fn by_path(x: f64) -> f64 {
    Length::from(x).0
}

fn main() {}
