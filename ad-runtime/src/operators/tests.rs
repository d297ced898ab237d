//! Operators on floats and arrays against differences, and what their adjoints promise at the edges.

use super::*;
use crate::{Problem, check};
use ndarray::{Array1, Array2, arr0, arr1, arr2, arr3};

fn flat<T: Differentiable>(value: &T) -> Vec<f64> {
    let mut flat = Vec::new();
    value.flatten_into(&mut flat);
    flat
}

/// Checks both adjoints of an operator against differences of the operator itself.
macro_rules! agrees {
    ($op:tt, $left:ident, $right:ident, ($($keep:ident)?), $l:expr, $r:expr) => {{
        let (l, r) = ($l, $r);
        let evaluate = |at: &[Vec<f64>]| {
            let (mut l, mut r) = (l.clone(), r.clone());
            Differentiable::unflatten_from(&mut l, &mut at[0].iter().copied());
            Differentiable::unflatten_from(&mut r, &mut at[1].iter().copied());
            flat(&(l $op r))
        };
        let pullback = |y_bar: &[f64]| {
            let mut seed = (l.clone() $op r.clone()).zero_cotangent();
            Cotangent::unflatten_from(&mut seed, &mut y_bar.iter().copied());
            agrees!(@call $left, $right, ($($keep)?), &l, &r, &seed)
        };
        let problem = Problem { function: stringify!($op), arguments: &["l", "r"], epsilon: f64::EPSILON };
        check(problem, vec![flat(&l), flat(&r)], evaluate, pullback).unwrap_or_else(|wrong| panic!("{wrong}"));
    }};
    (@call $left:ident, $right:ident, ($keep:ident), $l:expr, $r:expr, $seed:expr) => {{
        let kept = $keep((ByValue, ByValue), $l, $r);
        let ws = &mut Workspace::new();
        vec![flat(&$left(&kept, $seed, ws)), flat(&$right(&kept, $seed, ws))]
    }};
    (@call $left:ident, $right:ident, (), $l:expr, $r:expr, $seed:expr) => {{
        let ws = &mut Workspace::new();
        vec![flat(&$left((ByValue, ByValue), $l, $r, $seed, ws)), flat(&$right((ByValue, ByValue), $l, $r, $seed, ws))]
    }};
}

macro_rules! all_agree {
    ($l:expr, $r:expr) => {{
        agrees!(+, add_left, add_right, (add_keep), $l, $r);
        agrees!(-, sub_left, sub_right, (sub_keep), $l, $r);
        agrees!(*, mul_left, mul_right, (), $l, $r);
        agrees!(/, div_left, div_right, (), $l, $r);
    }};
}

#[test]
fn operators_of_scalars_agree_with_differences() {
    let ws = &mut Workspace::new();
    all_agree!(3.0, -2.0);
    agrees!(%, rem_left, rem_right, (), 7.3, 2.1);
    agrees!(%, rem_left, rem_right, (), -7.3, 2.1);
    assert_eq!(neg_adjoint(&neg_keep(ByValue, &1.0_f32), &3.0, ws), -3.0);
}

#[test]
fn operators_of_arrays_agree_with_differences() {
    let ws = &mut Workspace::new();
    all_agree!(arr1(&[1.0, 2.0, -3.0]), arr1(&[0.5, -1.5, 2.0]));
    all_agree!(arr2(&[[1.0, 2.0], [-3.0, 0.2]]), arr2(&[[0.5, -1.5], [2.0, 1.0]]));
    all_agree!(arr2(&[[1.0, 2.0]]).into_dyn(), arr2(&[[0.5, -1.5]]).into_dyn());
    assert_eq!(
        neg_adjoint(&neg_keep(ByValue, &arr1(&[1.0, 2.0])), &arr1(&[3.0, 4.0]), ws),
        arr1(&[-3.0, -4.0])
    );
}

#[test]
fn operators_of_arrays_and_scalars_agree_with_differences() {
    all_agree!(arr2(&[[1.0, 2.0], [-3.0, 0.2]]), 0.7);
    all_agree!(0.7_f64, arr2(&[[1.0, 2.0], [-3.0, 0.2]]));
}

#[test]
fn cotangents_are_summed_where_an_operand_was_broadcast() {
    let matrix = arr2(&[[1.0, 2.0, 0.5], [-3.0, 0.2, 4.0]]);
    all_agree!(matrix.clone(), arr1(&[1.0, 2.0, 3.0]));
    all_agree!(arr1(&[1.0, 2.0, 3.0]), matrix.clone());
    all_agree!(matrix.clone(), arr2(&[[1.0], [2.0]]));
    all_agree!(matrix.clone(), arr2(&[[1.0, 2.0, 3.0]]));
    all_agree!(matrix.clone(), arr2(&[[1.5]]));
    all_agree!(arr2(&[[1.0], [2.0]]), arr2(&[[1.0, 2.0, 3.0]]));
    all_agree!(matrix.clone(), arr0(2.0));
    all_agree!(arr1(&[1.0, 2.0, 3.0]), arr3(&[[[1.0], [2.0]], [[3.0], [4.0]]]));
    all_agree!(matrix.clone().into_dyn(), arr1(&[1.0, 2.0, 3.0]).into_dyn());
    all_agree!(arr2(&[[1.0], [2.0]]).into_dyn(), arr1(&[1.0, 2.0, 3.0]).into_dyn());
}

#[test]
fn empty_arrays_have_empty_cotangents() {
    let ws = &mut Workspace::new();
    let (empty, row) = (Array2::<f64>::zeros((0, 3)), Array2::<f64>::ones((1, 3)));
    assert_eq!(mul_left((ByValue, ByValue), &empty, &row, &empty, ws), empty);
    assert_eq!(
        mul_right((ByValue, ByValue), &empty, &row, &empty, ws),
        Array2::<f64>::zeros((1, 3))
    );
}

#[test]
fn a_zero_cotangent_gives_zero_next_to_infinities() {
    let ws = &mut Workspace::new();
    let (inf, zero) = (f64::INFINITY, 0.0);
    assert_eq!(
        [
            mul_left((ByValue, ByValue), &inf, &inf, &zero, ws),
            mul_right((ByValue, ByValue), &inf, &f64::NAN, &zero, ws)
        ],
        [0.0, 0.0]
    );
    assert_eq!(
        [
            div_left((ByValue, ByValue), &1.0, &0.0, &zero, ws),
            div_right((ByValue, ByValue), &1.0, &0.0, &zero, ws)
        ],
        [0.0, 0.0]
    );
    assert_eq!(rem_right((ByValue, ByValue), &inf, &1.0, &zero, ws), 0.0);

    let (infinite, zeros) = (arr1(&[inf, f64::NAN]), Array1::zeros(2));
    assert_eq!(
        [
            mul_left((ByValue, ByValue), &infinite, &infinite, &zeros, ws),
            mul_right((ByValue, ByValue), &infinite, &infinite, &zeros, ws)
        ],
        [zeros.clone(), zeros.clone()]
    );
    assert_eq!(
        [
            div_left((ByValue, ByValue), &infinite, &zeros, &zeros, ws),
            div_right((ByValue, ByValue), &infinite, &zeros, &zeros, ws)
        ],
        [zeros.clone(), zeros.clone()]
    );
    assert_eq!(
        (
            mul_left((ByValue, ByValue), &infinite, &inf, &zeros, ws),
            mul_right((ByValue, ByValue), &infinite, &inf, &zeros, ws)
        ),
        (zeros.clone(), 0.0)
    );
    assert_eq!(
        (
            mul_left((ByValue, ByValue), &inf, &infinite, &zeros, ws),
            mul_right((ByValue, ByValue), &inf, &infinite, &zeros, ws)
        ),
        (0.0, zeros.clone())
    );
    assert_eq!(
        (
            div_left((ByValue, ByValue), &infinite, &0.0, &zeros, ws),
            div_right((ByValue, ByValue), &infinite, &0.0, &zeros, ws)
        ),
        (zeros.clone(), 0.0)
    );
    assert_eq!(
        (
            div_left((ByValue, ByValue), &inf, &zeros, &zeros, ws),
            div_right((ByValue, ByValue), &inf, &zeros, &zeros, ws)
        ),
        (0.0, zeros.clone())
    );
}

#[test]
fn quotients_do_not_overflow_inside() {
    let ws = &mut Workspace::new();
    assert_eq!(div_right((ByValue, ByValue), &1e-200, &1e-200, &1.0, ws), -1e200);
    assert_eq!(div_right((ByValue, ByValue), &1e200, &1e200, &1.0, ws), -1e-200);
}

/// What compiled code looks like around literals: these calls need only compile.
#[test]
fn literals_take_the_type_of_the_other_operand() {
    let ws = &mut Workspace::new();
    let (h, t): (f64, f64) = (3.0, 1.0);
    let _: f64 = mul_left((ByValue, ByValue), &h, &2.0, &t, ws);
    let _ = mul_right((ByValue, ByValue), &2.0, &h, &t, ws);
    let _ = add_right(&add_keep((ByValue, ByValue), &2.0, &h), &t, ws);
    let _ = add_left(&add_keep((ByValue, ByValue), &h, &2.0), &t, ws);
    let _ = sub_left(&sub_keep((ByValue, ByValue), &2.0, &h), &t, ws);
    let _ = div_right((ByValue, ByValue), &2.0, &h, &t, ws);
    let _ = rem_right((ByValue, ByValue), &h, &2.0, &t, ws);
    let _ = neg_adjoint(&neg_keep(ByValue, &h), &t, ws);

    let h: f32 = 3.0;
    assert_eq!(mul_left((ByValue, ByValue), &h, &2.0, &1.0, ws), 2.0_f32);
    assert_eq!(add_right(&add_keep((ByValue, ByValue), &2.0, &h), &1.0, ws), 1.0_f32);

    let (h, t): (Array1<f64>, Array1<f64>) = (arr1(&[1.0, 2.0]), arr1(&[1.0, 1.0]));
    let _: f64 = mul_left((ByValue, ByValue), &2.0, &h, &t, ws);
    let _ = mul_right((ByValue, ByValue), &2.0, &h, &t, ws);
    let _ = mul_left((ByValue, ByValue), &h, &2.0, &t, ws);
    let _ = add_right(&add_keep((ByValue, ByValue), &2.0, &h), &t, ws);
    let _ = add_right(&add_keep((ByValue, ByValue), &h, &2.0), &t, ws);
    let _ = div_right((ByValue, ByValue), &1.0, &h, &t, ws);
    let _: f64 = sub_right(&sub_keep((ByValue, ByValue), &h, &1.0), &t, ws);
    let _ = mul_left((ByValue, ByValue), &h, &h, &t, ws);
    let _ = neg_adjoint(&neg_keep(ByValue, &h), &t, ws);

    let (h, t): (Array1<f32>, Array1<f32>) = (arr1(&[1.0, 2.0]), arr1(&[1.0, 1.0]));
    let _: f32 = mul_left((ByValue, ByValue), &2.0, &h, &t, ws);
    let _ = add_right(&add_keep((ByValue, ByValue), &2.0, &h), &t, ws);
}
