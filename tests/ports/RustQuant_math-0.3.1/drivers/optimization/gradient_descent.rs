//! The private parts of the descent against differences.
use super::GradientDescent;
use pullback::{check_grad, differentiable};

#[test]
fn norm() {
    #[differentiable]
    fn value(x: &[f64]) -> f64 {
        GradientDescent::norm(x)
    }
    check_grad!(value(&[0.3, -1.2, 0.8])).unwrap();
}
