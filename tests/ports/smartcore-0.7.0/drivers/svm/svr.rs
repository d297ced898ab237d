//! What is predicted of support vectors.
use super::*;
use crate::linalg::basic::matrix::DenseMatrix;
use crate::svm::KernelsCotangent;
use pullback::{check_grad, differentiable};

#[differentiable]
fn vectors(x: &[f64], y: f64, eps: f64, k: f64) -> f64 {
    let v: SupportVector<f64> = SupportVector::new(0, x.to_vec(), y, eps, k);
    v.grad[0] * v.grad[1] + v.k * v.x[1]
}

#[test]
fn support_vector_new() {
    check_grad!(vectors(&[0.7, 1.3], 0.8, 0.2, 0.6)).unwrap();
}

type Model<'a> = SVR<'a, f64, DenseMatrix<f64>, Vec<f64>>;

#[differentiable]
fn predicted(model: &SVR<'_, f64, DenseMatrix<f64>, Vec<f64>>, x: &[f64]) -> f64 {
    model.predict_for_row(x)
}

/// The model borrows its parameters, and so is not moved along a direction: the difference is that of two models.
#[test]
fn predict_for_row() {
    let of = |h: [f64; 5]| {
        let parameters =
            SVRParameters { eps: 0.1, c: 1.0, tol: 0.1, kernel: Some(Kernels::RBF { gamma: Some(0.8 + h[0]) }) };
        let model: Model<'_> = SVR {
            instances: Some(vec![vec![0.2 + h[1], 0.4], vec![1.1, 0.9]]),
            parameters: Some(&parameters),
            w: Some(vec![0.6, -0.4 + h[2]]),
            b: 0.3 + h[3],
            phantom: PhantomData,
        };
        let x = [0.7, 1.3 + h[4]];
        let (value, (bar, x_bar)) = predicted::value_and_grad(&model, &x);
        let KernelsCotangent::RBF { gamma } = bar.parameters.unwrap().kernel.unwrap() else { panic!() };
        (value, [gamma.unwrap(), bar.instances.unwrap()[0][0], bar.w.unwrap()[1], bar.b, x_bar[1]])
    };
    let (_, slopes) = of([0.0; 5]);
    for k in 0..5 {
        let (mut up, mut down) = ([0.0; 5], [0.0; 5]);
        (up[k], down[k]) = (1e-5, -1e-5);
        let difference = (of(up).0 - of(down).0) / 2e-5;
        assert!((difference - slopes[k]).abs() < 1e-8, "{k}: {difference} {}", slopes[k]);
    }
}
