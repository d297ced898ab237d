//! Iterators that hand on those of their parts, also behind trait objects, and iterators over one of several arguments.
use pullback::{Differentiable, check_grad, differentiable};

#[differentiable(dyn)]
trait Array {
    fn iterator<'b>(&'b self, axis: u8) -> Box<dyn Iterator<Item = &'b f64> + 'b>;
    fn total(&self) -> f64 {
        self.iterator(0).sum()
    }
    fn twice(&self) -> Box<dyn Iterator<Item = &f64> + '_> {
        Box::new(self.iterator(0).chain(self.iterator(1)))
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Dense {
    values: Vec<f64>,
}

#[differentiable]
impl Array for Dense {
    fn iterator<'b>(&'b self, _axis: u8) -> Box<dyn Iterator<Item = &'b f64> + 'b> {
        Box::new(self.values.iter())
    }
}

#[derive(Clone, Debug, Differentiable)]
struct Wrap {
    inner: Dense,
    k: f64,
}

#[differentiable]
impl Array for Wrap {
    fn iterator<'b>(&'b self, axis: u8) -> Box<dyn Iterator<Item = &'b f64> + 'b> {
        if axis == 7 {
            let mut it = self.inner.iterator(axis);
            it.next();
            return Box::new(it);
        }
        Box::new(self.inner.iterator(axis).chain(std::iter::once(&self.k)))
    }
}

#[differentiable]
fn object(a: &dyn Array, k: f64) -> f64 {
    a.total() * k
}

#[differentiable]
fn of_object(a: &Wrap, k: f64) -> f64 {
    object(a, k) * object(&a.inner, k)
}

#[differentiable]
fn pick<'a, A: Array>(a: &'a A, b: &'a A, first: bool) -> Box<dyn Iterator<Item = &'a f64> + 'a> {
    if first { a.iterator(0) } else { b.iterator(0) }
}

#[differentiable(types(pick = fn(..) -> impl Iterator<Item = &f64>))]
fn picked(a: &Wrap, b: &Wrap) -> f64 {
    let mut s = 0.0;
    for (k, x) in a.twice().enumerate() {
        s += x * x / (k + 1) as f64;
    }
    for (x, y) in pick(a, b, true).zip(pick(a, b, false)) {
        s += x * y * y;
    }
    for x in pick(a, a, true).take(3) {
        s *= x;
    }
    let c = if s > 0.0 { &a.inner } else { &b.inner };
    s + c.values[0]
}

#[test]
fn iterators_of_parts_and_of_either_argument() {
    let w = Wrap {
        inner: Dense { values: vec![0.5, 0.7] },
        k: 1.3,
    };
    let v = Wrap {
        inner: Dense {
            values: vec![1.5, -0.7, 0.2],
        },
        k: 0.3,
    };
    check_grad!(of_object(&w, 0.8)).unwrap();
    check_grad!(picked(&w, &v)).unwrap();
    assert_eq!(picked::value_and_grad(&w, &v).0, picked(&w, &v));
}
