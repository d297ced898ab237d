//! The derivatives of the generators' constructors, and of what they give.
use super::*;
use pullback::{check_grad, differentiable};

#[differentiable]
fn periodic(rate: f64, frequency: f64, amplitude: f64, phase: f64) -> f64 {
    let made = InfinitePeriodic::new(rate, frequency, amplitude, phase, 3);
    made.amplitude + 2.0 * made.step + 3.0 * made.phase + 4.0 * made.k
}

#[differentiable]
fn sinusoidal(rate: f64, frequency: f64, amplitude: f64, mean: f64, phase: f64) -> f64 {
    let made = InfiniteSinusoidal::new(rate, frequency, amplitude, mean, phase, 3);
    made.amplitude + 2.0 * made.step + 3.0 * made.phase + 4.0 * made.mean
}

#[differentiable]
fn square(high: f64, low: f64) -> f64 {
    let made = InfiniteSquare::new(3, 7, high, low, 2);
    made.high_value * made.low_value + made.high_duration * made.high_value + made.periodic.phase
}

#[differentiable]
fn triangle(high: f64, low: f64) -> f64 {
    let made = InfiniteTriangle::new(4, 7, high, low, 2);
    made.raise + 2.0 * made.fall + 3.0 * made.high_value + 4.0 * made.low_value * made.periodic.amplitude
}

#[differentiable]
fn sawtooth(high: f64, low: f64) -> f64 {
    let made = InfiniteSawtooth::new(5, high, low, 2);
    made.periodic.amplitude + 2.0 * made.periodic.step + 3.0 * made.periodic.phase + 4.0 * made.low_value
}

#[test]
fn constructors() {
    check_grad!(periodic(8.3, 2.1, 10.4, 1.7)).unwrap();
    check_grad!(sinusoidal(8.3, 2.1, 1.4, 5.2, 2.7)).unwrap();
    check_grad!(square(1.3, -0.7)).unwrap();
    check_grad!(triangle(1.3, -0.7)).unwrap();
    check_grad!(sawtooth(1.3, -0.7)).unwrap();
}

#[differentiable]
fn periods(mut of: InfinitePeriodic, steps: usize) -> f64 {
    let mut sum = 0.0;
    for k in 0..steps {
        sum += k as f64 * of.next().unwrap();
    }
    sum
}

#[differentiable]
fn sines(mut of: InfiniteSinusoidal, steps: usize) -> f64 {
    let mut sum = 0.0;
    for k in 0..steps {
        sum += k as f64 * of.next().unwrap();
    }
    sum
}

#[differentiable]
fn triangles(mut of: InfiniteTriangle, steps: usize) -> f64 {
    let mut sum = 0.0;
    for k in 0..steps {
        sum += k as f64 * of.next().unwrap();
    }
    sum
}

#[differentiable]
fn teeth(mut of: InfiniteSawtooth, steps: usize) -> f64 {
    let mut sum = 0.0;
    for k in 0..steps {
        sum += k as f64 * of.next().unwrap();
    }
    sum
}

#[test]
fn what_they_give() {
    check_grad!(periods(InfinitePeriodic::new(8.3, 2.1, 10.4, 1.7, 3), 11)).unwrap();
    check_grad!(sines(InfiniteSinusoidal::new(8.3, 2.1, 1.4, 5.2, 2.7, 3), 1003)).unwrap();
    // As they are made, their corners lie at whole numbers.
    let periodic = InfinitePeriodic::new(7.3, 0.7, 11.0, 0.4, 1);
    let of = InfiniteTriangle::new(4, 7, 1.3, -0.7, 2);
    check_grad!(triangles(InfiniteTriangle { periodic, ..of }, 12)).unwrap();
    let of = InfiniteSawtooth::new(5, 1.3, -0.7, 2);
    check_grad!(teeth(InfiniteSawtooth { periodic, ..of }, 12)).unwrap();
}
