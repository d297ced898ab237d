//! Forward mode: `f::jvp`, compared with reverse mode by inner products.

use pullback::{Differentiable, differentiable};

#[differentiable(jvp)]
fn helper(x: &[f64], k: f64) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += v * k;
    }
    s * s
}

#[differentiable(jvp)]
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

#[derive(Clone, Differentiable)]
struct Model {
    weights: Vec<f64>,
    scale: f64,
    #[no_diff]
    shift: f64,
}

#[differentiable(jvp)]
fn of_a_struct(m: &Model, x: f64) -> f64 {
    let mut n = m.clone();
    n.scale *= x;
    n.weights[0] = x * m.shift * n.scale;
    let made = Model {
        weights: vec![x, 2.0],
        scale: x * x,
        shift: 0.5,
    };
    let mut s = n.scale * m.shift + made.scale * made.weights[0] * made.shift;
    for i in 0..n.weights.len() {
        s += m.weights[i] * n.weights[i] * x;
    }
    s + n.shift
}

#[test]
fn what_is_marked_in_a_struct_has_a_tangent_of_zero() {
    let m = Model {
        weights: vec![0.5, -2.0],
        scale: 1.5,
        shift: 0.25,
    };
    let t = ModelCotangent {
        weights: vec![1.0, 0.5],
        scale: -1.0,
        shift: (),
    };
    let (value, tangent) = of_a_struct::jvp(&m, 0.5, &t, 2.0);
    assert_eq!(value, of_a_struct(&m, 0.5));
    let (dm, dx) = of_a_struct::grad(&m, 0.5);
    let inner = dm.weights[0] * t.weights[0] + dm.weights[1] * t.weights[1] + dm.scale * t.scale + 2.0 * dx;
    assert!((tangent - inner).abs() < 1e-12, "{tangent} {inner}");
}

/// The slope is infinite where the tangent is zero.
#[differentiable(jvp)]
fn root(x: f64, y: f64) -> f64 {
    x.sqrt() * y + 1.0 / x
}

#[test]
fn a_tangent_of_exactly_zero_contributes_exactly_zero() {
    assert_eq!(root::jvp(0.0, 3.0, 0.0, 1.0).1, 0.0);
}

#[differentiable(jvp)]
impl Model {
    fn loss(&self, x: f64) -> f64 {
        let mut s = 0.0;
        for w in &self.weights {
            s += w * x * self.scale;
        }
        s + self.shift * x
    }
}

#[test]
fn a_method_has_a_sibling_for_forward_mode() {
    let m = Model {
        weights: vec![0.5, -2.0],
        scale: 1.5,
        shift: 0.25,
    };
    let t = ModelCotangent {
        weights: vec![1.0, 0.5],
        scale: -1.0,
        shift: (),
    };
    let (value, tangent) = m.loss_jvp(0.5, &t, 2.0);
    assert_eq!(value, m.loss(0.5));
    let (dm, dx) = m.loss_grad(0.5);
    let inner = dm.weights[0] * t.weights[0] + dm.weights[1] * t.weights[1] + dm.scale * t.scale + 2.0 * dx;
    assert!((tangent - inner).abs() < 1e-12, "{tangent} {inner}");
}
