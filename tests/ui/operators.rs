//! Operators of a user's types that have no rule.
use pullback::{Differentiable, differentiable};
use std::ops::{Add, AddAssign, BitXor, Mul, Not};

#[derive(Clone, Copy, Differentiable)]
struct Pair(f64, f64);

impl Mul for Pair {
    type Output = f64;
    fn mul(self, other: Pair) -> f64 {
        self.0 * other.0 + self.1 * other.1
    }
}

impl BitXor for Pair {
    type Output = f64;
    fn bitxor(self, other: Pair) -> f64 {
        self.0 * other.1 - self.1 * other.0
    }
}

impl Not for Pair {
    type Output = f64;
    fn not(self) -> f64 {
        self.0
    }
}

// By value it has a rule, by reference not.
#[differentiable]
impl Add for Pair {
    type Output = Pair;
    fn add(self, other: Pair) -> Pair {
        Pair(self.0 + other.0, self.1 + other.1)
    }
}

impl Add<&Pair> for &Pair {
    type Output = Pair;
    fn add(self, other: &Pair) -> Pair {
        Pair(self.0 + other.1, self.1 + other.0)
    }
}

// It need not be `a = a + b`.
impl AddAssign for Pair {
    fn add_assign(&mut self, other: Pair) {
        self.0 += other.1;
    }
}

#[differentiable]
fn lent(a: &Pair, b: &Pair) -> f64 {
    let sum = a + b;
    sum.0
}

#[differentiable]
fn assigned(a: Pair, b: Pair) -> f64 {
    let mut sum = a;
    sum += b;
    sum.0
}

#[differentiable]
fn dot(a: Pair, b: Pair) -> f64 {
    a * b
}

#[differentiable]
fn cross(a: Pair, b: Pair) -> f64 {
    a ^ b
}

#[differentiable]
fn first(a: Pair) -> f64 {
    !a
}

fn main() {}
