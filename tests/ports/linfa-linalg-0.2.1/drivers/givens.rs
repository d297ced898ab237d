//! Rotations that cancel a component, and that are applied to rows and columns.
use super::GivensRotation;
use ndarray::{Array2, arr2, s};
use pullback::{check_grad, differentiable};

#[differentiable]
fn cancelled(x: f64, y: f64) -> f64 {
    let mut sum = 0.0;
    if let Some((rotation, norm)) = GivensRotation::cancel_y(x, y) {
        sum += rotation.c() * norm + rotation.s().sin();
    }
    if let Some((rotation, norm)) = GivensRotation::cancel_x(x, y) {
        sum += rotation.c().cos() * norm + rotation.inverse().s() * norm;
    }
    sum
}

#[differentiable]
fn made(c: f64, s: f64, eps: f64) -> f64 {
    let (always, norm) = GivensRotation::new(c, s);
    let sum = always.c() * norm * norm + always.s();
    match GivensRotation::try_new(c, s, eps) {
        Some((rotation, norm)) => sum + rotation.c().sin() * norm + rotation.s(),
        None => sum,
    }
}

#[test]
fn rotations() {
    check_grad!(cancelled(0.7, -1.3)).unwrap();
    check_grad!(cancelled(0.7, 0.4)).unwrap();
    check_grad!(made(0.7, -1.3, 1e-3)).unwrap();
    check_grad!(made(0.7, -1.3, 10.0)).unwrap();
}

#[differentiable]
fn applied(m: &Array2<f64>, c: f64, s: f64) -> f64 {
    let (rotation, _) = GivensRotation::new(c, s);
    let mut m = m.clone();
    rotation.rotate_rows(&mut m.slice_mut(s![.., 1..3])).unwrap();
    rotation.rotate_cols(&mut m.slice_mut(s![..=2;2, ..])).unwrap();
    if rotation.rotate_rows(&mut m).is_err() {
        m[(0, 1)] *= s;
    }
    m[(0, 0)] * m[(2, 1)] + m[(1, 1)] * m[(1, 2)] + m.sum()
}

#[test]
fn rows_and_columns() {
    check_grad!(applied(&arr2(&[[0.7, -1.3, 0.4], [2.1, 0.3, -0.6], [0.9, 1.7, -0.2]]), 0.7, -1.3)).unwrap();
}
