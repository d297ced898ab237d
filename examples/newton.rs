//! A surface of least area in a given frame, by Newton's method in a trust region, with products alone: argmin is handed the area, its gradient, and what its
//! Hessian does to a vector. Nobody writes the Hessian down, which would have a row for each of the points.
//!
//! The frame is cut out of Scherk's surface, `z = ln(cos y / cos x)`, which is the answer.

use argmin::core::{Error, Executor, State};
use argmin::solver::trustregion::{Steihaug, TrustRegion};
use pullback::argmin::Problem;
use pullback::differentiable;

/// Half the side of the frame.
const REACH: f64 = 1.0;

/// The area over a square of unit side times its own, of `n` by `n` inner points; `frame` has a point more on each side.
#[differentiable(order = 2)]
fn area(inner: &[f64], #[no_diff] frame: &[f64], n: usize) -> f64 {
    let m = n + 2;
    let mut z = frame.to_vec();
    for i in 0..n {
        for j in 0..n {
            z[(i + 1) * m + j + 1] = inner[i * n + j];
        }
    }
    let side = 2.0 * REACH / (n + 1) as f64;
    let mut sum = 0.0;
    for i in 0..n + 1 {
        for j in 0..n + 1 {
            let (a, b) = (z[i * m + j], z[i * m + j + 1]);
            let (c, d) = (z[(i + 1) * m + j], z[(i + 1) * m + j + 1]);
            let (rise, other) = ((d - a) / side, (c - b) / side);
            sum += (1.0 + 0.5 * (rise * rise + other * other)).sqrt();
        }
    }
    sum * side * side
}

/// What the solver found.
pub struct Surface {
    /// Its area.
    pub area: f64,
    /// How far it is from Scherk's surface.
    pub distance: f64,
}

/// Finds the surface of `n` by `n` points.
pub fn run(n: usize) -> Result<Surface, Error> {
    let m = n + 2;
    let at = |i: usize| REACH * (2.0 * i as f64 / (n + 1) as f64 - 1.0);
    let scherk = |i: usize, j: usize| (at(j).cos() / at(i).cos()).ln();
    let inside = |i: usize| (1..=n).contains(&i);
    let points = (0..m).flat_map(|i| (0..m).map(move |j| (i, j)));
    let frame: Vec<f64> = points
        .map(|(i, j)| if inside(i) && inside(j) { 0.0 } else { scherk(i, j) })
        .collect();

    let problem = Problem::new(
        |z: &Vec<f64>| area(z, &frame, n),
        |z: &Vec<f64>| area::grad(z, &frame, n),
    )
    .with_products(|z: &Vec<f64>, along: &Vec<f64>| area::hvp(z, &frame, n, along));

    let region = TrustRegion::new(Steihaug::new()).with_max_radius(100.0)?;
    let found = Executor::new(problem, region)
        .configure(|state| state.param(vec![0.0; n * n]).max_iters(30))
        .run()?;
    let z = found
        .state
        .get_best_param()
        .ok_or_else(|| Error::msg("the solver found no point"))?;
    let distances = (0..n * n).map(|k| (z[k] - scherk(k / n + 1, k % n + 1)).abs());
    let (flat, area, distance) = (
        area(&vec![0.0; n * n], &frame, n),
        area(z, &frame, n),
        distances.fold(0.0, f64::max),
    );
    println!(
        "{} points: an area of {flat:.6} where they are level, {area:.6} in the end",
        n * n
    );
    println!("at most {distance:.1e} from Scherk's surface");
    Ok(Surface { area, distance })
}

#[allow(dead_code)]
fn main() -> Result<(), Error> {
    run(30).map(|_| ())
}
