//! What boxes and structs by mutable reference cost: nothing beside what they cost in the function itself.

use crate::reuse::numbers;
use allocation_counter::measure;
use pullback::{Differentiable, Workspace, check_grad, differentiable};
use std::hint::black_box;
use std::rc::Rc;

#[differentiable]
fn boxed(x: f64, k: f64) -> f64 {
    let inner = Box::new(x * k);
    *inner * x
}

#[derive(Clone, Differentiable)]
enum Tree {
    Leaf(f64),
    Node(Box<Tree>, Box<Tree>),
}

#[differentiable]
fn sum_of(tree: &Tree) -> f64 {
    match tree {
        Tree::Leaf(x) => x.sin(),
        Tree::Node(a, b) => sum_of(a) * sum_of(b),
    }
}

#[differentiable]
fn doubled(tree: &Tree, k: f64) -> Tree {
    match tree {
        Tree::Leaf(x) => Tree::Leaf(x * k),
        Tree::Node(a, b) => Tree::Node(Box::new(doubled(a, k)), Box::new(doubled(b, k))),
    }
}

#[differentiable]
fn sum_of_doubled(tree: &Tree, k: f64) -> f64 {
    sum_of(&doubled(tree, k))
}

#[derive(Clone, Differentiable)]
struct Cell {
    value: f64,
    next: Option<Box<Cell>>,
}

#[differentiable]
fn listed(x: &[f64]) -> f64 {
    let mut head: Option<Box<Cell>> = None;
    for v in x {
        head = Some(Box::new(Cell { value: *v, next: head }));
    }
    match &head {
        Some(cell) => sum_of_cells(cell),
        None => 0.0,
    }
}

#[differentiable]
fn sum_of_cells(cell: &Cell) -> f64 {
    match &cell.next {
        Some(next) => cell.value.sin() * sum_of_cells(next),
        None => cell.value,
    }
}

#[differentiable]
fn grown(x: &[f64]) -> f64 {
    let mut tree = Tree::Leaf(x[0]);
    for i in 1..x.len() {
        tree = Tree::Node(Box::new(tree), Box::new(Tree::Leaf(x[i])));
    }
    sum_of(&tree)
}

#[derive(Clone, Differentiable)]
struct State {
    position: Vec<f64>,
    velocity: Vec<f64>,
    energy: f64,
    steps: usize,
    name: String,
    bounds: Option<(f64, f64)>,
}

#[differentiable]
fn step(state: &mut State, dt: f64) {
    for i in 0..state.position.len() {
        state.velocity[i] -= dt * state.position[i];
        state.position[i] += dt * state.velocity[i];
    }
    state.energy = state.position[0] * state.velocity[0];
    state.steps += 1;
}

#[differentiable]
fn steps(state: &mut State, dt: f64, times: usize) -> f64 {
    let mut sum = 0.0;
    for _ in 0..times {
        step(state, dt);
        sum += state.energy * state.steps as f64;
    }
    sum
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
enum Phase {
    Still,
    Turning(Vec<f64>, #[no_diff] usize),
    Moving {
        at: Vec<f64>,
        rest: Box<Phase>,
        name: String,
        speed: f64,
    },
}

#[differentiable]
fn moved(phase: &mut Phase, dt: f64) -> f64 {
    match phase {
        Phase::Still => 0.0,
        Phase::Turning(at, k) => {
            at[0] *= dt;
            at[0] * at[*k]
        }
        Phase::Moving { at, rest, speed, .. } => {
            for x in at.iter_mut() {
                *x += *speed * dt;
            }
            *speed *= at[0];
            at[0] * at[1] + moved(rest, dt)
        }
    }
}

fn phase(x: &[f64]) -> Phase {
    Phase::Moving {
        at: x.to_vec(),
        rest: Box::new(Phase::Turning(x.to_vec(), 1)),
        name: String::from("phase"),
        speed: 0.5,
    }
}

/// Something that is shared.
#[derive(Clone, Differentiable)]
struct Shared {
    weights: Rc<Vec<f64>>,
    scale: Vec<f64>,
}

#[differentiable]
fn scaled(shared: &mut Shared, k: f64) -> f64 {
    shared.scale[0] *= k;
    shared.scale[0] * shared.weights[0]
}

/// Parts of the same type, which are written in another order than they are declared in.
#[derive(Clone, Differentiable)]
enum Fork {
    End(f64),
    Ways {
        short: Box<Fork>,
        long: Box<Fork>,
        all: Vec<f64>,
    },
}

#[differentiable]
fn along(fork: &Fork) -> f64 {
    match fork {
        Fork::End(x) => *x,
        Fork::Ways { short, long, all } => along(short).sin() + along(long) * all[0] * all[1],
    }
}

#[differentiable]
fn forked(x: &[f64], k: f64) -> f64 {
    let mut fork = Fork::End(x[0]);
    for v in x {
        fork = Fork::Ways {
            all: vec![*v, k],
            long: Box::new(fork),
            short: Box::new(Fork::End(v * k)),
        };
    }
    along(&fork)
}

fn chain(x: &[f64]) -> Tree {
    x.iter().fold(Tree::Leaf(0.5), |tree, x| {
        Tree::Node(Box::new(tree), Box::new(Tree::Leaf(*x)))
    })
}

fn state(x: &[f64]) -> State {
    State {
        position: x.to_vec(),
        velocity: x.iter().map(|x| x * x).collect(),
        energy: 0.0,
        steps: x.len(),
        name: format!("{} numbers", x.len()),
        bounds: Some((0.0, 1.0)),
    }
}

#[test]
fn boxes_cost_nothing() {
    let x = numbers(20);
    let (mut x_bar, mut one_bar, mut k_bar) = (vec![0.0; 20], 0.0, 0.0);
    let tree = chain(&x);
    let mut tree_bar = tree.zero_cotangent();
    more_than_the_function!(0, boxed(0.5, 0.5; &mut one_bar, &mut k_bar));
    more_than_the_function!(0, grown(&x; &mut x_bar));
    more_than_the_function!(0, sum_of(&tree; &mut tree_bar));
    more_than_the_function!(0, sum_of_doubled(&tree, 0.9; &mut tree_bar, &mut k_bar));
    more_than_the_function!(0, listed(&x; &mut x_bar));
    more_than_the_function!(0, forked(&x, 0.5; &mut x_bar, &mut k_bar));
}

#[test]
fn structs_by_mutable_reference_cost_nothing() {
    let mut state = state(&numbers(20));
    let (mut state_bar, mut dt_bar) = (state.zero_cotangent(), 0.0);
    more_than_the_function!(0, step(&mut state, 0.1; &mut state_bar, &mut dt_bar));
    more_than_the_function!(0, steps(&mut state, 0.1, 5; &mut state_bar, &mut dt_bar));
    let mut phase = phase(&numbers(20));
    let mut phase_bar = phase.zero_cotangent();
    more_than_the_function!(0, moved(&mut phase, 0.1; &mut phase_bar, &mut dt_bar));
}

/// What is used again holds nothing of what it was used for.
#[test]
fn gradients_in_memory_that_was_used_are_right() {
    let x = numbers(6);
    for _ in 0..3 {
        check_grad!(boxed(0.5, 0.5)).expect("the gradient is right");
        check_grad!(grown(&x)).expect("the gradient is right");
        check_grad!(sum_of_doubled(&chain(&x), 0.9)).expect("the gradient is right");
        check_grad!(sum_of_doubled(&Tree::Leaf(0.5), 0.9)).expect("the gradient is right");
        check_grad!(listed(&x)).expect("the gradient is right");
        check_grad!(forked(&x, 0.5)).expect("the gradient is right");
        check_grad!(step(&mut state(&x), 0.1)).expect("the gradient is right");
        check_grad!(steps(&mut state(&x), 0.1, 3)).expect("the gradient is right");
    }
    // One workspace, and states of several lengths, and of several variants.
    let mut workspace = Workspace::new();
    for start in [phase(&x), Phase::Turning(x.clone(), 2), phase(&x[..3]), Phase::Still] {
        check_grad!(moved(&mut start.clone(), 0.1)).expect("the gradient is right");
        let (mut now, mut bar, mut dt_bar) = (start.clone(), start.zero_cotangent(), 0.0);
        let value = moved::grad_into_with(&mut workspace, &mut now, 0.1, &mut bar, &mut dt_bar);
        let (mut again, mut expected, mut dt_expected) = (start.clone(), start.zero_cotangent(), 0.0);
        assert_eq!(
            value,
            moved::grad_into(&mut again, 0.1, &mut expected, &mut dt_expected)
        );
        assert_eq!((&bar, dt_bar, &now), (&expected, dt_expected, &again));
    }
    for n in [3, 6, 2, 6] {
        let start = state(&x[..n]);
        let (mut now, mut bar, mut dt_bar) = (start.clone(), start.zero_cotangent(), 0.0);
        steps::grad_into_with(&mut workspace, &mut now, 0.1, 3, &mut bar, &mut dt_bar);
        let (mut again, mut expected, mut dt_expected) = (start.clone(), start.zero_cotangent(), 0.0);
        steps::grad_into(&mut again, 0.1, 3, &mut expected, &mut dt_expected);
        assert_eq!((&bar, dt_bar), (&expected, dt_expected));
        assert_eq!((now.steps, &now.position), (start.steps + 3, &again.position));
    }
}

/// A workspace keeps copies of memory, and of nothing that somebody might wait for.
#[test]
fn what_is_shared_is_not_kept() {
    let mut shared = Shared {
        weights: Rc::new(vec![2.0]),
        scale: vec![1.0],
    };
    let mut workspace = Workspace::new();
    for _ in 0..2 {
        let (mut bar, mut k_bar) = (shared.zero_cotangent(), 0.0);
        scaled::grad_into_with(&mut workspace, &mut shared, 0.5, &mut bar, &mut k_bar);
        assert_eq!(bar.weights[0], shared.scale[0]);
        assert_eq!(Rc::strong_count(&shared.weights), 1);
    }
}
