//! Rows of ndarray's arrays.

use pullback::rt::Workspace;
use pullback::rt::methods::*;
use pullback::rt::ndarray::{Array1, Array2, Axis, arr1, arr2};

fn a(k: usize) -> Array2<f64> {
    Array2::from_shape_fn((2, 3), |(i, j)| ((i * 5 + j * 3 + k) as f64).sin() + 2.0)
}

/// An array is one behind a reference, which [`row!`](crate::check::row) does not lend.
macro_rules! of_array {
    ($name:ident($($arg:ident: $value:expr),*) by $inner:expr) => { ad_macro::with_siblings! {{
        let (ws, x, dot, mut bar) = (&mut Workspace::new(), a(1), a(9), Array2::zeros((2, 3)));
        $(let $arg = $value;)*
        let (y, kept) = x.$name@differentiable_push($($arg,)* ws);
        let y_dot = x.$name@differentiable_dot(&dot $(, ($arg, ()))*);
        let (seed, inner): (_, f64) = ($inner)(&y, &y_dot);
        x.$name@differentiable_pull(kept, ws, seed, Some(&mut bar) $(, { let _ = $arg; })*);
        let expected = (&bar * &dot).sum();
        assert!((inner - expected).abs() < 1e-12, "{}: {inner} is not {expected}", stringify!($name));
    }} };
}

fn of_list(y: &Array1<f64>, y_dot: &Array1<f64>) -> (Array1<f64>, f64) {
    let seed = y.mapv(f64::cos);
    let inner = (&seed * y_dot).sum();
    (seed, inner)
}

#[test]
fn linear_methods() {
    of_array!(sum() by |_: &f64, y_dot: &f64| (3.0, 3.0 * y_dot));
    of_array!(mean() by |_: &Option<f64>, y_dot: &Option<f64>| (Some(3.0), 3.0 * y_dot.unwrap()));
    of_array!(sum_axis(axis: Axis(1)) by of_list);
    of_array!(mean_axis(axis: Axis(0)) by |y: &Option<_>, y_dot: &Option<_>| {
        let (seed, inner) = of_list(y.as_ref().unwrap(), y_dot.as_ref().unwrap());
        (Some(seed), inner)
    });
    of_array!(diag() by of_list);
    let (mut dot, m) = (arr1(&[1.0, 2.0]), arr1(&[5.0, 6.0]));
    arr1(&[0.0, 0.0]).assign_differentiable_dot(&mut dot, (&m, &arr1(&[3.0, 4.0])));
    assert_eq!(dot, arr1(&[3.0, 4.0]));
    assert_eq!(arr2(&[[1.0]]).sum_differentiable_dot(&arr2(&[[2.0]])), 2.0);
}

#[test]
fn other_arrangements() {
    let (a, dot) = (a(1), a(9));
    assert_eq!(a.flatten_differentiable_dot(&dot), dot.flatten());
    assert_eq!(
        a.select_differentiable_dot(&dot, (Axis(1), ()), (&[2, 0], &[(), ()])),
        dot.select(Axis(1), &[2, 0])
    );
    assert_eq!(
        a.to_shape_differentiable_dot(&dot, ((3, 2), ())),
        dot.to_shape((3, 2)).ok().map(|a| a.to_owned())
    );
    assert_eq!(
        a.diff_differentiable_dot(&dot, (1, ()), (Axis(1), ())),
        dot.diff(1, Axis(1))
    );
}
