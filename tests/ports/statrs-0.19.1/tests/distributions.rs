//! Densities, distribution functions and moments of distributions, by their fields and by where they are taken, against differences.

use pullback::{check_grad, differentiable};
use statrs::distribution::*;
use statrs::statistics::{Distribution, Median, Mode};

/// A module for each distribution, with a test for each of its functions.
macro_rules! distributions {
    ($($name:ident: $ty:ident = $new:expr, at [$($x:expr),*]: $of:ty
        => [$($density:ident),*] and [$($plain:ident),*] and [$($maybe:ident),*];)*) => {$(
        mod $name {
            use super::*;

            fn made() -> $ty {
                $new.unwrap()
            }

            $(mod $density {
                use super::*;
                #[differentiable]
                fn value(of: &$ty, x: $of) -> f64 {
                    of.$density(x)
                }
                #[test]
                fn agrees_with_differences() {
                    for x in POINTS {
                        check_grad!(value(&made(), *x)).unwrap();
                    }
                }
            })*
            $(mod $plain {
                use super::*;
                #[differentiable]
                fn value(of: &$ty) -> f64 {
                    of.$plain()
                }
                #[test]
                fn agrees_with_differences() {
                    check_grad!(value(&made())).unwrap();
                }
            })*
            $(mod $maybe {
                use super::*;
                #[differentiable]
                fn value(of: &$ty) -> f64 {
                    of.$maybe().unwrap()
                }
                #[test]
                fn agrees_with_differences() {
                    check_grad!(value(&made())).unwrap();
                }
            })*
            const POINTS: &[$of] = &[$($x),*];
        }
    )*};
}

distributions! {
    normal: Normal = Normal::new(0.3, 1.2), at [0.7, -1.9]: f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [mean, variance, std_dev, entropy, skewness, mode];
    beta: Beta = Beta::new(2.3, 3.1), at [0.2, 0.7]: f64
        => [pdf, ln_pdf, cdf, sf] and [] and [mean, variance, entropy, skewness, mode];
    cauchy: Cauchy = Cauchy::new(0.4, 1.3), at [0.9, -2.0]: f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [entropy, mode];
    chi: Chi = Chi::new(3), at [0.8, 2.1]: f64
        => [pdf, ln_pdf, cdf, sf] and [] and [];
    chi_squared: ChiSquared = ChiSquared::new(3.4), at [0.8, 2.1, 9.0]: f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [mean, variance, entropy, skewness, mode];
    erlang: Erlang = Erlang::new(3, 1.4), at [0.8, 2.1]: f64
        => [pdf, ln_pdf, cdf, sf] and [] and [mean, variance, entropy, mode];
    exponential: Exp = Exp::new(1.4), at [0.8, 2.1]: f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [mean, variance, entropy];
    fisher_snedecor: FisherSnedecor = FisherSnedecor::new(7.5, 9.3), at [0.8, 2.1]: f64
        => [pdf, ln_pdf, cdf, sf] and [] and [mean, variance, skewness, mode];
    gamma: Gamma = Gamma::new(2.4, 1.7), at [0.8, 2.1]: f64
        => [pdf, ln_pdf, cdf, sf] and [] and [mean, variance, entropy, skewness, mode];
    gumbel: Gumbel = Gumbel::new(0.4, 1.7), at [0.8, -2.1]: f64
        => [pdf, ln_pdf, cdf, sf] and [median, mode] and [mean, variance, std_dev, entropy];
    inverse_gamma: InverseGamma = InverseGamma::new(4.4, 1.7), at [0.3, 0.9]: f64
        => [pdf, ln_pdf, cdf, sf] and [] and [mean, variance, entropy, skewness, mode];
    laplace: Laplace = Laplace::new(0.4, 1.7), at [0.8, -2.1]: f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [mean, variance, entropy, mode];
    levy: Levy = Levy::new(0.4, 1.7), at [0.8, 2.1]: f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [entropy, mode];
    log_normal: LogNormal = LogNormal::new(0.4, 0.7), at [0.8, 2.1]: f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [mean, variance, entropy, skewness, mode];
    pareto: Pareto = Pareto::new(0.4, 3.7), at [0.8, 2.1]: f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [mean, variance, entropy, skewness, mode];
    students_t: StudentsT = StudentsT::new(0.4, 1.7, 3.7), at [0.8, -2.1]: f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [mean, variance, entropy, mode];
    triangular: Triangular = Triangular::new(0.4, 3.7, 1.1), at [0.8, 2.1]: f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [mean, variance, entropy, skewness, mode];
    uniform: Uniform = Uniform::new(0.4, 3.7), at [0.8, 2.1]: f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [mean, variance, entropy, mode];
    weibull: Weibull = Weibull::new(2.4, 1.7), at [0.8, 2.1]: f64
        => [pdf, ln_pdf, cdf, sf] and [median] and [mean, variance, entropy, skewness, mode];
    binomial: Binomial = Binomial::new(0.3, 7), at [0, 2, 6]: u64
        => [pmf, ln_pmf, cdf, sf] and [median] and [mean, variance, entropy, skewness];
    bernoulli: Bernoulli = Bernoulli::new(0.3), at [0, 1]: u64
        => [pmf, ln_pmf, cdf, sf] and [] and [mean, variance, entropy, skewness];
    geometric: Geometric = Geometric::new(0.3), at [1, 4]: u64
        => [pmf, ln_pmf, cdf, sf] and [] and [mean, variance, entropy, skewness];
    negative_binomial: NegativeBinomial = NegativeBinomial::new(3.2, 0.3), at [1, 4]: u64
        => [pmf, ln_pmf, cdf, sf] and [] and [];
    poisson: Poisson = Poisson::new(2.3), at [1, 4]: u64
        => [pmf, ln_pmf, cdf, sf] and [] and [mean, variance, entropy, skewness];
}
