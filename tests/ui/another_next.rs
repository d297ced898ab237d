//! A type's own function of the name that an iterator's has comes first: the siblings would be taken for its.
use pullback::{Differentiable, differentiable};

#[derive(Differentiable)]
struct Halves {
    at: f64,
}

impl Halves {
    fn next(&mut self) -> Option<f64> {
        Some(self.at)
    }
}

#[differentiable]
impl Iterator for Halves {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        self.at *= 0.5;
        Some(self.at)
    }
}

fn main() {}
