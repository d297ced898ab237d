//! What is not supported of ndarray's views and arrays, and what to write instead.
use pullback::differentiable;
use pullback::ndarray::{Array1, Array2, ArrayView1, Axis, Zip, concatenate};

#[differentiable]
fn reassigned(m: &Array2<f64>) -> f64 {
    let mut row = m.row(0);
    let mut sum = 0.0;
    for i in 0..m.nrows() {
        sum += row.sum();
        row = m.row(i);
    }
    sum
}

#[differentiable]
fn collected(m: &Array2<f64>) -> f64 {
    let rows: Vec<ArrayView1<f64>> = m.outer_iter().collect();
    rows[0].sum()
}

#[differentiable]
fn joined(m: &Array2<f64>) -> f64 {
    concatenate![Axis(0), m.view(), m.view()].sum()
}

#[differentiable]
fn zipped(m: &Array2<f64>) -> f64 {
    let mut n = m.clone();
    Zip::from(&mut n).and(m).for_each(|n, &m| *n += m * m);
    n.sum()
}

#[differentiable]
fn methods(x: &Array1<f64>) -> f64 {
    x.fold(0.0, |sum, x| sum + x * x) + x.product() + x.std(0.0)
}

fn main() {}
