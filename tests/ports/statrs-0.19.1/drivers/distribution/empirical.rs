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

/// One that is there twice and one that is there once are taken away, and one that is not there is not.
#[differentiable]
fn moments_of_others(x: &[f64]) -> f64 {
    let mut law = Empirical {
        data: BTreeMap::new(),
        sum: 0,
        mean: 0.0,
        var: 0.0,
    };
    for x in x {
        law.add(*x);
    }
    law.add(x[1]);
    law.remove(x[1]);
    law.remove(x[3]);
    law.remove(17.5);
    law.mean().unwrap() + 2.0 * law.variance().unwrap() + law.mean * x[0]
}

#[differentiable]
fn nothing_left(x: f64) -> f64 {
    let mut law = Empirical {
        data: BTreeMap::new(),
        sum: 0,
        mean: 0.0,
        var: 0.0,
    };
    law.add(x);
    law.remove(x);
    law.mean + x
}

#[test]
fn of_the_points_that_are_left() {
    check_grad!(moments_of_others(&POINTS)).unwrap();
    check_grad!(nothing_left(0.3)).unwrap();
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
