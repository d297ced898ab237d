//! Functions that return tuples of references.
use pullback::{Differentiable, check_grad, differentiable};
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body {
    at: f64,
    mass: f64,
}
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct World {
    bodies: Vec<Body>,
    weights: Vec<f64>,
}
#[differentiable]
impl World {
    fn ends(&self) -> (&Body, &[f64]) {
        (&self.bodies[0], &self.weights[1..])
    }
    fn ordered(&self, i: usize, j: usize) -> (&Body, &Body) {
        if self.bodies[i].at < self.bodies[j].at {
            return (&self.bodies[i], &self.bodies[j]);
        }
        let (a, b) = (&self.bodies[i], &self.bodies[j]);
        (b, a)
    }
    fn same(&self) -> (&Body, &Body) {
        self.ordered(0, 2)
    }
    fn energy(&self) -> f64 {
        let (b, w) = self.ends();
        let p = self.same();
        b.mass * w[0] + p.0.at * p.1.mass
    }
}
#[differentiable]
fn halves(x: &[f64], k: usize) -> (&[f64], &[f64]) {
    (&x[..k], &x[k..])
}
#[differentiable]
fn either<'a>(a: &'a Body, b: &'a Body) -> (&'a Body, &'a f64) {
    if a.at > b.at { (a, &b.mass) } else { (b, &a.mass) }
}
#[differentiable(types(ordered = fn(..) -> (&Body, &Body), either = fn(..) -> (&Body, &f64)))]
fn of_a_world(w: &World, k: f64) -> f64 {
    let mut s = k;
    let mut changed = w.clone();
    for i in 0..2 {
        let (low, high) = changed.ordered(i, i + 1);
        s += low.mass * high.at * s;
        let (l, r): (&[f64], &[f64]) = halves(&w.weights, i + 1);
        s *= l[0] + r[r.len() - 1] * r[0];
        changed.bodies[i].at += s * 0.1;
        let (x, m) = either(&w.bodies[i], &changed.bodies[2]);
        s += x.mass * m;
    }
    s + w.energy() * changed.energy()
}
#[differentiable]
trait Lists {
    fn both(&self) -> (&[f64], &Vec<f64>);
    fn product(&self) -> f64 {
        let (a, b) = self.both();
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Two(Vec<f64>, Vec<f64>);

#[differentiable]
impl Lists for Two {
    fn both(&self) -> (&[f64], &Vec<f64>) {
        (&self.0[1..], &self.1)
    }
}

#[differentiable]
impl Two {
    /// From within a loop.
    fn first_above(&self, level: f64) -> (&f64, &f64) {
        for i in 0..self.0.len() {
            if self.0[i] > level {
                return (&self.0[i], &self.1[i]);
            }
        }
        (&self.0[0], &self.1[0])
    }
}

#[differentiable(types(first_above = fn(..) -> (&f64, &f64)))]
fn of_lists(two: &Two, level: f64) -> f64 {
    let (a, b) = two.first_above(level);
    let (c, _) = two.first_above(10.0);
    two.product() * a + b * b * c * level
}

#[test]
fn tuples_of_references_have_places_for_each() {
    let two = Two(vec![0.3, -0.4, 1.2], vec![0.9, 0.4, -0.7]);
    for level in [0.1, 0.7, 2.0] {
        check_grad!(of_lists(&two, level)).unwrap();
    }

    let w = World {
        bodies: vec![
            Body { at: 0.3, mass: 1.2 },
            Body { at: -0.4, mass: 0.7 },
            Body { at: 0.9, mass: 0.4 },
        ],
        weights: vec![0.2, 0.5, 0.9],
    };
    check_grad!(of_a_world(&w, 0.7)).unwrap();
}

/// In options.
#[differentiable]
impl World {
    fn nearest(&self, x: f64, limit: f64) -> Option<(&Body, &f64)> {
        let mut best = None;
        for (b, w) in self.bodies.iter().zip(&self.weights) {
            if (b.at - x).abs() < limit {
                best = Some((b, w));
            }
        }
        best
    }
    fn found(&self, level: f64) -> Option<(&Body, &f64)> {
        for i in 0..self.bodies.len() {
            if self.bodies[i].mass < level {
                return Some((&self.bodies[i], &self.weights[i]));
            }
        }
        None
    }
    fn at(&self, i: usize) -> Option<(&Body, &f64)> {
        if i < 3 {
            Some((&self.bodies[i], &self.weights[i]))
        } else {
            None
        }
    }
    fn alias(&self, i: usize) -> Option<(&Body, &f64)> {
        self.at(i + 1)
    }
}
#[differentiable(types(nearest = fn(..) -> Option<(&Body, &f64)>, found = fn(..) -> Option<(&Body, &f64)>, at = fn(..) -> Option<(&Body, &f64)>, alias = fn(..) -> Option<(&Body, &f64)>))]
fn in_options(w: &World, k: f64) -> f64 {
    let mut s = k;
    if let Some((b, x)) = w.nearest(k, 0.53) {
        s += b.mass * x * s;
    }
    match w.found(k) {
        Some((b, _)) => s *= b.at,
        None => s -= k * k,
    }
    for i in 0..5 {
        let (b, x) = match w.at(i) {
            Some((b, x)) => (b, x),
            None => continue,
        };
        s += b.at * x;
        s += w.alias(i).map_or(k, |(b, x)| b.mass * x * s);
        let Some((c, _)) = w.at(i + 1) else { continue };
        s += c.at.sin();
    }
    s
}
#[test]
fn options_of_tuples_of_references_have_places_for_each() {
    let body = |at, mass| Body { at, mass };
    let w = World {
        bodies: vec![body(0.3, 1.2), body(-0.4, 0.7), body(0.9, 0.4)],
        weights: vec![0.2, 0.5, 0.9],
    };
    for k in [0.1, 0.5, 0.8, 2.0, 9.0] {
        check_grad!(in_options(&w, k)).unwrap();
    }
}
