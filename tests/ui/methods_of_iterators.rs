//! A trait for everything that can be iterated over.
use pullback::differentiable;
use std::borrow::Borrow;

#[differentiable]
trait Statistics {
    fn mean(self) -> f64;
}

#[differentiable]
impl<T> Statistics for T
where
    T: IntoIterator,
    T::Item: Borrow<f64>,
{
    fn mean(self) -> f64 {
        self.into_iter().fold(0.0, |sum, x| sum + x.borrow())
    }
}

fn main() {}
