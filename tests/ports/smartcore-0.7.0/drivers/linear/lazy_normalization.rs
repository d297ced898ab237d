//! Products with a design that is centered and scaled where it is read.
use super::*;
use crate::linalg::basic::matrix::DenseMatrix;
use pullback::{check_grad, differentiable, no_diff};
use std::sync::LazyLock;

const X: [f64; 6] = [0.7, -1.3, 2.1, 0.4, 1.9, -0.6];
const CENTERS: [f64; 2] = [0.3, -0.2];
const SCALES: [f64; 2] = [1.4, 0.8];

#[differentiable]
fn product(x: &[f64], v: &Vec<f64>, centers: &[f64], scales: &[f64], normalized: bool) -> f64 {
    let data = DenseMatrix::new(3, 2, x.to_vec(), false).unwrap();
    let adapter: MatrixAdapter<'_, f64, DenseMatrix<f64>> = MatrixAdapter(&data, PhantomData);
    let mut out = vec![0.0; 3];
    if normalized {
        adapter.matvec_normalized_into::<f64>(v, Some(centers), Some(scales), &mut out).unwrap();
    } else {
        adapter.matvec_normalized_into::<f64>(v, None, None, &mut out).unwrap();
    }
    out[0] * out[1] + out[2].sin()
}

#[test]
fn matvec_normalized_into() {
    for normalized in [false, true] {
        check_grad!(product(&X, &vec![0.6, -1.1], &CENTERS, &SCALES, normalized)).unwrap();
    }
}

#[differentiable]
fn transposed(x: &[f64], v: &[f64], centers: &[f64], scales: &[f64], normalized: bool) -> f64 {
    let data = DenseMatrix::new(3, 2, x.to_vec(), false).unwrap();
    let adapter: MatrixAdapter<'_, f64, DenseMatrix<f64>> = MatrixAdapter(&data, PhantomData);
    let v: VectorRef<'_, f64> = VectorRef(v);
    let mut out = vec![0.0; 2];
    if normalized {
        adapter.mat_transpose_vec_normalized_into::<f64>(&v, Some(centers), Some(scales), &mut out).unwrap();
    } else {
        adapter.mat_transpose_vec_normalized_into::<f64>(&v, None, None, &mut out).unwrap();
    }
    out[0] * out[1].exp()
}

#[test]
fn mat_transpose_vec_normalized_into() {
    for normalized in [false, true] {
        check_grad!(transposed(&X, &[0.6, -1.1, 0.9], &CENTERS, &SCALES, normalized)).unwrap();
    }
}

#[differentiable]
fn sum(x: &[f64], k: f64) -> f64 {
    let v: VectorRef<'_, f64> = VectorRef(&x[1..]);
    k * v.sum_entries().sin()
}

#[test]
fn sum_entries() {
    check_grad!(sum(&X, 0.7)).unwrap();
}

#[differentiable]
fn panel(x: &[f64], centers: &[f64], scales: &[f64], normalized: bool) -> f64 {
    let data = DenseMatrix::new(3, 2, x.to_vec(), false).unwrap();
    let adapter: MatrixAdapter<'_, f64, DenseMatrix<f64>> = MatrixAdapter(&data, PhantomData);
    let mut out = vec![0.0; 4];
    if normalized {
        adapter.normalized_panel(1, 2, 0, 2, Some(centers), Some(scales), &mut out);
    } else {
        adapter.normalized_panel(1, 2, 0, 2, None, None, &mut out);
    }
    out[0] * out[1] + out[2] * out[3].sin()
}

#[test]
fn normalized_panel() {
    for normalized in [false, true] {
        check_grad!(panel(&X, &CENTERS, &SCALES, normalized)).unwrap();
    }
}

static DATA: LazyLock<DenseMatrix<f64>> = LazyLock::new(|| DenseMatrix::new(3, 2, X.to_vec(), false).unwrap());

/// What is normalized carries no derivative, the weights of its augmentation do.
#[differentiable(types(with_l2 = fn(..) -> LazyDesign<'_, f64, DenseMatrix<f64>>))]
fn augmented(penalty: f64) -> f64 {
    let mut design =
        LazyDesign { normalized: no_diff(LazyMatrix::from_parts(MatrixAdapter(&*DATA, PhantomData), None, None)), augmentation: None }
            .with_l2(penalty);
    if let Some((_, padding)) = &mut design.augmentation {
        *padding *= 1.5;
    }
    let (gamma, padding) = design.augmentation.unwrap();
    gamma * padding.sin()
}

#[test]
fn with_l2() {
    check_grad!(augmented(0.7)).unwrap();
}
