//! Value and gradient of the mixture.

use crate::objectives::gmm::{Mixture, PI, wishart_constant};

/// Memory and gradient of [`Mixture`].
pub struct MixtureGradient {
    /// `exp(q)`, which every point shares; then, per component, the point seen from its mean, before and after `Q`.
    diagonal: Vec<f64>,
    centred: Vec<f64>,
    transformed: Vec<f64>,
    /// Sums over the points of the cotangents of `exp(q)` and of what `Q` gave.
    diagonal_bar: Vec<f64>,
    transformed_bar: Vec<f64>,
    log_determinants: Vec<f64>,
    weights: Vec<f64>,
    weight_sums: Vec<f64>,
    pub alphas: Vec<f64>,
    pub means: Vec<f64>,
    pub icf: Vec<f64>,
}

impl MixtureGradient {
    pub fn new(mixture: &Mixture) -> Self {
        let (k, all) = (mixture.k, mixture.k * mixture.d);
        MixtureGradient {
            diagonal: vec![0.0; all],
            centred: vec![0.0; all],
            transformed: vec![0.0; all],
            diagonal_bar: vec![0.0; all],
            transformed_bar: vec![0.0; all],
            log_determinants: vec![0.0; k],
            weights: vec![0.0; k],
            weight_sums: vec![0.0; k],
            alphas: vec![0.0; k],
            means: vec![0.0; all],
            icf: vec![0.0; mixture.icf.len()],
        }
    }

    /// The sums over the points go forward and backward point by point; the mean's cotangent is `Q` transposed times what
    /// can be summed first.
    pub fn evaluate(&mut self, mixture: &Mixture) -> f64 {
        let &Mixture { d, k, n, gamma, m, .. } = mixture;
        let row = d * (d + 1) / 2;
        for c in 0..k {
            let q = &mixture.icf[c * row..][..d];
            self.log_determinants[c] = q.iter().sum();
            for (e, q) in self.diagonal[c * d..][..d].iter_mut().zip(q) {
                *e = q.exp();
            }
        }
        self.diagonal_bar.fill(0.0);
        self.transformed_bar.fill(0.0);
        self.weight_sums.fill(0.0);
        self.icf.fill(0.0);

        let mut likelihood = 0.0;
        for i in 0..n {
            let point = &mixture.points[i * d..][..d];
            for c in 0..k {
                let centred = &mut self.centred[c * d..][..d];
                for ((out, x), mean) in centred.iter_mut().zip(point).zip(&mixture.means[c * d..][..d]) {
                    *out = x - mean;
                }
                let transformed = &mut self.transformed[c * d..][..d];
                for ((out, e), x) in transformed.iter_mut().zip(&self.diagonal[c * d..][..d]).zip(&*centred) {
                    *out = e * x;
                }
                let mut lower = &mixture.icf[c * row + d..(c + 1) * row];
                for j in 0..d {
                    let (column, rest) = lower.split_at(d - 1 - j);
                    for (out, l) in transformed[j + 1..].iter_mut().zip(column) {
                        *out += l * centred[j];
                    }
                    lower = rest;
                }
                let norm: f64 = transformed.iter().map(|y| y * y).sum();
                self.weights[c] = mixture.alphas[c] + self.log_determinants[c] - 0.5 * norm;
            }

            likelihood += softmax(&mut self.weights);

            for c in 0..k {
                let weight = self.weights[c];
                self.weight_sums[c] += weight;
                let (centred, y_bar) = (&self.centred[c * d..][..d], &mut self.transformed[c * d..][..d]);
                let diagonal_bar = &mut self.diagonal_bar[c * d..][..d];
                let sums = &mut self.transformed_bar[c * d..][..d];
                for j in 0..d {
                    y_bar[j] *= -weight;
                    sums[j] += y_bar[j];
                    diagonal_bar[j] += y_bar[j] * centred[j];
                }
                let mut lower_bar = &mut self.icf[c * row + d..(c + 1) * row];
                for j in 0..d {
                    let (column, rest) = lower_bar.split_at_mut(d - 1 - j);
                    for (bar, y) in column.iter_mut().zip(&y_bar[j + 1..]) {
                        *bar += y * centred[j];
                    }
                    lower_bar = rest;
                }
            }
        }

        let mut prior = 0.0;
        for c in 0..k {
            let (icf, icf_bar) = (&mixture.icf[c * row..][..row], &mut self.icf[c * row..][..row]);
            let (diagonal, sums) = (&self.diagonal[c * d..][..d], &self.transformed_bar[c * d..][..d]);
            let mut lower = &icf[d..];
            for j in 0..d {
                let (column, rest) = lower.split_at(d - 1 - j);
                let below: f64 = column.iter().zip(&sums[j + 1..]).map(|(l, s)| l * s).sum();
                self.means[c * d + j] = -(diagonal[j] * sums[j] + below);
                lower = rest;
            }
            let scale = gamma * gamma;
            let mut norm = 0.0;
            for j in 0..d {
                let e = diagonal[j];
                norm += e * e;
                icf_bar[j] = e * (self.diagonal_bar[c * d + j] + scale * e) + self.weight_sums[c] - m;
            }
            for (bar, l) in icf_bar[d..].iter_mut().zip(&icf[d..]) {
                norm += l * l;
                *bar += scale * l;
            }
            prior += 0.5 * scale * norm - m * self.log_determinants[c];
        }

        self.alphas.copy_from_slice(&mixture.alphas);
        let all = softmax(&mut self.alphas);
        for (bar, sum) in self.alphas.iter_mut().zip(&self.weight_sums) {
            *bar = sum - n as f64 * *bar;
        }
        -0.5 * (n * d) as f64 * (2.0 * PI).ln() + likelihood - n as f64 * all + prior
            - k as f64 * wishart_constant(d, gamma, m)
    }
}

/// Log-sum-exp, and its gradient in place of the argument.
fn softmax(x: &mut [f64]) -> f64 {
    let top = x.iter().fold(f64::NEG_INFINITY, |a, b| a.max(*b));
    let mut sum = 0.0;
    for a in &mut *x {
        *a = (*a - top).exp();
        sum += *a;
    }
    let scale = 1.0 / sum;
    for a in x {
        *a *= scale;
    }
    top + sum.ln()
}
