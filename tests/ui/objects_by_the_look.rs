//! What the macro itself says about trait objects.
use pullback::{Differentiable, differentiable};

#[differentiable(dyn)]
trait Potential {
    fn energy(&self, x: f64) -> f64;
}

#[derive(Clone, Differentiable)]
struct Spring {
    stiffness: f64,
}

// An option of the trait.
#[differentiable(dyn)]
impl Potential for Spring {
    fn energy(&self, x: f64) -> f64 {
        self.stiffness * x
    }
}

#[differentiable]
fn applied(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[differentiable]
trait Driven {
    fn driven(&self, p: &dyn Potential, x: f64) -> f64;
}

#[differentiable]
impl Driven for Spring {
    fn driven(&self, p: &dyn Potential, x: f64) -> f64 {
        applied(|y| p.energy(y), self.stiffness * x)
    }
}

#[differentiable(dyn)]
trait System {
    type State;
    fn step(&self, state: Self::State) -> Self::State;
}

#[differentiable(dyn)]
trait Borrowing<'a> {
    fn step(&self, x: &'a [f64]) -> f64;
}

fn main() {}
