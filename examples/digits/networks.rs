//! The networks: structs of tensors, and what they make of images.

use super::data::Digits;
use pullback::tensor::{Conv2d, Pool2d, Tensor};
use pullback::{Differentiable, differentiable};
use rand010::Rng;

/// A layer `x · weights + bias`.
#[derive(Clone, Debug, Differentiable)]
pub struct Layer {
    pub weights: Tensor<f32>,
    pub bias: Tensor<f32>,
}

impl Layer {
    fn new(inputs: usize, outputs: usize, rng: &mut impl Rng) -> Self {
        Layer {
            weights: Tensor::normal(&[inputs, outputs], 0.0, (2.0 / inputs as f32).sqrt(), rng),
            bias: Tensor::zeros(&[outputs]),
        }
    }
}

#[differentiable]
impl Layer {
    fn apply(&self, x: &Tensor<f32>) -> Tensor<f32> {
        x.matmul(&self.weights) + &self.bias
    }
}

/// Layers with `max(0, ·)` between them.
#[derive(Clone, Debug, Differentiable)]
pub struct Dense {
    pub layers: Vec<Layer>,
}

impl Dense {
    pub fn new(sizes: &[usize], rng: &mut impl Rng) -> Self {
        Dense {
            layers: sizes.windows(2).map(|size| Layer::new(size[0], size[1], rng)).collect(),
        }
    }
}

#[differentiable]
impl Dense {
    pub fn logits(&self, images: &Tensor<f32>) -> Tensor<f32> {
        let mut x = self.layers[0].apply(images);
        for layer in &self.layers[1..] {
            x = layer.apply(&x.relu());
        }
        x
    }

    fn loss(&self, images: &Tensor<f32>, labels: &[usize]) -> f32 {
        self.logits(images).cross_entropy(labels)
    }
}

/// A filter bank: a convolution that keeps the size, `max(0, ·)`, and the largest of each 2 × 2.
#[derive(Clone, Debug, Differentiable)]
pub struct Filters {
    pub weights: Tensor<f32>,
    pub bias: Tensor<f32>,
}

impl Filters {
    fn new(inputs: usize, outputs: usize, rng: &mut impl Rng) -> Self {
        let deviation = (2.0 / (9 * inputs) as f32).sqrt();
        Filters {
            weights: Tensor::normal(&[outputs, inputs, 3, 3], 0.0, deviation, rng),
            bias: Tensor::zeros(&[outputs, 1, 1]),
        }
    }
}

/// A convolution that keeps the size of the image.
const SAME: Conv2d = Conv2d {
    stride: [1, 1],
    padding: [1, 1],
    dilation: [1, 1],
    groups: 1,
};

#[differentiable]
impl Filters {
    fn apply(&self, images: &Tensor<f32>) -> Tensor<f32> {
        let maps = images.conv2d(&self.weights, SAME) + &self.bias;
        maps.relu().max_pool2d(Pool2d::of(2))
    }
}

/// Two banks of filters and a layer.
#[derive(Clone, Debug, Differentiable)]
pub struct Convolutional {
    pub first: Filters,
    pub second: Filters,
    pub last: Layer,
}

impl Convolutional {
    pub fn new(rng: &mut impl Rng) -> Self {
        Convolutional {
            first: Filters::new(1, 16, rng),
            second: Filters::new(16, 32, rng),
            last: Layer::new(128, 10, rng),
        }
    }
}

#[differentiable]
impl Convolutional {
    pub fn logits(&self, images: &Tensor<f32>) -> Tensor<f32> {
        let count = images.shape()[0];
        let maps = self.second.apply(&self.first.apply(&images.reshape(&[count, 1, 8, 8])));
        self.last.apply(&maps.reshape(&[count, 128]))
    }

    fn loss(&self, images: &Tensor<f32>, labels: &[usize]) -> f32 {
        self.logits(images).cross_entropy(labels)
    }
}

/// What can be trained on images and asked about others.
pub trait Network: Differentiable {
    /// The loss on a batch, and its gradient.
    fn loss_and_gradient(&self, batch: &Digits) -> (f32, Self::Cotangent);

    /// The loss on digits that are not learnt from.
    fn loss_on(&self, digits: &Digits) -> f32;

    /// The scores of each digit, a row for each image.
    fn scores(&self, digits: &Digits) -> Tensor<f32>;

    /// The part of the digits that are recognized.
    fn score(&self, digits: &Digits) -> f64 {
        let found = self.scores(digits).argmax_axis(1);
        let right = found.iter().zip(&digits.labels).filter(|(found, label)| found == label);
        right.count() as f64 / digits.len() as f64
    }
}

impl Network for Dense {
    fn loss_and_gradient(&self, batch: &Digits) -> (f32, DenseCotangent) {
        let (loss, (gradient, _)) = self.loss_value_and_grad(&batch.images, &batch.labels);
        (loss, gradient)
    }

    fn loss_on(&self, digits: &Digits) -> f32 {
        self.loss(&digits.images, &digits.labels)
    }

    fn scores(&self, digits: &Digits) -> Tensor<f32> {
        self.logits(&digits.images)
    }
}

impl Network for Convolutional {
    fn loss_and_gradient(&self, batch: &Digits) -> (f32, ConvolutionalCotangent) {
        let (loss, (gradient, _)) = self.loss_value_and_grad(&batch.images, &batch.labels);
        (loss, gradient)
    }

    fn loss_on(&self, digits: &Digits) -> f32 {
        self.loss(&digits.images, &digits.labels)
    }

    fn scores(&self, digits: &Digits) -> Tensor<f32> {
        self.logits(&digits.images)
    }
}
