//! Structs with fields that are mutable references: while one lives, what it was lent is its own.
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Debug, Differentiable)]
struct Strided<'a> {
    data: &'a mut [f64],
    stride: usize,
    scale: f64,
}

#[differentiable]
impl Strided<'_> {
    fn at(&self, i: usize) -> f64 {
        self.scale * self.data[i * self.stride]
    }

    fn set(&mut self, i: usize, value: f64) {
        self.data[i * self.stride] = self.scale * value * value;
    }

    fn grow(&mut self, by: f64) -> f64 {
        self.scale *= by;
        for x in self.data.iter_mut() {
            *x *= by;
        }
        self.scale + self.data[0]
    }

    fn twice(&mut self, by: f64) -> f64 {
        self.grow(by) + self.grow(by)
    }
}

#[differentiable]
fn written(x: &mut [f64], k: f64) -> f64 {
    let mut view = Strided {
        data: x,
        stride: 2,
        scale: k,
    };
    view.set(1, k * 3.0);
    let grown = view.twice(k);
    view.data[0] *= grown;
    view.scale += view.at(1);
    view.at(0) * view.scale
}

/// What it lent is used again after its last use, and lent a second time.
#[differentiable]
fn one_after_the_other(x: &mut [f64], k: f64) -> f64 {
    x[0] *= k;
    let view = Strided {
        data: &mut x[1..],
        stride: 1,
        scale: k,
    };
    let read = view.at(0) * view.data[1];
    x[1] += read * x[0];
    let mut other = Strided {
        data: x,
        stride: 1,
        scale: read,
    };
    other.set(0, k + read);
    let mut sum = other.grow(k);
    x[2] *= sum;
    sum += x[0] * read;
    sum * x[1]
}

/// In loops, of a local list, with jumps, and of one field of several.
#[differentiable]
fn in_loops(x: &[f64], k: f64) -> f64 {
    let mut list = x.to_vec();
    let mut sum = 0.0;
    for i in 0..3 {
        let mut view = Strided {
            data: &mut list[..],
            stride: 1,
            scale: k + i as f64,
        };
        for j in 0..2 {
            if view.data[j] > 5.0 {
                continue;
            }
            view.set(j, x[j] * k);
            sum += view.grow(k);
        }
        if view.at(1) > 40.0 {
            break;
        }
        list[0] += sum * 0.1;
    }
    sum * list[0] * list[1]
}

#[differentiable]
fn leaving(x: &mut [f64], k: f64) -> f64 {
    let mut view = Strided {
        data: x,
        stride: 1,
        scale: k,
    };
    view.set(0, k);
    if view.at(0) > 3.0 {
        return view.grow(k) * k;
    }
    view.grow(0.5);
    let last = view.at(0);
    last * x[1]
}

/// One that is lent a part of another one's.
#[derive(Debug, Differentiable)]
struct Pair<'a, 'b> {
    first: &'a mut Strided<'b>,
    second: &'a mut f64,
}

#[differentiable]
impl Pair<'_, '_> {
    fn meet(&mut self) -> f64 {
        self.first.set(0, *self.second);
        *self.second *= self.first.at(0);
        *self.second
    }
}

#[differentiable]
fn nested(x: &mut [f64], k: f64) -> f64 {
    let mut own = k * k;
    let mut outer = Strided {
        data: x,
        stride: 1,
        scale: k,
    };
    outer.set(1, k);
    {
        let mut inner = Strided {
            data: &mut outer.data[1..],
            stride: 1,
            scale: 2.0,
        };
        inner.set(0, k * inner.at(0));
        inner.grow(k);
    }
    let mut pair = Pair {
        first: &mut outer,
        second: &mut own,
    };
    let met = pair.meet() + pair.meet();
    outer.data[0] *= own;
    outer.grow(met) * own
}

#[differentiable]
fn lent(view: &mut Strided<'_>, k: f64) -> f64 {
    view.set(0, k);
    view.data[1] *= k;
    view.twice(k)
}

#[differentiable]
fn shown(view: &Strided<'_>) -> f64 {
    view.at(0) * view.data[1]
}

#[differentiable]
fn handed(x: &mut [f64], k: f64) -> f64 {
    let mut view = Strided {
        data: x,
        stride: 1,
        scale: k,
    };
    lent(&mut view, k) * shown(&view)
}

#[differentiable]
fn called(x: &mut [f64], k: f64) -> f64 {
    handed(x, k) + written(x, k)
}

#[test]
fn what_a_field_lends_is_written_through_it() {
    for k in [0.7, 1.3] {
        check_grad!(written(&mut [0.3, -0.4, 1.2], k)).unwrap();
        check_grad!(one_after_the_other(&mut [0.3, -0.4, 1.2], k)).unwrap();
        check_grad!(in_loops(&[0.3, -0.4, 1.2], k)).unwrap();
        check_grad!(in_loops(&[2.3, -4.4, 1.2], k)).unwrap();
        check_grad!(leaving(&mut [0.3, -0.4, 1.2], k)).unwrap();
        check_grad!(leaving(&mut [0.3, -0.4, 1.2], 2.0 + k)).unwrap();
        check_grad!(nested(&mut [0.3, -0.4, 1.2], k)).unwrap();
        check_grad!(called(&mut [0.3, -0.4, 1.2], k)).unwrap();
    }
}
