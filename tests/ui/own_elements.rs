//! An element of a user's own type, of which nothing in the function shows that it is no list.

use pullback::{Differentiable, differentiable};
use std::ops::Index;

#[derive(Clone, Differentiable)]
struct Polynomial {
    coefficients: Vec<f64>,
}

#[differentiable]
impl Index<usize> for Polynomial {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        &self.coefficients[i]
    }
}

#[differentiable]
fn made(x: &[f64]) -> Polynomial {
    Polynomial {
        coefficients: x.to_vec(),
    }
}

#[differentiable]
fn constant_term(x: &[f64]) -> f64 {
    let polynomial = made(x);
    polynomial[0] * x[1]
}

fn main() {}
