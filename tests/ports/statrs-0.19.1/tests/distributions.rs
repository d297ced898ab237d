//! Densities, distribution functions and moments, by their parameters and where they are taken, against differences.

use pullback::{check_grad, differentiable};
use statrs::distribution::{Continuous, ContinuousCDF, Discrete, DiscreteCDF};
use statrs::statistics::{Distribution, Median, Mode};

/// A module for each distribution: of `x` and of the parameters, and of the parameters alone.
macro_rules! distributions {
    ($($name:ident: $new:path [$($param:ident = $at:expr),*] [$($fixed:ident: $of:ty = $given:expr),*]
        at [$($x:expr),*] of $kind:ty => [$($density:ident),*] and [$($plain:ident),*] and [$($maybe:ident),*])*) => {$(
        mod $name {
            use super::*;

            $(mod $density {
                use super::*;
                #[differentiable]
                fn value($($param: f64,)* $(#[no_diff] $fixed: $of,)* x: $kind) -> f64 {
                    $new($($param,)* $($fixed),*).unwrap().$density(x)
                }
                #[test]
                fn agrees_with_differences() {
                    for x in [$($x),*] {
                        check_grad!(value($($at,)* $($given,)* x)).unwrap();
                    }
                }
            })*
            $(mod $plain {
                use super::*;
                #[differentiable]
                fn value($($param: f64,)* $(#[no_diff] $fixed: $of),*) -> f64 {
                    $new($($param,)* $($fixed),*).unwrap().$plain()
                }
                #[test]
                fn agrees_with_differences() {
                    check_grad!(value($($at,)* $($given),*)).unwrap();
                }
            })*
            $(mod $maybe {
                use super::*;
                #[differentiable]
                fn value($($param: f64,)* $(#[no_diff] $fixed: $of),*) -> f64 {
                    $new($($param,)* $($fixed),*).unwrap().$maybe().unwrap()
                }
                #[test]
                fn agrees_with_differences() {
                    check_grad!(value($($at,)* $($given),*)).unwrap();
                }
            })*
        }
    )*};
}

distributions! {
    normal: statrs::distribution::Normal::new [mean = 0.3, deviation = 1.2] [] at [0.7, -1.9] of f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [mean, variance, std_dev, entropy, skewness, mode]
    beta: statrs::distribution::Beta::new [a = 2.3, b = 3.1] [] at [0.2, 0.7] of f64
        => [pdf, ln_pdf, cdf, sf] and [] and [mean, variance, entropy, skewness, mode]
    cauchy: statrs::distribution::Cauchy::new [location = 0.4, scale = 1.3] [] at [0.9, -2.0] of f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [entropy, mode]
    chi: statrs::distribution::Chi::new [] [freedom: u64 = 3] at [0.8, 2.1] of f64
        => [pdf, ln_pdf, cdf, sf] and [] and []
    chi_squared: statrs::distribution::ChiSquared::new [freedom = 3.4] [] at [0.8, 2.1, 9.0] of f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [mean, variance, entropy, skewness, mode]
    erlang: erlang [rate = 1.4] [shape: u64 = 3] at [0.8, 2.1] of f64
        => [pdf, ln_pdf, cdf, sf] and [] and [mean, variance, entropy, mode]
    exponential: statrs::distribution::Exp::new [rate = 1.4] [] at [0.8, 2.1] of f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [mean, variance, entropy]
    fisher_snedecor: statrs::distribution::FisherSnedecor::new [first = 7.5, second = 9.3] [] at [0.8, 2.1] of f64
        => [pdf, ln_pdf, cdf, sf] and [] and [mean, variance, skewness, mode]
    gamma: statrs::distribution::Gamma::new [shape = 2.4, rate = 1.7] [] at [0.8, 2.1] of f64
        => [pdf, ln_pdf, cdf, sf] and [] and [mean, variance, entropy, skewness, mode]
    gumbel: statrs::distribution::Gumbel::new [location = 0.4, scale = 1.7] [] at [0.8, -2.1] of f64
        => [pdf, ln_pdf, cdf, sf] and [median, mode] and [mean, variance, std_dev, entropy]
    inverse_gamma: statrs::distribution::InverseGamma::new [shape = 4.4, rate = 1.7] [] at [0.3, 0.9] of f64
        => [pdf, ln_pdf, cdf, sf] and [] and [mean, variance, entropy, skewness, mode]
    laplace: statrs::distribution::Laplace::new [location = 0.4, scale = 1.7] [] at [0.8, -2.1] of f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [mean, variance, entropy, mode]
    levy: statrs::distribution::Levy::new [location = 0.4, scale = 1.7] [] at [0.8, 2.1] of f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [entropy, mode]
    log_normal: statrs::distribution::LogNormal::new [location = 0.4, scale = 0.7] [] at [0.8, 2.1] of f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [mean, variance, entropy, skewness, mode]
    pareto: statrs::distribution::Pareto::new [scale = 0.4, shape = 3.7] [] at [0.8, 2.1] of f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [mean, variance, entropy, skewness, mode]
    students_t: statrs::distribution::StudentsT::new [location = 0.4, scale = 1.7, freedom = 3.7] [] at [0.8, -2.1] of f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [mean, variance, entropy, mode]
    triangular: statrs::distribution::Triangular::new [min = 0.4, max = 3.7, mode = 1.1] [] at [0.8, 2.1] of f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [mean, variance, entropy, skewness, mode]
    uniform: statrs::distribution::Uniform::new [min = 0.4, max = 3.7] [] at [0.8, 2.1] of f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [mean, variance, entropy, mode]
    weibull: statrs::distribution::Weibull::new [shape = 2.4, scale = 1.7] [] at [0.8, 2.1] of f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [mean, variance, entropy, skewness, mode]
}

#[differentiable]
fn erlang(rate: f64, #[no_diff] shape: u64) -> Result<statrs::distribution::Erlang, statrs::distribution::GammaError> {
    statrs::distribution::Erlang::new(shape, rate)
}

/// The same of distributions of counts.
macro_rules! counts {
    ($($name:ident: $new:expr, ($($param:ident = $at:expr),*) at [$($k:expr),*]
        => [$($mass:ident),*] and [$($plain:ident),*] and [$($maybe:ident),*])*) => {$(
        mod $name {
            use super::*;

            $(mod $mass {
                use super::*;
                #[differentiable]
                fn value($($param: f64,)* #[no_diff] k: u64) -> f64 {
                    ($new).unwrap().$mass(k)
                }
                #[test]
                fn agrees_with_differences() {
                    for k in [$($k),*] {
                        check_grad!(value($($at,)* k)).unwrap();
                    }
                }
            })*
            $(mod $plain {
                use super::*;
                #[differentiable]
                fn value($($param: f64),*) -> f64 {
                    ($new).unwrap().$plain()
                }
                #[test]
                fn agrees_with_differences() {
                    check_grad!(value($($at),*)).unwrap();
                }
            })*
            $(mod $maybe {
                use super::*;
                #[differentiable]
                fn value($($param: f64),*) -> f64 {
                    ($new).unwrap().$maybe().unwrap()
                }
                #[test]
                fn agrees_with_differences() {
                    check_grad!(value($($at),*)).unwrap();
                }
            })*
        }
    )*};
}

counts! {
    binomial: statrs::distribution::Binomial::new(p, 7), (p = 0.3) at [0, 2, 6]
        => [pmf, ln_pmf, cdf, sf] and [median] and [mean, variance, entropy, skewness]
    bernoulli: statrs::distribution::Bernoulli::new(p), (p = 0.3) at [0, 1]
        => [pmf, ln_pmf, cdf, sf] and [] and [mean, variance, entropy, skewness]
    geometric: statrs::distribution::Geometric::new(p), (p = 0.3) at [1, 4]
        => [pmf, ln_pmf, cdf, sf] and [] and [mean, variance, entropy, skewness]
    negative_binomial: statrs::distribution::NegativeBinomial::new(r, p), (r = 3.2, p = 0.3) at [1, 4]
        => [pmf, ln_pmf, cdf, sf] and [] and []
    poisson: statrs::distribution::Poisson::new(lambda), (lambda = 2.3) at [1, 4]
        => [pmf, ln_pmf, cdf, sf] and [] and [mean, variance, entropy, skewness]
}
