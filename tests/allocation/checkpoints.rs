//! What the copies cost that checkpointed loops make of what each iteration finds: nothing, once there is a workspace. What an iteration
//! allocates itself it does a second time where it runs again.

use crate::reuse::numbers;
use allocation_counter::measure;
use pullback::ndarray::Array1;
use pullback::{Differentiable, Workspace, check_grad, differentiable};
use std::hint::black_box;

#[differentiable]
fn in_place(x: &[f64], k: f64, steps: usize) -> f64 {
    let mut state = x.to_vec();
    let mut total = 0.0;
    #[checkpoint]
    for _ in 0..steps {
        for i in 1..state.len() {
            state[i] += (state[i - 1] * k).sin();
        }
        total += state[0] * state[1];
    }
    total
}

#[differentiable]
fn by_reference(u: &mut [f64], k: f64, steps: usize) -> f64 {
    #[checkpoint]
    for _ in 0..steps {
        for i in 1..u.len() {
            u[i] *= (u[i - 1] * k).cos();
        }
    }
    u[u.len() - 1]
}

/// The list grows, and shrinks.
#[differentiable]
fn of_many_lengths(x: &[f64], k: f64, steps: usize) -> f64 {
    let mut state = Vec::with_capacity(2 * x.len());
    state.push(k);
    #[checkpoint]
    for t in 0..steps {
        for i in 0..x.len() / 2 {
            state.push(state[t] * x[i].sin());
        }
        if t % 2 == 1 {
            state.truncate(t + 2);
        }
    }
    state.iter().map(|v| v * v).sum()
}

#[differentiable]
fn nested(x: &[f64], k: f64, steps: usize) -> f64 {
    let mut sum = 0.0;
    let mut state = x.to_vec();
    #[checkpoint]
    for _ in 0..steps {
        sum += in_place(&state, k, 3);
        #[checkpoint]
        for t in 0..steps {
            for i in 0..state.len() {
                state[i] *= (state[i] * k).cos() + t as f64 * 0.01;
            }
        }
    }
    sum + state[0]
}

#[derive(Clone, Differentiable)]
struct World {
    at: Vec<f64>,
    speed: Vec<f64>,
    time: f64,
    steps: usize,
}

#[differentiable]
fn advance(world: &mut World, k: f64) {
    for i in 0..world.at.len() {
        world.speed[i] -= (world.at[i] * k).sin() * 0.1;
        world.at[i] += world.speed[i] * 0.1;
    }
    world.time += 0.1;
    world.steps += 1;
}

#[differentiable]
fn simulated(world: &World, k: f64, steps: usize) -> f64 {
    let mut world = world.clone();
    #[checkpoint]
    for _ in 0..steps {
        advance(&mut world, k);
    }
    world.at.iter().map(|v| v * v).sum::<f64>() + world.time * world.speed[0]
}

#[differentiable]
fn rows(x: &[f64], k: f64, steps: usize) -> f64 {
    let mut rows: Vec<Vec<f64>> = vec![x.to_vec(), x.to_vec()];
    #[checkpoint]
    for _ in 0..steps {
        for i in 0..x.len() {
            rows[0][i] += (rows[1][i] * k).sin();
            rows[1][i] *= rows[0][i].cos();
        }
    }
    rows[0][0] * rows[1][1]
}

#[differentiable]
fn array(x: &Array1<f64>, k: f64, steps: usize) -> f64 {
    let mut state = x.clone();
    #[checkpoint]
    for _ in 0..steps {
        for i in 1..state.len() {
            state[i] += (state[i - 1] * k).sin();
        }
    }
    state.sum()
}

#[differentiable]
fn start(x: &[f64]) -> Vec<f64> {
    x.iter().map(|v| v * v).collect()
}

/// What `start` returns only rustc knows.
#[differentiable]
fn of_unknown_type(x: &[f64], k: f64, steps: usize) -> f64 {
    let mut state = start(x);
    #[checkpoint]
    for _ in 0..steps {
        for i in 1..state.len() {
            state[i] += (state[i - 1] * k).sin();
        }
    }
    state.iter().sum()
}

fn world() -> World {
    World {
        at: numbers(20),
        speed: numbers(20),
        time: 0.5,
        steps: 0,
    }
}

#[test]
fn checkpoints_cost_nothing() {
    let x = numbers(20);
    let (mut x_bar, mut k_bar) = (vec![0.0; 20], 0.0);
    more_than_the_function!(0, in_place(&x, 0.5, 10; &mut x_bar, &mut k_bar));
    let mut u = x.clone();
    more_than_the_function!(0, by_reference(&mut u, 0.5, 10; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, of_many_lengths(&x, 0.5, 10; &mut x_bar, &mut k_bar));
    // `in_place` runs again, and copies its list each time.
    more_than_the_function!(5, nested(&x, 0.5, 5; &mut x_bar, &mut k_bar));
    let world = world();
    let mut world_bar = world.zero_cotangent();
    more_than_the_function!(0, simulated(&world, 0.5, 10; &mut world_bar, &mut k_bar));
    more_than_the_function!(0, rows(&x, 0.5, 10; &mut x_bar, &mut k_bar));
    let x = Array1::from(x);
    let mut array_bar = x.zero_cotangent();
    more_than_the_function!(0, array(&x, 0.5, 10; &mut array_bar, &mut k_bar));
    let x = x.to_vec();
    more_than_the_function!(0, of_unknown_type(&x, 0.5, 10; &mut x_bar, &mut k_bar));
}

/// What is used again holds nothing of what it was used for.
#[test]
fn gradients_through_checkpoints_in_memory_that_was_used_are_right() {
    for n in [8, 5, 11] {
        let x = numbers(n);
        check_grad!(in_place(&x, 0.5, 4)).expect("the gradient is right");
        check_grad!(by_reference(&mut x.clone(), 0.5, 4)).expect("the gradient is right");
        check_grad!(of_many_lengths(&x, 0.5, 4)).expect("the gradient is right");
        check_grad!(nested(&x, 0.5, 3)).expect("the gradient is right");
        check_grad!(simulated(&world(), 0.5, 4)).expect("the gradient is right");
        check_grad!(rows(&x, 0.5, 4)).expect("the gradient is right");
        check_grad!(array(&Array1::from(x.clone()), 0.5, 4)).expect("the gradient is right");
        check_grad!(of_unknown_type(&x, 0.5, 4)).expect("the gradient is right");
    }
}
