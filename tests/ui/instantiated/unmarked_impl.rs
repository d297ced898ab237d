//! An impl without the attribute, of a trait with it: found when its derivatives are asked for.
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Spring {
    k: f64,
}

#[differentiable]
trait Potential {
    fn at(&self, x: f64) -> f64;

    fn twice(&self, x: f64) -> f64 {
        2.0 * self.at(x)
    }
}

impl Potential for Spring {
    fn at(&self, x: f64) -> f64 {
        self.k * x
    }
}

fn main() {
    Spring { k: 1.0 }.at_grad(2.0);
    Spring { k: 1.0 }.twice_grad(2.0);
}
