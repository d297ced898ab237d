//! A trait whose positions are a parameter of its own, numbers in one implementor and pairs of them in another, and generic code on
//! top of it that takes a matrix apart, as libraries of linear algebra have it.
use num_traits::Float;
use pullback::{Differentiable, check_grad, differentiable};

#[differentiable]
trait Real: Float {}

impl Real for f32 {}
impl Real for f64 {}

#[differentiable]
trait Cells<T: Copy, S: Copy> {
    fn get(&self, at: S) -> &T;
    fn set(&mut self, at: S, x: T);
    fn shape(&self) -> S;
    /// Some weight of a position.
    fn weight(&self, at: S, x: T) -> T;

    fn swap(&mut self, a: S, b: S) {
        let t = *self.get(a);
        self.set(a, *self.get(b));
        self.set(b, t);
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Grid<T> {
    #[no_diff]
    columns: usize,
    values: Vec<T>,
}

#[differentiable]
impl<T: Real> Cells<T, (usize, usize)> for Grid<T> {
    fn get(&self, at: (usize, usize)) -> &T {
        &self.values[at.0 * self.columns + at.1]
    }
    fn set(&mut self, (row, column): (usize, usize), x: T) {
        self.values[row * self.columns + column] = x;
    }
    fn shape(&self) -> (usize, usize) {
        (self.values.len() / self.columns, self.columns)
    }
    fn weight(&self, at: (usize, usize), x: T) -> T {
        *self.get(at) * x
    }
}

#[differentiable]
impl<T: Real> Cells<T, usize> for Vec<T> {
    fn get(&self, at: usize) -> &T {
        &self[at]
    }
    fn set(&mut self, at: usize, x: T) {
        self[at] = x;
    }
    fn shape(&self) -> usize {
        self.len()
    }
    fn weight(&self, at: usize, x: T) -> T {
        self[at] + x
    }
}

/// Nothing in its types carries a derivative.
#[derive(Clone, Debug, Differentiable)]
struct Days(Vec<u32>);

#[differentiable]
impl Cells<u32, usize> for Days {
    fn get(&self, at: usize) -> &u32 {
        &self.0[at]
    }
    fn set(&mut self, at: usize, x: u32) {
        self.0[at] = x;
    }
    fn shape(&self) -> usize {
        self.0.len()
    }
    fn weight(&self, at: usize, x: u32) -> u32 {
        self.0[at] + x
    }
}

/// The factors of a matrix, what it was made of, and whether it has an inverse.
#[derive(Clone, Debug, Differentiable)]
struct Factors<T, M> {
    packed: M,
    pivots: Vec<T>,
    #[no_diff]
    singular: bool,
}

#[differentiable]
impl<T: Real, M: Cells<T, (usize, usize)> + Clone> Factors<T, M> {
    fn new(packed: M, pivots: Vec<T>) -> Factors<T, M> {
        let mut singular = false;
        for pivot in pivots.iter() {
            if *pivot == T::zero() {
                singular = true;
                break;
            }
        }
        Factors {
            packed,
            pivots,
            singular,
        }
    }

    fn solve(&self, mut b: M) -> Result<M, String> {
        let (n, columns) = b.shape();
        if self.singular {
            return Err("singular".to_string());
        }
        for k in 0..n {
            for j in 0..columns {
                b.set((k, j), *b.get((k, j)) / self.pivots[k]);
                for i in k + 1..n {
                    b.set((i, j), *b.get((i, j)) - *b.get((k, j)) * *self.packed.get((i, k)));
                }
            }
        }
        Ok(b)
    }
}

#[differentiable]
#[allow(non_snake_case)]
fn factors<T: Real, M: Cells<T, (usize, usize)> + Clone>(A: &mut M) -> Result<Factors<T, M>, String> {
    let (n, _) = A.shape();
    let mut Ucolumn = vec![T::zero(); n];
    for j in 0..n {
        for (i, Ucolumn_i) in Ucolumn.iter_mut().enumerate().take(n) {
            *Ucolumn_i = *A.get((i, j)) * *A.get((i, j));
        }
        let mut p = j;
        for i in j + 1..n {
            if Ucolumn[i] > Ucolumn[p] {
                p = i;
            }
        }
        if p != j {
            for k in 0..n {
                A.swap((p, k), (j, k));
            }
        }
        let sum = Ucolumn.iter().fold(T::one(), |Sum, x| Sum + *x);
        A.set((j, j), *A.get((j, j)) + sum);
    }
    let pivots = (0..n).map(|i| A.weight((i, i), T::one())).collect();
    Ok(Factors::new(A.clone(), pivots))
}

#[differentiable]
fn solved(a: &Grid<f64>, b: &Grid<f64>, k: f64) -> f64 {
    let mut sum = 0.0;
    for t in 0..2 {
        let mut a = a.clone();
        a.set((0, t), k * *b.get((t, 0)));
        a.swap((0, 0), (1, t));
        let x = factors(&mut a).and_then(|factors| factors.solve(b.clone())).unwrap();
        let (rows, columns) = x.shape();
        for i in 0..rows {
            for j in 0..columns {
                sum += x.weight((i, j), *a.get((i, j)));
            }
        }
    }
    sum
}

#[differentiable]
fn in_a_row(x: &Vec<f64>, k: f64) -> f64 {
    let mut y = x.clone();
    y.set(1, k * *Cells::get(x, 0));
    heaviest(&y, k) + heaviest(x, k * k)
}

#[differentiable]
fn heaviest<T: Real, C: Cells<T, usize>>(cells: &C, x: T) -> T {
    let mut most = cells.weight(0, x);
    for i in 1..cells.shape() {
        let weight = cells.weight(i, x) * cells.weight(0, *cells.get(i));
        if weight > most {
            most = weight;
        }
    }
    most
}

#[differentiable]
fn of_counts(days: &Days, k: f64) -> f64 {
    let mut days = days.clone();
    days.set(0, days.weight(1, 2));
    k * days.shape() as f64 + k * f64::from(days.weight(0, 1))
}

#[test]
fn positions_of_more_than_one_kind() {
    let grid = |values: [f64; 9]| Grid {
        columns: 3,
        values: values.to_vec(),
    };
    let a = grid([1.3, 0.4, -0.7, 0.9, 2.1, 0.3, -0.2, 0.6, 1.7]);
    let b = grid([0.3, 1.4, 0.7, -0.9, 0.1, 1.3, 0.2, -0.6, 0.8]);
    check_grad!(solved(&a, &b, 0.7)).unwrap();
    assert_eq!(solved::value_and_grad(&a, &b, 0.7).0, solved(&a, &b, 0.7));
    check_grad!(in_a_row(&vec![0.5, -0.4, 1.2], 0.7)).unwrap();
    assert_eq!(of_counts::grad(&Days(vec![1, 4]), 0.5).1, 9.0);
}
