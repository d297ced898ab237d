//! An `iter` and an `IntoIterator` of a type's own, beside what the type is indexed by.
use pullback::{Differentiable, differentiable};
use std::iter::Skip;
use std::ops::Deref;

#[derive(Clone, Differentiable)]
struct Tail {
    all: Vec<f64>,
}

#[differentiable]
impl Deref for Tail {
    type Target = Vec<f64>;

    fn deref(&self) -> &Vec<f64> {
        &self.all
    }
}

impl Tail {
    fn iter(&self) -> Skip<std::slice::Iter<'_, f64>> {
        self.all.iter().skip(1)
    }
}

impl<'a> IntoIterator for &'a Tail {
    type Item = &'a f64;
    type IntoIter = Skip<std::slice::Iter<'a, f64>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[differentiable]
fn by_a_method(tail: &Tail) -> f64 {
    let mut sum = 0.0;
    for x in tail.iter() { //~ `Tail` is not a slice, an array or a vector
        sum += x * x;
    }
    sum
}

#[differentiable]
fn by_a_trait(tail: &Tail) -> f64 {
    let mut sum = 0.0;
    for x in tail { //~ `Tail` is not a slice, an array or a vector
        sum += x * x;
    }
    sum
}

fn main() {}
