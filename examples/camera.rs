//! A camera is found by Levenberg and Marquardt's method, from where it sees a cloud of points: the Jacobian has eleven columns and many
//! rows, so it is computed by columns.
//!
//! The camera is that of the smallest of ADBench's problems of bundle adjustment: rotation, centre, focal length, principal point and two
//! coefficients of distortion.

use pullback::differentiable;
use pullback::ndarray::{Array1, Array2};
use std::error::Error;

/// Turns a point about an axis whose length is the angle.
#[differentiable(jacobian(mode = forward))]
fn rotate(axis: &[f64], p: &[f64; 3]) -> [f64; 3] {
    let angle = (axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]).sqrt();
    let (sine, cosine) = angle.sin_cos();
    let w = [axis[0] / angle, axis[1] / angle, axis[2] / angle];
    let along = (w[0] * p[0] + w[1] * p[1] + w[2] * p[2]) * (1.0 - cosine);
    [
        p[0] * cosine + (w[1] * p[2] - w[2] * p[1]) * sine + w[0] * along,
        p[1] * cosine + (w[2] * p[0] - w[0] * p[2]) * sine + w[1] * along,
        p[2] * cosine + (w[0] * p[1] - w[1] * p[0]) * sine + w[2] * along,
    ]
}

/// Where a camera sees a point.
#[differentiable(jacobian(mode = forward))]
fn project(camera: &[f64], point: &[f64; 3]) -> [f64; 2] {
    let relative = [point[0] - camera[3], point[1] - camera[4], point[2] - camera[5]];
    let seen = rotate(&camera[..3], &relative);
    let u = [seen[0] / seen[2], seen[1] / seen[2]];
    let rho = u[0] * u[0] + u[1] * u[1];
    let zoom = camera[6] * (1.0 + camera[9] * rho + camera[10] * rho * rho);
    [u[0] * zoom + camera[7], u[1] * zoom + camera[8]]
}

/// How far each point is seen from where it should be, in both directions.
#[differentiable(jacobian(mode = forward))]
fn residuals(camera: &[f64], #[no_diff] points: &[[f64; 3]], #[no_diff] seen: &[[f64; 2]]) -> Vec<f64> {
    let mut errors = vec![0.0; 2 * points.len()];
    for i in 0..points.len() {
        let [u, v] = project(camera, &points[i]);
        errors[2 * i] = u - seen[i][0];
        errors[2 * i + 1] = v - seen[i][1];
    }
    errors
}

/// Solves `a x = b` for a positive definite matrix, by elimination.
fn solve(mut a: Array2<f64>, mut b: Array1<f64>) -> Array1<f64> {
    let n = b.len();
    for k in 0..n {
        for i in k + 1..n {
            let factor = a[[i, k]] / a[[k, k]];
            for j in k..n {
                a[[i, j]] -= factor * a[[k, j]];
            }
            b[i] -= factor * b[k];
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| a[[k, j]] * b[j]).sum();
        b[k] = (b[k] - known) / a[[k, k]];
    }
    b
}

/// How far off the points are, as the root of the mean square, before and after so many steps.
pub fn run(points_a_side: usize, steps: usize) -> Result<[f64; 2], Box<dyn Error>> {
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/data/ba1_n49_m7776_p31843.txt"
    ))?;
    let numbers = text.split_whitespace().skip(3).take(14).map(str::parse);
    let numbers: Vec<f64> = numbers.collect::<Result<_, _>>()?;
    let (camera, middle) = numbers.split_at(11);

    let k = points_a_side;
    let offset = |i: usize| 20.0 * (i as f64 / (k - 1) as f64 - 0.5);
    let points: Vec<[f64; 3]> = (0..k * k * k)
        .map(|i| [i / (k * k), i / k % k, i % k].map(offset))
        .map(|[x, y, z]| [middle[0] + x, middle[1] + y, middle[2] + z])
        .collect();
    let seen: Vec<[f64; 2]> = points.iter().map(|point| project(camera, point)).collect();

    let mut found: Vec<f64> = camera.iter().map(|x| 1.02 * x).collect();
    let size = |errors: &[f64]| (errors.iter().map(|e| e * e).sum::<f64>() / points.len() as f64).sqrt();
    let mut errors = residuals(&found, &points, &seen);
    let before = size(&errors);
    let mut damping = 1e-3;
    for _ in 0..steps {
        let jacobian = residuals::jacobian(&found, &points, &seen);
        let mut normal = jacobian.t().dot(&jacobian);
        for i in 0..found.len() {
            normal[[i, i]] *= 1.0 + damping;
        }
        let step = solve(normal, jacobian.t().dot(&Array1::from(errors.clone())));
        let next: Vec<f64> = found.iter().zip(&step).map(|(x, step)| x - step).collect();
        let errors_there = residuals(&next, &points, &seen);
        if size(&errors_there) < size(&errors) {
            (found, errors) = (next, errors_there);
            damping *= 0.1;
        } else {
            damping *= 10.0;
        }
    }
    println!(
        "{} points are seen {before:.1e} off at first, {:.1e} in the end",
        points.len(),
        size(&errors)
    );
    println!("focal length {:.3} of {:.3}", found[6], camera[6]);
    Ok([before, size(&errors)])
}

#[allow(dead_code)]
fn main() -> Result<(), Box<dyn Error>> {
    run(6, 60).map(|_| ())
}
