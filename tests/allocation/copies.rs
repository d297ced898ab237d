//! Copies of what the function moves and the way back needs too, and of `&mut` arguments of any type: all in memory that is used again.

use crate::dot;
use crate::reuse::numbers;
use allocation_counter::measure;
use pullback::{Differentiable, Workspace, check_grad, differentiable};
use std::collections::VecDeque;
use std::hint::black_box;
use std::rc::Rc;

type Row = Vec<f64>;

#[derive(Clone, Debug, Differentiable)]
struct Layer {
    weights: Vec<f64>,
    bias: f64,
}

#[differentiable]
fn layer_of(x: &[f64], k: f64) -> Layer {
    Layer {
        weights: x.iter().map(|v| v * k).collect(),
        bias: k,
    }
}

#[differentiable]
fn layer_use(l: &Layer, x: &[f64]) -> f64 {
    dot(&l.weights, x) * l.bias
}

#[differentiable]
fn alias_moved(x: &[f64], k: f64) -> f64 {
    let row: Row = x.iter().map(|v| v * k).collect();
    let s = dot(&row, x);
    let kept: Vec<Row> = vec![row];
    s * kept[0][1]
}

#[differentiable]
fn rows_moved(x: &[f64], k: f64) -> f64 {
    let mut rows = Vec::new();
    for i in 0..4 {
        rows.push(vec![x[i] * k, x[i + 1] * k]);
    }
    let mut kept = Vec::new();
    let mut s = 0.0;
    for row in rows {
        s += row[0] * row[1];
        kept.push(row);
    }
    s * kept[1][0] * kept[2][1]
}

#[differentiable]
fn let_some(x: &[f64], k: f64) -> f64 {
    let list = if k > 0.0 {
        Some(x.iter().map(|v| v * k).collect::<Vec<f64>>())
    } else {
        None
    };
    let Some(list) = list else { return 0.0 };
    dot(&list, x) * list[0]
}

#[differentiable]
fn match_value(x: &[f64], k: f64, times: usize) -> f64 {
    let mut sum = 0.0;
    for t in 0..times {
        let list = if t % 2 == 0 {
            Some(x.iter().map(|v| v * k).collect::<Vec<f64>>())
        } else {
            None
        };
        sum += match list {
            Some(list) => dot(&list, x) * list[1],
            None => k,
        };
    }
    sum
}

#[differentiable]
fn structs_moved(x: &[f64], k: f64) -> f64 {
    let mut all = Vec::new();
    let mut s = 0.0;
    for i in 0..3 {
        let layer = layer_of(x, k * x[i]);
        s += layer_use(&layer, x);
        all.push(layer);
    }
    let mut kept = Vec::new();
    for layer in all {
        s += layer.bias * layer.weights[0];
        kept.push(layer);
    }
    s * layer_use(&kept[1], x)
}

#[differentiable]
fn field_moved(x: &[f64], k: f64) -> f64 {
    let layer = layer_of(x, k);
    let s = layer_use(&layer, x);
    let w = layer.weights;
    s * dot(&w, x)
}

#[differentiable]
fn opt_layer(x: &[f64], k: f64, n: usize) -> f64 {
    let mut best: Option<Layer> = None;
    let mut s = 0.0;
    for t in 0..n {
        let l = layer_of(x, k + t as f64);
        if let Some(b) = &best {
            s += layer_use(b, x);
        }
        if t % 2 == 0 {
            best = Some(l);
        }
    }
    match best {
        Some(l) => s * l.weights[0] * layer_use(&l, x),
        None => 0.0,
    }
}

#[differentiable]
fn tuple_lists(x: &[f64], k: f64) -> f64 {
    let pairs: Vec<(Vec<f64>, f64)> = x.iter().map(|v| (vec![v * k, *v], v * v)).collect();
    let mut kept = Vec::new();
    let mut s = 0.0;
    for (list, w) in pairs {
        s += list[0] * w;
        if w > 0.02 {
            kept.push(list);
        }
    }
    s + kept[0][0] * kept[1][1]
}

#[differentiable]
fn struct_update(x: &[f64], k: f64) -> f64 {
    let a = layer_of(x, k);
    let b = Layer {
        bias: k * k,
        ..a.clone()
    };
    let c = Layer {
        weights: a.weights.clone(),
        ..b
    };
    layer_use(&c, x) * layer_use(&a, x)
}

#[differentiable]
fn ops(x: &[f64], k: f64) -> f64 {
    let mut ops = Vec::new();
    for i in 0..6 {
        ops.push(if i % 3 == 0 {
            Op::Scale(x[i] * k)
        } else if i % 3 == 1 {
            Op::Table(vec![x[i], k])
        } else {
            Op::Pair(vec![x[i] * k], vec![k])
        });
    }
    let mut s = 1.0;
    for op in &ops {
        s += match op {
            Op::Scale(k) => k * k,
            Op::Table(t) => t[0] * t[1],
            Op::Pair(a, b) => a[0] * b[0],
        };
    }
    s
}

#[differentiable]
fn ops_value(x: &[f64], k: f64) -> f64 {
    let mut ops = Vec::new();
    for i in 0..6 {
        ops.push(if i % 3 == 0 {
            Op::Scale(x[i] * k)
        } else {
            Op::Table(vec![x[i], k])
        });
    }
    let mut s = 1.0;
    for op in ops {
        s *= match op {
            Op::Scale(k) => k * k,
            Op::Table(t) => t[0] * t[1],
            Op::Pair(a, b) => a[0] * b[0],
        };
    }
    s
}

#[differentiable]
fn nested(x: &[f64], k: f64) -> f64 {
    let cube: Vec<Vec<Vec<f64>>> = (0..3)
        .map(|i| {
            (0..3)
                .map(|j| x.iter().map(|v| v * k * (i + j) as f64).collect())
                .collect()
        })
        .collect();
    let mut flat = Vec::new();
    for plane in cube {
        for row in plane {
            flat.push(row[0] * row[1]);
        }
    }
    flat.iter().map(|v| v * v).sum()
}

#[differentiable]
fn calls_generic(x: &[f64], k: f64) -> f64 {
    generic_list(x, k)
}

#[differentiable]
fn generic_list<T: Clone + Copy + std::ops::Mul<Output = T> + std::ops::Add<Output = T>>(x: &[T], k: T) -> T {
    let mut rows: Vec<Vec<T>> = Vec::new();
    for v in x {
        rows.push(vec![*v * k, k]);
    }
    let mut kept = Vec::new();
    let mut s = k;
    for row in rows {
        s = s + row[0] * row[1];
        kept.push(row);
    }
    s * kept[0][0]
}

#[differentiable]
fn boxed(x: &[f64], k: f64) -> f64 {
    let b = Box::new(layer_of(x, k));
    let s = layer_use(&b, x);
    let l = *b;
    s * l.weights[1]
}

#[differentiable]
fn array_of_structs(x: &[f64], k: f64) -> f64 {
    let ls = [layer_of(x, k), layer_of(x, k * k)];
    let mut s = 0.0;
    for l in ls {
        s += layer_use(&l, x);
        let w = l.weights;
        s += w[0];
    }
    s
}

#[differentiable]
fn replaced(x: &[f64], k: f64, n: usize) -> f64 {
    let mut l = layer_of(x, k);
    let mut s = 0.0;
    for _ in 0..n {
        let next = layer_of(&l.weights, k);
        s += layer_use(&l, x);
        let old = std::mem::replace(&mut l, next);
        s += old.bias * old.weights[0];
    }
    s
}

#[differentiable]
fn uses_result(x: &[f64], k: f64) -> f64 {
    match result_list(x, k) {
        Ok(list) => dot(&list, x) * list[0],
        Err(_) => 0.0,
    }
}

#[differentiable]
fn result_list(x: &[f64], k: f64) -> Result<Vec<f64>, String> {
    if k < 0.0 {
        return Err("negative".to_string());
    }
    Ok(x.iter().map(|v| v * k).collect())
}

#[differentiable]
fn rows_by_value(rows: Vec<Vec<f64>>, k: f64) -> f64 {
    let mut kept = Vec::new();
    let mut s = k;
    for row in rows {
        s += row[0] * row[1];
        kept.push(row);
    }
    s * kept[1][0]
}

#[derive(Clone, Debug, Differentiable)]
enum Op {
    Scale(f64),
    Table(Vec<f64>),
    Pair(Vec<f64>, Vec<f64>),
}

#[derive(Clone, Debug, Differentiable)]
struct Gen<T> {
    list: Vec<T>,
    one: T,
}

#[differentiable]
fn mut_gen(g: &mut Gen<f64>, k: f64) -> f64 {
    for v in g.list.iter_mut() {
        *v *= k;
    }
    g.one *= k;
    g.list[0] * g.one
}

#[derive(Clone, Debug, Differentiable)]
struct RcField {
    list: Vec<f64>,
    shared: Rc<Vec<f64>>,
}

#[differentiable]
fn mut_rcf(g: &mut RcField, k: f64) -> f64 {
    for v in g.list.iter_mut() {
        *v *= k;
    }
    g.list[0] * g.shared[1]
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    First,
}

#[derive(Clone, Debug, Differentiable)]
struct Marked {
    list: Vec<f64>,
    #[no_diff]
    kind: Kind,
    #[no_diff]
    name: Rc<str>,
    #[no_diff]
    label: String,
}

#[differentiable]
fn mut_marked(g: &mut Marked, k: f64) -> f64 {
    for v in g.list.iter_mut() {
        *v *= k;
    }
    g.list[0] * k
}

#[derive(Clone, Debug, Differentiable)]
enum Tree {
    Leaf(f64),
    Node(Box<Tree>, Box<Tree>),
}

#[differentiable]
fn scale_tree(t: &mut Tree, k: f64) -> f64 {
    match t {
        Tree::Leaf(v) => {
            *v *= k;
            *v
        }
        Tree::Node(a, b) => scale_tree(a, k) * scale_tree(b, k),
    }
}

#[differentiable]
fn mut_layer(g: &mut Layer, k: f64) -> f64 {
    for v in g.weights.iter_mut() {
        *v *= k;
    }
    g.weights[0] * g.bias
}

#[differentiable]
fn mut_list(layers: &mut Vec<Layer>, k: f64) -> f64 {
    for layer in layers.iter_mut() {
        layer.weights[0] *= k;
    }
    layers[0].weights[0] * layers[1].bias
}

#[differentiable]
fn mut_queue(g: &mut VecDeque<f64>, k: f64) -> f64 {
    if let Some(f) = g.pop_front() {
        g.push_back(f * k);
    }
    g[0] * k
}

#[differentiable]
fn mut_opt(g: &mut Option<Vec<f64>>, k: f64) -> f64 {
    if let Some(g) = g {
        for v in g.iter_mut() {
            *v *= k;
        }
        return g[0];
    }
    k
}

#[differentiable]
fn mut_tuple(g: &mut (Vec<f64>, Vec<Vec<f64>>), k: f64) -> f64 {
    for v in g.0.iter_mut() {
        *v *= k;
    }
    g.0[0] * g.1[0][1]
}

#[derive(Clone, Debug, Differentiable)]
enum State {
    Cold(Vec<f64>),
    Warm { a: Vec<f64>, b: f64 },
    Off,
}

#[differentiable]
fn warmed(state: &mut State, k: f64) -> f64 {
    match state {
        State::Cold(list) => {
            list[0] *= k;
            list[0] * k
        }
        State::Warm { a, b } => {
            *b *= a[0] * k;
            *b
        }
        State::Off => k,
    }
}

/// It must not be looked at without its elements.
#[derive(Clone, Debug, Differentiable)]
struct Counted {
    list: Vec<f64>,
}

impl Drop for Counted {
    fn drop(&mut self) {
        assert!(!self.list.is_empty());
    }
}

#[differentiable]
fn count_down(counted: &mut Counted, k: f64) -> f64 {
    counted.list[0] *= k;
    counted.list[0] * counted.list[1]
}

fn tree(depth: usize) -> Tree {
    match depth {
        0 => Tree::Leaf(0.9),
        _ => Tree::Node(Box::new(tree(depth - 1)), Box::new(tree(depth - 1))),
    }
}

fn marked(x: &[f64]) -> Marked {
    Marked {
        list: x.to_vec(),
        kind: Kind::First,
        name: Rc::from("first"),
        label: "second".into(),
    }
}

#[test]
fn copies_of_what_is_moved_on_cost_nothing() {
    let x = numbers(12);
    let (mut x_bar, mut k_bar) = (vec![0.0; 12], 0.0);
    let rows = vec![x.clone(); 3];
    let mut rows_bar = rows.zero_cotangent();
    more_than_the_function!(0, alias_moved(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, rows_moved(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, rows_by_value(rows.clone(), 0.5; &mut rows_bar, &mut k_bar));
    more_than_the_function!(0, structs_moved(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, field_moved(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, tuple_lists(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, ops(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, ops_value(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, nested(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, calls_generic(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, boxed(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, array_of_structs(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, replaced(&x, 0.5, 5; &mut x_bar, &mut k_bar));
}

#[test]
fn copies_of_what_an_option_holds_cost_nothing() {
    let x = numbers(12);
    let (mut x_bar, mut k_bar) = (vec![0.0; 12], 0.0);
    more_than_the_function!(0, let_some(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, match_value(&x, 0.5, 5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, opt_layer(&x, 0.5, 5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, uses_result(&x, 0.5; &mut x_bar, &mut k_bar));
}

/// That it costs nothing with a workspace, nor with the thread's memory, on the given number of copies.
macro_rules! nothing_for_copies {
    ($($function:ident: $value:expr),* $(,)?) => {$({
        let mut value = $value;
        let (mut bar, mut k_bar) = (value.zero_cotangent(), 0.0);
        more_than_the_function!(0, $function(&mut value, 1.0; &mut bar, &mut k_bar));
        let own = measure(|| {
            black_box($function(&mut value, 1.0));
        });
        let mut run = || {
            black_box($function::grad_into(&mut value, 1.0, &mut bar, &mut k_bar));
        };
        (0..3).for_each(|_| run());
        let seen = measure(run);
        assert_eq!(seen.count_total, own.count_total, "{} on a thread", stringify!($function));
    })*};
}

#[test]
fn copies_of_mutable_arguments_cost_nothing() {
    let x = numbers(12);
    nothing_for_copies! {
        mut_layer: layer_of(&x, 0.5),
        mut_gen: Gen { list: x.clone(), one: 1.0 },
        mut_marked: marked(&x),
        mut_rcf: RcField { list: x.clone(), shared: Rc::new(x.clone()) },
        mut_list: vec![layer_of(&x, 0.5); 2],
        mut_queue: VecDeque::from(x.clone()),
        mut_opt: Some(x.clone()),
        mut_tuple: (x.clone(), vec![x.clone()]),
    }
    let mut tree = tree(3);
    let mut bar = tree.zero_cotangent();
    more_than_the_function!(0, scale_tree(&mut tree, 1.0; &mut bar, &mut 0.0));
}

/// A copy is as long as its original, and of the same variant, whatever came before.
#[test]
fn copies_of_other_shapes_cost_nothing() {
    let x = numbers(12);
    let states = [
        State::Cold(x.clone()),
        State::Warm {
            a: x[..5].to_vec(),
            b: 0.5,
        },
        State::Off,
        State::Cold(x[..3].to_vec()),
    ];
    let mut workspace = Workspace::new();
    let bars: Vec<_> = states.iter().map(Differentiable::zero_cotangent).collect();
    let mut run = |states: &mut [State], bars: &mut [StateCotangent]| {
        for (state, bar) in states.iter_mut().zip(bars) {
            black_box(warmed::grad_into_with(&mut workspace, state, 1.0, bar, &mut 0.0));
        }
    };
    let (mut now, mut now_bars) = (states.clone(), bars.clone());
    (0..3).for_each(|_| run(&mut now, &mut now_bars));
    let seen = measure(|| run(&mut now, &mut now_bars));
    assert_eq!(seen.count_total, 0);
}

/// What a copy shared is not kept, and of a type that is looked at when it ends nothing is taken.
#[test]
fn copies_end_as_their_originals_do() {
    let shared = Rc::new(numbers(3));
    let mut value = RcField {
        list: numbers(3),
        shared: Rc::clone(&shared),
    };
    let mut workspace = Workspace::new();
    for _ in 0..2 {
        let mut bar = value.zero_cotangent();
        mut_rcf::grad_into_with(&mut workspace, &mut value, 0.5, &mut bar, &mut 0.0);
        assert_eq!(Rc::strong_count(&shared), 2);
    }
    let mut counted = Counted { list: numbers(3) };
    for _ in 0..2 {
        let mut bar = counted.zero_cotangent();
        count_down::grad_into_with(&mut workspace, &mut counted, 0.5, &mut bar, &mut 0.0);
    }
}

#[test]
fn gradients_in_copies_that_were_used_before_are_right() {
    let x = numbers(12);
    for _ in 0..3 {
        check_grad!(alias_moved(&x, 0.5)).expect("the gradient is right");
        check_grad!(rows_moved(&x, 0.5)).expect("the gradient is right");
        check_grad!(rows_by_value(vec![x.clone(); 3], 0.5)).expect("the gradient is right");
        check_grad!(structs_moved(&x, 0.5)).expect("the gradient is right");
        check_grad!(field_moved(&x, 0.5)).expect("the gradient is right");
        check_grad!(tuple_lists(&x, 0.5)).expect("the gradient is right");
        check_grad!(ops(&x, 0.5)).expect("the gradient is right");
        check_grad!(ops_value(&x, 0.5)).expect("the gradient is right");
        check_grad!(nested(&x, 0.5)).expect("the gradient is right");
        check_grad!(calls_generic(&x, 0.5)).expect("the gradient is right");
        check_grad!(boxed(&x, 0.5)).expect("the gradient is right");
        check_grad!(array_of_structs(&x, 0.5)).expect("the gradient is right");
        check_grad!(replaced(&x, 0.5, 3)).expect("the gradient is right");
        check_grad!(let_some(&x, 0.5)).expect("the gradient is right");
        check_grad!(let_some(&x, -0.5)).expect("the gradient is right");
        check_grad!(match_value(&x, 0.5, 3)).expect("the gradient is right");
        check_grad!(opt_layer(&x, 0.5, 4)).expect("the gradient is right");
        check_grad!(uses_result(&x, 0.5)).expect("the gradient is right");
        check_grad!(mut_layer(&mut layer_of(&x, 0.5), 0.5)).expect("the gradient is right");
        check_grad!(mut_gen(
            &mut Gen {
                list: x.clone(),
                one: 1.0
            },
            0.5
        ))
        .expect("the gradient is right");
        check_grad!(mut_marked(&mut marked(&x), 0.5)).expect("the gradient is right");
        check_grad!(mut_rcf(
            &mut RcField {
                list: x.clone(),
                shared: Rc::new(x.clone())
            },
            0.5
        ))
        .expect("the gradient is right");
        check_grad!(mut_list(&mut vec![layer_of(&x, 0.5); 2], 0.5)).expect("the gradient is right");
        check_grad!(mut_queue(&mut VecDeque::from(x.clone()), 0.5)).expect("the gradient is right");
        check_grad!(mut_opt(&mut Some(x.clone()), 0.5)).expect("the gradient is right");
        check_grad!(mut_tuple(&mut (x.clone(), vec![x.clone()]), 0.5)).expect("the gradient is right");
        check_grad!(scale_tree(&mut tree(2), 0.5)).expect("the gradient is right");
        check_grad!(warmed(&mut State::Cold(x.clone()), 0.5)).expect("the gradient is right");
        check_grad!(count_down(&mut Counted { list: x.clone() }, 0.5)).expect("the gradient is right");
    }
}

/// A model whose copies begin to sum anew.
#[derive(Debug, Differentiable)]
struct Restarting {
    w: f64,
    sum: f64,
}

#[allow(clippy::non_canonical_clone_impl)]
impl Clone for Restarting {
    fn clone(&self) -> Self {
        Restarting { w: self.w, sum: 0.0 }
    }
}

#[differentiable]
impl Restarting {
    fn with(mut self, k: f64) -> Restarting {
        self.sum += k;
        self
    }
    fn finish(self, k: f64) -> f64 {
        self.w * self.sum * k
    }
}

#[differentiable]
fn moved_receivers(x: &[f64]) -> f64 {
    let model = Restarting { w: x[0], sum: x[1] };
    model.with(x[2]).finish(x[3])
}

#[differentiable]
fn cloned_model(x: &[f64]) -> f64 {
    let model = Restarting { w: x[0], sum: x[1] };
    model.clone().finish(x[2]) + model.finish(x[3])
}

#[test]
fn a_receiver_by_value_is_not_cloned() {
    let x = [0.7, 1.3, 0.4, 2.1];
    check_grad!(moved_receivers(&x)).unwrap();
    let (value, gradient) = moved_receivers::value_and_grad(&x);
    assert_eq!(value.to_bits(), moved_receivers(&x).to_bits());
    let slope = x[0] * x[3];
    let want = [(x[1] + x[2]) * x[3], slope, slope, x[0] * (x[1] + x[2])];
    assert!(
        gradient.iter().zip(want).all(|(got, want)| (got - want).abs() < 1e-12),
        "{gradient:?}"
    );
}

#[test]
#[cfg(debug_assertions)]
#[should_panic = "Restarting` gives a value with other numbers than its original"]
fn a_clone_that_is_no_copy_is_reported_in_debug_builds() {
    cloned_model::grad(&[0.7, 1.3, 0.4, 2.1]);
}
