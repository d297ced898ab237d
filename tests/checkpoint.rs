//! `#[differentiable(checkpoint)]`: the same derivatives in less memory.

#![allow(clippy::needless_range_loop)]

use allocation_counter::measure;
use pullback::{Differentiable, check_grad, differentiable};
use std::hint::black_box;

/// Each form of a function with and without a checkpoint.
macro_rules! both {
    ($plain:ident $kept:ident: $(#[$and:meta])* fn _$(<$G:ident: $bound:path>)?($($arguments:tt)*) -> $output:ty $body:block) => {
        #[differentiable]
        fn $plain$(<$G: $bound>)?($($arguments)*) -> $output $body
        #[differentiable(checkpoint)]
        fn $kept$(<$G: $bound>)?($($arguments)*) -> $output $body
    };
}

both! { waves waves_again: fn _(x: &[f64], k: f64) -> f64 {
    let mut s = k;
    for a in x {
        s = (s * a).sin() + a * k;
    }
    s
} }

both! { step step_again: fn _(state: [f64; 2], x: &[f64], dt: f64) -> [f64; 2] {
    let [mut p, mut v] = state;
    for a in x {
        let force = -(p * a).sin();
        v += dt * force;
        p += dt * v;
    }
    [p, v]
} }

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Layer {
    weights: Vec<f64>,
    bias: f64,
}

both! { smoothed smoothed_again: fn _(layer: Layer, x: Option<&[f64]>, #[no_diff] times: usize) -> Layer {
    let mut layer = layer;
    for i in 0..times {
        for j in 0..layer.weights.len() {
            layer.weights[j] = (layer.weights[j] + layer.bias).tanh();
        }
        if let Some(x) = x {
            layer.bias *= x[i % x.len()];
        }
    }
    layer
} }

both! { product product_again: fn _(x: &[f64]) -> f64 {
    if x.len() == 1 {
        x[0]
    } else {
        let (left, right) = x.split_at(x.len() / 2);
        product(left) * product(right) + 0.1
    }
} }

/// A checkpoint at every call of a recursion.
#[differentiable(checkpoint)]
fn product_again_and_again(x: &[f64]) -> f64 {
    if x.len() == 1 {
        x[0]
    } else {
        let (left, right) = x.split_at(x.len() / 2);
        product_again_and_again(left) * product_again_and_again(right) + 0.1
    }
}

#[differentiable(checkpoint)]
fn norm_again<const N: usize>(x: [f64; N], scale: f64) -> f64 {
    let mut s = scale;
    for i in 0..N {
        s += (x[i] * x[i] + s).sqrt();
    }
    s
}

macro_rules! simulations {
    ($name:ident, $all:ident: $step:ident, $waves:ident) => {
        /// Steps that begin where the last one ended, the data lent to each of them.
        #[differentiable]
        fn $name(x: &[f64], dt: f64, steps: usize) -> f64 {
            let mut state = [0.5, 0.0];
            let mut s = 0.0;
            for i in 0..steps {
                state = $step(state, x, dt);
                s += state[0] * state[1];
                if i % 2 == 1 {
                    s += $waves(&x[i % x.len()..], state[0]);
                }
            }
            s
        }

        /// Iterations that have nothing to do with each other.
        #[differentiable]
        fn $all(x: &[f64], k: f64) -> f64 {
            let mut s = 0.0;
            for i in 0..x.len() {
                s += $waves(x, k + x[i]);
            }
            s
        }
    };
}
simulations!(simulation, all: step, waves);
simulations!(simulation_again, all_again: step_again, waves_again);

const X: [f64; 5] = [0.5, -1.25, 0.75, 2.0, 0.25];

#[test]
fn a_checkpoint_changes_no_bit_of_value_or_gradient() {
    assert_eq!(waves_again::value_and_grad(&X, 0.7), waves::value_and_grad(&X, 0.7));
    assert_eq!(
        simulation_again::value_and_grad(&X, 0.1, 7),
        simulation::value_and_grad(&X, 0.1, 7)
    );
    assert_eq!(all_again::value_and_grad(&X, 0.3), all::value_and_grad(&X, 0.3));
    assert_eq!(product_again::value_and_grad(&X), product::value_and_grad(&X));
    assert_eq!(product_again_and_again::value_and_grad(&X), product::value_and_grad(&X));

    let layer = Layer {
        weights: vec![0.5, -0.25],
        bias: 1.5,
    };
    let seed = layer.zero_cotangent();
    for x in [None, Some(&X[..])] {
        let (value, pullback) = smoothed::vjp(layer.clone(), x, 6);
        let (again, pullback_again) = smoothed_again::vjp(layer.clone(), x, 6);
        assert_eq!(again, value);
        let mut seed = seed.clone();
        seed.weights = vec![1.0, -2.0];
        seed.bias = 0.5;
        assert_eq!(
            format!("{:?}", pullback_again(seed.clone())),
            format!("{:?}", pullback(seed))
        );
    }
}

#[test]
fn gradients_through_checkpoints_agree_with_differences() {
    check_grad!(waves_again(&X, 0.7)).unwrap();
    check_grad!(step_again([0.5, 0.25], &X, 0.1)).unwrap();
    check_grad!(simulation_again(&X, 0.1, 7)).unwrap();
    check_grad!(all_again(&X, 0.3)).unwrap();
    check_grad!(product_again_and_again(&X)).unwrap();
    check_grad!(norm_again([0.5, 0.25, 2.0], 0.5)).unwrap();
}

#[test]
fn rows_of_a_jacobian_run_the_function_again_for_each() {
    let plain = step::value_and_jacobian([0.5, 0.25], &X, 0.1);
    assert_eq!(step_again::value_and_jacobian([0.5, 0.25], &X, 0.1), plain);
}

#[test]
fn checkpointed_iterations_hold_the_memory_of_one() {
    // A pullback, which does not know its seed in advance: with it, iterations run there and back one by one in any case.
    let peak = |pulled: fn(&[f64]) -> (Vec<f64>, f64), n: usize| {
        let x = vec![0.5; n];
        let info = measure(|| {
            black_box(pulled(&x));
        });
        info.bytes_max
    };
    // Each of the n calls goes through n numbers. What the thread keeps of the memory comes second.
    let again = peak(|x| all_again::vjp(x, 0.3).1(1.0), 300);
    let plain = peak(|x| all::vjp(x, 0.3).1(1.0), 300);
    assert!(
        plain > 300 * 300 * 8,
        "without a checkpoint each number is saved: {plain} bytes"
    );
    assert!(
        again < 300 * 100,
        "the memory of one call and a few numbers for each: {again} bytes"
    );
}

#[test]
fn a_pullback_that_is_dropped_ran_nothing_again() {
    let (value, pullback) = waves_again::vjp(&X, 0.7);
    drop(pullback);
    assert_eq!(value, waves(&X, 0.7));
}
