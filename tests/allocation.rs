//! Scalars stay on the stack: what allocates, counted in the thread that calls.

use allocation_counter::{AllocationInfo, measure};
use pullback::{Workspace, differentiable};
use std::hint::black_box;

#[differentiable]
fn straight_line(x: f64, y: f64) -> f64 {
    let a = (x * y).sin() + x.powi(3);
    let b = a.exp() / (1.0 + y * y);
    let (s, c) = b.sin_cos();
    s * c + a.max(b)
}

#[differentiable]
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

#[differentiable]
fn helper(x: f64, y: &mut f64) -> f64 {
    *y *= x;
    if *y > 1.0 { y.ln() } else { *y * x }
}

#[differentiable]
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

#[differentiable]
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
