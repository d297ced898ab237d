//! Impls and traits will come; the items themselves stay.
use pullback::differentiable;

struct Spring {
    k: f64,
}

#[differentiable]
impl Spring {
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.k * x * x
    }
}

#[differentiable]
trait Potential {
    fn at(&self, x: f64) -> f64;
}

impl Potential for Spring {
    fn at(&self, x: f64) -> f64 {
        self.energy(x)
    }
}

fn main() {
    Spring { k: 1.0 }.at(2.0);
}
