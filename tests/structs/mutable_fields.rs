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

/// Methods of slices, vectors and types of one's own, through fields.
mod methods {
    use super::*;
    #[derive(Debug, Clone, PartialEq, Differentiable)]
    struct Matrix {
        rows: Vec<Vec<f64>>,
        scale: f64,
    }
    #[differentiable]
    impl Matrix {
        fn put(&mut self, i: usize, j: usize, x: f64) {
            self.rows[i][j] = x * self.scale;
            self.scale += x;
        }
        fn read(&self, i: usize, j: usize) -> f64 {
            self.rows[i][j] * self.scale
        }
    }
    #[differentiable]
    fn helper(x: &mut [f64], k: f64) -> f64 {
        x[0] *= k;
        x[1] += x[0];
        x[0] * x[1]
    }
    #[differentiable]
    fn reader(x: &[f64], k: f64) -> f64 {
        x[0] * k * x[1]
    }
    #[derive(Debug, Differentiable)]
    struct S<'a> {
        data: &'a mut [f64],
        m: &'a mut Matrix,
        grid: &'a mut Vec<[f64; 2]>,
        scale: f64,
        list: &'a [f64],
    }
    #[differentiable]
    impl<'a> S<'a> {
        fn a1(&mut self) -> f64 {
            self.data.swap(0, 1);
            self.data[0] * self.scale
        }
        fn a2(&mut self) -> f64 {
            self.data.fill(self.scale);
            self.data[0] * self.data[1]
        }
        fn a3(&mut self) -> f64 {
            self.data.copy_from_slice(self.list);
            self.data[0] * self.data[1]
        }
        fn a4(&mut self) -> f64 {
            let (a, b) = self.data.split_at_mut(1);
            a[0] *= b[0];
            b[1] += a[0];
            self.data[1] * self.data[2]
        }
        fn a5(&mut self) -> f64 {
            for c in self.data.chunks_mut(2) {
                c[0] *= self.scale;
            }
            self.data[0] * self.data[2]
        }
        fn a6(&mut self, k: f64) -> f64 {
            self.m.put(0, 1, k);
            self.m.read(0, 1) + self.m.rows[1][0]
        }
        fn a7(&mut self, k: f64) -> f64 {
            self.grid[1][0] *= k;
            self.grid.push([k, k * k]);
            self.grid[2][1] * self.grid[1][0]
        }
        fn a8(&mut self, k: f64) -> f64 {
            helper(&mut self.data[1..], k) + reader(&self.data[..2], k)
        }
        fn a10(&mut self, k: f64) -> f64 {
            let n = self.data.len();
            for i in 0..n {
                self.data[i] = self.data[i] * k + self.list[i];
            }
            self.data.iter().zip(self.list.iter()).map(|(a, b)| a * b).sum()
        }
        fn a11(&mut self, k: f64) -> f64 {
            self.data.sort_by(|a, b| a.partial_cmp(b).unwrap());
            self.data[0] * k
        }
        fn a12(&mut self, k: f64) -> f64 {
            let m = &mut *self.m;
            m.put(1, 1, k);
            let r = &mut m.rows[1];
            r[0] *= k;
            self.m.scale * self.m.rows[1][0]
        }
        fn a13(&mut self, k: f64) -> f64 {
            std::mem::swap(&mut self.m.scale, &mut self.scale);
            let old = std::mem::replace(&mut self.m.rows, vec![vec![k, k], vec![k * k, 1.0]]);
            old[0][0] * self.m.rows[1][0] * self.scale
        }
        fn a14(&mut self, k: f64) -> f64 {
            if let Some(x) = self.data.first_mut() {
                *x *= k;
            }
            if let Some(x) = self.data.get_mut(1) {
                *x += k;
            }
            self.data[0] * self.data[1]
        }
        fn a15(&mut self, k: f64) -> f64 {
            self.m.scale *= k;
            *self.m = Matrix {
                rows: vec![vec![k, 2.0], vec![k, k]],
                scale: self.m.scale,
            };
            self.m.rows[0][0] * self.m.scale
        }
    }
    macro_rules! drive { ($kk:ident; $($f:ident $m:ident ($($k:ident)?);)*) => { $(
#[differentiable]
fn $f(x: &mut [f64], own: &mut Matrix, list: &[f64], $kk: f64) -> f64 {
    let mut grid = vec![[$kk, 1.0], [2.0, $kk]];
    let mut s = S { data: x, m: own, grid: &mut grid, scale: $kk, list };
    s.data[1] *= $kk;
    let one = s.$m($($k)?);
    let two = s.scale * s.$m($($k)?);
    let g = grid[0][0] * grid[1][0];
    one * two * x[0] + own.scale * own.rows[0][0] + g
})*
#[test]
    fn methods_of_what_fields_point_to() { for k in [0.7, 1.4] { $( check_grad!($f(&mut [0.3, -0.4, 1.2], &mut Matrix { rows: vec![vec![0.3, 0.9], vec![0.6, 0.2]], scale: 0.8 }, &[0.2, 0.5, 0.1], k)).unwrap_or_else(|e| panic!("{}: {e}", stringify!($f))); )* } }
}}
    drive! { k; f1 a1(); f2 a2(); f3 a3(); f4 a4(); f5 a5(); f6 a6(k); f8 a8(k); f10 a10(k); f11 a11(k); f12 a12(k); f13 a13(k); f14 a14(k); f15 a15(k); }
    #[differentiable]
    fn f7(x: &mut [f64], k: f64) -> f64 {
        let mut m = Matrix {
            rows: vec![vec![0.3, 0.9], vec![0.6, 0.2]],
            scale: k,
        };
        let mut grid = vec![[k, 1.0], [2.0, k]];
        let mut s = S {
            data: x,
            m: &mut m,
            grid: &mut grid,
            scale: k,
            list: &[0.2, 0.5, 0.1],
        };
        let one = s.a7(k);
        let two = s.scale * s.a7(k);
        one * two + grid[3][1] * m.scale
    }
    #[test]
    fn rows_that_are_added() {
        check_grad!(f7(&mut [0.3, -0.4, 1.2], 0.7)).unwrap();
    }

    #[differentiable]
    #[allow(clippy::swap_with_temporary)]
    fn by_name(x: &mut [f64], m: &mut Matrix, k: f64) -> f64 {
        let mut grid = vec![[k, 1.0]];
        let s = S {
            data: x,
            m,
            grid: &mut grid,
            scale: k,
            list: &[0.2, 0.5, 0.1],
        };
        s.data[2] *= k;
        let helped = helper(s.data, k) + reader(s.data, k);
        s.m.put(0, 0, helped);
        std::mem::swap(
            s.m,
            &mut Matrix {
                rows: vec![vec![k, k]],
                scale: helped,
            },
        );
        let sum = helped * s.m.scale + helper(s.data, s.m.rows[0][1]);
        sum * x[1]
    }

    #[test]
    fn references_in_fields_are_handed_on_by_name() {
        let m = Matrix {
            rows: vec![vec![0.3, 0.9], vec![0.6, 0.2]],
            scale: 0.8,
        };
        check_grad!(by_name(&mut [0.3, -0.4, 1.2], &mut m.clone(), 0.7)).unwrap();
    }
}

/// Fields that are references to integers, and jumps out of where they are lent.
mod jumps {
    use super::*;
    #[derive(Debug, Differentiable)]
    struct S<'a> {
        data: &'a mut [f64],
        counts: &'a mut Vec<usize>,
        flag: &'a mut bool,
        scale: f64,
        #[no_diff]
        name: String,
    }
    #[differentiable]
    impl S<'_> {
        fn at(&self, i: usize) -> f64 {
            self.scale * self.data[i]
        }
        fn set(&mut self, i: usize, value: f64) {
            self.data[i] = self.scale * value * value;
            self.counts[i] += 1;
            *self.flag = !*self.flag;
        }
        fn tried(&mut self, i: usize, k: f64) -> Result<f64, String> {
            if self.counts[i] > 2 {
                return Err("often".to_string());
            }
            self.set(i, k);
            Ok(self.at(i) * self.counts[i] as f64)
        }
    }
    #[differentiable]
    fn inert(x: &mut [f64], k: f64) -> f64 {
        let (mut counts, mut flag) = (vec![0; 3], false);
        let mut v = S {
            data: x,
            counts: &mut counts,
            flag: &mut flag,
            scale: k,
            name: "a".to_string(),
        };
        v.set(0, k);
        v.set(0, v.at(0));
        v.set(2, k);
        let s = v.at(0) + v.at(2);
        if flag { s * x[0] * counts[0] as f64 } else { s }
    }
    #[differentiable]
    fn question(x: &mut [f64], k: f64, n: usize) -> Result<f64, String> {
        let (mut counts, mut flag) = (vec![0; 3], false);
        let mut v = S {
            data: x,
            counts: &mut counts,
            flag: &mut flag,
            scale: k,
            name: "a".to_string(),
        };
        let mut sum = k;
        for _ in 0..n {
            sum += v.tried(0, sum)?;
        }
        let last = v.tried(1, sum)?;
        Ok(last * x[0])
    }
    #[differentiable]
    fn asked(x: &mut [f64], k: f64, n: usize) -> f64 {
        match question(x, k, n) {
            Ok(y) => y,
            Err(_) => k * x[0],
        }
    }
    #[differentiable]
    fn iterated(x: &mut [f64], k: f64) -> f64 {
        let (mut counts, mut flag) = (vec![0; 3], false);
        let mut v = S {
            data: x,
            counts: &mut counts,
            flag: &mut flag,
            scale: k,
            name: "a".to_string(),
        };
        let s: f64 = (0..3)
            .map(|i| {
                v.set(i, k);
                v.at(i) * k
            })
            .sum();
        v.data.iter_mut().for_each(|y| *y *= k);
        s * x[1]
    }
    #[differentiable]
    fn in_a_checkpoint(x: &mut [f64], k: f64) -> f64 {
        let (mut counts, mut flag) = (vec![0; 3], false);
        let mut s = k;
        #[checkpoint]
        for i in 0..3 {
            let mut v = S {
                data: x,
                counts: &mut counts,
                flag: &mut flag,
                scale: k,
                name: "a".to_string(),
            };
            v.set(i, s);
            s += v.at(i);
        }
        s * x[1]
    }
    #[test]
    fn integers_and_jumps() {
        for k in [0.6, 0.9] {
            check_grad!(inert(&mut [0.3, 0.2, 0.5], k)).unwrap();
            check_grad!(asked(&mut [0.3, 0.2, 0.5], k, 1)).unwrap();
            check_grad!(asked(&mut [0.3, 0.2, 0.5], k, 3)).unwrap();
            check_grad!(asked(&mut [0.3, 0.2, 0.5], k, 5)).unwrap();
            check_grad!(iterated(&mut [0.3, 0.2, 0.5], k)).unwrap();
            check_grad!(in_a_checkpoint(&mut [0.3, 0.2, 0.5], k)).unwrap();
        }
    }
}

/// What has no derivative is lent beside what has one.
mod logs {
    use super::*;

    #[derive(Clone)]
    struct Log {
        lines: Vec<String>,
    }

    /// It cannot be copied: then only such a struct as a whole cannot be found again.
    struct Handle;

    #[derive(Differentiable)]
    #[allow(dead_code)]
    struct WithHandle<'a> {
        x: &'a mut [f64],
        #[no_diff]
        handle: &'a mut Handle,
    }

    #[derive(Differentiable)]
    struct Writer<'a> {
        x: &'a mut [f64],
        #[no_diff]
        log: &'a mut Log,
    }

    #[differentiable]
    fn written(x: &mut [f64], k: f64, #[no_diff] log: &mut Log) -> f64 {
        let writer = Writer { x: &mut x[1..], log };
        writer.x[0] *= k;
        writer.log.lines.push("written".to_string());
        x[1] * k
    }

    #[test]
    fn a_log_in_a_field() {
        let mut log = Log { lines: Vec::new() };
        let mut x = [2.0, 3.0];
        let gradient = written::value_and_grad(&mut x, 0.5, &mut log);
        assert_eq!(gradient, (0.75, (vec![0.0, 0.25], 3.0)));
        assert_eq!(log.lines.len(), 1);
    }
}
