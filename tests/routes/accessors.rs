//! Elements by methods of the user's own under the names that slices have: `*a.get((i, j))`, `a.first()`.
use pullback::{Differentiable, check_grad, differentiable};

#[differentiable]
trait Array {
    fn shape(&self) -> (usize, usize);
    fn get(&self, at: (usize, usize)) -> &f64;
    fn get_mut(&mut self, at: (usize, usize)) -> &mut f64;
    fn set(&mut self, at: (usize, usize), x: f64);
    fn last(&self) -> &f64;

    fn add_to(&mut self, at: (usize, usize), x: f64) {
        self.set(at, *self.get(at) + x);
    }

    fn diagonal(&self) -> Vec<f64> {
        (0..self.shape().0).map(|i| *self.get((i, i))).collect()
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Dense {
    #[no_diff]
    shape: (usize, usize),
    values: Vec<f64>,
}

#[differentiable]
impl Array for Dense {
    fn shape(&self) -> (usize, usize) {
        self.shape
    }

    fn get(&self, at: (usize, usize)) -> &f64 {
        &self.values[at.0 * self.shape.1 + at.1]
    }

    fn get_mut(&mut self, at: (usize, usize)) -> &mut f64 {
        &mut self.values[at.0 * self.shape.1 + at.1]
    }

    fn set(&mut self, at: (usize, usize), x: f64) {
        self.values[at.0 * self.shape.1 + at.1] = x;
    }

    fn last(&self) -> &f64 {
        &self.values[self.values.len() - 1]
    }
}

/// Elimination with pivots by size, the way a linear algebra of traits writes it.
#[differentiable]
fn determinant<A: Array + Clone>(a: &A) -> f64 {
    let mut a = a.clone();
    let n = a.shape().0;
    let mut product = 1.0;
    for k in 0..n {
        let mut pivot = k;
        for i in k + 1..n {
            if a.get((i, k)).abs() > a.get((pivot, k)).abs() {
                pivot = i;
            }
        }
        if pivot != k {
            product = -product;
            for j in 0..n {
                let t = *a.get((k, j));
                a.set((k, j), *a.get((pivot, j)));
                a.set((pivot, j), t);
            }
        }
        product *= *a.get((k, k));
        for i in k + 1..n {
            let factor = *a.get((i, k)) / *a.get((k, k));
            for j in k..n {
                let x = *a.get((k, j));
                a.add_to((i, j), -factor * x);
            }
        }
    }
    product
}

#[differentiable]
fn scaled<A: Array + Clone>(a: &A, k: f64) -> f64 {
    let mut a = a.clone();
    let (rows, cols) = a.shape();
    let mut sum = 0.0;
    for i in 0..rows {
        for j in 0..cols {
            *a.get_mut((i, j)) *= k;
            sum += a.get((i, j)).sin() * *a.last();
        }
    }
    let diagonal = a.diagonal();
    sum * diagonal.iter().map(|x| x * x).sum::<f64>() + a.last().exp()
}

/// A list's own methods of these names keep their meaning.
#[differentiable]
fn of_lists(x: &[f64], n: usize) -> f64 {
    let mut v = x.to_vec();
    if let Some(a) = v.get_mut(n) {
        *a *= 3.0;
    }
    if let Some(a) = v.first_mut() {
        *a += x[1];
    }
    v.get(n).unwrap_or(&1.0) * v.last().unwrap() + *v.first().unwrap()
}

#[test]
fn elements_by_methods() {
    let values = vec![0.5, -1.5, 2.5, 0.25, 1.0, 0.75, -0.5, 0.3, 1.1];
    let a = Dense { shape: (3, 3), values };
    check_grad!(determinant(&a)).unwrap();
    check_grad!(scaled(&a, 0.7)).unwrap();
    check_grad!(of_lists(&[0.5, 1.5, 2.5], 1)).unwrap();
    check_grad!(of_lists(&[0.5, 1.5, 2.5], 7)).unwrap();
}

/// What is behind a field, by `as_ref`.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Behind {
    nodes: Vec<f64>,
    boxed: Box<[f64; 2]>,
}

#[differentiable]
impl Behind {
    fn nodes(&self) -> &Vec<f64> {
        self.nodes.as_ref()
    }

    fn some_of(&self, first: bool) -> &[f64] {
        if first {
            return self.nodes.as_ref();
        }
        &self.nodes[1..]
    }

    fn boxed(&self) -> &[f64; 2] {
        self.boxed.as_ref()
    }

    fn boxed_mut(&mut self) -> &mut [f64; 2] {
        self.boxed.as_mut()
    }

    fn energy(&self, k: f64) -> f64 {
        let mut own = self.clone();
        own.boxed_mut()[1] *= k;
        let mut sum = 0.0;
        for node in self.nodes().iter() {
            sum += node * node * own.boxed()[1];
        }
        sum + self.some_of(true)[0] * self.some_of(false)[0] * self.boxed()[0]
    }
}

#[differentiable]
fn behind(x: &[f64], k: f64) -> f64 {
    let behind = Behind {
        nodes: x.to_vec(),
        boxed: Box::new([x[1], x[0]]),
    };
    behind.energy(k) * x[2]
}

#[test]
fn what_as_ref_gives_is_the_field_or_what_is_in_it() {
    check_grad!(behind(&[0.4, -0.7, 1.3], 0.6)).unwrap();
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Inner {
    p: Vec<f64>,
    q: f64,
}
#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Inners {
    inner: Vec<Inner>,
}
#[differentiable]
impl Inners {
    fn get_mut(&mut self, i: usize) -> &mut Inner {
        &mut self.inner[i]
    }
    fn at(&self, i: usize) -> &Inner {
        &self.inner[i]
    }
}
#[differentiable]
fn doubled(c: &mut Inners, x: f64) -> f64 {
    c.get_mut(1).p[0] *= 2.0;
    c.get_mut(0).q = x;
    c.get_mut(0).q += x * x;
    c.get_mut(1).p[1] *= x;
    let r: &Inner = c.at(1);
    let u: &Inner = c.at(0);
    r.p[0] * u.q
}
#[differentiable]
fn crossed(c: &mut Inners, x: f64) {
    for i in 0..2 {
        let r: &Inner = c.at(1 - i);
        let k = r.q;
        c.get_mut(i).p[0] *= k * x;
        let t = c.get_mut(i).q;
        c.get_mut(i).q = t * x;
        c.get_mut(i).p.push(t);
    }
}
#[test]
fn fields_behind_a_call_are_written() {
    let mut c = Inners {
        inner: vec![
            Inner {
                p: vec![0.3, 0.4],
                q: 0.7,
            },
            Inner {
                p: vec![1.3, 1.4],
                q: 1.7,
            },
        ],
    };
    check_grad!(doubled(&mut c, 0.8)).unwrap();
    check_grad!(crossed(&mut c, 0.8)).unwrap();
}
