//! An associated function that mentions neither `self` nor `Self` has to say that it is one.
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Spring {
    k: f64,
}

impl Spring {
    #[differentiable]
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.k * x * x
    }

    #[differentiable]
    fn rest(x: f64) -> f64 {
        x * x
    }
}

fn main() {
    Spring { k: 1.0 }.energy(1.0);
    Spring::rest(1.0);
}
