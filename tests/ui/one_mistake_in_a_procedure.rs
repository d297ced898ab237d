//! The same where the function takes `&mut` and returns nothing, or calls itself.
use pullback::differentiable;

#[differentiable]
fn step(u: &mut [f64], k: f64, n: usize) {
    let [a, b] = u.get_disjoint_mut([0, 1]).unwrap();
    *b = *a;
    if n > 0 {
        step(u, k, n - 1);
    }
}

#[differentiable]
fn caller(x: f64) -> f64 {
    let mut u = [x, 1.0];
    step(&mut u, x, 2);
    u[0]
}

fn main() {
    let mut u = [1.0, 2.0];
    let ((), pullback) = step::vjp(&mut u, 2.0, 1);
    let _: f64 = pullback(&mut [1.0, 0.0]);
    caller::grad(1.0);
}
