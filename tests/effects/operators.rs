//! Operators of the user's own that do something besides: they do it as often as in the function.

use crate::note;
use pullback::{Differentiable, differentiable, no_diff};
use std::ops::{Add, AddAssign, Div, Mul, MulAssign, Neg, Rem, Sub};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair {
    x: f64,
    y: f64,
}

macro_rules! operators {
    ($($Operator:ident $operate:ident $left:ty, $right:ty, $other:ident => $value:ident;)*) => {$(
        #[differentiable]
        impl $Operator<$right> for $left {
            type Output = Pair;
            fn $operate(self, $other: $right) -> Pair {
                no_diff(note(0.5));
                let l = self;
                $value(l, $other)
            }
        }
    )*};
}

#[differentiable]
fn mixed(l: Pair, r: Pair) -> Pair {
    Pair {
        x: l.x * r.x + l.y,
        y: l.y * r.y,
    }
}

#[differentiable]
fn grown(l: Pair, r: f64) -> Pair {
    Pair {
        x: l.x * r + l.y,
        y: l.y * r,
    }
}

operators! {
    Add add Pair, Pair, r => mixed;
    Sub sub Pair, Pair, r => mixed;
    Mul mul Pair, Pair, r => mixed;
    Div div Pair, Pair, r => mixed;
    Rem rem Pair, Pair, r => mixed;
    Mul mul Pair, f64, r => grown;
    Div div Pair, f64, r => grown;
}

#[differentiable]
impl Mul<&Pair> for &Pair {
    type Output = Pair;
    fn mul(self, r: &Pair) -> Pair {
        println!("{}", self.x);
        no_diff(note(1.5));
        mixed(*self, *r)
    }
}

#[differentiable]
impl Neg for Pair {
    type Output = Pair;
    fn neg(self) -> Pair {
        no_diff(note(2.5));
        Pair {
            x: -self.x,
            y: self.y * self.x,
        }
    }
}

#[differentiable]
impl AddAssign for Pair {
    fn add_assign(&mut self, r: Pair) {
        no_diff(note(3.5));
        self.x += r.x * self.y;
    }
}

#[differentiable]
impl MulAssign<f64> for Pair {
    fn mul_assign(&mut self, r: f64) {
        no_diff(note(4.5));
        self.x *= r;
    }
}

macro_rules! programs {
    ($($name:ident($x:ident) $body:block)*) => {
        $(
            #[differentiable]
            fn $name($x: &[f64]) -> f64 $body
        )*

        #[test]
        fn operators_of_ones_own_run_as_often_as_in_the_function() {
            crate::compare_all(&[$(crate::program!($name)),*]);
        }
    };
}

#[differentiable]
fn pair(x: &[f64], k: usize) -> Pair {
    Pair { x: x[k], y: x[k + 1] }
}

programs! {
    a_sum(x) { let c = pair(x, 0) + pair(x, 1); c.x * c.y }
    a_difference(x) { let c = pair(x, 0) - pair(x, 1); c.x * c.y }
    a_product(x) { let c = pair(x, 0) * pair(x, 1); c.x * c.y }
    products_of_products(x) {
        let (a, b) = (pair(x, 0), pair(x, 1));
        let c = a * b / a % b * 0.5;
        c.x * c.y
    }
    by_reference(x) { let (a, b) = (pair(x, 0), pair(x, 1)); let c = &a * &b; let d = &c * &a; d.x * d.y }
    negated(x) { let c = -pair(x, 0); (-pair(x, 1) * c).x }
    in_place(x) { let mut c = pair(x, 0); c += pair(x, 1); c *= 2.0; c += c; c.x * c.y }
    in_a_loop(x) {
        let mut c = pair(x, 0);
        for k in 0..x.len() - 1 {
            let p = pair(x, k);
            c = c * p * 0.3 + p / 2.0;
            c += p;
            if c.x > 4.0 {
                c = c * 0.1;
            }
        }
        c.x * c.y
    }
    elements_in_a_sum(x) {
        let v: Vec<Pair> = (0..x.len() - 1).map(|k| pair(x, k)).collect();
        let mut s = 0.0;
        for k in 0..v.len() {
            s += (v[k] * v[0]).x + (v[k] * x[0]).y;
        }
        s
    }
    a_fold(x) {
        let v: Vec<Pair> = (0..x.len() - 1).map(|k| pair(x, k)).collect();
        let m = v.iter().fold(v[0], |a, b| a * *b * 0.4);
        m.x * m.y
    }
}
