//! Elements that are reached in an `unsafe` block without a check of the index.
use pullback::{check_grad, differentiable};

#[differentiable]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += unsafe { x.get_unchecked(i) * *y.get_unchecked(i) };
    }
    sum
}

#[differentiable]
fn prefix_products(x: &[f64], k: f64) -> f64 {
    let mut total = x.to_vec();
    for i in 1..total.len() {
        unsafe {
            let before = *total.get_unchecked(i - 1);
            let next = total.get_unchecked_mut(i);
            *next *= before + k;
        }
    }
    dot(unsafe { total.get_unchecked(1..) }, x)
}

#[differentiable]
fn product(x: &[f64], n: usize) -> f64 {
    if n == 0 { 1.0 } else { product(x, n - 1) * unsafe { x.get_unchecked(n - 1) } }
}

fn main() {
    let x = [0.5, 1.5, -2.0, 0.75];
    check_grad!(dot(&x, &[1.0, 2.0, 0.25, -1.0])).unwrap();
    check_grad!(prefix_products(&x, 0.5)).unwrap();
    check_grad!(product(&x, 3)).unwrap();
}
