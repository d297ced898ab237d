//! A method of a trait for arrays that is named like one of ndarray's comes before it.
use pullback::differentiable;
use pullback::ndarray::{Array1, Array2, ArrayView1};

trait Sevenfold {
    fn sum(&self) -> f64;
    fn mapv(&self, f: fn(f64) -> f64) -> Array1<f64>;
}

impl Sevenfold for Array1<f64> {
    fn sum(&self) -> f64 {
        7.0 * self[0]
    }
    fn mapv(&self, _: fn(f64) -> f64) -> Array1<f64> {
        self.clone()
    }
}

trait OfViews {
    fn mean(self) -> Option<f64>;
}

impl OfViews for ArrayView1<'_, f64> {
    fn mean(self) -> Option<f64> {
        Some(self[0])
    }
}

#[differentiable]
fn summed(x: &Array1<f64>) -> f64 {
    x.sum()
}

#[differentiable]
fn mapped(x: &Array1<f64>) -> f64 {
    x.mapv(|v| v * v)[0]
}

#[differentiable]
fn of_a_view(x: ArrayView1<f64>) -> f64 {
    x.mean().unwrap()
}

trait Halved {
    fn sub(&self, other: &Array1<f64>) -> Array1<f64>;
}

impl Halved for Array1<f64> {
    fn sub(&self, other: &Array1<f64>) -> Array1<f64> {
        (self - other) / 2.0
    }
}

trait Turned {
    fn row(&self, i: usize) -> ArrayView1<'_, f64>;
}

impl Turned for Array2<f64> {
    fn row(&self, i: usize) -> ArrayView1<'_, f64> {
        self.column(i)
    }
}

// `std::ops::Sub` is not in scope.
#[differentiable]
fn halved(x: &Array1<f64>, y: &Array1<f64>) -> f64 {
    x.sub(y)[0]
}

#[differentiable]
fn of_a_row(m: &Array2<f64>) -> f64 {
    m.row(0)[1]
}

#[differentiable]
fn fine(x: &Array1<f64>) -> f64 {
    x.dot(x)
}

fn main() {}
