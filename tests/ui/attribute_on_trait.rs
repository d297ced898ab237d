//! Traits and their impls will come; the items themselves stay.
use pullback::differentiable;

struct Spring {
    k: f64,
}

#[differentiable]
trait Potential {
    fn at(&self, x: f64) -> f64;
}

#[differentiable]
impl Potential for Spring {
    fn at(&self, x: f64) -> f64 {
        self.k * x
    }
}

fn main() {
    Spring { k: 1.0 }.at(2.0);
}
