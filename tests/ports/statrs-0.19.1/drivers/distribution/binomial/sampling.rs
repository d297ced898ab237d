//! The derivatives of the plan by which is drawn.
use super::*;
use pullback::{check_grad, differentiable};

#[differentiable]
fn planned(p: f64, n: u64) -> f64 {
    let plan = Plan::new(n, p);
    match plan.path {
        Path::Degenerate(_) => 0.0,
        Path::PoissonLimit { mean } => mean,
        Path::Binv { p, q } => p * p + 2.0 * q,
        Path::Btpe { p, q } => 3.0 * p * p + 4.0 * q,
    }
}

#[test]
fn plans() {
    for (p, n) in [(0.3, 7), (0.7, 7), (0.3, 100), (0.6, 100)] {
        check_grad!(planned(p, n)).unwrap();
    }
}
