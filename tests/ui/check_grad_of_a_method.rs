//! What `check_grad!` takes: a function, or a method that is called on a variable.
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

impl Spring {
    fn force(&self, x: f64) -> f64 {
        self.k * x
    }
}

fn main() {
    check_grad!(Spring { k: 2.0 }.energy(0.5)).unwrap();
    let spring = Spring { k: 2.0 };
    check_grad!(spring.force(0.5)).unwrap();
}
