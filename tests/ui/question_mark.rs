//! The operator `?`.
use pullback::differentiable;

#[differentiable]
fn first(x: &[f64]) -> Option<f64> {
    let a = x.first()?;
    Some(a * a)
}

#[differentiable]
fn parsed(x: f64, text: &str) -> Result<f64, std::num::ParseIntError> {
    let n: i32 = text.parse()?;
    Ok(x.powi(n))
}

fn main() {}
