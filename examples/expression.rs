//! Fits the constants of a formula, which is a tree, to measurements.
//!
//! ```text
//! cargo run --release --example expression
//! ```
//!
//! The tree is a recursive enum, and so is its cotangent: what comes back from a leaf of the formula stands in the leaf of the
//! cotangent. Formulas are written with operators; these build trees and need no derivative.

use pullback::{Differentiable, check_grad, differentiable};
use std::fmt;
use std::ops::{Add, Div, Mul};

/// A formula in one variable.
#[derive(Clone, Debug, Differentiable)]
pub enum Expression {
    /// A number to be found.
    Constant(f64),
    /// The variable.
    Variable,
    /// `a + b`
    Sum(Box<Expression>, Box<Expression>),
    /// `a * b`
    Product(Box<Expression>, Box<Expression>),
    /// `a / b`
    Quotient(Box<Expression>, Box<Expression>),
    /// `sin(a)`
    Sine(Box<Expression>),
    /// `exp(a)`
    Exp(Box<Expression>),
}

#[differentiable]
impl Expression {
    /// The value of the formula at `x`. With `a.at(x)` for `Self::at(a, x)` the gradient would be the same and take longer: of a
    /// method's name the macro cannot know whose it is.
    fn at(&self, x: f64) -> f64 {
        match self {
            Expression::Constant(c) => *c,
            Expression::Variable => x,
            Expression::Sum(a, b) => Self::at(a, x) + Self::at(b, x),
            Expression::Product(a, b) => Self::at(a, x) * Self::at(b, x),
            Expression::Quotient(a, b) => Self::at(a, x) / Self::at(b, x),
            Expression::Sine(a) => Self::at(a, x).sin(),
            Expression::Exp(a) => Self::at(a, x).exp(),
        }
    }

    /// The mean of the squared errors.
    fn error(&self, #[no_diff] xs: &[f64], #[no_diff] ys: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..xs.len() {
            sum += (self.at(xs[i]) - ys[i]).powi(2);
        }
        sum / xs.len() as f64
    }
}

#[differentiable]
fn error(formula: &Expression, #[no_diff] xs: &[f64], #[no_diff] ys: &[f64]) -> f64 {
    formula.error(xs, ys)
}

use Expression::{Constant, Exp, Product, Quotient, Sine, Sum, Variable};

impl Add for Expression {
    type Output = Expression;
    fn add(self, other: Expression) -> Expression {
        Sum(Box::new(self), Box::new(other))
    }
}

impl Mul for Expression {
    type Output = Expression;
    fn mul(self, other: Expression) -> Expression {
        Product(Box::new(self), Box::new(other))
    }
}

impl Div for Expression {
    type Output = Expression;
    fn div(self, other: Expression) -> Expression {
        Quotient(Box::new(self), Box::new(other))
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Constant(c) => write!(f, "{c:.4}"),
            Variable => f.write_str("x"),
            Sum(a, b) => write!(f, "({a} + {b})"),
            Product(a, b) => write!(f, "{a} * {b}"),
            Quotient(a, b) => write!(f, "{a} / ({b})"),
            Sine(a) => write!(f, "sin({a})"),
            Exp(a) => write!(f, "exp({a})"),
        }
    }
}

/// A damped oscillation, with these four constants.
fn oscillation([height, decay, frequency, offset]: [f64; 4]) -> Expression {
    let wave = Sine(Box::new(Constant(frequency) * Variable));
    let damping = Exp(Box::new(Constant(decay) * Variable));
    Constant(height) * wave * damping + Constant(offset) / (Constant(1.0) + Variable * Variable)
}

/// Runs the example.
pub fn main() {
    let measured = oscillation([1.5, -0.4, 2.0, 0.7]);
    let xs: Vec<f64> = (0..60).map(|i| f64::from(i) * 0.1).collect();
    let ys: Vec<f64> = xs.iter().map(|x| measured.at(*x)).collect();

    let mut formula = oscillation([1.0, -0.2, 1.8, 0.3]);
    let report = check_grad!(error(&formula, &xs, &ys)).expect("the gradient agrees with differences");
    println!("gradient check   {report}");
    println!("before           {formula}");

    // Descent along the gradient; the rate follows what it gains.
    let (mut best, mut gradient) = formula.error_value_and_grad(&xs, &ys);
    let start = best;
    let mut rate = 0.1;
    for _ in 0..2000 {
        let mut tried = formula.clone();
        tried.add_scaled(-rate, &gradient);
        let (value, next) = tried.error_value_and_grad(&xs, &ys);
        if value < best {
            (best, gradient, formula) = (value, next, tried);
            rate *= 1.2;
        } else {
            rate *= 0.3;
        }
    }
    println!("after            {formula}");
    println!("error            {start:.2e} -> {best:.2e}");
    assert!(best < 1e-4, "the formula fits");
}
