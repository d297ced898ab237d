//! A method of a trait for arrays that is named like one of ndarray's comes before it.
use pullback::differentiable;
use pullback::ndarray::{Array1, ArrayView1};

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

#[differentiable]
fn fine(x: &Array1<f64>) -> f64 {
    x.dot(x)
}

fn main() {}
