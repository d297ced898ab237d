//! Variants, structs and functions that are called like those of std and of pullback, in scope by their names alone.
use pullback::{Differentiable, differentiable};

#[derive(Clone, Differentiable)]
enum Outcome {
    Ok(f64),
    Err(f64),
}

mod results {
    use super::*;
    use Outcome::{Err, Ok};

    #[differentiable]
    fn failed(x: f64) -> f64 {
        let m = Err(x * 2.0); //~ this name is taken for the variant of `Result`, and is one of `Outcome` here
        match &m {
            Ok(a) => *a, //~ this name is taken for the variant of `Result`, and is one of `Outcome` here
            Err(e) => e * e,
        }
    }
}

mod algebra {
    #[pullback::differentiable]
    pub fn no_diff(a: f64) -> f64 {
        a * a
    }
}

#[differentiable]
fn squared(x: f64, y: f64) -> f64 {
    algebra::no_diff(x) * y //~ this path is taken for a function of that name in std or pullback, and means another one here
}

fn main() {}
