//! Row 4: nothing to differentiate.
use pullback::differentiable;

#[differentiable]
fn show(x: f64) {
    println!("{x}");
}

#[differentiable]
fn count(x: f64, n: &mut usize) {
    *n += (x > 0.0) as usize;
}

fn main() {
    show(1.0);
    count(1.0, &mut 0);
}
