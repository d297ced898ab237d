//! Each operation of tensors, as it is written in differentiable code, against differences.

use pullback::tensor::{Conv2d, Pool2d, Tensor};
use pullback::{Differentiable, check_grad, differentiable};
use rand010::{SeedableRng, rngs::SmallRng};

#[differentiable]
fn operators(x: &Tensor<f64>, y: &Tensor<f64>, k: f64) -> f64 {
    let mut z = (x + y) * k - 1.0 / y + 2.0 * x;
    z += x;
    z -= y * 2.0;
    z *= 0.5;
    z /= y;
    (-z).sum()
}

#[differentiable]
fn elements(x: &Tensor<f64>, y: &Tensor<f64>) -> f64 {
    let smooth = x.exp() + x.abs().ln() + x.abs().sqrt() + x.sin() + x.cos() + x.tanh() + x.sigmoid() + x.gelu();
    let kinked = x.relu() + x.powi(3) + x.abs().powf(1.5) + x.clamp(-0.5, 0.8) + x.maximum(y) + x.minimum(y);
    (smooth * kinked).sum()
}

/// Methods that have a float's name, on what other operations give.
#[differentiable]
fn chained(x: &Tensor<f64>, y: &Tensor<f64>) -> f64 {
    let h = x.matmul(y).tanh();
    let g = (&h * &h + 0.1).sqrt();
    g.exp().mean()
}

#[differentiable]
fn closures(x: &Tensor<f64>, y: &Tensor<f64>, k: f64) -> f64 {
    let turned = x.transpose().map(|v| (k * v).sin());
    x.zip_map(y, |a, b| a * b.exp()).sum() + turned.powi(2).sum()
}

#[differentiable]
fn shapes(x: &Tensor<f64>) -> f64 {
    let row = x.transpose().permute(&[1, 0]).reshape(&[6]).unsqueeze(0).squeeze(0);
    let parts = row
        .broadcast_to(&[2, 6])
        .slice_axis(1, 1..4)
        .index_select(0, &[0, 1, 1]);
    parts.powi(2).sum()
}

/// Lists of references, of what is borrowed and of locals.
#[differentiable]
fn joined(x: &Tensor<f64>, y: &Tensor<f64>) -> f64 {
    let h = x * 2.0;
    let concatenated = Tensor::concat(&[&h, y, x], 0);
    let stacked = Tensor::stack(&[x, y], 0);
    let owned = Tensor::concat(&[h.clone(), x.matmul(&y.transpose())], 1);
    concatenated.powi(2).sum() + stacked.powi(3).sum() * h.sum() + owned.powi(2).sum()
}

#[differentiable]
fn joined_from_a_list(parts: &[Tensor<f64>]) -> f64 {
    Tensor::concat(parts, 0).powi(3).sum()
}

#[differentiable]
fn reductions(x: &Tensor<f64>) -> f64 {
    let along = x.sum_axis(0).powi(2).sum() + x.mean_axis(1).powi(2).sum() + x.max_axis(0).powi(2).sum();
    x.sum() * x.mean() + x.max() + along + x.var_axis(1).sum() + x.argmax_axis(1)[0] as f64
}

#[differentiable]
fn networks(x: &Tensor<f64>, gamma: &Tensor<f64>, beta: &Tensor<f64>, labels: &[usize]) -> f64 {
    let rows = x.layer_norm(gamma, beta, 1e-2);
    let (normal, mean, variance) = rows.batch_norm(gamma, beta, 1e-2);
    let cost = normal.softmax(1).cross_entropy(labels) + x.log_softmax(1).ctc_loss(&[1, 2], 0);
    cost + mean.powi(2).sum() + variance.powi(2).sum()
}

#[differentiable]
fn images(x: &Tensor<f64>, weights: &Tensor<f64>) -> f64 {
    let conv = Conv2d {
        padding: [1, 1],
        ..Conv2d::default()
    };
    let maps = x.conv2d(weights, conv).max_pool2d(Pool2d::of(2));
    let overlapping = Pool2d {
        size: [2, 2],
        stride: [1, 1],
        padding: [0, 0],
    };
    maps.avg_pool2d(overlapping).powi(2).sum()
}

#[differentiable]
fn left_out<R: rand010::Rng + Clone>(x: &Tensor<f64>, #[no_diff] rng: &mut R) -> f64 {
    x.dropout(0.5, rng).powi(2).sum()
}

#[differentiable]
fn made(x: &[f64], k: f64) -> f64 {
    let t = Tensor::from_vec(x.to_vec(), &[2, 3]);
    let zeros: Tensor<f64> = Tensor::zeros(&[2, 3]);
    let whole = (t + zeros) * Tensor::<f64>::ones(&[2, 3]) + Tensor::full(&[2, 3], k);
    whole.matmul(&Tensor::<f64>::eye(3)).powi(2).sum()
}

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    weight: Tensor<f64>,
    bias: Tensor<f64>,
}

#[differentiable]
fn deep(layers: &[Layer], x: &Tensor<f64>) -> f64 {
    let mut h = x.clone();
    for layer in layers {
        h = (h.matmul(&layer.weight) + &layer.bias).tanh();
    }
    h.powi(2).sum()
}

#[differentiable]
fn attention(q: &Tensor<f64>, k: &Tensor<f64>, v: &Tensor<f64>) -> f64 {
    let d = q.shape()[q.rank() - 1] as f64;
    let scores = q.matmul(&k.transpose()) / d.sqrt();
    scores.softmax(1).matmul(v).powi(2).sum()
}

#[differentiable]
fn lstm(inputs: &[Tensor<f64>], w: &Tensor<f64>, u: &Tensor<f64>) -> f64 {
    let n = u.shape()[0];
    let mut h = Tensor::<f64>::zeros(&[1, n]);
    let mut c = Tensor::<f64>::zeros(&[1, n]);
    for x in inputs {
        let gates = x.matmul(w) + h.matmul(u);
        let inlet = gates.slice_axis(1, 0..n).sigmoid();
        let keep = gates.slice_axis(1, n..2 * n).sigmoid();
        let outlet = gates.slice_axis(1, 2 * n..3 * n).sigmoid();
        c = keep * c + inlet * gates.slice_axis(1, 3 * n..4 * n).tanh();
        h = outlet * c.tanh();
    }
    h.sum()
}

fn sample(shape: &[usize]) -> Tensor<f64> {
    let count: usize = shape.iter().product();
    let seed = count as u64 + shape[0] as u64;
    Tensor::uniform(shape, -1.0, 1.0, &mut SmallRng::seed_from_u64(seed))
}

#[test]
fn each_operation_agrees_with_differences() {
    let (x, y) = (sample(&[2, 3]), sample(&[2, 3]).map(|y| y.abs() + 0.3));
    let (gamma, beta) = (sample(&[3]), sample(&[3]) * 0.5);
    let parts = [sample(&[2, 3]), sample(&[1, 3]), sample(&[4, 3])];
    check_grad!(operators(&x, &y, 0.3)).unwrap();
    check_grad!(elements(&x, &y)).unwrap();
    check_grad!(chained(&x, &y.transpose())).unwrap();
    check_grad!(closures(&x, &y, 0.7)).unwrap();
    check_grad!(shapes(&x)).unwrap();
    check_grad!(joined(&x, &y)).unwrap();
    check_grad!(joined_from_a_list(&parts)).unwrap();
    check_grad!(reductions(&x)).unwrap();
    check_grad!(networks(&sample(&[4, 3]), &gamma, &beta, &[0, 2, 1, 1])).unwrap();
    check_grad!(images(&sample(&[2, 2, 6, 6]), &sample(&[3, 2, 3, 3]))).unwrap();
    check_grad!(made(&[0.1, 0.2, 0.3, -0.4, 0.5, 0.6], 0.5)).unwrap();
}

#[test]
fn networks_of_tensors_agree_with_differences() {
    let layers = [[4, 3], [3, 5]].map(|shape| Layer {
        weight: sample(&shape),
        bias: sample(&shape[1..]),
    });
    check_grad!(deep(&layers, &sample(&[2, 4]))).unwrap();
    check_grad!(attention(&sample(&[2, 3]), &sample(&[4, 3]), &sample(&[4, 2]))).unwrap();
    let inputs = [sample(&[1, 2]), sample(&[1, 2]) * 0.5, sample(&[1, 2]) - 0.3];
    check_grad!(lstm(&inputs, &sample(&[2, 12]), &sample(&[3, 12]))).unwrap();
}

#[test]
fn what_is_left_out_by_chance_gets_nothing() {
    let x = sample(&[40]);
    let (value, gradient) = left_out::value_and_grad(&x, &mut SmallRng::seed_from_u64(5));
    assert_eq!(value, left_out(&x, &mut SmallRng::seed_from_u64(5)));
    let kept = x.dropout(0.5, &mut SmallRng::seed_from_u64(5));
    // Of (2x)² or nothing: 8x or nothing.
    let slopes = kept.to_vec().into_iter().map(|y| 4.0 * y);
    assert!(
        gradient
            .to_vec()
            .into_iter()
            .zip(slopes)
            .all(|(a, b)| (a - b).abs() < 1e-12)
    );
}
