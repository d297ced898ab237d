//! What rustc rejects in the function as it is written is one error, in its own words: nothing is said once more of the derivatives.
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Spring {
    k: f64,
}

#[derive(Clone, Copy, Differentiable)]
struct Pair(f64, f64);

#[differentiable(order = 2)]
impl Spring {
    fn of(k: f64, times: f64) -> Spring {
        Spring { k: k * times }
    }

    fn energy(&self, x: f64) -> f64 {
        self.k * x
    }

    fn of_itself(&self, x: f64) -> f64 {
        self.energy() * x
    }
}

#[differentiable(order = 2)]
fn powers(x: f64, n: usize) -> f64 {
    x * n as f64
}

#[differentiable]
fn first(x: &[f64]) -> f64 {
    x[0]
}

#[differentiable]
fn doubled(x: &mut [f64]) {
    x[0] *= 2.0;
}

#[differentiable]
fn checked(x: f64) -> Result<f64, String> {
    if x > 0.0 { Ok(x.sqrt()) } else { Err("negative".into()) }
}

#[differentiable]
fn too_few_of_a_type(x: f64) -> f64 {
    Spring::of(x).k
}

#[differentiable]
fn too_many_of_a_type(x: f64) -> f64 {
    Spring::of(x, 1.0, 2.0).k
}

#[differentiable]
fn another_type(x: f64) -> f64 {
    powers(x, 2.0).sin()
}

#[differentiable(jvp)]
fn exchanged(x: f64) -> f64 {
    powers(2, x).sin()
}

#[differentiable]
fn without_reference(x: Vec<f64>) -> f64 {
    first(x)
}

#[differentiable]
fn with_reference(x: f64) -> f64 {
    powers(&x, 2)
}

#[differentiable(jvp)]
fn shared(x: &[f64]) -> f64 {
    let y = x.to_vec();
    doubled(&y);
    y[0].sin()
}

#[differentiable(order = 2)]
fn of_a_float(x: f64) -> f64 {
    x.sine() * x
}

#[differentiable(order = 2)]
fn of_a_list(x: &Vec<f64>) -> f64 {
    x.summ() * 2.0
}

#[differentiable(order = 2)]
fn of_a_type(spring: &Spring, x: f64) -> f64 {
    spring.force(x) * x
}

#[differentiable(order = 2)]
fn too_few_of_a_method(spring: &Spring, x: f64) -> f64 {
    spring.energy() * x
}

#[differentiable(order = 2)]
fn too_many_of_a_method(spring: &Spring, x: f64) -> f64 {
    spring.energy(x, 2.0) * x
}

#[differentiable(order = 2)]
fn unknown_field(spring: &Spring, x: f64) -> f64 {
    spring.l * x
}

#[differentiable(order = 2)]
fn made_with_another_field(x: f64) -> f64 {
    let spring = Spring { k: x, l: x };
    spring.k.sin()
}

#[differentiable(order = 2)]
fn another_result(x: f64) -> f64 {
    (x, x * x)
}

#[differentiable(order = 2)]
fn another_width(x: f64) -> f64 {
    let y: f32 = x * x;
    y as f64
}

#[differentiable(order = 2)]
fn by_a_float(x: &[f64], k: f64) -> f64 {
    x[k] * 2.0
}

#[differentiable(order = 2)]
fn an_option(x: &[f64]) -> f64 {
    x.first() * 2.0
}

#[differentiable(jvp)]
fn a_result(x: f64) -> f64 {
    checked(x) * 2.0
}

#[differentiable(order = 2)]
fn up_to_a_float(x: f64, n: f64) -> f64 {
    let mut y = x;
    for _ in 0..n {
        y *= x;
    }
    y
}

#[differentiable(order = 2)]
fn without_operator(a: Pair, b: Pair) -> f64 {
    let c = a + b;
    c.0
}

#[differentiable(order = 2)]
fn three_of_two(p: (f64, f64), x: f64) -> f64 {
    let (a, b, c) = p;
    a * b * c * x
}

fn main() {}
