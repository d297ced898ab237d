//! Views that can be written.
use super::*;
use pullback::{check_grad, differentiable};

#[differentiable]
fn written(x: &[f64], k: f64, columns: bool) -> f64 {
    let mut values = x.to_vec();
    {
        let mut view = DenseMatrixMutView { values: &mut values[1..6], stride: 2, nrows: 2, ncols: 2, column_major: columns };
        let v = *view.get((1, 0)) * k;
        view.set((0, 1), v * v);
        let w = *view.get((0, 1)) + k;
        view.set((0, 0), w.sin());
    }
    values[1] * values[2] + values[3] * values[4]
}

#[test]
fn get_set_of_a_mutable_view() {
    for columns in [false, true] {
        check_grad!(written(&[0.7, -1.3, 2.1, 0.4, 1.9, -0.6], 0.8, columns)).unwrap();
    }
}
