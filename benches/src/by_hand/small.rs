//! The small functions.

use crate::small::{Quaternion, Vector};

/// `x` multiplied `n` times, and the way back over what `r` was.
pub fn power_in_a_loop(x: f64, n: usize, steps: &mut Vec<f64>) -> (f64, f64) {
    steps.resize(n, 0.0);
    let mut r = 1.0;
    for step in &mut steps[..n] {
        *step = r;
        r *= x;
    }
    let (mut bar, mut x_bar) = (1.0, 0.0);
    for step in steps[..n].iter().rev() {
        x_bar += bar * step;
        bar *= x;
    }
    (r, x_bar)
}

pub fn log_sum_exp(x: &[f64], bar: &mut [f64]) -> f64 {
    let mut sum = 0.0;
    for (bar, a) in bar.iter_mut().zip(x) {
        *bar = a.exp();
        sum += *bar;
    }
    let scale = 1.0 / sum;
    for bar in bar {
        *bar *= scale;
    }
    sum.ln()
}

/// The loss and the bias's cotangent.
pub fn logistic_regression(
    weights: &[f64],
    bias: f64,
    samples: &[f64],
    labels: &[f64],
    weights_bar: &mut [f64],
) -> (f64, f64) {
    weights_bar.fill(0.0);
    let scale = 1.0 / labels.len() as f64;
    let (mut sum, mut bias_bar) = (0.0, 0.0);
    for (sample, label) in samples.chunks_exact(weights.len()).zip(labels) {
        let mut score = bias;
        for (weight, x) in weights.iter().zip(sample) {
            score += weight * x;
        }
        let odds = (-label * score).exp();
        sum += (1.0 + odds).ln();
        let score_bar = -scale * label * odds / (1.0 + odds);
        for (bar, x) in weights_bar.iter_mut().zip(sample) {
            *bar += score_bar * x;
        }
        bias_bar += score_bar;
    }
    (sum * scale, bias_bar)
}

/// The network of one hidden layer: what is kept between calls, and the gradient.
pub struct DenseGradient {
    hidden: Vec<f32>,
    hidden_bar: Vec<f32>,
    /// Scores; then their cotangents.
    scores: Vec<f32>,
    pub bars: (Vec<f32>, Vec<f32>, Vec<f32>, Vec<f32>),
}

impl DenseGradient {
    pub fn new(inputs: usize, hidden: usize, outputs: usize) -> Self {
        DenseGradient {
            hidden: vec![0.0; hidden],
            hidden_bar: vec![0.0; hidden],
            scores: vec![0.0; outputs],
            bars: (
                vec![0.0; inputs * hidden],
                vec![0.0; hidden],
                vec![0.0; hidden * outputs],
                vec![0.0; outputs],
            ),
        }
    }

    pub fn evaluate(&mut self, parameters: [&[f32]; 4], image: &[f32], label: usize) -> f32 {
        let [w1, b1, w2, b2] = parameters;
        let DenseGradient {
            hidden,
            hidden_bar,
            scores,
            bars: (w1_bar, b1_bar, w2_bar, b2_bar),
        } = self;
        dense(w1, b1, image, hidden);
        for h in &mut *hidden {
            *h = h.max(0.0);
        }
        dense(w2, b2, hidden, scores);
        let label_score = scores[label];
        let mut sum = 0.0;
        for score in &mut *scores {
            *score = score.exp();
            sum += *score;
        }
        let scale = 1.0 / sum;
        for score in &mut *scores {
            *score *= scale;
        }
        scores[label] -= 1.0;

        b2_bar.copy_from_slice(scores);
        let rows = w2.chunks_exact(scores.len()).zip(w2_bar.chunks_exact_mut(scores.len()));
        for ((row, row_bar), (h, h_bar)) in rows.zip(hidden.iter().zip(&mut *hidden_bar)) {
            let mut back = 0.0;
            for ((w, w_bar), bar) in row.iter().zip(row_bar).zip(&*scores) {
                *w_bar = h * bar;
                back += w * bar;
            }
            *h_bar = if *h > 0.0 { back } else { 0.0 };
        }
        b1_bar.copy_from_slice(hidden_bar);
        for (row_bar, x) in w1_bar.chunks_exact_mut(hidden_bar.len()).zip(image) {
            for (w_bar, bar) in row_bar.iter_mut().zip(&*hidden_bar) {
                *w_bar = x * bar;
            }
        }
        sum.ln() - label_score
    }
}

fn dense(weights: &[f32], biases: &[f32], x: &[f32], y: &mut [f32]) {
    y.copy_from_slice(biases);
    for (row, x) in weights.chunks_exact(biases.len()).zip(x) {
        for (y, w) in y.iter_mut().zip(row) {
            *y += w * x;
        }
    }
}

pub fn dot(x: &[f64], y: &[f64], x_bar: &mut [f64], y_bar: &mut [f64]) -> f64 {
    x_bar.copy_from_slice(y);
    y_bar.copy_from_slice(x);
    x.iter().zip(y).map(|(x, y)| x * y).sum()
}

pub fn sum_of_product(matrix: &[f64], x: &[f64], matrix_bar: &mut [f64], x_bar: &mut [f64]) -> f64 {
    x_bar.fill(0.0);
    let n = x.len();
    for (row, row_bar) in matrix.chunks_exact(n).zip(matrix_bar.chunks_exact_mut(n)) {
        row_bar.copy_from_slice(x);
        for (bar, a) in x_bar.iter_mut().zip(row) {
            *bar += a;
        }
    }
    x.iter().zip(x_bar).map(|(x, sum)| x * *sum).sum()
}

/// The quaternion's four components, then the vector's.
pub fn rotation(q: &Quaternion, v: &Vector) -> (f64, ([f64; 4], [f64; 3])) {
    let (s, u) = (q.w, [q.imaginary.x, q.imaginary.y, q.imaginary.z]);
    let v = [v.x, v.y, v.z];
    let along = u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    let rest = s * s - (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    let (u_sum, v_sum) = (u[0] + u[1] + u[2], v[0] + v[1] + v[2]);
    // By what the sum of `u × v` grows with each of `u` and of `v`.
    let by_u = [v[1] - v[2], v[2] - v[0], v[0] - v[1]];
    let by_v = [u[2] - u[1], u[0] - u[2], u[1] - u[0]];
    let sideways = u[0] * by_u[0] + u[1] * by_u[1] + u[2] * by_u[2];
    let of_u = |i: usize| 2.0 * (v[i] * u_sum + along - u[i] * v_sum + s * by_u[i]);
    let of_v = |i: usize| 2.0 * (u[i] * u_sum + s * by_v[i]) + rest;
    let q_bar = [2.0 * (s * v_sum + sideways), of_u(0), of_u(1), of_u(2)];
    let value = 2.0 * along * u_sum + rest * v_sum + 2.0 * s * sideways;
    (value, (q_bar, [of_v(0), of_v(1), of_v(2)]))
}

pub fn rotation_of_slices(q: &[f64], v: &[f64], q_bar: &mut [f64], v_bar: &mut [f64]) -> f64 {
    let vector = |x: &[f64]| Vector {
        x: x[0],
        y: x[1],
        z: x[2],
    };
    let quaternion = Quaternion {
        w: q[0],
        imaginary: vector(&q[1..]),
    };
    let (value, bars) = rotation(&quaternion, &vector(v));
    q_bar.copy_from_slice(&bars.0);
    v_bar.copy_from_slice(&bars.1);
    value
}

pub fn rosenbrock(x: &[f64], bar: &mut [f64]) -> f64 {
    let (mut sum, mut carried) = (0.0, 0.0);
    for i in 1..x.len() {
        let bend = x[i] - x[i - 1] * x[i - 1];
        let ahead = 1.0 - x[i - 1];
        sum += 100.0 * bend * bend + ahead * ahead;
        bar[i - 1] = carried - 400.0 * bend * x[i - 1] - 2.0 * ahead;
        carried = 200.0 * bend;
    }
    bar[x.len() - 1] = carried;
    sum
}

/// The function is linear but for its end: nothing has to be kept of the steps.
pub fn heat(start: &[f64], u: &mut Vec<f64>, next: &mut Vec<f64>, bar: &mut [f64]) -> f64 {
    let n = start.len();
    u.resize(n, 0.0);
    next.resize(n, 0.0);
    u.copy_from_slice(start);
    for _ in 0..200 {
        for i in 1..n - 1 {
            next[i] = u[i] + 0.2 * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
        (next[0], next[n - 1]) = (u[0], u[n - 1]);
        std::mem::swap(u, next);
    }
    let value = u.iter().map(|x| x * x).sum();
    for x in &mut *u {
        *x *= 2.0;
    }
    for _ in 0..200 {
        // Of what stays as it is at both ends the neighbours take a part as well.
        (next[0], next[1]) = (u[0] + 0.2 * u[1], 0.6 * u[1] + 0.2 * u[2]);
        for i in 2..n - 2 {
            next[i] = u[i] + 0.2 * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
        (next[n - 2], next[n - 1]) = (0.6 * u[n - 2] + 0.2 * u[n - 3], u[n - 1] + 0.2 * u[n - 2]);
        std::mem::swap(u, next);
    }
    bar.copy_from_slice(u);
    value
}

/// The product of a slice by halves.
pub fn product(x: &[f64], products: &mut Vec<f64>, bar: &mut [f64]) -> f64 {
    products.clear();
    let value = products_of(x, products);
    shared_out(x, products, bar, 1.0);
    value
}

/// A node's two factors are on the stack when it has its product.
fn products_of(x: &[f64], products: &mut Vec<f64>) -> f64 {
    let n = x.len();
    if n == 1 {
        return x[0];
    }
    let (left, right) = (products_of(&x[..n / 2], products), products_of(&x[n / 2..], products));
    products.extend([left, right]);
    left * right
}

fn shared_out(x: &[f64], products: &mut Vec<f64>, bar: &mut [f64], seed: f64) {
    let n = x.len();
    if n == 1 {
        bar[0] = seed;
        return;
    }
    let (right, left) = (products.pop().expect("a factor"), products.pop().expect("a factor"));
    let (left_bar, right_bar) = bar.split_at_mut(n / 2);
    shared_out(&x[n / 2..], products, right_bar, seed * left);
    shared_out(&x[..n / 2], products, left_bar, seed * right);
}
