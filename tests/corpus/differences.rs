//! The independent truth: central differences, computed here and not by pullback.
//!
//! A function is seen as one from a tuple of arguments to the numbers that it returns or leaves in `&mut` arguments.
//! Weights on those numbers make it one number, whose gradient every entry point must return.

use pullback::ndarray::{Array, Dimension};
use std::fmt::Debug;

/// A value that is a tree of numbers, read and replaced in a fixed order.
pub trait Components: Clone + Debug {
    /// The relative error that rounding in this type explains.
    const TOLERANCE: f64;
    fn components(&self) -> Vec<f64>;
    fn replace(&mut self, from: &mut dyn Iterator<Item = f64>);
}

macro_rules! scalar {
    ($($scalar:ident $tolerance:literal)*) => { $(
        impl Components for $scalar {
            const TOLERANCE: f64 = $tolerance;
            fn components(&self) -> Vec<f64> {
                vec![f64::from(*self)]
            }
            fn replace(&mut self, from: &mut dyn Iterator<Item = f64>) {
                *self = from.next().expect("as many numbers as components") as $scalar;
            }
        }
    )* };
}
scalar! { f64 2e-8 f32 3e-4 }

impl<T: Components> Components for Vec<T> {
    const TOLERANCE: f64 = T::TOLERANCE;
    fn components(&self) -> Vec<f64> {
        self.iter().flat_map(T::components).collect()
    }
    fn replace(&mut self, from: &mut dyn Iterator<Item = f64>) {
        self.iter_mut().for_each(|x| x.replace(from));
    }
}

impl<T: Components, const N: usize> Components for [T; N] {
    const TOLERANCE: f64 = T::TOLERANCE;
    fn components(&self) -> Vec<f64> {
        self.iter().flat_map(T::components).collect()
    }
    fn replace(&mut self, from: &mut dyn Iterator<Item = f64>) {
        self.iter_mut().for_each(|x| x.replace(from));
    }
}

impl<T: Components> Components for Option<T> {
    const TOLERANCE: f64 = T::TOLERANCE;
    fn components(&self) -> Vec<f64> {
        self.iter().flat_map(T::components).collect()
    }
    fn replace(&mut self, from: &mut dyn Iterator<Item = f64>) {
        self.iter_mut().for_each(|x| x.replace(from));
    }
}

impl<T: Components, D: Dimension> Components for Array<T, D> {
    const TOLERANCE: f64 = T::TOLERANCE;
    fn components(&self) -> Vec<f64> {
        self.iter().flat_map(T::components).collect()
    }
    fn replace(&mut self, from: &mut dyn Iterator<Item = f64>) {
        self.iter_mut().for_each(|x| x.replace(from));
    }
}

macro_rules! tuple {
    ($($($part:ident)*;)*) => { $(
        #[allow(non_snake_case, unused_variables)]
        impl<$($part: Components),*> Components for ($($part,)*) {
            const TOLERANCE: f64 = {
                let coarsest = 0.0;
                $(let coarsest = if $part::TOLERANCE > coarsest { $part::TOLERANCE } else { coarsest };)*
                coarsest
            };
            fn components(&self) -> Vec<f64> {
                let ($($part,)*) = self;
                let parts: &[Vec<f64>] = &[$($part.components()),*];
                parts.concat()
            }
            fn replace(&mut self, from: &mut dyn Iterator<Item = f64>) {
                let ($($part,)*) = self;
                $($part.replace(from);)*
            }
        }
    )* };
}
tuple! { ; A; A B; A B C; A B C D; A B C D E; }

/// A value of the shape of `like` with these numbers in it.
pub fn shaped<T: Components>(like: &T, numbers: &[f64]) -> T {
    let mut value = like.clone();
    value.replace(&mut numbers.iter().copied());
    value
}

/// A zero cotangent.
pub fn zero<T: Components>(like: &T) -> T {
    shaped(like, &vec![0.0; like.components().len()])
}

/// A cotangent of which no two neighbours are alike.
pub fn uneven<T: Components>(like: &T) -> T {
    let numbers: Vec<f64> = (0..like.components().len()).map(uneven_number).collect();
    shaped(like, &numbers)
}

fn uneven_number(i: usize) -> f64 {
    let size = 0.5 + 0.25 * i as f64;
    if i % 3 == 1 { -size } else { size }
}

/// The gradient of `f` by central differences of fourth order.
pub fn differences<A: Components>(f: &dyn Fn(A) -> f64, at: &A) -> Vec<f64> {
    let centre = at.components();
    let along = |i: usize, step: f64| {
        let mut moved = centre.clone();
        moved[i] += step;
        f(shaped(at, &moved))
    };
    (0..centre.len())
        .map(|i| {
            let h = 1e-3 * centre[i].abs().max(0.1);
            let inner = along(i, h) - along(i, -h);
            let outer = along(i, 2.0 * h) - along(i, -2.0 * h);
            (8.0 * inner - outer) / (12.0 * h)
        })
        .collect()
}

/// Fails unless every component agrees within the tolerance, relative where the component is large.
pub fn assert_close(name: &str, got: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(got.len(), expected.len(), "{name}: the gradient has another shape");
    for (i, (&got_i, &expected_i)) in got.iter().zip(expected).enumerate() {
        let close = (got_i - expected_i).abs() <= tolerance * (1.0 + expected_i.abs());
        assert!(
            close,
            "{name}: component {i} is {got_i:e}, differences say {expected_i:e}\n  got      {got:?}\n  expected {expected:?}"
        );
    }
}

/// Fails unless the numbers are the same to the last bit.
pub fn assert_identical(name: &str, got: &[f64], expected: &[f64]) {
    let bits = |numbers: &[f64]| numbers.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
    assert_eq!(
        bits(got),
        bits(expected),
        "{name}: the value is {got:?}, the function itself gives {expected:?}"
    );
}

/// Fails unless a tangent along a direction and a gradient say the same but for rounding, which is far below the error of differences.
fn assert_same_inner_product(name: &str, tangent: (&[f64], &[f64]), gradient: (&[f64], &[f64]), tolerance: f64) {
    let product = |(a, b): (&[f64], &[f64])| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let size = |(a, b): (&[f64], &[f64])| a.iter().zip(b).map(|(a, b)| (a * b).abs()).sum::<f64>();
    let (forward, reverse, scale) = (product(tangent), product(gradient), size(tangent) + size(gradient));
    assert!(
        (forward - reverse).abs() <= 1e-2 * tolerance * (1.0 + scale),
        "{name}: forward mode says {forward:e}, reverse mode {reverse:e}"
    );
}

/// An entry point as the harness sees it: from arguments to what the function computed and to the gradient.
pub struct Entry<'a, A> {
    pub name: &'static str,
    pub call: &'a dyn Fn(A) -> (Outputs, Vec<f64>),
}

/// What the function returned, then what it left in its `&mut` arguments.
pub type Outputs = Vec<f64>;

/// `grad` returns no value.
pub const NOT_RETURNED: Outputs = Vec::new();

/// `jvp` as the harness sees it: from arguments and their tangents to what the function computed and its tangent.
pub type Forward<'a, A> = Option<&'a dyn Fn(A, A) -> (Outputs, Vec<f64>)>;

/// Compares entry points with each other, with the function itself and with differences, and `jvp` with them by inner products.
///
/// In a narrow type differences say little, so `truth` hands in those of the same function in `f64`; they are returned.
pub fn check<A: Components>(
    name: &str,
    at: &A,
    truth: Option<Vec<f64>>,
    weights: &[f64],
    primal: &dyn Fn(A) -> Outputs,
    forward: Forward<A>,
    entries: &[Entry<A>],
) -> Option<Vec<f64>> {
    let outputs = primal(at.clone());
    assert_eq!(
        outputs.len(),
        weights.len(),
        "{name}: one weight for each number computed"
    );
    let weighted = |a: A| {
        primal(a)
            .iter()
            .zip(weights)
            .filter(|(_, w)| **w != 0.0)
            .map(|(y, w)| y * w)
            .sum()
    };
    let truth = truth.unwrap_or_else(|| differences(&weighted, at));
    for entry in entries {
        let name = format!("{} of {name} at {at:?}", entry.name);
        let (computed, gradient) = (entry.call)(at.clone());
        if !computed.is_empty() {
            assert_identical(&name, &computed, &outputs);
        }
        assert_close(&name, &gradient, &truth, A::TOLERANCE);
    }
    if let Some(forward) = forward {
        let name = format!("jvp of {name} at {at:?}");
        let directions = uneven(at);
        let (computed, tangent) = forward(at.clone(), directions.clone());
        assert_identical(&name, &computed, &outputs);
        assert_eq!(tangent.len(), weights.len(), "{name}: the tangent has another shape");
        let (_, gradient) = (entries[0].call)(at.clone());
        assert_same_inner_product(
            &name,
            (&tangent, weights),
            (&gradient, &directions.components()),
            A::TOLERANCE,
        );
    }
    Some(truth)
}
