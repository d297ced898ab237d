//! A Cholesky factor in place, by loops.

use crate::harness::Table;
use crate::programs::{numbers, program};
use pullback::differentiable;

const N: usize = 64;

/// The factor takes the place of the matrix's lower triangle; the sum of its numbers, of its diagonal's logarithms.
#[differentiable]
fn factor_sum(matrix: &[f64]) -> f64 {
    let mut a = matrix.to_vec();
    for k in 0..N {
        a[k * N + k] = a[k * N + k].sqrt();
        for i in k + 1..N {
            a[i * N + k] /= a[k * N + k];
        }
        for i in k + 1..N {
            for j in k + 1..=i {
                a[i * N + j] -= a[i * N + k] * a[j * N + k];
            }
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += a[i * N + i].ln();
        for j in 0..i {
            sum += a[i * N + j];
        }
    }
    sum
}

/// What is read of the factor is final: nothing has to be saved.
fn by_hand(matrix: &[f64], a: &mut Vec<f64>, bar: &mut [f64]) -> f64 {
    a.clear();
    a.extend_from_slice(matrix);
    for k in 0..N {
        a[k * N + k] = a[k * N + k].sqrt();
        for i in k + 1..N {
            a[i * N + k] /= a[k * N + k];
        }
        for i in k + 1..N {
            for j in k + 1..=i {
                a[i * N + j] -= a[i * N + k] * a[j * N + k];
            }
        }
    }
    let mut sum = 0.0;
    for i in 0..N {
        sum += a[i * N + i].ln();
        bar[i * N + i] = 1.0 / a[i * N + i];
        for j in 0..i {
            sum += a[i * N + j];
            bar[i * N + j] = 1.0;
        }
    }
    for k in (0..N).rev() {
        for i in k + 1..N {
            let mut of_row = 0.0;
            for j in k + 1..=i {
                of_row -= bar[i * N + j] * a[j * N + k];
                bar[j * N + k] -= bar[i * N + j] * a[i * N + k];
            }
            bar[i * N + k] += of_row;
        }
        let (d, mut d_bar) = (a[k * N + k], bar[k * N + k]);
        for i in k + 1..N {
            bar[i * N + k] /= d;
            d_bar -= bar[i * N + k] * a[i * N + k];
        }
        bar[k * N + k] = 0.5 * d_bar / d;
    }
    sum
}

pub fn all(table: &Table) {
    let mut matrix: Vec<f64> = numbers(N * N).iter().map(|x| 0.1 * x).collect();
    for i in 0..N {
        matrix[i * N + i] = 4.0;
    }
    let mut a = Vec::new();
    let by_hand = move |matrix: &[f64], bar: &mut [f64]| by_hand(matrix, &mut a, bar);
    program!(table, "Cholesky factor of 64×64 in place", factor_sum(matrix), by_hand);
}
