//! Row 10, where only rustc knows the type: the emitted code proves that no float is cast.
use pullback::differentiable;

type Real = f64;

#[differentiable]
fn bucket(x: Real, table: &[f64]) -> f64 {
    table[x as usize] * x
}

type Index = usize;

#[differentiable]
fn counted(x: f64, table: &[f64]) -> f64 {
    table[x as Index] * x
}

fn main() {
    bucket(0.0, &[1.0]);
}
