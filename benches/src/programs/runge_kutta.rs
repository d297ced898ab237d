//! The classical Runge-Kutta method, with a closure as right side.

use crate::harness::Table;
use crate::programs::program;
use pullback::differentiable;

const STEPS: usize = 1000;

#[differentiable(order = 2)]
fn ahead(y: &[f64; 4], k: &[f64; 4], h: f64) -> [f64; 4] {
    [y[0] + h * k[0], y[1] + h * k[1], y[2] + h * k[2], y[3] + h * k[3]]
}

#[differentiable(order = 2)]
fn solved(f: impl Fn(&[f64; 4]) -> [f64; 4], start: &[f64; 4], h: f64) -> [f64; 4] {
    let mut y = *start;
    for _ in 0..STEPS {
        let k1 = f(&y);
        let k2 = f(&ahead(&y, &k1, h / 2.0));
        let k3 = f(&ahead(&y, &k2, h / 2.0));
        let k4 = f(&ahead(&y, &k3, h));
        for i in 0..4 {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    y
}

/// A chain of four species that feed on each other: four numbers to begin with, four rates.
#[differentiable(order = 2)]
fn chain_of_species(x: &[f64; 8]) -> f64 {
    let start = [x[0], x[1], x[2], x[3]];
    let rates = [x[4], x[5], x[6], x[7]];
    let right = |y: &[f64; 4]| {
        [
            rates[0] * y[0] - rates[1] * y[0] * y[1],
            rates[1] * y[0] * y[1] - rates[2] * y[1] * y[2],
            rates[2] * y[1] * y[2] - rates[3] * y[2] * y[3],
            rates[3] * y[2] * y[3] - rates[0] * y[3],
        ]
    };
    let y = solved(right, &start, 0.005);
    y[0] * y[0] + y[1] + y[2] * y[3]
}

fn right(p: &[f64; 4], y: &[f64; 4]) -> [f64; 4] {
    [
        p[0] * y[0] - p[1] * y[0] * y[1],
        p[1] * y[0] * y[1] - p[2] * y[1] * y[2],
        p[2] * y[1] * y[2] - p[3] * y[2] * y[3],
        p[3] * y[2] * y[3] - p[0] * y[3],
    ]
}

fn right_pullback(p: &[f64; 4], y: &[f64; 4], bar: &[f64; 4], p_bar: &mut [f64; 4]) -> [f64; 4] {
    let d = [bar[1] - bar[0], bar[2] - bar[1], bar[3] - bar[2]];
    p_bar[0] += y[0] * bar[0] - y[3] * bar[3];
    p_bar[1] += d[0] * y[0] * y[1];
    p_bar[2] += d[1] * y[1] * y[2];
    p_bar[3] += d[2] * y[2] * y[3];
    [
        p[0] * bar[0] + p[1] * d[0] * y[1],
        p[1] * d[0] * y[0] + p[2] * d[1] * y[2],
        p[2] * d[1] * y[1] + p[3] * d[2] * y[3],
        p[3] * d[2] * y[2] - p[0] * bar[3],
    ]
}

/// Each step's `y` is saved, and all else computed again.
fn by_hand(x: &[f64; 8], saved: &mut Vec<[f64; 4]>, bar: &mut [f64; 8]) -> f64 {
    let (h, p) = (0.005, [x[4], x[5], x[6], x[7]]);
    let ahead = |y: &[f64; 4], k: &[f64; 4], h: f64| -> [f64; 4] { std::array::from_fn(|i| y[i] + h * k[i]) };
    let mut y = [x[0], x[1], x[2], x[3]];
    saved.clear();
    for _ in 0..STEPS {
        saved.push(y);
        let k1 = right(&p, &y);
        let k2 = right(&p, &ahead(&y, &k1, h / 2.0));
        let k3 = right(&p, &ahead(&y, &k2, h / 2.0));
        let k4 = right(&p, &ahead(&y, &k3, h));
        for i in 0..4 {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    let value = y[0] * y[0] + y[1] + y[2] * y[3];
    let (mut y_bar, mut p_bar) = ([2.0 * y[0], 1.0, y[3], y[2]], [0.0; 4]);
    for y in saved.iter().rev() {
        let y2 = ahead(y, &right(&p, y), h / 2.0);
        let y3 = ahead(y, &right(&p, &y2), h / 2.0);
        let y4 = ahead(y, &right(&p, &y3), h);
        let k4_bar: [f64; 4] = std::array::from_fn(|i| h / 6.0 * y_bar[i]);
        let y4_bar = right_pullback(&p, &y4, &k4_bar, &mut p_bar);
        let k3_bar: [f64; 4] = std::array::from_fn(|i| h / 3.0 * y_bar[i] + h * y4_bar[i]);
        let y3_bar = right_pullback(&p, &y3, &k3_bar, &mut p_bar);
        let k2_bar: [f64; 4] = std::array::from_fn(|i| h / 3.0 * y_bar[i] + h / 2.0 * y3_bar[i]);
        let y2_bar = right_pullback(&p, &y2, &k2_bar, &mut p_bar);
        let k1_bar: [f64; 4] = std::array::from_fn(|i| h / 6.0 * y_bar[i] + h / 2.0 * y2_bar[i]);
        let y1_bar = right_pullback(&p, y, &k1_bar, &mut p_bar);
        for i in 0..4 {
            y_bar[i] += y1_bar[i] + y2_bar[i] + y3_bar[i] + y4_bar[i];
        }
    }
    bar[..4].copy_from_slice(&y_bar);
    bar[4..].copy_from_slice(&p_bar);
    value
}

pub fn all(table: &Table) {
    let mut saved = Vec::new();
    let by_hand = move |x: &[f64; 8], bar: &mut [f64; 8]| by_hand(x, &mut saved, bar);
    let x = [1.0, 0.8, 0.9, 1.2, 0.7, 0.5, 0.6, 0.4];
    program!(
        table,
        "Runge-Kutta with a closure, 1000 steps",
        chain_of_species(x),
        by_hand,
        twice
    );
}
