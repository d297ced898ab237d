//! Row 17: traits and impls without the attribute, and trait objects.
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Spring {
    k: f64,
}

trait Plain {
    fn at(&self, x: f64) -> f64;
}

#[differentiable]
fn called<P: Plain>(p: &P, x: f64) -> f64 {
    p.at(x) * P::at(p, x)
}

// The trait itself has to be marked as well.
#[differentiable]
impl Plain for Spring {
    fn at(&self, x: f64) -> f64 {
        self.k * x
    }
}

#[differentiable]
trait Potential {
    fn at(&self, x: f64) -> f64;
}

#[differentiable]
fn dispatched(#[no_diff] p: &dyn Potential, x: f64) -> f64 {
    p.at(x)
}

#[differentiable]
fn boxed(#[no_diff] ps: &[Box<dyn Potential>], x: f64) -> f64 {
    let mut sum = 0.0;
    for p in ps {
        sum += p.at(x);
    }
    sum
}

trait Single {
    #[differentiable]
    fn required(&self, x: f64) -> f64;
}

fn main() {}
