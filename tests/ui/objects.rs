//! Trait objects that carry no derivative, and what cannot be done with those that do.
use pullback::{Differentiable, differentiable};

#[differentiable]
trait Plain {
    fn at(&self, x: f64) -> f64;
}

// The trait is to be marked `#[differentiable(dyn)]`.
#[differentiable]
fn not_for_objects(p: &dyn Plain, x: f64) -> f64 {
    p.at(x)
}

#[derive(Differentiable)]
struct Holder {
    part: Box<dyn Plain>,
}

#[differentiable(dyn)]
trait Potential {
    fn energy(&self, x: f64) -> f64;
    fn summed(&self, f: &dyn Fn(f64) -> f64) -> f64;
    fn first(&self) -> &f64;
}

#[derive(Clone, Differentiable)]
struct Spring {
    stiffness: f64,
}

#[differentiable]
impl Potential for Spring {
    fn energy(&self, x: f64) -> f64 {
        self.stiffness * x
    }
    fn summed(&self, f: &dyn Fn(f64) -> f64) -> f64 {
        f(self.stiffness)
    }
    fn first(&self) -> &f64 {
        &self.stiffness
    }
}

struct Rock;

// What implements the trait has derivatives.
impl Potential for Rock {
    fn energy(&self, x: f64) -> f64 {
        x
    }
    fn summed(&self, f: &dyn Fn(f64) -> f64) -> f64 {
        f(0.0)
    }
    fn first(&self) -> &f64 {
        &0.0
    }
}

#[differentiable]
fn by_path(p: &dyn Potential, x: f64) -> f64 {
    Potential::energy(p, x)
}

#[differentiable]
fn with_a_function(p: &dyn Potential, x: f64) -> f64 {
    p.summed(&|y| x * y)
}

fn main() {}
