//! A method of an iterator that is not supported, of a crate's trait or of std's, is named.
use pullback::differentiable;

trait Adapters: Iterator + Sized {
    fn every_other(self) -> std::iter::StepBy<Self> {
        self.step_by(2)
    }
}

impl<I: Iterator> Adapters for I {}

#[differentiable]
fn every_other_squared(x: &[f64]) -> f64 {
    x.iter().every_other().map(|a| a * a).sum()
}

fn main() {}
