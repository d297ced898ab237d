//! ndarray's methods that make an array larger, or turn its axes, where it stands.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use crate::foreign::pairs;
use crate::found::{At, ByMut, at};
use crate::scalar::Scalar;
use crate::workspace::Workspace;
use ndarray::{Array, ArrayRef, Axis, Dimension, Ix1, Ix2, RemoveAxis, ShapeError, Slice};

pairs! {
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
    ArrayGrowth[A: Scalar, D: Dimension + 'static][A, D] for [] Array<A, D> where [];

    /// Whose method this is.
    fn append_differentiable_at[](&self, _axis: Axis, _more: &ArrayRef<A, D>) -> At<Self, ByMut> where [] {
        at()
    }

    /// `a.append(axis, b)`.
    fn append_differentiable_push[](
        &mut self, axis: Axis, more: &ArrayRef<A, D>, _ws: &mut Workspace
    ) -> (Result<(), ShapeError>, (Axis, usize)) where [D: RemoveAxis] {
        let before = self.len_of(axis);
        (self.append(axis, more.view()), (axis, before))
    }

    /// The way back of `append`: what came last is taken off again, and its cotangent goes to where it came from.
    fn append_differentiable_pull[B](
        &mut self,
        kept: (Axis, usize),
        _ws: &mut Workspace,
        _seed: B,
        bar: Option<&mut Self>,
        _along: (),
        more: (&ArrayRef<A, D>, Option<&mut ArrayRef<A, D>>)
    ) -> () where [D: RemoveAxis] {
        let ((axis, before), (_, more_bar)) = (kept, more);
        // Where the shapes did not fit, nothing came.
        if self.len_of(axis) == before {
            return;
        }
        shorten(self, axis, before);
        if let Some(bar) = bar {
            if let Some(more_bar) = more_bar {
                *more_bar += &*bar.slice_axis(axis, Slice::from(before..));
            }
            shorten(bar, axis, before);
        }
    }

    /// Whose method this is.
    fn push_differentiable_at[](&self, _axis: Axis, _more: &ArrayRef<A, D::Smaller>) -> At<Self, ByMut> where [] {
        at()
    }

    /// `a.push(axis, b)`.
    fn push_differentiable_push[](
        &mut self, axis: Axis, more: &ArrayRef<A, D::Smaller>, _ws: &mut Workspace
    ) -> (Result<(), ShapeError>, (Axis, usize)) where [D: RemoveAxis] {
        let before = self.len_of(axis);
        (self.push(axis, more.view()), (axis, before))
    }

    /// The way back of `push`.
    fn push_differentiable_pull[B](
        &mut self,
        kept: (Axis, usize),
        _ws: &mut Workspace,
        _seed: B,
        bar: Option<&mut Self>,
        _along: (),
        more: (&ArrayRef<A, D::Smaller>, Option<&mut ArrayRef<A, D::Smaller>>)
    ) -> () where [D: RemoveAxis] {
        let ((axis, before), (_, more_bar)) = (kept, more);
        if self.len_of(axis) == before {
            return;
        }
        shorten(self, axis, before);
        if let Some(bar) = bar {
            if let Some(more_bar) = more_bar {
                *more_bar += &*bar.index_axis(axis, before);
            }
            shorten(bar, axis, before);
        }
    }

    /// Whose method this is.
    fn swap_axes_differentiable_at[](&self, _i: usize, _j: usize) -> At<Self, ByMut> where [] {
        at()
    }

    /// `a.swap_axes(i, j)`.
    fn swap_axes_differentiable_push[](
        &mut self, i: usize, j: usize, _ws: &mut Workspace
    ) -> ((), (usize, usize)) where [] {
        self.swap_axes(i, j);
        ((), (i, j))
    }

    /// The way back of `swap_axes`.
    fn swap_axes_differentiable_pull[](
        &mut self, axes: (usize, usize), _ws: &mut Workspace, _seed: (), bar: Option<&mut Self>, _i: (), _j: ()
    ) -> () where [] {
        self.swap_axes(axes.0, axes.1);
        if let Some(bar) = bar {
            bar.swap_axes(axes.0, axes.1);
        }
    }

    /// Whose method this is.
    fn invert_axis_differentiable_at[](&self, _axis: Axis) -> At<Self, ByMut> where [] {
        at()
    }

    /// `a.invert_axis(axis)`.
    fn invert_axis_differentiable_push[](&mut self, axis: Axis, _ws: &mut Workspace) -> ((), Axis) where [] {
        self.invert_axis(axis);
        ((), axis)
    }

    /// The way back of `invert_axis`.
    fn invert_axis_differentiable_pull[](
        &mut self, axis: Axis, _ws: &mut Workspace, _seed: (), bar: Option<&mut Self>, _along: ()
    ) -> () where [] {
        self.invert_axis(axis);
        if let Some(bar) = bar {
            bar.invert_axis(axis);
        }
    }
}

/// Keeps what stands first along an axis, in the memory that it has.
fn shorten<A: Scalar, D: Dimension>(array: &mut Array<A, D>, axis: Axis, len: usize) {
    array.slice_axis_inplace(axis, Slice::from(..len));
}

pairs! {
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
    MatrixGrowth[A: Scalar][A] for [] Array<A, Ix2> where [];

    /// Whose method this is.
    fn push_row_differentiable_at[](&self, _row: &ArrayRef<A, Ix1>) -> At<Self, ByMut> where [] {
        at()
    }

    /// `m.push_row(row)`.
    fn push_row_differentiable_push[](
        &mut self, row: &ArrayRef<A, Ix1>, ws: &mut Workspace
    ) -> (Result<(), ShapeError>, (Axis, usize)) where [] {
        self.push_differentiable_push(Axis(0), row, ws)
    }

    /// The way back of `push_row`.
    fn push_row_differentiable_pull[B](
        &mut self,
        kept: (Axis, usize),
        ws: &mut Workspace,
        seed: B,
        bar: Option<&mut Self>,
        row: (&ArrayRef<A, Ix1>, Option<&mut ArrayRef<A, Ix1>>)
    ) -> () where [] {
        self.push_differentiable_pull(kept, ws, seed, bar, (), row);
    }

    /// Whose method this is.
    fn push_column_differentiable_at[](&self, _column: &ArrayRef<A, Ix1>) -> At<Self, ByMut> where [] {
        at()
    }

    /// `m.push_column(column)`.
    fn push_column_differentiable_push[](
        &mut self, column: &ArrayRef<A, Ix1>, ws: &mut Workspace
    ) -> (Result<(), ShapeError>, (Axis, usize)) where [] {
        self.push_differentiable_push(Axis(1), column, ws)
    }

    /// The way back of `push_column`.
    fn push_column_differentiable_pull[B](
        &mut self,
        kept: (Axis, usize),
        ws: &mut Workspace,
        seed: B,
        bar: Option<&mut Self>,
        column: (&ArrayRef<A, Ix1>, Option<&mut ArrayRef<A, Ix1>>)
    ) -> () where [] {
        self.push_differentiable_pull(kept, ws, seed, bar, (), column);
    }
}
