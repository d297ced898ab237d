//! Lists of more than numbers, boxes, options in place, and what is taken out of them.
// The functions are written in every way that people write them, also in ways that clippy would change.
#![allow(clippy::while_let_on_iterator)]

use pullback::{Differentiable, check_grad, differentiable};
use std::collections::{HashMap, VecDeque};

#[derive(Clone, Debug, Default, PartialEq, Differentiable)]
struct Body {
    mass: f64,
    at: [f64; 2],
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Chain {
    here: f64,
    next: Option<Box<Chain>>,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Model {
    weights: Option<Vec<f64>>,
    scale: Option<f64>,
    nested: Option<Box<Body>>,
    bodies: Vec<Body>,
    sizes: (usize, Vec<usize>),
}

fn bodies() -> Vec<Body> {
    let body = |k: f64| Body {
        mass: 1.0 + 0.5 * k,
        at: [k.sin(), 0.3 - k],
    };
    (0..4).map(|k| body(f64::from(k))).collect()
}

fn model() -> Model {
    Model {
        weights: Some(vec![0.5, -1.5, 0.25]),
        scale: Some(1.7),
        nested: Some(Box::new(bodies()[1].clone())),
        bodies: bodies(),
        sizes: (3, vec![1, 2]),
    }
}

/// A determinant, with rows exchanged for pivots.
#[differentiable]
fn determinant(m: &[Vec<f64>]) -> f64 {
    let mut m = m.to_vec();
    let n = m.len();
    let mut product = 1.0;
    for k in 0..n {
        let mut pivot = k;
        for i in k + 1..n {
            if m[i][k].abs() > m[pivot][k].abs() {
                pivot = i;
            }
        }
        if pivot != k {
            m.swap(pivot, k);
            product = -product;
        }
        product *= m[k][k];
        for i in k + 1..n {
            let factor = m[i][k] / m[k][k];
            for j in k..n {
                let above = m[k][j];
                m[i][j] -= factor * above;
            }
        }
    }
    product
}

#[differentiable]
fn exchanged(bodies: &mut Vec<Body>, k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..bodies.len() {
        if bodies[i].mass * k > 2.0 {
            bodies.swap(0, i);
        }
        bodies[0].mass *= k;
        bodies[i].at[0] += bodies[0].mass;
        sum += bodies[0].at[0] * bodies[i].mass;
    }
    let last = bodies.swap_remove(1);
    sum * last.mass + bodies[1].mass * last.at[1]
}

#[differentiable]
fn moved_about(x: &[f64], k: f64, n: usize) -> f64 {
    let mut all = Vec::with_capacity(n);
    for (i, a) in x.iter().enumerate() {
        all.push(Body {
            mass: a * k,
            at: [*a, i as f64],
        });
    }
    let mut tail = all.split_off(n);
    tail[0].mass *= k;
    let mut sum = 0.0;
    for body in &all {
        sum += body.mass * body.at[0];
    }
    tail.append(&mut all);
    assert!(all.is_empty());
    for (i, body) in tail.iter().enumerate() {
        sum += body.mass * body.at[0] * i as f64;
    }
    let mut numbers = vec![k, sum];
    let mut more = x.to_vec();
    numbers.append(&mut more);
    let rest = numbers.split_off(3);
    numbers[2] * rest[0] + numbers.iter().sum::<f64>()
}

#[differentiable]
fn taken(model: &mut Model, k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..2 {
        if let Some(weights) = model.weights.take() {
            sum += weights[i] * k;
            if i == 0 {
                model.scale = Some(weights[2] * k);
            }
        } else if let Some(scale) = model.scale.take() {
            sum *= scale;
        }
    }
    let bodies = std::mem::take(&mut model.bodies);
    for body in &bodies {
        sum += body.mass * body.at[0];
    }
    model.bodies.push(Body {
        mass: sum,
        at: [k, k * sum],
    });
    sum
}

#[differentiable]
fn linked(x: &[f64], k: f64) -> Chain {
    let mut chain = Chain { here: k, next: None };
    for a in x {
        let scaled = a * chain.here;
        chain = Chain {
            here: scaled,
            next: Some(Box::new(chain)),
        };
    }
    chain
}

#[differentiable]
fn built(x: &[f64], k: f64) -> Option<Box<Chain>> {
    if x.is_empty() {
        return None;
    }
    let here = x[0] * k;
    Some(Box::new(Chain {
        here,
        next: built(&x[1..], here),
    }))
}

#[differentiable]
fn followed(chain: &Chain) -> f64 {
    match &chain.next {
        Some(next) => chain.here * followed(next) + 0.5 * chain.here,
        None => chain.here,
    }
}

#[differentiable]
fn through_boxes(x: &[f64], k: f64) -> f64 {
    let boxed = Box::new(k * x[0]);
    let chain = linked(x, *boxed);
    let mut sum = followed(&chain) * *boxed;
    if let Some(chain) = built(x, k) {
        sum += followed(&chain);
    }
    sum
}

#[differentiable]
fn looked_at(model: &Model, k: f64) -> f64 {
    let mut sum = model.weights.as_ref().unwrap()[1] * k;
    for i in 0..model.weights.as_ref().map_or(0, |weights| weights.len()) {
        sum += model.weights.as_ref().expect("there are weights")[i] * (i as f64 + k);
    }
    if let Some(scale) = model.scale.as_ref() {
        sum *= scale;
    }
    let (Some(weights), Some(scale)) = (model.weights.as_ref(), model.scale.as_ref()) else {
        return sum;
    };
    sum += weights.as_slice()[0] * scale;
    if let Some(body) = model.nested.as_deref() {
        sum += body.mass * body.at[1];
    }
    if model.scale.as_ref().filter(|scale| **scale > 1.0).is_some() && model.scale.as_ref().is_none_or(|s| *s < 9.0) {
        sum *= k;
    }
    sum
}

#[differentiable]
fn written(model: &mut Model, k: f64) -> f64 {
    if let Some(scale) = model.scale.as_mut() {
        *scale *= k;
    }
    if let Some(weights) = model.weights.as_mut() {
        for w in weights.iter_mut() {
            *w *= k;
        }
    }
    let weights = model.weights.as_ref().unwrap();
    weights[0] * weights[1] * model.scale.unwrap()
}

#[differentiable]
fn chosen(x: &[f64], counts: &[usize], k: f64) -> f64 {
    let most = counts.iter().max_by_key(|count| **count).unwrap();
    let least = *counts.iter().min().unwrap();
    let furthest = x.iter().enumerate().max_by_key(|(i, _)| counts[*i] % 3).unwrap();
    let positive = x
        .iter()
        .find_map(|a| if *a > 0.4 { Some(a * k) } else { None })
        .unwrap();
    let largest = x.iter().map(|a| if *a > 0.0 { 3 } else { 4 }).max().unwrap_or(0);
    x[*most] * x[least] + furthest.1 * positive * f64::from(largest)
}

/// The key of each is asked for once, in their order, and counts.
#[differentiable]
fn most_often(x: &[f64], classes: &[u32], k: f64) -> f64 {
    let mut counts = HashMap::new();
    let (class, often) = classes
        .iter()
        .zip(x)
        .max_by_key(|(class, _)| {
            let count = counts.entry(**class).or_insert(0);
            *count += 1;
            *count
        })
        .unwrap();
    let (mut asked, mut sum) = (0, 0.0);
    let least = x
        .iter()
        .copied()
        .min_by_key(|v| {
            asked += 1;
            sum += v * k;
            pullback::no_diff(v * sum * 100.0) as i64
        })
        .unwrap();
    often * often * f64::from(*class) + least * sum * f64::from(asked)
}

#[test]
fn a_key_that_changes_something_is_asked_for_once() {
    let (x, classes) = ([0.3, -0.9, 1.4, 0.7], [1, 3, 5, 3]);
    assert_eq!(most_often::vjp(&x, &classes, 1.3).0, most_often(&x, &classes, 1.3));
    check_grad!(most_often(&x, &classes, 1.3)).unwrap();
}

#[differentiable]
fn left_early(x: &[f64], k: f64) -> f64 {
    let clipped = |a: f64| {
        if a > 1.0 {
            return 1.0 + 0.1 * a;
        }
        for i in 0..3 {
            if a * i as f64 > 0.7 {
                return a * k;
            }
        }
        a * a
    };
    let logarithm = |a: f64| -> Option<f64> {
        let positive = if a > 0.0 { Some(a) } else { None }?;
        Some(positive.ln() * k)
    };
    let mut sum = 0.0;
    for a in x {
        sum += clipped(*a);
        sum += logarithm(*a).unwrap_or(0.25 * k * a);
    }
    let squares: Vec<f64> = x
        .iter()
        .map(|a| {
            if *a < 0.0 {
                return *a;
            }
            a * a * k
        })
        .collect();
    sum * squares[0] + squares[1]
}

#[differentiable]
fn counted(x: &[f64], k: f64) -> f64 {
    let names = std::collections::BTreeMap::from([("one", 1_usize), ("two", 2)]);
    let mut sum = 0.0;
    for (name, mut index) in names {
        index += name.len() - 3;
        sum += x[index] * k * index as f64;
    }
    sum
}

#[differentiable]
impl Model {
    fn shifted(&self, by: f64) -> Vec<Body> {
        let mut bodies = self.bodies.clone();
        for body in &mut bodies {
            body.at[1] += by * body.mass;
        }
        bodies
    }
    fn corner(&self, k: f64) -> [f64; 2] {
        [self.bodies[0].mass * k, k]
    }
}

#[differentiable]
fn by_value(model: &Model, k: f64) -> f64 {
    let mut sum = 0.0;
    'bodies: for body in model.shifted(k) {
        for a in body.at {
            if a > 5.0 {
                continue 'bodies;
            }
            sum += a * body.mass;
        }
        if sum > 100.0 {
            break;
        }
    }
    for mut a in model.corner(k) {
        a *= sum;
        sum += a;
    }
    let kept = model.shifted(sum);
    for Body { mass, at: [x, _] } in kept {
        sum += mass * x;
    }
    for _ in 0..2 {
        for body in model.bodies.clone() {
            sum += body.mass;
        }
    }
    // What carries no derivative need not be a list.
    let count: usize = model.sizes.0;
    let mut seen = std::collections::BTreeSet::new();
    seen.insert(count - 1);
    seen.insert(count);
    for n in seen {
        sum += model.bodies[n].mass * k;
    }
    sum
}

#[differentiable]
fn within(x: &[f64], low: f64, high: f64) -> f64 {
    let (mut sum, count);
    (sum, count) = (low * high, x.len());
    let (mean, scale);
    mean = x.iter().sum::<f64>() / count as f64;
    scale = 1.0 + mean * mean;
    for (i, a) in x.iter().enumerate() {
        if (low..=high).contains(a) {
            sum += a * scale;
        } else if [2, 5].contains(&i) {
            sum *= a;
        }
    }
    sum
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Flagged {
    flags: u8,
    x: f64,
}

#[differentiable]
fn drained(x: &[f64], k: f64) -> f64 {
    let mut v = x.to_vec();
    let mut sum = 0.0;
    for a in v.drain(1..3) {
        if a > 2.0 {
            break;
        }
        sum += a * k;
    }
    let mut all: Vec<Body> = v
        .iter()
        .map(|a| Body {
            mass: a * k,
            at: [*a, k],
        })
        .collect();
    for mut body in all.drain(1..) {
        body.mass *= k;
        sum += body.mass * body.at[0];
    }
    v.shrink_to_fit();
    v.reserve(3);
    v.extend([k, k, sum, sum]);
    v.dedup();
    let scaled: Vec<f64> = v.drain(..=1).map(|a| a * a * k).collect();
    v.drain(..1);
    sum * scaled[0] + scaled[1] * v[0] * v.len() as f64 + all[0].mass
}

/// Neighbours that are nearly the same, and those of one cell.
#[differentiable]
fn thinned(x: &[f64], k: f64) -> f64 {
    let mut v: Vec<f64> = x.iter().map(|a| a * k).collect();
    v.dedup_by(|a, b| (*a - *b).abs() < 0.2);
    let mut pairs: Vec<(usize, f64)> = v.iter().enumerate().map(|(i, a)| (i / 2, a * a)).collect();
    pairs.dedup_by_key(|(cell, _)| *cell);
    let near = v.iter().rev().fold(k, |sum, a| sum * 0.5 + a.sin());
    pairs.iter().map(|(cell, a)| a * (*cell + 1) as f64).sum::<f64>() * near
}

#[test]
fn neighbours_are_thinned_out() {
    for x in [vec![0.1, 0.15, 0.5, 0.6, 1.0, 1.4, 1.45], vec![0.1, 0.7], vec![]] {
        assert_eq!(thinned::vjp(&x, 0.9).0, thinned(&x, 0.9));
        check_grad!(thinned(&x, 0.9)).unwrap();
    }
}

#[differentiable]
fn flagged(f: &mut Flagged, mask: u8, k: f64) -> f64 {
    f.flags |= mask;
    f.flags <<= 1;
    f.x *= k;
    if f.flags & 4 != 0 && !f.x.is_one() {
        return f.x * f.x.softened(k);
    }
    f.x
}

trait IsOne {
    fn is_one(&self) -> bool;
}
impl IsOne for f64 {
    fn is_one(&self) -> bool {
        *self == 1.0
    }
}

#[differentiable]
trait Softened {
    fn softened(self, by: f64) -> f64;
}
#[differentiable]
impl Softened for f64 {
    fn softened(self, by: f64) -> f64 {
        self / (1.0 + by * self * self)
    }
}

#[differentiable]
fn softly(x: f64, k: f64) -> f64 {
    x.softened(k) + (x * k).softened(x)
}

/// The area of a polygon, by a pass around it.
#[differentiable]
fn around(x: &[[f64; 2]], k: f64) -> f64 {
    let mut points = x.iter().peekable();
    let first = points.peek().unwrap()[0];
    let mut area = 0.0;
    while let Some(a) = points.next() {
        let start = &x[0];
        let b = points.peek().unwrap_or(&start);
        area += a[0] * b[1] - a[1] * b[0];
    }
    area * first * k
}

#[differentiable]
fn one_by_one(x: &[f64], k: f64) -> f64 {
    let mut values = x.iter();
    let mut largest = *values.next().unwrap() * k;
    let mut second = 0.0;
    if let Some(a) = values.next() {
        second = a * a;
    }
    for a in values {
        if *a > largest {
            largest = *a * k;
        }
    }
    let pairs = x.iter().zip(x[1..].iter());
    let sum: f64 = if k > 1.0 {
        pairs.map(|(a, b)| a * b).sum()
    } else {
        pairs.map(|(a, b)| a / b).sum()
    };
    let mut rows = x.chunks(2).enumerate();
    let mut total = 0.0;
    while let Some((i, row)) = rows.next() {
        let mut columns = row.iter().rev();
        while let Some(a) = columns.next() {
            total = total * k + a * i as f64;
        }
    }
    largest + second * sum + total
}

struct Noise;

impl Noise {
    fn sample_iter(self, state: &mut u32) -> impl Iterator<Item = f64> + '_ {
        std::iter::from_fn(move || {
            *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            Some(f64::from(*state >> 16) / 65536.0)
        })
    }
}

#[differentiable]
fn walked(model: &Model, k: f64) -> f64 {
    let mut rng = 7;
    let steps: Vec<f64> = Noise
        .sample_iter(&mut rng)
        .take(model.sizes.0)
        .map(|z| z * k.sin())
        .collect();
    let mut at = model.bodies[0].mass;
    for (i, step) in steps.iter().enumerate() {
        at += step * at * i as f64;
    }
    for z in Noise.sample_iter(&mut rng).take(3).map(|z| z * k).filter(|z| *z > 0.5) {
        at *= z;
    }
    for z in steps.iter().map(|z| z * k).filter(|z| *z < 9.0) {
        at += z;
    }
    let sum = Noise
        .sample_iter(&mut rng)
        .skip(1)
        .take(2)
        .fold(k, |sum, z| sum * z + at);
    let (low, high): (f64, f64);
    (low, high) = (sum * k, sum + at);
    low * high
}

fn convert(x: i32) -> Option<i32> {
    Some(x)
}

#[differentiable]
fn left_blocks(x: f64, k: f64) -> f64 {
    let scaled;
    {
        let half = x / f64::from(convert(2).unwrap());
        if half > 1.0 {
            return half * k;
        }
        scaled = half * half;
    }
    scaled * k
}

#[test]
fn lists_of_structs_have_the_gradients_that_differences_say() {
    check_grad!(determinant(&[
        vec![0.1, 2.0, 1.0],
        vec![1.5, 0.3, -0.7],
        vec![0.4, 1.1, 0.9]
    ]))
    .unwrap();
    check_grad!(exchanged(&mut bodies(), 1.1)).unwrap();
    check_grad!(moved_about(&[0.5, -1.5, 2.5, 0.25], 1.3, 2)).unwrap();
    check_grad!(taken(&mut model(), 1.3)).unwrap();
}

#[test]
fn boxes_have_the_gradients_that_differences_say() {
    check_grad!(through_boxes(&[0.5, -1.5, 2.5], 1.3)).unwrap();
    check_grad!(looked_at(&model(), 1.3)).unwrap();
    check_grad!(written(&mut model(), 1.3)).unwrap();
}

#[test]
fn choices_and_early_returns_have_the_gradients_that_differences_say() {
    check_grad!(chosen(&[0.5, -1.5, 2.5], &[2, 0, 1], 1.3)).unwrap();
    check_grad!(left_early(&[0.5, -1.5, 2.5], 1.3)).unwrap();
    check_grad!(by_value(&model(), 1.3)).unwrap();
    check_grad!(within(&[0.5, -1.5, 0.25, 2.5], 0.4, 2.0)).unwrap();
    check_grad!(drained(&[0.5, -1.5, 2.5, 0.25, -0.75], 1.3)).unwrap();
    check_grad!(flagged(&mut Flagged { flags: 1, x: 0.7 }, 2, 1.3)).unwrap();
    check_grad!(softly(0.7, 1.3)).unwrap();
    check_grad!(around(&[[0.5, 0.1], [1.5, 0.3], [1.2, 2.1]], 1.3)).unwrap();
    check_grad!(one_by_one(&[0.5, -1.5, 2.5, 0.25, -0.75], 1.3)).unwrap();
    check_grad!(one_by_one(&[0.5, -1.5, 2.5, 0.25, -0.75], 0.3)).unwrap();
    check_grad!(walked(&model(), 1.3)).unwrap();
    check_grad!(counted(&[0.5, -1.5, 2.5], 1.3)).unwrap();
    check_grad!(left_blocks(0.5, 1.3)).unwrap();
    check_grad!(left_blocks(2.5, 1.3)).unwrap();
}

#[differentiable]
fn logarithm(x: f64) -> Result<f64, String> {
    if x > 0.0 {
        Ok(x.ln())
    } else {
        Err("not positive".to_string())
    }
}

/// Only the struct says what its parts are collected into.
#[derive(Clone, Debug, Differentiable)]
struct Collections {
    row: pullback::ndarray::Array1<f64>,
    queue: VecDeque<f64>,
    list: Vec<f64>,
    table: Vec<Vec<f64>>,
    roots: Option<Vec<f64>>,
    #[no_diff]
    places: std::collections::BTreeSet<usize>,
}

#[differentiable]
impl Collections {
    fn new(x: &[f64], k: f64) -> Self {
        Self {
            row: x.iter().map(|v| v * k).collect(),
            queue: x.iter().copied().collect(),
            list: x.iter().filter(|v| **v > 0.0).map(|v| v.sin()).collect(),
            table: x.iter().map(|a| x.iter().map(|b| a * b).collect()).collect(),
            roots: x
                .iter()
                .map(|v| if *v > 0.0 { Some(v.sqrt()) } else { None })
                .collect::<Option<Vec<_>>>(),
            places: (0..x.len()).filter(|i| i % 2 == 0).collect(),
        }
    }
}

#[differentiable]
fn of_collections(x: &[f64], k: f64) -> f64 {
    let all = Collections::new(x, k);
    let roots: f64 = all.roots.as_ref().map_or(k, |roots| roots.iter().sum());
    all.row.sum() * all.queue[0] + all.list[1] * all.table[0][1] + roots * all.places.len() as f64
}

#[test]
fn fields_say_what_is_collected() {
    for x in [[0.3, 0.5, 0.7], [0.3, -0.5, 0.7]] {
        assert_eq!(of_collections::vjp(&x, 0.9).0, of_collections(&x, 0.9));
        check_grad!(of_collections(&x, 0.9)).unwrap();
    }
}

#[differentiable]
fn all_roots(v: &[f64]) -> Option<Vec<f64>> {
    v.iter()
        .map(|x| if *x > 0.0 { Some(x.sqrt() * 2.0) } else { None })
        .collect()
}

/// The names are also those of variables outside.
#[differentiable]
fn all_or_none(v: &[f64], items: f64) -> Result<f64, String> {
    let mut sum = 0.0;
    for k in 1..3 {
        let value = v.iter().map(|x| logarithm(*x * items)).collect::<Result<Vec<_>, _>>()?;
        let some: Option<Vec<f64>> = v
            .iter()
            .filter(|x| **x > 1.0)
            .map(|x| if *x < 50.0 { Some(x * items) } else { None })
            .collect();
        sum += value[0] * value[1] * k as f64 + some.map_or(items, |some| some[0]);
    }
    Ok(sum)
}

#[differentiable]
fn collected(v: &[f64], x: f64) -> f64 {
    let roots = all_roots(v).map_or(x, |roots| roots[1] * x);
    all_or_none(v, x).unwrap_or(x * x) * roots
}

/// An error that cannot be copied.
#[derive(Debug, PartialEq)]
struct Negative(usize);

#[differentiable]
fn logarithm_of(v: &[f64], x: f64) -> Result<f64, Negative> {
    let logarithms = v
        .iter()
        .enumerate()
        .map(|(i, v)| if *v > 0.0 { Ok(v.ln() * x) } else { Err(Negative(i)) })
        .collect::<Result<Vec<_>, _>>()?;
    let first = if x > v[0] {
        Ok(logarithms[0] * x)
    } else if x > 0.5 {
        Ok(x)
    } else {
        Err(Negative(7))
    };
    match first {
        Ok(first) if first > 1.0 => Ok(first * logarithms[1]),
        Ok(first) => Ok(first.sin()),
        Err(error) => Err(error),
    }
}

#[differentiable]
fn logarithm_or(v: &[f64], x: f64) -> f64 {
    match logarithm_of(v, x) {
        Ok(value) => value * x,
        Err(Negative(_)) => v[1] * x,
    }
}

#[test]
fn errors_that_cannot_be_copied_are_moved() {
    for (v, x) in [
        ([2.0, 3.0], 1.3),
        ([2.0, 3.0], 2.3),
        ([1.5, 3.0], 1.7),
        ([2.0, -3.0], 1.3),
        ([2.0, 3.0], 0.3),
    ] {
        assert_eq!(logarithm_of::vjp(&v, x).0, logarithm_of(&v, x));
        check_grad!(logarithm_or(&v, x)).unwrap();
    }
}

#[test]
fn all_items_or_none() {
    for v in [[2.0, 3.0], [2.0, 60.0], [-1.0, 3.0], [3.0, -1.0]] {
        check_grad!(collected(&v, 1.3)).unwrap();
        assert_eq!(all_or_none::vjp(&v, 1.3).0, all_or_none(&v, 1.3));
        assert_eq!(all_roots::vjp(&v).0, all_roots(&v));
    }
}
