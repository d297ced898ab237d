//! What operators cost beside what they allocate themselves: those of the user's structs, and those of arrays.

use crate::reuse::numbers;
use allocation_counter::measure;
use num_traits::Float;
use pullback::ndarray::linalg::{general_mat_mul, general_mat_vec_mul};
use pullback::ndarray::{Array1, Array2, Axis};
use pullback::{Differentiable, Workspace, check_grad, differentiable};
use std::hint::black_box;
use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Sub};

#[derive(Clone, Copy, Differentiable)]
struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}

#[differentiable]
impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, other: Vec3) -> Vec3 {
        Vec3 {
            x: self.x + other.x,
            y: self.y + other.y,
            z: self.z + other.z,
        }
    }
}

#[differentiable]
impl Mul<f64> for Vec3 {
    type Output = Vec3;
    fn mul(self, k: f64) -> Vec3 {
        Vec3 {
            x: self.x * k,
            y: self.y * k,
            z: self.z * k,
        }
    }
}

#[differentiable]
impl AddAssign for Vec3 {
    fn add_assign(&mut self, other: Vec3) {
        self.x += other.x * other.y;
        self.y += other.y;
        self.z += other.z;
    }
}

#[derive(Clone, Differentiable)]
struct Dense {
    entries: Vec<f64>,
}

#[differentiable]
impl Add for &Dense {
    type Output = Dense;
    fn add(self, other: &Dense) -> Dense {
        let entries = self.entries.iter().zip(&other.entries).map(|(a, b)| a + b).collect();
        Dense { entries }
    }
}

#[differentiable]
impl Sub for Dense {
    type Output = Dense;
    fn sub(mut self, other: Dense) -> Dense {
        for i in 0..self.entries.len() {
            self.entries[i] -= other.entries[i];
        }
        self
    }
}

#[differentiable]
impl Mul<f64> for &Dense {
    type Output = Dense;
    fn mul(self, k: f64) -> Dense {
        let entries = self.entries.iter().map(|a| a * k).collect();
        Dense { entries }
    }
}

#[differentiable]
impl Neg for Dense {
    type Output = Dense;
    fn neg(self) -> Dense {
        let mut entries = self.entries;
        for x in entries.iter_mut() {
            *x = -*x;
        }
        Dense { entries }
    }
}

#[differentiable]
impl AddAssign<&Dense> for Dense {
    fn add_assign(&mut self, other: &Dense) {
        for i in 0..self.entries.len() {
            self.entries[i] += other.entries[i] * other.entries[0];
        }
    }
}

#[differentiable]
impl Index<usize> for Dense {
    type Output = f64;
    fn index(&self, i: usize) -> &f64 {
        &self.entries[i]
    }
}

#[differentiable]
impl IndexMut<usize> for Dense {
    fn index_mut(&mut self, i: usize) -> &mut f64 {
        &mut self.entries[i]
    }
}

#[differentiable]
fn small(x: f64, k: f64, times: usize) -> f64 {
    let mut at = Vec3 { x, y: x * k, z: 1.0 };
    let step = Vec3 { x: k, y: 0.1, z: k * x };
    for _ in 0..times {
        let next = at + step * k;
        at += next * x;
    }
    at.x * at.y + at.z.sin()
}

#[differentiable]
fn dense(x: &Dense, y: &Dense, k: f64, times: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..times {
        let mut z = &(x + y) * k;
        z += y;
        let w = -(z - x.clone());
        sum += w[i] * w[0];
    }
    sum
}

#[differentiable]
fn dense_state(x: &Dense, k: f64, times: usize) -> f64 {
    let mut state = x.clone();
    for i in 0..times {
        let next = &state + &(x * k);
        state = next;
        state[i] *= k;
    }
    state[0] * state[1]
}

/// Elsewhere than in a loop of its own: in a branch, a closure, a function that is called, and by what is returned.
#[differentiable]
fn scaled_sum(x: &Dense, y: Dense, k: f64) -> Dense {
    let z = if k > 0.0 { x + &y } else { &(x + x) * k };
    &z * k
}

#[differentiable]
fn dense_calls(x: &Dense, k: f64, times: usize) -> f64 {
    let twice = |v: &Dense| v + x;
    let mut sum = 0.0;
    for i in 0..times {
        let y = scaled_sum(x, -twice(x), k);
        let mut z = scaled_sum(&y, x.clone(), -k) - y;
        z += &(x * k);
        sum += z[i] * z[1];
    }
    sum
}

#[derive(Clone, Differentiable)]
struct Layer {
    weights: Dense,
    bias: Dense,
}

#[differentiable]
fn dense_fields(layer: &Layer, layers: &[Layer], k: f64, times: usize) -> f64 {
    let mut state: Dense = layer.bias.clone();
    for i in 0..times {
        state = &state + &layers[i % 2].weights;
        state += &(&layer.bias * k);
    }
    state[0] * state[1]
}

#[differentiable]
impl Add for Dense {
    type Output = Dense;
    fn add(self, other: Dense) -> Dense {
        &self + &other
    }
}

#[differentiable]
impl Mul for &Dense {
    type Output = f64;
    fn mul(self, other: &Dense) -> f64 {
        self.entries.iter().zip(&other.entries).map(|(a, b)| a * b).sum()
    }
}

/// Fields and elements, of which nothing says that they are structs.
#[differentiable]
fn hidden_fields(layer: &Layer, layers: &[Layer], times: usize) -> f64 {
    let mut sum = &layer.weights * &layer.bias;
    for i in 1..times {
        let both = &layers[i].weights + &layers[i - 1].bias;
        if both[1] > 0.1 {
            sum += both[0] * both[1];
        } else {
            sum -= &layers[i].weights * &layers[i].bias;
        }
    }
    sum
}

#[differentiable]
fn hidden_elements(rows: &[Dense], others: &[Dense], k: f64) -> f64 {
    let mut sum = 0.0;
    for (p, q) in rows.iter().zip(others) {
        let both = p + q;
        let scaled = p * k;
        sum += both[0] * scaled[1];
    }
    sum + rows.iter().zip(others).map(|(p, q)| p * q).sum::<f64>()
}

/// Fields by value, and clones of them.
#[differentiable]
fn hidden_values(layer: Layer, k: f64) -> f64 {
    let sum = layer.weights.clone() + layer.bias.clone();
    let all = layer.weights + layer.bias;
    sum[0] * all[1] * k
}

#[differentiable]
impl Mul<f64> for Dense {
    type Output = Dense;
    fn mul(self, k: f64) -> Dense {
        &self * k
    }
}

#[differentiable]
fn first_two(x: &Dense) -> f64 {
    x.entries[0] * x.entries[1].sin()
}

#[differentiable]
fn first_of(x: Dense) -> f64 {
    x.entries[0] * x.entries[2]
}

#[derive(Clone, Differentiable)]
struct Scaled {
    layer: Layer,
    rate: f64,
}

/// Nothing is seen of what these operators give: it is moved on, or lent.
#[differentiable]
fn hidden_results(s: &Scaled, k: f64, times: usize) -> f64 {
    let mut sum = 0.0;
    for _ in 0..times {
        sum += first_two(&(&s.layer.bias * k)) + first_of(&s.layer.weights * s.rate);
        let (both, scaled) = (&s.layer.bias + &s.layer.weights, &s.layer.bias * s.rate);
        sum += both[1] * scaled[0];
    }
    sum
}

#[differentiable]
fn hidden_calls(s: &Scaled, k: f64, times: usize) -> f64 {
    let mut sum = 0.0;
    for _ in 0..times {
        let (x, y) = (&s.layer.bias, &s.layer.weights);
        sum += first_of(scaled_sum(x, x.clone(), k) - scaled_sum(y, y.clone(), s.rate));
        sum += first_of(-scaled_sum(x, y.clone(), k));
    }
    sum
}

/// Products by value, of what nothing is seen, beside products of numbers in fields.
#[differentiable]
fn hidden_products(s: &Scaled, k: f64, times: usize) -> f64 {
    let mut sum = 0.0;
    for _ in 0..times {
        let (x, y) = (&s.layer.bias, &s.layer.weights);
        sum += first_of(scaled_sum(x, x.clone(), k) * s.rate) * s.rate;
        sum += first_of(scaled_sum(x, y.clone(), s.rate * s.rate) * k) / s.rate;
    }
    sum
}

/// A local of which nothing is seen, and a field, with what they held before read on the way back, too.
#[differentiable]
fn hidden_changes(s: &Scaled, k: f64, times: usize) -> f64 {
    let mut sum = &s.layer.bias * s.rate;
    let mut here = s.clone();
    let mut total = 0.0;
    for i in 0..times {
        sum += &s.layer.weights;
        if i != 1 {
            here.layer.bias += &s.layer.bias;
        }
        total += first_two(&sum) * first_two(&here.layer.bias) * k;
        sum += &s.layer.bias;
    }
    total + first_of(sum)
}

/// By value, out of a parameter.
#[differentiable]
fn hidden_moves(s: Scaled, k: f64) -> f64 {
    first_of(s.layer.weights - s.layer.bias) * k
}

#[derive(Clone, Differentiable)]
struct Weighted {
    weights: Vec<f64>,
    points: Vec<Vec3>,
    scales: Array1<f64>,
    shifts: Array1<f64>,
    rows: Array2<f64>,
}

/// The same with what turns out to be numbers, small structs and arrays.
#[differentiable]
fn no_structs(w: &Weighted, other: &Weighted, times: usize) -> f64 {
    let mut sum = 0.0;
    for t in 0..times {
        for (a, b) in w.weights.iter().zip(&other.weights) {
            let (plus, product) = (a + b, a * b);
            sum += (plus / product) * t as f64;
        }
        let point = w.points[t] + other.points[t];
        sum += point.x * point.y;
    }
    let scaled = &w.scales * &other.shifts;
    let shifted = &w.shifts - &scaled;
    let turned = &w.rows.row(0) * &other.shifts;
    let both = &w.rows.row(1) / &other.rows.row(0);
    sum += turned[1] * both[0];
    sum + shifted[0] * shifted[1] + w.weights.iter().zip(&w.weights).map(|(a, b)| a * b).sum::<f64>()
}

#[derive(Clone, Differentiable)]
struct Net {
    weights: Array2<f64>,
    bias: Array1<f64>,
    layers: Vec<Array2<f64>>,
}

#[derive(Clone, Differentiable)]
struct Biased {
    bias: Array1<f64>,
}

#[differentiable]
impl Net {
    fn biased(&self) -> Biased {
        let bias = self.bias.clone();
        Biased { bias }
    }
}

#[derive(Clone, Differentiable)]
struct Matrix<T> {
    entries: Vec<T>,
}

#[differentiable]
impl<T: Float> Add for &Matrix<T> {
    type Output = Matrix<T>;
    fn add(self, other: &Matrix<T>) -> Matrix<T> {
        let entries = self.entries.iter().zip(&other.entries).map(|(a, b)| *a + *b).collect();
        Matrix { entries }
    }
}

#[differentiable]
impl<T: Float> Mul<T> for Matrix<T> {
    type Output = Matrix<T>;
    fn mul(self, k: T) -> Matrix<T> {
        let entries = self.entries.iter().map(|a| *a * k).collect();
        Matrix { entries }
    }
}

#[differentiable]
fn generic_dense<T: Float>(x: &Matrix<T>, k: T, times: usize) -> T {
    let mut state = x.clone();
    for _ in 0..times {
        state = (&state + x) * k;
    }
    state.entries[0] * state.entries[1]
}

#[differentiable]
fn of_floats(x: &Matrix<f64>, k: f64, times: usize) -> f64 {
    generic_dense(x, k, times)
}

#[differentiable]
fn array_sum(a: &Array1<f64>, b: &Array1<f64>, times: usize) -> f64 {
    let mut sum = 0.0;
    for _ in 0..times {
        let c = a + b * 2.0;
        sum += (&c * a).sum();
    }
    sum
}

#[differentiable]
fn array_products(m: &Array2<f64>, a: &Array1<f64>, times: usize) -> f64 {
    let mut sum = 0.0;
    for _ in 0..times {
        let y = m.dot(a);
        let z = (&y - a).mapv(|v| v.tanh());
        sum += z.dot(&z) / (y.sum() + 10.0);
    }
    sum
}

#[differentiable]
fn array_state(m: &Array2<f64>, a: &Array1<f64>, times: usize) -> f64 {
    let mut state = a.clone();
    for _ in 0..times {
        state = m.dot(&state).mapv(|v| v.sin()) + a;
    }
    state.sum()
}

#[differentiable]
fn array_layers(m: &Array2<f64>, w: &Array2<f64>, k: f64) -> f64 {
    let h = m.dot(w).mapv(|v| v.max(0.0));
    let mut residual = &h - m;
    residual *= k;
    residual += &h.t();
    residual.mapv(|v| v * v).sum() / h.len() as f64
}

#[differentiable]
fn array_views(m: &Array2<f64>, a: &Array1<f64>, times: usize) -> f64 {
    let mut state = a.clone();
    for i in 0..times {
        state += &m.row(i);
        state -= &m.column(i);
        let difference = &m.row(i) - a;
        let sum = &m.t().row(i) + &difference;
        state += &(&sum * &m.row(0));
        let negated = -&m.diag();
        state += &negated;
    }
    state.sum()
}

#[differentiable]
fn scaled_by_columns(m: &Array2<f64>, times: usize) -> f64 {
    let mut state = m.clone();
    for _ in 0..times {
        state *= m;
    }
    state.sum()
}

#[differentiable]
fn array_assignments(m: &Array2<f64>, a: &Array1<f64>, times: usize) -> f64 {
    let mut state = a.clone();
    for i in 0..times {
        state *= a;
        state /= &(a + 2.0);
        state *= &m.row(i);
    }
    state.sum()
}

/// Views of what nothing says is an array: fields, elements of lists and of fields.
#[differentiable]
fn hidden_views(net: &Net, list: &[Array2<f64>], times: usize) -> f64 {
    let mut state = net.bias.clone();
    for i in 0..times {
        let difference = &net.weights.row(i) - &list[i].column(1);
        let sum = &net.layers[i].t().row(0) + &net.bias.view();
        let shifted = &net.layers[i].column(0) - 0.25;
        let left = 0.5 + &net.weights.column(i);
        let negated = -&net.layers[0].row(i);
        state = &state * &(&sum + &difference);
        state = &state * &shifted + &left * &negated;
    }
    state.sum()
}

#[differentiable]
fn hidden_view_assignments(net: &Net, list: &[Array2<f64>], times: usize) -> f64 {
    let mut state = net.bias.clone();
    for i in 0..times {
        state += &net.weights.row(i);
        state -= &list[i].index_axis(Axis(0), 1);
        state *= &net.layers[i].column(i);
        state /= &net.weights.row(0);
    }
    state.sum()
}

/// What is changed is a field as well.
#[differentiable]
fn hidden_views_and_targets(net: &Net, list: &[Array2<f64>], times: usize) -> f64 {
    let mut own = net.biased();
    for i in 0..times {
        own.bias += &list[i].column(0);
        own.bias *= &list[i].row(0);
        if i > 0 {
            own.bias -= &net.layers[i].t().row(1);
        }
    }
    own.bias.sum()
}

#[differentiable]
fn products_in_place(m: &Array2<f64>, a: &Array1<f64>, k: f64, times: usize) -> f64 {
    let mut state = a.clone();
    for _ in 0..times {
        general_mat_vec_mul(k, m, a, 0.5, &mut state);
    }
    (&state * &state).sum()
}

#[differentiable]
fn matrix_products_in_place(m: &Array2<f64>, w: &Array2<f64>, k: f64, times: usize) -> f64 {
    let mut state = m.clone();
    for _ in 0..times {
        general_mat_mul(k, m, &w.t(), 0.5, &mut state);
    }
    (&state * &state).sum()
}

#[test]
fn operators_of_views_of_what_is_not_seen_to_be_an_array_cost_nothing() {
    let (net, list) = net_and_list(0.5);
    let (mut net_bar, mut list_bar) = (net.zero_cotangent(), list.zero_cotangent());
    more_than_the_function!(0, hidden_views(&net, &list, 3; &mut net_bar, &mut list_bar));
    more_than_the_function!(0, hidden_view_assignments(&net, &list, 3; &mut net_bar, &mut list_bar));
    more_than_the_function!(0, hidden_views_and_targets(&net, &list, 3; &mut net_bar, &mut list_bar));
}

fn net_and_list(k: f64) -> (Net, Vec<Array2<f64>>) {
    let matrix = |k: f64| Array2::from_shape_fn((4, 4), |(i, j)| k + ((i * 3 + j * j) % 5) as f64 * 0.1);
    let net = Net {
        weights: matrix(k),
        bias: Array1::from_shape_fn(4, |i| k + i as f64 * 0.2),
        layers: (0..3).map(|i| matrix(k + f64::from(i) * 0.1)).collect(),
    };
    (net, (0..3).map(|i| matrix(k - f64::from(i) * 0.1)).collect())
}

#[test]
fn products_in_place_cost_what_ndarray_takes_to_pack() {
    let (a, m) = (Array1::from_elem(10, 0.5), Array2::from_elem((10, 10), 0.1));
    let (mut a_bar, mut m_bar, mut w_bar, mut k_bar) =
        (Array1::zeros(10), Array2::zeros((10, 10)), Array2::zeros((10, 10)), 0.0);
    more_than_the_function!(0, products_in_place(&m, &a, 0.3, 5; &mut m_bar, &mut a_bar, &mut k_bar));
    // Three products of matrices each time, with a buffer of ndarray's own.
    more_than_the_function!(15, matrix_products_in_place(&m, &m, 0.3, 5; &mut m_bar, &mut w_bar, &mut k_bar));
}

/// Methods that take their array by value.
#[differentiable]
fn moved_arrays(a: &Array1<f64>, times: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..times {
        let b = a * 2.0;
        let m = b.into_shape_with_order((2, 5)).unwrap().reversed_axes();
        let row = &m.row(i) * &m.row(0);
        let deep = m.insert_axis(Axis(0)).into_dyn();
        sum += row.sum() * deep[[0, 1, 1]];
    }
    sum
}

/// In a branch, and of what is returned.
#[differentiable]
fn moved_on(a: Array1<f64>, k: f64) -> Array2<f64> {
    let turned = if k > 0.0 {
        a.into_shape_with_order((5, 2)).unwrap().reversed_axes()
    } else {
        a.into_shape_clone((2, 5)).unwrap()
    };
    turned.permuted_axes([1, 0])
}

#[differentiable]
fn moved_calls(a: &Array1<f64>, k: f64, times: usize) -> f64 {
    let mut sum = 0.0;
    for i in 0..times {
        let m = moved_on(a * k, k - i as f64);
        sum += m[[0, 1]] * m[[i, 0]];
    }
    sum
}

#[differentiable]
fn mapped_in_place(a: &Array1<f64>, net: &Net, times: usize) -> f64 {
    let mut state = a.clone();
    let mut bias = net.bias.clone();
    for _ in 0..times {
        state.mapv_inplace(|v| v.sin());
        bias.mapv_inplace(|v| v * v);
        let b = a * 2.0;
        let c = b.mapv_into(|v| v.exp());
        sum_into(&mut state, &c);
    }
    state.sum() * bias.sum()
}

#[differentiable]
fn sum_into(state: &mut Array1<f64>, c: &Array1<f64>) {
    *state += c;
    state.mapv_inplace(|v| 0.5 * v);
}

/// What it held before is read on the way back.
#[differentiable]
fn read_between_sums(a: &Array1<f64>, times: usize) -> f64 {
    let mut state = a.clone();
    let mut sum = 0.0;
    for _ in 0..times {
        state += a;
        sum += (&state * &state).sum();
        state *= 0.5;
        if sum > 1.0 {
            state -= &(a * sum);
        }
    }
    sum
}

#[test]
fn methods_that_take_an_array_by_value_cost_nothing() {
    let a = Array1::from_elem(10, 0.5);
    let (mut a_bar, mut k_bar) = (Array1::zeros(10), 0.0);
    more_than_the_function!(0, moved_arrays(&a, 2; &mut a_bar));
    more_than_the_function!(0, read_between_sums(&a, 4; &mut a_bar));
    more_than_the_function!(0, moved_calls(&a, 0.5, 2; &mut a_bar, &mut k_bar));
    let net = net_and_list(0.5).0;
    let mut net_bar = net.zero_cotangent();
    more_than_the_function!(0, mapped_in_place(&a, &net, 3; &mut a_bar, &mut net_bar));
}

#[test]
fn operators_of_structs_cost_nothing() {
    let (mut x_bar, mut k_bar) = (0.0, 0.0);
    more_than_the_function!(0, small(0.3, 0.5, 10; &mut x_bar, &mut k_bar));
    let x = Dense { entries: numbers(20) };
    let (mut a, mut b) = (x.zero_cotangent(), x.zero_cotangent());
    more_than_the_function!(0, dense(&x, &x, 0.5, 10; &mut a, &mut b, &mut k_bar));
    more_than_the_function!(0, dense_state(&x, 0.5, 10; &mut a, &mut k_bar));
    more_than_the_function!(0, dense_calls(&x, 0.5, 10; &mut a, &mut k_bar));
}

#[test]
fn operators_of_generic_structs_and_of_fields_cost_nothing() {
    let mut k_bar = 0.0;
    let x = Dense { entries: numbers(20) };
    let layer = Layer {
        weights: x.clone(),
        bias: x,
    };
    let layers = [layer.clone(), layer.clone()];
    let (mut layer_bar, mut layers_bar) = (layer.zero_cotangent(), layers.zero_cotangent());
    more_than_the_function!(0, dense_fields(&layer, &layers, 0.5, 10; &mut layer_bar, &mut layers_bar, &mut k_bar));
    let matrix = Matrix { entries: numbers(20) };
    let mut matrix_bar = matrix.zero_cotangent();
    more_than_the_function!(0, of_floats(&matrix, 0.5, 10; &mut matrix_bar, &mut k_bar));
}

#[test]
fn operators_of_what_is_not_seen_to_be_a_struct_cost_nothing() {
    let mut k_bar = 0.0;
    let (layer, layers) = layers(20);
    let (mut layer_bar, mut layers_bar) = (layer.zero_cotangent(), layers.zero_cotangent());
    more_than_the_function!(0, hidden_fields(&layer, &layers, 4; &mut layer_bar, &mut layers_bar));
    more_than_the_function!(0, hidden_values(layer.clone(), 0.5; &mut layer_bar, &mut k_bar));
    let rows: Vec<Dense> = layers.into_iter().map(|layer| layer.weights).collect();
    let (mut a, mut b) = (rows.zero_cotangent(), rows.zero_cotangent());
    more_than_the_function!(0, hidden_elements(&rows, &rows, 0.5; &mut a, &mut b, &mut k_bar));
    let s = scaled(20);
    let mut s_bar = s.zero_cotangent();
    more_than_the_function!(0, hidden_results(&s, 0.5, 4; &mut s_bar, &mut k_bar));
    more_than_the_function!(0, hidden_calls(&s, 0.5, 4; &mut s_bar, &mut k_bar));
    more_than_the_function!(0, hidden_products(&s, 0.5, 4; &mut s_bar, &mut k_bar));
    more_than_the_function!(0, hidden_changes(&s, 0.5, 4; &mut s_bar, &mut k_bar));
    more_than_the_function!(0, hidden_moves(s.clone(), 0.5; &mut s_bar, &mut k_bar));
    let (w, other) = (weighted(0.5), weighted(0.7));
    let (mut a, mut b) = (w.zero_cotangent(), w.zero_cotangent());
    more_than_the_function!(0, no_structs(&w, &other, 3; &mut a, &mut b));
}

fn layers(n: usize) -> (Layer, Vec<Layer>) {
    let of = |k: f64| Layer {
        weights: Dense {
            entries: numbers(n).iter().map(|x| x * k).collect(),
        },
        bias: Dense {
            entries: numbers(n).iter().map(|x| x + k).collect(),
        },
    };
    (of(1.5), (0..4).map(|k| of(0.3 - 0.2 * f64::from(k))).collect())
}

fn scaled(n: usize) -> Scaled {
    Scaled {
        layer: layers(n).0,
        rate: 0.7,
    }
}

fn weighted(k: f64) -> Weighted {
    let numbers: Vec<f64> = numbers(4).iter().map(|x| x + k).collect();
    Weighted {
        points: numbers.iter().map(|x| Vec3 { x: *x, y: x * k, z: k }).collect(),
        scales: Array1::from(numbers.clone()),
        shifts: Array1::from_elem(4, k),
        rows: Array2::from_shape_fn((2, 4), |(i, j)| k + (i + 2 * j) as f64 * 0.1),
        weights: numbers,
    }
}

#[test]
fn operators_of_arrays_cost_nothing() {
    let (a, m) = (Array1::from_elem(10, 0.5), Array2::from_elem((10, 10), 0.1));
    let (mut a_bar, mut b_bar, mut m_bar, mut w_bar, mut k_bar) = (
        Array1::zeros(10),
        Array1::zeros(10),
        Array2::zeros((10, 10)),
        Array2::zeros((10, 10)),
        0.0,
    );
    more_than_the_function!(0, array_sum(&a, &a, 10; &mut a_bar, &mut b_bar));
    more_than_the_function!(0, array_products(&m, &a, 10; &mut m_bar, &mut a_bar));
    more_than_the_function!(0, array_state(&m, &a, 10; &mut m_bar, &mut a_bar));
    more_than_the_function!(0, array_views(&m, &a, 10; &mut m_bar, &mut a_bar));
    more_than_the_function!(0, array_assignments(&m, &a, 10; &mut m_bar, &mut a_bar));
    // By columns, too.
    let columns = m.t().to_owned();
    more_than_the_function!(0, scaled_by_columns(&columns, 10; &mut m_bar));
    // The products of two matrices on the way back allocate like that on the way there.
    more_than_the_function!(2, array_layers(&m, &m, 0.5; &mut m_bar, &mut w_bar, &mut k_bar));
}

#[test]
fn gradients_of_operators_in_memory_that_was_used_are_right() {
    let (x, y) = (Dense { entries: numbers(6) }, Dense { entries: numbers(6) });
    let (a, m) = (
        Array1::from_elem(5, 0.5),
        Array2::from_shape_fn((5, 5), |(i, j)| (i * 3 + j) as f64 * 0.02),
    );
    let layer = Layer {
        weights: x.clone(),
        bias: y.clone(),
    };
    let layers = [layer.clone(), layer.clone()];
    let matrix = Matrix { entries: numbers(4) };
    for _ in 0..3 {
        check_grad!(small(0.3, 0.5, 3)).expect("the gradient is right");
        check_grad!(dense(&x, &y, 0.5, 3)).expect("the gradient is right");
        check_grad!(dense_state(&x, 0.5, 3)).expect("the gradient is right");
        check_grad!(dense_calls(&x, 0.5, 3)).expect("the gradient is right");
        check_grad!(dense_fields(&layer, &layers, 0.5, 3)).expect("the gradient is right");
        let (one, many) = self::layers(5);
        check_grad!(hidden_fields(&one, &many, 4)).expect("the gradient is right");
        check_grad!(hidden_values(one, 0.5)).expect("the gradient is right");
        let rows: Vec<Dense> = many.into_iter().map(|layer| layer.weights).collect();
        check_grad!(hidden_elements(&rows, &rows, 0.5)).expect("the gradient is right");
        check_grad!(hidden_results(&scaled(5), 0.5, 3)).expect("the gradient is right");
        check_grad!(hidden_calls(&scaled(5), 0.5, 3)).expect("the gradient is right");
        check_grad!(hidden_products(&scaled(5), 0.5, 3)).expect("the gradient is right");
        check_grad!(hidden_changes(&scaled(5), 0.1, 3)).expect("the gradient is right");
        check_grad!(hidden_moves(scaled(5), 0.5)).expect("the gradient is right");
        check_grad!(no_structs(&weighted(0.5), &weighted(0.7), 3)).expect("the gradient is right");
        check_grad!(of_floats(&matrix, 0.5, 3)).expect("the gradient is right");
        check_grad!(array_sum(&a, &a, 3)).expect("the gradient is right");
        check_grad!(array_products(&m, &a, 3)).expect("the gradient is right");
        check_grad!(array_state(&m, &a, 3)).expect("the gradient is right");
        check_grad!(array_views(&m, &a, 3)).expect("the gradient is right");
        check_grad!(array_assignments(&m, &a, 3)).expect("the gradient is right");
        check_grad!(scaled_by_columns(&m.t().to_owned(), 3)).expect("the gradient is right");
        check_grad!(array_layers(&m, &m, 0.5)).expect("the gradient is right");
        let (net, list) = net_and_list(0.6);
        check_grad!(hidden_views(&net, &list, 3)).expect("the gradient is right");
        check_grad!(hidden_view_assignments(&net, &list, 3)).expect("the gradient is right");
        check_grad!(hidden_views_and_targets(&net, &list, 3)).expect("the gradient is right");
        let long = Array1::from_shape_fn(10, |i| 0.3 + i as f64 * 0.1);
        check_grad!(read_between_sums(&long, 3)).expect("the gradient is right");
        check_grad!(moved_arrays(&long, 2)).expect("the gradient is right");
        check_grad!(moved_calls(&long, 0.5, 2)).expect("the gradient is right");
        check_grad!(mapped_in_place(&long, &net, 3)).expect("the gradient is right");
        check_grad!(products_in_place(&m, &a, 0.3, 3)).expect("the gradient is right");
        check_grad!(matrix_products_in_place(&m, &(&m * 0.5), 0.3, 3)).expect("the gradient is right");
    }
}
