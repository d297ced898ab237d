//! The entropy of a softmax, by iterators that are collected.

use crate::harness::Table;
use crate::programs::{numbers, program};
use pullback::differentiable;

#[differentiable]
fn entropy(scores: &[f64]) -> f64 {
    let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights: Vec<f64> = scores.iter().map(|x| (x - largest).exp()).collect();
    let total: f64 = weights.iter().sum();
    let shares: Vec<f64> = weights.iter().map(|w| w / total).collect();
    -shares.iter().map(|p| p * p.ln()).sum::<f64>()
}

fn by_hand(scores: &[f64], shares: &mut Vec<f64>, bar: &mut [f64]) -> f64 {
    let largest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    shares.clear();
    shares.extend(scores.iter().map(|x| (x - largest).exp()));
    let total: f64 = shares.iter().sum();
    let mut entropy = 0.0;
    for (p, bar) in shares.iter_mut().zip(&mut *bar) {
        *p /= total;
        *bar = p.ln();
        entropy -= *p * *bar;
    }
    for (p, bar) in shares.iter().zip(bar) {
        *bar = -p * (*bar + entropy);
    }
    entropy
}

pub fn all(table: &Table) {
    let mut shares = Vec::new();
    let by_hand = move |scores: &[f64], bar: &mut [f64]| by_hand(scores, &mut shares, bar);
    program!(
        table,
        "entropy of a softmax of 1000, collected",
        entropy(numbers(1000)),
        by_hand
    );
}
