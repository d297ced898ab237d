//! A trait for slices, of which no value can be held.
use pullback::differentiable;

#[differentiable]
trait Statistics {
    fn mean(&self) -> f64;
}

#[differentiable]
impl Statistics for [f64] {
    fn mean(&self) -> f64 {
        self.iter().sum::<f64>() / self.len() as f64
    }
}

fn main() {}
