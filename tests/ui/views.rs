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
    let parts = [m.view(), m.view()];
    concatenate(Axis(0), &parts[..]).unwrap().sum()
}

#[differentiable]
fn zipped(m: &Array2<f64>) -> f64 {
    let large = Zip::from(m).all(|m| *m > 1.0);
    let mut sum = if large { 1.0 } else { 0.0 };
    Zip::from(m).and(m).for_each(|a, b| sum += a * b);
    for part in m.exact_chunks((1, 2)) {
        sum += part.sum();
    }
    for window in m.windows((2, 2)) {
        sum += window[[0, 0]];
    }
    sum
}

#[differentiable]
fn methods(x: &Array1<f64>) -> f64 {
    let mut y = x.clone();
    y.accumulate_axis_inplace(Axis(0), |before, x| *x += before);
    y.as_slice().unwrap()[0] + y.to_shared().sum()
}

fn main() {}
