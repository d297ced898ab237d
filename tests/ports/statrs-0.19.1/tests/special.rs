//! Special functions, kernels, tests and lists, against differences.

use pullback::{check_grad, differentiable};

/// Functions of numbers, each at several points.
macro_rules! functions {
    ($($test:ident: |$($param:ident),*| $value:expr => $([$($at:expr),*])*;)*) => {$(
        mod $test {
            use super::*;
            #[differentiable]
            fn value($($param: f64),*) -> f64 {
                $value
            }
            #[test]
            fn agrees_with_differences() {
                $(check_grad!(value($($at),*)).unwrap();)*
            }
        }
    )*};
}

use statrs::function::{beta, erf, evaluate, exponential, gamma, harmonic, logistic};

functions! {
    ln_beta: |a, b| beta::checked_ln_beta(a, b).unwrap() => [0.7, 2.3] [3.1, 0.4];
    beta_of_two: |a, b| beta::beta(a, b) + beta::checked_beta(a, b).unwrap() => [0.7, 2.3] [3.1, 0.4];
    beta_incomplete: |a, b, x| beta::checked_beta_inc(a, b, x).unwrap() => [0.7, 2.3, 0.2] [3.1, 0.4, 0.9];
    beta_regularized: |a, b, x| beta::checked_beta_reg(a, b, x).unwrap() => [0.7, 2.3, 0.2] [3.1, 0.4, 0.9];
    error: |x| erf::erf(x) => [0.2] [-0.9] [1.7] [3.2];
    error_complement: |x| erf::erfc(x) => [0.2] [-0.9] [1.7] [3.2];
    error_inverse: |x| erf::erf_inv(x) => [0.2] [-0.9] [0.99];
    error_complement_inverse: |x| erf::erfc_inv(x) => [0.2] [0.9] [1.7];
    polynomial: |z, a, b| evaluate::polynomial(z, &[a, b, a * b]) => [0.3, 1.2, -0.7];
    exponential_integral: |x| exponential::integral(x, 2).unwrap() => [0.3] [1.4];
    ln_gamma: |x| gamma::ln_gamma(x) => [0.3] [2.7] [11.3];
    gamma_itself: |x| gamma::gamma(x) => [0.3] [2.7] [-1.4];
    gamma_upper: |a, x| gamma::checked_gamma_ui(a, x).unwrap() => [0.7, 1.3] [3.2, 0.6];
    gamma_lower: |a, x| gamma::checked_gamma_li(a, x).unwrap() => [0.7, 1.3] [3.2, 0.6];
    gamma_upper_regularized: |a, x| gamma::checked_gamma_ur(a, x).unwrap() => [0.7, 1.3] [3.2, 0.6] [2.1, 7.0];
    gamma_lower_regularized: |a, x| gamma::checked_gamma_lr(a, x).unwrap() => [0.7, 1.3] [3.2, 0.6] [2.1, 7.0];
    digamma: |x| gamma::digamma(x) => [0.3] [2.7] [-1.4];
    inverse_of_digamma: |x| gamma::inv_digamma(x) => [0.3] [1.7] [-1.4];
    harmonic_sum: |m| harmonic::gen_harmonic(4, m) => [0.3] [1.7];
    logistic_curve: |p| logistic::logistic(p) => [0.3] [-1.7];
    logit: |p| logistic::checked_logit(p).unwrap() => [0.3] [0.8];
}

#[differentiable]
fn spaced(start: f64, stop: f64) -> f64 {
    statrs::generate::log_spaced(4, start, stop).iter().map(|x| x * x).sum()
}

#[test]
fn log_spaced_agrees_with_differences() {
    check_grad!(spaced(0.2, 1.1)).unwrap();
}

mod kernels {
    use super::*;
    use statrs::function::kernel::*;

    macro_rules! kernels {
        ($($test:ident: $kernel:ident;)*) => {$(
            #[test]
            fn $test() {
                #[differentiable]
                fn value(x: f64) -> f64 {
                    $kernel.evaluate(x)
                }
                for x in [0.3, -0.6] {
                    check_grad!(value(x)).unwrap();
                }
            }
        )*};
    }

    kernels! {
        gaussian: Gaussian;
        epanechnikov: Epanechnikov;
        triangular: Triangular;
        tricube: Tricube;
        quartic: Quartic;
        uniform: Uniform;
        cosine: Cosine;
        logistic: Logistic;
        sigmoid: Sigmoid;
    }
}
