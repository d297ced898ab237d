//! The derivatives of the probabilities, which the samples' counts keep from the functions that are public.
use super::*;
use pullback::{check_grad, differentiable};

#[differentiable]
fn hodge(d: f64, m: f64, n: f64) -> f64 {
    twosample_hodge_equation_53_onesided_pvalue(d, m, n)
}

#[differentiable]
fn kolmogorov(d: f64, n: f64) -> f64 {
    onesample_kolmogorov_twosided_pvalue(d, n)
}

/// Of whole paths that stay below the statistic.
#[differentiable]
fn schroer_and_trenkler(d: f64) -> f64 {
    twosample_schroer_and_trenkler_twosided_pvalue(d, 5, 7)
}

#[test]
fn probabilities() {
    check_grad!(hodge(0.3, 5.0, 7.0)).unwrap();
    check_grad!(kolmogorov(0.3, 7.0)).unwrap();
    check_grad!(schroer_and_trenkler(0.41)).unwrap();
}
