//! Gaussian mixture: the full gradient of the log posterior with respect to weights, means and inverse covariance factors.

use super::{Numbers, numbers_without_a_pattern};
use pullback::differentiable;
use std::path::Path;

/// To as many digits as the reference values were computed with.
#[allow(clippy::approx_constant)]
pub const PI: f64 = 3.14159265359;

/// Sizes: dimensions, components, points.
pub struct Mixture {
    pub d: usize,
    pub k: usize,
    pub n: usize,
    pub alphas: Vec<f64>,
    pub means: Vec<f64>,
    pub icf: Vec<f64>,
    pub points: Vec<f64>,
    pub gamma: f64,
    pub m: f64,
}

impl Mixture {
    pub fn read(path: &Path) -> Mixture {
        let mut file = Numbers::read(path);
        let (d, k, n) = (file.size(), file.size(), file.size());
        Mixture {
            d,
            k,
            n,
            alphas: file.take(k),
            means: file.take(k * d),
            icf: file.take(k * d * (d + 1) / 2),
            points: file.take(n * d),
            gamma: file.next(),
            m: file.next(),
        }
    }

    /// Numbers without a pattern, the same in every run.
    #[allow(dead_code, reason = "the benchmarks use it, the tests do not")]
    pub fn made_up(d: usize, k: usize, n: usize) -> Mixture {
        let mut numbers = numbers_without_a_pattern();
        let mut take = |count: usize| -> Vec<f64> { numbers.by_ref().take(count).collect() };
        Mixture {
            d,
            k,
            n,
            alphas: take(k),
            means: take(k * d),
            icf: take(k * d * (d + 1) / 2),
            points: take(n * d),
            gamma: 1.0,
            m: 0.0,
        }
    }

    pub fn gradient(&self) -> (f64, Vec<f64>) {
        let (value, (alphas, means, icf)) = log_posterior::value_and_grad(
            &self.alphas,
            &self.means,
            &self.icf,
            &self.points,
            self.d,
            self.gamma,
            self.m,
        );
        (value, [alphas, means, icf].concat())
    }
}

#[differentiable(order = 2)]
fn log_sum_exp(x: &[f64]) -> f64 {
    let mut top = x[0];
    for i in 1..x.len() {
        top = top.max(x[i]);
    }
    let mut sum = 0.0;
    for a in x {
        sum += (a - top).exp();
    }
    top + sum.ln()
}

/// `Q c`, where the diagonal of `Q` is `exp(q)` and the strictly lower triangle stands column by column in `l`.
#[differentiable(order = 2)]
fn apply_factor(q: &[f64], l: &[f64], c: &[f64], out: &mut [f64]) {
    let d = c.len();
    for i in 0..d {
        out[i] = q[i].exp() * c[i];
    }
    let mut next = 0;
    for i in 0..d {
        for j in i + 1..d {
            out[j] += l[next] * c[i];
            next += 1;
        }
    }
}

#[differentiable(order = 2)]
fn squared_norm(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for a in x {
        sum += a * a;
    }
    sum
}

/// Lanczos; only its value is needed, at constants.
fn log_gamma(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 9] = [
        0.999_999_999_999_809_9,
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    if x < 0.5 {
        return (std::f64::consts::PI / (std::f64::consts::PI * x).sin()).ln() - log_gamma(1.0 - x);
    }
    let x = x - 1.0;
    let t = x + 7.5;
    let series: f64 = COEFFICIENTS[0] + (1..9).map(|i| COEFFICIENTS[i] / (x + i as f64)).sum::<f64>();
    0.5 * (2.0 * std::f64::consts::PI).ln() + (x + 0.5) * t.ln() - t + series.ln()
}

fn log_gamma_of_many_dimensions(a: f64, d: usize) -> f64 {
    let mut sum = 0.25 * (d * (d - 1)) as f64 * PI.ln();
    for j in 1..=d {
        sum += log_gamma(a + 0.5 * (1.0 - j as f64));
    }
    sum
}

/// The part of the Wishart prior that depends on no parameter.
pub fn wishart_constant(d: usize, gamma: f64, m: f64) -> f64 {
    let nu = d as f64 + m + 1.0;
    nu * d as f64 * (gamma.ln() - 0.5 * 2f64.ln()) - log_gamma_of_many_dimensions(0.5 * nu, d)
}

/// `Q c`, where the diagonal of `Q` stands in `diagonal` and the strictly lower triangle column by column in `below`.
#[differentiable(order = 2)]
fn times_factor(diagonal: &[f64], below: &[f64], c: &[f64], out: &mut [f64]) {
    let d = c.len();
    for i in 0..d {
        out[i] = diagonal[i] * c[i];
    }
    let mut next = 0;
    for i in 0..d {
        for j in i + 1..d {
            out[j] += below[next] * c[i];
            next += 1;
        }
    }
}

#[differentiable(order = 2)]
fn wishart_log_prior(
    log_determinants: &[f64],
    diagonals: &[f64],
    icf: &[f64],
    d: usize,
    #[no_diff] gamma: f64,
    #[no_diff] m: f64,
) -> f64 {
    let k = log_determinants.len();
    let row = d * (d + 1) / 2;
    let mut prior = 0.0;
    for c in 0..k {
        let diagonal = squared_norm(&diagonals[c * d..(c + 1) * d]);
        let below = squared_norm(&icf[c * row + d..(c + 1) * row]);
        prior += 0.5 * gamma * gamma * (diagonal + below) - m * log_determinants[c];
    }
    prior - k as f64 * wishart_constant(d, gamma, m)
}

/// In ADBench's form: the exponentials of the diagonals and the sums of their logarithms are made once, before the points.
#[differentiable(order = 2)]
pub fn log_posterior(
    alphas: &[f64],
    means: &[f64],
    icf: &[f64],
    #[no_diff] points: &[f64],
    d: usize,
    #[no_diff] gamma: f64,
    #[no_diff] m: f64,
) -> f64 {
    let k = alphas.len();
    let n = points.len() / d;
    let row = d * (d + 1) / 2;

    let mut diagonals = vec![0.0; k * d];
    let mut log_determinants = vec![0.0; k];
    for c in 0..k {
        for j in 0..d {
            let q = icf[c * row + j];
            log_determinants[c] += q;
            diagonals[c * d + j] = q.exp();
        }
    }

    let mut centred = vec![0.0; d];
    let mut transformed = vec![0.0; d];
    let mut terms = vec![0.0; k];
    let mut likelihood = 0.0;
    for i in 0..n {
        for c in 0..k {
            for j in 0..d {
                centred[j] = points[i * d + j] - means[c * d + j];
            }
            let diagonal = &diagonals[c * d..(c + 1) * d];
            times_factor(diagonal, &icf[c * row + d..(c + 1) * row], &centred, &mut transformed);
            terms[c] = alphas[c] + log_determinants[c] - 0.5 * squared_norm(&transformed);
        }
        likelihood += log_sum_exp(&terms);
    }

    -0.5 * (n * d) as f64 * (2.0 * PI).ln() + likelihood - n as f64 * log_sum_exp(alphas)
        + wishart_log_prior(&log_determinants, &diagonals, icf, d, gamma, m)
}

/// The same, with the exponentials where they are used.
#[differentiable(order = 2)]
pub fn log_posterior_at_each_point(
    alphas: &[f64],
    means: &[f64],
    icf: &[f64],
    #[no_diff] points: &[f64],
    d: usize,
    #[no_diff] gamma: f64,
    #[no_diff] m: f64,
) -> f64 {
    let k = alphas.len();
    let n = points.len() / d;
    let row = d * (d + 1) / 2;

    let mut centred = vec![0.0; d];
    let mut transformed = vec![0.0; d];
    let mut beta = vec![0.0; k];
    let mut likelihood = 0.0;
    for i in 0..n {
        let point = &points[i * d..(i + 1) * d];
        for c in 0..k {
            let mean = &means[c * d..(c + 1) * d];
            let factor = &icf[c * row..(c + 1) * row];
            let mut log_determinant = 0.0;
            for j in 0..d {
                centred[j] = point[j] - mean[j];
                log_determinant += factor[j];
            }
            apply_factor(&factor[..d], &factor[d..], &centred, &mut transformed);
            beta[c] = alphas[c] + log_determinant - 0.5 * squared_norm(&transformed);
        }
        likelihood += log_sum_exp(&beta);
    }

    let mut prior = 0.0;
    for c in 0..k {
        let factor = &icf[c * row..(c + 1) * row];
        let mut log_determinant = 0.0;
        let mut diagonal = 0.0;
        for j in 0..d {
            log_determinant += factor[j];
            diagonal += factor[j].exp() * factor[j].exp();
        }
        prior += 0.5 * gamma * gamma * (diagonal + squared_norm(&factor[d..])) - m * log_determinant;
    }

    -0.5 * (n * d) as f64 * (2.0 * PI).ln() + likelihood - n as f64 * log_sum_exp(alphas) + prior
        - k as f64 * wishart_constant(d, gamma, m)
}
