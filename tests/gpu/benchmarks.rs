//! Times on a device: steps of training, and single operations with their way back. `benches/networks.py cuda` has the same in PyTorch.
//!
//! ```text
//! gpu --benchmarks [--seconds 2] [part of a name]
//! ```
//!
//! A time is the shortest of many, of what ends with a number that the processor reads. On the stand-ins, whose times say nothing,
//! all runs once at small sizes.

#[path = "../../examples/treelstm/batched.rs"]
mod batched;
#[allow(dead_code)]
#[path = "../../examples/treelstm/recursive.rs"]
mod recursive;
#[allow(dead_code)]
#[path = "../../benches/src/drawn.rs"]
mod trees;

use crate::compared::sample;
use crate::model::Network;
use pullback::optim::AdamW;
use pullback::tensor::{Conv2d, Device, Pool2d, Tensor};
use pullback::{Differentiable, differentiable};
use rand010::{SeedableRng, rngs::SmallRng};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// A network of convolutions, as in `examples/digits` for images of any size.
#[differentiable]
fn convolutions(at: &[Tensor<f32>; 6], #[no_diff] images: &Tensor<f32>, labels: &[usize]) -> f32 {
    let same = Conv2d {
        padding: [1, 1],
        ..Conv2d::default()
    };
    let first = (images.conv2d(&at[0], same) + &at[1]).relu().max_pool2d(Pool2d::of(2));
    let second = (first.conv2d(&at[2], same) + &at[3]).relu().max_pool2d(Pool2d::of(2));
    let row = second.reshape(&[labels.len(), at[4].shape()[0]]);
    (row.matmul(&at[4]) + &at[5]).cross_entropy(labels)
}

#[differentiable]
fn product(x: &Tensor<f32>, y: &Tensor<f32>) -> f32 {
    x.matmul(y).sum()
}

#[differentiable]
fn convolution(x: &Tensor<f32>, w: &Tensor<f32>) -> f32 {
    x.conv2d(
        w,
        Conv2d {
            padding: [1, 1],
            ..Conv2d::default()
        },
    )
    .sum()
}

/// A chain of functions of elements: one kernel there, and one back.
#[differentiable]
fn fused(x: &Tensor<f32>, y: &Tensor<f32>) -> f32 {
    let z: Tensor<f32> = x.zip_map(y, |v: f32, w: f32| {
        (v * w + 0.3).tanh() * (0.5 * v).exp() - w * w / (1.0 + v * v)
    });
    z.sum()
}

/// The same with a kernel for each function.
#[differentiable]
fn chained(x: &Tensor<f32>, y: &Tensor<f32>) -> f32 {
    let slow: Tensor<f32> = (x * y + 0.3).tanh();
    let fast: Tensor<f32> = (x * 0.5).exp();
    (slow * fast - y * y / (x * x + 1.0)).sum()
}

struct Bench<'d> {
    device: &'d Device,
    is_tiny: bool,
    patience: Duration,
    only: Option<String>,
}

impl Bench<'_> {
    /// A size that is another one on the stand-ins.
    fn size(&self, size: usize, tiny: usize) -> usize {
        if self.is_tiny { tiny } else { size }
    }

    fn there<V: Differentiable + Clone>(&self, value: &V) -> V {
        value.to_device(self.device).expect("it can be moved")
    }

    fn shortest<R>(&self, what: &str, mut run: impl FnMut() -> R) {
        for _ in 0..self.size(5, 1) {
            black_box(run());
        }
        let (begin, mut best) = (Instant::now(), f64::INFINITY);
        while best.is_infinite() || begin.elapsed() < self.patience {
            let start = Instant::now();
            black_box(run());
            best = best.min(start.elapsed().as_secs_f64());
        }
        println!("    {what:30} {:12.1} µs", best * 1e6);
    }

    /// A step of training: the value alone, with its gradient, with a step of AdamW, and with the data from the processor and the
    /// model back to it. `last` reads some number of a gradient, which is there when all is.
    fn step<M: Differentiable + Clone, D>(
        &self,
        name: &str,
        (model, data): (&M, &D),
        moved: impl Fn(&D) -> D,
        value: impl Fn(&M, &D) -> f32,
        gradient: impl Fn(&M, &D) -> (f32, M::Cotangent),
        last: impl Fn(&M::Cotangent) -> f32,
    ) {
        if self.only.as_ref().is_some_and(|only| !name.contains(only)) {
            return;
        }
        let (mut there, data_there, mut adam) = (self.there(model), moved(data), AdamW::new(1e-3, 1e-2));
        println!("{name}");
        self.shortest("value", || value(&there, &data_there));
        self.device.peak_memory();
        self.shortest("value and gradient", || last(&gradient(&there, &data_there).1));
        let peak = self.device.peak_memory();
        self.shortest("with a step of AdamW", || {
            let (_, bar) = gradient(&there, &data_there);
            adam.step(&mut there, &bar);
            last(&bar)
        });
        self.shortest("and with the data moved there", || {
            let (_, bar) = gradient(&there, &moved(data));
            adam.step(&mut there, &bar);
            last(&bar)
        });
        self.shortest("the model there and back", || {
            self.there(model)
                .to_device(&Device::cpu())
                .expect("it can be moved back")
        });
        println!(
            "    {:30} {:12.1} KiB",
            "held at most",
            peak.unwrap_or(0) as f64 / 1024.0
        );
    }

    /// An operation on two tensors.
    fn operation(
        &self,
        name: &str,
        shapes: [&[usize]; 2],
        value: impl Fn(&Tensor<f32>, &Tensor<f32>) -> f32,
        gradient: impl Fn(&Tensor<f32>, &Tensor<f32>) -> (f32, (Tensor<f32>, Tensor<f32>)),
    ) {
        let (x, y): (Tensor<f32>, Tensor<f32>) = (sample(shapes[0], 1), sample(shapes[1], 2));
        let one = |bar: &Tensor<f32>| bar.reshape(&[bar.len()]).slice_axis(0, 0..1).item();
        self.step(
            name,
            (&x, &y),
            |y| self.there(y),
            &value,
            |x, y| {
                let (value, (x_bar, y_bar)) = gradient(x, y);
                one(&y_bar);
                (value, x_bar)
            },
            one,
        );
    }

    fn perceptron(&self, name: &str, sizes: &[usize], rows: usize) {
        let network = Network::of(sizes);
        let classes: Vec<usize> = (0..rows).map(|k| k % 5).collect();
        let data = sample(&[rows, sizes[0]], 4);
        self.step(
            name,
            (&network, &data),
            |rows| self.there(rows),
            |network, rows| network.loss(rows, &classes),
            |network, rows| network.loss_value_and_grad(rows, &classes),
            |bar| bar.output.bias.slice_axis(0, 0..1).item(),
        );
    }

    fn images(&self, name: &str, count: usize, channels: [usize; 3], size: usize) {
        let [of_image, first, second] = channels;
        let columns = second * (size / 4) * (size / 4);
        let shapes: [&[usize]; 6] = [
            &[first, of_image, 3, 3],
            &[first, 1, 1],
            &[second, first, 3, 3],
            &[second, 1, 1],
            &[columns, 10],
            &[10],
        ];
        let network: [Tensor<f32>; 6] = std::array::from_fn(|k| sample(shapes[k], k) * 0.1);
        let classes: Vec<usize> = (0..count).map(|k| k % 10).collect();
        let data = sample(&[count, of_image, size, size], 7);
        self.step(
            name,
            (&network, &data),
            |images| self.there(images),
            |network, images| convolutions(network, images, &classes),
            |network, images| convolutions::value_and_grad(network, images, &classes),
            |bar| bar[5].slice_axis(0, 0..1).item(),
        );
    }

    fn sentences(&self, name: &str, count: usize, size: usize) {
        let examples = trees::examples(count);
        let batch: Vec<&trees::Example> = examples.iter().collect();
        let network = recursive::Network::new(size, &mut SmallRng::seed_from_u64(3));
        // The indices go there with each step in any case.
        self.step(
            name,
            (&network, &batch),
            Vec::clone,
            |network, batch| batched::loss(network, &batched::Plan::of(batch)),
            |network, batch| batched::loss::value_and_grad(network, &batched::Plan::of(batch)),
            |bar| bar.answer.slice_axis(0, 0..1).sum(),
        );
    }
}

/// All of them. On stand-ins they only have to run.
pub fn all(device: &Device, is_tiny: bool) {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let seconds = arguments.iter().skip_while(|argument| *argument != "--seconds").nth(1);
    let seconds = seconds.map_or(2.0, |number| number.parse().expect("a number of seconds"));
    let only = arguments
        .iter()
        .rfind(|argument| !argument.starts_with("--") && argument.parse::<f64>().is_err());
    let bench = Bench {
        device,
        is_tiny,
        patience: Duration::from_secs_f64(if is_tiny { 0.0 } else { seconds }),
        only: only.cloned(),
    };
    let size = |size, tiny| bench.size(size, tiny);
    bench.perceptron("MLP 784-64-10, 64 rows", &[size(784, 9), size(64, 8), 10], size(64, 3));
    bench.perceptron(
        "MLP 1024-4096-4096-10, 256 rows",
        &[size(1024, 9), size(4096, 8), size(4096, 8), 10],
        size(256, 3),
    );
    bench.images(
        "CNN 1-16-32, 32 images of 8×8",
        size(32, 2),
        [1, size(16, 2), size(32, 3)],
        8,
    );
    bench.images(
        "CNN 3-32-64, 64 images of 64×64",
        size(64, 2),
        [3, size(32, 2), size(64, 3)],
        size(64, 8),
    );
    bench.sentences("TreeLSTM of 48, 25 trees", size(25, 2), size(48, 4));
    bench.sentences("TreeLSTM of 256, 256 trees", size(256, 2), size(256, 4));
    let n = size(2048, 5);
    bench.operation(
        "product, 2048×2048",
        [&[n, n], &[n, n]],
        product,
        product::value_and_grad,
    );
    let n = size(128, 4);
    let batch = size(256, 2);
    bench.operation(
        "product, 256 of 128×128",
        [&[batch, n, n], &[batch, n, n]],
        product,
        product::value_and_grad,
    );
    let (images, channels, pixels) = (size(32, 2), size(64, 2), size(56, 5));
    let shapes: [&[usize]; 2] = [&[images, channels, pixels, pixels], &[channels, channels, 3, 3]];
    bench.operation(
        "convolution, 32×64×56×56 by 64×64×3×3",
        shapes,
        convolution,
        convolution::value_and_grad,
    );
    let n = size(1 << 24, 300);
    bench.operation(
        "elements, 2²⁴, fused",
        [&[n], &[n]],
        |x, y| fused::vjp(x, y).0,
        fused::value_and_grad,
    );
    bench.operation(
        "elements, 2²⁴, one by one",
        [&[n], &[n]],
        chained,
        chained::value_and_grad,
    );
}
