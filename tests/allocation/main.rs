//! Scalars stay on the stack: what allocates, counted in the thread that calls.

// The functions are written in the ways that people write them.
#![allow(clippy::needless_range_loop, clippy::ptr_arg, clippy::useless_vec)]

#[macro_use]
mod reuse;

mod checkpoints;
mod containers;
mod copies;
mod growth;
mod held;
mod kinds;
mod lists;
mod objects;
mod operators;

use allocation_counter::{AllocationInfo, measure};
use pullback::ndarray::{Array1, Array2, ArrayView1};
use pullback::{Differentiable, Workspace, differentiable};
use std::hint::black_box;

#[differentiable(jvp)]
fn straight_line(x: f64, y: f64) -> f64 {
    let a = (x * y).sin() + x.powi(3);
    let b = a.exp() / (1.0 + y * y);
    let (s, c) = b.sin_cos();
    s * c + a.max(b)
}

#[differentiable(jvp)]
fn branching(x: f64, y: f64) -> f64 {
    let mut z = x;
    if x > y {
        z = z.sin() * y;
        if z > 0.1 {
            return z.sqrt();
        }
    } else if x < 0.0 && y > 1.0 {
        z *= y.exp();
    }
    let w = if z < 0.5 { z * z } else { x };
    w * y
}

#[differentiable(jvp)]
fn helper(x: f64, y: &mut f64) -> f64 {
    *y *= x;
    if *y > 1.0 { y.ln() } else { *y * x }
}

#[differentiable(jvp)]
fn calling(x: f64, y: f64) -> f64 {
    let mut z = y;
    let a = helper(x, &mut z);
    let b = straight_line(a, z);
    helper(b, &mut z) + branching(z, a)
}

#[differentiable]
fn fixed_arrays(p: [f64; 3], k: f64) -> f64 {
    let mut q = [p[0] * k, p[1], p[2]];
    q[1] *= q[0];
    let (a, b) = (q[1] + q[2], [q[0], k]);
    a * b[0] * b[1]
}

#[differentiable]
fn borrowed(p: &[f64; 3], k: &f64) -> f64 {
    p[0] * p[1] * k + p[2]
}

#[differentiable(jvp)]
fn loop_over_scalars(x: f64, n: usize) -> f64 {
    let mut y = x;
    let mut z = 0.0;
    for i in 0..n {
        y = (y * x).sin() + 0.5;
        if y > 1.2 {
            z += y * i as f64;
            continue;
        }
        z *= 0.9;
    }
    z + y
}

#[differentiable]
fn while_over_scalars(a: f64, limit: f64) -> f64 {
    let mut x = a;
    while x < limit {
        x = x * 1.001 + a * 0.01;
    }
    x * x
}

#[differentiable]
fn dot(x: &[f64], y: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * y[i];
    }
    s
}

#[differentiable]
fn rotated(axis: &[f64], point: &[f64; 3], angle: f64) -> [f64; 3] {
    let mut unit = [0.0; 3];
    let norm = dot(axis, axis).sqrt();
    for i in 0..3 {
        unit[i] = axis[i] / norm;
    }
    let along = dot(&unit, point);
    let mut turned = *point;
    for i in 0..3 {
        turned[i] = turned[i] * angle.cos() + unit[i] * along * angle.sin();
    }
    turned
}

#[differentiable]
fn rotations(axes: &[[f64; 3]], point: &[f64; 3]) -> f64 {
    let mut sum = 0.0;
    for i in 0..axes.len() {
        let turned = rotated(&axes[i], point, 0.5);
        sum += dot(&turned, &turned);
    }
    sum
}

#[differentiable]
fn triangle(l: &[f64], x: &[f64]) -> f64 {
    let mut next = 0;
    let mut sum = 0.0;
    for i in 0..x.len() {
        for j in i + 1..x.len() {
            sum += l[next] * x[i] * x[j];
            next += 1;
        }
    }
    sum
}

#[differentiable]
fn apply_triangle(l: &[f64], x: &[f64], out: &mut [f64]) {
    let n = x.len();
    for i in 0..n {
        out[i] = x[i].exp();
    }
    let mut next = 0;
    for i in 0..n {
        for j in i + 1..n {
            out[j] += l[next] * x[i];
            next += 1;
        }
    }
}

#[differentiable]
fn halves(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 1..x.len() / 2 {
        sum += dot(&x[..i], &x[i..]) * dot(x, x);
    }
    sum
}

#[differentiable]
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[differentiable]
fn gated(x: &[f64], gate: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += sigmoid(gate[i]) * x[i];
    }
    sum
}

/// What the second run allocates: the first may set up what belongs to the thread.
fn allocated(mut run: impl FnMut()) -> AllocationInfo {
    run();
    measure(run)
}

macro_rules! nothing_allocated {
    ($($name:ident: $($call:expr),+;)*) => { $(
        #[test]
        fn $name() {
            $(
                let seen = allocated(|| {
                    black_box($call);
                });
                assert_eq!((seen.count_total, seen.bytes_total), (0, 0), "{}", stringify!($call));
            )+
        }
    )* };
}

nothing_allocated! {
    straight_line_code_allocates_nothing:
        straight_line::grad(black_box(0.5), 2.0),
        straight_line::value_and_grad(black_box(0.5), 2.0),
        straight_line::vjp(black_box(0.5), 2.0).1(1.5),
        straight_line::grad_into(black_box(0.5), 2.0, &mut 0.0, &mut 0.0);
    branching_code_allocates_nothing:
        branching::value_and_grad(black_box(0.5), 2.0),
        branching::value_and_grad(black_box(2.0), 0.5),
        branching::value_and_grad(black_box(-0.5), 2.0),
        branching::vjp(black_box(2.0), -0.5).1(1.5);
    calls_allocate_nothing:
        calling::value_and_grad(black_box(0.5), 2.0),
        calling::vjp(black_box(1.5), 2.0).1(1.5);
    fixed_arrays_and_tuples_allocate_nothing:
        fixed_arrays::value_and_grad(black_box([0.5, 1.0, 2.0]), 3.0),
        borrowed::value_and_grad(black_box(&[0.5, 1.0, 2.0]), &3.0);
}

#[test]
fn a_workspace_saves_every_allocation_after_the_first() {
    let mut workspace = Workspace::new();
    let seen = allocated(|| {
        let mut dx = 0.0;
        loop_over_scalars::grad_into_with(&mut workspace, black_box(0.5), 1000, &mut dx);
        black_box(dx);
    });
    assert_eq!(seen.count_total, 0);

    let mut workspace = Workspace::new();
    let seen = allocated(|| {
        let (mut da, mut dlimit) = (0.0, 0.0);
        while_over_scalars::grad_into_with(&mut workspace, black_box(0.5), 40.0, &mut da, &mut dlimit);
        black_box((da, dlimit));
    });
    assert_eq!(seen.count_total, 0);
}

#[test]
fn a_workspace_serves_the_functions_that_are_called_too() {
    let (axes, point) = (vec![[0.5, 1.0, -2.0]; 100], [1.0, 2.0, 3.0]);
    let (mut workspace, mut bars) = (Workspace::new(), (vec![[0.0; 3]; 100], [0.0; 3]));
    let seen = allocated(|| {
        black_box(rotations::grad_into_with(
            &mut workspace,
            &axes,
            &point,
            &mut bars.0,
            &mut bars.1,
        ));
    });
    assert_eq!(seen.count_total, 0);

    let x = vec![0.5; 100];
    let (mut workspace, mut bar) = (Workspace::new(), vec![0.0; 100]);
    let seen = allocated(|| {
        black_box(halves::grad_into_with(&mut workspace, &x, &mut bar));
    });
    assert_eq!(seen.count_total, 0);
}

/// Vectors of its own: one that is returned, one that is lent, one that only a branch makes.
#[differentiable]
fn powers(x: &[f64], rate: f64) -> Vec<f64> {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] = rate * x[i] * x[i];
    }
    if rate > 0.25 {
        let mut scaled = Vec::with_capacity(x.len());
        for v in x {
            scaled.push(v * rate);
        }
        y.push(dot(&scaled, x));
    }
    y
}

#[differentiable]
fn powers_often(x: &[f64], rate: f64, steps: usize) -> f64 {
    let mut state = vec![0.5; x.len()];
    let mut sum = 0.0;
    for step in 0..steps {
        let y = powers(x, rate);
        sum += dot(&y, &y) * step as f64;
        let z = powers(&y, 0.5 * rate);
        for i in 0..state.len() {
            state[i] = (state[i] + z[i]).tanh();
        }
    }
    sum + dot(&state, x)
}

#[differentiable]
fn listed_powers(x: &[f64], rate: f64, steps: usize) -> f64 {
    let mut lists = Vec::new();
    for step in 0..steps {
        lists.push(powers(x, rate + step as f64));
    }
    let mut sum = 0.0;
    for k in 1..lists.len() {
        for i in 0..x.len() {
            sum += lists[k][i] * lists[k - 1][i];
        }
    }
    sum
}

/// Nothing for the cotangents of local vectors: what is left is what the function itself allocates.
#[test]
fn a_workspace_holds_the_cotangents_of_local_vectors() {
    let x: Vec<f64> = (0..50).map(|i| 0.01 * i as f64).collect();
    let (mut x_bar, mut rate_bar) = (vec![0.0; x.len()], 0.0);
    for rate in [0.2, 0.3] {
        let own = measure(|| {
            black_box(powers_often(&x, black_box(rate), 20));
        });
        let mut workspace = Workspace::new();
        let seen = allocated(|| {
            let value = powers_often::grad_into_with(&mut workspace, &x, rate, 20, &mut x_bar, &mut rate_bar);
            black_box(value);
        });
        assert_eq!(seen.count_total, own.count_total, "rate {rate}");

        let own = measure(|| {
            black_box(listed_powers(&x, black_box(rate), 20));
        });
        let mut workspace = Workspace::new();
        let seen = allocated(|| {
            let value = listed_powers::grad_into_with(&mut workspace, &x, rate, 20, &mut x_bar, &mut rate_bar);
            black_box(value);
        });
        assert_eq!(seen.count_total, own.count_total, "rate {rate}");
    }
}

#[test]
fn the_thread_serves_those_who_keep_no_workspace() {
    let seen = allocated(|| {
        black_box(loop_over_scalars::value_and_grad(black_box(0.5), 1000));
    });
    assert_eq!(seen.count_total, 0);
}

#[differentiable]
fn sum_of_exponentials(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for a in x {
        s += a.exp();
    }
    s
}

#[differentiable]
fn sums_of_exponentials(x: &[f64], width: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() - width {
        s += sum_of_exponentials(&x[i..i + width]) * x[i];
    }
    s
}

/// What the loops of all calls save stands in one piece of memory, which doubles when it is full.
#[test]
fn many_calls_take_memory_a_few_times() {
    let x = vec![0.5; 10_000];
    let (mut workspace, mut bar) = (Workspace::new(), vec![0.0; x.len()]);
    let mut run = || {
        let seen = measure(|| {
            black_box(sums_of_exponentials::grad_into_with(&mut workspace, &x, 10, &mut bar));
        });
        seen.count_total
    };
    let (first, second) = (run(), run());
    assert!(first <= 30, "{first} allocations for 9990 calls");
    assert_eq!(second, 0);
}

/// Three elements each: their tapes are arrays, and nothing is taken from a workspace.
#[test]
fn short_loops_allocate_nothing() {
    let seen = measure(|| {
        let (_, pullback) = rotated::vjp(black_box(&[0.5, 1.0, -2.0]), &[1.0, 2.0, 3.0], 0.5);
        let (mut axis_bar, _, _) = pullback([1.0, 2.0, 3.0]);
        axis_bar.clear();
        black_box(axis_bar);
    });
    // The gradient with respect to the slice is a vector.
    assert_eq!(seen.count_total, 1);
}

#[differentiable]
fn cross(a: &[f64], b: &[f64]) -> [f64; 3] {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

/// A polynomial of the squared norm, by which a point is scaled.
#[differentiable]
fn distorted(kappa: &[f64], u: &mut [f64; 2]) {
    let rho = u[0] * u[0] + u[1] * u[1];
    let factor = 1.0 + kappa[0] * rho + kappa[1] * rho * rho;
    u[0] *= factor;
    u[1] *= factor;
}

#[differentiable]
fn turned(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    let square: f64 = dot(a, b);
    let angle = square.sqrt();
    let (sine, cosine) = angle.sin_cos();
    cross(a, b)[0] * sine + angle.cos() * cosine
}

/// What a caller's tape holds for each call.
#[test]
fn pullbacks_capture_what_they_need() {
    let mut workspace = Workspace::new();
    let (a, b) = ([1.0, 2.0, 3.0], [0.5, 1.5, 2.5]);
    let number = size_of::<f64>();
    let size = size_of_val(&dot::forward(&mut workspace, &a, &b).1);
    assert_eq!(size, 0, "both arguments are read again");
    let size = size_of_val(&cross::forward(&mut workspace, &a, &b).1);
    assert_eq!(size, 0, "both arguments are read again");
    let size = size_of_val(&borrowed::forward(&mut workspace, &a, &2.0).1);
    assert_eq!(
        size, number,
        "the number; the product of two elements is computed again"
    );
    // Both numbers, as they were read (one of them again, after a write) and as they were overwritten; the squared norm, its
    // last multiple and the factor.
    let size = size_of_val(&distorted::forward(&mut workspace, &b, &mut [0.5, 0.25]).1);
    assert!(size <= 8 * number, "{size} bytes");
    // The angle, its sine, its cosine twice, and the element of the cross product. No slope, since all are there.
    let size = size_of_val(&turned::forward(&mut workspace, &a, &b).1);
    assert!(size <= 5 * number, "{size} bytes");
}

#[test]
fn a_counter_saves_nothing() {
    let (l, x) = (vec![0.5; 4950], vec![2.0; 100]);
    let (mut l_bar, mut x_bar) = (vec![0.0; 4950], vec![0.0; 100]);
    let seen = measure(|| {
        black_box(triangle::grad_into(&l, &x, &mut l_bar, &mut x_bar));
    });
    assert_eq!(seen.count_total, 0);
}

/// A value for each element that is overwritten first, and one for its exponential: nothing for the writes after that.
#[test]
fn what_is_overwritten_first_is_saved_once() {
    for n in [10usize, 100, 1000] {
        let pairs = n * (n - 1) / 2;
        let (l, x, mut out) = (vec![0.5; pairs], vec![0.1; n], vec![0.0; n]);
        let (mut l_bar, mut x_bar, mut out_bar) = (vec![0.0; pairs], vec![0.0; n], vec![1.0; n]);
        let mut workspace = Workspace::new();
        let seen = measure(|| {
            apply_triangle::grad_into_with(&mut workspace, &l, &x, &mut out, &mut l_bar, &mut x_bar, &mut out_bar);
        });
        // The tape, the copy that the entry point makes of what is left in `out`, and the workspace's own tables.
        let bytes = (2 + 1) * 8 * n as u64 + 1000;
        assert!(seen.bytes_total <= bytes, "{} bytes for {n} elements", seen.bytes_total);
    }
}

/// Of a function from a number to a number, its value where the caller needs it, and its slope.
#[test]
fn a_function_of_a_number_saves_its_slope() {
    for n in [10usize, 100, 1000] {
        let (x, gate) = (vec![0.5; n], vec![0.1; n]);
        let (mut x_bar, mut gate_bar) = (vec![0.0; n], vec![0.0; n]);
        let mut workspace = Workspace::new();
        let seen = measure(|| {
            gated::grad_into_with(&mut workspace, &x, &gate, &mut x_bar, &mut gate_bar);
        });
        let bytes = 2 * 8 * n as u64 + 1000;
        assert!(seen.bytes_total <= bytes, "{} bytes for {n} elements", seen.bytes_total);
    }
}

#[test]
fn a_smaller_problem_fits_into_the_same_workspace() {
    let mut workspace = Workspace::new();
    let mut dx = 0.0;
    loop_over_scalars::grad_into_with(&mut workspace, 0.5, 1000, &mut dx);
    let seen = measure(|| {
        for n in (0..1000).rev().step_by(100) {
            loop_over_scalars::grad_into_with(&mut workspace, black_box(0.5), n, &mut dx);
        }
    });
    assert_eq!(seen.count_total, 0);
}

#[test]
fn reading_slices_saves_nothing() {
    let (x, y) = (vec![0.5; 1000], vec![2.0; 1000]);
    let (mut dx, mut dy) = (vec![0.0; 1000], vec![0.0; 1000]);
    let seen = allocated(|| {
        black_box(dot::grad_into(&x, &y, &mut dx, &mut dy));
    });
    assert_eq!(seen.count_total, 0);
}

/// Rows of a matrix, by name, in a loop and as arguments, each read and written through.
#[differentiable]
fn rows(m: &Array2<f64>, x: ArrayView1<f64>) -> f64 {
    let mut sum = 0.0;
    for i in 0..m.nrows() {
        let row = m.row(i);
        sum += row.dot(&x) * row[0];
    }
    for row in m.outer_iter() {
        sum += inner(row, x);
    }
    sum
}

#[differentiable]
fn inner(a: ArrayView1<f64>, b: ArrayView1<f64>) -> f64 {
    let mut sum = 0.0;
    for (a, b) in a.iter().zip(b) {
        sum += a * b;
    }
    sum
}

#[test]
fn views_copy_nothing() {
    let (m, x) = (Array2::from_elem((100, 10), 0.5), Array1::from_elem(10, 2.0));
    let (mut dm, mut dx) = (Array2::zeros((100, 10)), Array1::zeros(10));
    let mut workspace = Workspace::new();
    let mut run = || {
        black_box(rows::grad_into_with(&mut workspace, &m, x.view(), &mut dm, &mut dx));
    };
    run();
    assert_eq!(allocated(run).count_total, 0);
}

#[test]
fn nothing_leaks() {
    let seen = allocated(|| {
        black_box(loop_over_scalars::value_and_grad(black_box(0.5), 1000));
        black_box(loop_over_scalars::vjp(black_box(0.5), 1000).0);
    });
    assert_eq!(seen.count_current, 0);
}

#[test]
fn nothing_leaks_when_the_function_panics() {
    #[differentiable]
    fn stops(x: f64, n: usize) -> f64 {
        let mut y = x;
        let mut v = Vec::new();
        for i in 0..n {
            y = y.sin() + x;
            v.push(y);
            assert!(i < 100, "enough");
        }
        y + v[0]
    }
    std::panic::set_hook(Box::new(|_| {}));
    let seen = allocated(|| {
        let payload = std::panic::catch_unwind(|| stops::value_and_grad(black_box(0.5), 1000)).expect_err("it stops");
        drop(payload);
    });
    assert_eq!(seen.count_current, 0);
}

#[derive(Clone, Differentiable)]
enum Tree {
    Leaf(f64),
    Node(Box<Tree>, Box<Tree>),
}

/// A full tree: 2 to the power of `depth` leaves.
fn grown(depth: u64) -> Tree {
    if depth == 0 {
        return Tree::Leaf(1.01);
    }
    Tree::Node(Box::new(grown(depth - 1)), Box::new(grown(depth - 1)))
}

#[differentiable]
fn product(tree: &Tree) -> f64 {
    match tree {
        Tree::Leaf(x) => *x,
        Tree::Node(left, right) => product(left) * product(right),
    }
}

#[differentiable]
fn product_of_halves(x: &[f64]) -> f64 {
    let n = x.len();
    if n == 1 {
        return x[0];
    }
    product_of_halves(&x[..n / 2]) * product_of_halves(&x[n / 2..])
}

/// Not a box per call, whether the function is the outermost one or called by another one.
#[test]
fn recursion_allocates_nothing_after_the_first_call() {
    #[differentiable]
    fn several(tree: &Tree, x: &[f64]) -> f64 {
        let mut sum = 0.0;
        for _ in 0..3 {
            sum += product(tree) * product_of_halves(x);
        }
        sum
    }

    let (tree, x) = (grown(8), vec![1.01; 256]);
    let (mut tree_bar, mut x_bar) = (tree.zero_cotangent(), vec![0.0; 256]);
    let mut workspace = Workspace::new();
    let mut run = |workspace: &mut Workspace| {
        product_of_halves::grad_into_with(workspace, black_box(&x), &mut x_bar);
        product::grad_into_with(workspace, black_box(&tree), &mut tree_bar);
        several::grad_into_with(workspace, black_box(&tree), black_box(&x), &mut tree_bar, &mut x_bar);
    };
    run(&mut workspace);
    run(&mut workspace);
    let seen = measure(|| run(&mut workspace));
    assert_eq!(seen.count_total, 0);
    // The cotangent is a tree, too: a box for each of the tree's own.
    assert_eq!(boxes_made_for(&tree), 2 * 256 - 2);
}

/// How often a gradient in new memory allocates.
fn boxes_made_for(tree: &Tree) -> u64 {
    // The thread keeps the frames' memory.
    black_box(product::value_and_grad(tree));
    measure(|| {
        black_box(product::value_and_grad(black_box(tree)));
    })
    .count_total
}

/// What a call keeps is what it needs on the way back: a leaf nothing, since which way the branch went is seen again, an inner
/// node two numbers.
#[test]
fn a_call_keeps_little() {
    for depth in [6u64, 9, 12] {
        let (tree, inner) = (grown(depth), (1 << depth) - 1);
        let (mut tree_bar, mut workspace) = (tree.zero_cotangent(), Workspace::new());
        let seen = measure(|| {
            product::grad_into_with(&mut workspace, black_box(&tree), &mut tree_bar);
        });
        // While the tape grows it is there twice, and it may be twice as large as needed.
        let bytes = 3 * 16 * inner + 500;
        assert!(
            seen.bytes_max <= bytes,
            "{} bytes for {inner} inner nodes",
            seen.bytes_max
        );
        assert!(
            seen.count_total <= depth + 6,
            "{} allocations for {inner} inner nodes",
            seen.count_total
        );
    }
}

#[test]
fn a_recursion_that_panics_leaks_nothing() {
    #[differentiable]
    fn stops(x: &[f64], k: f64) -> f64 {
        let scaled: Vec<f64> = x.iter().map(|x| x * k).collect();
        assert!(x.len() > 1, "too short");
        stops(&scaled[1..], k) * scaled[0]
    }
    std::panic::set_hook(Box::new(|_| {}));
    let seen = allocated(|| {
        let payload = std::panic::catch_unwind(|| stops::value_and_grad(&[0.5; 20], 1.5)).expect_err("it stops");
        drop(payload);
    });
    assert_eq!(seen.count_current, 0);
}

#[test]
fn a_pullback_that_is_dropped_leaks_nothing() {
    #[differentiable]
    fn fallible(x: &[f64], k: f64) -> Result<Vec<f64>, String> {
        let mut v = Vec::new();
        for e in x {
            if *e > 10.0 {
                return Err(format!("{e} is too large"));
            }
            v.push(e * k);
        }
        v.sort_by(|a, b| a.total_cmp(b));
        let last = v.pop().ok_or("nothing")?;
        Ok(v.iter().map(|e| e * last).collect())
    }

    let tree = grown(6);
    let seen = allocated(|| {
        drop(black_box(product::vjp(&tree)));
        drop(black_box(fallible::vjp(&[1.0, 3.0, 2.0], 0.5)));
        drop(black_box(fallible::vjp(&[1.0, 30.0], 0.5)));
        let (_, pullback) = product::vjp(&tree);
        drop(black_box(pullback(1.0)));
    });
    assert!(seen.count_total > 0, "vectors allocate");
    assert_eq!(seen.count_current, 0);
}

#[differentiable]
fn response(u: f64, weights: &[f64]) -> f64 {
    let mut y = u;
    for w in weights {
        y = (y * w).tanh() + 0.1;
    }
    y
}

/// Its iterations run there and back in blocks.
#[differentiable]
fn total_response(x: &[f64], weights: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += response(x[i], weights);
    }
    sum
}

/// Its iterations run there and back one by one.
#[differentiable]
fn spread_of_responses(x: &[f64], weights: &[f64]) -> f64 {
    let n = x.len() as f64;
    let mut sum = 0.0;
    for i in 0..x.len() {
        let mut y = x[i];
        for w in weights {
            y = (y * w).exp() * response(y, weights);
        }
        sum += y * y;
    }
    sum / n
}

/// Where the seed is known, the memory of a sum is that of one iteration, or of a block of them, however many there are.
#[test]
fn sums_run_there_and_back_in_the_memory_of_one_iteration() {
    type Run = fn(&mut Workspace, &[f64], &[f64], &mut [f64], &mut [f64]) -> f64;
    let weights = [0.5, -0.25, 0.75];
    let peak = |run: Run, n: usize| {
        let (x, mut bar) = (vec![0.3; n], vec![0.0; n]);
        let seen = measure(|| {
            black_box(run(&mut Workspace::new(), &x, &weights, &mut bar, &mut [0.0; 3]));
        });
        seen.bytes_max
    };
    for run in [
        total_response::grad_into_with as Run,
        spread_of_responses::grad_into_with,
    ] {
        let few = peak(run, 64);
        assert!((1..100_000).contains(&few), "{few} bytes");
        assert_eq!(peak(run, 20_000), few);
    }
}

#[test]
fn forward_mode_saves_nothing_however_long_a_loop_runs() {
    let run = || {
        black_box(loop_over_scalars::jvp(0.7, 10_000_000, 1.0));
        black_box(calling::jvp(0.7, 0.2, 1.0, -1.0));
    };
    assert_eq!(measure(run).count_total, 0);
}
