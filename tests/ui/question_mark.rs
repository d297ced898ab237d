//! Options and results through methods that are not known.
use pullback::differentiable;

#[differentiable]
fn least(x: &[f64]) -> Option<f64> {
    let a = x.iter().min_by_key(|a| a.to_bits())?;
    Some(a * a)
}

#[differentiable]
fn otherwise(x: f64) -> f64 {
    Some(x).filter(|x| *x > 0.0).unwrap_or_else(|| x * x)
}

#[differentiable]
fn taken(x: f64) -> f64 {
    let mut kept = Some(x);
    kept.take().unwrap()
}

fn main() {}
