//! Writes through methods and through `std::mem`.
use pullback::{check_grad, differentiable};

#[differentiable]
fn sorted(x: &[f64], k: f64) -> f64 {
    let mut v = x.to_vec();
    for i in 1..v.len() {
        let mut j = i;
        while j > 0 && v[j - 1] > v[j] {
            v.swap(j - 1, j);
            j -= 1;
        }
    }
    let mut sum = 0.0;
    for (i, a) in v.iter().enumerate() {
        sum += a * a * i as f64 * k;
    }
    sum
}

#[differentiable]
fn filled(x: &mut [f64], w: &[f64; 3], k: f64) -> f64 {
    let before = x[0] * x[1];
    x.fill(k * x[2]);
    let filled = x[0] * x[1] * before;
    x[..3].copy_from_slice(w);
    x[1] *= k;
    filled + x[0] * x[1]
}

#[differentiable]
fn exchanged(x: &[f64], k: f64) -> f64 {
    let mut a = x.to_vec();
    let mut b = vec![k; x.len()];
    let mut s = 1.0;
    for i in 0..4 {
        std::mem::swap(&mut a, &mut b);
        a[0] += b[1] * k;
        let old = std::mem::replace(&mut s, a[0] * (i as f64 + 1.0));
        b[1] += old * x[0];
    }
    s * a[0] + b[1]
}

#[test]
fn writes_have_the_gradients_that_differences_say() {
    check_grad!(sorted(&[0.5, -1.5, 2.5, 0.25, 1.0], 1.3)).unwrap();
    check_grad!(filled(&mut [0.5, -1.5, 2.5], &[1.0, 2.0, 3.0], 0.7)).unwrap();
    check_grad!(exchanged(&[0.5, -0.5], 0.7)).unwrap();
}
