//! Row 13: unsafe code and raw pointers.
use pullback::differentiable;

#[differentiable]
unsafe fn whole(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn block(#[no_diff] p: *const f64, x: f64) -> f64 {
    x * unsafe { *p }
}

#[derive(pullback::Differentiable)]
struct Scale(f64);

impl Scale {
    #[differentiable(vjp = doubled_vjp)]
    unsafe fn doubled(&self) -> f64 {
        2.0 * self.0
    }
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
    block::grad(&0.0, 1.0);
}
