//! Methods that write under names that only read in std, and methods of traits for lists under the names of a slice's.
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Meter {
    v: f64,
}

impl Meter {
    fn len(&mut self) -> usize {
        self.v *= 2.0;
        3
    }

    fn is_nan(&mut self) -> bool {
        self.v *= 3.0;
        false
    }

    fn unwrap(&mut self) -> usize {
        self.v *= 4.0;
        1
    }
}

#[derive(Clone, Differentiable)]
struct Panel {
    meter: Meter,
}

#[differentiable]
fn local(x: &[f64]) -> f64 {
    let mut m = Meter { v: x[0] };
    let n = m.len(); //~ cannot borrow data in a `&` reference as mutable
    m.v * n as f64
}

#[differentiable]
fn field(panel: &mut Panel, x: f64) -> f64 {
    if panel.meter.is_nan() { 0.0 } else { panel.meter.v * x } //~ cannot borrow data in a `&` reference as mutable
}

#[differentiable]
fn index(x: &[f64]) -> f64 {
    let mut m = Meter { v: x[0] };
    x[m.unwrap()] * m.v //~ `Meter` is taken for an option or a result here
}

#[derive(Differentiable)]
struct Doubled {
    v: f64,
}

#[differentiable]
impl Doubled {
    fn to_owned(&self) -> Doubled {
        Doubled { v: self.v * 2.0 }
    }
}

#[derive(Differentiable)]
struct Case {
    doubled: Doubled,
}

#[differentiable]
fn no_copy(case: &Case) -> f64 {
    case.doubled.to_owned().v //~ `Doubled` may have a `to_owned` or a `to_vec` of its own, which is taken for a copy here
}

trait Scramble {
    fn reverse(&mut self);
}

impl Scramble for Vec<f64> {
    fn reverse(&mut self) {
        self[0] *= 2.0;
    }
}

#[differentiable]
fn of_a_vector(x: &[f64]) -> f64 {
    let mut a = x.to_vec();
    a.reverse(); //~ multiple applicable items in scope
    a[0] * a[1]
}

trait Refill {
    fn fill(&mut self, k: usize);
}

impl Refill for Vec<usize> {
    fn fill(&mut self, k: usize) {
        self[0] += k;
    }
}

#[differentiable]
fn of_a_vector_of_counts(x: &[f64]) -> f64 {
    let mut order = vec![0, 1, 2];
    order.fill(1); //~ multiple applicable items in scope
    x[order[0]] * x[order[1]]
}

fn main() {}
