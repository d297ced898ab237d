//! What is not supported for active values passes through as written where no derivative is in it.
use pullback::{check_grad, differentiable, no_diff};
use std::cell::Cell;
use std::collections::HashMap;

struct Config {
    degree: i32,
    order: Option<usize>,
}

#[differentiable]
fn matches(x: f64, n: usize) -> f64 {
    let power = match n {
        0 => 1,
        1 | 2 => 3,
        k if k % 2 == 0 => 4,
        _ => 2,
    };
    let scale = match n {
        0 => 0.5,
        _ => 2.0,
    };
    scale * x.powi(power)
}

#[differentiable]
fn closures(x: f64, n: usize) -> f64 {
    let sum: usize = (0..n).map(|k| k * k).filter(|k| k % 2 == 0).sum();
    let longest = ["a", "bcd"].iter().map(|word| word.len()).max().unwrap_or(0);
    x * (sum + longest) as f64
}

#[differentiable]
fn iterators(x: f64, powers: &[i32], signs: &[i32]) -> f64 {
    let mut s = 0.0;
    for (p, sign) in powers.iter().zip(signs) {
        s += x.powi(*p) * *sign as f64;
    }
    for (k, p) in powers.iter().enumerate().skip(1) {
        s += x.powi(*p) * k as f64;
    }
    for pair in powers.windows(2) {
        s += x.powi(pair[1] - pair[0]);
    }
    s
}

#[differentiable]
fn options(#[no_diff] config: &Config, x: f64) -> f64 {
    let order = if let Some(order) = config.order { order } else { 1 };
    let more = config.order.map_or(0, |order| order + 1);
    x.powi(config.degree) * (order + more) as f64
}

#[differentiable]
fn structs(x: f64, n: usize) -> f64 {
    let config = Config {
        degree: 2,
        order: Some(n),
    };
    let (order, degree) = (config.order.unwrap(), config.degree);
    x.powi(degree) * order as f64
}

#[differentiable]
fn state(x: &[f64]) -> f64 {
    let mut order = vec![0usize, 1, 2];
    let mut s = 0.0;
    for _ in 0..2 {
        s += x[order[0]] * x[order[0]] * x[0];
        order.rotate_left(1);
    }
    *order.last_mut().unwrap() += 1;
    let first = order.first_mut().unwrap();
    *first += 2;
    s * (order[0] + order[2]) as f64
}

#[differentiable]
fn first_two(x: &[f64], order: &[usize]) -> f64 {
    x[order[0]] * x[order[0]] * x[order[1]]
}

#[differentiable]
fn state_that_is_lent(x: &[f64]) -> f64 {
    let mut order = vec![0, 1, 2];
    let mut s = 0.0;
    for _ in 0..2 {
        s += first_two(x, &order);
        order.rotate_left(1);
    }
    s
}

#[differentiable]
fn collections(x: f64, n: usize) -> f64 {
    let mut counts = HashMap::new();
    for k in 0..n {
        *counts.entry(k % 2).or_insert(0) += 1;
    }
    let calls = Cell::new(0);
    calls.set(calls.get() + 1);
    x * x * counts[&0] as f64 + calls.get() as f64 * x
}

#[differentiable]
fn effects(x: f64) -> f64 {
    no_diff(record(x));
    assert!(x.is_finite(), "{x} is not finite");
    if matches!(no_diff(x.partial_cmp(&0.0)), Some(order) if order.is_gt()) {
        return x * x;
    }
    x
}

fn record(_: f64) {}

#[differentiable]
fn made(x: f64) -> f64 {
    let mut v = zeros(3);
    v[0] = x;
    v[1] += x;
    let mut boxed = Box::new(1.0);
    *boxed = x;
    v[0] * v[1] * *boxed
}

fn zeros(n: usize) -> Vec<f64> {
    vec![0.0; n]
}

#[differentiable]
fn bound_closures(x: &[f64], n: usize) -> f64 {
    let at = |i: usize, j: usize| i * n + j;
    let mut s = 0.0;
    for i in 0..2 {
        for j in 0..n {
            if at(i, j) < x.len() {
                s += x[at(i, j)] * x[at(j % 2, 0)];
            }
        }
    }
    s
}

macro_rules! generated {
    ($name:ident, $float:ty, $factor:expr) => {
        #[differentiable]
        fn $name(x: $float) -> $float {
            let y = x * $factor;
            let mut s = 0.0;
            for i in 0..3 {
                s += y * x * i as $float;
            }
            s + square(x)
        }
    };
}

generated!(from_a_macro, f64, 2.0);

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

fn main() {
    for n in 0..5 {
        check_grad!(matches(1.5, n)).unwrap();
        check_grad!(closures(1.5, n)).unwrap();
        check_grad!(structs(1.5, n)).unwrap();
        check_grad!(collections(1.5, n + 1)).unwrap();
    }
    check_grad!(iterators(1.5, &[1, 2, 4], &[1, -1, 1])).unwrap();
    for order in [None, Some(3)] {
        let config = Config { degree: 3, order };
        check_grad!(options(&config, 1.5)).unwrap();
    }
    check_grad!(state(&[1.0, 2.0, 3.0])).unwrap();
    check_grad!(state_that_is_lent(&[1.0, 2.0, 3.0])).unwrap();
    check_grad!(effects(1.5)).unwrap();
    check_grad!(effects(-1.5)).unwrap();
    check_grad!(made(1.5)).unwrap();
    check_grad!(bound_closures(&[1.0, 2.0, 3.0, 4.0], 2)).unwrap();
    check_grad!(from_a_macro(1.5)).unwrap();
}
