//! Elements that are reached in an `unsafe` block without a check of the index.
use pullback::ndarray::{Array1, Array2, ArrayBase, Data, DataMut, Dimension, Ix2, NdIndex, arr1, arr2};
use pullback::{Differentiable, check_grad, differentiable};

#[differentiable]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += unsafe { x.get_unchecked(i) * *y.get_unchecked(i) };
    }
    sum
}

#[differentiable]
fn prefix_products(x: &[f64], k: f64) -> f64 {
    let mut total = x.to_vec();
    for i in 1..total.len() {
        unsafe {
            let before = *total.get_unchecked(i - 1);
            let next = total.get_unchecked_mut(i);
            *next *= before + k;
        }
    }
    dot(unsafe { total.get_unchecked(1..) }, x)
}

#[differentiable]
fn product(x: &[f64], n: usize) -> f64 {
    if n == 0 { 1.0 } else { product(x, n - 1) * unsafe { x.get_unchecked(n - 1) } }
}

#[derive(Clone, Differentiable)]
struct Matrix {
    #[no_diff]
    cols: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Matrix {
    unsafe fn at(&self, i: usize, j: usize) -> &f64 {
        unsafe { self.data.get_unchecked(i * self.cols + j) }
    }

    unsafe fn at_mut(&mut self, i: usize, j: usize) -> &mut f64 {
        unsafe { self.data.get_unchecked_mut(i * self.cols + j) }
    }

    unsafe fn product(&self, i: usize, k: f64) -> f64 {
        unsafe { k * *self.at(i, 0) * *self.at(i, 1) }
    }

    fn scaled(&mut self, k: f64) {
        for i in 0..self.data.len() / self.cols {
            unsafe { *self.at_mut(i, 1) *= k };
        }
    }
}

#[differentiable]
trait Series {
    unsafe fn term(&self, i: usize) -> f64;
    unsafe fn sum(&self) -> f64 {
        unsafe { self.term(0) * self.term(1) }
    }
}

#[differentiable]
impl Series for Matrix {
    unsafe fn term(&self, i: usize) -> f64 {
        unsafe { 0.5 * *self.data.get_unchecked(i) + self.product(i, 2.0) }
    }
}

#[differentiable]
fn of_matrix(m: &Matrix, k: f64) -> f64 {
    let mut scaled = m.clone();
    scaled.scaled(k);
    if unsafe { scaled.product(0, k) } > 1e3 {
        return k;
    }
    let (a, b) = unsafe { (scaled.product(1, k), *scaled.at(0, 1)) };
    a * b + unsafe { scaled.sum() }
}

/// Elements of arrays, by a trait of one's own.
trait At<I> {
    type Elem;
    unsafe fn at(&self, index: I) -> &Self::Elem;
}

trait AtMut<I> {
    type Elem;
    unsafe fn atm(&mut self, index: I) -> &mut Self::Elem;
}

impl<A, S: Data<Elem = A>, D: Dimension, I: NdIndex<D>> At<I> for ArrayBase<S, D> {
    type Elem = A;
    unsafe fn at(&self, index: I) -> &A {
        unsafe { self.uget(index) }
    }
}

impl<A, S: DataMut<Elem = A>, D: Dimension, I: NdIndex<D>> AtMut<I> for ArrayBase<S, D> {
    type Elem = A;
    unsafe fn atm(&mut self, index: I) -> &mut A {
        unsafe { self.uget_mut(index) }
    }
}

#[differentiable(types(at = unsafe fn(..) -> &_, atm = unsafe fn(..) -> &mut _))]
fn rotate<S: DataMut<Elem = f64>>(m: &mut ArrayBase<S, Ix2>, c: f64, s: f64) {
    for j in 0..m.nrows() {
        unsafe {
            let a = *m.at((j, 0));
            let b = *m.at((j, 1));
            *m.atm((j, 0)) = a * c + s * b;
            *m.atm((j, 1)) = -s * a + b * c;
        }
    }
}

#[differentiable(types(at = unsafe fn(..) -> &_, atm = unsafe fn(..) -> &mut _))]
fn rotated(diag: &Array1<f64>, m: &Array2<f64>, s: f64) -> f64 {
    let mut m = m.clone();
    let mut diag = diag.clone();
    rotate(&mut m, 2.0 * s, s);
    if unsafe { diag.at(0).abs() } > 1.0 {
        unsafe { *diag.atm(1) *= s };
    }
    unsafe { *diag.at(1) * *m.at((0, 1)) * m.at((1, 0)).sin() }
}

fn main() {
    let m = Matrix { cols: 2, data: vec![0.5, 1.5, -2.0, 0.75] };
    check_grad!(of_matrix(&m, 0.8)).unwrap();
    check_grad!(rotated(&arr1(&[1.5, 0.5]), &arr2(&[[0.5, 1.5], [-2.0, 0.75]]), 0.7)).unwrap();
    let x = [0.5, 1.5, -2.0, 0.75];
    check_grad!(dot(&x, &[1.0, 2.0, 0.25, -1.0])).unwrap();
    check_grad!(prefix_products(&x, 0.5)).unwrap();
    check_grad!(product(&x, 3)).unwrap();
}
