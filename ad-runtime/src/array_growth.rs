//! ndarray's methods that make an array larger, or turn its axes, where it stands.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::foreign::rows;
use crate::scalar::Scalar;
use ndarray::{Array, ArrayRef, Axis, Dimension, Ix1, Ix2, RemoveAxis, ShapeError, Slice};

rows! {
    /// The twins of the methods by which an array that owns its elements gets more of them, or other axes.
    ///
    /// ```
    /// use ad_runtime::ArrayGrowth as _;
    /// use ndarray::{Axis, arr1};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (mut a, b, mut b_bar) = (arr1(&[1.0]), arr1(&[2.0]), arr1(&[0.5]));
    /// let (result, kept) = a.append_differentiable_push(Axis(0), &b, &mut ws);
    /// assert_eq!((result, &a), (Ok(()), &arr1(&[1.0, 2.0])));
    /// let mut a_bar = arr1(&[3.0, 4.0]);
    /// a.append_differentiable_pull(kept, &mut ws, Some(()), Some(&mut a_bar), (), (&b, Some(&mut b_bar)));
    /// assert_eq!((a, a_bar, b_bar), (arr1(&[1.0]), arr1(&[3.0]), arr1(&[4.5])));
    /// ```
    ArrayGrowth[A: Scalar, D: Dimension + 'static][A, D] for [] Array<A, D>;

    fn append(mut x, axis: at Axis, more: lent ArrayRef<A, D>) -> Result<(), ShapeError>, keeps (Axis, usize)
    where [D: RemoveAxis];
        value { let before = x.len_of(axis); (x.append(axis, more.view()), (axis, before)) }
        adjoint |(axis, before), _, x_bar, (), more_bar| {
            // Where the shapes did not fit, nothing came.
            if x.len_of(axis) == before {
                return;
            }
            shorten(x, axis, before);
            if let Some(x_bar) = x_bar {
                if let Some(more_bar) = more_bar {
                    *more_bar += &*x_bar.slice_axis(axis, Slice::from(before..));
                }
                shorten(x_bar, axis, before);
            }
        }

    fn push(mut x, axis: at Axis, more: lent ArrayRef<A, D::Smaller>) -> Result<(), ShapeError>, keeps (Axis, usize)
    where [D: RemoveAxis];
        value { let before = x.len_of(axis); (x.push(axis, more.view()), (axis, before)) }
        adjoint |(axis, before), _, x_bar, (), more_bar| {
            if x.len_of(axis) == before {
                return;
            }
            shorten(x, axis, before);
            if let Some(x_bar) = x_bar {
                if let Some(more_bar) = more_bar {
                    *more_bar += &*x_bar.index_axis(axis, before);
                }
                shorten(x_bar, axis, before);
            }
        }

    fn swap_axes(mut x, i: at usize, j: at usize), keeps (usize, usize);
        value { x.swap_axes(i, j); ((), (i, j)) }
        adjoint |axes, (), x_bar, (), ()| {
            x.swap_axes(axes.0, axes.1);
            if let Some(x_bar) = x_bar {
                x_bar.swap_axes(axes.0, axes.1);
            }
        }
        tangent: linear;

    fn invert_axis(mut x, axis: at Axis), keeps Axis;
        value { x.invert_axis(axis); ((), axis) }
        adjoint |axis, (), x_bar, ()| {
            x.invert_axis(axis);
            if let Some(x_bar) = x_bar {
                x_bar.invert_axis(axis);
            }
        }
        tangent: linear;
}

/// Keeps what stands first along an axis, in the memory that it has.
fn shorten<A: Scalar, D: Dimension>(array: &mut Array<A, D>, axis: Axis, len: usize) {
    array.slice_axis_inplace(axis, Slice::from(..len));
}

rows! {
    /// The twins of `push_row` and `push_column`.
    ///
    /// ```
    /// use ad_runtime::MatrixGrowth as _;
    /// use ndarray::{arr1, arr2};
    ///
    /// let mut ws = ad_runtime::Workspace::new();
    /// let (mut m, row) = (arr2(&[[1.0, 2.0]]), arr1(&[3.0, 4.0]));
    /// let (result, _) = m.push_row_differentiable_push(&row, &mut ws);
    /// assert_eq!((result, m), (Ok(()), arr2(&[[1.0, 2.0], [3.0, 4.0]])));
    /// ```
    MatrixGrowth[A: Scalar][A] for [] Array<A, Ix2>;

    fn push_row(mut x, row: lent ArrayRef<A, Ix1>) -> Result<(), ShapeError>, keeps (Axis, usize);
        value in ws { x.push_differentiable_push(Axis(0), row, ws) }
        adjoint in ws |kept, seed, x_bar, row_bar| { x.push_differentiable_pull(kept, ws, seed, x_bar, (), (row, row_bar)); }

    fn push_column(mut x, column: lent ArrayRef<A, Ix1>) -> Result<(), ShapeError>, keeps (Axis, usize);
        value in ws { x.push_differentiable_push(Axis(1), column, ws) }
        adjoint in ws |kept, seed, x_bar, column_bar| { x.push_differentiable_pull(kept, ws, seed, x_bar, (), (column, column_bar)); }
}
