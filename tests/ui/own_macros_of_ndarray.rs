//! Macros of the user's own that are called like ndarray's: what a name is taken for is proved.
use ndarray::{Array1, arr1};
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

fn main() {
    skips::grad(&arr1(&[1.0, 2.0]), 0.5);
    negative::grad(1.0);
}
