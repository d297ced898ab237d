//! Value and gradient of a dense network on a batch of images, with ndarray.

use pullback::ndarray::{Array1, Array2, Axis, linalg::general_mat_mul};

/// Memory and gradient of a network of two layers.
pub struct BatchGradient<'l> {
    images: Array2<f32>,
    labels: &'l [usize],
    weights: [Array2<f32>; 2],
    biases: [Array1<f32>; 2],
    hidden: Array2<f32>,
    logits: Array2<f32>,
    hidden_bar: Array2<f32>,
    weights_bar: [Array2<f32>; 2],
    biases_bar: [Array1<f32>; 2],
}

impl<'l> BatchGradient<'l> {
    pub fn new(
        (weights, biases): ([Array2<f32>; 2], [Array1<f32>; 2]),
        images: Array2<f32>,
        labels: &'l [usize],
    ) -> Self {
        BatchGradient {
            images,
            labels,
            hidden: Array2::zeros((labels.len(), biases[0].len())),
            logits: Array2::zeros((labels.len(), biases[1].len())),
            hidden_bar: Array2::zeros((labels.len(), biases[0].len())),
            weights_bar: weights.clone(),
            biases_bar: biases.clone(),
            weights,
            biases,
        }
    }

    pub fn evaluate(&mut self) -> f32 {
        self.hidden.assign(&self.biases[0]);
        general_mat_mul(1.0, &self.images, &self.weights[0], 1.0, &mut self.hidden);
        self.hidden.mapv_inplace(|x| x.max(0.0));
        self.logits.assign(&self.biases[1]);
        general_mat_mul(1.0, &self.hidden, &self.weights[1], 1.0, &mut self.logits);
        let share = 1.0 / self.labels.len() as f32;
        let mut loss = 0.0;
        for (mut row, label) in self.logits.rows_mut().into_iter().zip(self.labels) {
            let most = row.fold(f32::NEG_INFINITY, |most, x| most.max(*x));
            let chosen = row[*label];
            row.mapv_inplace(|x| (x - most).exp());
            let sum = row.sum();
            loss += (sum.ln() + most - chosen) * share;
            row.mapv_inplace(|x| x / sum * share);
            row[*label] -= share;
        }
        general_mat_mul(1.0, &self.hidden.t(), &self.logits, 0.0, &mut self.weights_bar[1]);
        self.biases_bar[1].assign(&self.logits.sum_axis(Axis(0)));
        general_mat_mul(1.0, &self.logits, &self.weights[1].t(), 0.0, &mut self.hidden_bar);
        self.hidden_bar
            .zip_mut_with(&self.hidden, |bar, x| *bar = if *x > 0.0 { *bar } else { 0.0 });
        general_mat_mul(1.0, &self.images.t(), &self.hidden_bar, 0.0, &mut self.weights_bar[0]);
        self.biases_bar[0].assign(&self.hidden_bar.sum_axis(Axis(0)));
        loss
    }

    pub fn flat(&self) -> Vec<f64> {
        let ([w1, w2], [b1, b2]) = (&self.weights_bar, &self.biases_bar);
        w1.iter().chain(b1).chain(w2).chain(b2).map(|x| f64::from(*x)).collect()
    }
}
