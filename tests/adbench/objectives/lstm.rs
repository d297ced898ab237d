//! LSTM with diagonal weights: the gradient of the loss with respect to all weights, `[main | extra]`.

use super::{Numbers, numbers_without_a_pattern};
use pullback::differentiable;
use std::path::Path;

/// Sizes: layers, characters in the sequence, width of a character.
pub struct Network {
    pub layers: usize,
    pub width: usize,
    pub main: Vec<f64>,
    pub extra: Vec<f64>,
    pub state: Vec<f64>,
    pub sequence: Vec<f64>,
}

impl Network {
    pub fn read(path: &Path) -> Network {
        let mut file = Numbers::read(path);
        let (layers, length, width) = (file.size(), file.size(), file.size());
        Network {
            layers,
            width,
            main: file.take(8 * layers * width),
            extra: file.take(3 * width),
            state: file.take(2 * layers * width),
            sequence: file.take(length * width),
        }
    }

    /// Numbers without a pattern, the same in every run.
    pub fn made_up(layers: usize, length: usize, width: usize) -> Network {
        let mut source = numbers_without_a_pattern();
        let mut numbers = |n: usize| -> Vec<f64> { source.by_ref().take(n).collect() };
        let (main, extra, state) = (
            numbers(8 * layers * width),
            numbers(3 * width),
            numbers(2 * layers * width),
        );
        let sequence = numbers(length * width)
            .iter()
            .map(|x| if *x > 0.2 { 1.0 } else { 0.0 })
            .collect();
        Network {
            layers,
            width,
            main,
            extra,
            state,
            sequence,
        }
    }

    pub fn gradient(&self) -> (f64, Vec<f64>) {
        let (value, (main, extra)) = loss::value_and_grad(
            &self.main,
            &self.extra,
            &self.state,
            &self.sequence,
            self.layers,
            self.width,
        );
        (value, [main, extra].concat())
    }
}

#[differentiable(order = 2)]
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// One layer, one character: hidden and cell state are updated, and `x` becomes the output.
#[differentiable(order = 2)]
fn layer(weight: &[f64], bias: &[f64], hidden: &mut [f64], cell: &mut [f64], x: &mut [f64]) {
    let b = x.len();
    for i in 0..b {
        let forget = sigmoid(x[i] * weight[i] + bias[i]);
        let ingate = sigmoid(hidden[i] * weight[b + i] + bias[b + i]);
        let outgate = sigmoid(x[i] * weight[2 * b + i] + bias[2 * b + i]);
        let change = (hidden[i] * weight[3 * b + i] + bias[3 * b + i]).tanh();
        cell[i] = cell[i] * forget + ingate * change;
        hidden[i] = outgate * cell[i].tanh();
        x[i] = hidden[i];
    }
}

/// The next character, unnormalised.
#[differentiable(order = 2)]
fn predict(main: &[f64], extra: &[f64], hidden: &mut [Vec<f64>], cell: &mut [Vec<f64>], input: &[f64]) -> Vec<f64> {
    let b = input.len();
    let mut x = vec![0.0; b];
    for i in 0..b {
        x[i] = input[i] * extra[i];
    }
    for l in 0..hidden.len() {
        let parameters = &main[8 * b * l..8 * b * (l + 1)];
        layer(
            &parameters[..4 * b],
            &parameters[4 * b..],
            &mut hidden[l],
            &mut cell[l],
            &mut x,
        );
    }
    let mut y = Vec::with_capacity(b);
    for i in 0..b {
        y.push(x[i] * extra[b + i] + extra[2 * b + i]);
    }
    y
}

#[differentiable(order = 2)]
pub fn loss(
    main: &[f64],
    extra: &[f64],
    #[no_diff] state: &[f64],
    #[no_diff] sequence: &[f64],
    layers: usize,
    b: usize,
) -> f64 {
    let mut hidden = Vec::new();
    let mut cell = Vec::new();
    for l in 0..layers {
        hidden.push(state[2 * b * l..2 * b * l + b].to_vec());
        cell.push(state[2 * b * l + b..2 * b * (l + 1)].to_vec());
    }
    let length = sequence.len() / b;
    let mut total = 0.0;
    for t in 0..length - 1 {
        let y = predict(main, extra, &mut hidden, &mut cell, &sequence[t * b..(t + 1) * b]);
        let mut sum = 2.0;
        for a in &y {
            sum += a.exp();
        }
        let log_sum = sum.ln();
        let gold = &sequence[(t + 1) * b..(t + 2) * b];
        for i in 0..b {
            total += gold[i] * (y[i] - log_sum);
        }
    }
    -total / ((length - 1) * b) as f64
}
