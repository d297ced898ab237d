//! Non-negative matrix factorisation: handwritten digits as sums of a few parts.
//!
//! ```text
//! cargo run --release --example factorisation
//! ```
//!
//! Each image is to be a sum of parts with weights, all of them non-negative, which squares are. The gradients go to Adam; what comes
//! out is compared with the multiplicative rule of Lee and Seung, which needs none. The picture of the parts is `out/parts.svg`.

use indicatif::{ProgressBar, ProgressStyle};
use plotters::prelude::*;
use pullback::ndarray::{Array2, Axis};
use pullback::optim::{Adam, cosine};
use pullback::{Differentiable, differentiable};
use std::{error::Error, fs, path::Path};

/// The roots of the weights, a row for each image, and of the parts, a row for each part.
#[derive(Clone, Debug, Differentiable)]
struct Factors {
    weights: Array2<f64>,
    parts: Array2<f64>,
}

/// How far the products are from the images.
#[differentiable]
fn distance(at: &Factors, #[no_diff] images: &Array2<f64>) -> f64 {
    let (weights, parts) = (at.weights.mapv(|w| w * w), at.parts.mapv(|p| p * p));
    let gap = weights.dot(&parts) - images;
    0.5 * (&gap * &gap).sum()
}

/// The images, a row each, of a file of `examples/data/README.md`'s format.
fn read(path: &Path) -> Result<Array2<f64>, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let pixels = text
        .lines()
        .flat_map(|line| line.bytes().take(64))
        .map(|pixel| f64::from(pixel - b'a') / 16.0);
    Ok(Array2::from_shape_vec((text.lines().count(), 64), pixels.collect())?)
}

/// Numbers without pattern, between a half and one.
fn scattered(shape: (usize, usize)) -> Array2<f64> {
    Array2::from_shape_fn(shape, |(i, j)| {
        0.5 + 0.5 * ((i * 64 + j + 1) as f64 * 0.618_033_988_75).fract()
    })
}

/// The distances after as many steps along the gradient, and after as many of the multiplicative rule, relative to the images' size.
pub fn run(count: usize, parts: usize, steps: u64, shows_progress: bool) -> Result<[f64; 2], Box<dyn Error>> {
    let images = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/data/digits.txt"))?;
    let images = images.select(Axis(0), &(0..count.min(images.nrows())).collect::<Vec<_>>());
    let mut factors = Factors {
        weights: scattered((images.nrows(), parts)) * 0.5,
        parts: scattered((parts, 64)) * 0.5,
    };
    pullback::check_grad!(distance(&factors, &images)).map_err(|mismatch| mismatch.to_string())?;

    let (mut weights, mut basis) = (factors.weights.mapv(|w| w * w), factors.parts.mapv(|p| p * p));
    let bar = if shows_progress {
        ProgressBar::new(steps)
    } else {
        ProgressBar::hidden()
    };
    bar.set_style(ProgressStyle::with_template("{bar:40} {pos}/{len}  {elapsed}  {msg}")?);
    let mut adam = Adam::new(0.0);
    for step in 0..steps {
        let (value, gradient) = distance::value_and_grad(&factors, &images);
        adam.rate = cosine(0.1, 1e-3, steps, step);
        adam.step(&mut factors, &gradient);

        basis *= &(weights.t().dot(&images) / (weights.t().dot(&weights).dot(&basis) + 1e-12));
        weights *= &(images.dot(&basis.t()) / (weights.dot(&basis.dot(&basis.t())) + 1e-12));
        bar.set_message(format!("distance {value:.1}"));
        bar.inc(1);
    }
    bar.finish_and_clear();
    if shows_progress {
        draw(
            &Path::new(env!("CARGO_MANIFEST_DIR")).join("out/parts.svg"),
            &factors.parts.mapv(|p| p * p),
        )?;
    }
    let size = 0.5 * (&images * &images).sum();
    let gap = weights.dot(&basis) - &images;
    Ok([distance(&factors, &images) / size, 0.5 * (&gap * &gap).sum() / size])
}

/// The parts as images, the darker the more.
fn draw(path: &Path, parts: &Array2<f64>) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(path.parent().ok_or("the picture has no folder")?)?;
    let across = parts.nrows().div_ceil(2);
    let area = SVGBackend::new(path, (90 * across as u32, 180)).into_drawing_area();
    area.fill(&WHITE)?;
    for (cell, part) in area.split_evenly((2, across)).iter().zip(parts.rows()) {
        let most = part.iter().copied().fold(0.0, f64::max);
        for (k, pixel) in part.iter().enumerate() {
            let (x, y) = (5 + 10 * (k % 8) as i32, 5 + 10 * (k / 8) as i32);
            let shade = (255.0 * (1.0 - pixel / most)) as u8;
            cell.draw(&Rectangle::new(
                [(x, y), (x + 10, y + 10)],
                RGBColor(shade, shade, shade).filled(),
            ))?;
        }
    }
    area.present()?;
    Ok(())
}

#[allow(dead_code)]
fn main() -> Result<(), Box<dyn Error>> {
    let [ours, multiplicative] = run(1797, 16, 400, true)?;
    println!("of the images' size, 16 parts leave out {:.2}%", 100.0 * ours);
    println!("by the multiplicative rule {:.2}%", 100.0 * multiplicative);
    Ok(())
}
