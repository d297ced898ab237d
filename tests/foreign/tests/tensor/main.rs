//! Tensors in differentiable functions: every operation as users write it, with its derivative against differences.

mod expressions;

use ad_runtime::tensor::{Conv2d, Pool2d, Tensor};
use pullback::{Differentiable, check_grad, differentiable, no_diff};
use rand010::{SeedableRng, rngs::SmallRng};

fn sample(shape: &[usize], seed: u64) -> Tensor<f64> {
    Tensor::normal(shape, 0.0, 1.0, &mut SmallRng::seed_from_u64(seed))
}

#[differentiable]
fn elements(x: &Tensor<f64>, y: &Tensor<f64>, p: f64, low: f64) -> f64 {
    let a = x.tanh() * x.exp() + x.sin() * x.cos();
    let b: Tensor<f64> = y.abs().sqrt() + y.sigmoid() - y.relu() / 3.0 + y.gelu();
    let c: Tensor<f64> = x.clamp(low, 1.0) + x.powi(2) * 0.3;
    let d: Tensor<f64> = x.abs() + 0.5;
    let e: Tensor<f64> = d.powf(p) + d.ln();
    let f = x.maximum(y) - x.minimum(y) * 2.0;
    (a + &b * c - e * f).sum()
}

#[differentiable]
fn operators(x: &Tensor<f64>, row: &Tensor<f64>, k: f64) -> Tensor<f64> {
    let mut y = 2.0 * x + row * k - 1.0 / (row.powi(2) + 1.0);
    y += row;
    y *= k;
    y -= x / 2.0;
    y /= 1.5;
    -y
}

#[differentiable]
fn arrangements(x: &Tensor<f64>, v: &Tensor<f64>, which: &[usize]) -> Tensor<f64> {
    let rows = x.shape()[0];
    let turned = x.transpose().reshape(&[3, rows]).permute(&[1, 0]);
    let long = turned.unsqueeze(0).squeeze(0).slice_axis(0, 1..rows);
    let chosen = long.index_select(0, which);
    let wide = v.broadcast_to(&[which.len(), 3]);
    let both = Tensor::concat(&[chosen.clone(), wide.clone()], 1);
    let deep = Tensor::stack(&[chosen, wide], 0);
    both.matmul(&deep.reshape(&[6, which.len()]))
}

#[differentiable]
fn reductions(x: &Tensor<f64>) -> f64 {
    let means = x.mean_axis(0) * x.max_axis(0);
    let best = x.argmax_axis(1);
    let spread = x.var_axis(1).sum() + x.sum_axis(1).mean();
    spread * x.max() + means.sum() + x.mean() * best.len() as f64
}

#[differentiable]
fn classified(x: &Tensor<f64>, labels: &[usize]) -> f64 {
    let weights = x.softmax(1);
    let logits = x.log_softmax(0) * weights;
    logits.cross_entropy(labels) + x.log_softmax(1).ctc_loss(labels, 0)
}

#[derive(Clone, Differentiable)]
struct Net {
    filters: Tensor<f64>,
    gamma: Tensor<f64>,
    beta: Tensor<f64>,
    dense: Tensor<f64>,
    bias: Tensor<f64>,
}

#[differentiable]
impl Net {
    fn logits(&self, images: &Tensor<f64>) -> Tensor<f64> {
        let conv = no_diff(Conv2d {
            padding: [1, 1],
            ..Conv2d::default()
        });
        let maps = images.conv2d(&self.filters, conv);
        let (normal, _, _) = maps.batch_norm(&self.gamma, &self.beta, 1e-3);
        let pooled = normal.relu().max_pool2d(Pool2d::of(2));
        let flat = pooled.reshape(&[images.shape()[0], self.dense.shape()[0]]);
        flat.matmul(&self.dense) + &self.bias
    }

    fn loss(&self, images: &Tensor<f64>, labels: &[usize]) -> f64 {
        self.logits(images).cross_entropy(labels)
    }
}

#[differentiable]
fn loss(net: &Net, images: &Tensor<f64>, labels: &[usize]) -> f64 {
    net.loss(images, labels)
}

#[differentiable]
fn mapped(x: &Tensor<f64>, y: &Tensor<f64>, k: f64) -> f64 {
    let z = x.map(|v| v * v.sin() + k);
    z.zip_map(y, |a, b| if a > b { a * b } else { b }).sum()
}

#[differentiable]
fn dropped(x: &Tensor<f64>, #[no_diff] rng: &mut SmallRng) -> f64 {
    let y = x.dropout(0.5, rng);
    let z = (y * x).dropout(0.25, rng);
    z.sum()
}

#[differentiable]
fn made(elements: Vec<f64>, k: f64) -> f64 {
    let x = Tensor::from_vec(elements, &[2, 2]);
    let y = x.matmul(&Tensor::full(&[2, 2], k)) + Tensor::eye(2);
    let array = y.to_array();
    array.sum() * k + y.slice_axis(0, 0..1).slice_axis(1, 1..2).item()
}

#[test]
fn functions_of_tensors_agree_with_differences() {
    let (x, y) = (sample(&[3, 4], 1), sample(&[3, 4], 2));
    check_grad!(elements(&x, &y, 1.3, -0.7)).unwrap();
    check_grad!(operators(&x, &sample(&[4], 3), 0.7)).unwrap();
    check_grad!(arrangements(&sample(&[4, 3], 1), &sample(&[3], 2), &[1, 0, 1])).unwrap();
    check_grad!(reductions(&x)).unwrap();
    check_grad!(classified(&x, &[1, 2, 1])).unwrap();
    check_grad!(mapped(&x, &y, 0.3)).unwrap();
    check_grad!(made(vec![1.0, 2.0, 3.0, 4.0], 0.5)).unwrap();
}

#[test]
fn a_network_in_a_struct_agrees_with_differences() {
    let net = Net {
        filters: sample(&[3, 2, 3, 3], 1),
        gamma: sample(&[3], 2),
        beta: sample(&[3], 3),
        dense: sample(&[12, 4], 4),
        bias: sample(&[4], 5),
    };
    check_grad!(loss(&net, &sample(&[3, 2, 4, 4], 6), &[0, 3, 1])).unwrap();
}

#[test]
fn the_value_is_that_of_the_function() {
    let (x, y) = (sample(&[3, 4], 1), sample(&[3, 4], 2));
    assert_eq!(
        elements::value_and_grad(&x, &y, 1.3, -0.7).0,
        elements(&x, &y, 1.3, -0.7)
    );
    let row = sample(&[4], 3);
    assert_eq!(operators::vjp(&x, &row, 0.7).0, operators(&x, &row, 0.7));
}

#[test]
fn what_is_dropped_is_dropped_once() {
    let x = sample(&[20], 1);
    let (mut first, mut second) = (SmallRng::seed_from_u64(5), SmallRng::seed_from_u64(5));
    let value = dropped(&x, &mut first);
    let (again, x_bar) = dropped::value_and_grad(&x, &mut second);
    assert_eq!((value, first), (again, second));
    let along: f64 = (x_bar * &x).sum();
    assert!((along - 2.0 * value).abs() < 1e-12);
}
