//! Singular values of a triangle, and what is cancelled where a singular value vanishes.
use super::{cancel_horizontal_off_diagonal_elt, cancel_vertical_off_diagonal_elt, compute_2x2_uptrig_svd, delimit_subproblem};
use ndarray::{Array1, Array2, arr1, arr2};
use pullback::{Differentiable, check_grad, differentiable};

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

/// A bidiagonal matrix with what turns it, if that is asked for.
#[derive(Clone, Differentiable)]
struct Turned {
    diag: Array1<f64>,
    off_diag: Array1<f64>,
    u: Option<Array2<f64>>,
    v_t: Option<Array2<f64>>,
}

#[differentiable]
impl Turned {
    fn weighted(&self) -> f64 {
        let mut sum = 0.0;
        for (i, d) in self.diag.iter().enumerate() {
            sum += (i as f64 + 0.5) * d * d;
        }
        for (i, d) in self.off_diag.iter().enumerate() {
            sum += (1.5 - i as f64) * d.sin();
        }
        if let Some(u) = &self.u {
            sum += u[(0, 0)] * u[(1, 2)] + u[(2, 3)];
        }
        if let Some(v_t) = &self.v_t {
            sum += v_t[(0, 0)] * v_t[(2, 1)] - v_t[(3, 2)];
        }
        sum
    }
}

#[differentiable]
fn cancelled(m: &Turned, is_upper_diag: bool, i: usize) -> f64 {
    let Turned { mut diag, mut off_diag, mut u, mut v_t } = m.clone();
    cancel_horizontal_off_diagonal_elt(&mut diag, &mut off_diag, &mut u, &mut v_t, is_upper_diag, i, 3);
    cancel_vertical_off_diagonal_elt(&mut diag, &mut off_diag, &mut u, &mut v_t, is_upper_diag, 2 - i);
    Turned { diag, off_diag, u, v_t }.weighted()
}

#[differentiable]
fn delimited(m: &Turned, is_upper_diag: bool) -> f64 {
    let Turned { mut diag, mut off_diag, mut u, mut v_t } = m.clone();
    let (start, end) = delimit_subproblem(&mut diag, &mut off_diag, &mut u, &mut v_t, is_upper_diag, 3, 0.05);
    let place = (start + 3 * end) as f64 * m.diag[0];
    Turned { diag, off_diag, u, v_t }.weighted() + place
}

fn turned(diag: [f64; 4], off_diag: [f64; 3], with: bool) -> Turned {
    let u = arr2(&[[0.7, -1.3, 0.4, 0.2], [2.1, 0.3, -0.6, 1.4], [0.9, 1.7, -0.2, 0.8], [-0.4, 1.2, 0.6, -1.1]]);
    let v_t = u.mapv(|x| 0.3 * x + x * x);
    Turned { diag: arr1(&diag), off_diag: arr1(&off_diag), u: with.then_some(u), v_t: with.then_some(v_t) }
}

#[test]
fn what_is_cancelled() {
    for (is_upper_diag, with) in [(true, true), (false, true), (true, false)] {
        for i in [0, 1] {
            check_grad!(cancelled(&turned([0.7, 1.2, -0.9, 1.6], [0.4, -0.6, 0.8], with), is_upper_diag, i)).unwrap();
        }
        // A small number beside the diagonal, at either side, and small ones on it: the last, one in between, the first.
        for (diag, off_diag) in [
            ([0.7, 1.2, -0.9, 1.6], [0.4, -0.6, 0.01]),
            ([0.7, 1.2, -0.9, 1.6], [0.01, -0.6, 0.8]),
            ([0.7, 1.2, -0.9, 0.02], [0.4, -0.6, 0.8]),
            ([0.7, 1.2, 0.02, 1.6], [0.4, -0.6, 0.8]),
            ([0.7, 0.02, -0.9, 1.6], [0.4, -0.6, 0.8]),
            ([0.02, 1.2, -0.9, 1.6], [0.4, -0.6, 0.8]),
            ([0.7, 1.2, -0.9, 1.6], [0.4, -0.6, 0.8]),
        ] {
            check_grad!(delimited(&turned(diag, off_diag, with), is_upper_diag)).unwrap();
        }
    }
}
