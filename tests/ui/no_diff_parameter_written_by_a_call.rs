//! Row 12: the callee writes an active value where the caller keeps no derivative.
use pullback::differentiable;

#[differentiable]
fn set(cache: &mut [f64], x: f64) {
    cache[0] = x;
}

#[differentiable]
fn stored(#[no_diff] cache: &mut [f64], x: f64) -> f64 {
    set(cache, x);
    cache[0] * cache[0]
}

fn main() {}
