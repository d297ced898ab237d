//! Pullbacks that run again: each seed gives what it would give alone, and the function runs once.

use pullback::{Differentiable, check_grad, differentiable};
use std::cell::Cell;

thread_local! {
    static RUNS: Cell<usize> = const { Cell::new(0) };
}

fn count() {
    RUNS.set(RUNS.get() + 1);
}

#[differentiable]
fn polar(x: f64, y: f64) -> (f64, f64) {
    (x.hypot(y), y.atan2(x))
}

/// Branches in branches, whose ways are recorded with numbers.
#[differentiable]
fn branches(x: &[f64; 3], flip: bool) -> [f64; 2] {
    count();
    let mut sum = x[1];
    if x[0] > x[1] {
        sum += x[0] * x[2];
        if flip {
            sum = sum.exp();
        }
    }
    let scale = if sum > 1.0 { x[2].exp() } else { x[1] * x[2] };
    [sum * scale, scale]
}

/// What the loops overwrite is of a length that is known.
#[differentiable]
fn overwritten(x: &[f64], k: f64) -> [f64; 3] {
    count();
    let mut u = [1.0; 3];
    for step in 0..4 {
        for i in 0..3 {
            u[i] = u[i] * x[i] + k * u[(i + 1) % 3].sin();
        }
        if step % 2 == 0 {
            u.swap(0, 2);
        }
    }
    u
}

#[differentiable]
fn neighbours(x: &[f64]) -> Vec<f64> {
    count();
    x.windows(2).map(|pair| pair[0] * pair[1]).collect()
}

/// It saves its arguments alone, whatever its calls and loops would save.
#[differentiable(checkpoint)]
fn from_a_checkpoint(x: &[f64], k: f64, n: usize) -> [f64; 2] {
    let mut s = k;
    for i in 0..n {
        s = (s * x[i]).sin() + k;
    }
    let (r, angle) = polar(s, k);
    [r, angle * s]
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Rotation {
    sine: f64,
    cosine: f64,
}

#[differentiable]
impl Rotation {
    fn turn(&self, p: &[f64; 2]) -> [f64; 2] {
        let (sine, cosine): (f64, f64) = (self.sine, self.cosine);
        [cosine * p[0] - sine * p[1], sine * p[0] + cosine * p[1]]
    }
}

/// A pullback at all seeds of one, forwards and backwards, against pullbacks that run once: equal to the last bit.
macro_rules! assert_repeats {
    ($f:ident($($argument:expr),*), $seeds:expr) => {{
        check_grad!($f($($argument),*)).unwrap();
        RUNS.set(0);
        let (value, pullback) = $f::vjp($($argument),*);
        let seeds = $seeds;
        let rows: Vec<_> = seeds.iter().chain(seeds.iter().rev()).map(|seed| pullback(seed.clone())).collect();
        assert!(RUNS.get() <= 1, "it ran {} times", RUNS.get());
        assert_eq!(value, $f($($argument),*));
        for (row, seed) in rows.iter().zip(seeds.iter().chain(seeds.iter().rev())) {
            assert_eq!(*row, $f::vjp_once($($argument),*).1(seed.clone()));
        }
    }};
}

#[test]
fn a_pullback_that_saves_numbers_runs_again() {
    let two = [[1.0, 0.0], [0.0, 1.0], [0.5, -2.0]];
    assert_repeats!(polar(3.0, 4.0), [(1.0, 0.0), (0.0, 1.0), (0.3, 0.2)]);
    for x in [[0.5, 0.7, 0.1], [2.0, 0.7, 0.9]] {
        assert_repeats!(branches(&x, true), two);
        assert_repeats!(branches(&x, false), two);
    }
    assert_repeats!(
        overwritten(&[0.5, 1.5, -0.7], 0.3),
        [[1.0, 0.0, 0.0], [0.0, 1.0, 2.0], [0.0, 0.0, 1.0]]
    );
    assert_repeats!(neighbours(&[1.0, 2.0, 3.0]), [vec![1.0, 0.0], vec![0.0, 1.0]]);
    assert_repeats!(from_a_checkpoint(&[0.5, 1.5, -0.7], 0.3, 3), two);
}

#[test]
fn the_rows_of_a_jacobian_are_of_one_run() {
    RUNS.set(0);
    let (value, rows) = overwritten::value_and_jacobian(&[0.5, 1.5, -0.7], 0.3);
    assert_eq!(RUNS.get(), 1);
    assert_eq!(value, overwritten(&[0.5, 1.5, -0.7], 0.3));
    for (output, row) in rows.into_iter().enumerate() {
        let seed = std::array::from_fn(|i| if i == output { 1.0 } else { 0.0 });
        assert_eq!(row, overwritten::vjp_once(&[0.5, 1.5, -0.7], 0.3).1(seed));
    }
    RUNS.set(0);
    neighbours::jacobian(&[1.0, 2.0, 3.0]);
    assert_eq!(RUNS.get(), 1);
}

#[test]
fn a_method_has_a_pullback_that_runs_again() {
    let rotation = Rotation {
        sine: 0.5,
        cosine: 0.75,
    };
    let (value, pullback) = rotation.turn_vjp(&[1.0, 2.0]);
    assert_eq!(value, rotation.turn(&[1.0, 2.0]));
    let (first, second) = (pullback([1.0, 0.0]), pullback([0.0, 1.0]));
    assert_eq!(first.1, [0.75, -0.5]);
    assert_eq!(second.1, [0.5, 0.75]);
    assert_eq!(pullback([1.0, 0.0]), first);
    assert_eq!(rotation.turn_vjp_once(&[1.0, 2.0]).1([0.0, 1.0]), second);
}

#[differentiable]
fn scaled_in_place(u: &mut [f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for v in u.iter_mut() {
        *v *= k;
        sum += *v;
    }
    sum
}

#[test]
fn any_pullback_runs_once() {
    let (mut u, mut u_bar) = ([1.0, 2.0], [0.0, 1.0]);
    let (value, pullback) = scaled_in_place::vjp_once(&mut u, 3.0);
    assert_eq!((value, pullback(1.0, &mut u_bar)), (9.0, 5.0));
    assert_eq!((u, u_bar), ([3.0, 6.0], [3.0, 6.0]));
}
