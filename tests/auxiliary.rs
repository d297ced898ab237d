//! Results that carry no derivative beside one that does.
use pullback::{Aux, check_grad, differentiable, no_diff};

#[differentiable]
fn square_root(x: f64) -> (f64, Aux<usize>) {
    let mut y = x;
    let mut steps = 0;
    while (y * y - x).abs() > 1e-12 {
        y = 0.5 * (y + x / y);
        steps += 1;
    }
    (y, Aux(steps))
}

#[differentiable]
fn traced(x: &[f64], k: f64) -> (f64, Aux<Vec<f64>>) {
    let mut sum = 0.0;
    let mut trace = Vec::new();
    for e in x {
        sum += e * e * k;
        trace.push(sum);
    }
    let last = trace[trace.len() - 1];
    (sum * last, Aux(trace))
}

#[differentiable]
fn twice(x: f64) -> f64 {
    let (root, Aux(steps)) = square_root(x);
    let (other, count) = square_root(root);
    root * other * no_diff(count.0 + steps) as f64
}

#[differentiable]
fn root_alone(x: f64) -> f64 {
    square_root(x).0
}

#[differentiable]
fn trace_alone(x: &[f64], k: f64) -> f64 {
    let (value, _) = traced(x, k);
    value
}

#[test]
fn the_gradient_is_that_of_the_number() {
    let ((root, Aux(steps)), slope) = square_root::value_and_grad(2.0);
    assert!((root - 2f64.sqrt()).abs() < 1e-12 && steps > 2);
    assert!((slope - 0.5 / 2f64.sqrt()).abs() < 1e-6, "{slope}");
    check_grad!(root_alone(2.0)).unwrap();
}

#[test]
fn what_is_wrapped_may_hold_what_the_derivative_needs() {
    let x = [0.5, -1.5, 2.0];
    check_grad!(trace_alone(&x, 0.7)).unwrap();
    let ((_, trace), (dx, dk)) = traced::value_and_grad(&x, 0.7);
    assert_eq!(trace.0.len(), 3);
    assert_eq!(trace_alone::grad(&x, 0.7), (dx, dk));
    let ((value, _), pullback) = traced::vjp(&x, 0.7);
    assert_eq!(value, traced(&x, 0.7).0);
    assert_eq!(pullback((1.0, ())), trace_alone::grad(&x, 0.7));
}

#[test]
fn callers_keep_it_out_of_the_derivative() {
    check_grad!(twice(2.0)).unwrap();
}
