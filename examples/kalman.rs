//! The gradient of a filter: how likely a series of measurements is, some of which are missing.
//!
//! A Kalman filter in one dimension follows a level that drifts. What the noise of the drift and of the measurements is, is
//! found by following the gradient of the likelihood.

use pullback::{Differentiable, Report, check_grad, differentiable};

/// What the filter believes: a level, and how uncertain it is.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Belief {
    level: f64,
    variance: f64,
}

/// The logarithms of the variances of the drift and of the measurements.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Noise {
    drift: f64,
    measurement: f64,
}

/// One step: the belief afterwards, and the log-likelihood of the measurement, if there was one.
#[differentiable]
fn step(belief: &Belief, measured: Option<f64>, noise: &Noise) -> (Belief, Option<f64>) {
    let variance = belief.variance + noise.drift.exp();
    match measured {
        None => (
            Belief {
                level: belief.level,
                variance,
            },
            None,
        ),
        Some(y) => {
            let spread = variance + noise.measurement.exp();
            let surprise = y - belief.level;
            let gain = variance / spread;
            let updated = Belief {
                level: belief.level + gain * surprise,
                variance: (1.0 - gain) * variance,
            };
            (updated, Some(-0.5 * (surprise * surprise / spread + spread.ln())))
        }
    }
}

/// The log-likelihood of a series.
#[differentiable]
fn log_likelihood(noise: &Noise, #[no_diff] series: &[Option<f64>]) -> f64 {
    let mut belief = Belief {
        level: 0.0,
        variance: 1.0,
    };
    let mut total = 0.0;
    for measured in series {
        let (next, likelihood) = step(&belief, *measured, noise);
        belief = next;
        if let Some(likelihood) = likelihood {
            total += likelihood;
        }
    }
    total
}

/// Prints the fit, and compares the gradient with differences.
pub fn run() -> Report {
    let series: Vec<Option<f64>> = (0..60)
        .map(|i| {
            let t = f64::from(i);
            (i % 7 != 3).then(|| (0.1 * t).sin() + 0.3 * (12.9898 * t).sin())
        })
        .collect();
    let mut noise = Noise {
        drift: 0.0,
        measurement: 0.0,
    };
    let before = log_likelihood(&noise, &series);
    let report = check_grad!(log_likelihood(&noise, &series)).expect("the gradient is right");
    for _ in 0..400 {
        let gradient = log_likelihood::grad(&noise, &series);
        noise.add_scaled(0.01, &gradient);
    }
    let missing = series.iter().filter(|measured| measured.is_none()).count();
    println!("{} measurements, {missing} of them missing", series.len());
    println!(
        "log-likelihood   {before:9.4} before, {:9.4} after",
        log_likelihood(&noise, &series)
    );
    println!(
        "standard deviation of the drift {:.4}, of the measurements {:.4}",
        (0.5 * noise.drift).exp(),
        (0.5 * noise.measurement).exp()
    );
    println!("\n{report}");
    assert!(log_likelihood(&noise, &series) > before, "the fit is no worse");
    report
}

#[allow(dead_code)]
fn main() {
    run();
}
