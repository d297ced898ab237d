//! The objective, as plain functions of slices.
//!
//! Nothing in here is written for the sake of its derivative: `#[differentiable]` leaves each
//! function as it stands and adds its gradients beside it.

use pullback::differentiable;

/// The log density of the parameters given the data, up to a constant: what the fit maximises.
///
/// A mixture of k Gaussians in d dimensions has k unnormalised log weights `alphas`, k means of d
/// numbers, and k inverse covariance factors `icf` of d(d + 1)/2 numbers. A factor Q is a lower
/// triangular matrix with QᵀQ the inverse covariance: first the logarithms of its diagonal, then
/// what lies below the diagonal, column by column.
#[differentiable]
pub fn log_posterior(
    alphas: &[f64],
    means: &[f64],
    icf: &[f64],
    #[no_diff] points: &[f64],
    d: usize,
    #[no_diff] gamma: f64,
    m: usize,
) -> f64 {
    log_likelihood(alphas, means, icf, points, d) + log_prior(icf, d, gamma, m)
}

/// The log density of the points, which are independent draws from the mixture.
#[differentiable]
pub fn log_likelihood(alphas: &[f64], means: &[f64], icf: &[f64], #[no_diff] points: &[f64], d: usize) -> f64 {
    let k = alphas.len();
    let n = points.len() / d;
    let row = d * (d + 1) / 2;

    // What a component contributes to every point is worked out once.
    let mut offsets = vec![0.0; k];
    let mut diagonals = vec![0.0; k * d];
    for j in 0..k {
        let mut log_determinant = 0.0;
        for c in 0..d {
            let q = icf[j * row + c];
            log_determinant += q;
            diagonals[j * d + c] = q.exp();
        }
        offsets[j] = alphas[j] + log_determinant;
    }

    let mut total = 0.0;
    let mut scores = vec![0.0; k];
    for i in 0..n {
        let point = &points[i * d..(i + 1) * d];
        for j in 0..k {
            let mean = &means[j * d..(j + 1) * d];
            let diagonal = &diagonals[j * d..(j + 1) * d];
            let below = &icf[j * row + d..(j + 1) * row];
            scores[j] = offsets[j] - 0.5 * squared_distance(point, mean, diagonal, below);
        }
        total += log_sum_exp(&scores);
    }
    let normaliser = log_sum_exp(alphas) + 0.5 * d as f64 * (2.0 * std::f64::consts::PI).ln();
    total - n as f64 * normaliser
}

/// The log density of the inverse covariances under a Wishart prior, up to its normaliser, which
/// is constant.
///
/// ADBench's objective subtracts this where `log_posterior` adds it. For a benchmark one is as
/// good as the other; for a fit, only the sum has a maximum.
#[differentiable]
pub fn log_prior(icf: &[f64], d: usize, #[no_diff] gamma: f64, m: usize) -> f64 {
    let row = d * (d + 1) / 2;
    let mut squares = 0.0;
    let mut log_determinants = 0.0;
    for j in 0..icf.len() / row {
        for c in 0..d {
            let q = icf[j * row + c];
            squares += (2.0 * q).exp();
            log_determinants += q;
        }
        for c in d..row {
            squares += icf[j * row + c].powi(2);
        }
    }
    m as f64 * log_determinants - 0.5 * gamma * gamma * squares
}

/// ‖Q(x − μ)‖², the squared distance in units of the component's standard deviations.
#[differentiable]
fn squared_distance(#[no_diff] x: &[f64], mean: &[f64], diagonal: &[f64], below: &[f64]) -> f64 {
    let d = x.len();
    let mut total = 0.0;
    for r in 0..d {
        let mut along = diagonal[r] * (x[r] - mean[r]);
        for c in 0..r {
            // Column c follows the d − 1, d − 2, … elements of the columns before it.
            let at = c * (2 * d - c - 1) / 2 + (r - c - 1);
            along += below[at] * (x[c] - mean[c]);
        }
        total += along * along;
    }
    total
}

/// ln Σ exp(v), with the largest value taken out so that nothing overflows.
#[differentiable]
fn log_sum_exp(values: &[f64]) -> f64 {
    let mut largest = f64::NEG_INFINITY;
    for v in values.iter() {
        largest = largest.max(*v);
    }
    let mut sum = 0.0;
    for v in values.iter() {
        sum += (*v - largest).exp();
    }
    largest + sum.ln()
}
