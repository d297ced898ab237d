//! Jacobians: rows as lanes of one backward sweep, columns as lanes of one tangent function, and row by row, against differences and against the pullbacks of `vjp`.

#![allow(clippy::needless_range_loop, clippy::assign_op_pattern, clippy::ptr_arg)]

use pullback::ndarray::{Array1, Array2, arr2};
use pullback::rt::Outputs;
use pullback::{Cotangent, Differentiable, differentiable};

/// The components of a value.
fn flat<T: Differentiable + ?Sized>(value: &T) -> Vec<f64> {
    let mut flat = Vec::new();
    Differentiable::flatten_into(value, &mut flat);
    flat
}

/// The components of a gradient.
fn numbers<G: Cotangent>(gradient: &G) -> Vec<f64> {
    let mut flat = Vec::new();
    Cotangent::flatten_into(gradient, &mut flat);
    flat
}

/// Central differences of all outputs along each component of `x`.
fn differences<X: Differentiable + Clone, V: Differentiable>(x: &X, f: &impl Fn(&X) -> V) -> Vec<Vec<f64>> {
    let at = flat(x);
    let step = x.coarseness().cbrt();
    let columns: Vec<Vec<f64>> = (0..at.len())
        .map(|i| {
            let value = |shift: f64| {
                let mut moved = at.clone();
                moved[i] += shift;
                let mut x = x.clone();
                Differentiable::unflatten_from(&mut x, &mut moved.into_iter());
                flat(&f(&x))
            };
            let (above, below) = (value(step), value(-step));
            above
                .iter()
                .zip(&below)
                .map(|(above, below)| (above - below) / (2.0 * step))
                .collect()
        })
        .collect();
    let outputs = flat(&f(x)).len();
    (0..outputs)
        .map(|output| columns.iter().map(|column| column[output]).collect())
        .collect()
}

/// Gradients are equal: to the last bit where the tolerance is zero; the other mode has its operations in another order.
fn assert_same<G: Cotangent + PartialEq + std::fmt::Debug>(tolerance: f64, found: &G, expected: &G, name: &str) {
    if tolerance == 0.0 {
        return assert_eq!(found, expected, "{name}");
    }
    let (found, expected) = (numbers(found), numbers(expected));
    let size = expected.iter().fold(1.0, |size: f64, number| size.max(number.abs()));
    assert_eq!(found.len(), expected.len(), "{name}");
    for (found, expected) in found.iter().zip(&expected) {
        assert!(
            (found - expected).abs() <= tolerance * size,
            "{name}: {found} is not {expected}"
        );
    }
}

/// A row for each output, all arguments' components one after the other: equal to those of the pullbacks, if so to the last bit, and
/// close to the differences.
fn assert_rows<X, V, G>(
    exactly: bool,
    name: &str,
    x: &X,
    f: impl Fn(&X) -> V,
    jacobian: impl Fn(&X) -> (V, Vec<G>),
    row: impl Fn(&X, V::Cotangent) -> G,
) where
    X: Differentiable + Clone,
    V: Outputs + PartialEq + std::fmt::Debug,
    G: Cotangent + PartialEq + std::fmt::Debug,
{
    let (value, rows) = jacobian(x);
    assert_eq!(value, f(x), "{name}: the value");
    assert_eq!(rows.len(), value.outputs(), "{name}: the number of rows");
    let expected = differences(x, &f);
    let tolerance = x.coarseness().powf(2.0 / 3.0) * 100.0;
    for (output, found) in rows.iter().enumerate() {
        let rounding = if exactly { 0.0 } else { 64.0 * x.coarseness() };
        assert_same(rounding, found, &row(x, value.seed(output)), name);
        for (found, expected) in numbers(found).iter().zip(&expected[output]) {
            let size = expected.abs().max(1.0);
            assert!(
                (found - expected).abs() <= tolerance * size,
                "{name}: row {output}: {found} is not {expected}"
            );
        }
    }
}

/// `rows!(f(x, k) at (vec![1.0, 2.0], 0.5), (vec![], 1.0))`: each point is a tuple of the arguments.
macro_rules! rows {
    ($f:ident $arguments:tt at $($point:expr),+) => {
        rows!(true, $f $arguments at $($point),+)
    };
    ($exactly:expr, $f:ident $arguments:tt at $($point:expr),+) => {
        $(rows!(@ $exactly, $f $arguments $point);)+
    };
    (@ $exactly:expr, $f:ident ($($x:ident),+) $point:expr) => {
        assert_rows(
            $exactly,
            concat!(stringify!($f), stringify!($point)),
            &$point,
            |($($x,)+)| $f($(Lend::lend($x)),+),
            |($($x,)+)| {
                let (value, rows) = $f::value_and_jacobian($(Lend::lend($x)),+);
                (value, rows.into_iter().collect())
            },
            |($($x,)+), seed| $f::vjp($(Lend::lend($x)),+).1(seed),
        )
    };
}

/// An argument as the function takes it: lists are lent, numbers copied.
trait Lend<'a> {
    type As;
    fn lend(&'a self) -> Self::As;
}

impl<'a> Lend<'a> for f64 {
    type As = f64;
    fn lend(&'a self) -> f64 {
        *self
    }
}

impl<'a> Lend<'a> for f32 {
    type As = f32;
    fn lend(&'a self) -> f32 {
        *self
    }
}

impl<'a> Lend<'a> for usize {
    type As = usize;
    fn lend(&'a self) -> usize {
        *self
    }
}

impl<'a, S: 'a, const N: usize> Lend<'a> for [S; N] {
    type As = &'a [S; N];
    fn lend(&'a self) -> &'a [S; N] {
        self
    }
}

impl<'a, S: 'a> Lend<'a> for Vec<S> {
    type As = &'a [S];
    fn lend(&'a self) -> &'a [S] {
        self
    }
}

// --- as lanes ----------------------------------------------------------------------------------------------------------

/// The functions, with one option each.
macro_rules! functions {
    ($($option:tt)*) => {
        #[differentiable($($option)*)]
        pub fn polar(x: f64, y: f64) -> (f64, f64) {
            (x.hypot(y), y.atan2(x))
        }

        /// Every scalar rule that has something of its own.
        #[differentiable($($option)*)]
        pub fn scalars(x: f64, y: f64) -> [f64; 7] {
            [
                x.sin() * y.cos(),
                x.sqrt() / y.exp(),
                x.powi(3) + x.powf(y),
                x.ln().tanh() - y.abs(),
                x.max(y) * x.min(y),
                1.0 / (x + y),
                (x % y).mul_add(x, y),
            ]
        }

        #[differentiable($($option)*)]
        pub fn single(x: f32, y: f32) -> [f32; 2] {
            [x * y.sin(), y / x]
        }

        #[differentiable($($option)*)]
        pub fn one_row(x: f64) -> [f64; 1] {
            [x * x]
        }

        #[differentiable($($option)*)]
        pub fn branches(x: &[f64; 3]) -> [f64; 2] {
            let mut sum = 0.0;
            if x[0] > x[1] {
                sum += x[0] * x[2];
            } else if x[2] > 0.0 {
                return [x[1], x[0] * x[2]];
            }
            let scale = if x[1] > 1.0 { x[2].exp() } else { x[1] * x[2] };
            [sum * scale, scale]
        }

        #[differentiable($($option)*)]
        pub fn overwritten(x: &[f64], k: f64) -> [f64; 3] {
            let mut u = [1.0; 3];
            for step in 0..4 {
                for i in 0..3 {
                    u[i] = u[i] * x[i] + k * u[(i + 1) % 3].sin();
                }
                if step % 2 == 0 {
                    u.swap(0, 2);
                }
            }
            u
        }

        #[differentiable($($option)*)]
        pub fn until(x: f64, y: f64) -> [f64; 2] {
            let (mut a, mut b) = (x, y);
            let mut product = 1.0;
            while a < 10.0 {
                product *= b.cos();
                if b > 6.0 {
                    break;
                }
                (a, b) = (a * 1.5 + b, b + 0.1 * a);
            }
            [a * product, b]
        }

        #[differentiable($($option)*)]
        pub fn dot(a: &[f64], b: &[f64]) -> f64 {
            let mut sum = 0.0;
            for i in 0..a.len() {
                sum += a[i] * b[i];
            }
            sum
        }

        #[differentiable($($option)*, slopes(x = value * (1.0 - value)))]
        pub fn logistic(x: f64) -> f64 {
            1.0 / (1.0 + (-x).exp())
        }

        /// Its slope is computed in the forward sweep.
        #[differentiable($($option)*)]
        pub fn bump(x: f64) -> f64 {
            let y = 1.0 / (1.0 + (-x).exp());
            y * (1.0 - y)
        }

        #[differentiable($($option)*)]
        pub fn normalize(v: &mut [f64; 3], by: f64) {
            let length = dot(v, v).sqrt();
            for x in v.iter_mut() {
                *x *= by / length;
            }
        }

        /// Calls that lend the same slice twice, write through a reference, stand in a loop and in a branch.
        #[differentiable($($option)*)]
        pub fn calls(x: &[f64], k: f64) -> [f64; 4] {
            let mut v = [x[0], x[1], k];
            let mut sum = dot(x, x);
            for i in 0..x.len() {
                if i % 2 == 0 {
                    normalize(&mut v, logistic(x[i]) + bump(x[i]));
                } else {
                    sum += logistic(sum * 0.1);
                }
            }
            [v[0], v[1] * sum, v[2], dot(&x[1..], &v)]
        }

        /// What `halves` returns has a type that the macro does not know.
        #[differentiable($($option)*)]
        pub fn halves(x: &[f64]) -> (f64, [f64; 2]) {
            (0.5 * x[0], [0.5 * x[1], x[0] * x[1]])
        }

        #[differentiable($($option)*)]
        pub fn of_unknown_types(x: &[f64], k: f64) -> [f64; 3] {
            let (first, rest) = halves(x);
            let mut pair = rest;
            pair[0] += first;
            pair[1] *= k;
            pair[0] -= pair[1];
            pair[1] /= first;
            let last = -pair[0] / pair[1] + first % 0.3;
            [last - pair[0], pair[1] + rest[0], first * k]
        }

        #[differentiable($($option)*)]
        pub fn vectors(x: &[f64], n: usize) -> Vec<f64> {
            let mut list = Vec::new();
            let mut last = 1.0;
            for i in 0..n {
                last = last * 0.9 + x[i % x.len()];
                list.push(last * last);
            }
            list
        }

        #[differentiable($($option)*)]
        pub fn chains(x: &[f64], y: &[f64]) -> [f64; 2] {
            let products: Vec<f64> = x.iter().zip(y).map(|(a, b)| a * b).collect();
            let steep = |t: f64| t.exp() * y[0];
            let sum: f64 = products.iter().filter(|p| **p > 0.0).map(|p| steep(*p)).sum();
            let largest = products.iter().fold(f64::NEG_INFINITY, |m, p| m.max(*p));
            [sum, largest * sum]
        }

        #[differentiable($($option)*)]
        pub fn twelve(x: &[f64; 2]) -> [f64; 12] {
            let mut powers = [1.0; 12];
            for i in 1..12 {
                powers[i] = powers[i - 1] * if i % 3 == 0 { x[1] } else { x[0] };
            }
            powers
        }

        #[differentiable($($option)*)]
        pub fn by_value(p: [f64; 3], k: f64) -> [f64; 3] {
            let mut q = p;
            q[1] = q[0] * k;
            q
        }

        #[differentiable($($option)*)]
        pub fn returns_a_slot(x: &[f64], limit: f64) -> [f64; 2] {
            let mut sum = 0.0;
            for i in 0..x.len() {
                sum += x[i] * x[i];
                if sum > limit {
                    return [sum, x[i]];
                }
            }
            [limit * sum, sum]
        }

        /// Sums over rows, which are lanes themselves, and a recurrence of numbers.
        #[differentiable($($option)*)]
        pub fn of_many_iterations(x: &[f64], slope: f64) -> [f64; 2] {
            let mut y = vec![0.5; x.len()];
            for i in 0..x.len() {
                y[i] = x[i] * slope - slope;
            }
            let (mut sum, mut power) = (0.0, 1.0);
            for a in &y {
                sum += a * a;
            }
            for _ in 0..x.len() {
                power = power * slope + 0.5;
            }
            [sum, power]
        }

        pub const SIZE: usize = 3;

        #[differentiable($($option)*)]
        pub fn of_a_constant_size(x: &[f64; SIZE]) -> [f64; SIZE] {
            let mut out = *x;
            for i in 1..SIZE {
                out[i] *= out[i - 1];
            }
            out
        }

        /// Arguments of every form that lanes have.
        #[differentiable($($option)*)]
        pub fn forms(scale: &f64, pair: (f64, [f64; 2]), rows: &[[f64; 2]], ragged: &Vec<Vec<f64>>, flip: bool) -> (f64, f64) {
            let (a, [b, c]) = pair;
            let mut sum = *scale;
            for row in rows {
                sum += row[0] * a - row[1].abs() * b;
            }
            for list in ragged {
                for x in list {
                    sum *= x + c;
                }
            }
            if flip { (c, sum) } else { (sum, a * scale) }
        }
    };
}

mod rows {
    use pullback::differentiable;
    functions!(lanes);
}

mod columns {
    use pullback::differentiable;
    functions!(jacobian(mode = forward));
}

/// The same of both.
macro_rules! compared {
    ($exactly:expr) => {
        use super::*;

        #[test]
        fn arguments_of_every_form_have_lanes() {
            let (scale, pair, rows) = (1.5, (0.5, [2.0, -0.3]), [[1.0, -2.0], [0.3, 0.7]]);
            let ragged = vec![vec![1.0, 2.0], vec![], vec![0.7]];
            for flip in [false, true] {
                let (value, gradients) = forms::value_and_jacobian(&scale, pair, &rows, &ragged, flip);
                assert_eq!(value, forms(&scale, pair, &rows, &ragged, flip));
                for (output, gradient) in gradients.into_iter().enumerate() {
                    let (_, pullback) = forms::vjp(&scale, pair, &rows, &ragged, flip);
                    assert_same(if $exactly { 0.0 } else { 1e-14 }, &gradient, &pullback(value.seed(output)), "forms");
                }
                pullback::check_grad!(forms(&scale, pair, &rows, &ragged, flip)).unwrap();
            }
        }

        #[test]
        fn rows_in_lanes_are_those_of_the_pullbacks() {
            rows!($exactly, of_a_constant_size(x) at ([0.5, 2.0, -1.5],));
            rows!($exactly, of_many_iterations(x, slope) at (vec![0.5, 1.5, -0.7, 2.0, 0.3, 0.9, -1.1, 0.4, 0.8, 1.2, -0.6], 0.75));
            rows!($exactly, polar(x, y) at (3.0, 4.0), (-1.0, 0.5));
            rows!($exactly, scalars(x, y) at (0.7, 1.3), (2.5, 0.8));
            rows!($exactly, single(x, y) at (0.7_f32, 1.3_f32));
            rows!($exactly, one_row(x) at (3.0,));
            rows!($exactly, branches(x) at ([2.0, 1.5, -0.5],), ([1.0, 2.0, 3.0],), ([1.0, 2.0, -3.0],), ([1.0, 0.5, 0.2],));
            rows!($exactly, overwritten(x, k) at (vec![0.5, 1.5, -0.7], 0.3));
            rows!($exactly, until(x, y) at (0.5, 1.2), (0.1, 5.5), (11.0, 1.0));
            rows!($exactly, calls(x, k) at (vec![0.5, 1.5, -0.7, 2.0], 0.3));
            rows!($exactly, of_unknown_types(x, k) at (vec![0.5, 1.5], 0.3));
            rows!($exactly, chains(x, y) at (vec![0.5, 1.5, -0.7], vec![1.0, 0.3, 2.0]));
            rows!($exactly, returns_a_slot(x, limit) at (vec![0.5, 1.5, -0.7], 1.0), (vec![0.5, 1.5, -0.7], 9.0));
        }

        #[test]
        fn more_rows_than_lanes_take_several_sweeps() {
            rows!($exactly, twelve(x) at ([1.1, 0.7],));
            for n in [0, 1, 7, 8, 9, 16, 21] {
                rows!($exactly, vectors(x, n) at (vec![0.5, -1.5, 0.7], n));
            }
        }

        #[test]
        fn arguments_by_value_have_rows() {
            let (value, rows) = by_value::value_and_jacobian([1.0, 2.0, 3.0], 4.0);
            assert_eq!(value, [1.0, 4.0, 3.0]);
            assert_eq!(
                rows,
                [([1.0, 0.0, 0.0], 0.0), ([4.0, 0.0, 0.0], 1.0), ([0.0, 0.0, 1.0], 0.0)]
            );
        }
    };
}

mod of_rows {
    use super::rows::*;
    compared!(true);
}

mod of_columns {
    use super::columns::*;
    compared!(false);
}

/// Where a slope is infinite or NaN, the lanes that are exactly zero stay so, each by itself.
#[test]
fn zeros_are_positive_in_each_lane() {
    #[differentiable(lanes)]
    fn apart(x: &[f64; 2], y: f64, z: &[f64]) -> [f64; 2] {
        [x[0] * y, if x[0] > 0.0 { z[0] } else { y }]
    }
    let (_, rows) = apart::value_and_jacobian(&[1.0, 2.0], 3.0, &[4.0, 5.0]);
    for (row, expected) in rows.iter().zip([[3.0, 0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0, 0.0]]) {
        let row = numbers(row);
        assert_eq!(row, expected);
        assert!(row.iter().all(|x| x.is_sign_positive()), "{row:?}");
    }
}

#[test]
fn zeros_are_strong_in_each_lane() {
    #[differentiable(lanes)]
    fn roots(x: f64, y: f64) -> [f64; 3] {
        let root = x.sqrt();
        [root, y, y * root + (x - x) / (y - y)]
    }
    let (value, rows) = roots::value_and_jacobian(0.0, 2.0);
    assert!(value[0] == 0.0 && value[2].is_nan());
    assert_eq!(rows[0], (f64::INFINITY, 0.0));
    assert_eq!(rows[1], (0.0, 1.0));
    let row = |seed| roots::vjp(0.0, 2.0).1(seed);
    let (x, y) = row([0.0, 0.0, 1.0]);
    assert_eq!((rows[2].0.is_nan(), rows[2].1.is_nan()), (x.is_nan(), y.is_nan()));
}

// --- row by row --------------------------------------------------------------------------------------------------------

#[differentiable]
fn plain(x: &[f64], k: f64) -> (f64, f64, f64) {
    let mut u = vec![k; x.len()];
    for i in 1..x.len() {
        u[i] = u[i - 1] * x[i] + x[i - 1];
    }
    (u[1], u[x.len() - 1], k * u[0])
}

#[differentiable]
fn plain_vector(x: &[f64]) -> Vec<f64> {
    x.iter().map(|v| v * v + x[0]).collect()
}

#[test]
fn rows_without_lanes() {
    rows!(plain(x, k) at (vec![0.5, 1.5, -0.7], 0.3));
    rows!(plain_vector(x) at (vec![0.5, 1.5, -0.7],), (Vec::<f64>::new(),));
}

#[derive(Differentiable)]
struct Rotation {
    sine: f64,
    cosine: f64,
}

#[differentiable]
impl Rotation {
    fn turn(&self, p: &[f64; 2], by: f64) -> [f64; 2] {
        [
            by * (self.cosine * p[0] - self.sine * p[1]),
            by * (self.sine * p[0] + self.cosine * p[1]),
        ]
    }
}

#[test]
fn methods_have_jacobians() {
    let rotation = Rotation {
        sine: 0.5,
        cosine: 0.75,
    };
    let (value, [first, second]) = rotation.turn_value_and_jacobian(&[1.0, 2.0], 2.0);
    assert_eq!(value, rotation.turn(&[1.0, 2.0], 2.0));
    let (sine, cosine) = (-4.0, 2.0);
    assert_eq!(first, (RotationCotangent { sine, cosine }, [1.5, -1.0], -0.25));
    let (sine, cosine) = (2.0, 4.0);
    assert_eq!(second, (RotationCotangent { sine, cosine }, [1.0, 1.5], 2.0));
}

// --- as matrices -------------------------------------------------------------------------------------------------------

#[differentiable]
fn outer(x: &[f64], #[no_diff] scale: f64) -> Vec<f64> {
    let mut out = vec![0.0; x.len() - 1];
    for i in 0..out.len() {
        out[i] = scale * x[i] * x[i + 1];
    }
    out
}

#[differentiable(lanes)]
fn outer_in_lanes(x: Vec<f64>, #[no_diff] scale: f64) -> Vec<f64> {
    let mut out = vec![0.0; x.len() - 1];
    for i in 0..out.len() {
        out[i] = scale * x[i] * x[i + 1];
    }
    out
}

#[differentiable(jacobian(mode = forward))]
fn outer_by_columns(x: &[f64], #[no_diff] scale: f64) -> Vec<f64> {
    let mut out = vec![0.0; x.len() - 1];
    for i in 0..out.len() {
        out[i] = scale * x[i] * x[i + 1];
    }
    out
}

#[differentiable(jvp, jacobian(mode = reverse))]
fn outer_by_rows(x: &[f64]) -> Vec<f64> {
    vec![x[0] * x[0]; 4 * x.len()]
}

#[differentiable]
fn doubled(x: &Array1<f64>) -> Array1<f64> {
    x * 2.0
}

#[differentiable(lanes)]
fn single_precision(x: [f32; 2]) -> [f32; 3] {
    [x[0], x[0] * x[1], x[1]]
}

#[test]
fn jacobians_are_matrices_of_outputs_by_inputs() {
    let expected = arr2(&[[4.0, 2.0, 0.0], [0.0, 6.0, 4.0]]);
    assert_eq!(outer::jacobian(&[1.0, 2.0, 3.0], 2.0), expected);
    assert_eq!(outer_in_lanes::jacobian(vec![1.0, 2.0, 3.0], 2.0), expected);
    assert_eq!(outer_by_columns::jacobian(&[1.0, 2.0, 3.0], 2.0), expected);
    assert_eq!(outer_by_rows::jacobian(&[3.0]), arr2(&[[6.0]; 4]));
    assert_eq!(outer::jacobian(&[1.0], 2.0).dim(), (0, 1));
    assert_eq!(outer_by_columns::jacobian(&[1.0], 2.0).dim(), (0, 1));
    assert_eq!(doubled::jacobian(&Array1::ones(3)), Array2::<f64>::eye(3) * 2.0);
    assert_eq!(
        single_precision::jacobian([2.0, 3.0]),
        arr2(&[[1.0_f32, 0.0], [3.0, 2.0], [0.0, 1.0]])
    );
}

/// `n` outputs of `x[i]² x[i + 1]`: the bands of the matrix are known.
#[test]
fn a_jacobian_wider_than_the_lanes_has_its_bands() {
    let x: Vec<f64> = (1..=30).map(f64::from).collect();
    let jacobian = outer_in_lanes::jacobian(x.clone(), 1.0);
    assert_eq!(jacobian, outer::jacobian(&x, 1.0));
    assert_eq!(jacobian, outer_by_columns::jacobian(&x, 1.0));
    assert_eq!(
        jacobian,
        Array2::from_shape_fn((29, 30), |(i, j)| {
            if i == j {
                x[i + 1]
            } else if i + 1 == j {
                x[i]
            } else {
                0.0
            }
        })
    );
}

type Places = Vec<[f64; 3]>;

#[differentiable(jacobian(mode = forward))]
fn places(x: &[f64]) -> Places {
    vec![[x[0], x[1], x[2]], [x[1], x[2], x[0] * x[1]]]
}

#[differentiable(jacobian(mode = forward))]
fn distances(x: &[f64], #[no_diff] targets: &[[f64; 3]]) -> Vec<f64> {
    let places = places(x);
    let mut distances = vec![0.0; 3 * targets.len()];
    for p in 0..targets.len() {
        for i in 0..3 {
            distances[3 * p + i] = targets[p][i] - places[p][i];
        }
    }
    distances
}

#[test]
fn lists_of_what_only_rustc_knows_have_columns() {
    let expected = arr2(&[
        [-1.0, 0.0, 0.0],
        [0.0, -1.0, 0.0],
        [0.0, 0.0, -1.0],
        [0.0, -1.0, 0.0],
        [0.0, 0.0, -1.0],
        [-2.0, -1.0, 0.0],
    ]);
    assert_eq!(distances::jacobian(&[1.0, 2.0, 3.0], &[[1.0; 3]; 2]), expected);
}

#[test]
fn numbers_in_lanes_take_no_memory() {
    let allocations = allocation_counter::measure(|| {
        std::hint::black_box(rows::scalars::value_and_jacobian(0.7, 1.3));
        std::hint::black_box(rows::twelve::value_and_jacobian(&[0.7, 1.3]));
        std::hint::black_box(rows::branches::value_and_jacobian(&[0.7, 1.3, 0.1]));
    });
    assert_eq!(allocations.count_total, 0);
}
