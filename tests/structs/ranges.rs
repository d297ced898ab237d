//! Ranges as values, conditions that bind in their middle, and what goes with them: against differences.
use pullback::ndarray::Array1;
use pullback::{Differentiable, check_grad, differentiable};
use std::iter::zip;
use std::ops::Range;

#[differentiable]
fn square_if_positive(x: f64) -> Option<f64> {
    if x > 0.0 { Some(x * x) } else { None }
}

#[differentiable]
fn by_range(v: &[f64], mut r: Range<usize>, k: f64) -> f64 {
    let mut s = 0.0;
    let all = 0..v.len();
    for i in r.clone() {
        s += v[i] * k * r.len() as f64;
    }
    s += v[r.clone()].iter().sum::<f64>() * k;
    r.start += 1;
    for i in r {
        s *= v[i] + 1.5;
    }
    for i in all.clone() {
        s += v[i] * v[i];
    }
    s + v[all.start] * all.len() as f64
}

#[differentiable]
fn ranges(x: &[f64], w: &[f64]) -> f64 {
    let n = x.len();
    let named = 1..n;
    let parts = x[named.clone()].iter().sum::<f64>() * x[named.clone()][0];
    let mut s = by_range(x, 0..n, w[0]) * by_range(x, named, w[1]) + parts;
    for k in 0..2 {
        s += by_range(x, k..k + 1, s);
    }
    s
}

#[differentiable]
fn conditions(x: &[f64], w: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        if *v > -1.0
            && let Some(q) = square_if_positive(*v * w[0])
            && q > 0.1
            && let Some(r) = square_if_positive(q - w[1])
            && let (a, b) = (q * r, r)
            && a < 100.0
        {
            s += q * r * a + b;
        } else if let Some(q) = square_if_positive(*v)
            && let Some(p) = x.iter().find(|p| **p < q)
        {
            s += q * w[1] * p;
        }
    }
    while s < 5.0
        && let Some(q) = square_if_positive(w[0] + s + 3.0)
        && let Some(z) = x.first()
    {
        s += q + z.abs();
    }
    s
}

#[differentiable]
fn zipped(x: &[f64], w: &[f64]) -> f64 {
    let a: f64 = zip(x, w).map(|(a, b)| a * b).sum();
    let b: f64 = std::iter::zip(x.iter().map(|v| v * 2.0), w)
        .map(|(a, b)| a * b * b)
        .sum();
    let mut s = a * b;
    for (a, i) in std::iter::zip(x, 1..=x.len()) {
        s += a * i as f64 * w[0];
    }
    let sines = Vec::from_iter(x.iter().map(|v| v.sin()));
    let row = Array1::from_iter(w.iter().map(|v| v.sin()));
    let folded = zip(&sines, 0..w.len())
        .map(|(e, i)| e * i as f64)
        .fold(0.0, |a, b| a * 0.5 + b);
    s + sines[0] * sines[1] + row.dot(&row) + folded
}

#[differentiable]
fn without_names(x: f64, _: &dyn Fn(f64) -> f64, _: usize) -> f64 {
    x * x
}

#[differentiable]
fn by_a_key(x: &[f64], w: &[f64]) -> f64 {
    let mut pairs: Vec<(f64, usize)> = x.iter().enumerate().map(|(i, v)| (v * w[0], (i * 7) % 5)).collect();
    pairs.sort_by_cached_key(|pair| pair.1);
    let mut s = without_names(x[0], &|q| q, 3);
    for (i, pair) in pairs.iter().enumerate() {
        s += pair.0 * pair.0 * i as f64;
    }
    s
}

#[test]
fn they_have_the_gradients_that_differences_say() {
    for (x, w) in [
        (vec![0.5, -1.5, 2.5, 0.25, 1.1], vec![1.2, 2.0, -0.5, 3.0]),
        (vec![2.0, 0.3], vec![0.5, 0.1]),
        (vec![-0.75, 0.35, 0.9], vec![1.5, -2.0, 0.2]),
    ] {
        check_grad!(ranges(&x, &w)).unwrap();
        check_grad!(conditions(&x, &w)).unwrap();
        check_grad!(zipped(&x, &w)).unwrap();
        check_grad!(by_a_key(&x, &w)).unwrap();
    }
}

/// A range whose ends are moved.
#[differentiable]
fn moved(v: &mut [f64], x: f64, first: bool) -> f64 {
    let mut range = 0..v.len();
    if first {
        range.start += 1;
    } else {
        range.end -= 1;
    }
    let mut sum = 0.0;
    for i in range.clone() {
        v[i] *= x;
    }
    for _ in 0..2 {
        for i in range.start..range.end {
            sum += v[i] * x;
        }
        range.end -= 1;
    }
    for y in &v[range.clone()] {
        sum += y * x;
    }
    sum
}

#[test]
fn the_ends_of_a_range_are_moved() {
    for first in [true, false] {
        check_grad!(moved(&mut [1.0, 2.0, 3.0, 4.0], 1.5, first)).unwrap();
    }
}

/// The items of these ranges are no `usize`, as the numbers that they make show.
#[differentiable]
fn narrow(x: &[f64]) -> f64 {
    let n = x.len() as u8;
    let mut sum: f64 = (0..n).zip(x).map(|(i, v)| v * f64::from(i.wrapping_sub(2))).sum();
    for i in (0..n).rev().step_by(2) {
        sum += x[i as usize] * (!i) as f64;
    }
    let mut items = (0..n).skip(1).chain(0..1);
    while let Some(i) = items.next() {
        sum *= 1.0 + x[i as usize] * f64::from(!i);
    }
    sum
}

#[differentiable]
fn signed(x: &[f64]) -> f64 {
    let n = x.len() as i64;
    let centred: f64 = (0..5).zip(x).map(|(i, v)| v * (i - 2) as f64).sum();
    let backward: f64 = (-1..n).rev().zip(x).map(|(i, v)| v * (i - 1) as f64).sum();
    centred * backward
}

#[test]
fn the_items_of_a_range_have_its_type() {
    let x = [0.5, 1.5, -0.25];
    check_grad!(narrow(&x)).unwrap();
    check_grad!(signed(&x)).unwrap();
    assert_eq!(narrow::value_and_grad(&x).0, narrow(&x));
    assert_eq!(signed::value_and_grad(&x).0, signed(&x));
}

#[differentiable]
fn numbered(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (v, i) in x.iter().zip(0..) {
        s += v * v * i as f64;
    }
    for (v, i) in x.iter().zip(3u8..) {
        s += v * v * f64::from(i);
    }
    s + x.iter().zip(1..).map(|(a, i)| a * i as f64).sum::<f64>()
}
#[test]
fn items_are_numbered_by_a_range_without_end() {
    check_grad!(numbered(&[0.8, 0.3, 0.6])).unwrap();
}

/// Which ranges these are, only rustc knows.
#[differentiable]
fn over_ranges(ranges: &[std::ops::Range<u32>], x: &mut Vec<f64>, k: f64) {
    for range in ranges {
        for i in range.clone() {
            let v = x[i as usize];
            x.push(v * k);
        }
    }
}

#[test]
fn ranges_in_a_list_are_gone_through() {
    check_grad!(over_ranges(&[0..2, 1..1, 2..3], &mut vec![0.5, -2.0, 1.5], 1.3)).unwrap();
}

/// A curve that can be cut to a part, as in graphics.
#[differentiable]
trait Curve: Sized {
    fn at(&self, t: f64) -> f64;

    fn part(&self, range: Range<f64>) -> Self;

    fn halves(&self) -> (Self, Self) {
        (self.part(0.0..0.5), self.part(0.5..1.0))
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Line {
    start: f64,
    end: f64,
}

#[differentiable]
impl Curve for Line {
    fn at(&self, t: f64) -> f64 {
        self.start + (self.end - self.start) * t
    }

    fn part(&self, range: Range<f64>) -> Line {
        Line {
            start: self.at(range.start),
            end: self.at(range.end),
        }
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Window {
    over: Range<f64>,
    weight: f64,
}

#[differentiable]
impl Window {
    fn length(&self) -> f64 {
        let Range { start, end } = self.over;
        (end - start) * self.weight
    }

    fn moved(&mut self, by: f64) {
        self.over.start += by;
        self.over.end = self.over.start + by * by;
    }
}

#[differentiable]
fn clipped(x: f64, range: &Range<f64>) -> f64 {
    if range.contains(&x) {
        x * range.end
    } else {
        range.start * range.start
    }
}

#[differentiable]
fn of_parts(line: &Line, s: f64, t: f64) -> f64 {
    let cut = s..t * t;
    let mut sum = clipped(s, &cut) + clipped(t, &cut);
    let (first, second) = line.part(cut.clone()).halves();
    let mut window = Window { over: cut, weight: t };
    for k in 0..3 {
        window.moved(first.at(s) + k as f64);
        sum += window.length() * second.at(t);
    }
    sum
}

#[test]
fn ranges_of_floats_carry_the_derivatives_of_their_ends() {
    let line = Line { start: 0.3, end: 1.7 };
    for (s, t) in [(0.2, 0.7), (0.2, 1.4)] {
        check_grad!(of_parts(&line, s, t)).unwrap();
    }
}
