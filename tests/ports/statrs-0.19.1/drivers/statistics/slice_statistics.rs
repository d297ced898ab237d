//! The derivatives of ranks.
use super::*;
use pullback::{check_grad, differentiable};

/// Ranks are counts: nothing flows from them, and what was there before is overwritten.
#[differentiable]
fn ranks(before: &[f64], #[no_diff] index: &[(usize, &f64)]) -> f64 {
    let mut ranks = before.to_vec();
    handle_rank_ties(&mut ranks, index, 1, 3, RankTieBreaker::Average);
    ranks[0] * ranks[0] + ranks[1] * ranks[3]
}

#[test]
fn tied_ranks() {
    let values = [0.1, 0.2, 0.2, 0.5];
    let index: Vec<(usize, &f64)> = values.iter().enumerate().collect();
    check_grad!(ranks(&[0.3, 1.2, -0.4, 0.9], &index)).unwrap();
}

/// What is between two elements of the order moves with both, and with how far it is.
#[differentiable]
fn quantile(x: &[f64], tau: f64) -> f64 {
    let mut data = Data(x.to_vec());
    data.quantile(tau)
}

#[test]
fn quantiles() {
    for tau in [0.0, 0.02, 0.25, 0.43, 0.8, 0.99, 1.0] {
        let x = [0.9, -0.4, 0.3, 1.7, 0.1, 2.2, -1.3];
        let (value, bars) = quantile::value_and_grad(&x, tau);
        assert_eq!(value, quantile(&x, tau));
        let slope = |f: &dyn Fn(f64) -> f64| (f(1e-6) - f(-1e-6)) / 2e-6;
        for k in 0..x.len() {
            let moved = |h| {
                let mut x = x;
                x[k] += h;
                quantile(&x, tau)
            };
            assert!((bars.0[k] - slope(&moved)).abs() < 1e-8);
        }
        if tau > 0.0 && tau < 1.0 {
            assert!((bars.1 - slope(&|h| quantile(&x, tau + h))).abs() < 1e-7);
        }
    }
}
