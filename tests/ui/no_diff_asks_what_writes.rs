use pullback::{Differentiable, differentiable, no_diff};

/// What `no_diff(..)` asks of a parameter that carries a derivative must not change it.
#[derive(Clone, Differentiable)]
struct Walk {
    at: f64,
}

impl Walk {
    fn doubled(&mut self) -> f64 {
        self.at *= 2.0;
        self.at
    }
}

#[differentiable]
fn walked(walk: &mut Walk, h: f64) -> f64 {
    let k = no_diff(walk.doubled());
    walk.at * k * h
}

fn main() {}
