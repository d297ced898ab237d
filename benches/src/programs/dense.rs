//! A dense network on a batch of images, of ndarray's matrices.

use crate::by_hand::BatchGradient;
use crate::harness::{Objective, Table, along_directions};
use crate::programs::numbers;
use pullback::ndarray::{Array1, Array2};
use pullback::{Workspace, differentiable};
use std::hint::black_box;

/// The same function of `f32` and `f64`.
macro_rules! network {
    ($name:ident $float:ident) => {
        #[differentiable]
        fn $name(
            w1: &Array2<$float>,
            b1: &Array1<$float>,
            w2: &Array2<$float>,
            b2: &Array1<$float>,
            #[no_diff] images: &Array2<$float>,
            labels: &[usize],
        ) -> $float {
            let hidden = (images.dot(w1) + b1).mapv(|x| x.max(0.0));
            let logits = hidden.dot(w2) + b2;
            let mut loss = 0.0;
            for (row, label) in logits.rows().into_iter().zip(labels) {
                let largest = row.iter().copied().fold($float::NEG_INFINITY, $float::max);
                let sum: $float = row.iter().map(|x| (x - largest).exp()).sum();
                loss += largest + sum.ln() - row[*label];
            }
            loss / labels.len() as $float
        }
    };
}

network!(loss f32);
network!(exact_loss f64);

pub fn all(table: &Table) {
    let name = "MLP 784-64-10, f32, 64 images, ndarray";
    if !table.wants(name) {
        return;
    }
    const BATCH: usize = 64;
    let scaled = |n: usize, scale: f64| numbers(n).iter().map(|x| scale * x).collect::<Vec<f64>>();
    let exact = (
        scaled(784 * 64, 0.1),
        scaled(64, 1.0),
        scaled(640, 0.3),
        scaled(10, 1.0),
    );
    let pixels: Vec<f64> = numbers(784 * BATCH).iter().map(|x| x + 0.4).collect();
    let labels: Vec<usize> = (0..BATCH).map(|k| k % 10).collect();
    let matrix = |x: &[f64], rows: usize| {
        Array2::from_shape_vec((rows, x.len() / rows), x.to_vec()).expect("its rows are of one length")
    };
    let narrow = |x: &[f64], rows: usize| matrix(x, rows).mapv(|x| x as f32);
    let bias = |x: &[f64]| x.iter().map(|x| *x as f32).collect::<Array1<f32>>();
    let images = narrow(&pixels, BATCH);
    let (w1, w2) = (narrow(&exact.0, 784), narrow(&exact.2, 64));
    let (b1, b2) = (bias(&exact.1), bias(&exact.3));
    let mut workspace = Workspace::new();
    let mut bars = (w1.clone(), b1.clone(), w2.clone(), b2.clone());
    let at = ([w1.clone(), w2.clone()], [b1.clone(), b2.clone()]);
    let mut hand = BatchGradient::new(at, images.clone(), &labels);
    let flat = |(w1, b1, w2, b2): &(Array2<f32>, Array1<f32>, Array2<f32>, Array1<f32>)| {
        let numbers = w1.iter().chain(b1).chain(w2).chain(b2);
        numbers.map(|x| f64::from(*x)).collect::<Vec<f64>>()
    };
    let objective = Objective::new(name)
        .anchor("JAX 191 µs, PyTorch 278 µs")
        .tolerance(1e-4)
        .primal(|| loss(black_box(&w1), &b1, &w2, &b2, &images, &labels).into())
        .kept(|computed| {
            let (w1_bar, b1_bar, w2_bar, b2_bar) = &mut bars;
            w1_bar.fill(0.0);
            b1_bar.fill(0.0);
            w2_bar.fill(0.0);
            b2_bar.fill(0.0);
            let w1 = black_box(&w1);
            let value = loss::grad_into_with(
                &mut workspace,
                w1,
                &b1,
                &w2,
                &b2,
                &images,
                &labels,
                w1_bar,
                b1_bar,
                w2_bar,
                b2_bar,
            );
            computed.gathered(&bars, flat);
            value.into()
        })
        .plain(|computed| {
            let (value, gradient) = loss::value_and_grad(black_box(&w1), &b1, &w2, &b2, &images, &labels);
            computed.gathered(&gradient, flat);
            value.into()
        })
        .by_hand(|computed| {
            let value = hand.evaluate();
            computed.gathered(&hand, |hand| hand.flat());
            value.into()
        });
    table.add(objective, |_, gradient| {
        let images = matrix(&pixels, BATCH);
        along_directions(name, &exact, gradient, 1e-3, |(w1, b1, w2, b2)| {
            let (b1, b2) = (Array1::from_vec(b1.clone()), Array1::from_vec(b2.clone()));
            exact_loss(&matrix(w1, 784), &b1, &matrix(w2, 64), &b2, &images, &labels)
        });
    });
}
