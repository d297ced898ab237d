//! Row 4: nothing to differentiate.
use pullback::differentiable;

#[differentiable(vjp = show_vjp)]
fn show(x: f64) {
    println!("{x}");
}

fn show_vjp(x: f64) -> ((), impl FnOnce(()) -> f64) {
    (show(x), |()| 0.0)
}

fn main() {
    show(1.0);
}
