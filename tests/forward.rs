//! Forward mode: `f::jvp`, compared with reverse mode by inner products.

use pullback::differentiable;

#[differentiable]
fn helper(x: &[f64], k: f64) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += v * k;
    }
    s * s
}

#[differentiable]
fn all(x: &[f64], k: f64, n: usize) -> f64 {
    let mut s = 0.0;
    let mut v = vec![0.0; n];
    for i in 0..n {
        let t = (x[i] * k).sin();
        if t > 0.5 {
            s += t * t.exp();
        } else {
            s -= t / (1.0 + k * k);
        }
        v[i] = s * t;
        v[i] *= k;
    }
    let w = helper(&v[1..], k);
    let m = v.iter().map(|a| a * a).sum::<f64>();
    let c = helper(&[1.0, 2.0], 3.0 * k) - helper(&[1.0, 2.0], 3.0);
    let q = if w > m { w / k } else { m.atan2(k) };
    (m + s * s).sqrt() * k.powi(2) + w * c / 2.0 + q
}

#[test]
fn tangents_and_cotangents_have_the_same_inner_product() {
    let (x, k) = ([0.3, 1.2, -0.4, 2.0], 0.8);
    let (tx, tk) = ([0.5, -1.0, 0.25, 0.7], -0.3);
    let (value, tangent) = all::jvp(&x, k, 4, &tx, tk);
    let (same, (dx, dk)) = all::value_and_grad(&x, k, 4);
    assert_eq!(value, all(&x, k, 4));
    assert_eq!(value, same);
    let inner: f64 = dx.iter().zip(&tx).map(|(a, b)| a * b).sum::<f64>() + dk * tk;
    assert!((tangent - inner).abs() <= 1e-12 * inner.abs(), "{tangent} {inner}");
}
