//! Types and traits of the user's own under the names of std's prelude, which what is emitted names too: none of them is taken for std's.
use pullback::{Differentiable, check_grad, differentiable};
use std::option::Option as Maybe;
use std::vec::Vec as List;

#[derive(std::clone::Clone, std::fmt::Debug, Differentiable)]
struct Option {
    strike: f64,
    spots: List<f64>,
}

/// The square of a number.
#[derive(std::clone::Clone, std::marker::Copy, std::fmt::Debug, Differentiable)]
struct FnMut {
    x: f64,
}

#[derive(std::clone::Clone, std::marker::Copy, std::fmt::Debug, Differentiable)]
struct Vec {
    x: f64,
    y: f64,
}

#[derive(std::clone::Clone, std::fmt::Debug, Differentiable)]
struct Box {
    low: Vec,
    high: Vec,
}

#[derive(std::clone::Clone, std::fmt::Debug, Differentiable)]
enum Result {
    Good(f64),
    Bad(f64, f64),
}

#[allow(dead_code)]
mod traits {
    pub struct None;
    pub struct Ok;
    pub struct Err;
    pub struct Some;
    pub trait Fn {}
    pub struct String;
    pub trait FnOnce {}
    pub trait Clone {}
    pub trait Copy {}
    pub trait Send {}
    pub trait Sync {}
    pub trait Sized {}
    pub trait Drop {}
    pub trait Default {}
    pub trait Iterator {}
    pub trait IntoIterator {}
    pub trait Into {}
    pub trait From {}
    pub trait ToOwned {}
    pub fn drop() {}
}
#[allow(unused_imports)]
use traits::*;

#[differentiable(jvp)]
impl Option {
    fn new(strike: f64, spots: &[f64]) -> Option {
        Option {
            strike,
            spots: spots.to_vec(),
        }
    }

    fn payoff(&self, at: usize) -> f64 {
        let gain = self.spots[at] - self.strike;
        if gain > 0.0 { gain * gain } else { 0.1 * gain }
    }

    fn shift(&mut self, by: f64) {
        for spot in self.spots.iter_mut() {
            *spot *= 1.0 + by;
        }
        self.strike += by;
    }

    fn best(&self) -> Maybe<f64> {
        let mut best = self.spots.first().copied();
        if let Maybe::Some(spot) = best {
            best = Maybe::Some(spot * self.strike);
        }
        best
    }

    fn spot(&self, at: usize) -> &f64 {
        &self.spots[at]
    }

    fn spot_mut(&mut self, at: usize) -> &mut f64 {
        &mut self.spots[at]
    }
}

#[differentiable(order = 2)]
impl std::ops::Add for Vec {
    type Output = Vec;
    fn add(self, other: Vec) -> Vec {
        Vec {
            x: self.x + other.x,
            y: self.y + other.y,
        }
    }
}

#[differentiable(order = 2)]
impl std::ops::Mul<f64> for Vec {
    type Output = Vec;
    fn mul(self, by: f64) -> Vec {
        Vec {
            x: self.x * by,
            y: self.y * by,
        }
    }
}

#[differentiable(order = 2)]
impl std::ops::AddAssign for Vec {
    fn add_assign(&mut self, other: Vec) {
        self.x += other.x;
        self.y += other.y * other.x;
    }
}

#[differentiable]
impl std::iter::Sum for Vec {
    fn sum<I: std::iter::Iterator<Item = Vec>>(items: I) -> Vec {
        let mut total = Vec { x: 0.0, y: 0.0 };
        for item in items {
            total += item;
        }
        total
    }
}

#[differentiable]
impl std::convert::From<f64> for FnMut {
    fn from(x: f64) -> FnMut {
        FnMut { x: x * x }
    }
}

#[differentiable(dyn)]
trait Priced {
    fn price(&self, rate: f64) -> f64;
}

#[differentiable]
impl Priced for Option {
    fn price(&self, rate: f64) -> f64 {
        self.payoff(0) * (-rate).exp()
    }
}

#[differentiable(order = 2, jvp)]
impl Box {
    fn area(&self, by: f64) -> f64 {
        (self.high.x - self.low.x) * (self.high.y - self.low.y) * by
    }
}

#[differentiable]
fn objects(item: &dyn Priced, rate: f64) -> f64 {
    item.price(rate) * rate
}

#[differentiable(jvp, jacobian(mode = reverse))]
fn payoffs(inputs: &[f64]) -> std::vec::Vec<f64> {
    let (strike, spots) = (inputs[0], &inputs[1..]);
    let mut option = Option::new(strike, spots);
    option.shift(0.1 * strike);
    *option.spot_mut(0) *= strike;
    let mut all = std::vec![option.best().unwrap_or(0.0), *option.spot(1)];
    for at in 0..spots.len() {
        all.push(option.payoff(at));
    }
    all
}

#[differentiable(order = 2, jvp)]
fn vectors(x: f64, y: f64) -> f64 {
    let mut v = Vec { x, y } + Vec { x: y * y, y: x } * x;
    for _ in 0..3 {
        v += Vec { x: v.y, y: 0.5 };
    }
    let cell = Box {
        low: v,
        high: Vec { x: 9.0, y: 9.0 },
    };
    let result = if cell.low.x > 0.0 {
        Result::Good(v.x)
    } else {
        Result::Bad(v.x, v.y)
    };
    cell.area(x)
        + match result {
            Result::Good(a) => a * v.y,
            Result::Bad(a, b) => a - b,
        }
}

#[differentiable]
fn recursive(x: f64, depth: usize) -> f64 {
    if depth == 0 {
        x
    } else {
        recursive(x * x.sin(), depth - 1) + x
    }
}

#[differentiable(jvp)]
fn through_closures(x: f64, f: impl std::ops::Fn(f64) -> f64) -> f64 {
    let g = |y: f64| f(y) * x;
    g(x) + g(0.5)
}

#[differentiable]
fn calls(option: &mut Option, rate: f64, extra: Maybe<f64>) -> f64 {
    option.shift(rate);
    let own: FnMut = rate.into();
    let total: Vec = option.spots.iter().map(|spot| Vec { x: *spot, y: rate }).sum();
    let bonus = match extra {
        Maybe::Some(extra) => extra * rate,
        Maybe::None => 1.0,
    };
    let flat = option.spots.iter().map(|spot| spot * rate).collect::<List<_>>();
    objects(&*option, rate)
        + through_closures(rate, |y| y * y * rate)
        + recursive(rate, 3) * own.x
        + total.x * total.y * bonus
        + flat.iter().fold(0.0, |sum, y| sum + y * y)
        + vectors(rate, rate)
}

#[test]
fn what_is_emitted_names_std_where_the_prelude_is_shadowed() {
    check_grad!(payoffs(&[1.1, 1.7, 0.8, 2.2])).unwrap();
    check_grad!(vectors(0.7, 0.4)).unwrap();
    let mut option = Option::new(1.1, &[1.7, 0.8, 2.2]);
    for extra in [Maybe::Some(0.6), Maybe::None] {
        check_grad!(calls(&mut option, 0.3, extra)).unwrap();
    }
}

#[test]
fn all_modes_agree_where_the_prelude_is_shadowed() {
    let (inputs, along) = ([1.1, 1.7, 0.8, 2.2], [0.5, 0.3, -0.4, 0.9]);
    let rows = payoffs::jacobian(&inputs);
    let (values, slopes) = payoffs::jvp(&inputs, &along);
    assert_eq!(values, payoffs(&inputs));
    for (row, slope) in rows.rows().into_iter().zip(slopes) {
        let product = row.iter().zip(along).fold(0.0, |sum, (a, b)| sum + a * b);
        assert!((product - slope).abs() < 1e-12);
    }
    let hessian = vectors::hessian(0.7, 0.4);
    for (i, (dx, dy)) in [(1e-6, 0.0), (0.0, 1e-6)].into_iter().enumerate() {
        let at = |sign: f64| vectors::grad(0.7 + sign * dx, 0.4 + sign * dy);
        let (above, below) = (at(1.0), at(-1.0));
        let difference = [(above.0 - below.0) / 2e-6, (above.1 - below.1) / 2e-6];
        for j in 0..2 {
            assert!((hessian[[i, j]] - difference[j]).abs() < 1e-6 * (1.0 + difference[j].abs()));
        }
    }
}
