//! Iterator chains, against differences and bit for bit against the chain itself.
use num_traits::Float;
use pullback::{Differentiable, check_grad, differentiable};

macro_rules! chains {
    ($($name:ident($x:ident, $w:ident) $body:block)*) => {
        $(
            #[differentiable]
            fn $name($x: &[f64], $w: &[f64]) -> f64 $body
        )*

        #[test]
        fn chains_have_the_gradients_that_differences_say() {
            for (x, w) in [
                (vec![0.5, -1.5, 2.5, 0.25, 1.0], vec![1.0, 2.0, -0.5, 3.0]),
                (vec![2.0], vec![0.5, 0.1]),
                (vec![-0.75, 0.3], vec![1.5, -2.0, 0.2]),
            ] {
                $(
                    assert_eq!($name::vjp(&x, &w).0.to_bits(), $name(&x, &w).to_bits(), stringify!($name));
                    check_grad!($name(&x, &w)).unwrap();
                )*
            }
        }
    };
}

chains! {
    dot(x, w) { x.iter().zip(w.iter()).map(|(a, b)| a * b).sum() }
    dot_of_slices(x, w) { x.iter().zip(w).map(|(a, b)| a * b).sum::<f64>() }
    squares(x, _w) { x.iter().map(|v| v * v).sum::<f64>() }
    powers(x, w) { x.iter().map(|v| v.powi(2)).sum::<f64>().sqrt() * w[0] }
    product(x, w) { x.iter().product::<f64>() + w.iter().copied().product::<f64>() }
    folded(x, w) { x.iter().fold(w[0], |acc, v| acc * 0.5 + v.sin()) }
    maximum(x, w) { x.iter().cloned().fold(f64::NEG_INFINITY, f64::max) * w[1] }
    indices(x, w) { (0..x.len()).map(|i| x[i] * i as f64 * w[0]).sum() }
    reversed(x, w) { (1..x.len()).rev().fold(w[0], |acc, i| acc * x[i] + x[i - 1]) }
    enumerated(x, w) { x.iter().enumerate().map(|(i, v)| v.powi(i as i32 + 1) * w[0]).sum() }
    filtered(x, w) { x.iter().filter(|v| **v > 0.0).map(|v| v.ln() * w[0]).sum() }
    filtered_pattern(x, w) { x.iter().filter(|&&v| v > 0.0).map(|&v| v * v * w[1]).sum() }
    filter_mapped(x, w) { x.iter().filter_map(|v| if *v > 0.28 { Some(v.sqrt() * w[0]) } else { None }).sum() }
    windows(x, w) { x.windows(2).map(|p| (p[1] - p[0]) * (p[1] - p[0])).sum::<f64>() * w[0] }
    chunks(x, w) { x.chunks(2).map(|c| c.iter().sum::<f64>().powi(2)).sum::<f64>() + w[0] }
    chunks_exact(x, w) { x.chunks_exact(2).map(|c| c[0] * c[1]).sum::<f64>() - w[0] }
    skipped(x, w) { x.iter().skip(1).zip(w.iter().take(2)).map(|(a, b)| a * b * b).sum() }
    stepped(x, w) { x.iter().step_by(2).zip(w.iter().rev()).map(|(a, b)| a * b).sum() }
    collected(x, w) {
        let scaled: Vec<f64> = x.iter().map(|v| v * w[0]).collect();
        let doubled = scaled.iter().map(|v| v * 2.0).collect::<Vec<_>>();
        let mut sum = 0.0;
        for (a, b) in scaled.iter().zip(&doubled) {
            sum += a * b;
        }
        sum
    }
    effects(x, w) {
        let mut total = w[0];
        x.iter().for_each(|v| total += v * total);
        total
    }
    written(x, w) {
        let mut v = x.to_vec();
        v.iter_mut().for_each(|a| *a *= w[0]);
        for (a, b) in v.iter_mut().zip(w.iter()) {
            *a += b * b;
        }
        v.iter().map(|a| a * a).sum()
    }
    captured(x, w) {
        let mean = x.iter().sum::<f64>() / x.len() as f64;
        x.iter().map(|v| (v - mean).powi(2)).sum::<f64>() * w[0]
    }
    nested(x, w) { x.iter().map(|a| w.iter().map(|b| (a * b).sin()).sum::<f64>()).sum() }
    flattened(x, w) { x.iter().flat_map(|a| w.iter().map(move |b| a * b * b)).sum() }
    flattened_after_statements(x, w) {
        x.iter().flat_map(|a| {
            let square = a * a;
            let start = usize::from(square > 1.1);
            (start..w.len()).flat_map(move |i| {
                (0..2).map(move |k| square * w[i] * a + k as f64 * w[i])
            })
        }).sum()
    }
    any_and_all(x, w) {
        if x.iter().any(|v| *v > 2.2) && w.iter().all(|v| *v > -1.0) { x[0] * w[0] } else { x[0] - w[0] }
    }
    counted(x, w) { x.iter().filter(|v| **v > 0.0).count() as f64 * w[0] * x[0] }
    take_while(x, w) { x.iter().take_while(|v| **v > -1.0).map(|v| v * w[0]).sum() }
    chained_after_a_filter(x, w) { x.iter().filter(|v| **v > 0.28).chain(w.iter()).map(|v| v * v).sum() }
    chained_with_a_filter(x, w) {
        let scaled = x.iter().map(|v| v * w[0]).chain(w.iter().filter(|v| **v < 1.7).copied());
        scaled.enumerate().map(|(i, v)| v.powi(2) * i as f64).sum()
    }
    chained_three_times(x, w) {
        let mut sum = w[0];
        for v in x.iter().skip_while(|v| **v < 0.4).chain(w).filter(|v| **v > -1.0).chain(&x[..1]).take(5) {
            if *v > 2.6 { break; }
            sum = sum * 0.5 + v * v * sum;
        }
        sum
    }
    zipped_by_function(x, w) {
        std::iter::zip(x, w).fold(0.0, |s, (a, b)| s + a * b) + std::iter::zip(x.iter().skip(1), w.iter()).map(|(a, b)| (a - b).powi(2)).sum::<f64>()
    }
    loops(x, w) {
        let mut sum = 0.0;
        for (i, (a, b)) in x.iter().zip(w.iter()).enumerate().skip(1) {
            if i == 3 { break; }
            sum += a * b * i as f64;
        }
        sum
    }
}

#[differentiable]
fn closures(x: &[f64], k: f64) -> f64 {
    let scaled = |v: f64| v * k + x[0];
    let mut shift = k;
    let frozen = move |v: f64| v * shift;
    shift = 10.0;
    let both = |a: f64, b: f64| scaled(a) * frozen(b) + shift;
    let k = 2.0;
    let names = ["a", "bcd"];
    let long = names.iter().filter(|s| s.len() > 2).count();
    x.iter().map(|v| scaled(*v)).sum::<f64>() + both(x[0], x[1]) * k * long as f64
}

#[differentiable]
fn unhinted<T: Float + std::iter::Sum>(x: &[T], k: T) -> T {
    let mean = x.iter().map(|&v| v * k).sum();
    let f = |v: T| (v - mean).powi(2);
    x.iter().map(|v| f(*v)).sum()
}

#[test]
fn closures_bound_to_names() {
    check_grad!(closures(&[0.5, -1.5, 2.0], 1.3)).unwrap();
    check_grad!(unhinted(&[0.5, -1.5, 2.0], 1.3)).unwrap();
    assert_eq!(
        closures::vjp(&[0.5, -1.5, 2.0], 1.3).0,
        closures(&[0.5, -1.5, 2.0], 1.3)
    );
}

#[differentiable]
fn generic<T: Float>(x: &[T], k: T) -> T {
    x.iter().map(|v| *v * *v).fold(T::zero(), |a, b| a + b).sqrt() * k
}

#[test]
fn generic_chains() {
    check_grad!(generic(&[1.0, 2.0], 3.0)).unwrap();
    check_grad!(generic(&[1.0f32, 2.0], 3.0)).unwrap();
}

/// Items that are constants, or variables from outside: what the closure gives needs a place of its own.
#[differentiable]
fn reduced_constants(x: f64, k: f64) -> f64 {
    let outside = x * k;
    let mut carried = k;
    let constants = (0..3).map(|_| 1.75).reduce(|_, item| item * x).unwrap_or(k);
    let outer = (0..3)
        .map(|_| outside)
        .reduce(|so_far, item| so_far * x + item)
        .unwrap();
    for _ in 0..2 {
        carried = (0..2)
            .map(|_| carried)
            .reduce(|so_far, item| so_far * x - item)
            .unwrap();
    }
    constants * outer + carried
}

#[test]
fn what_is_reduced_may_be_constant() {
    check_grad!(reduced_constants(0.7, 0.6)).unwrap();
    let (value, _) = reduced_constants::value_and_grad(0.7, 0.6);
    assert_eq!(value.to_bits(), reduced_constants(0.7, 0.6).to_bits());
}

#[differentiable]
trait Operator {
    fn rows(&self) -> usize;
    fn diagonal(&self, k: usize) -> f64;
    fn line(&self, k: usize) -> Vec<f64>;
}

#[derive(Clone, Debug, Differentiable)]
struct Banded {
    values: Vec<f64>,
}

#[differentiable]
impl Operator for Banded {
    fn rows(&self) -> usize {
        self.values.len()
    }

    fn diagonal(&self, k: usize) -> f64 {
        self.values[k] * 2.0
    }

    fn line(&self, k: usize) -> Vec<f64> {
        self.values.iter().map(|v| v * self.values[k]).collect()
    }
}

/// The methods of a parameter's type are those of its traits, whatever std and ndarray call theirs.
#[differentiable]
fn traced<A: Operator>(a: &A, x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for k in 0..a.rows() {
        let line = a.line(k);
        sum += a.diagonal(k) * x[k] + line.iter().sum::<f64>();
    }
    sum
}

#[differentiable]
fn outputs(x: &[f64], k: f64) -> Vec<f64> {
    x.iter().map(|v| v * k).collect()
}

/// What a filter is given is lent, and so are the parts of it.
#[differentiable]
fn filtered_pairs(x: &[f64], k: f64) -> f64 {
    let above: f64 = x
        .iter()
        .zip(outputs(x, k))
        .filter(|(a, b)| *b > 0.1 && *b < **a * 2.0)
        .map(|(a, b)| a * b)
        .sum();
    let below = outputs(x, k)
        .into_iter()
        .enumerate()
        .skip_while(|(i, b)| *i < 1 || *b > 0.5)
        .map(|(_, b)| b * b);
    above + below.sum::<f64>()
}

#[test]
fn parts_of_what_a_filter_looks_at_are_references() {
    check_grad!(filtered_pairs(&[0.7, -0.4, 1.3, 0.2], 0.8)).unwrap();
    let banded = Banded {
        values: vec![0.7, -0.4, 1.3],
    };
    check_grad!(traced(&banded, &[0.5, 0.9, -0.2])).unwrap();
}
