//! Errors of several types behind one trait: they are made objects where the function is left.

use pullback::{check_grad, differentiable};
use std::error::Error;
use std::fmt;

#[derive(Debug)]
struct Negative;

impl fmt::Display for Negative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("negative")
    }
}

impl Error for Negative {}

#[derive(Debug)]
struct Large {
    at: usize,
}

impl fmt::Display for Large {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "large at {}", self.at)
    }
}

impl Error for Large {}

#[differentiable]
fn root(x: f64) -> Result<f64, Box<dyn Error>> {
    if x < 0.0 {
        return Err(Box::new(Negative));
    }
    Ok(x.sqrt())
}

#[differentiable]
fn sum_of_roots(xs: &[f64]) -> Result<f64, Box<dyn Error>> {
    let mut sum = 0.0;
    for (at, &x) in xs.iter().enumerate() {
        match at {
            0 => sum += x,
            _ if x > 9.0 => return Err(Box::new(Large { at })),
            _ => sum += root(x)? * sum,
        }
    }
    if sum < 0.0 {
        Err(Box::new(Negative))
    } else {
        Ok(sum * sum)
    }
}

#[differentiable]
fn or_zero(xs: &[f64]) -> f64 {
    sum_of_roots(xs).unwrap_or(0.0)
}

#[test]
fn errors_become_objects() {
    check_grad!(or_zero(&[0.7, 1.3, 2.1])).unwrap();
    for (xs, message) in [
        ([0.7, -1.3], "negative"),
        ([0.7, 9.3], "large at 1"),
        ([-0.7, 1.3], "negative"),
    ] {
        let failed = sum_of_roots::vjp(&xs).0;
        assert_eq!(failed.unwrap_err().to_string(), message);
        assert_eq!(or_zero::grad(&xs), [0.0, 0.0]);
    }
}
