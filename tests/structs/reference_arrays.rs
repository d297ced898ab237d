//! Arrays that are written with references in them: against differences.
use pullback::{Differentiable, check_grad, differentiable};

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Node {
    mins: [f64; 2],
    maxs: [f64; 2],
}

#[differentiable]
impl Node {
    fn area(&self) -> f64 {
        (self.maxs[0] - self.mins[0]) * (self.maxs[1] - self.mins[1])
    }
    fn grow(&mut self, by: f64) {
        self.maxs[0] *= by;
        self.mins[1] -= by;
    }
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Wide {
    left: Node,
    right: Node,
}

#[differentiable]
fn looped(w: &Wide) -> f64 {
    let mut t = 0.0;
    for n in [&w.left, &w.right, &w.left] {
        t = t * n.area() + n.area() * n.area();
    }
    t
}

#[differentiable]
fn one(w: &Wide) -> f64 {
    let mut t = 0.0;
    for n in [&w.left].iter().rev() {
        t = t * n.area() + n.area() * n.area();
    }
    t
}

#[differentiable]
fn summed(w: &Wide) -> f64 {
    [&w.left, &w.right].iter().map(|n| n.area().powi(2)).sum::<f64>()
        + [&w.left, &w.right].into_iter().map(|n| n.mins[0]).product::<f64>()
}

#[differentiable]
fn zipped(w: &Wide, s: f64) -> f64 {
    let mut t = 0.0;
    for (k, (n, s)) in [&w.left, &w.right].into_iter().zip([1.0, s]).enumerate() {
        t += s * n.area() * n.area() + k as f64 * n.area();
    }
    t
}

#[differentiable]
fn pairs(w: &Wide, s: f64) -> f64 {
    let mut t = 0.0;
    for (n, s, k) in [(&w.left, s, 2), (&w.right, s * s, 3)] {
        t += s * n.area().powi(k);
    }
    for &(n, s) in &[(&w.left, s), (&w.right, s * s)] {
        t += s * n.area();
    }
    t
}

#[differentiable]
fn named(w: &Wide, i: usize) -> f64 {
    let both = [&w.right, &w.left];
    let mut t = both[i].area() * both[0].area() + both.len() as f64;
    for n in both {
        t += n.area();
    }
    for n in both.iter().rev() {
        t *= n.area();
    }
    t
}

#[differentiable]
fn borrowed(a: &Node, b: &Node) -> f64 {
    let mut t = 0.0;
    for n in [a, b] {
        t = t * t + n.area();
    }
    t
}

#[differentiable]
fn muts(w: &Wide) -> f64 {
    let mut w = w.clone();
    for n in [&mut w.left, &mut w.right] {
        n.grow(1.5);
        n.mins[0] *= n.maxs[1];
    }
    w.left.area() * w.right.area() + w.left.maxs[0]
}

#[differentiable]
fn numbers(a: f64, b: f64) -> f64 {
    let mut x = a * b;
    let mut y = a + b;
    let mut z = a - b;
    for v in [&mut x, &mut y] {
        *v *= v.sin();
    }
    for (v, s) in [(&mut x, a), (&mut z, b)] {
        *v *= s;
    }
    let mut t = 1.0;
    for v in [&x, &y, &z] {
        t *= v;
    }
    let s: f64 = [&x, &y].iter().map(|v| v.sqrt()).sum();
    t + s
}

#[differentiable]
fn lists(a: &[f64], b: &[f64], i: usize) -> f64 {
    let mut t = 0.0;
    for list in [a, b] {
        t = t * 0.5 + list.iter().sum::<f64>().powi(2);
    }
    for list in [&a[i..], &b[..i]] {
        for x in list {
            t += x * x * t;
        }
    }
    let rows = [a, b];
    t + rows[i][1] * rows[0][i]
}

#[differentiable]
fn elements(a: &[Node], mut i: usize) -> f64 {
    let mut t = 0.0;
    for n in [&a[i], &a[i + 1]] {
        i += 1;
        t = t * a[i - 1].area() + n.area();
    }
    t
}

#[differentiable]
fn in_loop(a: &[Node], x: f64) -> f64 {
    let mut own = a.to_vec();
    let mut t = x;
    for k in 1..own.len() {
        let (left, right) = own.split_at_mut(k);
        for n in [&mut left[k - 1], &mut right[0]] {
            n.mins[0] *= t;
            t += n.area();
        }
    }
    t * own[0].area()
}

#[derive(Differentiable, Clone, Debug, PartialEq)]
struct Point {
    v: f64,
    w: Vec<f64>,
}

#[differentiable]
fn stopped(a: &Point, b: &Point, c: &Point, limit: f64) -> f64 {
    let mut t = 0.0;
    for (k, n) in [a, b, c].into_iter().enumerate() {
        if n.v > limit {
            continue;
        }
        for x in &n.w {
            t += x * n.v;
            if t > 5.0 {
                return t * k as f64;
            }
        }
        if t > 3.0 {
            break;
        }
    }
    t
}

#[differentiable]
fn updated(a: &Point, b: &Point, c: &Point, x: f64) -> f64 {
    let (mut a, mut b, mut c) = (a.clone(), b.clone(), c.clone());
    let mut t = x;
    for round in 0..3 {
        for n in [&mut a, &mut b, &mut c] {
            if n.v > 0.5 * round as f64 {
                n.w[0] += t;
            }
            n.v *= t.sin();
            for (k, w) in n.w.iter_mut().enumerate() {
                *w += t * k as f64;
                t += *w * 0.1;
            }
        }
        let both = [&a, &c];
        t += both[round % 2].w[0] * both.iter().map(|n| n.v).sum::<f64>();
        b.v += t;
    }
    t * a.v + b.w.iter().sum::<f64>()
}

#[differentiable]
fn cursor(a: &Point, b: &Point, c: &Point) -> f64 {
    let mut r = a;
    let mut t = 1.0;
    for n in [b, c] {
        t += n.v * r.w[0];
        r = n;
    }
    t * r.v
}

#[differentiable]
fn generic<T: num_traits::Float + std::iter::Sum>(a: &[T], b: &[T]) -> T {
    let mut t = T::zero();
    for l in [a, b] {
        t = t * t + l.iter().copied().sum::<T>();
    }
    t
}

#[differentiable]
fn destructured(a: &Point, b: &Point) -> f64 {
    let [x, y] = [a, b];
    let both = [x, y];
    let [p, q] = both;
    if let Some(n) = both.first() {
        return n.v * p.v + q.w[0];
    }
    1.0
}

#[differentiable]
fn longest(a: &Point, b: &Point) -> f64 {
    let n = [a, b].into_iter().max_by(|p, q| p.v.total_cmp(&q.v)).unwrap();
    let m = [a, b].iter().fold(0.0, |s: f64, n| s.max(n.v * n.w[0]));
    n.v * n.w[0] * m + [&a.w, &b.w].iter().map(|w| w.iter().sum::<f64>().powi(2)).sum::<f64>()
}

#[differentiable]
fn collected(a: &Point, b: &Point) -> f64 {
    let all: Vec<f64> = [a, b].iter().flat_map(|n| n.w.iter()).copied().collect();
    all.iter().map(|x| x * x).sum()
}

#[differentiable]
fn vectors(a: &Point, b: &Point, k: usize) -> f64 {
    let both = vec![a, b];
    let pairs = vec![(&a.w, 1.0), (&b.w, a.v)];
    let mut t = both[k].v;
    for n in &both {
        t = t * n.w[0] + n.v;
    }
    for (w, s) in &pairs {
        t += w.iter().sum::<f64>() * s;
    }
    for (w, s) in pairs {
        t *= w[1] + s;
    }
    t + both.iter().map(|n| n.v.powi(2)).sum::<f64>()
}

/// A node whose lower corner is at `a`.
fn node(a: f64) -> Node {
    Node {
        mins: [a, a * 0.5],
        maxs: [a + 1.0, a + 2.0],
    }
}

fn wide() -> Wide {
    Wide {
        left: node(0.3),
        right: node(0.7),
    }
}

#[test]
fn a_loop_goes_over_places() {
    check_grad!(looped(&wide())).unwrap();
}

#[test]
fn one_place_is_an_array_too() {
    check_grad!(one(&wide())).unwrap();
}

#[test]
fn chains_go_over_places() {
    check_grad!(summed(&wide())).unwrap();
}

#[test]
fn places_are_zipped_and_counted() {
    check_grad!(zipped(&wide(), 0.7)).unwrap();
}

#[test]
fn what_stands_beside_a_place_goes_with_it() {
    check_grad!(pairs(&wide(), 0.7)).unwrap();
}

#[test]
fn an_array_with_a_name_is_indexed_measured_and_gone_through() {
    check_grad!(named(&wide(), 1)).unwrap();
}

#[test]
fn arguments_that_are_references() {
    check_grad!(borrowed(&node(0.3), &node(0.7))).unwrap();
}

#[test]
fn places_are_written_through_the_array() {
    check_grad!(muts(&wide())).unwrap();
}

#[test]
fn numbers_are_written_and_read_through_references() {
    check_grad!(numbers(0.7, 0.4)).unwrap();
}

#[test]
fn slices_are_chosen_from() {
    check_grad!(lists(&[0.7, 0.4, 0.3], &[0.2, 0.9, 1.1], 1)).unwrap();
}

#[test]
fn an_index_that_changes_afterwards_is_not_looked_at_again() {
    check_grad!(elements(&[node(0.2), node(0.5), node(0.9)], 1)).unwrap();
}

#[test]
fn halves_of_a_list_in_a_loop() {
    check_grad!(in_loop(&[node(0.2), node(0.5), node(0.9)], 0.9)).unwrap();
}

/// A point of this value.
fn point(v: f64) -> Point {
    Point {
        v,
        w: vec![v * 2.0, v + 1.0],
    }
}

#[test]
fn loops_over_places_are_left_early() {
    for limit in [0.1, 0.5, 0.9, 2.0] {
        check_grad!(stopped(&point(0.3), &point(0.8), &point(1.1), limit)).unwrap();
    }
}

#[test]
fn places_are_written_again_and_again() {
    check_grad!(updated(&point(0.3), &point(0.8), &point(1.1), 0.7)).unwrap();
}

#[test]
fn an_item_is_kept_beyond_its_turn() {
    check_grad!(cursor(&point(0.3), &point(0.8), &point(1.1))).unwrap();
}

#[test]
fn slices_of_any_float() {
    check_grad!(generic(&[0.3, 0.2], &[0.5, 1.0])).unwrap();
}

#[test]
fn arrays_are_taken_apart_into_their_references() {
    check_grad!(destructured(&point(0.3), &point(0.8))).unwrap();
}

#[test]
fn the_greatest_of_some_places() {
    check_grad!(longest(&point(0.3), &point(0.8))).unwrap();
    check_grad!(longest(&point(0.8), &point(0.3))).unwrap();
}

#[test]
fn what_places_hold_is_collected() {
    check_grad!(collected(&point(0.3), &point(0.8))).unwrap();
}

#[test]
fn a_vector_is_written_in_the_same_way() {
    check_grad!(vectors(&point(0.3), &point(0.9), 1)).unwrap();
}
