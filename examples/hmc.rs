//! Bayesian logistic regression: what ten measurements of a tumour say of whether it is benign, sampled by Hamiltonian Monte Carlo.
//!
//! ```text
//! cargo run --release --example hmc
//! ```
//!
//! The parameters are a struct. The sampler knows nothing of it: it moves a flat vector of numbers, to and from which any
//! `Differentiable` value goes, along gradients from `#[differentiable]`. The picture of what the weights may be is `out/hmc.svg`.

use indicatif::{ProgressBar, ProgressStyle};
use plotters::prelude::*;
use pullback::ndarray::{Array1, Array2, Axis};
use pullback::{Cotangent, Differentiable, differentiable};
use std::{error::Error, f64::consts::PI, fs, path::Path};

/// What is to be inferred. The weights are as large as `scale` says.
#[derive(Clone, Debug, Differentiable)]
struct Parameters {
    weights: Array1<f64>,
    bias: f64,
    log_scale: f64,
}

/// The logarithm of the posterior, but for a constant.
#[differentiable]
fn log_posterior(at: &Parameters, #[no_diff] x: &Array2<f64>, #[no_diff] benign: &[f64]) -> f64 {
    let scores = x.dot(&at.weights) + at.bias;
    let mut sum = 0.0;
    for i in 0..benign.len() {
        // ln σ(z), which does not overflow.
        let z = benign[i] * scores[i];
        sum += z.min(0.0) - (-z.abs()).exp().ln_1p();
    }
    let scale = at.log_scale.exp();
    let count = at.weights.len() as f64;
    let prior = -0.5 * at.weights.dot(&at.weights) / (scale * scale) - count * at.log_scale;
    sum + prior - 0.5 * at.log_scale * at.log_scale - 0.5 * at.bias * at.bias / 100.0
}

/// Numbers without pattern.
struct Random(u64);

impl Random {
    fn uniform(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
    }

    fn normal(&mut self) -> f64 {
        (-2.0 * self.uniform().ln()).sqrt() * (2.0 * PI * self.uniform()).cos()
    }
}

/// Samples a density by its logarithm and the gradient of that, in flat form.
struct Sampler<F> {
    log_density: F,
    at: Vec<f64>,
    value: f64,
    slope: Vec<f64>,
    step: f64,
    random: Random,
}

impl<F: Fn(&[f64]) -> (f64, Vec<f64>)> Sampler<F> {
    fn new(log_density: F, at: Vec<f64>) -> Self {
        let (value, slope) = log_density(&at);
        Sampler {
            log_density,
            at,
            value,
            slope,
            step: 0.05,
            random: Random(11),
        }
    }

    /// One trajectory; returns how probable it was to be accepted.
    fn go(&mut self, steps: usize) -> f64 {
        let mut momentum: Vec<f64> = self.at.iter().map(|_| self.random.normal()).collect();
        let kinetic = |momentum: &[f64]| 0.5 * momentum.iter().map(|p| p * p).sum::<f64>();
        let energy = self.value - kinetic(&momentum);
        let (mut at, mut value, mut slope) = (self.at.clone(), self.value, self.slope.clone());
        for _ in 0..steps {
            for (p, s) in momentum.iter_mut().zip(&slope) {
                *p += 0.5 * self.step * s;
            }
            for (x, p) in at.iter_mut().zip(&momentum) {
                *x += self.step * p;
            }
            (value, slope) = (self.log_density)(&at);
            for (p, s) in momentum.iter_mut().zip(&slope) {
                *p += 0.5 * self.step * s;
            }
        }
        let probability = (value - kinetic(&momentum) - energy).exp().min(1.0);
        if self.random.uniform() < probability {
            (self.at, self.value, self.slope) = (at, value, slope);
        }
        if probability.is_nan() { 0.0 } else { probability }
    }
}

/// Measurements, each column with mean 0 and deviation 1, and 1 or -1 for benign or not.
fn read(path: &Path) -> Result<(Array2<f64>, Vec<f64>), Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let numbers = text.lines().flat_map(|line| line.split(',')).map(str::parse);
    let numbers: Vec<f64> = numbers.collect::<Result<_, _>>()?;
    let table = Array2::from_shape_vec((text.lines().count(), 11), numbers)?;
    let mut x = table.slice_axis(Axis(1), (..10).into()).to_owned();
    for mut column in x.columns_mut() {
        let (mean, deviation) = (column.mean().unwrap_or(0.0), column.std(0.0));
        column.mapv_inplace(|x| (x - mean) / deviation);
    }
    Ok((x, table.column(10).mapv(|label| 2.0 * label - 1.0).to_vec()))
}

/// What came out, and all weights that were sampled.
pub struct Outcome {
    /// The mean probability of acceptance.
    pub acceptance: f64,
    /// The part of the held-out samples that are predicted.
    pub score: f64,
    weights: Array2<f64>,
}

/// Samples so many times, after a quarter as many to find the step.
///
/// # Errors
/// If the data cannot be read, or the gradient is wrong.
pub fn run(count: u64, shows_progress: bool) -> Result<Outcome, Box<dyn Error>> {
    let (x, benign) = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data/breast_cancer.csv"))?;
    let learnt: Vec<usize> = (0..benign.len()).filter(|k| k % 5 != 0).collect();
    let held_out: Vec<usize> = (0..benign.len()).step_by(5).collect();
    let (seen, labels) = (
        x.select(Axis(0), &learnt),
        learnt.iter().map(|k| benign[*k]).collect::<Vec<_>>(),
    );
    let start = Parameters {
        weights: Array1::zeros(10),
        bias: 0.0,
        log_scale: 0.0,
    };
    pullback::check_grad!(log_posterior(&start, &seen, &labels)).map_err(|mismatch| mismatch.to_string())?;

    let placed = |flat: &[f64]| {
        let mut at = start.clone();
        at.set_flat(flat);
        at
    };
    let log_density = |flat: &[f64]| {
        let (value, gradient) = log_posterior::value_and_grad(&placed(flat), &seen, &labels);
        (value, gradient.partials())
    };
    let mut sampler = Sampler::new(log_density, start.to_flat());

    let warm_up = count / 4;
    let bar = if shows_progress {
        ProgressBar::new(warm_up + count)
    } else {
        ProgressBar::hidden()
    };
    bar.set_style(ProgressStyle::with_template(
        "sampling {bar:40} {pos}/{len}  {elapsed}  {msg}",
    )?);
    // The step grows where too much is accepted, and shrinks where too little is.
    for k in 0..warm_up {
        let probability = sampler.go(20);
        sampler.step *= ((probability - 0.8) / (1.0 + k as f64).sqrt()).exp();
        bar.inc(1);
    }
    let (mut acceptance, mut votes) = (0.0, Array1::<f64>::zeros(held_out.len()));
    let mut weights = Array2::zeros((count as usize, 10));
    let unseen = x.select(Axis(0), &held_out);
    for mut row in weights.rows_mut() {
        acceptance += sampler.go(20) / count as f64;
        let at = placed(&sampler.at);
        votes += &(unseen.dot(&at.weights) + at.bias).mapv(|z| 1.0 / (1.0 + (-z).exp()) - 0.5);
        row.assign(&at.weights);
        bar.set_message(format!("step {:.3}", sampler.step));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let right = held_out
        .iter()
        .zip(&votes)
        .filter(|(k, vote)| benign[**k] * **vote > 0.0);
    Ok(Outcome {
        acceptance,
        score: right.count() as f64 / held_out.len() as f64,
        weights,
    })
}

/// What the first two weights may be.
fn draw(path: &Path, weights: &Array2<f64>) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(path.parent().ok_or("the picture has no folder")?)?;
    let area = SVGBackend::new(path, (480, 480)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(15)
        .x_label_area_size(35)
        .y_label_area_size(50)
        .build_cartesian_2d(-6.0..6.0, -4.0..2.0)?;
    chart
        .configure_mesh()
        .x_desc("weight of the radius")
        .y_desc("weight of the texture")
        .draw()?;
    let points = weights
        .rows()
        .into_iter()
        .map(|row| Circle::new((row[0], row[1]), 2, BLUE.mix(0.3).filled()));
    chart.draw_series(points)?;
    area.present()?;
    Ok(())
}

#[allow(dead_code)]
fn main() -> Result<(), Box<dyn Error>> {
    let outcome = run(2000, true)?;
    let names = [
        "radius",
        "texture",
        "perimeter",
        "area",
        "smoothness",
        "compactness",
        "concavity",
        "concave points",
        "symmetry",
        "fractal dimension",
    ];
    println!(
        "acceptance {:.2}\n\nweight              mean   deviation",
        outcome.acceptance
    );
    for (name, column) in names.iter().zip(outcome.weights.columns()) {
        println!(
            "{name:18} {:6.2} {:11.2}",
            column.mean().unwrap_or(0.0),
            column.std(0.0)
        );
    }
    println!("\n{:.1}% of the held-out samples predicted", 100.0 * outcome.score);
    draw(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("out/hmc.svg"),
        &outcome.weights,
    )
}
