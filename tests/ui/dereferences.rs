use pullback::{Differentiable, differentiable};
use std::ops::Deref;

#[derive(Differentiable)]
struct Halves {
    parts: Vec<f64>,
}

#[differentiable]
impl Deref for Halves {
    type Target = f64;
    fn deref(&self) -> &f64 {
        &self.parts[self.parts.len() / 2]
    }
}

fn main() {}
