//! Scores of clusters, which are of labels alone: what was there before is overwritten.
use super::*;
use pullback::{check_grad, differentiable};

#[differentiable]
fn agreement(before: f64, k: f64) -> f64 {
    let (truth, labels): (Vec<u32>, Vec<u32>) = (vec![0, 0, 1, 1, 2, 0, 4], vec![1, 0, 0, 0, 0, 1, 0]);
    let mut scores: HCVScore<u32> = HCVScore {
        _phantom: PhantomData,
        homogeneity: Some(before),
        completeness: None,
        v_measure: Some(before * before),
    };
    scores.compute(&truth, &labels);
    scores.v_measure.unwrap() * k + scores.homogeneity.unwrap() * k * k + scores.completeness.unwrap() * before
}

#[test]
fn compute() {
    check_grad!(agreement(0.7, 1.3)).unwrap();
}
