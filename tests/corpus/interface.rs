//! The shapes of the five entry points: what is bare, what is a tuple, what is added to, what is left in `&mut` arguments.

use pullback::ndarray::{Array2, array};
use pullback::{Workspace, differentiable};

#[differentiable(jvp)]
fn energy(x: &[f64], stiffness: f64, steps: usize) -> f64 {
    let mut s = 0.0;
    for i in 0..steps {
        s += stiffness * x[i] * x[i];
    }
    s
}

#[differentiable(jvp)]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable(jvp)]
fn every_kind(a: f64, b: &f64, c: [f64; 2], d: &[f64; 2], #[no_diff] e: f64) -> f64 {
    (a * b + c[0] * d[1] + c[1] * d[0]) * e
}

#[differentiable(jvp)]
fn collections(v: Vec<f64>, s: &[Vec<f64>], t: (f64, f32), m: &Array2<f64>) -> f64 {
    v[0] * s[1][0] * t.0 * t.1 as f64 * m[[0, 1]]
}

#[differentiable(jvp)]
fn split(x: f64) -> (f64, f64) {
    (x * x, 3.0 * x)
}

#[differentiable(jvp)]
fn double_in_place(u: &mut [f64]) {
    for i in 0..u.len() {
        u[i] *= 2.0;
    }
}

#[differentiable(jvp)]
fn drain(k: f64, u: &mut [f64], x: &[f64]) -> f64 {
    let taken = u[0] * k;
    u[0] -= taken;
    u[1] = x[0] * k;
    taken
}

#[test]
fn grad_returns_one_alone_bare() {
    let dx: f64 = square::grad(3.0);
    assert_eq!(dx, 6.0);
}

#[test]
fn grad_returns_several_in_parameter_order() {
    let (dx, dk): (Vec<f64>, f64) = energy::grad(&[1.0, 2.0, 5.0], 3.0, 2);
    assert_eq!((dx, dk), (vec![6.0, 12.0, 0.0], 5.0));
}

#[test]
fn value_and_grad_returns_the_value_first() {
    let (value, (dx, dk)): (f64, (Vec<f64>, f64)) = energy::value_and_grad(&[1.0, 2.0], 3.0, 2);
    assert_eq!((value, dx, dk), (15.0, vec![6.0, 12.0], 5.0));
    let (value, dx): (f64, f64) = square::value_and_grad(3.0);
    assert_eq!((value, dx), (9.0, 6.0));
}

#[test]
fn vjp_scales_with_the_seed() {
    let (value, pullback) = energy::vjp(&[1.0, 2.0], 3.0, 2);
    let (dx, dk) = pullback(-2.0);
    assert_eq!((value, dx, dk), (15.0, vec![-12.0, -24.0], -10.0));
}

#[test]
fn the_seed_has_the_shape_of_the_result() {
    let ((a, b), pullback) = split::vjp(2.0);
    assert_eq!((a, b, pullback((1.0, 10.0))), (4.0, 6.0, 34.0));
}

#[test]
fn grad_into_adds_to_the_buffers() {
    let (mut dx, mut dk) = (vec![100.0, 200.0], 1000.0);
    let value = energy::grad_into(&[1.0, 2.0], 3.0, 2, &mut dx, &mut dk);
    assert_eq!((value, &dx, dk), (15.0, &vec![106.0, 212.0], 1005.0));
    energy::grad_into(&[1.0, 2.0], 3.0, 1, &mut dx, &mut dk);
    assert_eq!((dx, dk), (vec![112.0, 212.0], 1006.0));
}

#[test]
fn one_workspace_serves_many_functions() {
    let mut workspace = Workspace::new();
    for _ in 0..3 {
        let (mut dx, mut dk, mut dy) = (vec![0.0; 2], 0.0, 0.0);
        let value = energy::grad_into_with(&mut workspace, &[1.0, 2.0], 3.0, 2, &mut dx, &mut dk);
        assert_eq!((value, dx, dk), (15.0, vec![6.0, 12.0], 5.0));
        assert_eq!((square::grad_into_with(&mut workspace, 3.0, &mut dy), dy), (9.0, 6.0));
    }
}

#[test]
fn cotangents_are_owned_whatever_the_parameter() {
    let (da, db, dc, dd): (f64, f64, [f64; 2], [f64; 2]) = every_kind::grad(2.0, &3.0, [5.0, 7.0], &[11.0, 13.0], 2.0);
    assert_eq!((da, db, dc, dd), (6.0, 4.0, [26.0, 22.0], [14.0, 10.0]));
}

#[test]
fn cotangents_have_the_shape_of_the_argument() {
    let m = array![[1.0, 7.0], [0.0, 0.0]];
    let rows = [vec![], vec![3.0, 4.0]];
    let (dv, ds, dt, dm): (Vec<f64>, Vec<Vec<f64>>, (f64, f32), Array2<f64>) =
        collections::grad(vec![2.0, 9.0], &rows, (5.0, 1.0), &m);
    assert_eq!(dv, [105.0, 0.0]);
    assert_eq!(ds, [vec![], vec![70.0, 0.0]]);
    assert_eq!(dt, (42.0, 210.0));
    assert_eq!(dm, array![[0.0, 30.0], [0.0, 0.0]]);
}

#[test]
fn a_mutable_argument_is_pulled_back_in_place() {
    let mut u = vec![1.0, 2.0];
    let mut u_bar = vec![10.0, 20.0];
    {
        let ((), pullback) = double_in_place::vjp(&mut u);
        pullback(&mut u_bar);
    }
    assert_eq!((u, u_bar), (vec![2.0, 4.0], vec![20.0, 40.0]));
}

#[test]
fn a_mutable_argument_stands_after_the_seed() {
    let mut u = vec![8.0, 2.0];
    let mut u_bar = vec![1.0, 10.0];
    let (value, dk, dx) = {
        let (value, pullback) = drain::vjp(0.25, &mut u, &[3.0]);
        let (dk, dx): (f64, Vec<f64>) = pullback(100.0, &mut u_bar);
        (value, dk, dx)
    };
    assert_eq!((value, u), (2.0, vec![6.0, 0.75]));
    assert_eq!(
        (dk, u_bar, dx),
        (8.0 * 99.0 + 30.0, vec![0.25 * 99.0 + 1.0, 0.0], vec![2.5])
    );
}

#[test]
fn grad_returns_mutable_arguments_in_parameter_order() {
    let mut u = vec![8.0, 2.0];
    let (value, (dk, du, dx)): (f64, (f64, Vec<f64>, Vec<f64>)) = drain::value_and_grad(0.25, &mut u, &[3.0]);
    assert_eq!((value, &u), (2.0, &vec![6.0, 0.75]));
    assert_eq!((dk, du, dx), (8.0, vec![0.25, 0.0], vec![0.0]));
    let (dk, du, dx) = drain::grad(0.25, &mut u, &[3.0]);
    assert_eq!((dk, du, dx), (6.0, vec![0.25, 0.0], vec![0.0]));
    assert_eq!(u, [4.5, 0.75]);
}

#[test]
fn grad_into_takes_and_leaves_the_cotangent_of_a_mutable_argument() {
    let mut u = vec![8.0, 2.0];
    let (mut dk, mut du, mut dx) = (1000.0, vec![1.0, 10.0], vec![1000.0]);
    let value = drain::grad_into(0.25, &mut u, &[3.0], &mut dk, &mut du, &mut dx);
    assert_eq!((value, u), (2.0, vec![6.0, 0.75]));
    assert_eq!((dk, du, dx), (1000.0 + 30.0, vec![0.25 * 0.0 + 1.0, 0.0], vec![1002.5]));
}

pub mod imported {
    use pullback::differentiable;

    #[differentiable(jvp)]
    pub fn cube(x: f64) -> f64 {
        x * x * x
    }

    #[differentiable(jvp)]
    pub(crate) fn hidden(x: f64) -> f64 {
        cube(x) + x
    }
}

#[test]
fn one_import_brings_the_function_and_its_derivatives() {
    use imported::{cube, hidden};
    assert_eq!((cube(2.0), cube::grad(2.0), hidden::grad(2.0)), (8.0, 12.0, 13.0));
}

#[test]
fn a_function_inside_a_function_body_has_derivatives() {
    #[differentiable(jvp)]
    fn local(x: f64) -> f64 {
        square(x) * x
    }
    assert_eq!(local::grad(2.0), 12.0);
}
