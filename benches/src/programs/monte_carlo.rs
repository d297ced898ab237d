//! The price of an option from simulated ends, a call for each.

use crate::harness::Table;
use crate::programs::{numbers, program};
use pullback::differentiable;

/// A smooth payoff; what the path was drawn with carries no derivative.
#[differentiable]
fn payoff(spot: f64, rate: f64, volatility: f64, drawn: f64) -> f64 {
    let end = spot * (rate - 0.5 * volatility * volatility + volatility * drawn).exp();
    if end > 1.0 { end - 1.0 } else { 0.0 }
}

#[differentiable]
fn price(market: &[f64; 3], #[no_diff] draws: &[f64]) -> f64 {
    let mut sum = 0.0;
    for drawn in draws {
        sum += payoff(market[0], market[1], market[2], *drawn);
    }
    (-market[1]).exp() * sum / draws.len() as f64
}

fn by_hand(market: &[f64; 3], draws: &[f64], bar: &mut [f64; 3]) -> f64 {
    let [spot, rate, volatility] = *market;
    let mut sums = [0.0; 4];
    for drawn in draws {
        let growth = (rate - 0.5 * volatility * volatility + volatility * drawn).exp();
        let end = spot * growth;
        if end > 1.0 {
            sums[0] += end - 1.0;
            sums[1] += growth;
            sums[2] += end;
            sums[3] += end * (drawn - volatility);
        }
    }
    let discount = (-rate).exp() / draws.len() as f64;
    let value = discount * sums[0];
    *bar = [discount * sums[1], discount * sums[2] - value, discount * sums[3]];
    value
}

pub fn all(table: &Table) {
    let draws: &[f64] = &numbers(1000);
    program!(
        table,
        "Monte Carlo price of 1000 calls",
        price([1.05, 0.03, 0.2], draws),
        by_hand
    );
}
