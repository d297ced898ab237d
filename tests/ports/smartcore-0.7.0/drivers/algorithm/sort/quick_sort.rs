//! Numbers in order, with few and with many of them.
use super::*;
use pullback::{check_grad, differentiable};

#[differentiable]
fn sorted(x: &[f64], k: f64) -> f64 {
    let mut v: Vec<f64> = x.iter().map(|x| x * k).collect();
    v.quick_argsort_mut();
    let mut sum = 0.0;
    for i in 0..v.len() {
        sum += v[i] * (1.0 + 0.7 * i as f64).sin();
    }
    sum
}

#[test]
fn quick_argsort_mut() {
    let many: Vec<f64> = (0..23).map(|i| (1.7 * i as f64).sin() + 0.01 * i as f64).collect();
    check_grad!(sorted(&many, 0.6)).unwrap();
    check_grad!(sorted(&many[..5], 0.6)).unwrap();
}
