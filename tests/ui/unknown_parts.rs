//! A field or a variant that a parameter's type has not is one error, of the function as it is written.
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Spring {
    stiffness: f64,
    rest: Rest,
}

#[derive(Clone, Differentiable)]
struct Rest {
    length: f64,
}

#[derive(Clone, Differentiable)]
enum Law {
    Linear(f64),
    Cubic { k: f64, l: f64 },
}

#[differentiable]
fn field(spring: &Spring, x: f64) -> f64 {
    spring.stiffnes * x
}

#[differentiable]
fn within_a_field(spring: Spring, x: f64) -> f64 {
    spring.rest.len * x
}

#[differentiable]
fn written(spring: &mut Spring, x: f64) {
    spring.stiff = x;
}

#[differentiable]
impl Spring {
    fn energy(&self, x: f64) -> f64 {
        0.5 * self.k * x * x
    }
}

#[differentiable]
fn variant(law: &Law, x: f64) -> f64 {
    match law {
        Law::Linaer(k) => k * x,
        Law::Cubic { k, l } => k * l * x,
    }
}

fn main() {}
