//! Collections and iterators of the user's own, gone through by value.
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
struct Bag {
    items: Vec<f64>,
}

impl IntoIterator for Bag {
    type Item = f64;
    type IntoIter = std::vec::IntoIter<f64>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

#[differentiable]
fn total(bag: Bag) -> f64 {
    let mut sum = 0.0;
    for a in bag {
        sum += a * a;
    }
    sum
}

#[derive(Clone, Differentiable)]
struct Powers {
    x: f64,
    power: f64,
}

#[differentiable]
impl Iterator for Powers {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        self.power *= self.x;
        (self.power < 100.0).then_some(self.power)
    }
}

#[differentiable]
fn series(powers: Powers) -> f64 {
    let mut sum = 0.0;
    for power in powers {
        sum += power;
    }
    sum
}

fn main() {}
