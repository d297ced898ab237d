//! Generic matrices: over the float, and over the size.
use pullback::{Differentiable, check_grad, differentiable};
use std::ops::{Index, IndexMut};

trait Float:
    Copy
    + PartialOrd
    + std::ops::Add<Output = Self>
    + std::ops::Sub<Output = Self>
    + std::ops::Mul<Output = Self>
    + std::ops::Div<Output = Self>
{
}

impl Float for f64 {}

#[derive(Clone, Debug, Differentiable)]
struct Matrix<T> {
    #[no_diff]
    cols: usize,
    data: Vec<T>,
}

#[differentiable]
impl<T: Float> Index<(usize, usize)> for Matrix<T> {
    type Output = T;
    fn index(&self, index: (usize, usize)) -> &T {
        &self.data[index.0 * self.cols + index.1]
    }
}

#[differentiable]
impl<T: Float> IndexMut<(usize, usize)> for Matrix<T> {
    fn index_mut(&mut self, index: (usize, usize)) -> &mut T {
        &mut self.data[index.0 * self.cols + index.1]
    }
}

#[differentiable]
impl<T: Float> Matrix<T> {
    fn row(&self, i: usize) -> &[T] {
        &self.data[i * self.cols..(i + 1) * self.cols]
    }

    fn at_mut(&mut self, i: usize, j: usize) -> &mut T {
        let cols = self.cols;
        &mut self.data[i * cols + j]
    }

    fn form(&self, x: &[T]) -> T {
        let mut sum = x[0];
        for i in 0..x.len() {
            let row = self.row(i);
            for j in 0..x.len() {
                sum = sum + x[i] * row[j] * x[j];
            }
        }
        sum
    }

    fn squared(&mut self, n: usize) -> T {
        let mut top = self[(0, 0)];
        for i in 0..n {
            let next = self[(i, 0)] * self[(0, i)];
            self[(i, i)] = next + top;
            *self.at_mut(0, i) = next * top;
            top = top * self[(i, i)];
        }
        top
    }
}

#[differentiable]
fn generic(m: &Matrix<f64>, x: &[f64]) -> f64 {
    let mut m = m.clone();
    m.form(x) * m.squared(x.len())
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Fixed<const R: usize, const C: usize> {
    rows: [[f64; C]; R],
}

#[differentiable]
impl<const R: usize, const C: usize> Index<(usize, usize)> for Fixed<R, C> {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.rows[i][j]
    }
}

#[differentiable]
impl<const R: usize, const C: usize> IndexMut<(usize, usize)> for Fixed<R, C> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.rows[i][j]
    }
}

#[differentiable]
impl<const R: usize, const C: usize> Fixed<R, C> {
    fn row(&self, i: usize) -> &[f64; C] {
        &self.rows[i]
    }

    fn zero() -> Self {
        Fixed { rows: [[0.0; C]; R] }
    }

    fn transposed(&self) -> Fixed<C, R> {
        let mut t = Fixed::<C, R>::zero();
        for i in 0..R {
            for j in 0..C {
                t[(j, i)] = self[(i, j)];
            }
        }
        t
    }
}

#[differentiable]
fn fixed(m: &Fixed<2, 3>, k: f64) -> f64 {
    let t = m.transposed();
    let mut sum = 0.0;
    for i in 0..2 {
        let row: &[f64; 3] = m.row(i);
        for j in 0..3 {
            sum += row[j] * t[(j, 1 - i)] * k;
        }
    }
    sum * sum
}

/// A key of the user's own.
#[derive(Clone, Copy)]
enum Axis {
    X,
    Y,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct V2 {
    x: f64,
    y: f64,
}

#[differentiable]
impl Index<Axis> for V2 {
    type Output = f64;
    fn index(&self, axis: Axis) -> &f64 {
        match axis {
            Axis::X => &self.x,
            Axis::Y => &self.y,
        }
    }
}

#[differentiable]
impl Index<usize> for V2 {
    type Output = f64;
    fn index(&self, k: usize) -> &f64 {
        match k {
            0 => &self.x,
            1 => &self.y,
            _ => panic!("a vector has two components"),
        }
    }
}

#[differentiable]
impl IndexMut<usize> for V2 {
    fn index_mut(&mut self, k: usize) -> &mut f64 {
        if k == 0 { &mut self.x } else { &mut self.y }
    }
}

#[differentiable]
fn by_axis(v: &V2, w: V2) -> f64 {
    let mut u = V2 { x: 1.0, y: v[0] };
    u[1] *= w[1];
    u[0] += v[Axis::Y];
    let mut sum = 0.0;
    for k in 0..2 {
        sum += v[k] * w[k] * u[k];
    }
    sum * v[Axis::X] - w[Axis::Y]
}

#[test]
fn generic_types() {
    let data = [0.5, -1.5, 2.5, 0.25, 1.0, 0.75, -0.5, 0.3, 1.1].to_vec();
    check_grad!(generic(&Matrix { cols: 3, data }, &[0.5, 1.5, -0.5])).unwrap();
    let rows = [[0.5, -1.5, 2.5], [0.25, 1.0, 0.75]];
    check_grad!(fixed(&Fixed { rows }, 0.7)).unwrap();
    check_grad!(by_axis(&V2 { x: 0.5, y: 1.5 }, V2 { x: -0.7, y: 0.3 })).unwrap();
}
