//! Value and gradient of the LSTM.

use crate::objectives::lstm::Network;

/// What one layer needs of one step: arrays of the width of a character, one after the other.
const SAVED: usize = 8;

/// Memory and gradient of [`Network`].
pub struct NetworkGradient {
    /// Hidden and cell state of each layer, and their cotangents.
    state: Vec<f64>,
    state_bar: Vec<f64>,
    x: Vec<f64>,
    x_bar: Vec<f64>,
    /// Per step and layer, input, hidden, cell, three gates, change and `tanh` of the cell.
    gates: Vec<f64>,
    /// Per step, the last layer's output and `exp(y)`; and `2 + Σ exp(y)`.
    outputs: Vec<f64>,
    sums: Vec<f64>,
    pub main: Vec<f64>,
    pub extra: Vec<f64>,
}

impl NetworkGradient {
    pub fn new(network: &Network) -> Self {
        let (b, layers) = (network.width, network.layers);
        let steps = network.sequence.len() / b - 1;
        NetworkGradient {
            state: vec![0.0; 2 * layers * b],
            state_bar: vec![0.0; 2 * layers * b],
            x: vec![0.0; b],
            x_bar: vec![0.0; b],
            gates: vec![0.0; steps * layers * SAVED * b],
            outputs: vec![0.0; steps * 2 * b],
            sums: vec![0.0; steps],
            main: vec![0.0; network.main.len()],
            extra: vec![0.0; network.extra.len()],
        }
    }

    pub fn evaluate(&mut self, network: &Network) -> f64 {
        let (b, layers) = (network.width, network.layers);
        let steps = network.sequence.len() / b - 1;
        let (win, rest) = network.extra.split_at(b);
        let (wout, bout) = rest.split_at(b);
        let sigmoid = |x: f64| 1.0 / (1.0 + (-x).exp());

        self.state.copy_from_slice(&network.state);
        let mut total = 0.0;
        for t in 0..steps {
            let x = &mut self.x[..b];
            for ((x, input), w) in x.iter_mut().zip(&network.sequence[t * b..][..b]).zip(win) {
                *x = input * w;
            }
            for layer in 0..layers {
                let [wf, wi, wo, wg, bf, bi, bo, bg] = parts(&network.main[layer * 8 * b..][..8 * b]);
                let [x0, h0, c0, f, i, o, g, tanh] =
                    parts_mut(&mut self.gates[(t * layers + layer) * SAVED * b..][..SAVED * b]);
                let [hidden, cell] = parts_mut(&mut self.state[layer * 2 * b..][..2 * b]);
                x0.copy_from_slice(x);
                h0.copy_from_slice(hidden);
                c0.copy_from_slice(cell);
                for j in 0..b {
                    f[j] = sigmoid(x[j] * wf[j] + bf[j]);
                    i[j] = sigmoid(hidden[j] * wi[j] + bi[j]);
                    o[j] = sigmoid(x[j] * wo[j] + bo[j]);
                    g[j] = (hidden[j] * wg[j] + bg[j]).tanh();
                    cell[j] = cell[j] * f[j] + i[j] * g[j];
                    tanh[j] = cell[j].tanh();
                    hidden[j] = o[j] * tanh[j];
                    x[j] = hidden[j];
                }
            }
            let [last, exps] = parts_mut(&mut self.outputs[t * 2 * b..][..2 * b]);
            last.copy_from_slice(x);
            let mut sum = 2.0;
            for j in 0..b {
                x[j] = x[j] * wout[j] + bout[j];
                exps[j] = x[j].exp();
                sum += exps[j];
            }
            let log_sum = sum.ln();
            self.sums[t] = sum;
            for (gold, y) in network.sequence[(t + 1) * b..][..b].iter().zip(&*x) {
                total += gold * (y - log_sum);
            }
        }

        self.main.fill(0.0);
        self.extra.fill(0.0);
        self.state_bar.fill(0.0);
        let scale = -1.0 / (steps * b) as f64;
        let [win_bar, wout_bar, bout_bar] = parts_mut(&mut self.extra);
        for t in (0..steps).rev() {
            let gold = &network.sequence[(t + 1) * b..][..b];
            let [last, exps] = parts(&self.outputs[t * 2 * b..][..2 * b]);
            let x_bar = &mut self.x_bar[..b];
            let sum_bar = -scale * gold.iter().sum::<f64>() / self.sums[t];
            for j in 0..b {
                let y_bar = scale * gold[j] + sum_bar * exps[j];
                wout_bar[j] += y_bar * last[j];
                bout_bar[j] += y_bar;
                x_bar[j] = y_bar * wout[j];
            }
            for layer in (0..layers).rev() {
                let [wf, wi, wo, wg, ..] = parts::<8>(&network.main[layer * 8 * b..][..8 * b]);
                let [wf_bar, wi_bar, wo_bar, wg_bar, bf_bar, bi_bar, bo_bar, bg_bar] =
                    parts_mut(&mut self.main[layer * 8 * b..][..8 * b]);
                let [x0, h0, c0, f, i, o, g, tanh] =
                    parts(&self.gates[(t * layers + layer) * SAVED * b..][..SAVED * b]);
                let [hidden_bar, cell_bar] = parts_mut(&mut self.state_bar[layer * 2 * b..][..2 * b]);
                for j in 0..b {
                    let h_bar = hidden_bar[j] + x_bar[j];
                    let c_bar = cell_bar[j] + h_bar * o[j] * (1.0 - tanh[j] * tanh[j]);
                    let to_f = c_bar * c0[j] * f[j] * (1.0 - f[j]);
                    let to_i = c_bar * g[j] * i[j] * (1.0 - i[j]);
                    let to_o = h_bar * tanh[j] * o[j] * (1.0 - o[j]);
                    let to_g = c_bar * i[j] * (1.0 - g[j] * g[j]);
                    cell_bar[j] = c_bar * f[j];
                    wf_bar[j] += to_f * x0[j];
                    wi_bar[j] += to_i * h0[j];
                    wo_bar[j] += to_o * x0[j];
                    wg_bar[j] += to_g * h0[j];
                    bf_bar[j] += to_f;
                    bi_bar[j] += to_i;
                    bo_bar[j] += to_o;
                    bg_bar[j] += to_g;
                    hidden_bar[j] = to_i * wi[j] + to_g * wg[j];
                    x_bar[j] = to_f * wf[j] + to_o * wo[j];
                }
            }
            for ((bar, input), x_bar) in win_bar.iter_mut().zip(&network.sequence[t * b..][..b]).zip(&*x_bar) {
                *bar += x_bar * input;
            }
        }
        total * scale
    }
}

/// `N` slices of equal length.
fn parts<const N: usize>(all: &[f64]) -> [&[f64]; N] {
    let mut parts = all.chunks_exact(all.len() / N);
    std::array::from_fn(|_| parts.next().expect("N parts"))
}

/// The same, mutable.
fn parts_mut<const N: usize>(all: &mut [f64]) -> [&mut [f64]; N] {
    let mut parts = all.chunks_exact_mut(all.len() / N);
    std::array::from_fn(|_| parts.next().expect("N parts"))
}
