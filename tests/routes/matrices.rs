//! A matrix as users write it.
use pullback::{Differentiable, check_grad, differentiable};
use std::ops::{Index, IndexMut};

#[derive(Clone, Debug, Differentiable)]
struct Matrix {
    #[no_diff]
    rows: usize,
    #[no_diff]
    cols: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Index<(usize, usize)> for Matrix {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        assert!(j < self.cols, "there is no column {j}");
        &self.data[i * self.cols + j]
    }
}

#[differentiable]
impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut Self::Output {
        &mut self.data[i * self.cols + j]
    }
}

/// A row.
#[differentiable]
impl Index<usize> for Matrix {
    type Output = [f64];
    fn index(&self, i: usize) -> &Self::Output {
        &self.data[i * self.cols..(i + 1) * self.cols]
    }
}

#[differentiable]
impl IndexMut<usize> for Matrix {
    fn index_mut(&mut self, i: usize) -> &mut [f64] {
        let start = i * self.cols;
        &mut self.data[start..start + self.cols]
    }
}

#[differentiable]
impl Matrix {
    fn zeros(rows: usize, cols: usize) -> Self {
        let data = vec![0.0; rows * cols];
        Matrix { rows, cols, data }
    }

    fn idx(&self, i: usize, j: usize) -> usize {
        i * self.cols + j
    }

    fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.cols..(i + 1) * self.cols]
    }

    fn row_mut(&mut self, i: usize) -> &mut [f64] {
        &mut self.data[i * self.cols..(i + 1) * self.cols]
    }

    fn at(&self, i: usize, j: usize) -> &f64 {
        &self.data[self.idx(i, j)]
    }

    fn get(&self, i: usize, j: usize) -> Option<&f64> {
        if i < self.rows && j < self.cols {
            Some(&self.data[self.idx(i, j)])
        } else {
            None
        }
    }

    fn get_mut(&mut self, i: usize, j: usize) -> Option<&mut f64> {
        if i >= self.rows || j >= self.cols {
            return None;
        }
        let cols = self.cols;
        self.data.get_mut(i * cols + j)
    }

    fn first_row(&self) -> &[f64] {
        self.row(0)
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
            sum += self[(i, i)] * *self.at(i, i);
        }
        sum
    }

    /// With what lies outside taken as the value at the border.
    fn smooth(&self, i: usize, j: usize) -> f64 {
        let here = self[(i, j)];
        let right = self.get(i, j + 1).copied().unwrap_or(here);
        let below = match self.get(i + 1, j) {
            Some(below) => *below * *below,
            None => here * 2.0,
        };
        let mut sum = here * right - below;
        if let Some(corner) = self.get(i + 1, j + 1) {
            sum += corner * here;
        }
        sum
    }

    fn clamp_corner(&mut self, k: f64) {
        for n in 0..3 {
            if let Some(x) = self.get_mut(n, n + 1) {
                *x = k * x.sin();
            }
        }
        *self.get_mut(0, 0).unwrap() *= k;
    }

    fn total(&self) -> f64 {
        let mut sum = 0.0;
        for a in self.first_row() {
            sum += a * a;
        }
        sum + self.first_row().iter().map(|a| a.cos()).sum::<f64>() + self.first_row()[0]
    }

    fn scale_rows(&mut self, k: &[f64]) {
        for i in 0..self.rows {
            let row = self.row_mut(i);
            for j in 0..row.len() {
                row[j] *= k[i];
            }
            self.row_mut(i)[0] += 1.0;
            for a in self.row_mut(i) {
                *a = a.exp();
            }
            self.row_mut(i).iter_mut().for_each(|a| *a *= 0.5);
        }
    }
}

fn matrix(rows: usize, cols: usize) -> Matrix {
    let data = (0..rows * cols).map(|k| ((k * k) as f64 * 1.7 + 0.3).sin()).collect();
    Matrix { rows, cols, data }
}

/// Symmetric and positive.
fn positive(n: usize) -> Matrix {
    let (a, mut m) = (matrix(n, n), matrix(n, n));
    for i in 0..n {
        for j in 0..n {
            m[(i, j)] = (0..n).map(|k| a[(i, k)] * a[(j, k)]).sum();
        }
        m[(i, i)] += 1.0;
    }
    m
}

#[differentiable]
fn norm(m: &Matrix, x: &[f64]) -> f64 {
    let y = m.times(x);
    let mut sum = m.trace() + m.total();
    for a in &y {
        sum += a * a;
    }
    for i in 0..m.rows {
        let row: &[f64] = m.row(i);
        sum += row.iter().map(|a| a.exp()).sum::<f64>();
        sum *= *m.at(i, 0) + m[i][1] * m[(i, 1)];
    }
    sum
}

#[differentiable]
fn smoothed(m: &Matrix, k: f64) -> f64 {
    let mut m = m.clone();
    let mut sum = 0.0;
    for i in 0..m.rows {
        m.clamp_corner(k);
        for j in 0..m.cols {
            sum += m.smooth(i, j);
        }
    }
    m.scale_rows(&[k, k * k, sum]);
    sum * m.trace()
}

/// The logarithm of the determinant.
#[differentiable]
fn cholesky(a: &Matrix) -> f64 {
    let n = a.rows;
    let mut l = Matrix::zeros(n, n);
    for i in 0..n {
        for j in 0..=i {
            let mut sum = a[(i, j)];
            for k in 0..j {
                sum -= l[(i, k)] * l[(j, k)];
            }
            if i == j {
                l[(i, j)] = sum.sqrt();
            } else {
                l[(i, j)] = sum / l[(j, j)];
            }
        }
    }
    let mut log = 0.0;
    for i in 0..n {
        log += 2.0 * l[(i, i)].ln();
    }
    log
}

/// Solves `a x = b` in place of `b`, by rows, and with the pivots that are largest.
#[differentiable]
fn solve(a: &Matrix, b: &[f64]) -> Vec<f64> {
    let n = a.rows;
    let mut lu = a.clone();
    let mut x = b.to_vec();
    for k in 0..n {
        let mut p = k;
        for i in k + 1..n {
            if lu[i][k].abs() > lu[p][k].abs() {
                p = i;
            }
        }
        for j in 0..n {
            let t = lu[k][j];
            lu[k][j] = lu[p][j];
            lu[p][j] = t;
        }
        x.swap(k, p);
        for i in k + 1..n {
            lu[i][k] /= lu[k][k];
            for j in k + 1..n {
                lu[i][j] -= lu[i][k] * lu[k][j];
            }
            x[i] -= lu[i][k] * x[k];
        }
    }
    for i in (0..n).rev() {
        for j in i + 1..n {
            x[i] -= lu[i][j] * x[j];
        }
        x[i] /= lu[i][i];
    }
    x
}

/// What it returns lies in a part of it, by a method of the same name.
#[derive(Clone, Differentiable)]
struct Layer {
    weights: Matrix,
    bias: Vec<f64>,
}

#[differentiable]
impl Layer {
    fn row(&self, i: usize) -> &[f64] {
        if i == 7 { &self.bias } else { self.weights.row(i) }
    }

    fn first(&self, i: usize) -> f64 {
        self.row(i)[0] * self.weights[(i % 7, 1)]
    }
}

#[differentiable(types(row = fn(..) -> &[f64], get = fn(..) -> Option<&f64>))]
fn layers(layers: &[Layer], k: f64) -> f64 {
    let mut sum = 0.0;
    for layer in layers {
        for i in [0, 7, 1] {
            let row = layer.row(i);
            let m = &layer.weights;
            sum += row[1] * k * layer.first(i) + dot(layer.row(i), m.row(0));
            if let Some(a) = m.get(i, 1) {
                sum *= a;
            }
        }
    }
    sum
}

#[differentiable]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[test]
fn names_that_the_attribute_gives() {
    let layer = |bias: [f64; 2]| Layer {
        weights: matrix(2, 2),
        bias: bias.to_vec(),
    };
    check_grad!(layers(&[layer([0.5, -1.5]), layer([2.5, 0.7])], 0.7)).unwrap();
}

#[test]
fn rows_and_elements() {
    check_grad!(norm(&matrix(3, 3), &[0.5, 1.5, -0.5])).unwrap();
    check_grad!(smoothed(&matrix(3, 3), 0.7)).unwrap();
}

#[test]
fn decompositions() {
    check_grad!(cholesky(&positive(4))).unwrap();
    check_grad!(solve(&positive(4), &[0.5, -0.5, 1.5, 1.0])).unwrap();
    check_grad!(solve(&matrix(3, 3), &[0.5, -0.5, 1.5])).unwrap();
    // Of the logarithm of the determinant: the inverse.
    let gradient = cholesky::grad(&positive(4));
    for j in 0..4 {
        let mut unit = [0.0; 4];
        unit[j] = 1.0;
        let column = solve(&positive(4), &unit);
        for i in 0..4 {
            // Only the lower triangle is read.
            let factor = if i == j {
                1.0
            } else if i > j {
                2.0
            } else {
                0.0
            };
            assert!((gradient.data[i * 4 + j] - factor * column[i]).abs() < 1e-12);
        }
    }
}

#[differentiable]
fn twice(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(f(x))
}

/// An index that is looked up in a closure alone.
#[differentiable]
fn indexed_in_a_closure(k: f64, x: f64) -> f64 {
    twice(
        |y| {
            let mut m = Matrix::zeros(1, 2);
            m[(0, 1)] += y * k;
            m[(0, 1)] * m[(0, 1)] + y
        },
        x,
    )
}

#[test]
fn routes_in_closures() {
    check_grad!(indexed_in_a_closure(0.7, 0.6)).unwrap();
}

#[differentiable]
impl std::ops::Sub for &Matrix {
    type Output = Matrix;
    fn sub(self, other: &Matrix) -> Matrix {
        let mut data = self.data.clone();
        for i in 0..data.len() {
            data[i] -= other.data[i] * other.data[0];
        }
        Matrix {
            rows: self.rows,
            cols: self.cols,
            data,
        }
    }
}

/// What an operator gives has the operator's type, which no word here says.
#[differentiable]
fn differences(a: &Matrix, b: &Matrix, k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..a.rows {
        let mut difference = a - b;
        difference[(i, 0)] *= k;
        difference[i][1] += difference[(i, 0)] * k;
        let again = &difference - a;
        sum += again[i][1] * difference[(0, 1)] + again[(i, 0)].sin();
    }
    sum
}

#[test]
fn what_operators_give_is_indexed_by_its_own_impl() {
    check_grad!(differences(&matrix(3, 2), &matrix(3, 2), 0.7)).expect("the gradient is right");
}
