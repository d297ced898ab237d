//! Functions of numbers, in both widths.
use pullback::{check_grad, differentiable};
use smartcore::linalg::basic::arrays::{Array, Array1};
use smartcore::linalg::basic::matrix::DenseMatrix;
use smartcore::linear::bg_solver::BiconjugateGradientSolver;
use smartcore::numbers::floatnum::FloatNumber;
use smartcore::numbers::realnum::RealNumber;

macro_rules! of_numbers {
    ($($test:ident: $trait:ident of $type:ty;)*) => {$(
        #[test]
        fn $test() {
            #[differentiable]
            fn called(x: $type, y: $type) -> $type {
                <$type as $trait>::ln_1pe(x) * <$type as $trait>::sigmoid(y) + <$type as $trait>::copysign(x, y) * y
                    + <$type as $trait>::square(x)
            }
            for (x, y) in [(0.3, -0.7), (-1.2, 2.1), (16.0, 41.0)] {
                check_grad!(called(x, y)).unwrap();
            }
        }
    )*};
}

of_numbers! {
    floats_f64: FloatNumber of f64;
    floats_f32: FloatNumber of f32;
    reals_f64: RealNumber of f64;
    reals_f32: RealNumber of f32;
}

/// Solves with what the trait provides.
#[derive(Clone, pullback::Differentiable)]
struct Plain;

#[differentiable]
impl<'a> BiconjugateGradientSolver<'a, f64, DenseMatrix<f64>> for Plain {}

#[differentiable]
fn solved(a: &[f64], b: &Vec<f64>) -> f64 {
    let a = DenseMatrix::new(3, 3, a.to_vec(), false).unwrap();
    let mut x = vec![0.1, 0.2, 0.3];
    let error = Plain.solve_mut(&a, b, &mut x, 1e-9, 4).unwrap();
    x[0] * x[1] + x[2] * x[2] + error
}

#[test]
fn biconjugate_gradients() {
    check_grad!(solved(&[2.1, 0.4, -0.7, 0.3, 1.6, 0.5, -0.2, 0.9, 2.8], &vec![0.7, -0.4, 1.1])).unwrap();
}
