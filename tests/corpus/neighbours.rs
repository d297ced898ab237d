//! Loops over neighbouring elements, and rows that are overwritten: what is read, added to or saved lies side by side.

macro_rules! functions {
    ($f:ident) => {
        use pullback::differentiable;

        #[differentiable(jvp)]
        pub fn springs(x: &[$f], k: $f) -> $f {
            let mut total = 0.0;
            for i in 1..x.len() {
                let stretch = x[i] - x[i - 1] - 0.5;
                total += k * stretch * stretch;
            }
            total
        }

        /// The parameters' cotangents are local lists here, and both lists take turns.
        #[differentiable(jvp)]
        pub fn heat(start: &[$f], k: $f, steps: usize) -> $f {
            let n = start.len();
            let mut u = start.to_vec();
            let mut next = vec![0.0; n];
            for _ in 0..steps {
                for i in 1..n - 1 {
                    next[i] = u[i] + k * (u[i - 1] - 2.0 * u[i] + u[i + 1]);
                }
                next[0] = u[0] * 0.5;
                next[n - 1] = u[n - 1] * u[0];
                std::mem::swap(&mut u, &mut next);
            }
            let mut s = 0.0;
            for i in 0..n {
                s += u[i] * u[i] * (1.0 + i as $f);
            }
            s
        }

        /// Five in a row, and products of them.
        #[differentiable(jvp)]
        pub fn stencil(x: &[$f], w: &[$f; 3]) -> $f {
            let mut s = 0.0;
            for i in 2..x.len() - 2 {
                let t = w[0] * x[i - 2] + w[1] * x[i - 1] * x[i + 1] + w[2] * x[i + 2];
                s += t * t * x[i];
            }
            s
        }

        /// Each element is overwritten by what is made of itself.
        #[differentiable(jvp)]
        pub fn powers(x: &[$f], k: $f, steps: usize) -> $f {
            let mut u = x.to_vec();
            for step in 0..steps {
                for i in 0..u.len() {
                    u[i] = u[i] * u[i] * k + x[i];
                }
                for i in 0..u.len() {
                    u[i] *= 0.5 + step as $f * 0.1;
                }
            }
            let mut s = 0.0;
            for i in 0..u.len() {
                s += u[i] * u[i];
            }
            s
        }

        /// What an iteration reads was written by the one before.
        #[differentiable(jvp)]
        pub fn relaxed(x: &[$f], k: $f, sweeps: usize) -> $f {
            let mut u = x.to_vec();
            for _ in 0..sweeps {
                for i in 1..u.len() - 1 {
                    u[i] = k * (u[i - 1] * u[i + 1] + x[i]);
                }
            }
            let mut s = 0.0;
            for i in 0..u.len() {
                s += u[i] * u[i];
            }
            s
        }

        /// The new value is read after it was written, and the old one before.
        #[differentiable(jvp)]
        pub fn before_and_after(x: &[$f], k: $f) -> $f {
            let mut u = x.to_vec();
            let mut s = 0.0;
            for _ in 0..3 {
                for i in 0..u.len() {
                    let old = u[i];
                    u[i] = old * old * k;
                    s += u[i] * old;
                }
            }
            s
        }

        #[differentiable(jvp)]
        pub fn shifted(x: &[$f], lag: usize, steps: usize) -> $f {
            let n = x.len();
            let mut u = x.to_vec();
            let mut v = vec![1.0; n + lag];
            for _ in 0..steps {
                for i in (0..n).rev() {
                    v[i + lag] = u[i] * u[i];
                }
                for i in lag..n {
                    u[i - lag] = v[i] * x[i] + v[i - lag];
                }
                for i in 0..n {
                    v[n - 1 - i] = u[i] * v[i + lag];
                }
            }
            let mut s = 0.0;
            for i in 0..n {
                s += u[i] * v[i];
            }
            s
        }

        /// The loops end at a number, which is less than how far what they overwrite lies back, where they do not run.
        #[differentiable(jvp)]
        pub fn up_to_a_number(x: &[$f], lag: usize, steps: usize) -> $f {
            let mut u = x.to_vec();
            for _ in 0..steps {
                for i in lag..3 {
                    u[i - lag] = x[i] * u[i - lag];
                }
                for i in steps..0 {
                    u[i - 1] = x[i];
                }
            }
            let mut s = 0.0;
            for i in 0..u.len() {
                s += u[i] * u[i];
            }
            s
        }

        /// Whether an element is overwritten depends on it.
        #[differentiable(jvp)]
        pub fn now_and_then(x: &[$f], steps: usize) -> $f {
            let mut u = x.to_vec();
            for _ in 0..steps {
                for i in 1..u.len() {
                    if x[i] > 0.8 {
                        u[i] = u[i] * x[i - 1];
                    } else {
                        u[i] = x[i] * x[i] + x[i - 1];
                        continue;
                    }
                    u[i] = u[i] * 1.5;
                }
            }
            let mut s = 0.0;
            for i in 0..u.len() {
                s += u[i] * u[i];
            }
            s
        }

        /// In place, of a parameter; the rows of a grid.
        #[differentiable(jvp)]
        pub fn smooth(grid: &mut Vec<Vec<$f>>, x: &[$f]) -> $f {
            let mut s = 0.0;
            for r in 1..grid.len() {
                for i in 1..x.len() - 1 {
                    grid[r][i] = x[i - 1] * x[i] + x[i + 1] * (r as $f);
                }
                for i in 0..x.len() {
                    s += grid[r][i] * grid[r - 1][i];
                }
            }
            s
        }

        #[differentiable(jvp)]
        fn step(u: &[$f], out: &mut [$f], k: $f) {
            for i in 0..u.len() - 1 {
                out[i] = k * (u[i + 1] - u[i]);
            }
        }

        #[differentiable(jvp)]
        pub fn stepped(x: &[$f], k: $f, steps: usize) -> $f {
            let mut u = x.to_vec();
            let mut out = x.to_vec();
            for i in 0..steps {
                if i % 2 == 0 {
                    step(&u, &mut out, k);
                } else {
                    step(&out, &mut u, k * k);
                }
            }
            let mut s = 0.0;
            for i in 0..u.len() {
                s += u[i] * out[i];
            }
            s
        }

        /// Overwritten in a branch, and in a loop that ends early.
        #[differentiable(jvp)]
        pub fn in_branches(x: &[$f], rounds: usize) -> $f {
            let mut u = x.to_vec();
            for round in 0..rounds {
                if round != 1 {
                    for i in 1..x.len() {
                        u[i] = x[i] * x[i - 1] * (1.0 + round as $f);
                    }
                } else {
                    for i in 0..x.len() {
                        if x[i] > 1.05 {
                            break;
                        }
                        u[i] = u[i] * x[i];
                    }
                }
            }
            let mut s = 0.0;
            for i in 0..u.len() {
                s += u[i] * u[i];
            }
            s
        }

        /// Rows of the list that is overwritten, beside windows of the other.
        #[differentiable(jvp)]
        pub fn heat_by_windows(start: &[$f], k: $f, steps: usize) -> $f {
            let n = start.len();
            let (mut u, mut next) = (start.to_vec(), start.to_vec());
            for _ in 0..steps {
                for (o, w) in next[1..n - 1].iter_mut().zip(u.windows(3)) {
                    *o = w[1] + k * w[1] * (w[0] - 2.0 * w[1] + w[2]);
                }
                std::mem::swap(&mut u, &mut next);
            }
            u.iter().map(|x| x * x).sum()
        }

        #[differentiable(jvp)]
        pub fn decay_by_chunks(x: &[$f], k: $f, width: usize) -> $f {
            let mut u = x.to_vec();
            for _ in 0..2 {
                for row in u.chunks_mut(width) {
                    for a in row.iter_mut() {
                        *a -= k * *a * *a;
                    }
                }
            }
            u.iter().map(|a| a * a).sum()
        }

        /// In the last loop another element is read beside the row.
        #[differentiable(jvp)]
        pub fn decay_by_rows(x: &[$f], k: $f, width: usize) -> $f {
            let mut u = x.to_vec();
            for i in 0..x.len() / width {
                let row = &mut u[i * width..(i + 1) * width];
                for j in 0..width {
                    row[j] -= k * row[j] * row[j];
                }
                for j in 1..width {
                    u[i * width..(i + 1) * width][j] *= u[j - 1] + k;
                }
            }
            u.iter().map(|a| a * a).sum()
        }

        /// What is added to the element's cotangent is read again in the same iteration.
        #[differentiable(jvp)]
        pub fn added_and_doubled(x: &[$f], k: $f) -> $f {
            let mut u = vec![1.0; x.len()];
            for j in 0..x.len() {
                u[j] += x[j] * k;
                u[j] = u[j] * 2.0;
            }
            u.iter().map(|a| a * a).sum()
        }

        #[differentiable(jvp)]
        fn scaled(out: &mut [$f], x: &[$f], k: $f) {
            for (o, x) in out[1..].iter_mut().zip(x) {
                *o *= *x * *o * k;
            }
            let n = out.len() / 2;
            let (low, high) = out.split_at_mut(n);
            for (l, h) in low.iter_mut().zip(high) {
                *l += k * *h * *l;
                *h -= k * *l * *h;
            }
        }

        #[differentiable(jvp)]
        pub fn rows_lent(x: &[$f], k: $f) -> $f {
            let mut out = x.to_vec();
            scaled(&mut out, x, k);
            scaled(&mut out[1..], &x[1..], k);
            out.iter().map(|a| a * a).sum()
        }
    };
}

mod doubles {
    functions!(f64);
}

mod singles {
    functions!(f32);
}

use pullback::ndarray::{Array1, Array2, Axis};
use pullback::{check_grad, differentiable};

fn numbers(n: usize) -> Vec<f64> {
    (0..n).map(|i| ((i * 7919 + 13) % 1009) as f64 / 1009.0 + 0.1).collect()
}

/// Fewer than a strip, one, one more, and several with a rest.
const LENGTHS: [usize; 13] = [3, 5, 6, 34, 63, 64, 65, 66, 67, 100, 129, 130, 131];

macro_rules! agree {
    ($module:ident, $x:ident, $k:expr) => {
        check_grad!($module::springs(&$x, $k)).expect("springs");
        check_grad!($module::heat(&$x, $k, 3)).expect("heat");
        check_grad!($module::powers(&$x, $k, 2)).expect("powers");
        check_grad!($module::relaxed(&$x, $k, 2)).expect("relaxed");
        check_grad!($module::before_and_after(&$x, $k)).expect("before and after");
        check_grad!($module::shifted(&$x, 0, 2)).expect("shifted by nothing");
        check_grad!($module::shifted(&$x, 2, 2)).expect("shifted");
        for lag in 0..5 {
            check_grad!($module::up_to_a_number(&$x, lag, 2)).expect("up to a number");
        }
        check_grad!($module::now_and_then(&$x, 2)).expect("now and then");
        check_grad!($module::stepped(&$x, $k, 3)).expect("stepped");
        check_grad!($module::in_branches(&$x, 3)).expect("in branches");
        check_grad!($module::heat_by_windows(&$x, $k, 3)).expect("heat by windows");
        for width in [1, 3, 7, 64] {
            check_grad!($module::decay_by_chunks(&$x, $k, width)).expect("decay by chunks");
            check_grad!($module::decay_by_rows(&$x, $k, width)).expect("decay by rows");
        }
        check_grad!($module::added_and_doubled(&$x, $k)).expect("added and doubled");
        check_grad!($module::rows_lent(&$x, $k)).expect("rows lent");
    };
}

#[test]
fn neighbours_have_the_gradient_of_the_differences() {
    for n in LENGTHS {
        let x = numbers(n);
        agree!(doubles, x, 0.3);
        let mut grid = vec![x.clone(), numbers(n + 1), x.clone()];
        check_grad!(doubles::smooth(&mut grid, &x)).expect("smooth");
        if n > 3 {
            check_grad!(doubles::stencil(&x, &[0.3, 0.2, 0.5])).expect("stencil");
        }
    }
}

/// The same formulas in both widths.
#[test]
fn singles_have_the_gradient_of_doubles() {
    let close = |single: &[f32], double: &[f64], name: &str| {
        let scale = double.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
        for (a, b) in single.iter().zip(double) {
            assert!((f64::from(*a) - b).abs() < 1e-4 * scale, "{name}: {a} for {b}");
        }
    };
    for n in LENGTHS {
        let x = numbers(n);
        let singles: Vec<f32> = x.iter().map(|x| *x as f32).collect();
        let (a, b) = (singles::springs::grad(&singles, 0.3), doubles::springs::grad(&x, 0.3));
        close(&a.0, &b.0, "springs");
        close(&[a.1], &[b.1], "springs' constant");
        let (a, b) = (singles::heat::grad(&singles, 0.3, 3), doubles::heat::grad(&x, 0.3, 3));
        close(&a.0, &b.0, "heat");
        close(&[a.1], &[b.1], "heat's constant");
        close(
            &singles::shifted::grad(&singles, 2, 2),
            &doubles::shifted::grad(&x, 2, 2),
            "shifted",
        );
    }
}

#[test]
fn no_neighbours_have_no_gradient() {
    assert_eq!(doubles::springs::grad(&[], 1.0), (vec![], 0.0));
    assert_eq!(doubles::springs::grad(&[2.0], 1.0), (vec![0.0], 0.0));
    assert_eq!(doubles::relaxed::value_and_grad(&[2.0, 1.0], 1.0, 3).0, 5.0);
    assert_eq!(doubles::relaxed::grad(&[2.0, 1.0], 1.0, 3).0, [4.0, 2.0]);
}

#[differentiable(jvp)]
fn overruns(x: &[f64], n: usize) -> f64 {
    let mut u = vec![0.0; 3];
    for _ in 0..2 {
        for i in 0..n {
            u[i] = x[0] * x[0];
        }
    }
    u[0] + u[1] * u[1]
}

#[test]
fn a_row_that_is_too_long_panics_like_the_function() {
    let panic = |run: fn()| {
        let payload = std::panic::catch_unwind(run).expect_err("it panics");
        payload.downcast_ref::<String>().expect("it says why").clone()
    };
    let why = panic(|| {
        overruns(&[1.0], 4);
    });
    assert_eq!(
        panic(|| {
            overruns::grad(&[1.0], 4);
        }),
        why
    );
    assert_eq!(overruns::grad(&[2.0], 3), [36.0]);
}

#[differentiable(jvp)]
fn roots(x: &[f64], weights: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 1..x.len() {
        s += weights[i] * (x[i] - x[i - 1]).sqrt();
    }
    s
}

#[test]
fn what_has_no_weight_poisons_no_neighbour() {
    let x = [1.0, 1.0, 2.0, 4.0];
    let (x_bar, _) = roots::grad(&x, &[0.0, 0.0, 2.0, 0.0]);
    assert_eq!(x_bar, [0.0, -1.0, 1.0, 0.0]);
}

/// Rows of a plane that are read, taken and added to side by side, weights of one axis, and a sum.
#[differentiable]
fn plane(start: &Array2<f64>, weights: &Array1<f64>, k: f64, steps: usize) -> f64 {
    let (rows, columns) = start.dim();
    let mut u = start.clone();
    let mut next = start.clone();
    for _ in 0..steps {
        for i in 1..rows - 1 {
            for j in 1..columns - 1 {
                let around = u[[i - 1, j]] + u[(i + 1, j)] + u[[i, j - 1]] + u[[i, j + 1]] - weights[j];
                next[[i, j]] = u[[i, j]] + 0.1 * around + k * weights[j];
            }
        }
        std::mem::swap(&mut u, &mut next);
    }
    let mut sum = 0.0;
    for i in 0..rows {
        for j in 0..columns {
            sum += u[[i, j]] * u[[i, j]] * weights[j];
        }
    }
    sum
}

/// The same by lists of lists.
#[differentiable]
fn lists(start: &[Vec<f64>], weights: &[f64], k: f64, steps: usize) -> f64 {
    let (rows, columns) = (start.len(), weights.len());
    let mut u = start.to_vec();
    let mut next = start.to_vec();
    for _ in 0..steps {
        for i in 1..rows - 1 {
            for j in 1..columns - 1 {
                let around = u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1] - weights[j];
                next[i][j] = u[i][j] + 0.1 * around + k * weights[j];
            }
        }
        std::mem::swap(&mut u, &mut next);
    }
    let mut sum = 0.0;
    for i in 0..rows {
        for j in 0..columns {
            sum += u[i][j] * u[i][j] * weights[j];
        }
    }
    sum
}

#[test]
fn strips_of_arrays_have_the_gradient_of_lists_in_any_width_and_layout() {
    for (rows, columns) in [(3, 1), (2, 2), (4, 3), (5, 64), (4, 65), (3, 66), (3, 67), (4, 131)] {
        let numbers = numbers(rows * columns);
        let start = Array2::from_shape_vec((rows, columns), numbers.clone()).expect("there are so many");
        let mut turned = Array2::zeros((columns, rows));
        turned.assign(&start.t());
        let of_lists: Vec<Vec<f64>> = numbers.chunks(columns).map(<[f64]>::to_vec).collect();
        let weights: Vec<f64> = (0..columns).map(|j| 0.5 + j as f64 / 64.0).collect();
        let mut apart: Array1<f64> = weights.iter().rev().copied().collect();
        apart.invert_axis(Axis(0));
        let (value, truth) = lists::value_and_grad(&of_lists, &weights, 0.05, 3);
        for start in [start, turned.reversed_axes()] {
            for weights in [Array1::from_vec(weights.clone()), apart.clone()] {
                let (of_arrays, (bar, weights_bar, k_bar)) = plane::value_and_grad(&start, &weights, 0.05, 3);
                assert_eq!(of_arrays, value);
                let close =
                    |l: f64, r: f64| assert!((l - r).abs() <= 1e-12 * (1.0 + r.abs()), "{rows}×{columns}: {l} {r}");
                bar.iter()
                    .zip(truth.0.iter().flatten())
                    .for_each(|(l, r)| close(*l, *r));
                weights_bar.iter().zip(&truth.1).for_each(|(l, r)| close(*l, *r));
                close(k_bar, truth.2);
            }
        }
    }
}
