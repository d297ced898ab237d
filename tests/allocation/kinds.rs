//! Functions of many kinds, and what their derivatives allocate beside what they allocate themselves: most of them nothing, once there
//! is a workspace.

use crate::reuse::numbers;
use allocation_counter::measure;
use pullback::ndarray::{Array1, Array2, array};
use pullback::{Differentiable, Workspace, check_grad, differentiable};
use std::collections::VecDeque;
use std::hint::black_box;

#[derive(Clone, Debug, Differentiable)]
enum Shape {
    Circle { radius: f64 },
    Polygon(Vec<(f64, f64)>),
    Group(Vec<Shape>),
}

#[differentiable]
fn area(shape: &Shape) -> f64 {
    match shape {
        Shape::Circle { radius } => radius * radius * 3.0,
        Shape::Polygon(corners) => {
            let mut sum = 0.0;
            for i in 0..corners.len() {
                let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
                sum += a.0 * b.1 - b.0 * a.1;
            }
            sum / 2.0
        }
        Shape::Group(parts) => parts.iter().map(area).sum(),
    }
}

#[differentiable]
fn scaled_shape(shape: &Shape, k: f64) -> Shape {
    match shape {
        Shape::Circle { radius } => Shape::Circle { radius: radius * k },
        Shape::Polygon(corners) => Shape::Polygon(corners.iter().map(|(x, y)| (x * k, y * k)).collect()),
        Shape::Group(parts) => Shape::Group(parts.iter().map(|part| scaled_shape(part, k)).collect()),
    }
}

#[differentiable]
fn scaled_area(shape: &Shape, k: f64) -> f64 {
    area(&scaled_shape(shape, k))
}

#[differentiable]
fn square_root(x: f64) -> Option<f64> {
    if x < 0.0 { None } else { Some(x.sqrt()) }
}

#[differentiable]
fn distance(x: &[f64], y: &[f64]) -> Result<f64, String> {
    if x.len() != y.len() {
        return Err(String::from("lengths"));
    }
    Ok(x.iter().zip(y).map(|(a, b)| (a - b).powi(2)).sum::<f64>())
}

#[differentiable]
fn asked(x: &[f64], y: &[f64]) -> Option<f64> {
    let d = distance(x, y).ok()?;
    let root = square_root(d)?;
    Some(root * x[0])
}

#[differentiable]
fn asks(x: &[f64], y: &[f64]) -> f64 {
    asked(x, y).unwrap_or(0.0) + asked(y, x).map_or(1.0, |d| d * 2.0)
}

#[differentiable]
fn lists_asked(x: &[f64]) -> Result<Vec<f64>, String> {
    let mut roots = Vec::new();
    for v in x {
        roots.push(square_root(*v).ok_or(String::new())?);
    }
    Ok(roots)
}

#[differentiable]
fn of_lists_asked(x: &[f64]) -> f64 {
    match lists_asked(x) {
        Ok(roots) => roots.iter().sum(),
        Err(_) => 0.0,
    }
}

#[differentiable]
fn closures(x: &[f64], k: f64) -> f64 {
    let scale = |v: f64| v * k;
    let both = |a: &[f64], b: f64| a.iter().map(|v| scale(*v)).sum::<f64>() * b;
    both(x, k) + both(&x[1..], 0.5)
}

#[differentiable]
fn applied(f: impl Fn(&[f64]) -> Vec<f64>, x: &[f64], times: usize) -> f64 {
    let mut state = x.to_vec();
    for _ in 0..times {
        state = f(&state);
    }
    state.iter().sum()
}

#[differentiable]
fn applies(x: &[f64], k: f64) -> f64 {
    applied(|state: &[f64]| state.iter().map(|v| (v * k).sin()).collect(), x, 3)
}

#[differentiable]
fn runge_kutta(x: &[f64], k: f64, steps: usize) -> f64 {
    let rate = |state: &[f64]| -> Vec<f64> { vec![state[1], -k * state[0]] };
    let mut state = vec![x[0], x[1]];
    let dt = 0.1;
    for _ in 0..steps {
        let k1 = rate(&state);
        let half: Vec<f64> = state.iter().zip(&k1).map(|(s, k)| s + 0.5 * dt * k).collect();
        let k2 = rate(&half);
        let next: Vec<f64> = state.iter().zip(&k2).map(|(s, k)| s + dt * k).collect();
        state = next;
    }
    state[0] * state[1]
}

#[differentiable]
fn halved(x: &[f64]) -> f64 {
    if x.len() == 1 {
        return x[0].sin();
    }
    let (a, b) = x.split_at(x.len() / 2);
    halved(a) * halved(b) + x[0]
}

#[differentiable]
fn merged(x: &[f64]) -> Vec<f64> {
    if x.len() < 2 {
        return x.to_vec();
    }
    let (a, b) = (merged(&x[..x.len() / 2]), merged(&x[x.len() / 2..]));
    let mut out = Vec::with_capacity(x.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() || j < b.len() {
        if j == b.len() || i < a.len() && a[i] < b[j] {
            out.push(a[i]);
            i += 1;
        } else {
            out.push(b[j]);
            j += 1;
        }
    }
    out
}

#[differentiable]
fn of_merged(x: &[f64]) -> f64 {
    merged(x).iter().enumerate().map(|(i, v)| v * i as f64).sum()
}

#[differentiable]
fn checkpointed(x: &[f64], k: f64, steps: usize) -> f64 {
    let mut state = x.to_vec();
    #[checkpoint]
    for _ in 0..steps {
        let mut next = vec![0.0; state.len()];
        for i in 0..state.len() {
            next[i] = (state[i] * k).sin();
        }
        state = next;
    }
    state.iter().sum()
}

#[differentiable(checkpoint)]
fn run_again(x: &[f64], k: f64) -> f64 {
    let scaled: Vec<f64> = x.iter().map(|v| (v * k).exp()).collect();
    scaled.iter().sum()
}

#[differentiable]
fn runs_again(x: &[f64], k: f64, times: usize) -> f64 {
    let mut sum = 0.0;
    for _ in 0..times {
        sum += run_again(x, k + sum * 0.01);
    }
    sum
}

#[differentiable]
fn chained(x: &[f64], k: f64) -> f64 {
    let positive: Vec<f64> = x.iter().filter(|v| **v > 0.155).map(|v| v * k).collect();
    let pairs: f64 = positive.windows(2).map(|w| w[0] * w[1]).sum();
    let flat: Vec<f64> = positive.chunks(3).flat_map(|c| c.iter().map(|v| v * v)).collect();
    let best = flat.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
    let scan: Vec<f64> = flat
        .iter()
        .scan(0.0, |state, v| {
            *state += v;
            Some(*state)
        })
        .collect();
    pairs + best + scan.iter().rev().take(3).sum::<f64>()
}

#[differentiable]
fn partitioned(x: &[f64], k: f64) -> f64 {
    let (mut low, mut high) = (Vec::new(), Vec::new());
    for v in x {
        if *v < 0.205 { low.push(v * k) } else { high.push(v * k) }
    }
    low.iter().sum::<f64>() * high.iter().product::<f64>()
}

#[differentiable]
fn unzipped(x: &[f64], k: f64) -> f64 {
    let sines: Vec<f64> = x.iter().map(|v| (v * k).sin()).collect();
    let cosines: Vec<f64> = x.iter().map(|v| (v * k).cos()).collect();
    sines.iter().zip(&cosines).map(|(s, c)| s * c).sum()
}

#[differentiable]
fn by_value(x: Vec<f64>, m: Vec<Vec<f64>>) -> f64 {
    let mut sum = 0.0;
    for (row, v) in m.iter().zip(x) {
        for w in row {
            sum += w * v;
        }
    }
    sum
}

#[differentiable]
fn concatenated(x: &[f64], y: &[f64]) -> f64 {
    let all = [x, y].concat();
    let mut more = all.clone();
    more.extend(y.iter().map(|v| v * v));
    more.extend_from_slice(x);
    more.iter().zip(&all).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn queued(x: &[f64], k: f64, times: usize) -> f64 {
    let mut queue: VecDeque<f64> = VecDeque::new();
    for v in x {
        queue.push_back(v * k);
    }
    let mut sum = 0.0;
    for _ in 0..times {
        if let Some(first) = queue.pop_front() {
            sum += first * first;
            queue.push_back(first * k);
        }
    }
    sum
}

#[differentiable]
fn grid(x: &[f64], n: usize) -> f64 {
    let mut grid = vec![vec![0.0; n]; n];
    for i in 0..n {
        grid[0][i] = x[i] * x[0];
    }
    for i in 1..n {
        for j in 0..n {
            let left = if j > 0 { grid[i - 1][j - 1] } else { 0.0 };
            grid[i][j] = left.max(grid[i - 1][j]) + x[j] * 0.1;
        }
    }
    grid[n - 1].iter().sum()
}

#[differentiable]
fn warped(x: &[f64], y: &[f64]) -> f64 {
    let mut before = vec![f64::INFINITY; y.len() + 1];
    before[0] = 0.0;
    for a in x {
        let mut now = vec![f64::INFINITY; y.len() + 1];
        for j in 0..y.len() {
            let cost = (a - y[j]).powi(2);
            now[j + 1] = cost + before[j].min(before[j + 1]).min(now[j]);
        }
        before = now;
    }
    before[y.len()]
}

#[derive(Clone, Copy, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[differentiable]
impl Point {
    fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }
    fn norm(&self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }
    fn turned(self, angle: f64) -> Point {
        let (s, c) = angle.sin_cos();
        Point::new(self.x * c - self.y * s, self.x * s + self.y * c)
    }
}

#[differentiable]
fn points(x: &[f64], angle: f64) -> f64 {
    let mut points: Vec<Point> = Vec::new();
    for v in x {
        points.push(Point::new(*v, angle).turned(angle));
    }
    let mut sum = 0.0;
    for p in &points {
        sum += p.norm() * p.x;
    }
    sum
}

#[derive(Clone, Differentiable)]
struct Perceptron {
    layers: Vec<Dense>,
}

#[derive(Clone, Differentiable)]
struct Dense {
    weights: Vec<Vec<f64>>,
    bias: Vec<f64>,
    #[no_diff]
    relu: bool,
}

#[differentiable]
impl Dense {
    fn forward_pass(&self, x: &[f64]) -> Vec<f64> {
        let mut out = self.bias.clone();
        for (o, row) in out.iter_mut().zip(&self.weights) {
            for (w, v) in row.iter().zip(x) {
                *o += w * v;
            }
            if self.relu {
                *o = o.max(0.0);
            }
        }
        out
    }
}

#[differentiable]
impl Perceptron {
    fn loss(&self, x: &[f64]) -> f64 {
        let mut state = x.to_vec();
        for layer in &self.layers {
            state = layer.forward_pass(&state);
        }
        state.iter().map(|v| v * v).sum()
    }
}

#[differentiable]
fn loss(net: &Perceptron, x: &[f64]) -> f64 {
    net.loss(x)
}

#[differentiable]
fn trained(net: &Perceptron, x: &[f64], rate: f64) -> f64 {
    let mut own = net.clone();
    for layer in own.layers.iter_mut() {
        for b in layer.bias.iter_mut() {
            *b *= rate;
        }
    }
    own.loss(x)
}

#[differentiable]
fn optional_lists(x: &[f64], k: f64) -> f64 {
    let mut kept: Option<Vec<f64>> = None;
    let mut sum = 0.0;
    for i in 0..x.len() {
        if let Some(list) = kept.take() {
            sum += list[0] * x[i];
        }
        kept = Some(vec![x[i] * k, k]);
    }
    if let Some(last) = &kept {
        sum += last[0] * last[1];
    }
    sum
}

#[differentiable]
fn best_of(x: &[f64], k: f64, times: usize) -> f64 {
    let mut best = x.to_vec();
    let mut least = f64::INFINITY;
    for t in 0..times {
        let candidate: Vec<f64> = best.iter().map(|v| v * k + 0.1 * t as f64).collect();
        let cost: f64 = candidate.iter().map(|v| v * v).sum();
        if cost < least {
            least = cost;
            best = candidate;
        }
    }
    best[0] * least
}

#[differentiable]
fn early(x: &[f64], k: f64) -> f64 {
    let mut path = Vec::new();
    for v in x {
        if path.len() > 5 {
            break;
        }
        if *v < 0.125 {
            continue;
        }
        path.push(v * k);
    }
    let Some(last) = path.last() else { return 0.0 };
    last * path[0]
}

#[differentiable]
fn labelled(x: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    'outer: for i in 0..n {
        let row: Vec<f64> = x.iter().map(|v| v * i as f64).collect();
        for v in &row {
            sum += v * v;
            if sum > 3.0 {
                break 'outer;
            }
        }
    }
    sum
}

#[differentiable]
fn written_to(x: &[f64], out: &mut Vec<f64>) {
    out.clear();
    for v in x {
        out.push(v * v);
    }
}

#[differentiable]
fn writes(x: &[f64], times: usize) -> f64 {
    let mut out = Vec::new();
    let mut sum = 0.0;
    for _ in 0..times {
        written_to(x, &mut out);
        sum += out.iter().sum::<f64>();
    }
    sum
}

#[differentiable]
fn matrices(a: &Array2<f64>, x: &Array1<f64>, times: usize) -> f64 {
    let mut state = x.clone();
    for _ in 0..times {
        state = a.dot(&state);
    }
    state.sum()
}

#[differentiable]
fn cholesky(a: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = a.len();
    let mut l = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..=i {
            let mut sum = a[i][j];
            for k in 0..j {
                sum -= l[i][k] * l[j][k];
            }
            if i == j {
                l[i][j] = sum.sqrt();
            } else {
                l[i][j] = sum / l[j][j];
            }
        }
    }
    l
}

#[differentiable]
fn solved(a: &[Vec<f64>], b: &[f64]) -> f64 {
    let l = cholesky(a);
    let mut y = b.to_vec();
    for i in 0..y.len() {
        for k in 0..i {
            y[i] -= l[i][k] * y[k];
        }
        y[i] /= l[i][i];
    }
    y.iter().map(|v| v * v).sum()
}

#[differentiable]
fn generic<T: Copy + std::ops::Mul<Output = T> + std::ops::Add<Output = T>>(x: &[T], k: T) -> T {
    let scaled: Vec<T> = x.iter().map(|v| *v * k).collect();
    let mut sum = scaled[0];
    for v in &scaled {
        sum = sum + *v * *v;
    }
    sum
}

#[differentiable]
fn calls_generic(x: &[f64], k: f64) -> f64 {
    generic(x, k)
}

#[differentiable]
fn nested_tuples(x: &[f64], k: f64) -> f64 {
    let rows: Vec<(Vec<f64>, (f64, usize))> = x.iter().map(|v| (vec![*v, v * k], (v + k, 1))).collect();
    rows.iter()
        .map(|(list, (a, n))| list[0] * list[1] * a * *n as f64)
        .sum()
}

#[differentiable]
fn arrays_of_lists(x: &[f64], k: f64) -> f64 {
    let pair = [x.to_vec(), x.iter().map(|v| v * k).collect::<Vec<f64>>()];
    let mut sum = 0.0;
    for list in &pair {
        sum += list[0] * list[1];
    }
    for list in pair {
        sum += list[2];
    }
    sum
}

#[differentiable]
fn list_of_options(x: &[f64]) -> f64 {
    let roots: Vec<Option<f64>> = x.iter().map(|v| square_root(v - 0.15)).collect();
    roots.iter().map(|root| root.unwrap_or(0.0)).sum()
}

fn shape() -> Shape {
    let polygon = Shape::Polygon(vec![(0.0, 0.0), (1.0, 0.1), (0.5, 1.0)]);
    let inner = Shape::Group(vec![polygon.clone()]);
    Shape::Group(vec![Shape::Circle { radius: 0.5 }, polygon, inner])
}

fn net(x: &[f64]) -> Perceptron {
    let dense = Dense {
        weights: vec![x.to_vec(); x.len()],
        bias: x.to_vec(),
        relu: true,
    };
    Perceptron {
        layers: vec![dense.clone(), dense],
    }
}

fn spd() -> Vec<Vec<f64>> {
    (0..5)
        .map(|i| (0..5).map(|j| if i == j { 3.0 } else { 0.1 }).collect())
        .collect()
}

#[test]
fn functions_of_all_kinds_cost_what_they_cost() {
    let x = numbers(20);
    let y: Vec<f64> = x.iter().map(|v| v * 1.5 + 0.01).collect();
    let (mut x_bar, mut y_bar, mut k_bar) = (vec![0.0; 20], vec![0.0; 20], 0.0);
    let polygon = Shape::Polygon(vec![(0.0, 0.0), (1.0, 0.1), (0.5, 1.0)]);
    let shape = Shape::Group(vec![
        Shape::Circle { radius: 0.5 },
        polygon.clone(),
        Shape::Group(vec![polygon]),
    ]);
    let mut shape_bar = shape.zero_cotangent();
    more_than_the_function!(0, area(&shape; &mut shape_bar));
    more_than_the_function!(0, scaled_area(&shape, 0.5; &mut shape_bar, &mut k_bar));
    more_than_the_function!(0, asks(&x, &y; &mut x_bar, &mut y_bar));
    more_than_the_function!(0, of_lists_asked(&x; &mut x_bar));
    more_than_the_function!(0, closures(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, applies(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, runge_kutta(&x, 0.5, 5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, halved(&x; &mut x_bar));
    more_than_the_function!(0, of_merged(&x; &mut x_bar));
    // What runs again allocates again.
    more_than_the_function!(5, checkpointed(&x, 0.5, 5; &mut x_bar, &mut k_bar));
    more_than_the_function!(1, run_again(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(3, runs_again(&x, 0.5, 3; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, chained(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, partitioned(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, unzipped(&x, 0.5; &mut x_bar, &mut k_bar));
    let m = vec![x.clone(); 20];
    let mut m_bar = m.zero_cotangent();
    more_than_the_function!(0, by_value(x.clone(), m.clone(); &mut x_bar, &mut m_bar));
    more_than_the_function!(0, concatenated(&x, &y; &mut x_bar, &mut y_bar));
    more_than_the_function!(0, queued(&x, 0.5, 10; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, grid(&x, 6; &mut x_bar));
    more_than_the_function!(0, warped(&x, &y; &mut x_bar, &mut y_bar));
    more_than_the_function!(0, points(&x, 0.5; &mut x_bar, &mut k_bar));
    let net = net(&x);
    let mut net_bar = net.zero_cotangent();
    // The method may be the function itself, as far as its name says: so its pullback is in a box of the workspace.
    more_than_the_function!(0, loss(&net, &x; &mut net_bar, &mut x_bar));
    more_than_the_function!(0, trained(&net, &x, 0.5; &mut net_bar, &mut x_bar, &mut k_bar));
    more_than_the_function!(0, optional_lists(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, best_of(&x, 0.5, 4; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, early(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, labelled(&x, 4; &mut x_bar));
    more_than_the_function!(0, writes(&x, 4; &mut x_bar));
    let (a, v) = (array![[0.5, 0.1], [0.2, 0.3]], array![1.0, 2.0]);
    let (mut a_bar, mut v_bar) = (a.zero_cotangent(), v.zero_cotangent());
    more_than_the_function!(0, matrices(&a, &v, 4; &mut a_bar, &mut v_bar));
    let spd = spd();
    let (mut spd_bar, b) = (spd.zero_cotangent(), x[..5].to_vec());
    more_than_the_function!(0, solved(&spd, &b; &mut spd_bar, &mut x_bar[..5]));
    more_than_the_function!(0, calls_generic(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, nested_tuples(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, arrays_of_lists(&x, 0.5; &mut x_bar, &mut k_bar));
    more_than_the_function!(0, list_of_options(&x; &mut x_bar));
}

/// What is used again holds nothing of what it was used for.
#[test]
fn gradients_of_all_kinds_are_right() {
    let x = numbers(8);
    let y: Vec<f64> = x.iter().map(|v| v * 1.5 + 0.01).collect();
    for _ in 0..2 {
        check_grad!(scaled_area(&shape(), 0.5)).expect("the gradient is right");
        check_grad!(asks(&x, &y)).expect("the gradient is right");
        check_grad!(of_lists_asked(&x)).expect("the gradient is right");
        check_grad!(closures(&x, 0.5)).expect("the gradient is right");
        check_grad!(applies(&x, 0.5)).expect("the gradient is right");
        check_grad!(runge_kutta(&x, 0.5, 3)).expect("the gradient is right");
        check_grad!(halved(&x)).expect("the gradient is right");
        check_grad!(of_merged(&x)).expect("the gradient is right");
        check_grad!(checkpointed(&x, 0.5, 3)).expect("the gradient is right");
        check_grad!(run_again(&x, 0.5)).expect("the gradient is right");
        check_grad!(runs_again(&x, 0.5, 3)).expect("the gradient is right");
        check_grad!(chained(&x, 0.5)).expect("the gradient is right");
        check_grad!(partitioned(&x, 0.5)).expect("the gradient is right");
        check_grad!(unzipped(&x, 0.5)).expect("the gradient is right");
        check_grad!(by_value(x.clone(), vec![x.clone(); 8])).expect("the gradient is right");
        check_grad!(concatenated(&x, &y)).expect("the gradient is right");
        check_grad!(queued(&x, 0.5, 10)).expect("the gradient is right");
        check_grad!(grid(&x, 4)).expect("the gradient is right");
        check_grad!(warped(&x, &y)).expect("the gradient is right");
        check_grad!(points(&x, 0.5)).expect("the gradient is right");
        check_grad!(loss(&net(&x), &x)).expect("the gradient is right");
        check_grad!(trained(&net(&x), &x, 0.5)).expect("the gradient is right");
        check_grad!(optional_lists(&x, 0.5)).expect("the gradient is right");
        check_grad!(best_of(&x, 0.5, 4)).expect("the gradient is right");
        check_grad!(early(&x, 0.5)).expect("the gradient is right");
        check_grad!(labelled(&x, 4)).expect("the gradient is right");
        check_grad!(writes(&x, 4)).expect("the gradient is right");
        check_grad!(solved(&spd(), &y[..5])).expect("the gradient is right");
        check_grad!(calls_generic(&x, 0.5)).expect("the gradient is right");
        check_grad!(nested_tuples(&x, 0.5)).expect("the gradient is right");
        check_grad!(arrays_of_lists(&x, 0.5)).expect("the gradient is right");
    }
}
