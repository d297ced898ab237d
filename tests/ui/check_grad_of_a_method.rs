//! What `check_grad!` takes.
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Differentiable)]
struct Spring {
    k: f64,
}

#[differentiable]
impl Spring {
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.k * x * x
    }
}

fn main() {
    let spring = Spring { k: 2.0 };
    check_grad!(spring.energy(0.5)).unwrap();
}
