//! References that functions gave, assigned to names that began with others; maps that are not known.
use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Table {
    data: Vec<f64>,
}

#[differentiable]
impl Table {
    fn row(&self, i: usize) -> &[f64] {
        &self.data[2 * i..2 * i + 2]
    }

    fn steepest(&self, rows: usize) -> f64 {
        let mut best: Option<&[f64]> = None;
        for i in 0..rows {
            let row = self.row(i);
            if best.is_none_or(|b| b[0] < row[0]) {
                best = Some(row);
            }
        }
        best.map_or(0.0, |b| b[0] * b[1])
    }
}

#[derive(Clone)]
struct Rates(Vec<(String, f64)>);

impl Rates {
    fn get(&self, name: &str) -> Option<&f64> {
        self.0.iter().find(|(own, _)| own == name).map(|(_, rate)| rate)
    }
}

#[derive(Clone, Differentiable)]
struct Held {
    #[no_diff]
    rates: Rates,
}

#[differentiable]
fn asked(#[no_diff] rates: &Rates, held: &Held, x: f64) -> f64 {
    x * held.rates.get("a").copied().unwrap_or(1.0) * rates.get("a").copied().unwrap_or(1.0)
}

fn main() {}
