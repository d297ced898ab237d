//! Labelled blocks.
use pullback::differentiable;

#[differentiable]
fn labelled(x: f64) -> f64 {
    let y = 'done: {
        if x > 1.0 {
            break 'done x;
        }
        x * x
    };
    y * y
}

fn main() {
    labelled::grad(1.0);
}
