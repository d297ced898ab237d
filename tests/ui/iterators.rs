//! Loops over iterators that the macro does not know, with active values.
use pullback::differentiable;

#[differentiable]
fn written(x: f64) -> f64 {
    let mut v = vec![0.0; 4];
    for pair in v.split_inclusive_mut(|a| *a > 1.0) {
        pair[0] = x;
    }
    v[0] * v[2]
}

#[differentiable]
fn reduced(x: &[f64]) -> f64 {
    *x.iter().reduce(|a, b| if a > b { a } else { b }).unwrap()
}

#[differentiable]
fn after_a_filter(x: &[f64], k: f64) -> f64 {
    let paired: f64 = x.iter().filter(|a| **a > 0.0).zip(x.iter().filter(|a| **a < k)).map(|(a, b)| a * b).sum();
    let joined: f64 = x.iter().filter(|a| **a > k).chain(x.iter()).sum();
    let mut named = x.iter().map(|a| a * k).take_while(|a| *a > 0.0);
    paired * joined * named.next().unwrap()
}

#[differentiable]
fn emptied(x: &[f64], #[no_diff] range: std::ops::Range<usize>) -> f64 {
    let mut v = x.to_vec();
    let taken: Vec<f64> = v.drain(range).collect();
    v.append(&mut vec![taken[0]]);
    v[0]
}

#[differentiable]
fn first<I: IntoIterator<Item = f64>>(items: I) -> f64 {
    items.into_iter().next().unwrap_or(0.0)
}

#[differentiable]
fn handed(x: &[f64]) -> f64 {
    let mut seen = 0.0;
    let value = first(x.iter().map(|v| {
        seen += v;
        v * 2.0
    }));
    value * seen
}

#[differentiable]
fn of_references<'a, I: Iterator<Item = &'a f64>>(items: I, k: f64) -> f64 {
    items.sum::<f64>() * k
}

#[differentiable]
fn without_end(x: &[f64]) -> f64 {
    first(x.iter().cycle().map(|v| v * v))
}

/// Marked, it still names a lifetime that the derivatives do not have.
#[differentiable]
fn of_marked_references<'a, I>(#[no_diff] items: I, k: f64) -> f64
where
    I: IntoIterator<Item = &'a f64>,
{
    items.into_iter().sum::<f64>() * k
}

#[differentiable]
fn ended_early(x: &[f64]) -> Option<f64> {
    let bounded = x.iter().try_fold(0.0, |sum, v| if *v > 2.0 { None } else { Some(sum + v) });
    let total = x.iter().map(|v| if *v > 0.0 { Some(v * v) } else { None }).sum::<Option<f64>>();
    Some(bounded? * total?)
}

fn main() {}
