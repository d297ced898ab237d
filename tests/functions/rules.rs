//! Rules of the user's own, against differences of the functions themselves.

use pullback::{Differentiable, check_grad, differentiable};

/// A function that the macro could not differentiate: it computes with bits.
#[differentiable(vjp = inverse_square_root_vjp)]
fn inverse_square_root(x: f64) -> f64 {
    let mut y = f64::from_bits(0x5FE6_EB50_C7B5_37A9 - (x.to_bits() >> 1));
    for _ in 0..6 {
        y *= 1.5 - 0.5 * x * y * y;
    }
    y
}

fn inverse_square_root_vjp(x: f64) -> (f64, impl FnOnce(f64) -> f64 + use<>) {
    let y = inverse_square_root(x);
    (y, move |seed| -0.5 * seed * y / x)
}

/// Borrowed and owned arguments, one of them without derivative.
#[differentiable(vjp = weighted_vjp)]
fn weighted(x: &[f64], weights: &Vec<f64>, scale: f64, n: usize, shift: Vec<f64>) -> f64 {
    unsafe_looking_sum(x, weights, n) * scale + shift[0] * shift[0]
}

fn unsafe_looking_sum(x: &[f64], weights: &[f64], n: usize) -> f64 {
    x.iter().zip(weights).take(n).map(|(x, w)| x * w).sum()
}

fn weighted_vjp(
    x: &[f64],
    weights: &Vec<f64>,
    scale: f64,
    n: usize,
    shift: Vec<f64>,
) -> (
    f64,
    impl FnOnce(f64, &[f64], &mut [f64], &Vec<f64>, &mut Vec<f64>) -> (f64, Vec<f64>) + use<>,
) {
    let sum = unsafe_looking_sum(x, weights, n);
    (
        sum * scale + shift[0] * shift[0],
        move |seed, x, x_bar, weights, weights_bar| {
            for i in 0..n {
                x_bar[i] += seed * scale * weights[i];
                weights_bar[i] += seed * scale * x[i];
            }
            let mut shift_bar = vec![0.0; shift.len()];
            shift_bar[0] = 2.0 * seed * shift[0];
            (seed * sum, shift_bar)
        },
    )
}

/// A write through `&mut`: the pullback undoes it.
#[differentiable(vjp = doubled_vjp)]
fn doubled(u: &mut [f64], k: f64) {
    u.iter_mut().for_each(|u| *u *= 2.0 * k);
}

fn doubled_vjp(u: &mut [f64], k: f64) -> ((), impl FnOnce(&mut [f64], &mut [f64]) -> f64 + use<>) {
    doubled(u, k);
    ((), move |u: &mut [f64], u_bar: &mut [f64]| {
        let mut k_bar = 0.0;
        for i in 0..u.len() {
            u[i] /= 2.0 * k;
            k_bar += 2.0 * u[i] * u_bar[i];
            u_bar[i] *= 2.0 * k;
        }
        k_bar
    })
}

/// By its slopes.
#[differentiable(slopes(x = 2.0 * x * y, y = value / y))]
fn area(x: f64, y: f64) -> f64 {
    x * x * y
}

#[differentiable(slopes(x = n as f64 * x.powi(n - 1)))]
fn power(x: f64, n: i32) -> f64 {
    (0..n).fold(1.0, |p, _| p * x)
}

/// A module that stands for another crate.
mod elsewhere {
    pub fn logistic(x: f64) -> f64 {
        1.0 / (1.0 + (-x).exp())
    }
    pub fn norm(v: &[f64]) -> f64 {
        v.iter().map(|x| x * x).sum::<f64>().sqrt()
    }
}
use elsewhere::{logistic, norm};

#[differentiable(slopes(x = value * (1.0 - value)))]
fn logistic(x: f64) -> f64;

#[differentiable(vjp = norm_vjp)]
pub fn norm(v: &[f64]) -> f64;

fn norm_vjp(v: &[f64]) -> (f64, impl FnOnce(f64, &[f64], &mut [f64]) + use<>) {
    let value = norm(v);
    (value, move |seed, v, v_bar| {
        for (bar, x) in v_bar.iter_mut().zip(v) {
            *bar += seed * x / value;
        }
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Disc {
    radius: f64,
}

#[differentiable]
impl Disc {
    fn area(&self) -> f64 {
        std::f64::consts::PI * self.radius * self.radius
    }
}

impl Disc {
    #[differentiable(vjp = ring_vjp)]
    fn ring(&self, width: f64) -> f64 {
        let outer = self.radius + width;
        outer * outer - self.radius * self.radius
    }
}

fn ring_vjp(disc: &Disc, width: f64) -> (f64, impl FnOnce(f64, &Disc, &mut DiscCotangent) -> f64 + use<>) {
    (disc.ring(width), move |seed, disc, bar| {
        bar.radius += 2.0 * seed * width;
        2.0 * seed * (disc.radius + width)
    })
}

#[differentiable]
fn uses_all(v: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    let weights = vec![k, 2.0, k * k];
    for i in 0..v.len() {
        if v[i] > 0.0 {
            sum += inverse_square_root(v[i]) * logistic(k * v[i]);
        } else {
            let mut u = [v[i], k];
            doubled(&mut u, v[i] * k);
            sum += area(u[0], u[1]) + power(u[1], 3);
        }
    }
    let disc = Disc { radius: k };
    sum + weighted(v, &weights, k, 2, vec![k, sum]) + norm(v) * disc.ring(k * k) + disc.area()
}

#[differentiable]
fn constant_table(x: f64) -> f64 {
    const TABLE: &[f64] = &[1.0, 2.0];
    let weights = vec![3.0, 4.0];
    norm(TABLE) * x + weighted(TABLE, &weights, x, 2, vec![x])
}

#[differentiable]
fn applied(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    f(x) * x
}

#[differentiable]
fn as_arguments(x: f64) -> f64 {
    applied(logistic, x) + applied(inverse_square_root, x)
}

mod tests {
    use super::super::differences::{Components, uneven, zero};
    use crate::tables::{gradients, writes};

    gradients! {
        [super; in_reverse]
        inverse_square_root(x) { x = 0.5; x = 2.25 }
        weighted(&x, &w, k, 2, v.clone()) { x = vec![1.0, 2.0, 3.0], w = vec![0.5, -1.0, 2.0], k = 1.5, v = vec![0.5, 1.0] }
        area(x, y) { x = 0.5, y = 1.5 }
        power(x, 3) { x = 0.5 }
        logistic(x) { x = 0.5 }
        norm(&v) { v = vec![0.5, 1.5] }
        uses_all(&v, k) { v = vec![0.5, -1.5, 2.0], k = 0.75 }
        constant_table(x) { x = 0.5 }
        as_arguments(x) { x = 0.5 }
    }

    writes! {
        [super; in_reverse]
        doubled(&mut u, k) { (u = vec![0.5, 1.5]) (k = 0.75) }
    }
}

#[test]
fn rules_agree_with_differences() {
    check_grad!(inverse_square_root(0.5)).unwrap();
    check_grad!(area(0.5, 2.0)).unwrap();
    check_grad!(norm(&[0.5, 2.0])).unwrap();
    assert_eq!(
        Disc { radius: 2.0 }.ring_grad(1.0),
        (DiscCotangent { radius: 2.0 }, 6.0)
    );
}
