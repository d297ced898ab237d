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
