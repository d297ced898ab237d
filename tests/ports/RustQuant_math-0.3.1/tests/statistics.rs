//! Statistics of lists, integrals and Fourier transforms, against differences.
use RustQuant_math::*;
use pullback::{check_grad, differentiable};

const NUMBERS: [f64; 7] = [1.3, 0.4, 2.9, 1.1, 0.7, 3.6, 2.2];

macro_rules! statistics {
    ($($name:ident: |$x:ident, $k:ident| $value:expr;)*) => {$(
        #[test]
        fn $name() {
            #[differentiable]
            fn value($x: &Vec<f64>, $k: f64) -> f64 {
                $value
            }
            for k in [0.3, 0.87] {
                check_grad!(value(&NUMBERS.to_vec(), k)).unwrap();
                check_grad!(value(&NUMBERS[..6].to_vec(), k)).unwrap();
            }
        }
    )*};
}

statistics! {
    mean: |x, k| k * x.mean();
    arithmetic_mean: |x, k| k * x.arithmetic_mean();
    geometric_mean: |x, k| k * x.geometric_mean();
    harmonic_mean: |x, k| k * x.harmonic_mean();
    variance: |x, k| k * x.variance();
    sample_variance: |x, k| k * x.sample_variance();
    population_variance: |x, k| k * x.population_variance();
    standard_deviation: |x, k| k * x.standard_deviation();
    sample_standard_deviation: |x, k| k * x.sample_standard_deviation();
    population_standard_deviation: |x, k| k * x.population_standard_deviation();
    skewness: |x, k| k * x.skewness();
    kurtosis: |x, k| k * x.kurtosis();
    min: |x, k| k * x.min();
    max: |x, k| k * x.max();
    median: |x, k| k * x.median();
    percentile: |x, k| x.percentile(k);
    quantile: |x, k| x.quantile(k);
    interquartile_range: |x, k| k * x.interquartile_range();
    range: |x, k| k * x.range();
}

#[test]
fn of_two() {
    #[differentiable]
    fn covariance(x: &Vec<f64>, y: &Vec<f64>) -> f64 {
        x.covariance(y)
    }
    #[differentiable]
    fn correlation(x: &Vec<f64>, y: &Vec<f64>) -> f64 {
        x.correlation(y)
    }
    let y = vec![0.2, 1.9, 0.8, 2.4, 0.6, 1.2, 3.1];
    check_grad!(covariance(&NUMBERS.to_vec(), &y)).unwrap();
    check_grad!(correlation(&NUMBERS.to_vec(), &y)).unwrap();
}

#[test]
fn integral() {
    #[differentiable]
    fn value(k: f64, a: f64, b: f64) -> f64 {
        integrate(|x| (k * x).sin().exp(), a, b)
    }
    check_grad!(value(1.3, 0.2, 2.9)).unwrap();
}

#[test]
fn fourier_transforms() {
    #[differentiable]
    fn real(x: &[f64], weights: &[f64]) -> f64 {
        let y = fft_real(x);
        y.iter().zip(weights).map(|(y, w)| w * y * y).sum()
    }
    #[differentiable]
    fn complex(x: &[num::Complex<f64>], weights: &[f64]) -> f64 {
        let y = fft_complex(x);
        y.iter().zip(weights).map(|(y, w)| w * (y.re * y.re + 0.3 * y.im)).sum()
    }
    let weights: Vec<f64> = (0..8).map(|k| (1.3 * k as f64).sin()).collect();
    let x: Vec<f64> = (0..8).map(|k| (0.7 * k as f64).cos()).collect();
    let z: Vec<_> = x.iter().zip(&weights).map(|(x, w)| num::Complex::new(*x, x * w)).collect();
    check_grad!(real(&x, &weights)).unwrap();
    check_grad!(complex(&z, &weights)).unwrap();
}
