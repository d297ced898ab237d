//! What a trait object gives references into has no derivative yet; nor have the functions of std's traits.
use pullback::{Differentiable, differentiable};

#[differentiable(dyn)]
trait Array {
    fn get(&self, i: usize) -> &f64;
    fn iterator<'b>(&'b self) -> Box<dyn Iterator<Item = &'b f64> + 'b>;

    fn dot(&self, other: &dyn Array) -> f64 {
        self.iterator().zip(other.iterator()).map(|(a, b)| a * b).sum()
    }

    fn first(&self, other: &dyn Array) -> f64 {
        *self.get(0) * *other.get(0)
    }
}

#[derive(Differentiable)]
struct Halves {
    at: f64,
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
