//! Vectors and matrices of numbers of the user's own.

use super::*;
use pullback::rt::Element;
use pullback::{Differentiable, check_grad, differentiable};
use std::ops::{Add, AddAssign, Div, DivAssign, Index, Mul, MulAssign};

/// A number and its slope.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Dual {
    parts: [f64; 2],
}

impl Element for Dual {
    fn zero_bar() -> DualCotangent {
        Dual::of(0.0, 0.0).zero_cotangent()
    }
}

#[differentiable]
impl Dual {
    fn of(value: f64, slope: f64) -> Dual {
        Dual { parts: [value, slope] }
    }

    fn sqrt(self) -> Dual {
        let root = self.parts[0].sqrt();
        Dual::of(root, 0.5 * self.parts[1] / root)
    }

    fn powi(self, n: i32) -> Dual {
        let below = self.parts[0].powi(n - 1);
        Dual::of(below * self.parts[0], f64::from(n) * below * self.parts[1])
    }
}

#[differentiable]
impl Add for Dual {
    type Output = Dual;
    fn add(self, other: Dual) -> Dual {
        Dual::of(self.parts[0] + other.parts[0], self.parts[1] + other.parts[1])
    }
}

#[differentiable]
impl Mul for Dual {
    type Output = Dual;
    fn mul(self, other: Dual) -> Dual {
        let ([x, dx], [y, dy]) = (self.parts, other.parts);
        Dual::of(x * y, dx * y + x * dy)
    }
}

#[differentiable]
impl Div for Dual {
    type Output = Dual;
    fn div(self, other: Dual) -> Dual {
        let ([x, dx], [y, dy]) = (self.parts, other.parts);
        Dual::of(x / y, (dx * y - x * dy) / (y * y))
    }
}

#[differentiable]
impl AddAssign for Dual {
    fn add_assign(&mut self, other: Dual) {
        *self = *self + other;
    }
}

#[differentiable]
impl MulAssign for Dual {
    fn mul_assign(&mut self, other: Dual) {
        *self = *self * other;
    }
}

#[differentiable]
impl DivAssign for Dual {
    fn div_assign(&mut self, other: Dual) {
        *self = *self / other;
    }
}

#[differentiable]
impl Index<usize> for Dual {
    type Output = f64;
    fn index(&self, k: usize) -> &f64 {
        &self.parts[k]
    }
}

/// What it makes is told by the type of its result alone.
#[differentiable]
fn lifted<const N: usize, const TIMES: usize>(v: &SMatrix<f64, N, 1>) -> SMatrix<Scaled<TIMES>, N, 1> {
    let mut lifted = SMatrix::<Scaled<TIMES>, N, 1>::repeat(Scaled { value: 0.0 });
    for k in 0..N {
        lifted[k] = Scaled {
            value: v[k] * TIMES as f64,
        };
    }
    lifted
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Scaled<const TIMES: usize> {
    value: f64,
}

impl<const TIMES: usize> Element for Scaled<TIMES> {
    fn zero_bar() -> Self::Cotangent {
        Scaled::<TIMES> { value: 0.0 }.zero_cotangent()
    }
}

#[differentiable]
fn of_a_length_told_by_the_result(v: &Vector3<f64>) -> f64 {
    let twice: SMatrix<Scaled<2>, 3, 1> = lifted(v);
    let thrice: SMatrix<Scaled<3>, 3, 1> = lifted(v);
    let mut sum = 0.0;
    for k in 0..3 {
        sum += twice[k].value * thrice[2 - k].value;
    }
    sum
}

#[differentiable]
fn norm(v: &Vector3<Dual>) -> Dual {
    let mut sum = Dual::of(0.0, 0.0);
    for k in 0..3 {
        sum += v[k].powi(2);
    }
    sum.sqrt()
}

/// Elements by their numbers, quotients by one, parts, and methods of theirs that are named like those of floats.
#[differentiable]
fn along(v: &Vector3<f64>, direction: &Vector3<f64>, turn: bool) -> f64 {
    let mut dual: Vector3<Dual> = Vector3::new(
        Dual::of(v[0], direction[0]),
        Dual::of(v[1], direction[1]),
        Dual::of(v[2], direction[2]),
    );
    let length = norm(&dual);
    if turn {
        dual[1] = dual[0] * length;
    }
    let unit = dual / length;
    let scaled = unit * dual[2];
    let part = scaled.fixed_rows::<2>(1).into_owned();
    let mut sum = 0.0;
    for k in 0..2 {
        let root = part[k].sqrt();
        sum += root.parts[0] * unit[k][1] + dual[k].powi(3).parts[1] * part[k][0];
    }
    sum
}

/// A matrix whose size only the run knows, filled step by step.
#[differentiable]
fn triangle(x: f64, dx: f64, #[no_diff] n: usize) -> f64 {
    let first = Dual::of(x, dx);
    let mut m = DMatrix::from_element(n, n, first);
    for i in 1..n {
        for j in 0..i {
            m[(i, j)] = m[(i - 1, j)] * first + m[(j, i)];
        }
    }
    let mut sum = 0.0;
    for i in 0..n {
        sum += m[(i, 0)].parts[0] * m[(n - 1, i)].parts[1];
    }
    sum
}

#[test]
fn elements_of_the_users_own_agree_with_differences() {
    for turn in [false, true] {
        check_grad!(along(&v3(1), &v3(2), turn)).unwrap();
    }
    check_grad!(triangle(0.7, 0.4, 4)).unwrap();
    check_grad!(of_a_length_told_by_the_result(&v3(3))).unwrap();
}

#[test]
fn a_matrix_of_a_list_of_a_length_that_only_the_run_knows() {
    #[differentiable]
    fn gridded(x: &[f64], k: f64) -> f64 {
        let m = DMatrix::from_row_slice(2, 3, x);
        let n = DMatrix::from_element(3, 2, k * x[1]);
        let product = &m * n;
        product[(0, 0)] * product[(1, 1)] + DMatrix::repeat(2, 2, k)[(1, 0)]
    }
    check_grad!(gridded(&[0.3, 0.5, -0.2, 0.8, 1.1, 0.4], 0.6)).unwrap();
}
