//! A product of matrices by three loops, in two orders of them.

use crate::harness::Table;
use crate::programs::{numbers, program};
use pullback::differentiable;

const N: usize = 64;

/// The squares of the product of the two matrices that stand one after the other, by inner products.
#[differentiable]
fn by_elements(x: &[f64]) -> f64 {
    let (a, b) = (&x[..N * N], &x[N * N..]);
    let mut c = vec![0.0; N * N];
    for i in 0..N {
        for j in 0..N {
            for k in 0..N {
                c[i * N + j] += a[i * N + k] * b[k * N + j];
            }
        }
    }
    c.iter().map(|c| c * c).sum()
}

/// The same by rows.
#[differentiable]
fn by_rows(x: &[f64]) -> f64 {
    let (a, b) = (&x[..N * N], &x[N * N..]);
    let mut c = vec![0.0; N * N];
    for i in 0..N {
        for k in 0..N {
            for j in 0..N {
                c[i * N + j] += a[i * N + k] * b[k * N + j];
            }
        }
    }
    c.iter().map(|c| c * c).sum()
}

fn by_hand(x: &[f64], bar: &mut [f64]) -> f64 {
    let (a, b) = x.split_at(N * N);
    let (a_bar, b_bar) = bar.split_at_mut(N * N);
    let mut sum = 0.0;
    for i in 0..N {
        let mut row = [0.0; N];
        for k in 0..N {
            for j in 0..N {
                row[j] += a[i * N + k] * b[k * N + j];
            }
        }
        for c in &mut row {
            sum += *c * *c;
            *c *= 2.0;
        }
        for k in 0..N {
            let mut sums = [0.0; 8];
            for (at, bars) in b_bar[k * N..][..N].chunks_exact_mut(8).enumerate() {
                for (j, (bar, sum)) in (at * 8..).zip(bars.iter_mut().zip(&mut sums)) {
                    *bar += a[i * N + k] * row[j];
                    *sum += row[j] * b[k * N + j];
                }
            }
            a_bar[i * N + k] = sums.iter().sum();
        }
    }
    sum
}

pub fn all(table: &Table) {
    let x = numbers(2 * N * N);
    program!(
        table,
        "product of matrices, by elements",
        by_elements(x.clone()),
        by_hand
    );
    program!(table, "product of matrices, by rows", by_rows(x), by_hand);
}
