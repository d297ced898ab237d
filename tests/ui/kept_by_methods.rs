//! Methods that the macro does not know keep an active value where another one finds it.
use pullback::differentiable;
use std::cell::Cell;

#[differentiable]
fn in_an_assertion(x: f64) -> f64 {
    let cell = Cell::new(0.5);
    assert!(cell.replace(x) < 1.0);
    cell.get() * x
}

#[differentiable]
fn in_a_block_of_an_assertion(x: f64) -> f64 {
    let cell = Cell::new(0.5);
    assert!({
        let a = 2.0 * x;
        cell.set(a);
        true
    });
    cell.get() * x
}

#[differentiable]
fn in_an_order(x: &[f64]) -> f64 {
    let cell = Cell::new(0.5);
    let mut sorted = x.to_vec();
    sorted.sort_by(|a, b| {
        cell.set(*a);
        a.total_cmp(b)
    });
    sorted[0] * cell.get()
}

#[differentiable]
fn in_a_selection(x: &[f64]) -> f64 {
    let cell = Cell::new(0.5);
    let mut kept = x.to_vec();
    kept.retain(|a| {
        cell.set(*a);
        *a > 0.0
    });
    kept[0] * cell.get()
}

#[differentiable]
fn in_a_search(x: &[f64]) -> f64 {
    let cell = Cell::new(0.5);
    let n = x.partition_point(|a| {
        cell.set(*a);
        *a > 0.0
    });
    x[n] * cell.get()
}

#[differentiable]
fn in_a_list(x: &[f64]) -> f64 {
    let (mut kept, mut seen) = (x.to_vec(), Vec::new());
    kept.retain(|a| {
        seen.push(*a);
        *a > 0.0
    });
    kept[0] * seen[0]
}

#[differentiable]
fn in_a_note(x: &[f64]) -> f64 {
    let (mut kept, mut last) = (x.to_vec(), x[0]);
    kept.retain(|a| {
        last = 1.0;
        *a > 0.0
    });
    kept[0] * last
}

#[differentiable]
fn in_a_comparison(x: &[f64]) -> f64 {
    let (mut sorted, mut count) = (x.to_vec(), 0);
    sorted.sort_by(|a, b| {
        count += 1;
        a.total_cmp(b)
    });
    sorted[0] * count as f64
}

fn main() {}
