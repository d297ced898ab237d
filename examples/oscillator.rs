//! The gradient of a simulation: Runge and Kutta's method with a generic right-hand side.
//!
//! A damped oscillator swings for two seconds. How does its last position depend on its stiffness, its damping and its start?
//! The integrator knows nothing of oscillators; the right-hand side is a closure that captures what is asked for.

use pullback::{Report, check_grad, differentiable};

/// `a + k b`, element by element.
#[differentiable]
fn moved(a: &[f64], k: f64, b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + k * b).collect()
}

/// The classical method of fourth order for `y' = f(t, y)`, from time 0 in `steps` steps of width `h`.
#[differentiable]
fn rk4<F: Fn(f64, &[f64]) -> Vec<f64>>(f: F, start: &[f64], h: f64, steps: usize) -> Vec<f64> {
    let mut y = start.to_vec();
    for step in 0..steps {
        let t = step as f64 * h;
        let k1 = f(t, &y);
        let k2 = f(t + 0.5 * h, &moved(&y, 0.5 * h, &k1));
        let k3 = f(t + 0.5 * h, &moved(&y, 0.5 * h, &k2));
        let k4 = f(t + h, &moved(&y, h, &k3));
        for i in 0..y.len() {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    y
}

/// Where the oscillator is after two seconds.
#[differentiable]
fn last_position(stiffness: f64, damping: f64, start: &[f64]) -> f64 {
    let end = rk4(
        |t, y| vec![y[1], -stiffness * y[0] - damping * y[1] + t.cos()],
        start,
        0.02,
        100,
    );
    end[0]
}

/// Prints the gradient, and compares it with differences.
pub fn run() -> Report {
    let (stiffness, damping, start) = (4.0, 0.3, [1.0, 0.0]);
    let (position, (by_stiffness, by_damping, by_start)) = last_position::value_and_grad(stiffness, damping, &start);
    println!("position after 2 s   {position:9.6}");
    println!("  by the stiffness   {by_stiffness:9.6}");
    println!("  by the damping     {by_damping:9.6}");
    println!(
        "  by the start       {:9.6} (position), {:9.6} (speed)",
        by_start[0], by_start[1]
    );
    let report = check_grad!(last_position(stiffness, damping, &start)).expect("the gradient is right");
    println!("\n{report}");
    report
}

#[allow(dead_code)]
fn main() {
    run();
}
