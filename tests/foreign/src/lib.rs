//! Tests that need a package of their own. Those of the types of other crates that have derivatives as features stand in `tests/`,
//! and the examples of the document about these types are tests here. The functions below are of a crate that is `no_std`.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/foreign-types.md")]
struct ForeignTypes;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/tensors.md")]
struct Tensors;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/gpu.md")]
struct OnGraphicsProcessors;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use pullback::{Differentiable, differentiable};

/// A polynomial with its name.
#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Polynomial {
    /// The coefficients, that of the constant first.
    pub coefficients: Vec<f64>,
    /// What it is called.
    pub name: String,
}

/// What has a value at every point.
#[differentiable(dyn)]
pub trait Curve {
    /// The value at `x`.
    fn at(&self, x: f64) -> f64;
}

#[differentiable]
impl Curve for Polynomial {
    fn at(&self, x: f64) -> f64 {
        let mut powers = vec![1.0];
        for k in 1..self.coefficients.len() {
            powers.push(powers[k - 1] * x);
        }
        self.coefficients.iter().zip(&powers).map(|(c, power)| c * power).sum()
    }
}

/// The values of a curve at some points, squared and summed up.
#[differentiable]
pub fn energy(curve: &Polynomial, points: &[f64]) -> f64 {
    let values: Vec<f64> = points.iter().map(|x| curve.at(*x)).collect();
    values.iter().map(|v| v.powi(2)).sum()
}

/// The longest step of a walk, if there is one.
#[differentiable]
pub fn longest(steps: &[f64]) -> Option<f64> {
    let mut last = *steps.first()?;
    let mut longest = 0.0_f64;
    for step in &steps[1..] {
        longest = longest.max((step - last).abs());
        last = *step;
    }
    Some(longest.sqrt())
}

/// The values of two curves, multiplied.
#[differentiable]
pub fn product(left: &Polynomial, right: &Polynomial, x: f64) -> f64 {
    let curves: Vec<Box<dyn Curve>> = vec![Box::new(left.clone()), Box::new(right.clone())];
    let mut product = 1.0;
    for curve in &curves {
        product *= curve.at(x);
    }
    product
}
