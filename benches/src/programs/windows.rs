//! A chain over neighbours.

use crate::harness::Table;
use crate::programs::{numbers, program};
use pullback::differentiable;

#[differentiable]
fn roughness(x: &[f64]) -> f64 {
    x.windows(2).map(|w| (w[1] - w[0]) * (w[1] - w[0])).sum()
}

fn by_hand(x: &[f64], bar: &mut [f64]) -> f64 {
    let (mut sum, mut carried) = (0.0, 0.0);
    for i in 1..x.len() {
        let d = x[i] - x[i - 1];
        sum += d * d;
        bar[i - 1] = carried - 2.0 * d;
        carried = 2.0 * d;
    }
    bar[x.len() - 1] = carried;
    sum
}

pub fn all(table: &Table) {
    program!(
        table,
        "roughness of 1000, by windows",
        roughness(numbers(1000)),
        by_hand
    );
}
