//! Methods that give references, called on trait objects: routes of which only the implementor knows the types.
use num_traits::Float as NumFloat;
use pullback::{Differentiable, check_grad, differentiable};

/// Every implementor has derivatives.
#[differentiable(dyn)]
trait Series {
    fn at(&self, i: usize) -> &f64;
    fn count(&self) -> usize;
    fn terms<'b>(&'b self) -> Box<dyn Iterator<Item = &'b f64> + 'b>;
    fn extra(&self) -> Option<&f64>;

    fn dot(&self, other: &dyn Series) -> f64 {
        self.terms().zip(other.terms()).map(|(a, b)| a * b).sum()
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Plain {
    terms: Vec<f64>,
}

#[differentiable]
impl Series for Plain {
    fn at(&self, i: usize) -> &f64 {
        &self.terms[i]
    }
    fn count(&self) -> usize {
        self.terms.len()
    }
    fn terms<'b>(&'b self) -> Box<dyn Iterator<Item = &'b f64> + 'b> {
        Box::new(self.terms.iter())
    }
    fn extra(&self) -> Option<&f64> {
        self.terms.last()
    }
}

/// Two lists, in turns.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Braided {
    even: Vec<f64>,
    odd: Vec<f64>,
    scale: f64,
}

#[differentiable]
impl Series for Braided {
    fn at(&self, i: usize) -> &f64 {
        if i % 2 == 0 {
            &self.even[i / 2]
        } else {
            &self.odd[i / 2]
        }
    }
    fn count(&self) -> usize {
        self.even.len() + self.odd.len()
    }
    fn terms<'b>(&'b self) -> Box<dyn Iterator<Item = &'b f64> + 'b> {
        Box::new((0..self.count()).map(move |i| self.at(i)))
    }
    fn extra(&self) -> Option<&f64> {
        if self.scale > 0.0 { Some(&self.scale) } else { None }
    }
}

#[differentiable(types(extra = fn(..) -> Option<&f64>))]
fn squares(a: &dyn Series, b: &dyn Series, k: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..a.count() {
        let d = *a.at(i) - k * *b.at(i);
        s += d * d;
    }
    for (i, v) in a.terms().enumerate() {
        if i > 0 {
            s += v.sin() * (i as f64);
        }
    }
    if let Some(extra) = b.extra() {
        s *= *extra;
    }
    s + a.dot(b)
}

#[differentiable]
fn both(x: &[f64], y: &[f64], k: f64) -> f64 {
    let plain = Plain { terms: x.to_vec() };
    let braided = Braided {
        even: vec![x[0], y[1]],
        odd: y.to_vec(),
        scale: k,
    };
    let mut s = 0.0;
    for step in 0..2 {
        let w = k + step as f64;
        if step == 0 {
            s += squares(&plain, &braided, w);
        } else {
            s += squares(&braided, &plain, w) * squares(&plain, &plain, s.cos());
        }
    }
    s + plain.dot(&braided) * braided.dot(&plain)
}

#[differentiable]
fn in_a_box(x: &[f64], k: f64) -> f64 {
    let boxed: Box<dyn Series> = Box::new(Plain { terms: x.to_vec() });
    of_a_box(&boxed, k) * x[0]
}

#[differentiable]
fn of_a_box(series: &Box<dyn Series>, k: f64) -> f64 {
    let mut s = k;
    for i in 0..series.count() {
        s = s.sin() + *series.at(i) * s;
    }
    s
}

#[test]
fn references_into_objects() {
    let (x, y) = ([0.3, -0.7, 1.2, 0.4], [0.9, 0.2]);
    check_grad!(both(&x, &y, 0.8)).unwrap();
    assert_eq!(
        both::value_and_grad(&x, &y, 0.8).0.to_bits(),
        both(&x, &y, 0.8).to_bits()
    );
    check_grad!(in_a_box(&x, 0.8)).unwrap();
    let plain = Plain { terms: x.to_vec() };
    let (a, _, _) = squares::grad(&plain, &plain, 0.5);
    assert_eq!(a.downcast_ref::<PlainCotangent>().unwrap().terms.len(), 4);
}

/// Where an index is not known beforehand, the routes are saved.
#[differentiable]
fn wandering(series: &dyn Series, k: f64, steps: usize) -> f64 {
    let (mut s, mut i) = (k, 1);
    for step in 0..steps {
        let here = series.at(i % series.count());
        s = s.cos() * *here + *here;
        i += if s > 0.5 { 2 + step } else { 1 };
    }
    while i > 2 {
        i /= 2;
        s *= 1.0 + 0.1 * *series.at(i % series.count());
    }
    s
}

#[differentiable]
fn wandered(x: &[f64], y: &[f64], k: f64) -> f64 {
    let plain = Plain { terms: x.to_vec() };
    let braided = Braided {
        even: y.to_vec(),
        odd: x.to_vec(),
        scale: k,
    };
    wandering(&plain, k, 5) * wandering(&braided, k * k, 4)
}

#[test]
fn routes_through_objects_are_saved() {
    check_grad!(wandered(&[0.3, -0.7, 1.2, 0.4], &[0.9, 0.2, 0.7, 1.1], 0.8)).unwrap();
}

/// Numbers of the user's own.
#[differentiable]
trait Float: NumFloat + std::ops::AddAssign + std::iter::Sum {}

impl Float for f64 {}

/// A trait of arrays of anything: an implementor has derivatives behind an object if its impl says so.
#[differentiable(dyn(opt_in))]
trait Array<T: Copy, S> {
    fn get(&self, at: S) -> &T;
    fn shape(&self) -> S;
    fn iterator<'b>(&'b self, axis: u8) -> Box<dyn Iterator<Item = &'b T> + 'b>;
}

#[differentiable]
trait MutArray<T: Copy, S>: Array<T, S> {
    fn set(&mut self, at: S, value: T);
    fn iterator_mut<'b>(&'b mut self, axis: u8) -> Box<dyn Iterator<Item = &'b mut T> + 'b>;

    fn add_mut(&mut self, other: &dyn Array<T, S>)
    where
        T: Float,
        S: Eq,
    {
        assert!(self.shape() == other.shape(), "of the same shape");
        self.iterator_mut(0).zip(other.iterator(0)).for_each(|(a, &b)| *a += b);
    }

    fn copy_from(&mut self, other: &dyn Array<T, S>) {
        self.iterator_mut(0).zip(other.iterator(0)).for_each(|(a, b)| *a = *b);
    }
}

#[differentiable(dyn(Array<T, usize>, opt_in))]
trait View<T: Copy>: Array<T, usize> {
    fn dot(&self, other: &dyn View<T>) -> T
    where
        T: Float,
    {
        assert!(self.shape() == other.shape(), "of the same length");
        self.iterator(0).zip(other.iterator(0)).map(|(a, b)| *a * *b).sum()
    }

    fn total(&self) -> T
    where
        T: Float,
    {
        self.iterator(0).copied().sum()
    }
}

#[differentiable(dyn)]
impl<T: Copy> Array<T, usize> for Vec<T> {
    fn get(&self, at: usize) -> &T {
        &self[at]
    }
    fn shape(&self) -> usize {
        self.len()
    }
    fn iterator<'b>(&'b self, axis: u8) -> Box<dyn Iterator<Item = &'b T> + 'b> {
        assert!(axis == 0);
        Box::new(self.iter())
    }
}

#[differentiable]
impl<T: Copy> MutArray<T, usize> for Vec<T> {
    fn set(&mut self, at: usize, value: T) {
        self[at] = value;
    }
    fn iterator_mut<'b>(&'b mut self, axis: u8) -> Box<dyn Iterator<Item = &'b mut T> + 'b> {
        assert!(axis == 0);
        Box::new(self.iter_mut())
    }
}

#[differentiable(dyn)]
impl<T: Copy> View<T> for Vec<T> {}

/// Not `'static`, and without derivatives.
struct Window<'a, T> {
    of: &'a mut [T],
}

impl<T: Copy> Array<T, usize> for Window<'_, T> {
    fn get(&self, at: usize) -> &T {
        &self.of[at]
    }
    fn shape(&self) -> usize {
        self.of.len()
    }
    fn iterator<'b>(&'b self, _axis: u8) -> Box<dyn Iterator<Item = &'b T> + 'b> {
        Box::new(self.of.iter())
    }
}

impl<T: Copy> View<T> for Window<'_, T> {}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Dense<T> {
    columns: usize,
    values: Vec<T>,
}

#[differentiable(dyn)]
impl<T: Copy> Array<T, (usize, usize)> for Dense<T> {
    fn get(&self, at: (usize, usize)) -> &T {
        &self.values[at.0 * self.columns + at.1]
    }
    fn shape(&self) -> (usize, usize) {
        (self.values.len() / self.columns, self.columns)
    }
    fn iterator<'b>(&'b self, axis: u8) -> Box<dyn Iterator<Item = &'b T> + 'b> {
        let rows = self.values.len() / self.columns;
        match axis {
            0 => Box::new((0..rows).flat_map(move |r| (0..self.columns).map(move |c| self.get((r, c))))),
            _ => Box::new((0..self.columns).flat_map(move |c| (0..rows).map(move |r| self.get((r, c))))),
        }
    }
}

#[differentiable]
impl<T: Copy> MutArray<T, (usize, usize)> for Dense<T> {
    fn set(&mut self, at: (usize, usize), value: T) {
        self.values[at.0 * self.columns + at.1] = value;
    }
    fn iterator_mut<'b>(&'b mut self, _axis: u8) -> Box<dyn Iterator<Item = &'b mut T> + 'b> {
        Box::new(self.values.iter_mut())
    }
}

#[differentiable]
fn mean_squared_error<T: Float>(y: &dyn View<T>, predicted: &dyn View<T>) -> T {
    let mut sum = T::zero();
    for i in 0..y.shape() {
        let off = *y.get(i) - *predicted.get(i);
        sum += off * off;
    }
    sum / y.total()
}

#[differentiable]
fn likelihood<'a, T: Float>(means: &[T], row: &'a Box<dyn View<T> + 'a>) -> T {
    let mut sum = T::zero();
    for feature in 0..row.shape() {
        let value = *row.get(feature);
        sum += value * means[feature].sin();
    }
    sum
}

#[differentiable]
fn arrays(x: &Vec<f64>, y: &Vec<f64>, k: f64) -> f64 {
    let mut z = x.clone();
    z.add_mut(y);
    z.add_mut(x);
    let mut dense = Dense {
        columns: 2,
        values: vec![k, x[0], y[1], 1.0],
    };
    let other = Dense {
        columns: 2,
        values: vec![k * k, x[1], k, 0.5],
    };
    dense.add_mut(&other);
    let mut w = y.clone();
    w.copy_from(&z);
    w.set(0, k);
    let mut s = mean_squared_error(&z, y) + z.dot(&w) * mean_squared_error(x, &w);
    for v in dense.iterator(1) {
        s = s.cos() + v * s;
    }
    s
}

#[differentiable]
fn with_a_row(x: &Vec<f64>, k: f64) -> f64 {
    let row: Box<dyn View<f64>> = Box::new(vec![k, x[1], x[0]]);
    likelihood(x, &row) * k
}

#[test]
fn arrays_of_which_some_have_derivatives() {
    let (x, y) = (vec![0.3, -0.7, 1.2], vec![0.9, 0.2, 0.6]);
    check_grad!(arrays(&x, &y, 0.8)).unwrap();
    assert_eq!(
        arrays::value_and_grad(&x, &y, 0.8).0.to_bits(),
        arrays(&x, &y, 0.8).to_bits()
    );
    check_grad!(with_a_row(&x, 0.8)).unwrap();
    // What holds integers, or borrows, is a view as before.
    assert_eq!(*Array::get(&vec!['a', 'b'], 1), 'b');
    let mut list = [1.0, 2.0];
    assert_eq!(
        mean_squared_error(&Window { of: &mut list }, &vec![1.0, 1.0]),
        1.0 / 3.0
    );
}

#[test]
#[should_panic(expected = "has no derivatives as a `dyn View`: mark its impl of `View` with `#[differentiable(dyn)]`")]
fn an_implementor_that_did_not_opt_in() {
    #[differentiable]
    fn of_views(x: &dyn View<f64>, k: f64) -> f64 {
        *x.get(0) * k
    }
    let mut list = [1.0, 2.0];
    assert_eq!(of_views(&Window { of: &mut list }, 2.0), 2.0);
    let _ = of_views::grad(&Window { of: &mut list }, 2.0);
}

/// Asks nothing of `T`, as `dyn View<T>` does.
#[differentiable]
trait Metric<T> {
    fn score(&self, y: &dyn View<T>, predicted: &dyn View<T>) -> f64;
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Huber {
    delta: f64,
}

#[differentiable]
impl Metric<f64> for Huber {
    fn score(&self, y: &dyn View<f64>, predicted: &dyn View<f64>) -> f64 {
        let mut sum = 0.0;
        for i in 0..y.shape() {
            let off = (*y.get(i) - *predicted.get(i)).abs();
            sum += if off < self.delta {
                0.5 * off * off
            } else {
                self.delta * (off - 0.5 * self.delta)
            };
        }
        sum
    }
}

#[differentiable]
fn scored<M: Metric<f64>>(metric: &M, x: &Vec<f64>, y: &Vec<f64>) -> f64 {
    metric.score(x, y) * metric.score(y, &vec![x[0], x[0], y[1]])
}

#[differentiable]
fn huber(delta: f64, x: &Vec<f64>, y: &Vec<f64>) -> f64 {
    scored(&Huber { delta }, x, y)
}

#[test]
fn a_trait_that_takes_objects() {
    check_grad!(huber(0.6, &vec![0.3, -0.7, 1.2], &vec![0.9, 0.2, 0.8])).unwrap();
}

#[differentiable(dyn)]
trait Well {
    fn e(&self, x: f64) -> f64;
    fn scale(&self) -> &f64;
}
#[derive(Differentiable, Clone)]
struct Round {
    k: f64,
}
#[differentiable]
impl Well for Round {
    fn e(&self, x: f64) -> f64 {
        self.k * x * x
    }
    fn scale(&self) -> &f64 {
        &self.k
    }
}
#[derive(Differentiable, Clone)]
struct Long {
    k: f64,
    l: f64,
}
#[differentiable]
impl Well for Long {
    fn e(&self, x: f64) -> f64 {
        self.k * x * x * self.l
    }
    fn scale(&self) -> &f64 {
        &self.l
    }
}
#[differentiable]
fn again(x: f64, k: f64) -> f64 {
    let mut s = 0.0;
    #[checkpoint]
    for i in 0..3 {
        let p: Box<dyn Well> = if i > 1 {
            Box::new(Round { k })
        } else {
            Box::new(Long { k, l: x })
        };
        s += *p.scale() * p.e(x) * s + x;
    }
    s
}
#[differentiable]
fn of_a_local(x: f64, k: f64) -> f64 {
    let p: Box<dyn Well> = Box::new(Round { k });
    *p.scale() * x
}
#[differentiable]
fn of_either(x: f64, k: f64) -> f64 {
    let p: Box<dyn Well> = if x > 0.5 {
        Box::new(Round { k })
    } else {
        Box::new(Long { k, l: x })
    };
    *p.scale() * p.e(x)
}
#[differentiable]
fn of_many(x: f64, k: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..3 {
        let p: Box<dyn Well> = if i > 1 {
            Box::new(Round { k })
        } else {
            Box::new(Long { k, l: x })
        };
        s += *p.scale() * p.e(x) * s + x;
    }
    s
}
#[test]
fn references_into_boxes_that_are_locals() {
    check_grad!(again(0.8, 0.3)).unwrap();
    check_grad!(of_a_local(0.8, 0.3)).unwrap();
    check_grad!(of_either(0.8, 0.3)).unwrap();
    check_grad!(of_either(0.3, 0.3)).unwrap();
    check_grad!(of_many(0.8, 0.3)).unwrap();
}
