//! What `checkpoint` is not for.

use pullback::{Differentiable, differentiable};

#[differentiable(checkpoint)]
fn relax(u: &mut [f64], rate: f64) {
    u[0] *= rate;
}

#[differentiable(checkpoint)]
fn integral(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x) * x
}

#[differentiable(checkpoint)]
fn both(pair: (&[f64], &[f64])) -> f64 {
    pair.0[0] * pair.1[0]
}

#[differentiable(checkpoint)]
fn first(x: &[f64]) -> &f64 {
    &x[0]
}

#[differentiable(checkpoint, slopes(x = 2.0 * x))]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable(checkpoint, lanes)]
fn scaled(x: [f64; 2], k: f64) -> [f64; 2] {
    [x[0] * k, x[1] * k]
}

#[derive(Clone, Differentiable)]
struct Spring {
    stiffness: f64,
}

impl Spring {
    #[differentiable(checkpoint)]
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.stiffness * x * x
    }

    #[differentiable(checkpoint)]
    fn soften(&mut self, by: f64) {
        self.stiffness -= by;
    }
}

#[differentiable(checkpoint)]
trait Force {
    fn at(&self, x: f64) -> f64;
}

#[differentiable(checkpoint, checkpoint)]
fn twice(x: f64) -> f64 {
    x * x
}

fn main() {}
