//! Row 1: rustc itself takes no attribute macros on statements and expressions.
use pullback::differentiable;

fn main() {
    #[differentiable]
    let x = 2.0_f64;
    let _ = x;
}
