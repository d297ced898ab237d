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

fn main() {
    through_an_error::grad(1.0);
}
