//! Casts to integers that `no_diff(as)` takes for constant, against central differences away from the steps.

use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Table {
    values: Vec<f64>,
    step: f64,
}

#[differentiable]
trait Signed {
    fn sign_to(self, to: f64) -> f64;
}

#[differentiable]
impl Signed for f64 {
    fn sign_to(self, to: f64) -> f64 {
        if self < 0.0 { -to } else { to }
    }
}

#[differentiable(no_diff(as))]
impl Table {
    fn at(&self, x: f64) -> f64 {
        let cell = (x / self.step) as usize;
        let along = x / self.step - cell as f64;
        self.values[cell] * (1.0 - along) + self.values[cell + 1] * along
    }
}

/// What is cast is of a type that only rustc knows; the sign that is not cast has its derivative as before.
#[differentiable(no_diff(as))]
fn corner(x: f64, half: &[f64; 2]) -> f64 {
    let sign = x.sign_to(half[0]);
    let index = ((x.sign_to(1.0) as isize + 1) / 2) as u32;
    let corners = [half[0] * sign, half[1] * x];
    corners[index as usize] * x + sign
}

/// Casts in a loop, in its bounds and in its branches; indices are cast as ever.
#[differentiable(no_diff(as))]
fn steps(table: &Table, x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..(x[0].abs() * 3.0) as usize {
        let k = i as i32;
        let t = x[i % x.len()] * 0.5 + 1.0;
        if (t * 2.0) as i32 > k {
            sum += table.at(t) * t;
        } else {
            sum -= t * (k as f64 + table.step);
        }
    }
    sum
}

type Index = i64;
type Real = f64;

/// Only rustc knows that these are integers, and that this is a float.
#[differentiable(no_diff(as))]
fn stepped(table: &Table, x: f64) -> f64 {
    let n = table.values.len() as Real;
    let end = (x / table.step).floor() as Index;
    let mut sum = 0.0;
    for k in 0..end {
        sum += table.values[k as usize] * x * k as Real / n;
    }
    if (x * 2.0) as Index > 1 {
        sum * x
    } else {
        sum + end as Real * x
    }
}

/// Conversions of num-traits are casts: of a generic number, of an element behind a reference, of an item in a loop.
#[differentiable(no_diff(as))]
fn counted<T: num_traits::Float>(values: &[T], weights: &[T]) -> T {
    let mut sum = T::zero();
    for value in values {
        let class = value.abs().to_usize().unwrap() % weights.len();
        sum = sum + weights[class] * *value;
        if let Some(steps) = (*value * weights[0]).to_i64() {
            for _ in 0..steps.abs() % 3 {
                sum = sum + weights[1] * *value * sum;
            }
        }
    }
    let last: Vec<usize> = values.iter().map(|v| v.abs().to_usize().unwrap()).collect();
    sum * weights[last[1] % weights.len()]
}

#[test]
fn a_conversion_to_an_integer_is_a_cast() {
    #[differentiable]
    fn both(values: &[f64], weights: &[f64]) -> f64 {
        counted(values, weights) + counted(&values[1..], weights) * values[0]
    }
    check_grad!(both(&[0.7, -2.4, 3.2, 1.6], &[1.3, 0.4, -0.7])).unwrap();
}

#[test]
fn a_cast_picks_a_cell() {
    let table = Table {
        values: vec![1.0, 3.0, -2.0, 0.5, 4.0, 7.0],
        step: 0.5,
    };
    #[differentiable]
    fn at(table: &Table, x: f64) -> f64 {
        table.at(x) * x
    }
    check_grad!(at(&table, 0.3)).unwrap();
    check_grad!(at(&table, 1.2)).unwrap();
    for x in [[1.1, 0.4, -0.3], [-2.1, 0.7, 0.2]] {
        check_grad!(steps(&table, &x)).unwrap();
    }
}

#[test]
fn a_cast_to_a_type_of_another_name() {
    let table = Table {
        values: vec![1.0, 3.0, -2.0, 0.5],
        step: 0.5,
    };
    check_grad!(stepped(&table, 0.7)).unwrap();
    check_grad!(stepped(&table, 1.7)).unwrap();
}

#[test]
fn a_cast_of_what_a_function_returns() {
    check_grad!(corner(0.7, &[1.5, 0.4])).unwrap();
    check_grad!(corner(-0.7, &[1.5, 0.4])).unwrap();
}
