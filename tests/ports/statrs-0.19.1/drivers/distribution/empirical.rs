//! The derivatives of what a sample gives: of its moments, and of its steps, which have none.
use super::*;
use pullback::{check_grad, differentiable};

const POINTS: [f64; 5] = [0.3, -0.7, 1.4, 0.9, -0.1];

#[differentiable]
fn moments(x: &[f64]) -> f64 {
    let mut law = Empirical {
        data: BTreeMap::new(),
        sum: 0,
        mean: 0.0,
        var: 0.0,
    };
    for x in x {
        law.add(*x);
    }
    law.mean().unwrap() + 2.0 * law.variance().unwrap()
}

#[test]
fn of_added_points() {
    check_grad!(moments(&POINTS)).unwrap();
}

#[differentiable]
fn steps(law: &Empirical, x: f64, p: f64) -> f64 {
    law.mean().unwrap() * (law.cdf(x) + 2.0 * law.sf(x) + x * law.__inverse_cdf(p)) + law.variance().unwrap()
}

#[test]
fn of_steps() {
    let law = Empirical::from_iter(POINTS);
    check_grad!(steps(&law, 0.5, 0.47)).unwrap();
}
