//! Options and results through methods that are not known.
use pullback::differentiable;

#[differentiable]
fn least(x: &[f64]) -> Option<f64> {
    let a = x.iter().copied().try_rfold(0.0, |a, b| Some(a + b))?;
    Some(a * a)
}

fn main() {}
