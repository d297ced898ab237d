//! Nothing flows into an `Err`: what is taken out of one again is no silent zero.
use pullback::differentiable;

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn through_an_error(x: f64) -> f64 {
    let result: Result<(), f64> = if x > 0.0 { Err(square(x)) } else { Ok(()) };
    match result {
        Err(error) => error * 2.0,
        Ok(()) => 0.0,
    }
}

#[differentiable]
fn fallible(x: f64) -> Result<f64, f64> {
    if x > 1.0 { Ok(x) } else { Err(x * x) }
}

#[differentiable]
fn or_what_the_error_says(x: f64) -> f64 {
    fallible(x).unwrap_or_else(|error| error)
}

#[differentiable]
fn the_error_itself(x: f64) -> f64 {
    fallible(x).unwrap_err()
}

fn main() {
    through_an_error::grad(1.0);
}
