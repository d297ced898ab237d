//! Numbers of any kind: parameters that are bounded by `Num` and its like.
use num_traits::{Float, Num, NumAssign};
use pullback::{Differentiable, check_grad, differentiable};

/// Half of a polynomial, of any numbers.
#[differentiable]
fn polynomial<T: Num + Copy>(coefficients: &[T], x: T) -> T {
    let mut sum = T::zero();
    for c in coefficients.iter().rev() {
        sum = sum * x + *c;
    }
    sum / (T::one() + T::one())
}

#[differentiable]
fn power<T: NumAssign + Copy>(x: T, n: usize) -> T {
    if n == 0 {
        return T::one();
    }
    let mut half = power(x, n / 2);
    half *= half;
    if n % 2 == 1 {
        half *= x;
    }
    half
}

/// Where the sign changes.
#[differentiable]
fn bisection<K: Num + Clone, T: Num + PartialOrd>(f: impl Fn(&K) -> T, z: T, lb: K, ub: K) -> Option<K> {
    let two = K::one() + K::one();
    let (mut lb, mut ub) = (lb, ub);
    for _ in 0..20 {
        let mid = (lb.clone() + ub.clone()) / two.clone();
        if f(&mid) >= z {
            ub = mid;
        } else {
            lb = mid;
        }
    }
    Some(lb)
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Pair<T>(T, T);

#[differentiable]
impl<T: Num + Copy + PartialOrd> Pair<T> {
    fn product(&self, k: T) -> T {
        if self.0 > self.1 {
            self.0 * self.1 * k
        } else {
            self.1 - self.0 * k
        }
    }
}

#[differentiable]
trait Measure<K: Num + Clone, T: Float> {
    fn of(&self, x: K) -> T;
    fn twice(&self, x: K) -> T {
        self.of(x.clone()) + self.of(x + K::one())
    }
}
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Rate(f64);
#[differentiable]
impl Measure<u64, f64> for Rate {
    fn of(&self, x: u64) -> f64 {
        self.0 * x as f64 + self.0.powi(2)
    }
}
#[differentiable]
impl Measure<f64, f64> for Rate {
    fn of(&self, x: f64) -> f64 {
        self.0 * x * x
    }
}

#[differentiable]
fn all(x: &[f64; 3], k: f64) -> f64 {
    let found = bisection(|t: &f64| t * t * k, k * 2.0, 1.0, 2.0).unwrap();
    let counted = bisection(|t: &u64| k * *t as f64, 3.2, 1, 8).unwrap();
    let pair = Pair(x[0], k);
    let mut sum = 0.0 * found + counted as f64 * k;
    for i in 0..3 {
        sum += polynomial(x, k) * power(x[i], 5) + pair.product(x[i]) + Pair(5, 3).product(i) as f64;
    }
    let rate = Rate(k);
    sum + Measure::<u64, f64>::twice(&rate, 3) * Measure::<f64, f64>::twice(&rate, x[1])
}

/// A number of its own on the right.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Length(f64);

#[differentiable]
impl std::ops::Mul<Length> for f64 {
    type Output = Length;
    fn mul(self, length: Length) -> Length {
        Length(self * length.0)
    }
}

#[differentiable]
fn scaled<T: Num + Copy + std::ops::Mul<L, Output = L>, L: Copy>(x: T, length: L) -> L {
    (x * x + T::one()) * length
}

#[differentiable]
fn scaled_length(x: f64, length: f64) -> f64 {
    scaled(x, Length(length)).0
}

#[test]
fn numbers() {
    check_grad!(all(&[0.4, 1.3, -0.7], 0.6)).unwrap();
    check_grad!(scaled_length(0.4, 1.5)).unwrap();
    assert_eq!(polynomial(&[1, 2, 3], 2), 8);
    assert_eq!(polynomial::vjp(&[1, 2, 3], 2).0, 8);
    assert_eq!(
        polynomial::vjp(&[1_f32, 2.0, 3.0], 2.0).1(1.0),
        (vec![0.5, 1.0, 2.0], 7.0)
    );
}
