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

#[derive(Differentiable)]
struct Halves {
    at: f64,
}

#[differentiable(dyn(opt_in))]
trait Energetic {
    fn energy(&self) -> f64;
}

#[differentiable(dyn(opt_in))]
impl Energetic for Halves {
    fn energy(&self) -> f64 {
        self.at
    }
}

#[differentiable]
impl AsRef<f64> for Halves {
    fn as_ref(&self) -> &f64 {
        let at = &self.at;
        at
    }
}

#[differentiable]
impl std::ops::BitXor for Halves {
    type Output = f64;
    fn bitxor(self, other: Self) -> f64 {
        self.at * other.at
    }
}

fn main() {}
