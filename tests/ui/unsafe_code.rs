//! Row 13: unsafe code and raw pointers.
use pullback::differentiable;

#[differentiable]
unsafe fn whole(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn block(x: &[f64]) -> f64 {
    unsafe { *x.as_ptr() }
}

#[differentiable]
fn address(x: f64) -> f64 {
    let p = &raw const x;
    p.is_null() as i32 as f64 * x
}

#[differentiable]
fn pointer(p: *const f64, x: f64) -> f64 {
    p.is_null() as i32 as f64 * x
}

fn main() {
    block::grad(&[1.0]);
}
