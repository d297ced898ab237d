//! Through the images again and again, a batch at a time.

use super::data::Digits;
use super::networks::Network;
use indicatif::{ProgressBar, ProgressStyle};
use pullback::optim::{AdamW, one_cycle};
use rand010::{Rng, seq::SliceRandom};

/// How a network is trained.
#[derive(Clone, Copy)]
pub struct Course {
    pub epochs: u64,
    pub batch: usize,
    /// The largest rate.
    pub rate: f64,
    pub shows_progress: bool,
}

/// The mean loss of each epoch, and the part of the held-out digits that were recognized after it.
pub struct History(pub Vec<(f64, f64)>);

impl History {
    #[allow(dead_code)]
    pub fn scores(&self) -> Vec<f64> {
        self.0.iter().map(|(_, score)| *score).collect()
    }
}

pub fn train<N: Network>(
    name: &str,
    network: &mut N,
    learnt: &Digits,
    held_out: &Digits,
    course: Course,
    rng: &mut impl Rng,
) -> History {
    let bar = match course.shows_progress {
        true => ProgressBar::new(course.epochs),
        false => ProgressBar::hidden(),
    };
    let style = ProgressStyle::with_template("{prefix:14} {bar:40} {pos}/{len}  {elapsed}  {msg}");
    bar.set_style(style.expect("the template is one"));
    bar.set_prefix(name.to_owned());

    let mut order: Vec<usize> = (0..learnt.len()).collect();
    let mut adam = AdamW::new(course.rate, 1e-2);
    let steps = course.epochs * learnt.len().div_ceil(course.batch) as u64;
    let mut history = Vec::new();
    for _ in 0..course.epochs {
        order.shuffle(rng);
        let (mut total, mut batches) = (0.0, 0.0);
        for numbers in order.chunks(course.batch) {
            let (loss, gradient) = network.loss_and_gradient(&learnt.chosen(numbers).shifted(rng));
            adam.rate = one_cycle(course.rate, steps, adam.state.steps());
            adam.step(network, &gradient);
            total += f64::from(loss);
            batches += 1.0;
        }
        let score = network.score(held_out);
        history.push((total / batches, score));
        bar.set_message(format!(
            "loss {:.4}, held out {:.4} and {:.1}%",
            total / batches,
            network.loss_on(held_out),
            100.0 * score
        ));
        bar.inc(1);
    }
    bar.finish();
    History(history)
}
