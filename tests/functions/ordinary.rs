//! Ordinary code with nothing in it that would not be supported: value bit for bit, gradient against central differences.
#![allow(clippy::items_after_statements, dropping_copy_types)]
use pullback::{Differentiable, differentiable};
use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};
use std::iter::{from_fn, successors};

const X: [f64; 6] = [0.7, 1.3, 0.4, 2.1, 0.9, 1.6];
const K: [f64; 3] = [1.0, 2.0, 3.0];
static NODES: &[(f64, f64)] = &[(0.1, 0.5), (0.7, 0.5)];

fn check(f: impl Fn(&[f64]) -> f64, derivative: impl Fn(&[f64]) -> (f64, Vec<f64>)) {
    let (value, gradient) = derivative(&X);
    assert_eq!(value.to_bits(), f(&X).to_bits());
    for (i, slope) in gradient.iter().enumerate() {
        let moved = |by: f64| {
            let mut x = X;
            x[i] += by;
            f(&x)
        };
        let difference = (moved(1e-6) - moved(-1e-6)) / 2e-6;
        assert!(
            (slope - difference).abs() < 1e-7 * (1.0 + difference.abs()),
            "component {i}: {slope} is not {difference}"
        );
    }
}

macro_rules! is_right {
    ($($name:ident)*) => { $(
        #[test]
        fn $name() {
            super::check(super::$name, super::$name::value_and_grad);
        }
    )* };
}

/// References to numbers without derivative as operands.
#[differentiable]
fn constants_by_iterator(x: &[f64]) -> f64 {
    let mut a = 0.0;
    for c in K.iter() {
        a += c / x[0];
    }
    a
}
#[differentiable]
fn constants_by_reference(x: &[f64]) -> f64 {
    let mut a = 0.0;
    for c in &K {
        a += c * x[0] - *c + c.powi(2) * x[1];
    }
    a
}
#[differentiable]
fn nodes_of_a_static(x: &[f64]) -> f64 {
    let mut a = 0.0;
    for (p, w) in NODES {
        a += w * (p - x[1]).powi(2);
    }
    a
}
#[differentiable]
fn first_of_a_constant(x: &[f64]) -> f64 {
    K.first().unwrap() * x[2]
}
#[differentiable]
fn bound_references(x: &[f64]) -> f64 {
    let k = K.first().unwrap();
    let l = K.last().unwrap();
    x[2].powi(2) * k - l / x[1]
}
#[differentiable]
fn weighted(x: &[f64], #[no_diff] w: &[f64]) -> f64 {
    let mut a = 0.0;
    for (i, c) in w.iter().skip(1).enumerate() {
        a += c * x[i];
    }
    a
}
#[differentiable]
fn zipped_weights(x: &[f64], #[no_diff] w: &[f64]) -> f64 {
    let mut a = 0.0;
    for (c, v) in w.iter().zip(x.iter()) {
        a += c * v;
    }
    a + x.iter().zip(w.iter().skip(1)).map(|(v, c)| v * c).sum::<f64>()
}
#[differentiable]
fn weight_that_is_there(x: &[f64], #[no_diff] w: &[f64]) -> f64 {
    if let Some(c) = w.get(1) { c * x[0] } else { x[1] }
}
#[differentiable]
fn largest_weight(x: &[f64], #[no_diff] w: &[f64]) -> f64 {
    let m = w.iter().max_by(|a, b| a.total_cmp(b)).unwrap();
    m * x[0] + x[1] / m
}
#[differentiable]
fn weights_by_key(x: &[f64], #[no_diff] w: &BTreeMap<u32, f64>) -> f64 {
    let mut s = 0.0;
    for (k, v) in w {
        s += v * x[*k as usize];
    }
    for v in w.values() {
        s += v / x[0];
    }
    s + w[&1] * x[1] + w.get(&1).unwrap() * x[2]
}

#[test]
fn weights_are_read_through_their_references() {
    check(|x| weighted(x, &K), |x| weighted::value_and_grad(x, &K));
    check(|x| zipped_weights(x, &K), |x| zipped_weights::value_and_grad(x, &K));
    check(
        |x| weight_that_is_there(x, &K),
        |x| weight_that_is_there::value_and_grad(x, &K),
    );
    check(|x| largest_weight(x, &K), |x| largest_weight::value_and_grad(x, &K));
    let keyed = BTreeMap::from([(1, 2.0), (3, 4.0)]);
    check(
        |x| weights_by_key(x, &keyed),
        |x| weights_by_key::value_and_grad(x, &keyed),
    );
}

#[differentiable]
fn logarithms(x: &[f64]) -> f64 {
    x[0].log(10.0) + f64::log(x[1], 2.0) + x[2].log(x[3])
}
#[differentiable]
fn dropped(x: &[f64]) -> f64 {
    let v = x.to_vec();
    let y = v[0] * v[1];
    drop(v);
    y
}
#[differentiable]
fn dropped_in_a_loop(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for a in x {
        let v = vec![*a, s];
        s = (v[0] * v[1]).sin();
        std::mem::drop(v);
    }
    s
}

#[derive(Clone, Copy)]
enum Kind {
    Plain,
    Double,
}
#[differentiable]
fn enum_cast(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for k in [Kind::Plain, Kind::Double] {
        s += x[k as usize] * (k as usize as f64 + 1.0);
    }
    s
}
#[differentiable]
fn enum_of_a_parameter(x: &[f64], #[no_diff] k: Kind) -> f64 {
    x[k as usize] * x[Kind::Plain as usize]
}

#[test]
fn a_parameter_is_cast() {
    check(
        |x| enum_of_a_parameter(x, Kind::Double),
        |x| enum_of_a_parameter::value_and_grad(x, Kind::Double),
    );
}

#[derive(Clone, Differentiable)]
struct Table {
    v: Vec<f64>,
}
#[differentiable]
impl Table {
    fn get(&self, k: f64) -> f64 {
        self.v[0] * k
    }
    fn map(&self, k: f64) -> f64 {
        self.v[1] * k
    }
}
#[differentiable]
fn own_methods_of_known_names(x: &[f64]) -> f64 {
    let t = Table { v: x.to_vec() };
    let a = {
        let s = x[2];
        t.get(s)
    };
    a + t.map(x[3]) + t.map(2.0)
}

thread_local!(static COUNT: Cell<u32> = const { Cell::new(0) });
#[differentiable]
fn counted(x: &[f64]) -> f64 {
    COUNT.with(|c| c.set(c.get() + 1));
    x[0] * x[1]
}

#[test]
fn it_counts_once() {
    COUNT.set(0);
    counted::grad(&X);
    assert_eq!(COUNT.get(), 1);
}

type Real = f64;
#[differentiable]
fn float_under_another_name(x: &[f64]) -> f64 {
    let t: Real = x[0] * 2.0;
    Real::from(1.5f32) * t * (3 as Real) + Real::sin(x[1] as Real) + Real::EPSILON
}

#[differentiable]
fn closure_with_a_state(x: &[f64]) -> f64 {
    let mut state = 12345u64;
    let mut draw = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
        (state >> 40) as f64 / (1u64 << 24) as f64
    };
    let mut s = 0.0;
    for a in x {
        s += a * draw();
    }
    s
}
#[differentiable]
fn closure_that_counts(x: &[f64]) -> f64 {
    let mut k = 0;
    let mut next = || {
        k += 1;
        k
    };
    let mut s = 0.0;
    for a in x {
        s += a.powi(next()) / next() as f64;
    }
    s * k as f64
}

#[differentiable]
fn first_and_rest_written(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    if let Some((a, rest)) = v.split_first_mut() {
        *a *= rest[0];
        rest[1] += *a;
    }
    v[0] * v[2]
}
#[differentiable]
fn last_and_rest_written(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let (a, rest) = v.split_last_mut().unwrap();
    *a *= rest[0];
    v[5] * v[2]
}
#[differentiable]
fn sum_of_both(a: &mut f64, b: &mut f64) -> f64 {
    *a += *b * 2.0;
    *a * *b
}
#[differentiable]
fn parts_lent_at_once(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let (first, rest) = v.split_first_mut().unwrap();
    let mut s = 0.0;
    for b in rest.iter_mut() {
        s += sum_of_both(first, b);
    }
    if let Some((last, rest)) = v.split_last_mut() {
        s *= sum_of_both(&mut rest[1], last);
    }
    s * v[0] + v[3]
}
#[differentiable]
fn imported_under_other_names(x: &[f64]) -> f64 {
    use std::iter::repeat_with;
    use std::mem::{replace as put, swap as exchange};
    let (mut a, mut b) = (x[0], x[1] * 2.0);
    exchange(&mut a, &mut b);
    let old = put(&mut a, x[2]);
    let mut k = x[3];
    let draws = repeat_with(|| {
        k *= x[4];
        k
    });
    a * old + b + draws.take(3).sum::<f64>()
}
#[differentiable]
fn imported_iterators(x: &[f64]) -> f64 {
    let mut i = 0;
    let pairs: Vec<f64> = from_fn(|| {
        i += 1;
        (i < 4).then(|| x[i] * x[i - 1])
    })
    .collect();
    let doubled: f64 = successors(Some(x[0]), |a| (*a < 4.0).then_some(a * 2.0)).sum();
    pairs.iter().sum::<f64>() * doubled
}
#[differentiable]
fn ends_of_a_queue(x: &[f64]) -> f64 {
    let mut queue = VecDeque::new();
    for a in x {
        queue.push_back(a * a);
        if queue.len() > 3 {
            queue.pop_front();
        }
    }
    let first = queue.front().copied().unwrap_or(0.0);
    if let Some(last) = queue.back_mut() {
        *last *= first;
    }
    *queue.back().unwrap() + queue.front().map_or(1.0, |a| a * first)
}
#[differentiable]
fn cloned_from_another(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let pair = vec![x[1], x[2] * x[0]];
    v.clone_from(&pair);
    v[0] *= v[1];
    v.len() as f64 * v[0] + pair[0]
}
#[differentiable]
fn chunks_from_the_end(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for c in x.rchunks(4) {
        s = s * 0.5 + c[0] * c[1];
    }
    s + x.rchunks_exact(4).map(|c| c[3] * c[0]).sum::<f64>()
}
#[differentiable]
fn chunks_from_the_end_written(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    for (k, c) in v.rchunks_mut(4).enumerate() {
        c[0] *= c[1] * (k + 1) as f64;
    }
    v[0] * v[2]
}
#[differentiable]
fn chunks_from_the_end_reversed(x: &[f64]) -> f64 {
    let mut s = 1.0;
    for c in x.rchunks(5).rev() {
        s = s * 0.5 + c[0] * c.len() as f64;
    }
    s
}
#[differentiable]
fn copied_within(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.copy_within(0..2, 1);
    v.copy_within(3.., x.len() - 3);
    v[0] * v[1] * v[2] * v[3]
}
#[allow(clippy::unnecessary_literal_unwrap)] // As it is written.
#[differentiable]
fn option_and(x: &[f64]) -> f64 {
    let a = Some(x[0]);
    let d = a.and(Some(x[1]));
    let none: Option<f64> = None;
    a.unwrap() * d.unwrap() + none.and(Some(x[2])).unwrap_or(x[3])
}
#[differentiable]
fn array_of_a_slice(x: &[f64]) -> f64 {
    let a: [f64; 3] = x[1..4].try_into().unwrap();
    let b: Result<[f64; 2], _> = x.try_into();
    a[0] * a[1] * a[2] + b.map_or(x[5], |b| b[0])
}
#[differentiable]
fn made_by_a_named_function(x: &[f64]) -> f64 {
    let few = if x[0] > 5.0 { Some(x.to_vec()) } else { None };
    let v = few.unwrap_or_else(Vec::new);
    v.len() as f64 * x[1] + x[0]
}
#[differentiable]
fn keyed_by_texts(x: &[f64]) -> f64 {
    let mut m: BTreeMap<&str, f64> = BTreeMap::new();
    m.insert("a", x[0]);
    m.insert("b", x[1] * x[2]);
    let mut s = 0.0;
    for (k, v) in &m {
        s += v * v * k.len() as f64;
    }
    m["a"] * m["b"] + s
}

#[derive(Clone, Differentiable)]
struct Tagged {
    name: String,
    w: f64,
}
#[differentiable]
fn text_in_a_field(x: &[f64]) -> f64 {
    let text = String::from("e");
    let mut t = Tagged {
        name: String::new(),
        w: x[0],
    };
    for a in x {
        t.name.push_str("abc");
        t.name.push('d');
        t.name += "d";
        t.name += &text;
        t.w *= a;
    }
    t.w * t.name.len() as f64
}

/// Cells of a grid, whose type and methods are called like std's, and whose trait has a type called like that of the derivatives.
mod grid {
    use pullback::{Differentiable, differentiable};

    #[derive(Clone, Differentiable)]
    pub struct Cell<T> {
        pub density: T,
    }

    #[differentiable]
    impl Cell<f64> {
        fn set(&mut self, density: f64) {
            self.density = density;
        }
        fn get(&self) -> f64 {
            self.density * self.density
        }
    }

    pub trait Space {
        type Cotangent;
    }

    impl Space for Cell<f64> {
        type Cotangent = f64;
    }

    #[differentiable]
    pub fn squared(cell: &Cell<f64>) -> f64 {
        cell.get()
    }

    #[differentiable]
    pub fn moved(cell: &Cell<f64>, to: f64) -> f64 {
        let mut moved: Cell<f64> = cell.clone();
        moved.set(squared(cell) * to);
        moved.get()
    }

    #[differentiable]
    pub fn in_the_dual(cell: &Cell<f64>, dual: <Cell<f64> as Space>::Cotangent) -> f64 {
        cell.density * dual * dual
    }
}
#[differentiable]
fn own_cell(x: &[f64]) -> f64 {
    let cell = grid::Cell { density: x[0] };
    grid::moved(&cell, x[1]) * grid::in_the_dual(&cell, x[2])
}

/// Types of the user's own that are called like std's.
mod mine {
    #[derive(Clone, pullback::Differentiable)]
    pub enum Result {
        Ok(f64),
        Err(f64),
    }
    #[derive(Clone, pullback::Differentiable)]
    pub enum Option {
        Some(f64),
        None,
    }
}
#[differentiable]
fn own_result(x: &[f64]) -> f64 {
    let m = mine::Result::Err(x[0] * 2.0);
    let a = match &m {
        mine::Result::Ok(a) => *a,
        mine::Result::Err(e) => e * e,
    };
    if let mine::Result::Err(e) = m { e * a } else { x[1] }
}
#[differentiable]
fn own_option(x: &[f64]) -> f64 {
    let (m, none) = (mine::Option::Some(x[0] * 2.0), mine::Option::None);
    let a = match m {
        mine::Option::Some(a) => a * x[2],
        mine::Option::None => x[1],
    };
    if let mine::Option::Some(_) = none { a } else { a * x[3] }
}
#[differentiable]
fn std_behind_its_path(x: &[f64]) -> f64 {
    let m: Option<f64> = std::option::Option::Some(x[0] * 2.0);
    match m {
        std::option::Option::Some(a) => a * x[2],
        Option::None => x[1],
    }
}

mod are {
    is_right! {
        constants_by_iterator constants_by_reference nodes_of_a_static first_of_a_constant bound_references logarithms dropped
        dropped_in_a_loop enum_cast own_methods_of_known_names counted float_under_another_name closure_with_a_state
        closure_that_counts first_and_rest_written last_and_rest_written parts_lent_at_once imported_under_other_names imported_iterators
        ends_of_a_queue cloned_from_another chunks_from_the_end chunks_from_the_end_written
        chunks_from_the_end_reversed copied_within option_and array_of_a_slice made_by_a_named_function keyed_by_texts
        text_in_a_field own_cell own_result own_option std_behind_its_path
    }
}

/// Numbers around a ring, whose counts have methods under the names of floats'.
#[derive(Clone, Debug, Differentiable)]
struct Ring {
    values: Vec<f64>,
    start: usize,
    turns: i64,
}

#[differentiable]
impl Ring {
    fn at(&self, k: usize) -> f64 {
        let i = (self.start + k).rem_euclid(self.values.len());
        self.values[i] * self.start.rem_euclid(3) as f64
    }
}

#[differentiable]
fn around(ring: &Ring, x: f64) -> f64 {
    let mut s = 0.0;
    for k in 0..7 {
        let sign = ring.turns.rem_euclid(2) as f64;
        s += ring.at(k) * x.rem_euclid(1.5) + sign * ring.values[ring.start.clamp(0, 1)];
    }
    s
}

#[test]
fn integers_in_fields_have_methods_named_like_those_of_floats() {
    let ring = Ring {
        values: vec![1.0, 2.0, 3.0],
        start: 2,
        turns: -3,
    };
    pullback::check_grad!(around(&ring, 0.7)).unwrap();
}

/// Texts with several arms, of which the way back has none.
#[derive(Clone, Differentiable)]
struct Named {
    #[no_diff]
    kind: String,
    scale: f64,
}

#[differentiable]
fn of_a_field(named: &Named, x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        s += match named.kind.as_str() {
            "square" => v * v,
            "linear" | "scaled" => named.scale * v,
            _ => x[2],
        };
    }
    s
}

#[differentiable]
fn of_a_text_that_grows(x: &[f64]) -> f64 {
    let mut name = String::from("a");
    let mut s = 0.0;
    for v in x {
        name.push_str(if *v > 1.0 { "b" } else { "c" });
        s += match name.as_str() {
            "ac" => v * v,
            "acb" => v.sin(),
            n if n.len() == 4 => s * v,
            _ => 2.0 * v,
        };
    }
    s
}

#[test]
fn texts_are_matched_in_loops() {
    for kind in ["square", "scaled", "other"] {
        let named = Named {
            kind: kind.to_string(),
            scale: 1.7,
        };
        check(
            |x| of_a_field(&named, x),
            |x| {
                let (value, (_, gradient)) = of_a_field::value_and_grad(&named, x);
                (value, gradient)
            },
        );
    }
    check(of_a_text_that_grows, of_a_text_that_grows::value_and_grad);
}
