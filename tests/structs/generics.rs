//! Generic functions and impls, for `f32` and `f64`.
use num_traits::Float;
use pullback::{Differentiable, check_grad, differentiable};
use std::ops::{Add, Mul, Neg, Sub};

#[differentiable]
fn norm<T: Float>(x: &[T]) -> T {
    let mut sum = T::zero();
    for i in 0..x.len() {
        sum = sum + x[i] * x[i];
    }
    sum.sqrt()
}

#[differentiable]
fn logistic<T>(x: T, steepness: T) -> T
where
    T: Float,
{
    T::one() / (T::one() + (-steepness * x).exp())
}

#[differentiable]
fn combined<T: Float, const N: usize>(x: &[T; N], k: T) -> T {
    let two = T::from(2.0).unwrap();
    let mut best = T::neg_infinity();
    for v in x.iter() {
        let y = logistic(*v * two, k);
        if y > best {
            best = y;
        }
    }
    best * norm(&x[..]) + T::sin(k) + x[0].powi(3) - Float::max(k, x[1])
}

#[differentiable]
fn picked<T: Copy>(x: &[T], i: usize) -> T {
    x[i]
}

#[differentiable]
fn instantiated(x: &[f64]) -> f64 {
    picked(x, 1) * norm::<f64>(x) + logistic(x[0], 2.0)
}

#[differentiable]
fn recursive<T: Float>(x: T, n: usize) -> T {
    if n == 0 { T::one() } else { x * recursive(x, n - 1) + x }
}

/// Bounded by operators instead of a trait of floats.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair<T>(T, T);

#[differentiable]
impl<T: Copy + Mul<Output = T> + Sub<Output = T>> Mul for Pair<T> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Pair(self.0 * other.0 - self.1 * other.1, self.0 * other.1 - self.1 * other.0)
    }
}

#[differentiable]
impl<T> Pair<T>
where
    T: Copy + Add<Output = T> + Mul<T, Output = T> + Neg<Output = T>,
{
    fn norm(&self) -> T {
        self.0 * self.0 + -self.1 * self.1
    }
}

#[differentiable]
fn weighted<T, W: Copy + Mul<T, Output = T>>(w: W, x: T, y: T) -> T
where
    T: Copy + Add<Output = T>,
{
    w * x + w * (x + y)
}

#[differentiable]
fn pairs(p: Pair<f64>, q: Pair<f64>, k: f64) -> f64 {
    let mut r = p;
    for _ in 0..3 {
        r = r * q * p;
    }
    weighted(k, r.norm(), p.0) + Pair(p, q).norm_of_both(k)
}

#[differentiable]
impl Pair<Pair<f64>> {
    fn norm_of_both(&self, k: f64) -> f64 {
        (self.0 * self.1).norm() * k
    }
}

#[test]
fn generic_functions_have_the_gradients_that_differences_say() {
    check_grad!(norm(&[3.0, -4.0, 1.0])).unwrap();
    check_grad!(norm(&[3.0f32, -4.0, 1.0])).unwrap();
    check_grad!(logistic(0.3, 1.7)).unwrap();
    check_grad!(combined(&[0.3, -0.2, 0.9], 1.3)).unwrap();
    check_grad!(combined(&[0.3f32, -0.2, 0.9], 1.3)).unwrap();
    check_grad!(instantiated(&[0.5, 2.0])).unwrap();
    check_grad!(recursive(1.2, 5)).unwrap();
    check_grad!(pairs(Pair(0.4, -0.3), Pair(0.7, 0.2), 1.3)).unwrap();
}
