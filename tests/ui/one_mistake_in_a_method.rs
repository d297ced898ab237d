//! The same for a method: its siblings are still there.
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Spring {
    k: f64,
}

#[differentiable]
impl Spring {
    fn energy(&self, x: &[f64]) -> f64 {
        x.iter().copied().try_rfold(0.0, |a, b| Some(a + b)).unwrap() * self.k
    }

    fn twice(&self, x: &[f64]) -> f64 {
        2.0 * self.energy(x)
    }
}

fn main() {
    let spring = Spring { k: 1.0 };
    spring.energy_grad(&[1.0]);
    spring.twice_value_and_grad(&[1.0]);
}
