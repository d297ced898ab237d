//! The distance of two rows whose norms are known, and the nearest of the rows of a matrix by it.
use super::*;
use crate::linalg::basic::matrix::DenseMatrix;
use pullback::{check_grad, differentiable};

const X: [f64; 10] = [0.7, -1.3, 2.1, 0.4, 1.9, -0.6, -0.3, 1.1, 0.8, 1.6];
const NORMS: [f64; 5] = [1.5, 2.1, 2.0, 1.2, 1.8];

#[differentiable]
fn distance(x: &Vec<f64>, y: &Vec<f64>, n: f64, m: f64) -> f64 {
    CosinePair::<f64, DenseMatrix<f64>>::cosine_distance_with_norms(x, n, y, m)
}

#[test]
fn cosine_distance_with_norms() {
    check_grad!(distance(&vec![0.7, -1.3], &vec![0.2, 0.4], 1.2, 0.6)).unwrap();
}

#[differentiable]
fn initialized(x: &[f64], norms: &[f64]) -> f64 {
    let data = DenseMatrix::new(5, 2, x.to_vec(), false).unwrap();
    let mut pairs: CosinePair<'_, f64, DenseMatrix<f64>> = CosinePair {
        samples: &data,
        distances: HashMap::new(),
        neighbours: Vec::new(),
        row_norms: norms.to_vec(),
        parameters: CosinePairParameters { top_k: None, approximate: false },
    };
    pairs.init();
    let mut sum = 0.0;
    for k in 0..5 {
        sum += (1.0 + k as f64) * pairs.distances[&k].distance.unwrap();
    }
    sum
}

#[test]
fn init() {
    check_grad!(initialized(&X, &NORMS)).unwrap();
}

#[differentiable]
fn nearest(x: &[f64], norms: &[f64], approximate: bool) -> f64 {
    let data = DenseMatrix::new(5, 2, x.to_vec(), false).unwrap();
    let pairs: CosinePair<'_, f64, DenseMatrix<f64>> = CosinePair {
        samples: &data,
        distances: HashMap::new(),
        neighbours: Vec::new(),
        row_norms: norms.to_vec(),
        parameters: CosinePairParameters { top_k: if approximate { Some(2) } else { None }, approximate },
    };
    let found = pairs.query_row_top_k(1, 3).unwrap();
    let mut sum = 0.0;
    for k in 0..found.len() {
        sum += (1.0 + k as f64) * found[k].0.sin();
    }
    sum
}

#[test]
fn query_row_top_k() {
    for approximate in [false, true] {
        check_grad!(nearest(&X, &NORMS, approximate)).unwrap();
    }
}
