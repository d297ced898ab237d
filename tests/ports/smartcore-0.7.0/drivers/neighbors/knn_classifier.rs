//! How probable the classes of a point are, by its neighbours.
use super::*;
use crate::algorithm::neighbour::linear_search::LinearKNNSearch;
use crate::linalg::basic::matrix::DenseMatrix;
use pullback::{check_grad, differentiable};

#[differentiable]
fn probabilities(x: &[f64], p: &[f64]) -> f64 {
    let data: Vec<Vec<f64>> = x.chunks(2).map(|point| point.to_vec()).collect();
    let search: LinearKNNSearch<Vec<f64>, Euclidian<f64>> = LinearKNNSearch::new(data, Euclidian::new()).unwrap();
    let model: KNNClassifier<f64, u32, DenseMatrix<f64>, Vec<u32>, Euclidian<f64>> = KNNClassifier {
        classes: Some(vec![0, 1]),
        y: Some(vec![0, 1, 1, 0, 1]),
        knn_algorithm: Some(KNNAlgorithm::LinearSearch(search)),
        weight: Some(KNNWeightFunction::Distance),
        k: Some(3),
        _phantom_tx: PhantomData,
        _phantom_x: PhantomData,
        _phantom_y: PhantomData,
    };
    let found = model.predict_proba_for_row(&p.to_vec()).unwrap();
    found[0] * found[0] + found[1].sin()
}

#[test]
fn predict_proba_for_row() {
    check_grad!(probabilities(&[0.7, -1.3, 2.1, 0.4, 1.9, -0.6, -0.3, 1.1, 0.8, 1.6], &[0.6, 0.2])).unwrap();
}
