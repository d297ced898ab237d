//! The derivatives of the tests of hypotheses, and of what makes lists.
use pullback::{check_grad, differentiable};
use statrs::distribution::Normal;
use statrs::euclid::Modulus;
use statrs::generate::log_spaced;
use statrs::stats_tests::anderson_darling::anderson_darling;
use statrs::stats_tests::chisquare::chisquare;
use statrs::stats_tests::f_oneway::f_oneway;
use statrs::stats_tests::skewtest::skewtest;
use statrs::stats_tests::ttest_onesample::ttest_onesample;
use statrs::stats_tests::{Alternative, NaNPolicy};

#[differentiable]
fn of_one(a: &[f64], mean: f64) -> f64 {
    let (statistic, p) = ttest_onesample(a.to_vec(), mean, Alternative::TwoSided, NaNPolicy::Error).unwrap();
    let (skew, q) = skewtest(a.to_vec(), Alternative::Greater, NaNPolicy::Error).unwrap();
    statistic + 2.0 * p + 3.0 * skew + 4.0 * q
}

#[differentiable]
fn of_three(a: &[f64], b: &[f64], c: &[f64]) -> f64 {
    let (statistic, p) = f_oneway(vec![a.to_vec(), b.to_vec(), c.to_vec()], NaNPolicy::Error).unwrap();
    statistic + 2.0 * p
}

#[differentiable]
fn of_counts(counts: &[usize], expected: &[f64]) -> f64 {
    let (statistic, p) = chisquare(counts, Some(expected), None).unwrap();
    statistic + 2.0 * p
}

#[differentiable]
fn of_a_law(a: &[f64], law: &Normal) -> f64 {
    let (statistic, p) = anderson_darling(a, law).unwrap();
    statistic + 2.0 * p
}

#[differentiable]
fn spaced(from: f64, to: f64) -> f64 {
    let mut sum = 0.0;
    for (k, x) in log_spaced(5, from, to).iter().enumerate() {
        sum += x * k as f64;
    }
    sum
}

#[differentiable]
fn modulus(x: f64, by: f64) -> f64 {
    Modulus::modulus(x, by)
}

const A: [f64; 9] = [0.3, 1.2, -0.4, 0.9, 2.1, 0.2, -0.7, 1.4, 0.6];

#[test]
fn ttest_and_skewtest() {
    check_grad!(of_one(&A, 0.2)).unwrap();
}

#[test]
fn one_way() {
    check_grad!(of_three(&A, &[0.9, 1.2, 0.4], &[0.1, -0.3, 0.8, 0.7])).unwrap();
}

#[test]
fn anderson() {
    check_grad!(of_a_law(&A, &Normal::new(0.4, 1.1).unwrap())).unwrap();
}

#[test]
fn chi_squares() {
    let bar = of_counts::grad(&[3, 5, 4], &[4.0, 4.0, 4.0]);
    let f = |x: f64| of_counts(&[3, 5, 4], &[x, 4.0, 8.0 - x]);
    let slope = (f(4.0 + 1e-6) - f(4.0 - 1e-6)) / 2e-6;
    assert!((bar[0] - bar[2] - slope).abs() < 1e-6);
}

#[test]
fn lists_and_remainders() {
    check_grad!(spaced(0.1, 0.7)).unwrap();
    check_grad!(modulus(7.3, 2.2)).unwrap();
    check_grad!(modulus(-7.3, 2.2)).unwrap();
}
