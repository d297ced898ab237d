//! The derivatives of what a classifier predicts, which is the label of a neighbour: it moves with that one, and with nothing else.
use super::*;
use nalgebra::{dmatrix, dvector};
use pullback::{check_grad, differentiable};

#[differentiable]
fn predicted(model: &KNearestClassifier<f64>, at: &DMatrix<f64>, scale: f64) -> f64 {
    scale * model.predict_one(at, 3)
}

#[test]
fn labels() {
    let x = dmatrix![0.1, 0.2; 1.3, 0.4; 0.3, 0.1; 2.1, 1.7; 1.9, 1.6];
    let y = dvector![1.2, 2.3, 1.4, 3.3, 3.6];
    for at in [dmatrix![0.2, 0.2], dmatrix![1.8, 1.5]] {
        let model = KNearestClassifier::new(x.clone(), y.clone(), Metric::Euclidean);
        check_grad!(predicted(&model, &at, 0.7)).unwrap();
    }
}
