//! The functional array language's benchmarks: pipelines of arrays, whose gradients and full Jacobians make no array that was
//! not asked for. Its dot product is among the dual-numbers paper's functions, its log-sum-exp in Zygote's table.

use crate::by_hand::{arrays as by_hand, bundle};
use crate::differences::assert_close;
use crate::harness::{Computed, Objective, Table, along_directions};
use crate::objectives::{ba, numbers_without_a_pattern};
use pullback::{Workspace, differentiable};
use std::hint::black_box;

#[differentiable]
fn largest(x: &[f64]) -> f64 {
    x.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

#[differentiable]
fn added(x: &[f64], y: &[f64]) -> Vec<f64> {
    x.iter().zip(y).map(|(x, y)| x + y).collect()
}

#[differentiable]
fn scaled(x: &[f64], factor: f64) -> Vec<f64> {
    x.iter().map(|x| x * factor).collect()
}

/// How far the product of an `m` × `rank` matrix and a `rank` × `n` one is from `target`, squared.
#[differentiable]
fn factorisation_error(left: &[f64], right: &[f64], #[no_diff] target: &[f64], rank: usize) -> f64 {
    let n = right.len() / rank;
    let mut error = 0.0;
    let mut product = vec![0.0; n];
    for (row, wanted) in left.chunks_exact(rank).zip(target.chunks_exact(n)) {
        product.fill(0.0);
        for (factor, of) in row.iter().zip(right.chunks_exact(n)) {
            for (sum, x) in product.iter_mut().zip(of) {
                *sum += factor * x;
            }
        }
        for (x, wanted) in product.iter().zip(wanted) {
            error += (x - wanted) * (x - wanted);
        }
    }
    error
}

pub fn all(table: &Table) {
    gradients(table);
    jacobians(table);
}

fn numbers(n: usize) -> Vec<f64> {
    numbers_without_a_pattern().take(n).collect()
}

fn gradients(table: &Table) {
    let x = numbers(1000);
    let (mut workspace, mut bar) = (Workspace::new(), vec![0.0; x.len()]);
    let mut hand_bar = bar.clone();
    let objective = Objective::new("maximum of 1000")
        .primal(|| largest(black_box(&x)))
        .kept(|computed| {
            bar.fill(0.0);
            let value = largest::grad_into_with(&mut workspace, black_box(&x), &mut bar);
            computed.gradient(&bar);
            value
        })
        .plain(|computed| {
            let (value, gradient) = largest::value_and_grad(black_box(&x));
            computed.gradient(&gradient);
            value
        })
        .by_hand(|computed| {
            let value = by_hand::largest(black_box(&x), &mut hand_bar);
            computed.gradient(&hand_bar);
            value
        });
    table.add(objective, |value, gradient| {
        let expected: Vec<f64> = x.iter().map(|x| f64::from(*x == value)).collect();
        assert_close("maximum", gradient, &expected, 0.0);
    });

    let (m, n, rank) = (100, 80, 10);
    let (left, right) = (numbers(m * rank), numbers(rank * n));
    let target: Vec<f64> = numbers(m * n).iter().map(|x| x.abs()).collect();
    let mut workspace = Workspace::new();
    let mut bars = (vec![0.0; left.len()], vec![0.0; right.len()]);
    let (mut hand_bars, mut product) = (bars.clone(), vec![0.0; n]);
    let objective = Objective::new("matrix factorisation, 100×80 of rank 10")
        .primal(|| factorisation_error(black_box(&left), &right, &target, rank))
        .kept(|computed| {
            let (left_bar, right_bar) = &mut bars;
            left_bar.fill(0.0);
            right_bar.fill(0.0);
            let (left, right) = black_box((&left, &right));
            let value =
                factorisation_error::grad_into_with(&mut workspace, left, right, &target, rank, left_bar, right_bar);
            computed.gradient(&bars);
            value
        })
        .plain(|computed| {
            let (value, gradient) = factorisation_error::value_and_grad(black_box(&left), &right, &target, rank);
            computed.gradient(&gradient);
            value
        })
        .by_hand(|computed| {
            let bars = (&mut *hand_bars.0, &mut *hand_bars.1);
            let factors = black_box((&*left, &*right));
            let value = by_hand::factorisation_error(factors, &target, rank, &mut product, bars);
            computed.gradient(&hand_bars);
            value
        });
    table.add(objective, |_, gradient| {
        let at = (left.clone(), right.clone());
        along_directions("factorisation", &at, gradient, 1e-8, |(left, right)| {
            factorisation_error(left, right, &target, rank)
        });
    });
}

/// Value and all rows; those of a vector's sum have as many numbers as the result squared, nearly all of them zeros.
fn jacobians(table: &Table) {
    let n = 100;
    let (x, y) = (numbers(n), numbers(2 * n).split_off(n));
    let unit = |i: usize, value: f64| (0..n).map(move |j| if i == j { value } else { 0.0 });

    let objective = Objective::new("sum of vectors of 100, Jacobian")
        .primal(|| black_box(added(black_box(&x), &y))[0])
        .plain(|computed: &mut Computed| {
            let (value, rows) = added::value_and_jacobian(black_box(&x), &y);
            computed.gradient(&rows);
            value[0]
        })
        .by_hand(|computed: &mut Computed| {
            let (value, rows) = by_hand::added(black_box(&x), &y);
            computed.gradient(&rows);
            value[0]
        });
    table.add(objective, |_, jacobian| {
        let expected: Vec<f64> = (0..n).flat_map(|i| unit(i, 1.0).chain(unit(i, 1.0))).collect();
        assert_close("sum of vectors", jacobian, &expected, 0.0);
    });

    let factor = 1.5;
    let objective = Objective::new("vector of 100 times a number, Jacobian")
        .primal(|| black_box(scaled(black_box(&x), factor))[0])
        .plain(|computed: &mut Computed| {
            let (value, rows) = scaled::value_and_jacobian(black_box(&x), factor);
            computed.gradient(&rows);
            value[0]
        })
        .by_hand(|computed: &mut Computed| {
            let (value, rows) = by_hand::scaled(black_box(&x), factor);
            computed.gradient(&rows);
            value[0]
        });
    table.add(objective, |_, jacobian| {
        let expected: Vec<f64> = (0..n).flat_map(|i| unit(i, factor).chain([x[i]])).collect();
        assert_close("scaled vector", jacobian, &expected, 0.0);
    });

    let camera = [0.01, -0.2, 0.13, 0.4, -0.3, 0.2, 1.3, 0.1, -0.2, 0.05, -0.01];
    let point = [0.7, -0.4, 3.1];
    let objective = Objective::new("BA's projection of a point, Jacobian")
        .anchor("never slower than Tapenade there")
        .primal(|| ba::project(black_box(&camera), black_box(&point))[0])
        .plain(|computed: &mut Computed| {
            let (value, rows) = ba::project::value_and_jacobian(black_box(&camera), black_box(&point));
            computed.gradient(&rows);
            value[0]
        })
        .by_hand(|computed: &mut Computed| {
            let projection = bundle::Projection::new(black_box(&camera), black_box(&point));
            computed.gradient(&projection.rows());
            projection.projected[0]
        });
    table.add(objective, |_, jacobian| {
        for (i, row) in jacobian.chunks_exact(14).enumerate() {
            along_directions("projection", &(camera, point), row, 1e-8, |(camera, point)| {
                ba::project(camera, point)[i]
            });
        }
    });
}
