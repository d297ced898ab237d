//! What a method gives is computed with: whether it is a number or a reference to one, rustc finds.
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Held {
    data: Vec<f64>,
}

/// It gives its elements by value.
#[differentiable]
impl Held {
    fn get(&self, i: usize) -> f64 {
        self.data[i] * self.data[0]
    }
    fn first(&self) -> f64 {
        self.data[0]
    }
    fn at(&self, i: usize, j: usize) -> f64 {
        self.data[2 * i + j]
    }
    fn own(&self, k: f64) -> f64 {
        let second = self.get(1);
        let third = self.get(2);
        let mut sum = self.get(1).powi(2) + self.first().exp() + named(second) * third.sin();
        if self.get(1) > k {
            sum += self.get(2).max(k) * self.first().min(second);
        }
        sum
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Lent {
    data: Vec<f64>,
}

/// It gives references to them.
#[differentiable]
impl Lent {
    fn get(&self, i: usize) -> &f64 {
        &self.data[i]
    }
    fn first(&self) -> &f64 {
        &self.data[0]
    }
    fn at(&self, i: usize, j: usize) -> &f64 {
        &self.data[2 * i + j]
    }
    fn own(&self, k: f64) -> f64 {
        let second = self.get(1);
        let third = self.get(2);
        let mut sum = self.get(1).powi(2) + self.first().exp() + named(*second) * third.sin();
        if *self.get(1) > k {
            sum += self.get(2).max(k) * self.first().min(*second);
        }
        sum
    }
}

#[differentiable]
fn named(x: f64) -> f64 {
    x * x
}

macro_rules! programs {
    ($name:ident, $of:ty) => {
        mod $name {
            use super::*;

            #[differentiable]
            fn received(v: &$of, k: f64) -> f64 {
                v.get(1).powi(2) + v.get(2).sqrt() * v.first().max(k) + v.at(0, 1).ln() * v.at(1, 0) + v.get(1).atan2(k)
            }

            #[differentiable]
            fn bound(v: &$of, k: f64) -> f64 {
                let x = v.get(1);
                let y = v.first();
                let z = v.at(1, 0);
                x.sin() * y.powf(k) + z.tanh() * k.hypot(z * 1.0)
            }

            #[differentiable]
            fn twice(v: &$of, k: f64) -> f64 {
                let mut sum = 0.0;
                for i in 0..3 {
                    if i != 1 {
                        sum += v.get(i).powi(3) * v.at(0, i).exp();
                        let x = v.get(i);
                        sum += x.abs().sqrt() * k;
                    }
                    sum *= v.first().cos() + v.first() * k;
                }
                sum + v.own(k)
            }

            #[differentiable]
            fn generic<T: num_traits::Float + 'static>(v: &super::generic::$name<T>, k: T) -> T {
                let x = v.get(1);
                x.powi(2) * v.get(0).sqrt() + k * v.get(0).exp()
            }

            #[test]
            fn what_is_computed_with_may_be_a_reference() {
                let v = <$of>::from_list(&[0.7, 1.4, 0.3, 1.1]);
                for k in [0.4, 1.6] {
                    check_grad!(received(&v, k)).unwrap();
                    check_grad!(bound(&v, k)).unwrap();
                    check_grad!(twice(&v, k)).unwrap();
                    check_grad!(generic::<f64>(&super::generic::$name { data: vec![0.7, 1.4] }, k)).unwrap();
                }
            }
        }
    };
}

programs!(by_value, Held);
programs!(by_reference, Lent);

impl Held {
    fn from_list(list: &[f64]) -> Held {
        Held { data: list.to_vec() }
    }
}

impl Lent {
    fn from_list(list: &[f64]) -> Lent {
        Lent { data: list.to_vec() }
    }
}

mod generic {
    #![allow(non_camel_case_types)]
    use super::*;

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    pub struct by_value<T> {
        pub data: Vec<T>,
    }
    #[differentiable]
    impl<T: num_traits::Float> by_value<T> {
        pub fn get(&self, i: usize) -> T {
            self.data[i]
        }
    }
    #[derive(Clone, Debug, PartialEq, Differentiable)]
    pub struct by_reference<T> {
        pub data: Vec<T>,
    }
    #[differentiable]
    impl<T> by_reference<T> {
        pub fn get(&self, i: usize) -> &T {
            &self.data[i]
        }
    }
}

#[differentiable]
fn compared(v: &Held, k: f64) -> f64 {
    let x = v.get(1);
    let y = v.first();
    let mut sum = if v.get(2) > 0.1 { x } else { k };
    if x > 0.5 {
        sum *= k;
    }
    while 4.0 > y * sum {
        sum += v.get(0).max(k).abs() + 1.0;
    }
    sum += f64::max(v.get(0), k) * k.max(v.get(1)) * k.powf(v.first()) + f64::exp(v.get(1));
    if v.get(1) < v.get(2) { sum } else { sum * v.get(2).ln() }
}

#[test]
fn values_are_compared() {
    let v = Held::from_list(&[0.7, 1.4, 0.3, 1.1]);
    for k in [0.4, 1.6] {
        check_grad!(compared(&v, k)).unwrap();
    }
}

/// Traits, free functions, and what is no number.
mod declared {
    use super::*;

    #[differentiable]
    trait Array<T, S> {
        fn get(&self, at: S) -> &T;
        fn last(&self) -> &T;
        fn of(&self, x: f64, other: &[f64]) -> &T;
    }

    #[differentiable]
    impl Array<f64, (usize, usize)> for Lent {
        fn get(&self, at: (usize, usize)) -> &f64 {
            &self.data[2 * at.0 + at.1]
        }
        fn last(&self) -> &f64 {
            &self.data[3]
        }
        fn of(&self, x: f64, other: &[f64]) -> &f64 {
            if x > other[0] { &self.data[0] } else { &self.data[1] }
        }
    }

    #[differentiable]
    fn summed<A: Array<f64, (usize, usize)>>(a: &A, k: f64) -> f64 {
        let mut sum = a.last().powi(2);
        for i in 0..2 {
            sum += a.get((i, 0)).sqrt() * a.get((i, 1)).powf(k);
            sum += a.of(k, &[k]) * 2.0;
        }
        sum
    }

    #[differentiable]
    fn on_lent(a: &Lent, k: f64) -> f64 {
        summed(a, k) * summed(a, k)
    }

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    struct Point {
        x: f64,
        y: f64,
    }

    #[differentiable]
    impl Point {
        fn norm(&self) -> f64 {
            self.x.hypot(self.y)
        }
        fn moved(self, by: f64) -> Point {
            Point {
                x: self.x + by,
                y: self.y * by,
            }
        }
    }

    #[derive(Clone, Debug, PartialEq, Differentiable)]
    struct Path {
        points: Vec<Point>,
    }

    #[differentiable]
    impl Path {
        fn point(&self, i: usize) -> &Point {
            &self.points[i]
        }
    }

    #[differentiable]
    fn nearest(points: &[Point], i: usize) -> &Point {
        &points[i]
    }

    #[differentiable]
    fn height(path: &Path, i: usize) -> &f64 {
        &path.points[i].y
    }

    #[differentiable]
    fn along(path: &Path, k: f64) -> f64 {
        let mut sum = height(path, 0) * k;
        for i in 0..2 {
            sum += path.point(i).norm() + path.point(i).moved(k).norm() + nearest(&path.points, i).norm();
            sum += height(path, i).powi(2);
        }
        sum
    }

    #[differentiable(dyn)]
    trait Row {
        fn get(&self, i: usize) -> &f64;
        fn at(&self, i: usize) -> &f64;
    }

    #[differentiable(dyn)]
    impl Row for Lent {
        fn get(&self, i: usize) -> &f64 {
            &self.data[i]
        }
        fn at(&self, i: usize) -> &f64 {
            &self.data[i + 1]
        }
    }

    #[derive(Differentiable)]
    struct Rows {
        row: Box<dyn Row>,
    }

    #[differentiable]
    fn of_object(a: &dyn Row, k: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..3 {
            sum += a.get(i).powi(2) + a.at(i).sqrt() * k + a.at(i) * a.get(0);
        }
        let x = a.get(2);
        sum + x.sin()
    }

    #[differentiable]
    fn of_rows(rows: &Rows, k: f64) -> f64 {
        of_object(&*rows.row, k) + rows.row.get(1).abs() * rows.row.at(1).powf(k)
    }

    #[differentiable]
    fn of_lent(a: &Lent, k: f64) -> f64 {
        let rows = Rows {
            row: Box::new(a.clone()),
        };
        of_object(a, k) * of_rows(&rows, k)
    }

    /// What it gives lies in what it borrows.
    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    struct Part<'a, T> {
        data: &'a [T],
        from: usize,
    }

    #[differentiable]
    impl<'a, T: Copy> Part<'a, T> {
        fn get(&self, i: usize) -> &T {
            &self.data[self.from + i]
        }
        fn at(&self, i: usize) -> T {
            self.data[self.from + i]
        }
    }

    #[differentiable]
    fn of_part(part: &Part<'_, f64>, k: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..2 {
            sum += part.get(i).powf(k) * part.get(0).sqrt() + k * part.at(i);
        }
        sum
    }

    #[differentiable]
    fn of_parts(x: &[f64], k: f64) -> f64 {
        let part = Part { data: x, from: 1 };
        of_part(&part, k) * part.get(1).sin() * part.at(0).sin() + part.get(0) * k
    }

    /// What it gives carries no derivative here.
    #[differentiable]
    fn beside(x: f64, #[no_diff] fixed: &Lent, path: &Path) -> f64 {
        let y = fixed.get(1);
        let mut total = y.sin() * x + fixed.get(0).powi(2) * x;
        for i in 0..2 {
            let from = Lent {
                data: vec![i as f64, 2.0],
            };
            total += from.get(1).sqrt() * x + from.first().max(0.5) + height(path, i).exp();
        }
        total
    }

    #[test]
    fn traits_and_functions_give_references_that_are_computed_with() {
        let path = Path {
            points: vec![Point { x: 0.3, y: 0.8 }, Point { x: 1.3, y: -0.8 }],
        };
        for k in [0.4, 1.6] {
            check_grad!(on_lent(&Lent::from_list(&[0.7, 1.4, 0.3, 1.1]), k)).unwrap();
            check_grad!(along(&path, k)).unwrap();
            check_grad!(beside(k, &Lent::from_list(&[0.7, 1.4]), &path)).unwrap();
            check_grad!(of_parts(&[0.7, 1.4, 0.3, 1.1], k)).unwrap();
            check_grad!(of_lent(&Lent::from_list(&[0.7, 1.4, 0.3, 1.1]), k)).unwrap();
        }
    }
}
