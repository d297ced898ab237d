//! A small neural network with ndarray: soft clusters of points, found by following the gradient of the network's loss.
//!
//! A layer's weights are the rows of a matrix; a point is a row of the data. Both are read through views, and nothing of the matrices
//! is copied.

use pullback::ndarray::{Array1, Array2, ArrayView1, ArrayView2};
use pullback::{Differentiable, Report, check_grad, differentiable};

/// A layer: one row of weights for each of its outputs.
#[derive(Clone, Debug, Differentiable)]
struct Layer {
    weights: Array2<f64>,
    bias: Array1<f64>,
}

#[differentiable]
impl Layer {
    fn forward(&self, x: ArrayView1<f64>) -> Array1<f64> {
        let mut y = self.bias.clone();
        for (i, row) in self.weights.outer_iter().enumerate() {
            y[i] += row.dot(&x);
        }
        y
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Network {
    hidden: Layer,
    output: Layer,
}

/// To which cluster a point belongs: numbers that sum to one.
#[differentiable]
fn softmax(z: ArrayView1<f64>) -> Array1<f64> {
    let top = z.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers = z.mapv(|z| (z - top).exp());
    let sum = powers.sum();
    powers / sum
}

/// How far the points lie from the centres of the clusters that the network puts them in, and how large its weights are.
#[differentiable]
fn loss(network: &Network, centres: &Array2<f64>, #[no_diff] points: ArrayView2<f64>) -> f64 {
    let mut total = 0.0;
    for point in points.outer_iter() {
        let hidden = network.hidden.forward(point).mapv(f64::tanh);
        let scores = network.output.forward(hidden.view());
        let share = softmax(scores.view());
        for (centre, share) in centres.rows().into_iter().zip(&share) {
            let gap = &centre - &point;
            total += share * gap.dot(&gap);
        }
    }
    let decay = network.hidden.weights.mapv(|w| w * w).sum() + network.output.weights.mapv(|w| w * w).sum();
    total / points.nrows() as f64 + 1e-4 * decay
}

/// Numbers without pattern.
fn scattered(shape: (usize, usize), scale: f64) -> Array2<f64> {
    Array2::from_shape_fn(shape, |(i, j)| scale * ((i * 13 + j * 7 + 1) as f64 * 12.9898).sin())
}

/// Prints the fit, and compares the gradient with differences.
pub fn run() -> Report {
    // Three heaps of points in the plane.
    let corners = [[0.0, 0.0], [3.0, 0.5], [1.0, 3.0]];
    let noise = scattered((30, 2), 0.4);
    let points = Array2::from_shape_fn((30, 2), |(i, j)| corners[i % 3][j] + noise[(i, j)]);
    let mut network = Network {
        hidden: Layer {
            weights: scattered((8, 2), 0.5),
            bias: Array1::zeros(8),
        },
        output: Layer {
            weights: scattered((3, 8), 0.5),
            bias: Array1::zeros(3),
        },
    };
    let mut centres = scattered((3, 2), 1.0) + 1.0;
    let before = loss(&network, &centres, points.view());
    let report = check_grad!(loss(&network, &centres, points.view())).expect("the gradient is right");
    for _ in 0..600 {
        let (network_bar, centres_bar) = loss::grad(&network, &centres, points.view());
        network.add_scaled(-0.1, &network_bar);
        centres.scaled_add(-0.1, &centres_bar);
    }
    let after = loss(&network, &centres, points.view());
    println!(
        "{} points; the loss is {before:.4} before, {after:.4} after",
        points.nrows()
    );
    for centre in centres.rows() {
        println!("a centre at ({:.2}, {:.2})", centre[0], centre[1]);
    }
    println!("\n{report}");
    assert!(after < 0.3 * before, "the points have found their centres");
    report
}

#[allow(dead_code)]
fn main() {
    run();
}
