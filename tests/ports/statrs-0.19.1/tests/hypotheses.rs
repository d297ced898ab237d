//! The derivatives of the tests of hypotheses, and of what makes lists.
use pullback::{check_grad, differentiable};
use statrs::distribution::Normal;
use statrs::euclid::Modulus;
use statrs::generate::log_spaced;
use statrs::stats_tests::anderson_darling::anderson_darling;
use statrs::stats_tests::chisquare::chisquare;
use statrs::stats_tests::f_oneway::f_oneway;
use statrs::stats_tests::ks_test::{KSOneSampleAlternativeMethod, KSTwoSampleAlternativeMethod, ks_onesample, ks_twosample};
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

#[differentiable]
fn coarse_modulus(x: f32, by: f32) -> f32 {
    Modulus::modulus(x, by)
}

/// Of two samples only the order counts: neither the statistic nor the probability has a slope.
#[differentiable]
fn of_two(a: &[f64], b: &[f64]) -> f64 {
    let (d, p) = ks_twosample(a.to_vec(), b.to_vec(), KSTwoSampleAlternativeMethod::LessAsymptotic, NaNPolicy::Error).unwrap();
    let (e, q) = ks_twosample(a.to_vec(), b.to_vec(), KSTwoSampleAlternativeMethod::TwoSidedExact, NaNPolicy::Error).unwrap();
    d + 2.0 * p + 3.0 * e + 4.0 * q
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
    check_grad!(coarse_modulus(-7.3, 2.2)).unwrap();
}

macro_rules! of_one_sample {
    ($($method:ident)*) => {$(
        #[allow(non_snake_case)]
        mod $method {
            use super::*;

            #[differentiable]
            fn value(a: &[f64], law: &Normal) -> f64 {
                let (d, p) = ks_onesample(a.to_vec(), law, KSOneSampleAlternativeMethod::$method, NaNPolicy::Error).unwrap();
                d + 2.0 * p
            }

            #[test]
            fn agrees_with_differences() {
                check_grad!(value(&A, &Normal::new(0.4, 1.1).unwrap())).unwrap();
            }
        }
    )*};
}

of_one_sample! { Less Greater TwoSidedExact TwoSidedApproximate TwoSidedAsymptotic }

#[test]
fn two_samples() {
    let b = [0.5, 1.9, -0.3, 1.3, 2.4, 0.8];
    check_grad!(of_two(&A, &b)).unwrap();
    assert_eq!(of_two::grad(&A, &b), (vec![0.0; 9], vec![0.0; 6]));
}
