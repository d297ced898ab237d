//! Methods by value, in loops and chains, of values that the reverse sweep needs and of those that it does not.

#![allow(clippy::replace_box, reason = "the forms are what is tested")]

use pullback::{Differentiable, differentiable};

#[derive(Clone, Debug, Differentiable)]
struct S {
    v: Vec<f64>,
    s: f64,
}
#[differentiable(jvp)]
impl S {
    fn with(mut self, i: usize, a: f64) -> S {
        self.v[i] *= a;
        self.s += self.v[i];
        self
    }
    fn add(mut self, a: f64) -> S {
        self.v.push(a);
        self.s *= a;
        self
    }
    fn norm(&self) -> f64 {
        self.v.iter().map(|x| x * x).sum()
    }
    fn scale(&mut self, a: f64) {
        for x in self.v.iter_mut() {
            *x *= a;
        }
    }
    fn scaled(&self, a: f64) -> S {
        S {
            v: self.v.iter().map(|x| x * a).collect(),
            s: self.s,
        }
    }
    fn fin(self) -> f64 {
        self.s * self.v[0]
    }
    fn maybe(self, a: f64) -> Option<S> {
        if a > 0.0 { Some(self.with(0, a)) } else { None }
    }
    fn split(self, a: f64) -> (S, f64) {
        let n = self.norm();
        (self.with(1, a), n)
    }
}
#[derive(Clone, Debug, Differentiable)]
enum E {
    A(Vec<f64>),
    B(f64, Vec<f64>),
}
#[differentiable(jvp)]
impl E {
    fn next(self, x: f64) -> E {
        match self {
            E::A(v) => E::B(x, v),
            E::B(k, mut v) => {
                v[0] *= k;
                E::A(v)
            }
        }
    }
    fn get(&self) -> f64 {
        match self {
            E::A(v) => v[0],
            E::B(k, v) => k * v[0],
        }
    }
}
#[differentiable(jvp)]
fn mk(x: f64) -> S {
    S {
        v: vec![x, x * x, 1.0],
        s: x,
    }
}
#[differentiable(jvp)]
fn stepper(s: S, i: usize) -> S {
    s.with(i, 1.1)
}

macro_rules! as_differences_say {
    ($tests:ident: $mode:tt $($name:ident($x:ident) $body:block)*) => {
        $(
            #[differentiable $mode]
            fn $name($x: f64) -> f64 $body
        )*

        mod $tests {
            $(
                #[test]
                fn $name() {
                    for x in [0.7, 1.3] {
                        let (value, slope) = super::$name::value_and_grad(x);
                        assert_eq!(value.to_bits(), super::$name(x).to_bits());
                        let difference = (super::$name(x + 1e-6) - super::$name(x - 1e-6)) / 2e-6;
                        assert!((slope - difference).abs() < 1e-6 * (1.0 + difference.abs()), "{slope} is not {difference}");
                        let (same, pullback) = super::$name::vjp(x);
                        assert_eq!((same, pullback(1.0)), (value, slope));
                        super::along! { $mode super::$name, x, value, slope }
                    }
                }
            )*
        }
    };
}

/// Forward mode says what reverse mode does, where there is one.
macro_rules! along {
    (() $($rest:tt)*) => {};
    ((jvp) $twin:ident::$name:ident, $x:ident, $value:ident, $slope:ident) => {
        let (same, along) = $twin::$name::jvp($x, 1.0);
        assert_eq!(same.to_bits(), $value.to_bits());
        assert!(
            (along - $slope).abs() <= 1e-12 * (1.0 + $slope.abs()),
            "{along} is not {}",
            $slope
        );
    };
}
use along;

as_differences_say! {
    tests: (jvp)
    returned_options(x) { let mut s = mk(x); for _ in 0..3 { s = match s.maybe(x) { Some(t) => t, None => return x }; } s.norm() }
    by_reference_between(x) { let mut s = mk(x); for i in 0..3 { s = s.scaled(x); s = s.with(i, x); } s.norm() }
    local_between(x) { let mut s = mk(x); let mut n = 0.0; for i in 0..3 { let r = s.scaled(x); n += r.s; s = r.with(i, n); } s.norm() }
    references_in_a_chain(x) { let a = mk(x); let b = a.scaled(2.0).scaled(x).with(0, x); b.norm() }
    all_kinds(x) { let mut s = mk(x); for i in 0..3 { s = s.with(i, x).scaled(x).add(0.5); s.scale(0.9); } s.norm() }
    in_a_loop(x) { let mut s = mk(x); for i in 0..3 { s = s.with(i, x); } s.s * s.v[0] }
    norms_between(x) { let mut s = mk(x); let mut t = 0.0; for i in 0..3 { t += s.norm(); s = s.with(i, x); t += s.norm() * x; } s.s * t }
    elements_between(x) { let mut s = mk(x); let mut t = 0.0; for i in 0..3 { t += s.v[i] * s.v[0]; s = s.with(i, x); } s.s * t }
    one_after_the_other(x) { let mut s = mk(x); s = s.with(0, x); let t = s.norm(); s = s.with(1, x * t); s = s.with(2, t); s.s * t }
    scaled_between(x) { let mut s = mk(x); for i in 0..3 { s.scale(x); s = s.with(i, x); s.scale(0.9); } s.norm() }
    in_branches(x) { let mut s = mk(x); for i in 0..3 { if i != 1 { s = s.with(i, x); } else { s = s.add(x); } } s.norm() * s.s }
    chains_in_a_loop(x) { let mut s = mk(x); for i in 0..3 { s = s.with(i, x).add(x).with(i + 1, 0.5); } s.norm() * s.s }
    returned_pairs(x) { let mut s = mk(x); let mut n = 0.0; for _ in 0..3 { let (t, m) = s.split(x); n += m; s = t; } s.norm() * n }
    cloned_before(x) { let mut s = mk(x); let old = s.clone(); for i in 0..3 { s = s.with(i, x); } s.norm() * old.norm() }
    states(x) { let mut e = E::A(vec![x, 1.0]); for _ in 0..4 { e = e.next(x); } e.get() }
    states_looked_at(x) { let mut e = E::A(vec![x, 1.0]); let mut t = 0.0; for _ in 0..4 { t += e.get(); e = e.next(x); } e.get() * t }
    while_small(x) { let mut s = mk(x); let mut k = 0; while s.s < 20.0 && k < 5 { s = s.with(k % 3, x + 1.0); k += 1; } s.norm() }
    shadowed(x) { let s = mk(x); let s = s.with(0, x); let s = s.add(x); s.fin() }
    history(x) { let mut s = mk(x); let mut hist = Vec::new(); for i in 0..3 { hist.push(s.clone()); s = s.with(i, x); } s.norm() * hist[1].norm() }
    element_first(x) { let mut s = mk(x); for i in 0..3 { let k = s.v[i]; s = s.with(i, k); } s.norm() }
    changed_after(x) { let mut s = mk(x); for i in 0..3 { s = s.with(i, x); s.v[i] += x * s.s; } s.norm() }
    swapped(x) { let mut a = mk(x); let mut b = mk(x * x); for i in 0..3 { a = a.with(i, x); b = b.with(i, a.s); std::mem::swap(&mut a, &mut b); } a.norm() * b.norm() }
    nested_loops(x) { let mut s = mk(x); for _ in 0..2 { for j in 0..3 { s = s.with(j, x); } s = s.add(x); } s.norm() }
    chain(x) { mk(x).with(0, x).add(x).with(1, 0.5).fin() }
    names(x) { let a = mk(x); let b = a.with(0, x); let c = b.add(x); let d = c.with(1, x); d.norm() }
    norms_of_names(x) { let a = mk(x); let n = a.norm(); let b = a.with(0, x * n); let m = b.norm(); b.with(1, m).norm() }
    fields_of_names(x) { let a = mk(x); let k = a.s; let b = a.with(0, k); let l = b.v[0]; let c = b.add(l); c.norm() * l }
    ends_in_branches(x) { let a = mk(x); if x > 1.0 { a.with(0, x).norm() } else { a.add(x).fin() } }
    made_in_a_loop(x) { let mut t = 0.0; for i in 0..3 { let a = mk(x * t + x); let b = a.with(i, x).add(t); t += b.fin(); } t }
    captured(x) { let a = mk(x); let f = |y: f64| y * a.s; let z = f(x); a.with(0, z).norm() }
    pair(x) { let a = mk(x); let (b, n) = a.split(x); b.with(2, n).norm() }
    clone_first(x) { let a = mk(x); let b = a.clone().with(0, x); a.norm() * b.norm() }
    collected(x) { let v: Vec<S> = (0..3).map(|k| mk(x + k as f64).with(0, x)).collect(); v.iter().map(|s| s.norm()).sum() }
    by_value_in_for(x) { let v = vec![mk(x), mk(x * x)]; let mut t = 0.0; for s in v { t += s.with(0, x).norm(); } t }
    mapped_option(x) { let o = Some(mk(x)); let s = o.map(|s| s.with(0, x)); s.unwrap().norm() }
    in_a_function(x) { stepper(stepper(mk(x), 0), 1).norm() }
    in_a_function_in_a_loop(x) { let mut s = mk(x); for i in 0..3 { s = stepper(s, i); } s.norm() }
    moved_to_a_name(x) { let mut s = mk(x); for i in 0..3 { let t = s; s = t.with(i, x); } s.norm() }
    out_of_a_box(x) { let b = Box::new(mk(x)); b.with(0, x).norm() }
    boxes_in_a_loop(x) { let mut b = Box::new(mk(x)); for i in 0..3 { b = Box::new(b.with(i, x)); } b.norm() }
}
