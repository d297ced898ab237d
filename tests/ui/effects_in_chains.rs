//! Adapters after closures with effects: where std's order and number are out of reach, the adapter is an error.

use pullback::differentiable;

#[differentiable]
fn reversed_pairs(x: &[f64], y: &[f64]) -> f64 {
    let mut c = 0.0;
    let sums = x.iter().map(|a| {
        c += a;
        c
    });
    sums.zip(y).rev().map(|(a, b)| a * b).sum()
}

#[differentiable]
fn reversed_beginning(x: &[f64]) -> f64 {
    let mut c = 0.0;
    x.iter().map(|a| {
        c += a;
        c
    }).take(3).rev().sum()
}

#[differentiable]
fn beside_a_list_by_value(x: &[f64], y: Vec<f64>) -> f64 {
    let mut c = 0.0;
    x.iter().map(|a| {
        c += a;
        c
    }).zip(y).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn some_after_some(x: &[f64], n: usize) -> f64 {
    let mut c = 0.0;
    x.iter().map(|a| {
        c += a;
        c
    }).skip(n).take(2).sum()
}

#[differentiable]
fn again_from_the_start(x: &[f64]) -> f64 {
    let mut c = 0.0;
    x.iter().map(move |a| {
        c += a;
        c
    }).cycle().take(9).sum()
}

#[differentiable]
fn peeked_and_summed(x: &[f64]) -> f64 {
    let mut c = 0.0;
    let mut sums = x.iter().map(|a| {
        c += a;
        c
    }).peekable();
    let first = match sums.peek() {
        Some(first) => *first,
        None => 0.0,
    };
    first * sums.sum::<f64>()
}

#[differentiable]
fn every_other_beside_a_shorter_list(x: &[f64], y: &[f64]) -> f64 {
    let mut c = 0.0;
    let s: f64 = x.iter().map(|a| {
        c += a;
        c
    }).step_by(2).zip(y.iter().skip(2)).map(|(a, b)| a * b).sum();
    s + c
}

#[differentiable]
fn begun_twice(x: &[f64]) -> f64 {
    let mut below = x.iter().take_while(|a| **a < 1.0);
    let first: f64 = below.by_ref().take(2).sum();
    first * below.sum::<f64>()
}

fn main() {}
