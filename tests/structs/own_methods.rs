//! Types of the user's own whose methods are named like those of floats, lists, options and iterators, without options.

use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Interval {
    lo: f64,
    hi: f64,
}

#[differentiable]
impl Interval {
    fn exp(self) -> Interval {
        Interval {
            lo: self.lo.exp(),
            hi: self.hi.exp(),
        }
    }
    fn sqrt(&self) -> Interval {
        Interval {
            lo: self.lo.sqrt(),
            hi: self.hi.sqrt(),
        }
    }
    fn abs(self) -> f64 {
        self.hi - self.lo
    }
    fn max(self, other: Interval) -> Interval {
        Interval {
            lo: self.lo.max(other.lo),
            hi: self.hi.max(other.hi),
        }
    }
    fn min(self, bound: f64) -> Interval {
        Interval {
            lo: self.lo.min(bound),
            hi: self.hi.min(bound),
        }
    }
    fn powi(self, n: i32) -> Interval {
        Interval {
            lo: self.lo.powi(n),
            hi: self.hi.powi(n),
        }
    }
    fn powf(&self, by: &Interval) -> Interval {
        Interval {
            lo: self.lo.powf(by.lo),
            hi: self.hi.powf(by.hi),
        }
    }
    fn atan2(&self, other: &Interval, k: f64) -> f64 {
        self.lo.atan2(other.hi) * k
    }
    fn sin_cos(self) -> (f64, Interval) {
        (self.lo.sin(), self)
    }
    fn map(self, k: f64) -> Interval {
        Interval {
            lo: self.lo * k,
            hi: self.hi * k,
        }
    }
    fn map_or(self, k: f64, other: Interval) -> f64 {
        self.lo * k + other.hi
    }
    fn and_then(self, other: Interval) -> Interval {
        Interval {
            lo: self.hi,
            hi: other.lo,
        }
    }
    fn sum(&self) -> f64 {
        self.lo + self.hi
    }
}

#[differentiable]
fn in_chains_of_calls(x: &[f64]) -> f64 {
    let a = Interval { lo: x[0], hi: x[1] };
    let b = a.map(x[2]).exp();
    let c = b.sqrt().max(a).powi(2);
    let d = c.min(x[3]).powf(&b).sqrt();
    c.abs() + c.sum() + d.abs() + d.atan2(&a, x[1])
}

#[differentiable]
fn under_names_of_options(x: &[f64]) -> f64 {
    let a = Interval { lo: x[0], hi: x[1] };
    let b = a.map(x[2]).and_then(a);
    let c = a.and_then(b);
    b.map_or(x[3], a) * c.exp().map_or(x[1], a)
}

#[differentiable]
fn in_conditions(x: &[f64]) -> f64 {
    let a = Interval { lo: x[0], hi: x[1] };
    let b = a.exp();
    if b.abs() > 1.0 && a.sqrt().sum() < 10.0 {
        b.max(a).abs() * x[2]
    } else if b.powi(2).abs() < x[3] {
        b.sqrt().sum()
    } else {
        x[0]
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Cell {
    range: Interval,
    parts: Vec<Interval>,
    scale: f64,
}

#[differentiable]
impl Cell {
    fn tanh(&self) -> f64 {
        self.range.exp().abs() * self.scale.tanh()
    }
    fn widest(&self) -> f64 {
        let mut w = self.range.abs();
        for part in &self.parts {
            w = w.max(part.sqrt().abs());
        }
        w
    }
}

#[differentiable]
fn on_fields_and_elements(x: &[f64]) -> f64 {
    let a = Interval { lo: x[0], hi: x[1] };
    let cell = Cell {
        range: a,
        parts: vec![a, a.exp(), a.map(x[2])],
        scale: x[3],
    };
    let lent = &cell;
    let first = &lent.parts[1];
    cell.tanh() + lent.widest() * first.sqrt().abs() + cell.parts[2].exp().max(cell.range).sum()
}

#[differentiable]
fn through_iterators(x: &[f64]) -> f64 {
    let a = Interval { lo: x[0], hi: x[1] };
    let list = vec![a, a.exp(), a.map(x[2])];
    let widths: f64 = list.iter().map(|i| i.sqrt().abs()).sum();
    let mut powers = 0.0;
    for (k, item) in list.iter().enumerate() {
        powers += item.powi(k as i32).abs();
    }
    widths * powers
}

#[differentiable]
fn given_by_calls(x: &[f64]) -> f64 {
    let a = made(x[0], x[1]);
    let b = made(x[1], x[2]).exp();
    let pair = (a, b);
    let boxed = Box::new(made(x[0], x[3]));
    made(x[2], x[3]).sqrt().abs() + a.max(b).sqrt().abs() + pair.1.sqrt().sum() + boxed.exp().abs()
}

#[derive(Clone, Debug, Differentiable)]
struct Table {
    values: Vec<f64>,
}

#[differentiable]
impl Table {
    fn get(&self, k: f64) -> f64 {
        self.values[0] * k
    }
    fn first(&self) -> f64 {
        self.values[1] * 2.0
    }
    fn last(&self) -> f64 {
        self.values[2] * self.values[1]
    }
}

#[differentiable]
fn as_the_values_of_blocks(x: &[f64]) -> f64 {
    let table = Table { values: x.to_vec() };
    let a = {
        let k = x[3];
        table.get(k)
    };
    let b = if a > 10.0 { table.first() } else { table.get(a) };
    let c = match x.len() {
        0 => table.first(),
        _ => table.last(),
    };
    a * b + c
}

#[differentiable]
fn made(lo: f64, hi: f64) -> Interval {
    Interval { lo, hi: hi + lo }
}

#[differentiable]
fn in_closures(x: &[f64]) -> f64 {
    let a = Interval { lo: x[0], hi: x[1] };
    let widened = |i: Interval, k: f64| i.map(k).exp();
    let b = widened(a, x[2]);
    let half = Some(b).map(|i| i.sqrt().abs()).unwrap_or(0.0);
    half + widened(b.sqrt(), x[3]).abs()
}

#[differentiable]
trait Transcendental {
    fn exp(self) -> Self;
    fn ln_1p(&self) -> f64;
}

#[differentiable]
impl Transcendental for Interval {
    fn exp(self) -> Interval {
        Interval {
            lo: self.lo.exp(),
            hi: self.hi.exp(),
        }
    }
    fn ln_1p(&self) -> f64 {
        self.lo.ln_1p() + self.hi.ln_1p()
    }
}

#[differentiable]
fn of_a_type_parameter<T: Transcendental + Clone + Differentiable>(a: &T, k: f64) -> f64 {
    a.clone().exp().ln_1p() * k
}

#[differentiable]
fn generic(x: &[f64]) -> f64 {
    let a = Interval { lo: x[0], hi: x[1] };
    of_a_type_parameter(&a, x[2])
}

#[test]
fn methods_of_own_types_are_resolved_by_rustc() {
    let x = [0.7, 1.3, 0.4, 2.1];
    check_grad!(in_chains_of_calls(&x)).unwrap();
    check_grad!(under_names_of_options(&x)).unwrap();
    check_grad!(in_conditions(&x)).unwrap();
    check_grad!(on_fields_and_elements(&x)).unwrap();
    check_grad!(through_iterators(&x)).unwrap();
    check_grad!(given_by_calls(&x)).unwrap();
    check_grad!(in_closures(&x)).unwrap();
    check_grad!(as_the_values_of_blocks(&x)).unwrap();
    check_grad!(generic(&x)).unwrap();
    let turned = Interval { lo: 0.0, hi: 1.0 }.sin_cos();
    assert_eq!((turned.0, turned.1.hi), (0.0, 1.0));
}
