//! One mistake is one error: what uses the function is not to blame.
use pullback::differentiable;

#[differentiable]
fn broken(x: &[f64], k: f64) -> f64 {
    x.iter().copied().try_rfold(0.0, |a, b| Some(a + b)).unwrap() * k
}

#[differentiable]
fn caller(x: &[f64]) -> f64 {
    broken(x, 2.0) * x[0]
}

fn main() {
    let (dx, dk): (Vec<f64>, f64) = broken::grad(&[1.0], 2.0);
    let (value, (_, _)) = broken::value_and_grad(&[1.0], 2.0);
    let (_, pullback) = broken::vjp(&[1.0], 2.0);
    pullback(1.0);
    let (mut x_bar, mut k_bar) = (dx, dk);
    broken::grad_into(&[1.0], 2.0, &mut x_bar, &mut k_bar);
    let mut workspace = pullback::Workspace::new();
    broken::grad_into_with(&mut workspace, &[value], 2.0, &mut x_bar, &mut k_bar);
    let _ = pullback::check_grad!(broken(&[1.0], 2.0));
    caller::grad(&[1.0]);
}
