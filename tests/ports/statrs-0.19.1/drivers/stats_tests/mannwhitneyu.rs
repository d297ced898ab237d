//! The derivatives of the probabilities, which ranks keep from the function that is public.
use super::*;
use pullback::{check_grad, differentiable};

#[differentiable]
fn asymptotic(u: f64) -> f64 {
    calc_mwu_asymptotic_pvalue(u, 5, 7, vec![1, 1, 2, 0, 1, 1, 1, 1, 1, 1, 1, 1], true)
}

/// Of how many combinations have a smaller statistic.
#[differentiable]
fn exact(u: f64) -> f64 {
    calc_mwu_exact_pvalue(u, 4, 3)
}

#[test]
fn probabilities() {
    check_grad!(asymptotic(21.3)).unwrap();
    check_grad!(exact(8.4)).unwrap();
}
