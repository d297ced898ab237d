//! What does not parse is rustc's to report, and the function has derivatives all the same.

use pullback::differentiable;

#[differentiable]
fn unfinished(x: f64) -> f64 {
    let y = x * ;
    y
}

fn main() {
    unfinished::grad(1.0);
}
