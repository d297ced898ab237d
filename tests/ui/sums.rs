//! A sum of a type of one's own, whose impl of `Sum` is not marked.
use pullback::{Differentiable, differentiable};

#[derive(Clone, Copy, Differentiable)]
struct V {
    x: f64,
}

impl std::iter::Sum for V {
    fn sum<I: Iterator<Item = V>>(iter: I) -> V {
        V { x: iter.map(|v| v.x).sum() }
    }
}

#[differentiable]
fn total(x: &[f64]) -> f64 {
    x.iter().map(|x| V { x: x * x }).sum::<V>().x
}

fn main() {}
