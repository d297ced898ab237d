//! What is seen as a slice: parameters `D: AsRef<[f64]>`, and fields of their type.
use pullback::{Differentiable, check_grad, differentiable};
use std::ops::{Index, IndexMut};

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Data<D>(D);

#[differentiable]
impl<D: AsRef<[f64]>> Index<usize> for Data<D> {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        &self.0.as_ref()[i]
    }
}

#[differentiable]
impl<D: AsMut<[f64]> + AsRef<[f64]>> IndexMut<usize> for Data<D> {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.0.as_mut()[i]
    }
}

#[differentiable]
trait Ordered {
    fn smallest(&self) -> f64;
    fn median(&mut self) -> f64;
}

/// It calls what the impl of a marked trait has.
#[differentiable(bounds)]
impl<D: AsMut<[f64]> + AsRef<[f64]>> Data<D> {
    fn new(data: D) -> Self {
        Data(data)
    }

    fn swap(&mut self, i: usize, j: usize) {
        self.0.as_mut().swap(i, j)
    }

    fn len(&self) -> usize {
        self.0.as_ref().len()
    }

    fn iter(&self) -> std::slice::Iter<'_, f64> {
        self.0.as_ref().iter()
    }

    fn mean(&self) -> f64 {
        let mut sum = 0.0;
        for x in self.iter() {
            sum += x;
        }
        sum / self.len() as f64
    }

    /// What is written through the slice is written in the data.
    fn grown(&mut self) -> f64 {
        let slice = self.0.as_mut();
        slice[0] *= slice[1];
        slice[0] + self[1]
    }

    fn of_rank(&mut self, rank: usize) -> f64 {
        if rank == 0 {
            return self.smallest();
        }
        let slice = self.0.as_mut();
        if slice.is_sorted_by(|a, b| a.total_cmp(b).is_le()) {
            return slice[rank];
        }
        *slice.select_nth_unstable_by(rank, |a, b| a.total_cmp(b)).1
    }
}

#[differentiable]
impl<D: AsMut<[f64]> + AsRef<[f64]>> Ordered for Data<D> {
    fn smallest(&self) -> f64 {
        self.0.as_ref().iter().fold(f64::INFINITY, |a, b| a.min(*b))
    }

    fn median(&mut self) -> f64 {
        let k = self.len() / 2;
        if self.len() % 2 == 1 {
            self.of_rank(k)
        } else {
            (self.of_rank(k - 1) + self.of_rank(k)) / 2.0
        }
    }
}

#[differentiable]
fn of_data(x: &[f64; 3], k: f64) -> f64 {
    let mut data = Data::new(x.to_vec());
    let mut sum = 0.0;
    for i in 0..2 {
        data.swap(i, i + 1);
        sum += data.grown() * k + data.mean();
    }
    data[1] *= 2.0;
    sum + data[1]
}

#[differentiable]
fn medians(x: &[f64; 4], y: &[f64]) -> f64 {
    let (mut data, mut others) = (Data::new(*x), Data(y.to_vec()));
    let both = data.median() * others.median();
    both + data[0] * others.of_rank(0)
}

#[differentiable]
fn norm<T: AsRef<[f64]>>(x: &T, k: f64) -> f64 {
    let x = x.as_ref();
    x.iter().map(|v| k * v * v).sum()
}

/// By value, in loops, and in an untaken branch.
#[differentiable]
fn weighted<V>(x: V, w: &[f64]) -> f64
where
    V: AsRef<[f64]>,
{
    let mut sum = 0.0;
    for i in 0..x.as_ref().len() {
        sum += x.as_ref()[i] * w[i];
    }
    if sum > 1e6 {
        return x.as_ref().iter().sum();
    }
    for (a, b) in x.as_ref().iter().zip(w) {
        sum += a.sin() * b;
    }
    sum
}

/// It asks itself, and a function of slices.
#[differentiable]
fn halved<T: AsRef<[f64]>>(x: &T, depth: usize) -> f64 {
    let part = &x.as_ref()[depth..];
    if depth + 1 == x.as_ref().len() {
        part[0]
    } else {
        largest(part) * 0.5 * halved(x, depth + 1)
    }
}

#[differentiable]
fn largest(x: &[f64]) -> f64 {
    x.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

#[differentiable]
fn without_a_name(x: impl AsRef<[f64]>, k: f64) -> f64 {
    x.as_ref()[0] * k
}

#[differentiable]
fn of_lists(x: &[f64; 3], k: f64) -> f64 {
    norm(x, k) * weighted(x.to_vec(), &x[..]) + without_a_name(*x, k) * halved(x, 0)
}

#[test]
fn lists() {
    check_grad!(of_data(&[0.5, 1.5, -0.7], 0.3)).unwrap();
    check_grad!(medians(&[0.5, 1.5, -0.7, 0.9], &[3.0, 1.0, 2.0])).unwrap();
    check_grad!(medians(&[0.5, 0.7, 1.5, 1.9], &[3.0, 2.0, 1.0, 0.5])).unwrap();
    check_grad!(norm(&vec![0.5, 1.5, -0.7], 0.3)).unwrap();
    check_grad!(halved(&vec![0.5, 1.5, -0.7], 0)).unwrap();
    check_grad!(of_lists(&[0.5, 1.5, -0.7], 0.3)).unwrap();
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

/// Beside the list there are an option and counts, which are seen as something else; and a variable that hides a parameter.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Line<L> {
    points: L,
    origin: Option<Point>,
    scale: f64,
}

#[differentiable]
impl<L: AsRef<[Point]>> Line<L> {
    fn length<I: AsRef<[usize]>>(&self, order: &I) -> f64 {
        let mut last = match self.origin.as_ref() {
            Some(origin) => (origin.x, origin.y),
            None => (0.0, 0.0),
        };
        let shift = self.origin.as_ref().map_or(0.0, |origin| origin.x * origin.y);
        let mut sum = shift;
        for &i in order.as_ref() {
            let Point { x, y } = &self.points.as_ref()[i];
            sum += (x - last.0).hypot(y - last.1);
            last = (*x, *y);
        }
        if let Some(origin) = self.origin.as_ref() {
            sum += origin.y;
        }
        sum * self.scale
    }
}

#[differentiable]
fn length(points: &[[f64; 2]; 3], origin: f64, scale: f64) -> f64 {
    let points: Vec<Point> = points.iter().map(|p| Point { x: p[0], y: p[1] }).collect();
    let mut sum = 0.0;
    for k in 0..2 {
        let origin = if k == 0 {
            Some(Point { x: origin, y: 1.0 })
        } else {
            None
        };
        let line = Line {
            points: points.clone(),
            origin,
            scale,
        };
        sum += line.length(&[2, 0, 1]);
    }
    sum
}

/// The elements may be any floats, and a list without derivative may be seen as a slice in any way.
#[differentiable]
fn dot<T: num_traits::Float, L: AsRef<[T]> + AsMut<[T]>, W: AsRef<[T]>>(mut x: L, #[no_diff] w: &W) -> T {
    let mut sum = T::zero();
    for (i, x) in x.as_mut().iter_mut().enumerate() {
        *x = *x * w.as_ref()[i];
        sum = sum + *x * *x;
    }
    let x = Some(sum);
    *x.as_ref().unwrap()
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Weights([f64; 2]);

impl AsRef<[f64]> for Weights {
    fn as_ref(&self) -> &[f64] {
        &self.0
    }
}

#[test]
fn elements_of_other_types() {
    let points = [[0.0, 1.0], [2.0, 0.5], [-1.0, 3.0]];
    check_grad!(length(&points, 0.5, 1.2)).unwrap();
    let (value, pullback) = dot::vjp(vec![1.0, 2.0], &Weights([3.0, 0.5]));
    assert_eq!((value, pullback(1.0)), (10.0, vec![18.0, 1.0]));
}
