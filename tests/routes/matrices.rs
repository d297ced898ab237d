//! A matrix as users write it.
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct Matrix {
    #[no_diff]
    rows: usize,
    #[no_diff]
    cols: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Matrix {
    fn idx(&self, i: usize, j: usize) -> usize {
        i * self.cols + j
    }

    fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.cols..(i + 1) * self.cols]
    }

    fn at(&self, i: usize, j: usize) -> &f64 {
        &self.data[self.idx(i, j)]
    }

    fn times(&self, x: &[f64]) -> Vec<f64> {
        let mut y = vec![0.0; self.rows];
        for i in 0..self.rows {
            let row = self.row(i);
            for j in 0..self.cols {
                y[i] += row[j] * x[j];
            }
        }
        y
    }

    fn trace(&self) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.rows {
            sum += *self.at(i, i);
        }
        sum
    }
}

fn matrix(rows: usize, cols: usize) -> Matrix {
    let data = (0..rows * cols).map(|k| (k as f64 * 1.7 + 0.3).sin()).collect();
    Matrix { rows, cols, data }
}

#[differentiable]
fn norm(m: &Matrix, x: &[f64]) -> f64 {
    let y = m.times(x);
    let mut sum = m.trace();
    for a in &y {
        sum += a * a;
    }
    for i in 0..m.rows {
        let row: &[f64] = m.row(i);
        sum += row.iter().map(|a| a.exp()).sum::<f64>();
        sum *= *m.at(i, 0);
    }
    sum
}

#[test]
fn rows_and_elements() {
    check_grad!(norm(&matrix(3, 3), &[0.5, 1.5, -0.5])).unwrap();
}
