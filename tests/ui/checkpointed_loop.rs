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

#[differentiable]
fn others(x: &mut [f64], k: usize) -> f64 {
    #[checkpoint]
    x.swap(0, 1);
    let y = #[checkpoint]
    match k {
        #[checkpoint]
        0 => x[0] * x[1],
        _ => x[1],
    };
    #[checkpoint]
    'once: {
        if k == 2 {
            break 'once;
        }
        x[0] *= y;
    }
    x[0] * y
}

fn main() {}
