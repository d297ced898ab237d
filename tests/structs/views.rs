//! Structs that hold references, made in the function, read, lent, and handed over by value.
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Matrix {
    values: Vec<f64>,
    scale: Scale,
    columns: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Scale {
    by: f64,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct View<'a> {
    values: &'a [f64],
    scale: &'a Scale,
    shift: f64,
    stride: usize,
}

#[differentiable]
impl<'a> View<'a> {
    fn at(&self, i: usize) -> f64 {
        self.values[i * self.stride] * self.scale.by + self.shift
    }

    fn total(self) -> f64 {
        let mut sum = 0.0;
        let mut i = 0;
        while i * self.stride < self.values.len() {
            sum += self.at(i).sin();
            i += 1;
        }
        sum * self.shift
    }

    fn beside(&self, other: View<'_>, k: f64) -> f64 {
        self.at(0) * other.at(0) * k + sum_of(other)
    }
}

#[differentiable]
fn sum_of(view: View<'_>) -> f64 {
    let mut sum = 0.0;
    for v in view.values.iter() {
        sum += v * v;
    }
    sum * view.shift + view.at(0) + view.scale.by
}

#[differentiable]
fn by_reference(view: &View<'_>, k: f64) -> f64 {
    view.at(1) * k + sum_of(*view)
}

/// Made in a call, with and without a name, of which it is used again.
#[differentiable]
fn made(m: &Matrix, k: f64) -> f64 {
    let c = m.columns;
    let v = View {
        values: &m.values[c..2 * c],
        scale: &m.scale,
        shift: k * k,
        stride: 1,
    };
    let direct = v.values[0] * v.shift + v.scale.by;
    let inline = View {
        values: &m.values,
        scale: &Scale { by: k },
        shift: direct,
        stride: 2,
    }
    .at(1);
    let w = v;
    direct * inline + v.at(0) * v.at(1) + by_reference(&v, k) + sum_of(w) + w.beside(v, k) * v.total()
}

/// In loops and branches, of what is written between them.
#[differentiable]
fn in_loops(m: &Matrix, k: f64) -> f64 {
    let mut x = m.values.clone();
    let mut total = 0.0;
    for row in 0..2 {
        let low = row * m.columns;
        let v = View {
            values: &x[low..low + m.columns],
            scale: &Scale { by: k },
            shift: total,
            stride: 1,
        };
        let mut part = 0.0;
        for i in 0..m.columns {
            part += v.at(i) * v.at(0);
            if part > 1.0 {
                part = part.ln() + sum_of(v);
            }
        }
        let part = if row == 1 {
            let other = View {
                stride: 1,
                values: &m.values,
                scale: &Scale { by: part },
                shift: 0.5,
            };
            other.at(row) * v.beside(other, part)
        } else {
            v.total()
        };
        total += part;
        x[low] *= part;
        x[1] += total * k;
    }
    total * x[1]
}

#[differentiable]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * y[i];
    }
    sum
}

/// One with a reference to a number, whose fields are handed on, and one made of another's rest.
#[derive(Clone, Copy, Differentiable)]
struct Scaled<'a> {
    values: &'a [f64],
    by: &'a f64,
    offset: f64,
}

#[differentiable]
impl Scaled<'_> {
    fn shifted(self, k: f64) -> f64 {
        dot(&self.values, &self.values) * k + self.offset
    }
}

#[differentiable]
fn parts(x: &[f64], k: f64) -> f64 {
    let v = Scaled {
        values: &x[1..],
        by: &k,
        offset: k * x[0],
    };
    let mut sum = 0.0;
    for x in v.values {
        sum += x.sin() * *v.by;
    }
    let w = Scaled { offset: sum, ..v };
    let u = Scaled {
        values: w.values,
        by: v.by,
        offset: 1.5,
    };
    let s = Scaled { values: x, ..w };
    sum * dot(v.values, w.values) + v.offset * w.shifted(k) + w.offset + u.shifted(sum) * s.shifted(1.0)
}

/// The same of a struct that owns a list.
#[differentiable]
fn longer(m: &Matrix, k: f64) -> f64 {
    let values = vec![k; 9];
    let other = Matrix { values, ..m.clone() };
    dot(&other.values, &other.values) * other.scale.by
}

/// A view of a view: by reference, and by value.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair<'a, 'b> {
    first: View<'a>,
    second: &'b View<'a>,
    weight: f64,
}

#[differentiable]
impl<'a, 'b> Pair<'a, 'b> {
    fn both_of(&self) -> f64 {
        self.first.at(0) * self.second.at(1) * self.weight + by_reference(&self.first, 1.5) * self.second.total()
    }
}

#[differentiable]
fn nested(m: &Matrix, k: f64) -> f64 {
    let v = View {
        values: &m.values[1..],
        scale: &m.scale,
        shift: k,
        stride: 1,
    };
    let pair = Pair {
        first: v,
        second: &v,
        weight: k * 3.0,
    };
    let same = Pair {
        first: v,
        second: pair.second,
        weight: 1.5,
    };
    let product = pair.both_of();
    product * same.both_of() + paired(pair, v)
}

#[differentiable]
fn paired(pair: Pair<'_, '_>, v: View<'_>) -> f64 {
    let again = Pair {
        first: v,
        second: &v,
        weight: pair.weight,
    };
    again.both_of() * sum_of(v) * pair.first.at(0)
}

/// Generic, a tuple struct, and of what is lent to it.
#[derive(Clone, Copy, Debug, Differentiable)]
struct VectorRef<'a, T>(&'a [T]);

#[differentiable]
impl<'a, T: num_traits::Float> VectorRef<'a, T> {
    fn dot(&self, other: &VectorRef<'_, T>) -> T {
        let mut sum = T::zero();
        for i in 0..self.0.len() {
            sum = sum + self.0[i] * other.0[i];
        }
        sum
    }
}

#[differentiable]
fn generic<T: num_traits::Float>(x: &[T], y: &[T], n: usize) -> T {
    let a = VectorRef(&x[..n]);
    a.dot(&VectorRef(&y[..n])) * VectorRef(y).dot(&VectorRef(y)) + a.dot(&a)
}

#[differentiable]
fn numbers(x: &[f64], y: &[f64]) -> f64 {
    generic(x, y, 2)
}

/// Of `self`, and through a trait.
#[derive(Clone, Copy, Differentiable)]
struct Composite<'a, S>(&'a S);

#[differentiable]
trait Shape {
    fn area(&self, k: f64) -> f64;
}

#[differentiable]
impl Shape for Matrix {
    fn area(&self, k: f64) -> f64 {
        self.values[0] * self.values[1] * k * self.scale.by
    }
}

#[differentiable]
impl<S: Shape + Differentiable> Composite<'_, S> {
    fn area(&self, k: f64) -> f64 {
        self.0.area(k) * self.0.area(k * k)
    }
}

#[differentiable]
fn area_of<S: Shape + Differentiable>(shape: &Composite<'_, S>, k: f64) -> f64 {
    shape.area(k).sin()
}

#[differentiable]
impl Matrix {
    fn composed(&self, k: f64) -> f64 {
        let twice = Composite(self);
        Composite(self).area(k) + area_of(&twice, k) * twice.area(0.5)
    }
}

#[differentiable]
fn composed(m: &Matrix, k: f64) -> f64 {
    m.composed(k)
}

/// Recursion, with a view that becomes another.
#[differentiable]
fn recursive(v: View<'_>, k: f64) -> f64 {
    if v.values.len() < 2 {
        return v.values[0] * k + v.scale.by;
    }
    let middle = v.values.len() / 2;
    let left = View {
        values: &v.values[..middle],
        scale: v.scale,
        shift: v.shift,
        stride: v.stride,
    };
    let right = View {
        values: &v.values[middle..],
        scale: &Scale { by: k },
        shift: k,
        stride: 1,
    };
    recursive(left, k * v.shift) * recursive(right, k) + recursive(right, 0.5)
}

#[differentiable]
fn recursion(x: &[f64], k: f64) -> f64 {
    let v = View {
        values: x,
        scale: &Scale { by: k },
        shift: k,
        stride: 1,
    };
    recursive(v, k)
}

fn matrix() -> Matrix {
    Matrix {
        values: vec![0.3, -0.4, 1.2, 0.9, 0.7, -0.2],
        scale: Scale { by: 0.8 },
        columns: 3,
    }
}

#[test]
fn views_that_are_made() {
    check_grad!(made(&matrix(), 0.7)).unwrap();
}

#[test]
fn views_in_loops_and_branches() {
    check_grad!(in_loops(&matrix(), 0.7)).unwrap();
}

#[test]
fn fields_of_views() {
    check_grad!(parts(&[0.3, 0.7, 0.2, 1.1], 0.6)).unwrap();
    check_grad!(longer(&matrix(), 0.6)).unwrap();
}

#[test]
fn views_of_views() {
    check_grad!(nested(&matrix(), 0.7)).unwrap();
}

#[test]
fn generic_views() {
    check_grad!(numbers(&[0.3, 0.7, 0.2], &[1.1, 0.4, 0.6])).unwrap();
}

#[test]
fn views_through_traits() {
    check_grad!(composed(&matrix(), 0.7)).unwrap();
}

#[test]
fn views_in_recursion() {
    check_grad!(recursion(&[0.3, 0.7, 0.2, 1.1, 0.9], 0.8)).unwrap();
}

#[test]
fn a_view_at_an_entry_point() {
    let m = matrix();
    let view = || View {
        values: &m.values[..2],
        scale: &m.scale,
        shift: 0.5,
        stride: 1,
    };
    let expected = 0.3 * 0.3 + 0.4 * 0.4;
    let (value, bar) = sum_of::value_and_grad(view());
    assert_eq!(value, sum_of(view()));
    assert_eq!(bar.values, [2.0 * 0.3 * 0.5 + 0.8, -0.4]);
    assert!((bar.shift - (expected + 1.0)).abs() < 1e-15);
    assert_eq!((bar.scale.by, bar.stride), (0.3 + 1.0, ()));
    let (again, pullback) = sum_of::vjp(view());
    assert_eq!((again, pullback(1.0).values), (value, bar.values.clone()));
    let mut into = bar.clone();
    assert_eq!(sum_of::grad_into(view(), &mut into), value);
    assert_eq!(into.shift, 2.0 * bar.shift);
    assert_eq!(view().total_value_and_grad().0, view().total());
}

/// A field that is a reference to a list, gone through by patterns.
#[derive(Differentiable)]
struct Borrowed<'a> {
    row: &'a [f64],
}

#[differentiable]
fn by_patterns(x: &[f64], borrowed: &Borrowed<'_>) -> f64 {
    let mut sum = x.iter().zip(borrowed.row).fold(0.0, |sum, (&a, &b)| sum + a * b);
    for &v in borrowed.row {
        sum += v.sin();
    }
    sum
}

#[differentiable]
fn of_borrowed(x: &[f64], k: f64) -> f64 {
    let borrowed: Borrowed<'_> = Borrowed { row: &x[1..] };
    by_patterns(&x[..2], &borrowed) * k
}

#[test]
fn a_field_that_is_a_reference_is_gone_through_by_patterns() {
    check_grad!(of_borrowed(&[0.3, -0.7, 1.1], 0.8)).unwrap();
}
