//! The nearest neighbours among the rows of a matrix.
use super::*;
use crate::linalg::basic::matrix::DenseMatrix;
use pullback::{check_grad, differentiable};

const X: [f64; 10] = [0.7, -1.3, 2.1, 0.4, 1.9, -0.6, -0.3, 1.1, 0.8, 1.6];

#[differentiable]
fn sum(distances: &HashMap<usize, PairwiseDistance<f64>>) -> f64 {
    let mut sum = 0.0;
    for k in 0..4 {
        sum += (1.0 + k as f64) * distances[&k].distance.unwrap();
    }
    sum
}

#[differentiable]
fn initialized(x: &[f64]) -> f64 {
    let data = DenseMatrix::new(5, 2, x.to_vec(), false).unwrap();
    let mut pairs: FastPair<'_, f64, DenseMatrix<f64>> =
        FastPair { samples: &data, distances: HashMap::new(), neighbours: Vec::new() };
    pairs.init();
    sum(&pairs.distances)
}

#[differentiable(types(new = fn(..) -> Result<FastPair<'_, f64, DenseMatrix<f64>>, Failed>))]
fn made(x: &[f64]) -> f64 {
    let data = DenseMatrix::new(5, 2, x.to_vec(), false).unwrap();
    let pairs = FastPair::<f64, DenseMatrix<f64>>::new(&data).unwrap();
    sum(&pairs.distances)
}

#[test]
fn init() {
    check_grad!(initialized(&X)).unwrap();
}

#[test]
fn new() {
    check_grad!(made(&X)).unwrap();
}
