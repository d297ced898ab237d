//! What a trait object gives mutable references into has no derivative yet; nor have the functions of most of std's traits.
use pullback::{Differentiable, differentiable};

#[differentiable(dyn)]
trait Array {
    fn get(&self, i: usize) -> &f64;
    fn get_mut(&mut self, i: usize) -> &mut f64;
}

#[differentiable]
fn halve(array: &mut dyn Array) {
    *array.get_mut(0) *= 0.5 * *array.get(1);
}

#[differentiable(opt_in)]
trait NoObjects {
    fn energy(&self) -> f64;
}

#[derive(Differentiable)]
struct Halves {
    at: f64,
}

#[differentiable]
impl From<f64> for Halves {
    fn from(at: f64) -> Self {
        Halves { at }
    }
}

fn main() {}
