//! Methods.
use pullback::differentiable;

struct Spring {
    k: f64,
}

impl Spring {
    #[differentiable]
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.k * x * x
    }
}

fn main() {
    Spring { k: 1.0 }.energy(1.0);
}
