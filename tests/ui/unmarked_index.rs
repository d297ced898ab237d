//! Own impls of `Index` and `IndexMut` without the attribute: one error for each place, which says what to mark.
use pullback::{Differentiable, differentiable};
use std::ops::{Index, IndexMut};

#[derive(Clone, Differentiable)]
struct Matrix {
    entries: Vec<f64>,
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;
    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.entries[row * 2 + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.entries[row * 2 + column]
    }
}

#[differentiable]
fn read(m: &Matrix, x: f64) -> f64 {
    m[(0, 1)] * x
}

#[differentiable]
fn written(m: &mut Matrix, x: f64) {
    m[(0, 1)] = x * x;
}

fn main() {}
