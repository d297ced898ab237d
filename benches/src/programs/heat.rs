//! Explicit steps of diffusion: each from a copy of the one before, with a conductivity of its own, and on a plane.

use crate::by_hand::small::heat as linear_by_hand;
use crate::harness::Table;
use crate::programs::{numbers, program};
use pullback::differentiable;
use pullback::ndarray::Array2;

const STEPS: usize = 200;

#[differentiable]
fn from_copies(start: &[f64]) -> f64 {
    let n = start.len();
    let mut u = start.to_vec();
    for _ in 0..STEPS {
        let old = u.clone();
        for i in 1..n - 1 {
            u[i] = old[i] + 0.2 * (old[i - 1] - 2.0 * old[i] + old[i + 1]);
        }
    }
    u.iter().map(|x| x * x).sum()
}

/// The conductivity grows with the temperature.
#[differentiable]
fn nonlinear(start: &[f64]) -> f64 {
    let n = start.len();
    let mut u = start.to_vec();
    let mut next = start.to_vec();
    for _ in 0..STEPS {
        for i in 1..n - 1 {
            next[i] = u[i] + 0.2 * (1.0 + u[i] * u[i]) * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
        std::mem::swap(&mut u, &mut next);
    }
    u.iter().map(|x| x * x).sum()
}

/// The temperatures of all steps are saved, and the cotangents gathered.
fn nonlinear_by_hand(start: &[f64], saved: &mut Vec<f64>, bar: &mut [f64]) -> f64 {
    let n = start.len();
    saved.resize((STEPS + 1) * n, 0.0);
    saved[..n].copy_from_slice(start);
    for step in 0..STEPS {
        let (u, next) = saved[step * n..][..2 * n].split_at_mut(n);
        (next[0], next[n - 1]) = (u[0], u[n - 1]);
        for i in 1..n - 1 {
            next[i] = u[i] + 0.2 * (1.0 + u[i] * u[i]) * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
    }
    let end = &saved[STEPS * n..];
    // Of a cell's cotangent, what its neighbours get of it; the ends give none.
    let mut shares = vec![0.0; n];
    for (bar, x) in bar.iter_mut().zip(end) {
        *bar = 2.0 * x;
    }
    for u in saved[..STEPS * n].chunks_exact(n).rev() {
        for i in 1..n - 1 {
            let conductivity = 1.0 + u[i] * u[i];
            let flow = u[i - 1] - 2.0 * u[i] + u[i + 1];
            shares[i] = 0.2 * bar[i] * conductivity;
            bar[i] += 0.4 * (bar[i] * (u[i] * flow - conductivity));
        }
        bar[0] += shares[1];
        bar[n - 1] += shares[n - 2];
        for i in 1..n - 1 {
            bar[i] += shares[i - 1] + shares[i + 1];
        }
    }
    end.iter().map(|x| x * x).sum()
}

const PLANE_STEPS: usize = 50;

#[differentiable]
fn on_a_plane(start: &Array2<f64>) -> f64 {
    let (rows, columns) = start.dim();
    let mut u = start.clone();
    let mut next = start.clone();
    for _ in 0..PLANE_STEPS {
        for i in 1..rows - 1 {
            for j in 1..columns - 1 {
                let around = u[[i - 1, j]] + u[[i + 1, j]] + u[[i, j - 1]] + u[[i, j + 1]];
                next[[i, j]] = u[[i, j]] + 0.2 * (around - 4.0 * u[[i, j]]);
            }
        }
        std::mem::swap(&mut u, &mut next);
    }
    let mut sum = 0.0;
    for i in 0..rows {
        for j in 0..columns {
            sum += u[[i, j]] * u[[i, j]];
        }
    }
    sum
}

/// `inner` is the cotangent with zeros at the border, whose own grows in `bar`.
fn on_a_plane_by_hand(start: &Array2<f64>, bar: &mut Array2<f64>) -> f64 {
    let (rows, columns) = start.dim();
    let mut u = start.clone();
    let mut next = start.clone();
    for _ in 0..PLANE_STEPS {
        for i in 1..rows - 1 {
            for j in 1..columns - 1 {
                let around = u[[i - 1, j]] + u[[i + 1, j]] + u[[i, j - 1]] + u[[i, j + 1]];
                next[[i, j]] = u[[i, j]] + 0.2 * (around - 4.0 * u[[i, j]]);
            }
        }
        std::mem::swap(&mut u, &mut next);
    }
    let value = u.iter().map(|x| x * x).sum();
    bar.assign(&u);
    *bar *= 2.0;
    let (mut inner, mut earlier) = (bar.clone(), bar.clone());
    for i in 0..rows {
        for j in 0..columns {
            if i == 0 || i == rows - 1 || j == 0 || j == columns - 1 {
                (inner[[i, j]], earlier[[i, j]]) = (0.0, 0.0);
            }
        }
    }
    for _ in 0..PLANE_STEPS {
        for i in 1..rows - 1 {
            bar[[i, 0]] += 0.2 * inner[[i, 1]];
            bar[[i, columns - 1]] += 0.2 * inner[[i, columns - 2]];
            for j in 1..columns - 1 {
                let around = inner[[i - 1, j]] + inner[[i + 1, j]] + inner[[i, j - 1]] + inner[[i, j + 1]];
                earlier[[i, j]] = inner[[i, j]] + 0.2 * (around - 4.0 * inner[[i, j]]);
            }
        }
        for j in 1..columns - 1 {
            bar[[0, j]] += 0.2 * inner[[1, j]];
            bar[[rows - 1, j]] += 0.2 * inner[[rows - 2, j]];
        }
        std::mem::swap(&mut inner, &mut earlier);
    }
    for i in 1..rows - 1 {
        for j in 1..columns - 1 {
            bar[[i, j]] = inner[[i, j]];
        }
    }
    value
}

pub fn all(table: &Table) {
    let (mut u, mut next) = (Vec::new(), Vec::new());
    let by_hand = move |start: &[f64], bar: &mut [f64]| linear_by_hand(start, &mut u, &mut next, bar);
    program!(
        table,
        "heat in 200 cells, from copies",
        from_copies(numbers(200)),
        by_hand
    );
    let mut saved = Vec::new();
    let by_hand = move |start: &[f64], bar: &mut [f64]| nonlinear_by_hand(start, &mut saved, bar);
    program!(table, "heat in 200 cells, nonlinear", nonlinear(numbers(200)), by_hand);
    let start = Array2::from_shape_vec((64, 64), numbers(64 * 64)).expect("the shape is of so many");
    program!(table, "heat on 64×64, ndarray", on_a_plane(start), on_a_plane_by_hand);
}
