//! Row 10: casts to integers lose the derivative.
use pullback::differentiable;

#[differentiable]
fn bucket(x: f64, table: &[f64]) -> f64 {
    let i = (x * 10.0) as usize;
    table[i % table.len()]
}

#[differentiable]
fn rounded(x: f64) -> f64 {
    x * (x as i32) as f64
}

#[differentiable]
fn as_index(x: f64, table: &[f64]) -> f64 {
    table[x as usize]
}

fn main() {
    bucket(1.0, &[1.0]);
    rounded(1.0);
    as_index(0.0, &[1.0]);
}

trait Rounded {
    fn to_usize(&self) -> Option<usize>;
}

#[differentiable]
fn converted<T: Rounded>(x: &[T], y: &[f64]) -> f64 {
    y[x[0].to_usize().unwrap()]
}
