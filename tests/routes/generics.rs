//! Generic matrices: over the float, and over the size.
use pullback::ndarray::Array1;
use pullback::{Differentiable, check_grad, differentiable};
use std::ops::{Deref, DerefMut, Index, IndexMut};

trait Float:
    Copy
    + PartialOrd
    + std::ops::Add<Output = Self>
    + std::ops::Sub<Output = Self>
    + std::ops::Mul<Output = Self>
    + std::ops::Div<Output = Self>
{
}

impl Float for f64 {}

#[derive(Clone, Debug, Differentiable)]
struct Matrix<T> {
    #[no_diff]
    cols: usize,
    data: Vec<T>,
}

#[differentiable]
impl<T: Float> Index<(usize, usize)> for Matrix<T> {
    type Output = T;
    fn index(&self, index: (usize, usize)) -> &T {
        &self.data[index.0 * self.cols + index.1]
    }
}

#[differentiable]
impl<T: Float> IndexMut<(usize, usize)> for Matrix<T> {
    fn index_mut(&mut self, index: (usize, usize)) -> &mut T {
        &mut self.data[index.0 * self.cols + index.1]
    }
}

#[differentiable]
impl<T: Float> Matrix<T> {
    fn row(&self, i: usize) -> &[T] {
        &self.data[i * self.cols..(i + 1) * self.cols]
    }

    fn at_mut(&mut self, i: usize, j: usize) -> &mut T {
        let cols = self.cols;
        &mut self.data[i * cols + j]
    }

    fn form(&self, x: &[T]) -> T {
        let mut sum = x[0];
        for i in 0..x.len() {
            let row = self.row(i);
            for j in 0..x.len() {
                sum = sum + x[i] * row[j] * x[j];
            }
        }
        sum
    }

    fn squared(&mut self, n: usize) -> T {
        let mut top = self[(0, 0)];
        for i in 0..n {
            let next = self[(i, 0)] * self[(0, i)];
            self[(i, i)] = next + top;
            *self.at_mut(0, i) = next * top;
            top = top * self[(i, i)];
        }
        top
    }
}

#[differentiable]
fn generic(m: &Matrix<f64>, x: &[f64]) -> f64 {
    let mut m = m.clone();
    m.form(x) * m.squared(x.len())
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Fixed<const R: usize, const C: usize> {
    rows: [[f64; C]; R],
}

#[differentiable]
impl<const R: usize, const C: usize> Index<(usize, usize)> for Fixed<R, C> {
    type Output = f64;
    fn index(&self, (i, j): (usize, usize)) -> &f64 {
        &self.rows[i][j]
    }
}

#[differentiable]
impl<const R: usize, const C: usize> IndexMut<(usize, usize)> for Fixed<R, C> {
    fn index_mut(&mut self, (i, j): (usize, usize)) -> &mut f64 {
        &mut self.rows[i][j]
    }
}

#[differentiable]
impl<const R: usize, const C: usize> Fixed<R, C> {
    fn row(&self, i: usize) -> &[f64; C] {
        &self.rows[i]
    }

    fn zero() -> Self {
        Fixed { rows: [[0.0; C]; R] }
    }

    fn transposed(&self) -> Fixed<C, R> {
        let mut t = Fixed::<C, R>::zero();
        for i in 0..R {
            for j in 0..C {
                t[(j, i)] = self[(i, j)];
            }
        }
        t
    }
}

#[differentiable]
fn fixed(m: &Fixed<2, 3>, k: f64) -> f64 {
    let t = m.transposed();
    let mut sum = 0.0;
    for i in 0..2 {
        let row: &[f64; 3] = m.row(i);
        for j in 0..3 {
            sum += row[j] * t[(j, 1 - i)] * k;
        }
    }
    sum * sum
}

/// A key of the user's own.
#[derive(Clone, Copy)]
enum Axis {
    X,
    Y,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct V2 {
    x: f64,
    y: f64,
}

#[differentiable]
impl Index<Axis> for V2 {
    type Output = f64;
    fn index(&self, axis: Axis) -> &f64 {
        match axis {
            Axis::X => &self.x,
            Axis::Y => &self.y,
        }
    }
}

#[differentiable]
impl Index<usize> for V2 {
    type Output = f64;
    fn index(&self, k: usize) -> &f64 {
        match k {
            0 => &self.x,
            1 => &self.y,
            _ => panic!("a vector has two components"),
        }
    }
}

#[differentiable]
impl IndexMut<usize> for V2 {
    fn index_mut(&mut self, k: usize) -> &mut f64 {
        if k == 0 { &mut self.x } else { &mut self.y }
    }
}

#[differentiable]
fn by_axis(v: &V2, w: V2) -> f64 {
    let mut u = V2 { x: 1.0, y: v[0] };
    u[1] *= w[1];
    u[0] += v[Axis::Y];
    let mut sum = 0.0;
    for k in 0..2 {
        sum += v[k] * w[k] * u[k];
    }
    sum * v[Axis::X] - w[Axis::Y]
}

/// A map of small numbers, as users write one.
#[derive(Clone, Debug, Differentiable)]
struct Slots<V> {
    #[no_diff]
    count: usize,
    slots: Vec<Option<V>>,
}

#[differentiable(bounds(V: Clone))]
impl<V> Slots<V> {
    fn get(&self, key: usize) -> Option<&V> {
        if key < self.slots.len() {
            self.slots[key].as_ref()
        } else {
            None
        }
    }

    fn get_mut(&mut self, key: usize) -> Option<&mut V> {
        if key < self.slots.len() {
            self.slots[key].as_mut()
        } else {
            None
        }
    }

    fn insert(&mut self, key: usize, value: V) -> Option<V> {
        let len = self.slots.len();
        if len <= key {
            self.slots.extend((0..key - len + 1).map(|_| None));
        }
        let was = self.slots[key].replace(value);
        if was.is_none() {
            self.count += 1;
        }
        was
    }

    fn remove(&mut self, key: usize) -> Option<V> {
        if key >= self.slots.len() {
            return None;
        }
        let slot = &mut self.slots[key];
        let was = slot.take();
        if was.is_some() {
            self.count -= 1;
        }
        was
    }
}

#[differentiable(bounds(V: Clone), types(get = fn(..) -> Option<&V>))]
impl<V> Index<usize> for Slots<V> {
    type Output = V;
    fn index(&self, key: usize) -> &V {
        self.get(key).expect("there is such a key")
    }
}

#[differentiable(bounds(V: Clone), types(get_mut = fn(..) -> Option<&mut V>))]
impl<V> IndexMut<usize> for Slots<V> {
    fn index_mut(&mut self, key: usize) -> &mut V {
        self.get_mut(key).expect("there is such a key")
    }
}

/// Weights, and at which index they are by their numbers.
#[derive(Clone, Debug, Differentiable)]
struct Weights {
    all: Vec<f64>,
    places: Slots<usize>,
    shares: Slots<f64>,
}

#[differentiable(types(.places = impl Index, .shares = impl Index, get = fn(..) -> Option<&usize>))]
impl Weights {
    fn put(&mut self, number: usize, weight: f64) {
        let _ = self.places.insert(number, self.all.len());
        let was = self.shares.insert(number, weight * weight);
        self.all.push(was.unwrap_or(weight));
        self.shares[number] += 0.1 * self.all[0];
    }

    fn scale(&mut self, number: usize, by: f64) -> Option<f64> {
        let place = *self.places.get(number)?;
        self.all[place] *= by;
        Some(self.all[place] * self.shares[number])
    }

    fn take(&mut self, number: usize) -> f64 {
        match self.places.remove(number) {
            Some(place) => {
                let share = self.shares.remove(number).unwrap_or(0.0);
                self.all.truncate(place + 2);
                self.all[place] * share
            }
            None => 0.0,
        }
    }
}

#[differentiable]
fn weighed(a: f64, b: f64) -> f64 {
    let mut weights = Weights {
        all: Vec::new(),
        places: Slots {
            count: 0,
            slots: Vec::new(),
        },
        shares: Slots {
            count: 0,
            slots: Vec::new(),
        },
    };
    weights.put(3, a);
    weights.put(1, b);
    weights.put(3, a * b);
    let scaled = weights.scale(3, b).unwrap_or(0.0) + weights.scale(2, a).unwrap_or(0.5);
    let taken = weights.take(1) + weights.take(7);
    scaled * taken + weights.all[0]
}

/// A leaf of a tree whose nodes are in a list of a type of its own.
#[derive(Clone, Debug, Differentiable)]
struct Leaf {
    x: f64,
    share: Share,
}

#[derive(Clone, Debug, Differentiable)]
struct Share {
    of: f64,
}

#[differentiable]
impl Share {
    fn grow(&mut self, by: f64) {
        self.of = by * self.of * self.of;
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Leaves(Vec<Leaf>);

#[differentiable]
impl Index<usize> for Leaves {
    type Output = Leaf;
    fn index(&self, i: usize) -> &Leaf {
        &self.0[i]
    }
}

#[differentiable]
impl IndexMut<usize> for Leaves {
    fn index_mut(&mut self, i: usize) -> &mut Leaf {
        &mut self.0[i]
    }
}

#[differentiable]
impl Deref for Leaves {
    type Target = Vec<Leaf>;
    fn deref(&self) -> &Vec<Leaf> {
        &self.0
    }
}

#[differentiable]
impl DerefMut for Leaves {
    fn deref_mut(&mut self) -> &mut Vec<Leaf> {
        &mut self.0
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Tree {
    leaves: Leaves,
}

#[differentiable(types(.leaves = impl Index))]
impl Tree {
    /// Methods that change what `IndexMut` gives, and those of the list behind.
    fn change(&mut self, by: f64) -> f64 {
        self.leaves[1].share.grow(by);
        let x = self.leaves[1].x;
        self.leaves[0].share.grow(x);
        let first = self.leaves[0].clone();
        self.leaves.push(first);
        self.leaves[3].share.grow(by * by);
        let grown = self.leaves[3].share.of * self.leaves[2].x;
        self.leaves.truncate(2);
        grown + self.leaves[1].share.of
    }
}

#[differentiable]
fn changed(tree: &Tree, by: f64) -> f64 {
    let mut tree = tree.clone();
    tree.change(by) * tree.leaves[0].share.of
}

#[test]
fn generic_types() {
    let data = [0.5, -1.5, 2.5, 0.25, 1.0, 0.75, -0.5, 0.3, 1.1].to_vec();
    check_grad!(generic(&Matrix { cols: 3, data }, &[0.5, 1.5, -0.5])).unwrap();
    let rows = [[0.5, -1.5, 2.5], [0.25, 1.0, 0.75]];
    check_grad!(fixed(&Fixed { rows }, 0.7)).unwrap();
    check_grad!(by_axis(&V2 { x: 0.5, y: 1.5 }, V2 { x: -0.7, y: 0.3 })).unwrap();
}

#[test]
fn a_map_of_ones_own() {
    check_grad!(weighed(0.7, 1.3)).unwrap();
}

#[test]
fn elements_that_index_gives_are_changed() {
    let leaf = |x: f64| Leaf {
        x,
        share: Share { of: 0.3 + x },
    };
    let leaves = Leaves([0.4, 0.7, -0.2].map(leaf).to_vec());
    check_grad!(changed(&Tree { leaves }, 0.8)).unwrap();
}

/// A model with arrays of the float of its impl.
#[derive(Clone, Debug, Differentiable)]
struct Fitted<F: num_traits::Float> {
    weights: Array1<F>,
    intercept: F,
}

#[differentiable]
impl<F: num_traits::Float> Fitted<F> {
    fn weights(&self) -> &Array1<F> {
        &self.weights
    }

    fn intercept(&self) -> F {
        self.intercept
    }

    fn shifted(mut weights: Array1<F>, by: F) -> Array1<F> {
        for weight in weights.iter_mut() {
            *weight = *weight * by + by;
        }
        weights
    }
}

#[differentiable]
fn predicted(model: &Fitted<f64>, x: f64) -> f64 {
    let weights: &Array1<f64> = model.weights();
    let shifted = Fitted::shifted(weights.clone(), x);
    weights[0] * x + model.intercept() * shifted[1]
}

#[test]
fn arrays_of_an_impls_parameter() {
    let model = Fitted {
        weights: Array1::from(vec![0.4, 1.3]),
        intercept: 0.8,
    };
    check_grad!(predicted(&model, 0.9)).unwrap();
}
