//! The derivatives of ndarray's functions that make one array of several, and of those that multiply in place.

// As many as there are arrays.
#![allow(clippy::too_many_arguments)]

use crate::arrays::{dot_left, dot_right};
use crate::cotangent::Cotangent;
use crate::differentiable::Differentiable;
use crate::operators::{ArrayOperand, mapped};
use crate::scalar::{Scalar, times};
use crate::workspace::Workspace;
use ndarray::{Array, ArrayRef, ArrayRef1, ArrayRef2, Axis, Dimension, RemoveAxis, ShapeError, Slice, Zip};

macro_rules! joins {
    ($($concatenate:ident $stack:ident: $($part:ident $again:ident)*;)*) => {$(
        /// ndarray's `concatenate` of so many arrays: the cotangent of each is its part of the whole's.
        #[inline]
        pub fn $concatenate<A: Scalar, D: RemoveAxis + 'static>(
            _: &mut Workspace,
            axis: Axis,
            $($part: &ArrayRef<A, D>,)*
        ) -> (
            Result<Array<A, D>, ShapeError>,
            impl FnOnce(
                &mut Workspace,
                Option<Array<A, D>>,
                (),
                $(joins!(@ again $part),)*
            ) -> ((), $(joins!(@ $part),)*) + use<A, D>,
        ) {
            let whole = crate::joins::$concatenate(axis, $($part,)*);
            let pullback = move |
                _: &mut Workspace,
                seed: Option<Array<A, D>>,
                (),
                $($again: joins!(@ again $part),)*
            | {
                if let Some(seed) = seed {
                    let mut low = 0;
                    $(
                        let (part, bar) = $again;
                        let high = low + part.len_of(axis);
                        if let Some(bar) = bar {
                            *bar += &*seed.slice_axis(axis, Slice::from(low..high));
                        }
                        low = high;
                    )*
                    let _ = low;
                }
                ((), $(joins!(@ value $part),)*)
            };
            (whole, pullback)
        }

        /// ndarray's `stack` of so many arrays: the cotangent of each is its part of the whole's.
        #[inline]
        pub fn $stack<A: Scalar, D: Dimension<Larger: RemoveAxis> + 'static>(
            _: &mut Workspace,
            axis: Axis,
            $($part: &ArrayRef<A, D>,)*
        ) -> (
            Result<Array<A, D::Larger>, ShapeError>,
            impl FnOnce(
                &mut Workspace,
                Option<Array<A, D::Larger>>,
                (),
                $(joins!(@ again $part),)*
            ) -> ((), $(joins!(@ $part),)*) + use<A, D>,
        ) {
            let whole = crate::joins::$stack(axis, $($part,)*);
            let pullback = move |
                _: &mut Workspace,
                seed: Option<Array<A, D::Larger>>,
                (),
                $($again: joins!(@ again $part),)*
            | {
                if let Some(seed) = seed {
                    let mut parts = seed.axis_iter(axis);
                    $(
                        let part = parts.next().expect("there is a part for each array");
                        if let Some(bar) = $again.1 {
                            // Its dimension is the same, which rustc does not know.
                            bar.iter_mut().zip(&part).for_each(|(bar, seed)| *bar += *seed);
                        }
                    )*
                }
                ((), $(joins!(@ value $part),)*)
            };
            (whole, pullback)
        }
    )*};
    (@ $part:ident) => { () };
    (@ value $part:ident) => { () };
    (@ again $part:ident) => { (&ArrayRef<A, D>, Option<&mut ArrayRef<A, D>>) };
}

joins! {
    concatenate_1 stack_1: a a_again;
    concatenate_2 stack_2: a a_again b b_again;
    concatenate_3 stack_3: a a_again b b_again c c_again;
    concatenate_4 stack_4: a a_again b b_again c c_again d d_again;
    concatenate_5 stack_5: a a_again b b_again c c_again d d_again e e_again;
    concatenate_6 stack_6: a a_again b b_again c c_again d d_again e e_again f f_again;
}

/// ndarray's `general_mat_mul`: `c = alpha a b + beta c`, where what `c` held is not looked at if `beta` is zero.
///
/// ```
/// use ndarray::arr2;
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (a, b, mut c) = (arr2(&[[2.0]]), arr2(&[[3.0]]), arr2(&[[1.0]]));
/// let ((), pullback) = ad_runtime::twins::general_mat_mul(&mut ws, 0.5, &a, &b, 10.0, &mut c);
/// assert_eq!(c, arr2(&[[13.0]]));
/// let (mut a_bar, mut c_bar) = (arr2(&[[0.0]]), arr2(&[[1.0]]));
/// let bars = pullback(&mut ws, (), (), (&a, Some(&mut a_bar)), (&b, None), (), (&mut c, Some(&mut c_bar)));
/// assert_eq!((bars, a_bar, c_bar), ((6.0, (), (), 1.0, ()), arr2(&[[1.5]]), arr2(&[[10.0]])));
/// ```
#[inline]
pub fn general_mat_mul<A: Scalar>(
    ws: &mut Workspace,
    alpha: A,
    a: &ArrayRef2<A>,
    b: &ArrayRef2<A>,
    beta: A,
    c: &mut ArrayRef2<A>,
) -> (
    (),
    impl FnOnce(
        &mut Workspace,
        (),
        (),
        (&ArrayRef2<A>, Option<&mut ArrayRef2<A>>),
        (&ArrayRef2<A>, Option<&mut ArrayRef2<A>>),
        (),
        (&mut ArrayRef2<A>, Option<&mut ArrayRef2<A>>),
    ) -> (A, (), (), A, ())
    + use<A>,
) {
    let old = c.view().owned(ws);
    ndarray::linalg::general_mat_mul(alpha, a, b, beta, c);
    let pullback = move |ws: &mut Workspace,
                         (),
                         (),
                         (a, a_bar): (&ArrayRef2<A>, Option<&mut ArrayRef2<A>>),
                         (b, b_bar): (&ArrayRef2<A>, Option<&mut ArrayRef2<A>>),
                         (),
                         (c, c_bar): (&mut ArrayRef2<A>, Option<&mut ArrayRef2<A>>)| {
        let Some(c_bar) = c_bar else {
            c.assign(&old);
            old.end_copy(ws);
            return (A::ZERO, (), (), A::ZERO, ());
        };
        // What it held is put back in any case: until then there is room in it.
        ndarray::linalg::general_mat_mul(A::ONE, a, b, A::ZERO, c);
        let alpha_bar = inner(c_bar, c);
        c.assign(&old);
        let beta_bar = inner(c_bar, &old);
        old.end_copy(ws);
        let seed = mapped(c_bar, ws, |c_bar| times(c_bar, alpha));
        if let Some(a_bar) = a_bar {
            dot_left(a, b, &seed, a_bar);
        }
        if let Some(b_bar) = b_bar {
            dot_right(a, b, &seed, b_bar);
        }
        seed.give_back(ws);
        c_bar.mapv_inplace(|c_bar| times(c_bar, beta));
        (alpha_bar, (), (), beta_bar, ())
    };
    ((), pullback)
}

/// ndarray's `general_mat_vec_mul`: `y = alpha a x + beta y`, where what `y` held is not looked at if `beta` is zero.
///
/// ```
/// use ndarray::{arr1, arr2};
///
/// let mut ws = ad_runtime::Workspace::new();
/// let (a, x, mut y) = (arr2(&[[2.0]]), arr1(&[3.0]), arr1(&[1.0]));
/// let ((), pullback) = ad_runtime::twins::general_mat_vec_mul(&mut ws, 0.5, &a, &x, 10.0, &mut y);
/// assert_eq!(y, arr1(&[13.0]));
/// let (mut x_bar, mut y_bar) = (arr1(&[0.0]), arr1(&[1.0]));
/// let bars = pullback(&mut ws, (), (), (&a, None), (&x, Some(&mut x_bar)), (), (&mut y, Some(&mut y_bar)));
/// assert_eq!((bars, x_bar, y_bar), ((6.0, (), (), 1.0, ()), arr1(&[1.0]), arr1(&[10.0])));
/// ```
#[inline]
pub fn general_mat_vec_mul<A: Scalar>(
    ws: &mut Workspace,
    alpha: A,
    a: &ArrayRef2<A>,
    x: &ArrayRef1<A>,
    beta: A,
    y: &mut ArrayRef1<A>,
) -> (
    (),
    impl FnOnce(
        &mut Workspace,
        (),
        (),
        (&ArrayRef2<A>, Option<&mut ArrayRef2<A>>),
        (&ArrayRef1<A>, Option<&mut ArrayRef1<A>>),
        (),
        (&mut ArrayRef1<A>, Option<&mut ArrayRef1<A>>),
    ) -> (A, (), (), A, ())
    + use<A>,
) {
    let old = y.view().owned(ws);
    ndarray::linalg::general_mat_vec_mul(alpha, a, x, beta, y);
    let pullback = move |ws: &mut Workspace,
                         (),
                         (),
                         (a, a_bar): (&ArrayRef2<A>, Option<&mut ArrayRef2<A>>),
                         (x, x_bar): (&ArrayRef1<A>, Option<&mut ArrayRef1<A>>),
                         (),
                         (y, y_bar): (&mut ArrayRef1<A>, Option<&mut ArrayRef1<A>>)| {
        let Some(y_bar) = y_bar else {
            y.assign(&old);
            old.end_copy(ws);
            return (A::ZERO, (), (), A::ZERO, ());
        };
        // What it held is put back in any case: until then there is room in it.
        ndarray::linalg::general_mat_vec_mul(A::ONE, a, x, A::ZERO, y);
        let alpha_bar = inner(y_bar, y);
        y.assign(&old);
        let beta_bar = inner(y_bar, &old);
        old.end_copy(ws);
        let seed = mapped(y_bar, ws, |y_bar| times(y_bar, alpha));
        if let Some(a_bar) = a_bar {
            dot_left(a, x, &seed, a_bar);
        }
        if let Some(x_bar) = x_bar {
            dot_right(a, x, &seed, x_bar);
        }
        seed.give_back(ws);
        y_bar.mapv_inplace(|y_bar| times(y_bar, beta));
        (alpha_bar, (), (), beta_bar, ())
    };
    ((), pullback)
}

/// The inner product of a cotangent with slopes.
fn inner<A: Scalar, D: Dimension>(bar: &ArrayRef<A, D>, slope: &ArrayRef<A, D>) -> A {
    Zip::from(bar)
        .and(slope)
        .fold(A::ZERO, |sum, &bar, &slope| sum + times(bar, slope))
}
