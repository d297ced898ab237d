//! Through the trees again and again, a batch at a time.

use super::batched::{self, Plan};
use super::recursive::{self, Network};
use super::trees::Example;
use indicatif::{ProgressBar, ProgressStyle};
use pullback::optim::{Adam, clip_norm};
use rand010::{Rng, seq::SliceRandom};
use std::time::Instant;

/// How a batch is gone through.
#[derive(Clone, Copy, PartialEq)]
pub enum Way {
    Recursive,
    Batched,
}

/// Trains a network, and returns how many seconds an epoch takes, and which part of what was held out is right after each.
pub fn train(
    name: &str,
    network: &mut Network,
    (examples, held_out): (&[Example], &[Example]),
    way: Way,
    epochs: u64,
    shows_progress: bool,
    rng: &mut impl Rng,
) -> (f64, Vec<f64>) {
    let bar = if shows_progress {
        ProgressBar::new(epochs)
    } else {
        ProgressBar::hidden()
    };
    let style = ProgressStyle::with_template("{prefix:10} {bar:40} {pos}/{len}  {elapsed}  {msg}");
    bar.set_style(style.expect("the template is one"));
    bar.set_prefix(name.to_owned());
    let mut order: Vec<&Example> = examples.iter().collect();
    let (mut adam, mut seconds, mut scores) = (Adam::new(5e-3), 0.0, Vec::new());
    for _ in 0..epochs {
        order.shuffle(rng);
        let start = Instant::now();
        let mut total = 0.0;
        for batch in order.chunks(25) {
            let (loss, mut gradient) = match way {
                Way::Recursive => recursive::loss::value_and_grad(network, batch),
                Way::Batched => batched::loss::value_and_grad(network, &Plan::of(batch)),
            };
            clip_norm(&mut gradient, 5.0);
            adam.step(network, &gradient);
            total += f64::from(loss) * batch.len() as f64;
        }
        seconds += start.elapsed().as_secs_f64();
        scores.push(network.score(held_out));
        bar.set_message(format!("loss {:.4}", total / examples.len() as f64));
        bar.inc(1);
    }
    bar.finish();
    (seconds / epochs as f64, scores)
}
