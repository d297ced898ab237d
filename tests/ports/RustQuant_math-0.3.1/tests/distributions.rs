//! Densities, distribution functions and moments of distributions, by their parameters and by where they are taken, against
//! differences.
use RustQuant_math::*;
use pullback::{check_grad, differentiable};

/// A module for each distribution, with a test for each of its functions: of a number, with the numbers, and of none.
macro_rules! distributions {
    ($($name:ident: |$p:ident| $new:expr, of $params:expr
        => [$($of:ident at $at:expr),*] and [$($plain:ident),*];)*) => {$(
        mod $name {
            use super::*;

            $(mod $of {
                use super::*;
                #[differentiable]
                fn value($p: &[f64], x: f64) -> f64 {
                    let distribution = $new;
                    distribution.$of(x)
                }
                #[test]
                fn agrees_with_differences() {
                    for x in $at {
                        check_grad!(value(&$params, x)).unwrap();
                    }
                }
            })*
            mod cf {
                use super::*;
                #[differentiable]
                fn value($p: &[f64], t: f64) -> f64 {
                    let distribution = $new;
                    let z = distribution.cf(t);
                    0.7 * z.re + 0.4 * z.im
                }
                #[test]
                fn agrees_with_differences() {
                    for t in [0.7, -1.9] {
                        check_grad!(value(&$params, t)).unwrap();
                    }
                }
            }
            $(mod $plain {
                use super::*;
                #[differentiable]
                fn value($p: &[f64]) -> f64 {
                    let distribution = $new;
                    distribution.$plain()
                }
                #[test]
                fn agrees_with_differences() {
                    check_grad!(value(&$params)).unwrap();
                }
            })*
        }
    )*};
}

distributions! {
    bernoulli: |p| Bernoulli::new(p[0]), of [0.3]
        => [inv_cdf at [0.2, 0.8], cdf at [-1.5, 0.3, 1.4], mgf at [0.7, -0.4]]
        and [mean, median, mode, variance, skewness, kurtosis, entropy];
    binomial: |p| Binomial::new(9, p[0]), of [0.34]
        => [inv_cdf at [0.2, 0.8], mgf at [0.7, -0.4]]
        and [mean, median, mode, variance, skewness, kurtosis, entropy];
    chi_squared: |_p| ChiSquared::new(3), of [0.0; 0]
        => [pdf at [0.7, 2.9], pmf at [0.7], cdf at [0.7, 2.9], mgf at [0.2, -1.3]] and [];
    exponential: |p| Exponential::new(p[0]), of [1.3]
        => [pdf at [0.7, 2.9], pmf at [0.7], cdf at [0.7, 2.9], inv_cdf at [0.3, 0.8], mgf at [0.2, -1.3]]
        and [mean, median, mode, variance, skewness, kurtosis, entropy];
    gamma: |p| Gamma::new(p[0], p[1]), of [2.3, 1.4]
        => [pdf at [0.7, 2.9], pmf at [0.7], cdf at [0.7, 2.9], mgf at [0.2, -1.3]]
        and [mean, mode, variance, skewness, kurtosis];
    gaussian: |p| Gaussian::new(p[0], p[1]), of [0.3, 1.7]
        => [pdf at [0.7, -2.9], pmf at [0.7], cdf at [0.7, -2.9], inv_cdf at [0.3, 0.8], mgf at [0.2, -1.3]]
        and [mean, median, mode, variance, skewness, kurtosis, entropy];
    poisson: |p| Poisson::new(p[0]), of [2.3]
        => [cdf at [0.7, 2.9], inv_cdf at [0.3, 0.8], mgf at [0.2, -1.3]]
        and [mean, median, mode, variance, skewness, kurtosis];
    uniform: |p| Uniform::new(p[0], p[1], DistributionClass::Continuous), of [0.3, 1.7]
        => [pdf at [0.7, -2.9, 3.1], pmf at [0.7, 3.1], cdf at [0.7, -2.9, 3.1], inv_cdf at [0.3, 0.8], mgf at [0.2, -1.3]]
        and [mean, median, mode, variance, skewness, kurtosis, entropy];
    uniform_of_counts: |p| Uniform::new(p[0], p[1], DistributionClass::Discrete), of [2.0, 5.0]
        => [pdf at [2.5, 7.5], pmf at [2.5], cdf at [2.5, 7.5], mgf at [0.2, -1.3]] and [mean, median, variance, kurtosis, entropy];
}

/// Of counts, which are given as numbers.
macro_rules! masses {
    ($($name:ident: |$p:ident, $k:ident| $new:expr, at [$($at:expr),*];)*) => {$(
        mod $name {
            use super::*;
            #[differentiable]
            fn value($p: f64, #[no_diff] $k: f64) -> f64 {
                $new
            }
            #[test]
            fn agrees_with_differences() {
                for k in [$($at),*] {
                    check_grad!(value(0.3, k)).unwrap();
                }
            }
        }
    )*};
}

masses! {
    bernoulli_pmf: |p, k| Bernoulli::new(p).pmf(k), at [0.0, 1.0];
    binomial_pmf: |p, k| Binomial::new(9, p).pmf(k), at [0.0, 3.0, 8.0];
    binomial_cdf: |p, k| Binomial::new(9, p).cdf(k), at [0.0, 3.0, 8.0];
    poisson_pmf: |p, k| Poisson::new(4.0 * p).pmf(k), at [0.0, 3.0, 8.0];
}

/// It is found by bisection, to ten digits, so the steps of the differences are wide. What is below half of the degrees of freedom,
/// and above three halves of them, is not found.
#[test]
fn quantiles_of_chi_squared() {
    #[differentiable]
    fn quantile(law: &ChiSquared, p: f64) -> f64 {
        law.inv_cdf(p)
    }
    let law = ChiSquared::new(3);
    for p in [0.4, 0.55, 0.7] {
        let (_, slope) = quantile::grad(&law, p);
        let h = 1e-4;
        let difference = (law.inv_cdf(p + h) - law.inv_cdf(p - h)) / (2.0 * h);
        assert!((slope - difference).abs() < 1e-5 * slope, "{slope} against {difference}");
    }
}

/// What is drawn is `mean + sqrt(variance) * z`, and `z` is known by it.
#[test]
fn gaussian_sample() {
    #[differentiable]
    fn drawn(mean: f64, variance: f64, n: usize) -> Vec<f64> {
        Gaussian::new(mean, variance).sample(n).unwrap()
    }
    let (mean, variance) = (0.3, 1.7);
    let (values, pullback) = drawn::vjp(mean, variance, 3);
    let (mean_bar, variance_bar) = pullback(vec![1.0, 2.0, 3.0]);
    let slope = |v: f64| (v - mean) / (2.0 * variance);
    let expected = slope(values[0]) + 2.0 * slope(values[1]) + 3.0 * slope(values[2]);
    assert_eq!(mean_bar, 6.0);
    assert!((variance_bar - expected).abs() < 1e-12);
}
