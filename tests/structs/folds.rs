//! `Sum` and `Product` of the user's own types: against differences.
use pullback::{Differentiable, check_grad, differentiable};
use std::iter::{Product, Sum};
use std::ops::Add;

/// A complex number, say.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Pair<T> {
    re: T,
    im: T,
}

#[differentiable]
impl<T: num_traits::Float> Add for Pair<T> {
    type Output = Pair<T>;
    fn add(self, other: Pair<T>) -> Pair<T> {
        Pair {
            re: self.re + other.re,
            im: self.im + other.im,
        }
    }
}

#[differentiable]
impl<T: num_traits::Float> Sum for Pair<T> {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        let zero = Pair {
            re: T::zero(),
            im: T::zero(),
        };
        iter.fold(zero, |a, b| a + b)
    }
}

/// Not what one expects: so that nobody takes it for a `+`.
#[differentiable]
impl<'a, T: num_traits::Float> Sum<&'a Pair<T>> for Pair<T> {
    fn sum<I>(iter: I) -> Self
    where
        I: Iterator<Item = &'a Pair<T>>,
    {
        let mut total = Pair {
            re: T::one(),
            im: T::zero(),
        };
        for part in iter {
            total.re = total.re + part.re * part.re;
            total.im = total.im + part.im;
        }
        total
    }
}

#[differentiable]
impl Product for Pair<f64> {
    fn product<I: Iterator<Item = Pair<f64>>>(iter: I) -> Pair<f64> {
        let mut product = Pair { re: 1.0, im: 0.0 };
        for factor in iter {
            product = Pair {
                re: product.re * factor.re - product.im * factor.im,
                im: product.re * factor.im + product.im * factor.re,
            };
        }
        product
    }
}

#[differentiable]
impl<T: num_traits::Float> Pair<T> {
    fn norm(&self) -> T {
        self.re * self.re + self.im
    }
}

#[differentiable]
fn pair_of(k: f64) -> Pair<f64> {
    Pair { re: k, im: k.sin() }
}

/// The type stands at the end of the chain, at the name, or in the signature.
#[differentiable]
fn written(x: &[f64]) -> f64 {
    let first = x.iter().map(|x| pair_of(*x)).sum::<Pair<f64>>();
    let second: Pair<f64> = x.iter().skip(1).map(|x| pair_of(x * x)).sum();
    let pairs: Vec<Pair<f64>> = x.iter().map(|x| pair_of(*x)).collect();
    let lent: Pair<f64> = pairs.iter().filter(|pair| pair.re > 0.0).sum();
    let product = pairs.into_iter().product::<Pair<f64>>();
    first.norm() * second.re + lent.norm() * product.im
}

#[differentiable]
fn in_the_signature(x: &[f64]) -> Pair<f64> {
    x.iter().map(|x| pair_of(*x)).sum()
}

/// In a loop and a branch.
#[differentiable]
fn nested(x: &[f64], rounds: usize) -> f64 {
    let mut state = x.to_vec();
    for round in 0..rounds {
        let total = in_the_signature(&state[round..]);
        if total.re > 1.0 {
            let product: Pair<f64> = state.iter().map(|x| pair_of(0.5 * x)).product();
            state[round] += product.re * total.im;
        } else {
            state[0] *= total.re;
        }
    }
    state.iter().map(|x| pair_of(*x)).sum::<Pair<f64>>().norm()
}

#[differentiable]
fn halves(x: &[f64]) -> Pair<f64> {
    if x.len() < 3 {
        return x.iter().map(|x| pair_of(*x)).product::<Pair<f64>>();
    }
    let (left, right) = x.split_at(x.len() / 2);
    vec![halves(left), halves(right)].into_iter().sum::<Pair<f64>>()
}

#[differentiable]
fn of_halves(x: &[f64]) -> f64 {
    halves(x).norm()
}

/// An alias of a float, which looks like a type of one's own.
type Length = f64;

#[differentiable]
fn aliased(x: &[Length]) -> Length {
    let total = x.iter().map(|x| x * x).sum::<Length>();
    let product: Length = x.iter().product();
    total * product
}

/// Items that are not `Copy` go by value through closures.
#[differentiable]
fn moved(x: &[f64]) -> f64 {
    let pairs: Vec<Pair<f64>> = x.iter().map(|x| pair_of(*x)).collect();
    let again: Vec<Pair<f64>> = x.iter().map(|x| pair_of(2.0 * x)).collect();
    let most = again.into_iter().fold(0.0, |most, pair| most + pair.re * pair.im);
    pairs.into_iter().map(|pair| pair.norm()).sum::<f64>() * most
}

#[test]
fn sums_of_ones_own_types() {
    let x = [0.3, 0.8, -0.4, 1.2, 0.6];
    check_grad!(written(&x)).unwrap();
    check_grad!(written(&x[..1])).unwrap();
    check_grad!(nested(&x, 4)).unwrap();
    check_grad!(of_halves(&x)).unwrap();
    check_grad!(aliased(&x)).unwrap();
    check_grad!(moved(&x)).unwrap();
}

#[test]
fn a_product_with_a_zero_in_it() {
    let (product, x_bar) = aliased::value_and_grad(&[2.0, 0.0, 3.0]);
    assert_eq!((product, x_bar), (0.0, vec![0.0, 78.0, 0.0]));
}

/// Lists in a list, taken one by one.
#[differentiable]
fn filtered(mut samples: Vec<Vec<f64>>, emits: bool) -> f64 {
    if emits {
        samples = samples
            .into_iter()
            .map(|sample| sample.into_iter().filter(|x| *x > 0.0).collect::<Vec<_>>())
            .collect::<Vec<_>>();
    }
    let mut sum = 0.0;
    for sample in samples {
        sum += sample.iter().map(|x| x * x * sample[0]).sum::<f64>();
    }
    sum
}

#[test]
fn lists_in_lists() {
    let samples = vec![vec![0.3, 0.8, -0.4], vec![1.2, 0.6]];
    check_grad!(filtered(samples.clone(), true)).unwrap();
    check_grad!(filtered(samples, false)).unwrap();
}
