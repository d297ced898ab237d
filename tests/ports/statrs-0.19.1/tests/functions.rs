//! The derivatives of the special functions and kernels.
use pullback::{check_grad, differentiable};
use statrs::function::kernel::*;
use statrs::function::{beta, erf, evaluate, exponential, gamma, harmonic, logistic};

macro_rules! of_numbers {
    ($($test:ident: $path:ident $function:ident($($name:ident),*) at [$($at:tt)*];)*) => {$(
        #[test]
        fn $test() {
            #[differentiable]
            fn called($($name: f64),*) -> f64 {
                $path::$function($($name),*)
            }
            of_numbers!(@ $($at)*);
        }
    )*};
    (@ $(($($at:expr),*))*) => { $(check_grad!(called($($at),*)).unwrap();)* };
}

of_numbers! {
    ln_beta: beta ln_beta(a, b) at [(1.3, 2.4) (0.4, 3.1)];
    beta_function: beta beta(a, b) at [(1.3, 2.4) (0.4, 3.1)];
    beta_inc: beta beta_inc(a, b, x) at [(1.3, 2.4, 0.3) (2.4, 3.1, 0.7)];
    beta_reg: beta beta_reg(a, b, x) at [(1.3, 2.4, 0.3) (2.4, 3.1, 0.7)];
    erf_function: erf erf(x) at [(0.3) (-0.7) (1.9) (4.0)];
    erfc: erf erfc(x) at [(0.3) (-0.7) (1.9) (4.0)];
    erf_inv: erf erf_inv(x) at [(0.3) (-0.7) (0.97)];
    erfc_inv: erf erfc_inv(x) at [(0.3) (0.7) (1.9)];
    ln_gamma: gamma ln_gamma(x) at [(0.3) (2.7) (9.5)];
    gamma_function: gamma gamma(x) at [(0.3) (2.7) (5.5)];
    gamma_ui: gamma gamma_ui(a, x) at [(1.3, 0.4) (2.7, 3.9)];
    gamma_li: gamma gamma_li(a, x) at [(1.3, 0.4) (2.7, 3.9)];
    gamma_ur: gamma gamma_ur(a, x) at [(1.3, 0.4) (2.7, 3.9)];
    gamma_lr: gamma gamma_lr(a, x) at [(1.3, 0.4) (2.7, 3.9)];
    digamma: gamma digamma(x) at [(0.3) (2.7) (-1.4)];
    logistic_function: logistic logistic(p) at [(0.3) (-1.4)];
    logit: logistic logit(p) at [(0.3) (0.8)];
}

#[differentiable]
fn checked(a: f64, b: f64, x: f64) -> f64 {
    beta::checked_beta(a, b).unwrap() + beta::checked_ln_beta(a, b).unwrap() + beta::checked_beta_inc(a, b, x).unwrap()
        + beta::checked_beta_reg(a, b, x).unwrap() + gamma::checked_gamma_ui(a, x).unwrap() + gamma::checked_gamma_li(a, x).unwrap()
        + gamma::checked_gamma_ur(a, x).unwrap() + gamma::checked_gamma_lr(a, x).unwrap() + logistic::checked_logit(x).unwrap()
}

#[test]
fn checked_functions() {
    check_grad!(checked(1.3, 2.4, 0.3)).unwrap();
}

#[differentiable]
fn of_lists_and_counts(x: f64, list: &[f64], n: u64) -> f64 {
    evaluate::polynomial(x, list) + exponential::integral(x, n).unwrap() + harmonic::gen_harmonic(n, x)
}

#[test]
fn polynomial_integral_gen_harmonic() {
    for x in [0.4, 1.7] {
        check_grad!(of_lists_and_counts(x, &[0.3, -1.2, 0.8], 3)).unwrap();
    }
}

#[differentiable]
fn of_kernels(x: f64) -> f64 {
    Gaussian.evaluate(x) + 2.0 * Epanechnikov.evaluate(x) + 3.0 * Triangular.evaluate(x) + 4.0 * Tricube.evaluate(x)
        + 5.0 * Quartic.evaluate(x) + 6.0 * Cosine.evaluate(x) + 7.0 * Logistic.evaluate(x) + 8.0 * Sigmoid.evaluate(x)
}

#[test]
fn kernels_evaluate() {
    for x in [0.3, -0.4, 1.7] {
        check_grad!(of_kernels(x)).unwrap();
    }
}

#[differentiable]
fn of_a_bandwidth(x: f64, bandwidth: f64) -> f64 {
    Gaussian.evaluate_with_bandwidth(x, bandwidth) + 2.0 * Tricube.evaluate_with_bandwidth(x, bandwidth)
}

#[test]
fn kernels_evaluate_with_bandwidth() {
    for x in [0.3, -0.4] {
        check_grad!(of_a_bandwidth(x, 1.7)).unwrap();
    }
}
