//! A dense network and one of convolutions, on a batch of images, of tensors.

use crate::by_hand::BatchGradient;
use crate::harness::{Objective, Table, along_directions};
use crate::objectives::numbers_without_a_pattern;
use pullback::optim::AdamW;
use pullback::tensor::{Conv2d, Pool2d, Tensor};
use pullback::{Differentiable, Workspace, differentiable};
use std::hint::black_box;

/// The same function of `f32` and `f64`.
macro_rules! network {
    ($name:ident $float:ident) => {
        #[differentiable]
        fn $name(
            w1: &Tensor<$float>,
            b1: &Tensor<$float>,
            w2: &Tensor<$float>,
            b2: &Tensor<$float>,
            #[no_diff] images: &Tensor<$float>,
            labels: &[usize],
        ) -> $float {
            let hidden = (images.matmul(w1) + b1).relu();
            (hidden.matmul(w2) + b2).cross_entropy(labels)
        }
    };
}

network!(loss f32);
network!(exact_loss f64);

/// How much memory a pullback holds, with the value.
fn kibibytes_kept<P>(vjp: impl FnOnce() -> P) -> f64 {
    let mut kept = None;
    let held = allocation_counter::measure(|| kept = Some(vjp()));
    held.bytes_current as f64 / 1024.0
}

/// The network of convolutions of `examples/digits`, of `f32` and `f64`.
macro_rules! convolutions {
    ($name:ident $float:ident) => {
        #[differentiable]
        fn $name(at: &[Tensor<$float>; 6], #[no_diff] images: &Tensor<$float>, labels: &[usize]) -> $float {
            let same = Conv2d {
                stride: [1, 1],
                padding: [1, 1],
                dilation: [1, 1],
                groups: 1,
            };
            let first = (images.conv2d(&at[0], same) + &at[1])
                .relu()
                .max_pool2d(Pool2d::of(2));
            let second = (first.conv2d(&at[2], same) + &at[3])
                .relu()
                .max_pool2d(Pool2d::of(2));
            let row = second.reshape(&[labels.len(), 128]);
            (row.matmul(&at[4]) + &at[5]).cross_entropy(labels)
        }
    };
}

convolutions!(convolved f32);
convolutions!(exactly_convolved f64);

type Parts = (Vec<f64>, Vec<f64>, Vec<f64>, Vec<f64>);

fn narrow(x: &[f64], shape: &[usize]) -> Tensor<f32> {
    Tensor::from_vec(x.iter().map(|x| *x as f32).collect(), shape)
}

fn scaled(n: usize, scale: f64) -> Vec<f64> {
    numbers_without_a_pattern().take(n).map(|x| scale * x).collect()
}

pub fn all(table: &Table) {
    dense(table, "MLP 784-64-10 of tensors, f32, 64 images", 64);
    dense(table, "MLP 784-64-10 of tensors, f32, one image", 1);
    images(table, "CNN of tensors, f32, 32 images of 8×8");
}

/// The network of convolutions, and a step of its training.
fn images(table: &Table, name: &str) {
    const SHAPES: [&[usize]; 6] = [
        &[16, 1, 3, 3],
        &[16, 1, 1],
        &[32, 16, 3, 3],
        &[32, 1, 1],
        &[128, 10],
        &[10],
    ];
    if !table.wants(name) {
        return;
    }
    let mut numbers = numbers_without_a_pattern();
    let mut drawn = |shape: &[usize], scale: f64| -> Vec<f64> {
        let count = shape.iter().product();
        numbers.by_ref().take(count).map(|x| scale * x).collect()
    };
    let parts = [0.5, 0.1, 0.2, 0.1, 0.2, 0.1];
    let parts: [Vec<f64>; 6] = std::array::from_fn(|k| drawn(SHAPES[k], parts[k]));
    let pixels: Vec<f64> = drawn(&[32, 64], 1.0).iter().map(|x| x + 0.4).collect();
    let labels: Vec<usize> = (0..32).map(|k| k % 10).collect();
    let images = narrow(&pixels, &[32, 1, 8, 8]);
    let network: [Tensor<f32>; 6] = std::array::from_fn(|k| narrow(&parts[k], SHAPES[k]));
    let flat = |bars: &[Tensor<f32>; 6]| bars.iter().flat_map(Tensor::to_vec).map(f64::from).collect::<Vec<_>>();
    let (mut workspace, mut learning, mut adam) = (Workspace::new(), network.clone(), AdamW::new(1e-3, 1e-2));
    let saved = kibibytes_kept(|| convolved::vjp(&network, &images, &labels));
    let anchor =
        format!("saves {saved:.1} KiB; JAX 678 µs, PyTorch 855 µs, with the step 1217 µs, which saves 337.3 KiB");
    let objective = Objective::new(name)
        .anchor(&anchor)
        .tolerance(1e-4)
        .primal(|| convolved(black_box(&network), &images, &labels).into())
        .kept(|computed| {
            let mut bars = network.zero_cotangent();
            let value = convolved::grad_into_with(&mut workspace, black_box(&network), &images, &labels, &mut bars);
            computed.gathered(&bars, flat);
            value.into()
        })
        .plain(|computed| {
            let (value, bars) = convolved::value_and_grad(black_box(&network), &images, &labels);
            computed.gathered(&bars, flat);
            value.into()
        })
        .peer("with a step of AdamW", |computed| {
            let (value, bars) = convolved::value_and_grad(black_box(&network), &images, &labels);
            adam.step(&mut learning, &bars);
            computed.gathered(&bars, flat);
            value.into()
        });
    table.add(objective, |_, gradient| {
        let exact: [Tensor<f64>; 6] = std::array::from_fn(|k| Tensor::from_vec(parts[k].clone(), SHAPES[k]));
        let images = Tensor::from_vec(pixels.clone(), &[32, 1, 8, 8]);
        let bars = exactly_convolved::grad(&exact, &images, &labels);
        let exact: Vec<f64> = bars.iter().flat_map(Tensor::to_vec).collect();
        crate::differences::assert_close(name, gradient, &exact, 1e-4);
    });
}

fn dense(table: &Table, name: &str, batch: usize) {
    if !table.wants(name) {
        return;
    }
    let exact: Parts = (
        scaled(784 * 64, 0.1),
        scaled(64, 1.0),
        scaled(640, 0.3),
        scaled(10, 1.0),
    );
    let parts = [
        narrow(&exact.0, &[784, 64]),
        narrow(&exact.1, &[64]),
        narrow(&exact.2, &[64, 10]),
        narrow(&exact.3, &[10]),
    ];
    let [w1, b1, w2, b2] = &parts;
    let pixels: Vec<f64> = scaled(784 * batch, 1.0).iter().map(|x| x + 0.4).collect();
    let (images, labels) = (
        narrow(&pixels, &[batch, 784]),
        (0..batch).map(|k| k % 10).collect::<Vec<_>>(),
    );
    let mut workspace = Workspace::new();
    let matrix = |x: &Tensor<f32>| x.to_array().into_dimensionality().expect("it is a matrix");
    let vector = |x: &Tensor<f32>| x.to_array().into_dimensionality().expect("it is a vector");
    let at = ([matrix(w1), matrix(w2)], [vector(b1), vector(b2)]);
    let mut hand = BatchGradient::new(at, matrix(&images), &labels);
    let flat = |bars: &[&Tensor<f32>; 4]| {
        bars.iter()
            .flat_map(|bar| bar.to_vec())
            .map(f64::from)
            .collect::<Vec<f64>>()
    };
    let saved = kibibytes_kept(|| loss::vjp(w1, b1, w2, b2, &images, &labels));
    let others = if batch == 1 {
        "JAX 50 µs, PyTorch 87 µs, which saves 0.3 KiB"
    } else {
        "JAX 188 µs, PyTorch 265 µs, which saves 18.5 KiB"
    };
    let anchor = format!("saves {saved:.1} KiB; {others}");
    let objective = Objective::new(name)
        .anchor(&anchor)
        .tolerance(1e-4)
        .primal(|| loss(black_box(w1), b1, w2, b2, &images, &labels).into())
        .kept(|computed| {
            let mut bars = [w1, b1, w2, b2].map(Differentiable::zero_cotangent);
            let [w1_bar, b1_bar, w2_bar, b2_bar] = &mut bars;
            let w1 = black_box(w1);
            let value = loss::grad_into_with(
                &mut workspace,
                w1,
                b1,
                w2,
                b2,
                &images,
                &labels,
                w1_bar,
                b1_bar,
                w2_bar,
                b2_bar,
            );
            computed.gathered(&bars, |bars| flat(&bars.each_ref()));
            value.into()
        })
        .plain(|computed| {
            let (value, bars) = loss::value_and_grad(black_box(w1), b1, w2, b2, &images, &labels);
            computed.gathered(&bars, |bars| flat(&[&bars.0, &bars.1, &bars.2, &bars.3]));
            value.into()
        })
        .by_hand(|computed| {
            let value = hand.evaluate();
            computed.gathered(&hand, |hand| hand.flat());
            value.into()
        });
    table.add(objective, |_, gradient| {
        let images = Tensor::from_vec(pixels.clone(), &[batch, 784]);
        along_directions(name, &exact, gradient, 1e-3, |(w1, b1, w2, b2)| {
            let tensor = |x: &[f64], shape: &[usize]| Tensor::from_vec(x.to_vec(), shape);
            let (w1, b1) = (tensor(w1, &[784, 64]), tensor(b1, &[64]));
            exact_loss(&w1, &b1, &tensor(w2, &[64, 10]), &tensor(b2, &[10]), &images, &labels)
        });
    });
}
