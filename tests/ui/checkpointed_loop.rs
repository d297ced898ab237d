//! What cannot run again within the pullback.

use pullback::{Differentiable, differentiable};

#[differentiable]
fn integral(f: impl Fn(f64) -> f64, x: &[f64]) -> f64 {
    let mut s = 1.0;
    #[checkpoint]
    for a in x {
        s *= f(*a);
    }
    s
}

#[derive(Differentiable)]
struct Tree {
    weight: f64,
    parts: Vec<Tree>,
}

#[differentiable]
impl Tree {
    fn total(&self, depth: usize) -> f64 {
        let mut s = self.weight;
        #[checkpoint]
        for _ in 0..depth {
            s *= self.total(depth - 1);
        }
        s
    }
}

#[differentiable]
fn square(x: f64) -> f64 {
    #[checkpoint]
    let y = x * x;
    y
}

fn main() {}
