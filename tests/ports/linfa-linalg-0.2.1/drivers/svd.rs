//! Singular values of a triangle.
use super::compute_2x2_uptrig_svd;
use pullback::{check_grad, differentiable};

#[differentiable]
fn singular(m11: f64, m12: f64, m22: f64, with_u: bool, with_v: bool) -> f64 {
    let (v1, v2, u, v) = compute_2x2_uptrig_svd(m11, m12, m22, with_u, with_v);
    let mut sum = v1 * v1 + v2.sin();
    if let Some(u) = u {
        sum += u.c() * v1 + u.s();
    }
    if let Some(v) = v {
        sum += v.c() * v2 - v.s();
    }
    sum
}

#[test]
fn singular_values() {
    for (with_u, with_v) in [(true, true), (true, false), (false, true), (false, false)] {
        check_grad!(singular(0.7, 0.4, 1.2, with_u, with_v)).unwrap();
        check_grad!(singular(0.7, -0.4, 0.3, with_u, with_v)).unwrap();
    }
}
