//! Fits a mixture of Gaussians to points in a file, with gradients from `#[differentiable]`.
//!
//! ```text
//! cargo run --release --example fit_mixture [-- FILE]
//! ```
//!
//! The objective is in `mixture.rs`: five plain functions with loops, sub-slices and calls to one
//! another. The file is in the format of the ADBench benchmark and holds the points and the
//! parameters to start from; `data.rs` reads it. `fit.rs` hands the objective and its gradient to
//! argmin's L-BFGS, `picture.rs` draws the result into `out/fit_mixture.svg`.

mod data;
mod fit;
mod mixture;
mod picture;

use std::{env, error::Error, fs, path::Path, path::PathBuf, time::Instant};

use data::{Parameters, Problem};
use mixture::{log_likelihood, log_posterior};

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = env::args_os().nth(1).map(PathBuf::from);
    let problem = Problem::read(&file.unwrap_or_else(|| root.join("examples/data/gmm_d2_K5.txt")))?;
    let start = &problem.start;
    println!(
        "{} points in {} dimensions, {} components, {} parameters\n",
        problem.n(),
        problem.d,
        start.alphas.len(),
        start.concat().len()
    );

    let (points, d) = (&problem.points, problem.d);
    let (gamma, m) = (problem.gamma, problem.m);
    let (alphas, means, icf) = (&start.alphas, &start.means, &start.icf);
    let report = pullback::check_grad!(log_posterior(alphas, means, icf, points, d, gamma, m))
        .map_err(|mismatch| mismatch.to_string())?;
    println!("gradient check   {report}");

    let clock = Instant::now();
    let fit = fit::fit(&problem, 1000)?;
    let seconds = clock.elapsed().as_secs_f64();

    println!("\n{:16} {:>14} {:>14}", "", "before", "after");
    let row = |name: &str, figure: fn(&Problem, &Parameters) -> f64| {
        let (before, after) = (figure(&problem, start), figure(&problem, &fit.parameters));
        println!("{name:16} {before:14.6} {after:14.6}");
    };
    row("log-likelihood", |problem, p| {
        log_likelihood(&p.alphas, &p.means, &p.icf, &problem.points, problem.d)
    });
    row("log posterior", fit::value);
    row("gradient norm", |problem, p| {
        let gradient = fit::gradient(problem, p).concat();
        gradient.iter().map(|g| g * g).sum::<f64>().sqrt()
    });
    println!(
        "\n{} iterations in {seconds:.2} s ({})",
        fit.losses.len() - 1,
        fit.stopped
    );

    let out = root.join("out");
    fs::create_dir_all(&out)?;
    picture::draw(&out.join("fit_mixture.svg"), &problem, &fit)?;
    println!("picture in out/fit_mixture.svg");
    Ok(())
}
