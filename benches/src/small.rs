//! Zygote's table and the dual-numbers paper's functions.

use crate::by_hand::small as by_hand;
use crate::harness::{Computed, Objective, Table, along_directions};
use crate::objectives::numbers_without_a_pattern;
use pullback::{Cotangent, Differentiable, Workspace, differentiable};
use std::hint::black_box;

#[differentiable]
fn sin_cos(x: f64) -> f64 {
    x.cos().sin()
}

#[differentiable]
fn power_in_a_loop(x: f64, n: usize) -> f64 {
    let mut r = 1.0;
    for _ in 0..n {
        r *= x;
    }
    r
}

#[differentiable]
fn log_sum_exp(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for a in x {
        sum += a.exp();
    }
    sum.ln()
}

/// The mean logistic loss; the samples stand row by row, and the labels are 1 and −1.
#[differentiable]
fn logistic_regression(weights: &[f64], bias: f64, #[no_diff] samples: &[f64], #[no_diff] labels: &[f64]) -> f64 {
    let d = weights.len();
    let mut sum = 0.0;
    for i in 0..labels.len() {
        let sample = &samples[i * d..(i + 1) * d];
        let mut score = bias;
        for j in 0..d {
            score += weights[j] * sample[j];
        }
        sum += (1.0 + (-labels[i] * score).exp()).ln();
    }
    sum / labels.len() as f64
}

/// A network of one hidden layer with the cross entropy of its softmax, in one width of number.
macro_rules! network {
    ($name:ident, $f:ident) => {
        mod $name {
            use pullback::differentiable;

            /// The weights of an input, or of a hidden unit, stand side by side.
            #[differentiable]
            fn dense(weights: &[$f], biases: &[$f], x: &[$f]) -> Vec<$f> {
                let n = biases.len();
                let mut y = biases.to_vec();
                for i in 0..x.len() {
                    let row = &weights[i * n..(i + 1) * n];
                    for j in 0..n {
                        y[j] += row[j] * x[i];
                    }
                }
                y
            }

            #[differentiable]
            pub fn loss(w1: &[$f], b1: &[$f], w2: &[$f], b2: &[$f], #[no_diff] image: &[$f], label: usize) -> $f {
                let mut hidden = dense(w1, b1, image);
                for i in 0..hidden.len() {
                    hidden[i] = hidden[i].max(0.0);
                }
                let scores = dense(w2, b2, &hidden);
                let mut sum = 0.0;
                for i in 0..scores.len() {
                    sum += scores[i].exp();
                }
                sum.ln() - scores[label]
            }
        }
    };
}
network!(network, f32);
network!(exact_network, f64);

#[differentiable]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * y[i];
    }
    sum
}

/// The sum of the components of a matrix, row by row, times a vector.
#[differentiable]
fn sum_of_product(matrix: &[f64], x: &[f64]) -> f64 {
    let n = x.len();
    let mut sum = 0.0;
    for i in 0..matrix.len() / n {
        sum += dot(&matrix[i * n..(i + 1) * n], x);
    }
    sum
}

#[differentiable]
fn product(x: f64, y: f64) -> f64 {
    x * y
}

#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Vector {
    pub x: f64,
    pub y: f64,
    pub z: f64,
}

/// The real part is `w`.
#[derive(Clone, Copy, Debug, Differentiable)]
pub struct Quaternion {
    pub w: f64,
    pub imaginary: Vector,
}

#[differentiable]
fn scalar_product(a: &Vector, b: &Vector) -> f64 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

#[differentiable]
fn cross(a: &Vector, b: &Vector) -> Vector {
    Vector {
        x: a.y * b.z - a.z * b.y,
        y: a.z * b.x - a.x * b.z,
        z: a.x * b.y - a.y * b.x,
    }
}

/// `v` turned by the unit quaternion `q`.
#[differentiable]
fn rotated(q: &Quaternion, v: &Vector) -> Vector {
    let u = &q.imaginary;
    let along = 2.0 * scalar_product(u, v);
    let kept = q.w * q.w - scalar_product(u, u);
    let sideways = cross(u, v);
    let turned = 2.0 * q.w;
    Vector {
        x: along * u.x + kept * v.x + turned * sideways.x,
        y: along * u.y + kept * v.y + turned * sideways.y,
        z: along * u.z + kept * v.z + turned * sideways.z,
    }
}

/// The sum of the components of what is turned.
#[differentiable]
fn rotation(q: &Quaternion, v: &Vector) -> f64 {
    let turned = rotated(q, v);
    turned.x + turned.y + turned.z
}

#[differentiable]
fn cross_of_slices(a: &[f64], b: &[f64]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// The same of slices, real part first, whose lengths nothing says.
#[differentiable]
fn rotation_of_slices(q: &[f64], v: &[f64]) -> f64 {
    let u = &q[1..];
    let s = q[0];
    let (along, squared) = (dot(u, v), dot(u, u));
    let sideways = cross_of_slices(u, v);
    let mut sum = 0.0;
    for i in 0..3 {
        sum += 2.0 * along * u[i] + (s * s - squared) * v[i] + 2.0 * s * sideways[i];
    }
    sum
}

/// Rosenbrock's function of many variables: a chain of neighbours.
#[differentiable]
fn rosenbrock(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 1..x.len() {
        let bend = x[i] - x[i - 1] * x[i - 1];
        let ahead = 1.0 - x[i - 1];
        sum += 100.0 * bend * bend + ahead * ahead;
    }
    sum
}

/// The heat that is left in a rod of 200 cells after 200 steps, squared cell by cell.
#[differentiable]
fn heat(start: &[f64]) -> f64 {
    let n = start.len();
    let mut u = start.to_vec();
    let mut next = vec![0.0; n];
    for _ in 0..200 {
        for i in 1..n - 1 {
            next[i] = u[i] + 0.2 * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
        }
        next[0] = u[0];
        next[n - 1] = u[n - 1];
        std::mem::swap(&mut u, &mut next);
    }
    dot(&u, &u)
}

pub fn all(table: &Table) {
    zygote(table);
    dual_numbers(table);
    neighbours(table);
}

fn numbers(n: usize) -> Vec<f64> {
    numbers_without_a_pattern().take(n).collect()
}

/// A function of one slice.
macro_rules! of_a_slice {
    ($name:expr, $f:ident, $x:expr, $by_hand:expr) => {{
        let x: &[f64] = $x;
        let (mut workspace, mut bar) = (Workspace::new(), vec![0.0; x.len()]);
        #[allow(unused_mut, reason = "one of them keeps memory")]
        let mut by_hand = $by_hand;
        let mut hand_bar = vec![0.0; x.len()];
        Objective::new($name)
            .primal(move || $f(black_box(x)))
            .kept(move |computed: &mut Computed| {
                bar.fill(0.0);
                let value = $f::grad_into_with(&mut workspace, black_box(x), &mut bar);
                computed.gradient(&bar);
                value
            })
            .plain(move |computed: &mut Computed| {
                let (value, gradient) = $f::value_and_grad(black_box(x));
                computed.gradient(&gradient);
                value
            })
            .by_hand(move |computed: &mut Computed| {
                let value = by_hand(black_box(x), &mut hand_bar);
                computed.gradient(&hand_bar);
                value
            })
    }};
}

/// A function of two slices.
macro_rules! of_two_slices {
    ($name:expr, $f:ident, $x:expr, $y:expr) => {{
        let mut hand_bars = (vec![0.0; $x.len()], vec![0.0; $y.len()]);
        let (x, y): (&[f64], &[f64]) = ($x, $y);
        let mut workspace = Workspace::new();
        let mut bars = (vec![0.0; x.len()], vec![0.0; y.len()]);
        Objective::new($name)
            .primal(move || $f(black_box(x), black_box(y)))
            .kept(move |computed: &mut Computed| {
                bars.0.fill(0.0);
                bars.1.fill(0.0);
                let value = $f::grad_into_with(&mut workspace, black_box(x), black_box(y), &mut bars.0, &mut bars.1);
                computed.gradient(&bars);
                value
            })
            .plain(move |computed: &mut Computed| {
                let (value, gradient) = $f::value_and_grad(black_box(x), black_box(y));
                computed.gradient(&gradient);
                value
            })
            .by_hand(move |computed: &mut Computed| {
                let value = by_hand::$f(black_box(x), black_box(y), &mut hand_bars.0, &mut hand_bars.1);
                computed.gradient(&hand_bars);
                value
            })
    }};
}

fn zygote(table: &Table) {
    let mut workspace = Workspace::new();
    let objective = Objective::new("sin(cos x)")
        .anchor("Zygote 1.30; JAX 6 µs, PyTorch 31 µs")
        .primal(|| sin_cos(black_box(0.7)))
        .kept(|computed| {
            let mut bar = 0.0;
            let value = sin_cos::grad_into_with(&mut workspace, black_box(0.7), &mut bar);
            computed.gradient(&bar);
            value
        })
        .plain(|computed| {
            let (value, gradient) = sin_cos::value_and_grad(black_box(0.7));
            computed.gradient(&gradient);
            value
        })
        .by_hand(|computed| {
            let (inner_slope, inner) = black_box(0.7f64).sin_cos();
            let (value, slope) = inner.sin_cos();
            computed.gradient(&(-inner_slope * slope));
            value
        });
    #[cfg(feature = "peers")]
    let objective = crate::peers::sin_cos(objective, 0.7);
    table.add(objective, |_, gradient| {
        along_directions("sin(cos x)", &0.7, gradient, 1e-8, |x: &f64| sin_cos(*x));
    });

    let (x, n) = (1.0001, 1000);
    let (mut workspace, mut steps) = (Workspace::new(), Vec::new());
    let objective = Objective::new("1000 steps of r *= x")
        .anchor("Zygote 7.07; JAX 17.6 µs, PyTorch 6.7 ms; by hand 2.1 where the tape does not grow in the loop")
        .primal(|| power_in_a_loop(black_box(x), black_box(n)))
        .kept(|computed| {
            let mut bar = 0.0;
            let value = power_in_a_loop::grad_into_with(&mut workspace, black_box(x), black_box(n), &mut bar);
            computed.gradient(&bar);
            value
        })
        .plain(|computed| {
            let (value, gradient) = power_in_a_loop::value_and_grad(black_box(x), black_box(n));
            computed.gradient(&gradient);
            value
        })
        .by_hand(|computed| {
            let (value, gradient) = by_hand::power_in_a_loop(black_box(x), black_box(n), &mut steps);
            computed.gradient(&gradient);
            value
        });
    #[cfg(feature = "peers")]
    let objective = crate::peers::power_in_a_loop(objective, x, n);
    table.add(objective, |_, gradient| {
        let exact = n as f64 * x.powi(n as i32 - 1);
        crate::differences::assert_close("loop", gradient, &[exact], 1e-12);
    });

    let x = numbers(100);
    let objective = of_a_slice!("log-sum-exp of 100", log_sum_exp, &x, by_hand::log_sum_exp)
        .anchor("Zygote 1.31; JAX 10 µs, PyTorch 44 µs");
    #[cfg(feature = "peers")]
    let objective = crate::peers::log_sum_exp(objective, &x);
    table.add(objective, |_, gradient| {
        along_directions("log-sum-exp", &x, gradient, 1e-8, |x| log_sum_exp(x));
    });

    let (d, n) = (50, 200);
    let weights = numbers(d);
    let samples = numbers(n * d);
    let labels: Vec<f64> = numbers(n).iter().map(|x| x.signum()).collect();
    let mut workspace = Workspace::new();
    let mut bars = (vec![0.0; d], 0.0);
    let mut hand_bars = bars.clone();
    let objective = Objective::new("logistic regression, 200 of 50")
        .anchor("Zygote 3.77")
        .primal(|| logistic_regression(black_box(&weights), 0.1, &samples, &labels))
        .kept(|computed| {
            bars.0.fill(0.0);
            bars.1 = 0.0;
            let value = logistic_regression::grad_into_with(
                &mut workspace,
                black_box(&weights),
                0.1,
                &samples,
                &labels,
                &mut bars.0,
                &mut bars.1,
            );
            computed.gradient(&bars);
            value
        })
        .plain(|computed| {
            let (value, gradient) = logistic_regression::value_and_grad(black_box(&weights), 0.1, &samples, &labels);
            computed.gradient(&gradient);
            value
        })
        .by_hand(|computed| {
            let (value, bias_bar) =
                by_hand::logistic_regression(black_box(&weights), 0.1, &samples, &labels, &mut hand_bars.0);
            hand_bars.1 = bias_bar;
            computed.gradient(&hand_bars);
            value
        });
    #[cfg(feature = "peers")]
    let objective = crate::peers::logistic_regression(objective, &weights, 0.1, &samples, &labels);
    table.add(objective, |_, gradient| {
        let at = (weights.clone(), 0.1);
        along_directions("logistic regression", &at, gradient, 1e-7, |(weights, bias)| {
            logistic_regression(weights, *bias, &samples, &labels)
        });
    });

    network_784_64_10(table);
}

fn network_784_64_10(table: &Table) {
    let name = "MLP 784-64-10, f32, one image";
    if !table.wants(name) {
        return;
    }
    let scaled = |n: usize, scale: f64| numbers(n).iter().map(|x| scale * x).collect::<Vec<f64>>();
    let exact = (
        scaled(784 * 64, 0.1),
        scaled(64, 1.0),
        scaled(640, 0.3),
        scaled(10, 1.0),
    );
    let narrow = |x: &[f64]| x.iter().map(|x| *x as f32).collect::<Vec<f32>>();
    let (w1, b1, w2, b2) = (narrow(&exact.0), narrow(&exact.1), narrow(&exact.2), narrow(&exact.3));
    let pixels: Vec<f64> = numbers(784).iter().map(|x| x + 0.4).collect();
    let image = narrow(&pixels);
    let mut workspace = Workspace::new();
    let zero = |x: &[f32]| vec![0.0f32; x.len()];
    let mut bars = (zero(&w1), zero(&b1), zero(&w2), zero(&b2));
    let mut hand = by_hand::DenseGradient::new(784, 64, 10);
    let objective = Objective::new(name)
        .anchor("Zygote 7.47; JAX 80 µs, PyTorch 154 µs; by hand 1.37 (22.6 µs)")
        .tolerance(1e-4)
        .primal(|| network::loss(black_box(&w1), &b1, &w2, &b2, &image, 3).into())
        .kept(|computed| {
            let (w1_bar, b1_bar, w2_bar, b2_bar) = &mut bars;
            w1_bar.fill(0.0);
            b1_bar.fill(0.0);
            w2_bar.fill(0.0);
            b2_bar.fill(0.0);
            let value = network::loss::grad_into_with(
                &mut workspace,
                black_box(&w1),
                &b1,
                &w2,
                &b2,
                &image,
                3,
                w1_bar,
                b1_bar,
                w2_bar,
                b2_bar,
            );
            computed.gradient(&bars);
            value.into()
        })
        .plain(|computed| {
            let (value, gradient) = network::loss::value_and_grad(black_box(&w1), &b1, &w2, &b2, &image, 3);
            computed.gradient(&gradient);
            value.into()
        })
        .by_hand(|computed| {
            let value = hand.evaluate([black_box(&w1), &b1, &w2, &b2], &image, 3);
            computed.gradient(&hand.bars);
            value.into()
        });
    #[cfg(feature = "peers")]
    let objective = crate::peers::network(objective, [&w1, &b1, &w2, &b2], &image, 3);
    table.add(objective, |_, gradient| {
        along_directions(name, &exact, gradient, 1e-3, |(w1, b1, w2, b2)| {
            exact_network::loss(w1, b1, w2, b2, &pixels, 3)
        });
    });
}

fn dual_numbers(table: &Table) {
    let mut workspace = Workspace::new();
    let objective = Objective::new("product of two numbers")
        .primal(|| product(black_box(1.5), black_box(-0.7)))
        .kept(|computed| {
            let (mut x_bar, mut y_bar) = (0.0, 0.0);
            let (x, y) = black_box((1.5, -0.7));
            let value = product::grad_into_with(&mut workspace, x, y, &mut x_bar, &mut y_bar);
            computed.gradient(&(x_bar, y_bar));
            value
        })
        .plain(|computed| {
            let (value, gradient) = product::value_and_grad(black_box(1.5), black_box(-0.7));
            computed.gradient(&gradient);
            value
        })
        .by_hand(|computed| {
            let (x, y) = black_box((1.5, -0.7));
            computed.gradient(&(y, x));
            x * y
        });
    table.add(objective, |_, gradient| {
        crate::differences::assert_close("product", gradient, &[-0.7, 1.5], 0.0);
    });

    let (x, y) = (numbers(1000), numbers(2000).split_off(1000));
    let objective = of_two_slices!("dot product of 1000", dot, &x, &y);
    #[cfg(feature = "peers")]
    let objective = crate::peers::dot(objective, &x, &y);
    table.add(objective, |_, gradient| {
        crate::differences::assert_close("dot", gradient, &[&*y, &x].concat(), 1e-12);
    });

    let matrix = numbers(100 * 100);
    let x = numbers(100);
    table.add(
        of_two_slices!("sum of a 100×100 matrix times a vector", sum_of_product, &matrix, &x),
        |_, gradient| {
            let at = (matrix.clone(), x.clone());
            along_directions("sum of product", &at, gradient, 1e-8, |(matrix, x)| {
                sum_of_product(matrix, x)
            });
        },
    );

    rotations(table);
}

fn rotations(table: &Table) {
    let vector = |x, y, z| Vector { x, y, z };
    let (q, v) = (
        Quaternion {
            w: 0.5,
            imaginary: vector(-0.5, 0.5, 0.5),
        },
        vector(0.3, -1.0, 2.0),
    );
    let (mut workspace, mut q_bar, mut v_bar) = (Workspace::new(), q.zero_cotangent(), v.zero_cotangent());
    let flat = |gradient: &(QuaternionCotangent, VectorCotangent)| {
        let mut flat = Vec::new();
        Cotangent::flatten_into(gradient, &mut flat);
        flat
    };
    let objective = Objective::new("rotation by a quaternion, structs")
        .primal(|| rotation(black_box(&q), black_box(&v)))
        .kept(|computed| {
            (q_bar, v_bar) = (q.zero_cotangent(), v.zero_cotangent());
            let value = rotation::grad_into_with(&mut workspace, black_box(&q), black_box(&v), &mut q_bar, &mut v_bar);
            computed.gathered(&(q_bar.clone(), v_bar.clone()), flat);
            value
        })
        .plain(|computed| {
            let (value, gradient) = rotation::value_and_grad(black_box(&q), black_box(&v));
            computed.gathered(&gradient, flat);
            value
        })
        .by_hand(|computed| {
            let (value, gradient) = by_hand::rotation(black_box(&q), black_box(&v));
            computed.gradient(&gradient);
            value
        });
    table.add(objective, |_, gradient| {
        let at = vec![q.w, q.imaginary.x, q.imaginary.y, q.imaginary.z, v.x, v.y, v.z];
        along_directions("rotation", &at, gradient, 1e-8, |at| {
            let q = Quaternion {
                w: at[0],
                imaginary: vector(at[1], at[2], at[3]),
            };
            rotation(&q, &vector(at[4], at[5], at[6]))
        });
    });

    let (q, v) = ([0.5, -0.5, 0.5, 0.5], [0.3, -1.0, 2.0]);
    table.add(
        of_two_slices!("rotation by a quaternion, slices", rotation_of_slices, &q, &v),
        |_, gradient| {
            along_directions("rotation", &(q, v), gradient, 1e-8, |(q, v)| rotation_of_slices(q, v));
        },
    );
}

fn neighbours(table: &Table) {
    let x = numbers(1000);
    table.add(
        of_a_slice!("Rosenbrock's function of 1000", rosenbrock, &x, by_hand::rosenbrock),
        |_, gradient| along_directions("Rosenbrock", &x, gradient, 1e-7, |x| rosenbrock(x)),
    );
    let start = numbers(200);
    let (mut u, mut next) = (Vec::new(), Vec::new());
    let heat_by_hand = move |start: &[f64], bar: &mut [f64]| by_hand::heat(start, &mut u, &mut next, bar);
    table.add(
        of_a_slice!("heat in 200 cells, 200 steps", heat, &start, heat_by_hand),
        |_, gradient| along_directions("heat", &start, gradient, 1e-7, |start| heat(start)),
    );
}
