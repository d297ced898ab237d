//! Beside what std does not go through by number, it is not known how often a closure before a `zip` runs.

use pullback::differentiable;

struct Series {
    values: pullback::ndarray::Array1<f64>,
}

#[differentiable]
fn beside_what_is_no_list(x: &[f64], #[no_diff] series: &Series) -> f64 {
    let mut c = 0.0;
    x.iter().map(|a| {
        c += a;
        c
    }).zip(&series.values).map(|(a, b)| a * b).sum()
}

fn main() {}
