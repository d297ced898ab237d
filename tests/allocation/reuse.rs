//! What a function's own values cost beside what the function itself allocates: nothing, once there is a workspace.

use crate::{dot, powers};
use allocation_counter::measure;
use pullback::ndarray::{Array1, Array2};
use pullback::{Differentiable, Workspace, check_grad, differentiable};
use std::hint::black_box;

/// A list of lists of its own, filled and read in loops.
#[differentiable]
fn local_lists(x: &[f64], n: usize) -> f64 {
    let mut lists: Vec<Vec<f64>> = Vec::new();
    for i in 0..n {
        let mut row = vec![0.0; i + 1];
        for j in 0..row.len() {
            row[j] = x[j] * x[i];
        }
        lists.push(row);
    }
    let mut sum = 0.0;
    for i in 0..lists.len() {
        for j in 0..lists[i].len() {
            sum += lists[i][j].sin();
        }
    }
    sum
}

#[differentiable]
fn matrix(x: &[f64], n: usize) -> f64 {
    let mut m = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..n {
            m[i][j] = x[i] * x[j];
        }
    }
    for i in 1..n {
        for j in 0..n {
            m[i][j] = (m[i][j] * m[i - 1][j]).sin();
        }
    }
    let mut sum = 0.0;
    for i in 0..n {
        for j in 0..n {
            sum += m[i][j] * m[j][i];
        }
    }
    sum
}

#[differentiable]
fn lists(m: &[Vec<f64>], x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for row in m {
        for (a, b) in row.iter().zip(x) {
            sum += (a * b).tanh();
        }
    }
    sum
}

#[differentiable]
fn lists_by_value(m: Vec<Vec<f64>>, x: &[f64]) -> f64 {
    lists(&m, x)
}

#[differentiable]
fn scaled_lists(m: &[Vec<f64>], k: f64) -> Vec<Vec<f64>> {
    m.iter().map(|row| row.iter().map(|x| x * k).collect()).collect()
}

#[differentiable]
fn calls_scaled_lists(m: &[Vec<f64>], x: &[f64], times: usize) -> f64 {
    let mut sum = 0.0;
    for t in 0..times {
        let scaled = scaled_lists(m, x[t]);
        sum += lists(&scaled, x);
    }
    sum
}

#[derive(Clone, Differentiable)]
struct Layer {
    weights: Vec<f64>,
    rows: Vec<Vec<f64>>,
    bias: f64,
}

#[differentiable]
fn layer_of(x: &[f64], k: f64) -> Layer {
    Layer {
        weights: x.iter().map(|x| x * k).collect(),
        rows: vec![x.to_vec(), x.to_vec()],
        bias: k,
    }
}

#[differentiable]
fn applied(layer: &Layer, x: &[f64]) -> f64 {
    let mut sum = layer.bias;
    for i in 0..x.len() {
        sum += (layer.weights[i] * x[i]).tanh() * layer.rows[0][i] + layer.rows[1][i];
    }
    sum
}

#[differentiable]
fn local_layer(x: &[f64], k: f64) -> f64 {
    let layer = Layer {
        weights: x.iter().map(|x| x * k).collect(),
        rows: vec![vec![k; x.len()]; 2],
        bias: k,
    };
    applied(&layer, x)
}

#[differentiable]
fn layers_in_a_loop(x: &[f64], k: f64, times: usize) -> f64 {
    let mut sum = 0.0;
    for t in 0..times {
        let mut layer = layer_of(x, k + sum);
        layer.weights[0] *= x[t];
        sum += applied(&layer, x);
    }
    sum
}

#[differentiable]
fn overwritten_layers(x: &[f64], k: f64, times: usize) -> f64 {
    let mut layer = layer_of(x, k);
    for t in 0..times {
        layer = layer_of(&layer.weights, x[t]);
    }
    applied(&layer, x)
}

#[derive(Clone, Differentiable)]
struct Net {
    layers: Vec<Layer>,
    scale: f64,
}

#[differentiable]
fn net_of(net: &Net, x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for layer in &net.layers {
        sum += net.scale * applied(layer, x);
    }
    sum
}

#[differentiable]
fn local_net(x: &[f64], k: f64) -> f64 {
    let mut layers = Vec::new();
    for i in 0..3 {
        layers.push(layer_of(x, k * x[i]));
    }
    let net = Net { layers, scale: k };
    net_of(&net, x)
}

#[differentiable]
fn decay(x: &mut [f64], k: f64) {
    for v in x.iter_mut() {
        *v *= k;
    }
}

#[differentiable]
fn decays(x: &mut [f64], y: &mut Vec<f64>, k: f64, times: usize) -> f64 {
    let mut sum = 0.0;
    for _ in 0..times {
        decay(x, k);
        decay(y, k);
        sum += x[0] * y[0];
    }
    sum
}

#[differentiable]
fn decays_within(x: &[f64], k: f64, times: usize) -> f64 {
    let mut y = x.to_vec();
    for _ in 0..times {
        decay(&mut y, k);
    }
    y[0] * y[1]
}

#[differentiable]
fn decay_layer(layer: &mut Layer, k: f64) -> f64 {
    decay(&mut layer.weights, k);
    for row in &mut layer.rows {
        decay(row, k);
    }
    layer.bias *= k;
    layer.bias * layer.weights[0] * layer.rows[1][0]
}

#[differentiable]
fn decay_lists(m: &mut Vec<Vec<f64>>, k: f64) -> f64 {
    for row in m.iter_mut() {
        decay(row, k);
    }
    m[0][0] * m[1][0]
}

#[derive(Clone, Differentiable)]
enum Model {
    Empty,
    Linear(Vec<f64>),
    Deep(Box<Model>, Vec<f64>),
}

#[differentiable]
fn evaluate(model: &Model, x: &[f64]) -> f64 {
    match model {
        Model::Empty => 1.0,
        Model::Linear(w) => dot(w, x),
        Model::Deep(inner, w) => evaluate(inner, x) * dot(w, x).tanh(),
    }
}

#[differentiable]
fn local_model(x: &[f64], k: f64, times: usize) -> f64 {
    let mut sum = 0.0;
    for _ in 0..times {
        let model = if k > 0.0 {
            Model::Linear(x.to_vec())
        } else {
            Model::Empty
        };
        sum += evaluate(&model, x) * k;
    }
    sum
}

#[differentiable]
fn recursive_lists(x: &[f64], k: f64) -> f64 {
    if x.len() < 2 {
        return x[0] * k;
    }
    let scaled: Vec<f64> = x.iter().map(|x| x * k).collect();
    let lists = vec![scaled[1..].to_vec(), scaled[..x.len() - 1].to_vec()];
    recursive_lists(&lists[0], k) * lists[1][0] + dot(&lists[0], &lists[1])
}

#[differentiable]
fn tuples(x: &[f64], k: f64, times: usize) -> f64 {
    let mut sum = 0.0;
    for t in 0..times {
        let pair = (powers(x, 0.1 * k), vec![k; t + 1]);
        sum += dot(&pair.0, x) * pair.1[t];
    }
    sum
}

#[differentiable]
fn optional(x: &[f64], k: f64, times: usize) -> f64 {
    let mut sum = 0.0;
    for t in 0..times {
        let list = if t % 2 == 0 { Some(powers(x, 0.1 * k)) } else { None };
        if let Some(list) = &list {
            sum += dot(list, x);
        }
    }
    sum
}

#[differentiable]
fn taken(x: &[f64], k: f64, times: usize) -> f64 {
    let mut state = x.to_vec();
    for _ in 0..times {
        let next: Vec<f64> = state.iter().map(|s| (s * k).sin()).collect();
        state = next;
    }
    dot(&state, x)
}

#[differentiable]
fn taken_lists(x: &[f64], k: f64, times: usize) -> f64 {
    let mut state = vec![x.to_vec(), x.to_vec()];
    for _ in 0..times {
        let next = scaled_lists(&state, k);
        state = next;
    }
    dot(&state[0], &state[1])
}

/// Each iteration fills the array, and runs back before the next.
#[differentiable]
fn energies(x: &[f64], k: f64, times: usize) -> f64 {
    let n = x.len();
    let mut u = vec![0.0; n];
    let mut sum = 0.0;
    for t in 0..times {
        for i in 0..n {
            u[i] = (x[i] * k).sin() + x[t];
        }
        sum += dot(&u, &u).sqrt();
    }
    sum
}

#[differentiable]
fn arrays(x: &Array1<f64>, m: &Array2<f64>, times: usize) -> f64 {
    let mut y = x.clone();
    let mut sum = 0.0;
    for _ in 0..times {
        y = m.dot(&y);
        sum += y.sum();
    }
    sum
}

pub(crate) fn numbers(count: usize) -> Vec<f64> {
    (0..count).map(|i| 0.1 + 0.01 * i as f64).collect()
}

/// That a gradient allocates so many times more than the function itself, once a few have been computed: lists of lists may change
/// places until each is long enough.
macro_rules! more_than_the_function {
    ($more:expr, $function:ident($($arg:expr),*; $($bar:expr),*)) => {{
        let own = measure(|| {
            black_box($function($($arg),*));
        });
        let mut workspace = Workspace::new();
        let mut run = || {
            black_box($function::grad_into_with(&mut workspace, $($arg,)* $($bar),*));
        };
        (0..5).for_each(|_| run());
        let seen = measure(run);
        assert_eq!(
            (seen.count_total, seen.count_current),
            (own.count_total + $more, own.count_current),
            "{}",
            stringify!($function),
        );
    }};
}

#[test]
fn lists_of_lists_cost_nothing() {
    let x = numbers(20);
    let m = vec![x.clone(); 5];
    let (mut x_bar, mut m_bar) = (vec![0.0; 20], vec![vec![0.0; 20]; 5]);
    more_than_the_function!(0, local_lists(&x, 10; &mut x_bar));
    more_than_the_function!(0, matrix(&x, 10; &mut x_bar));
    more_than_the_function!(0, lists(&m, &x; &mut m_bar, &mut x_bar));
    more_than_the_function!(0, lists_by_value(m.clone(), &x; &mut m_bar, &mut x_bar));
    more_than_the_function!(0, calls_scaled_lists(&m, &x, 10; &mut m_bar, &mut x_bar));
}

#[test]
fn structs_of_lists_cost_nothing() {
    let x = numbers(20);
    let layer = layer_of(&x, 0.5);
    let net = Net {
        layers: vec![layer.clone(); 3],
        scale: 0.3,
    };
    let (mut x_bar, mut k_bar) = (vec![0.0; 20], 0.0);
    let (mut layer_bar, mut net_bar) = (layer.zero_cotangent(), net.zero_cotangent());
    more_than_the_function!(0, applied(&layer, &x; &mut layer_bar, &mut x_bar));
    more_than_the_function!(0, local_layer(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, layers_in_a_loop(&x, 0.5, 10; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, overwritten_layers(&x, 0.5, 10; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, net_of(&net, &x; &mut net_bar, &mut x_bar));
    more_than_the_function!(0, local_net(&x, 0.5; &mut x_bar, &mut k_bar));
}

#[test]
fn variants_options_and_tuples_cost_nothing() {
    let x = numbers(20);
    let deep = |model| Model::Deep(Box::new(model), x.clone());
    let model = deep(deep(Model::Linear(x.clone())));
    let (mut model_bar, mut x_bar, mut k_bar) = (model.zero_cotangent(), vec![0.0; 20], 0.0);
    more_than_the_function!(0, evaluate(&model, &x; &mut model_bar, &mut x_bar));
    more_than_the_function!(0, local_model(&x, 0.5, 10; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, tuples(&x, 0.5, 10; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, optional(&x, 0.5, 10; &mut x_bar, &mut k_bar));
}

#[test]
fn mutable_arguments_cost_nothing() {
    let x = numbers(20);
    let (mut x_bar, mut y_bar, mut k_bar) = (vec![0.0; 20], vec![0.0; 20], 0.0);
    let (mut first, mut second) = (x.clone(), x.clone());
    more_than_the_function!(0, decay(&mut first, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, decays(&mut first, &mut second, 0.5, 10; &mut x_bar, &mut y_bar, &mut k_bar));
    more_than_the_function!(0, decays_within(&x, 0.5, 10; &mut x_bar, &mut k_bar));
    let (mut m, mut m_bar) = (vec![x.clone(); 5], vec![vec![0.0; 20]; 5]);
    more_than_the_function!(0, decay_lists(&mut m, 0.5; &mut m_bar, &mut k_bar));
    let mut layer = layer_of(&x, 0.5);
    let mut layer_bar = layer.zero_cotangent();
    more_than_the_function!(0, decay_layer(&mut layer, 0.5; &mut layer_bar, &mut k_bar));
}

#[test]
fn what_is_replaced_in_each_iteration_costs_nothing() {
    let x = numbers(20);
    let (mut x_bar, mut k_bar) = (vec![0.0; 20], 0.0);
    more_than_the_function!(0, taken(&x, 0.5, 10; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, taken_lists(&x, 0.5, 10; &mut x_bar, &mut k_bar));
    let (a, m) = (Array1::from_elem(10, 0.5), Array2::from_elem((10, 10), 0.1));
    let (mut a_bar, mut m_bar) = (Array1::zeros(10), Array2::zeros((10, 10)));
    more_than_the_function!(0, arrays(&a, &m, 10; &mut a_bar, &mut m_bar));
}

#[test]
fn sums_that_run_there_and_back_cost_nothing() {
    let (x, mut x_bar, mut k_bar) = (numbers(20), vec![0.0; 20], 0.0);
    more_than_the_function!(0, energies(&x, 0.5, 10; &mut x_bar, &mut k_bar));
}

#[test]
fn recursion_costs_nothing() {
    let (x, mut x_bar, mut k_bar) = (numbers(20), vec![0.0; 20], 0.0);
    more_than_the_function!(0, recursive_lists(&x, 0.5; &mut x_bar, &mut k_bar));
}

/// What is used again holds nothing of what it was used for.
#[test]
fn gradients_in_memory_that_was_used_are_right() {
    let x = numbers(6);
    let m = vec![x.clone(), x[..4].to_vec(), Vec::new(), x.clone()];
    let layer = layer_of(&x, 0.5);
    for _ in 0..3 {
        check_grad!(local_lists(&x, 5)).expect("the gradient is right");
        check_grad!(matrix(&x, 5)).expect("the gradient is right");
        check_grad!(lists_by_value(m.clone(), &x)).expect("the gradient is right");
        check_grad!(calls_scaled_lists(&m, &x, 3)).expect("the gradient is right");
        check_grad!(applied(&layer, &x)).expect("the gradient is right");
        check_grad!(local_layer(&x, 0.5)).expect("the gradient is right");
        check_grad!(layers_in_a_loop(&x, 0.5, 3)).expect("the gradient is right");
        check_grad!(overwritten_layers(&x, 0.5, 3)).expect("the gradient is right");
        check_grad!(local_net(&x, 0.5)).expect("the gradient is right");
        check_grad!(local_model(&x, 0.5, 3)).expect("the gradient is right");
        check_grad!(local_model(&x, -0.5, 3)).expect("the gradient is right");
        check_grad!(tuples(&x, 0.5, 3)).expect("the gradient is right");
        check_grad!(optional(&x, 0.5, 3)).expect("the gradient is right");
        check_grad!(energies(&x, 0.5, 3)).expect("the gradient is right");
        check_grad!(taken(&x, 0.5, 3)).expect("the gradient is right");
        check_grad!(taken_lists(&x, 0.5, 3)).expect("the gradient is right");
        check_grad!(recursive_lists(&x, 0.5)).expect("the gradient is right");
        check_grad!(decays_within(&x, 0.5, 3)).expect("the gradient is right");
        check_grad!(decays(&mut x.clone(), &mut x.clone(), 0.5, 3)).expect("the gradient is right");
        check_grad!(decay_layer(&mut layer.clone(), 0.5)).expect("the gradient is right");
        check_grad!(decay_lists(&mut vec![x.clone(); 2], 0.5)).expect("the gradient is right");
    }
}

/// A gradient that the user is given is no larger than it must be, and not the workspace's.
#[test]
fn what_the_user_is_given_is_of_its_own() {
    let x = numbers(4);
    let large = vec![numbers(1000); 3];
    black_box(lists_by_value::value_and_grad(large, &x));
    for _ in 0..2 {
        let (_, (m_bar, _)) = lists_by_value::value_and_grad(vec![x.clone(); 2], &x);
        assert!(m_bar.iter().all(|row| row.capacity() < 100), "{m_bar:?}");
    }
}
