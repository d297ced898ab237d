//! cost(value and gradient) ≤ c·(cost(function) + size(input)), counted: programs made to break it, on numbers that count what is
//! done with them, and the bytes that are allocated meanwhile.
//!
//! An operation is one of the function's own, the pull of its pullback, a copy of a number, and of cotangents a zero, an addition, a
//! scaling or a copy. What is done to a whole list is done to each of its numbers, and counted as often.

// The programs read lists in the ways that people do.
#![allow(clippy::needless_range_loop, clippy::ptr_arg)]

use allocation_counter::measure;
use pullback::{Cotangent, Differentiable, differentiable};
use std::cell::Cell;
use std::collections::HashMap;
use std::hint::black_box;
use std::ops::{AddAssign, Mul};

/// Operations of a value and gradient for each of the function and each number of its input, at most.
const OPERATIONS: u64 = 4;

/// Bytes for each of the same, beside those that the function itself allocates.
const BYTES: u64 = 20;

thread_local! {
    static DONE: Cell<u64> = const { Cell::new(0) };
}

fn done() {
    DONE.set(DONE.get() + 1);
}

#[derive(Debug, PartialEq)]
struct Number(f64);

impl Clone for Number {
    fn clone(&self) -> Self {
        done();
        Number(self.0)
    }
}

#[derive(Debug, PartialEq)]
struct Bar(f64);

impl Clone for Bar {
    fn clone(&self) -> Self {
        done();
        Bar(self.0)
    }
}

impl Cotangent for Bar {
    fn accumulate(&mut self, other: &Self) {
        done();
        self.0 += other.0;
    }
    fn scale(&mut self, alpha: f64) {
        done();
        self.0 *= alpha;
    }
    fn zero_like(&self) -> Self {
        done();
        Bar(0.0)
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        out.push(self.0);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.0 = flat.next().expect("a component");
    }
}

impl Differentiable for Number {
    type Cotangent = Bar;
    type Shape = ();
    fn coarseness(&self) -> f64 {
        f64::EPSILON
    }
    fn cotangent_shape(&self) {}
    fn zero_of((): &()) -> Bar {
        done();
        Bar(0.0)
    }
    fn add_scaled(&mut self, alpha: f64, bar: &Bar) {
        self.0 += alpha * bar.0;
    }
    fn flatten_into(&self, out: &mut Vec<f64>) {
        out.push(self.0);
    }
    fn unflatten_from(&mut self, flat: &mut dyn Iterator<Item = f64>) {
        self.0 = flat.next().expect("a component");
    }
}

#[differentiable(vjp = product_vjp)]
fn product(a: &Number, b: &Number) -> Number {
    done();
    Number(a.0 * b.0)
}

fn product_vjp(a: &Number, b: &Number) -> (Number, impl FnOnce(Bar, &Number, &mut Bar, &Number, &mut Bar) + use<>) {
    (product(a, b), |seed, a, a_bar, b, b_bar| {
        done();
        a_bar.0 += seed.0 * b.0;
        b_bar.0 += seed.0 * a.0;
    })
}

#[differentiable(vjp = add_vjp)]
fn add(sum: &mut Number, other: &Number) {
    done();
    sum.0 += other.0;
}

fn add_vjp(sum: &mut Number, other: &Number) -> ((), impl FnOnce(&mut Number, &mut Bar, &Number, &mut Bar) + use<>) {
    add(sum, other);
    ((), |sum, bar, other, other_bar| {
        done();
        sum.0 -= other.0;
        other_bar.0 += bar.0;
    })
}

#[differentiable(vjp = value_vjp)]
fn value(number: &Number) -> f64 {
    number.0
}

fn value_vjp(number: &Number) -> (f64, impl FnOnce(f64, &Number, &mut Bar) + use<>) {
    (number.0, |seed, _, bar| bar.0 += seed)
}

#[differentiable]
impl<'a> Mul<&'a Number> for &Number {
    type Output = Number;
    fn mul(self, other: &'a Number) -> Number {
        product(self, other)
    }
}

#[differentiable]
impl<'a> AddAssign<&'a Number> for Number {
    fn add_assign(&mut self, other: &'a Number) {
        add(self, other);
    }
}

fn zeros(n: usize) -> Vec<Number> {
    (0..n).map(|_| Number(0.0)).collect()
}

fn numbers(n: usize) -> Vec<Number> {
    (0..n).map(|i| Number((i % 7) as f64 - 2.5)).collect()
}

#[differentiable]
fn reads(x: &[Number]) -> f64 {
    let mut s = Number(0.0);
    for i in 0..x.len() {
        s += &(&x[i] * &x[i]);
    }
    value(&s)
}

#[differentiable]
fn pick(x: &[Number], i: usize) -> Number {
    x[i].clone()
}

#[differentiable]
fn helpers_that_read_one(x: &[Number]) -> f64 {
    let mut s = Number(0.0);
    for i in 0..x.len() {
        s += &(&pick(x, i) * &pick(&x[i..], 0));
    }
    value(&s)
}

#[differentiable]
fn entry(x: &[Number], i: usize) -> &Number {
    &x[i]
}

#[differentiable]
fn helpers_that_lend_one(x: &[Number]) -> f64 {
    let mut s = Number(0.0);
    for i in 0..x.len() {
        let a: &Number = entry(x, i);
        let b: &Number = entry(&x[i..], 0);
        s += &(a * b);
    }
    value(&s)
}

#[differentiable]
fn tails(x: &[Number]) -> f64 {
    let mut s = Number(0.0);
    for i in 0..x.len() {
        let tail = &x[i..];
        s += &(&tail[0] * &tail[0]);
    }
    value(&s)
}

#[differentiable]
fn add_at(v: &mut [Number], i: usize, x: &Number) {
    v[i] += &(x * x);
}

#[differentiable]
fn helpers_that_write_one(x: &[Number]) -> f64 {
    let mut v = zeros(x.len());
    for i in 0..x.len() {
        add_at(&mut v, i, &x[i]);
    }
    let mut s = Number(0.0);
    for a in &v {
        s += a;
    }
    value(&s)
}

#[differentiable]
fn with_replaced(mut v: Vec<Number>, i: usize, x: &Number) -> Vec<Number> {
    v[i] = x * x;
    v
}

#[differentiable]
fn helpers_that_move_all(x: &[Number]) -> f64 {
    let mut v = zeros(x.len());
    for i in 0..x.len() {
        v = with_replaced(v, i, &x[i]);
    }
    let mut s = Number(0.0);
    for a in &v {
        s += a;
    }
    value(&s)
}

#[differentiable]
fn pushes(x: &[Number]) -> f64 {
    let mut v = Vec::new();
    for a in x {
        v.push(a * a);
    }
    let mut s = Number(0.0);
    for a in v.iter() {
        s += a;
    }
    value(&s)
}

#[differentiable]
fn chains(x: &[Number]) -> f64 {
    let squares: Vec<Number> = x.iter().zip(x).map(|(a, b)| a * b).collect();
    let mut s = Number(0.0);
    squares.iter().for_each(|a| s += a);
    value(&s)
}

#[differentiable]
fn branches(x: &[Number]) -> f64 {
    let mut s = Number(0.0);
    for i in 0..x.len() {
        if i % 3 == 0 {
            s += &(&x[i] * &x[i]);
        } else {
            let square = &x[i] * &x[i];
            s += &square;
        }
    }
    value(&s)
}

/// Each value is used twice by the next: the sum of all ways through it has 2ⁿ terms.
#[differentiable]
fn sharing(x: &[Number]) -> f64 {
    let mut y = x[0].clone();
    for _ in 1..x.len() {
        let doubled = y.clone();
        y += &doubled;
    }
    value(&(&y * &y))
}

#[differentiable]
fn sum_of_tail(x: &[Number]) -> Number {
    if x.is_empty() {
        return Number(0.0);
    }
    let mut s = sum_of_tail(&x[1..]);
    s += &(&x[0] * &x[0]);
    s
}

#[differentiable]
fn recursion_over_tails(x: &[Number]) -> f64 {
    value(&sum_of_tail(x))
}

#[differentiable]
fn sum_of_halves(x: &[Number]) -> Number {
    if x.len() == 1 {
        return &x[0] * &x[0];
    }
    let middle = x.len() / 2;
    let mut s = sum_of_halves(&x[..middle]);
    s += &sum_of_halves(&x[middle..]);
    s
}

#[differentiable]
fn recursion_over_halves(x: &[Number]) -> f64 {
    value(&sum_of_halves(x))
}

#[derive(Clone, Differentiable)]
struct Model {
    table: Vec<Number>,
    rate: Number,
}

#[differentiable]
impl Model {
    fn rated(&self, x: &Number) -> Number {
        &self.rate * x
    }
}

#[differentiable]
fn one_field_of_many(model: &Model) -> f64 {
    let mut s = Number(0.0);
    for i in 0..model.table.len() {
        s += &model.rated(&model.rate);
        s += &model.table[i];
    }
    value(&s)
}

#[differentiable]
fn change(model: &mut Model, i: usize) {
    let square = &model.table[i] * &model.rate;
    model.table[i] = square;
}

#[differentiable]
fn one_element_of_a_field(model: &Model) -> f64 {
    let mut model = model.clone();
    for i in 0..model.table.len() {
        change(&mut model, i);
    }
    let mut s = Number(0.0);
    for a in &model.table {
        s += a;
    }
    value(&s)
}

#[differentiable]
fn swaps(x: &[Number]) -> f64 {
    let (mut now, mut next) = (x.to_vec(), zeros(x.len()));
    for i in 0..x.len() {
        next[i] = &now[i] * &x[0];
        std::mem::swap(&mut now, &mut next);
    }
    value(&now[0])
}

#[differentiable]
fn checkpoints(x: &[Number]) -> f64 {
    let mut s = Number(1.0);
    #[checkpoint]
    for i in 0..x.len() {
        s += &(&x[i] * &x[i]);
    }
    value(&s)
}

#[differentiable]
fn captured(x: &[Number]) -> f64 {
    let square = |i: usize| &x[i] * &x[i];
    let mut s = Number(0.0);
    for i in 0..x.len() {
        s += &square(i);
    }
    value(&s)
}

#[differentiable]
fn looked_up(rates: &HashMap<usize, Number>) -> f64 {
    let mut s = Number(0.0);
    for i in 0..rates.len() {
        s += &(&rates[&i] * &rates[&i]);
    }
    value(&s)
}

/// What is counted while something runs: operations and bytes.
fn counted<T>(mut run: impl FnMut() -> T) -> (u64, u64) {
    let before = DONE.get();
    let seen = measure(|| {
        black_box(run());
    });
    (DONE.get() - before, seen.bytes_total)
}

const SIZES: [usize; 4] = [100, 200, 400, 800];

/// Compares what a value and gradient costs with what the function does, at each size; all that is too much is told at once.
fn assert_bound(name: &str, cost: impl Fn(usize) -> [(u64, u64); 2]) {
    let mut before = None;
    let mut too_much = String::new();
    // Debug builds look at clones in memory that the thread keeps: it is there after the first run.
    cost(SIZES[0]);
    for n in SIZES {
        let [(function, own), (gradient, bytes)] = cost(n);
        let work = function + n as u64;
        let line =
            format!("{name} of {n}: {gradient} operations and {bytes} bytes; the function {function} and {own}\n");
        print!("{line}");
        let grows = before.is_some_and(|before: u64| gradient > 2 * before + 20);
        if gradient > OPERATIONS * work || bytes > BYTES * work + own || grows {
            too_much += &line;
        }
        before = Some(gradient);
    }
    assert!(
        too_much.is_empty(),
        "more than {OPERATIONS} and {BYTES} for each, or growing:\n{too_much}"
    );
}

macro_rules! bounded {
    ($($name:ident $input:expr;)*) => { $(
        #[test]
        fn $name() {
            assert_bound(stringify!($name), |n| {
                let input = $input(n);
                let function = counted(|| super::$name(&input));
                [function, counted(|| super::$name::value_and_grad(&input))]
            });
        }
    )* };
}

mod bounds {
    use super::*;

    fn model(n: usize) -> Model {
        Model {
            table: numbers(n),
            rate: Number(0.5),
        }
    }

    fn rates(n: usize) -> HashMap<usize, Number> {
        (0..n).zip(numbers(n)).collect()
    }

    bounded! {
        reads numbers;
        helpers_that_read_one numbers;
        helpers_that_lend_one numbers;
        tails numbers;
        helpers_that_write_one numbers;
        helpers_that_move_all numbers;
        pushes numbers;
        chains numbers;
        branches numbers;
        sharing numbers;
        recursion_over_tails numbers;
        recursion_over_halves numbers;
        one_field_of_many model;
        one_element_of_a_field model;
        swaps numbers;
        checkpoints numbers;
        captured numbers;
        looked_up rates;
    }
}
