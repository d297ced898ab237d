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

/// A struct of two fields, in what programs do with one.
#[derive(Debug, Differentiable)]
struct S<'a> {
    data: &'a mut [f64],
    scale: f64,
}

#[differentiable]
impl S<'_> {
    fn at(&self, i: usize) -> f64 {
        self.scale * self.data[i]
    }
    fn set(&mut self, i: usize, value: f64) {
        self.data[i] = self.scale * value * value;
    }
    fn rec(&mut self, n: usize, k: f64) -> f64 {
        if n == 0 {
            return self.scale;
        }
        self.data[n] *= k;
        self.scale *= k;
        let below = self.rec(n - 1, k);
        below * self.at(n)
    }
    fn part(&mut self, i: usize) -> &mut f64 {
        &mut self.data[i]
    }
    fn sum_of(&mut self, k: f64) -> f64 {
        let d = &mut *self.data;
        d[0] *= k;
        let e = &mut self.data[1..];
        e[0] *= k;
        let mut inner = S {
            data: &mut self.data[1..],
            scale: 2.0 * self.scale,
        };
        inner.set(1, k);
        let last = inner.at(1);
        self.scale += last;
        self.data.iter().map(|x| x * x).sum::<f64>()
    }
}
#[differentiable]
fn shadowed(x: &mut [f64], k: f64) -> f64 {
    let mut v = S { data: x, scale: k };
    v.set(0, k);
    let mut v = S {
        data: &mut v.data[1..],
        scale: k * k,
    };
    v.set(0, k);
    let s = v.at(1) + v.at(0);
    s * x[0] + x[1]
}
#[derive(Debug, Clone, PartialEq, Differentiable)]
struct M {
    rows: Vec<Vec<f64>>,
    n: f64,
}
#[differentiable]
impl M {
    fn f(&mut self, k: f64) -> f64 {
        let mut sum = 0.0;
        for i in 0..self.rows.len() {
            let mut v = S {
                data: &mut self.rows[i],
                scale: k,
            };
            v.set(0, k + i as f64);
            sum += v.at(0) * v.at(1);
            self.n *= sum;
        }
        sum * self.n
    }
}
#[differentiable]
fn fields(m: &mut M, k: f64) -> f64 {
    m.f(k) * m.rows[1][0]
}
#[differentiable]
fn short(x: &mut [f64], k: f64) -> f64 {
    let data = &mut x[1..];
    let scale = k * k;
    let mut v = S { data, scale };
    v.set(0, k);
    let mut s = v.at(0);
    assert!(s.is_finite(), "{s}");
    s *= x[1];
    s * k
}
#[differentiable]
fn opt(x: Option<&mut [f64]>, k: f64) -> f64 {
    let mut s = k;
    if let Some(x) = x {
        let mut v = S { data: x, scale: k };
        v.set(0, k);
        s *= v.at(0);
    }
    s
}
#[differentiable]
fn recursing(x: &mut [f64], k: f64) -> f64 {
    let mut v = S { data: x, scale: k };
    let r = v.rec(2, k);
    r * x[1] * x[2]
}
#[differentiable]
fn refs(x: &mut [f64], k: f64) -> f64 {
    let mut v = S { data: x, scale: k };
    *v.part(1) *= k;
    let p = v.part(0);
    *p += k;
    let s = v.sum_of(k);
    s * v.scale
}
#[differentiable]
fn closured(x: &mut [f64], k: f64) -> f64 {
    let mut v = S { data: x, scale: k };
    let mut f = |i: usize| v.set(i, k * i as f64);
    f(1);
    f(2);
    v.at(1) + v.at(2)
}
#[differentiable]
fn valued(x: &mut [f64], k: f64) -> f64 {
    let s = {
        let mut v = S { data: x, scale: k };
        v.set(0, k);
        v.at(0)
    };
    let t = if s > 1.0 {
        let mut v = S {
            data: &mut x[1..],
            scale: s,
        };
        v.set(0, k);
        v.at(0)
    } else {
        let v = S { data: x, scale: s };
        v.data[1] *= k;
        v.at(1)
    };
    s * t * x[1]
}
#[derive(Debug, Differentiable)]
struct Acc<'a, T> {
    sum: &'a mut T,
    list: &'a mut Vec<T>,
    n: &'a mut usize,
}
#[differentiable]
impl<'a, T: num_traits::Float + 'static> Acc<'a, T> {
    fn add(&mut self, x: T) {
        *self.sum = *self.sum + x * x;
        self.list.push(x * *self.sum);
        *self.n += 1;
    }
}
#[differentiable]
fn accs(x: &[f64], k: f64) -> f64 {
    let (mut sum, mut list, mut n) = (k, Vec::new(), 0);
    let mut acc = Acc {
        sum: &mut sum,
        list: &mut list,
        n: &mut n,
    };
    for y in x {
        acc.add(*y * k);
    }
    acc.list[0] *= k;
    let m = n as f64;
    sum * list[0] * list[1] * m
}
#[differentiable]
trait Set {
    fn put(&mut self, i: usize, x: f64);
    fn got(&self, i: usize) -> f64;
    fn both(&mut self, x: f64) -> f64 {
        self.put(0, x);
        self.put(1, self.got(0) * x);
        self.got(1)
    }
}
#[differentiable]
impl Set for S<'_> {
    fn put(&mut self, i: usize, x: f64) {
        self.data[i] = x * self.scale;
    }
    fn got(&self, i: usize) -> f64 {
        self.data[i] * self.scale
    }
}
#[differentiable]
fn traits(x: &mut [f64], k: f64) -> f64 {
    let mut v = S { data: x, scale: k };
    v.put(1, k * k);
    v.got(1) * v.got(0)
}
#[differentiable]
fn while_loop(x: &mut [f64], k: f64) -> f64 {
    let mut i = 0;
    let mut s = 1.0;
    while i < 3 {
        let mut v = S {
            data: &mut x[..],
            scale: k,
        };
        i += 1;
        if i == 2 {
            continue;
        }
        v.set(i - 1, s);
        s *= v.at(i - 1) + v.data[0];
    }
    s * x[2]
}
#[differentiable]
fn same_statement(x: &mut [f64], k: f64) -> f64 {
    let mut v = S { data: x, scale: k };
    v.set(0, k);
    v.at(0) * v.data[1] * x[1] + x[0]
}
#[differentiable]
fn same_let(x: &mut [f64], k: f64) -> f64 {
    let mut v = S { data: x, scale: k };
    v.set(0, k);
    let s = v.rec(1, k) * (x[1] - x[0]);
    s * x[0]
}

#[test]
fn such_structs_are_shadowed_shared_and_used_in_all_kinds_of_places() {
    for k in [0.7, 1.3] {
        let x = [0.3, -0.4, 1.2];
        let m = M {
            rows: vec![vec![0.3, 0.4], vec![0.2, 0.7, 0.1]],
            n: 1.2,
        };
        check_grad!(shadowed(&mut x.clone(), k)).unwrap();
        check_grad!(fields(&mut m.clone(), k)).unwrap();
        check_grad!(short(&mut x.clone(), k)).unwrap();
        check_grad!(opt(Some(&mut x.clone()), k)).unwrap();
        check_grad!(recursing(&mut x.clone(), k)).unwrap();
        check_grad!(refs(&mut x.clone(), k)).unwrap();
        check_grad!(closured(&mut x.clone(), k)).unwrap();
        check_grad!(valued(&mut x.clone(), k)).unwrap();
        check_grad!(accs(&x, k)).unwrap();
        check_grad!(traits(&mut x.clone(), k)).unwrap();
        check_grad!(while_loop(&mut x.clone(), k)).unwrap();
        check_grad!(same_statement(&mut x.clone(), k)).unwrap();
        check_grad!(same_let(&mut x.clone(), k)).unwrap();
    }
}
