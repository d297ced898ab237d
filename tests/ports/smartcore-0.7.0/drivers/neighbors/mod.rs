//! The weights of neighbours.
use super::*;
use pullback::{check_grad, differentiable};

#[differentiable]
fn weights(distances: &[f64], k: f64) -> f64 {
    let by_distance = KNNWeightFunction::Distance.calc_weights(distances.to_vec());
    let uniform = KNNWeightFunction::Uniform.calc_weights(distances.to_vec());
    by_distance[0] * by_distance[1] * k + uniform[1] * k * k
}

#[test]
fn calc_weights() {
    check_grad!(weights(&[0.4, 1.7], 0.6)).unwrap();
    check_grad!(weights(&[0.4, 1.7, 2.2], 1.6)).unwrap();
}
