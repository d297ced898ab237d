//! Macros of the user's own that are called like ndarray's: what a name is taken for is proved.
use ndarray::{Array1, Array2, Axis, arr1};
use pullback::differentiable;

macro_rules! azip {
    (($x:pat in $a:expr) $body:expr) => {
        for $x in $a.into_iter().skip(1) {
            $body
        }
    };
}

macro_rules! array {
    ($($x:expr),*) => {
        Array1::from_vec(vec![$(-$x),*])
    };
}

macro_rules! stack {
    ($axis:expr, $($x:expr),*) => {
        ndarray::stack($axis, &[$((-1.0 * $x).view()),*]).unwrap()
    };
}

#[differentiable]
fn skips(v: &Array1<f64>, k: f64) -> f64 {
    let mut w = v.clone();
    azip!((x in &mut w) *x *= k);
    w.sum()
}

#[differentiable]
fn negative(x: f64) -> f64 {
    array![x, x * x].sum()
}

#[differentiable]
fn stacked(a: &Array1<f64>) -> f64 {
    let rows: Array2<f64> = stack![Axis(0), a, a];
    rows.sum()
}

fn main() {
    stacked::grad(&arr1(&[1.0]));
    skips::grad(&arr1(&[1.0, 2.0]), 0.5);
    negative::grad(1.0);
}
