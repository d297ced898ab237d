//! Two parts of one list or of one struct in one call, both to be written, against differences.
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Part {
    p: f64,
    v: f64,
    h: Vec<f64>,
}
#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Body {
    parts: Vec<Part>,
    k: f64,
    a: Part,
    b: Part,
}
fn part(p: f64, v: f64) -> Part {
    Part { p, v, h: vec![p, v] }
}
fn body() -> Body {
    Body {
        parts: vec![part(0.3, 0.7), part(1.2, -0.4), part(0.5, 0.9)],
        k: 0.8,
        a: part(0.6, 1.1),
        b: part(-0.3, 0.4),
    }
}
#[differentiable]
impl Part {
    fn meet(&mut self, o: &mut Part) {
        self.p *= o.v;
        o.v += self.p * self.v;
        self.h.push(o.v);
        o.h[0] *= self.h[1];
    }
    fn see(&mut self, o: &Part) -> f64 {
        self.p *= o.v;
        self.p
    }
    fn give(&self, o: &mut Part) {
        o.p *= self.v;
    }
    fn swap_with(&mut self, o: &mut Part) {
        std::mem::swap(&mut self.p, &mut o.p);
        self.v *= o.v;
        o.h.append(&mut self.h);
        self.h.push(o.p * o.p);
    }
    fn twice(&mut self, o: &mut Part) -> f64 {
        if self.p > 0.5 {
            self.meet(o);
            return self.v;
        }
        o.meet(self);
        self.p *= 2.0;
        self.p
    }
}
#[differentiable]
impl Body {
    fn pairs(&mut self) {
        for i in 1..self.parts.len() {
            let (a, b) = self.parts.split_at_mut(i);
            a[i - 1].meet(&mut b[0]);
            b[0].give(&mut a[0]);
        }
    }
    fn back(&mut self) -> f64 {
        let mut t = 0.0;
        for i in (1..self.parts.len()).rev() {
            let (a, b) = self.parts.split_at_mut(i);
            t += b[0].see(&a[i - 1]) * self.k;
            b[0].swap_with(&mut a[0]);
        }
        t
    }
    fn fields(&mut self) -> f64 {
        self.a.swap_with(&mut self.b);
        self.b.meet(&mut self.parts[1]);
        self.parts[0].twice(&mut self.a)
    }
    fn every(&mut self, x: f64) -> f64 {
        self.k *= x;
        self.pairs();
        if self.k > 10.0 {
            return self.k;
        }
        let t = self.back();
        let u = self.fields();
        self.pairs();
        t * u + self.k
    }
}
#[differentiable]
fn run(s: &mut Body, x: f64) -> f64 {
    s.every(x) * s.parts[0].p
}
#[differentiable]
fn local(x: &[f64]) -> f64 {
    let mut v: Vec<Part> = Vec::new();
    for y in x {
        v.push(Part {
            p: *y,
            v: y * y,
            h: vec![*y, 1.0 + y],
        });
    }
    let mut t = 0.0;
    for _ in 0..2 {
        let (a, b) = v.split_at_mut(1);
        t += a[0].twice(&mut b[1]);
        for q in b.iter_mut() {
            q.swap_with(&mut a[0]);
        }
    }
    t * v[0].p + v[1].h[0] * v[2].v
}
#[differentiable]
fn meet(s: &mut Part, o: &mut Part) {
    s.p *= o.v;
    o.v += s.p * s.v;
}
#[differentiable]
fn free(v: &mut [Part], x: &[f64]) -> f64 {
    let mut t = 0.0;
    for i in 1..v.len() {
        let (a, b) = v.split_at_mut(i);
        meet(&mut b[0], &mut a[0]);
        b[0].p *= x[i];
        let (c, d) = b.split_at_mut(b.len() / 2);
        if let (Some(c), Some(d)) = (c.first_mut(), d.first_mut()) {
            meet(c, d);
        }
        t += a[i - 1].p;
    }
    t
}
#[differentiable]
fn both(a: &mut Part, b: &mut Part) -> f64 {
    a.swap_with(b);
    b.twice(a);
    a.p
}
#[differentiable]
fn maybe(a: &mut Part, o: Option<&mut Part>) -> f64 {
    if let Some(o) = o {
        a.swap_with(o);
        return o.twice(a);
    }
    a.p *= a.v;
    a.p
}
#[differentiable]
fn calls(s: &mut Body, x: f64) -> f64 {
    let mut t = 0.0;
    for i in 0..3 {
        let q = if i == 1 { Some(&mut s.a) } else { None };
        t += maybe(&mut s.b, q) * x;
    }
    t + both(&mut s.a, &mut s.b)
}
#[test]
fn parts_of_both_halves_are_written_with_the_gradients_that_differences_say() {
    for x in [0.4, 1.3] {
        check_grad!(run(&mut body(), x)).unwrap();
        check_grad!(calls(&mut body(), x)).unwrap();
        check_grad!(free(&mut body().parts[..], &[x, x * x, 0.4])).unwrap();
        check_grad!(local(&[x, 0.3, 0.9])).unwrap();
    }
}
