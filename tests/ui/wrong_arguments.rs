//! Another number of arguments than a function, a method or a closure takes is one error, of the call as it is written.
use pullback::{Differentiable, differentiable};

#[differentiable]
fn scaled(x: f64, k: f64) -> f64 {
    x * k
}

#[differentiable]
fn squared(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn too_few(x: f64) -> f64 {
    let y = scaled(x);
    y.sin() * 2.0
}

#[differentiable]
fn too_many(x: f64) -> f64 {
    squared(x, 3.0) + 1.0
}

#[differentiable]
fn in_a_loop(xs: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in xs {
        sum += scaled(*x) * sum;
    }
    sum
}

#[differentiable]
fn of_a_closure(x: f64) -> f64 {
    let product = |a: f64, b: f64| a * b;
    product(x)
}

#[differentiable]
fn of_a_closure_in_a_chain(xs: &[f64]) -> f64 {
    xs.iter().map(|a, b| a * b).sum()
}

#[differentiable]
fn of_a_parameter(f: impl Fn(f64, f64) -> f64, x: f64) -> f64 {
    f(x)
}

#[derive(Clone, Differentiable)]
struct Spring {
    k: f64,
}

#[differentiable]
impl Spring {
    fn energy(&self, x: f64) -> f64 {
        self.k * x
    }

    fn moved(self, x: f64) -> f64 {
        self.k * x
    }

    fn by_itself(&self, x: f64) -> f64 {
        2.0 * self.energy(x, x)
    }
}

#[differentiable]
fn of_a_method(spring: &Spring, x: f64) -> f64 {
    spring.energy().sin() * x
}

#[differentiable]
fn of_a_method_by_value(spring: Spring, x: f64) -> f64 {
    spring.moved(x, 1.0)
}

#[differentiable]
fn in_a_loop_of_methods(springs: &[Spring]) -> f64 {
    let mut sum = 0.0;
    for spring in springs {
        sum += spring.energy(sum, 2.0);
    }
    sum
}

fn main() {
    too_few::grad(1.0);
    too_many::value_and_grad(1.0);
    in_a_loop::grad(&[1.0]);
    of_a_closure::grad(1.0);
    of_a_closure_in_a_chain::grad(&[1.0]);
}
