//! The same elements in another arrangement. Where it can be told by strides, the memory is shared.

use super::differentiable::add;
use super::operators::{inverse, repeated, summed_to};
use super::storage::{Tensor, TensorElement, on_device};
#[cfg(feature = "cuda")]
use super::{differentiable::replace, storage::common_device};
#[cfg(feature = "cuda")]
use crate::cuda::{scattered, selected};
use ndarray::{Axis, IxDyn, Slice};
use std::ops::Range;

impl<T: TensorElement> Tensor<T> {
    /// The last two axes exchanged.
    ///
    /// # Panics
    /// If there are fewer.
    pub fn transpose(&self) -> Self {
        let rank = self.rank();
        assert!(
            rank >= 2,
            "transpose: a tensor of shape {:?} has no two axes",
            self.shape()
        );
        let mut axes: Vec<usize> = (0..rank).collect();
        axes.swap(rank - 2, rank - 1);
        self.permute(&axes)
    }

    /// The axes in another order: the first one is what number `axes[0]` was.
    ///
    /// # Panics
    /// If `axes` has not each number once.
    pub fn permute(&self, axes: &[usize]) -> Self {
        let mut sorted = axes.to_vec();
        sorted.sort_unstable();
        let is_order = sorted.iter().copied().eq(0..self.rank());
        assert!(
            is_order,
            "permute: {axes:?} is no order of the axes of the shape {:?}",
            self.shape()
        );
        on_device!("permute", [x = self] => x.permuted(axes));
        Self::shared(self.array().permuted_axes(axes))
    }

    /// The elements, row by row, in another shape.
    ///
    /// # Panics
    /// If it has room for more or fewer.
    pub fn reshape(&self, shape: &[usize]) -> Self {
        let count: usize = shape.iter().product();
        assert!(
            count == self.len(),
            "reshape: a tensor of shape {:?} cannot have the shape {shape:?}",
            self.shape()
        );
        on_device!("reshape", [x = self] => x.reshaped(shape));
        let array = self.array();
        if array.is_standard_layout() {
            return Self::shared(array.into_shape_with_order(shape).expect("it has as many elements"));
        }
        Self::from_vec(self.to_vec(), shape)
    }

    /// A new axis of length one, before the one that has this number.
    ///
    /// # Panics
    /// If there are fewer axes.
    pub fn unsqueeze(&self, axis: usize) -> Self {
        assert!(
            axis <= self.rank(),
            "unsqueeze: the shape {:?} has no place {axis}",
            self.shape()
        );
        on_device!("unsqueeze", [x = self] => x.inserted(axis));
        Self::shared(self.array().insert_axis(Axis(axis)))
    }

    /// Without an axis of length one.
    ///
    /// # Panics
    /// If it has another length.
    pub fn squeeze(&self, axis: usize) -> Self {
        let is_single = self.shape().get(axis) == Some(&1);
        assert!(
            is_single,
            "squeeze: axis {axis} of the shape {:?} has not the length 1",
            self.shape()
        );
        on_device!("squeeze", [x = self] => x.removed(axis));
        Self::shared(self.array().index_axis_move(Axis(axis), 0))
    }

    /// Repeated along axes of length one and new ones in front.
    ///
    /// # Panics
    /// If the shapes do not fit.
    pub fn broadcast_to(&self, shape: &[usize]) -> Self {
        let new = shape.len().checked_sub(self.rank());
        let is_repeated = |new: usize| {
            self.shape()
                .iter()
                .zip(&shape[new..])
                .all(|(from, to)| from == to || *from == 1)
        };
        assert!(
            new.is_some_and(is_repeated),
            "broadcast_to: the shape {:?} cannot be broadcast to {shape:?}",
            self.shape()
        );
        on_device!("broadcast_to", [x = self] => x.repeated(shape));
        Self::from(repeated(&self.view(), &IxDyn(shape)))
    }

    /// A part along an axis.
    ///
    /// # Panics
    /// If it is not there.
    pub fn slice_axis(&self, axis: usize, range: Range<usize>) -> Self {
        let there = self
            .shape()
            .get(axis)
            .is_some_and(|length| range.start <= range.end && range.end <= *length);
        assert!(
            there,
            "slice_axis: axis {axis} of the shape {:?} has no part {range:?}",
            self.shape()
        );
        on_device!("slice_axis", [x = self] => x.sliced(axis, range.start, range.len()));
        let mut array = self.array();
        array.slice_axis_inplace(Axis(axis), Slice::from(range));
        Self::shared(array)
    }

    /// What stands at these indices of an axis, in this order.
    ///
    /// # Panics
    /// If one is not there.
    pub fn index_select(&self, axis: usize, indices: &[usize]) -> Self {
        let length = self.shape().get(axis).copied();
        assert!(
            length.is_some(),
            "index_select: the shape {:?} has no axis {axis}",
            self.shape()
        );
        for (k, index) in indices.iter().enumerate() {
            assert!(
                length.is_some_and(|length| *index < length),
                "index_select: index {index}, at place {k}, is not on axis {axis} of the shape {:?}",
                self.shape()
            );
        }
        on_device!("index_select", [x = self] => selected(x, axis, indices));
        Self::from(self.view().select(Axis(axis), indices))
    }
}

/// Adds to a part of a cotangent.
fn add_part<T: TensorElement>(bar: Option<&mut Tensor<T>>, seed: &Tensor<T>, axis: usize, range: Range<usize>) {
    let Some(bar) = bar else { return };
    if seed.is_nothing() {
        return;
    }
    #[cfg(feature = "cuda")]
    if let Some(gpu) = common_device("slice_axis", &[bar.place(), seed.place()]) {
        return replace(bar, |bar| {
            let mut bar = bar.into_remote(&gpu);
            bar.add_to_part(axis, range.start, &seed.on(&gpu));
            bar.into()
        });
    }
    let mut elements = bar.view_mut();
    let mut part = elements.slice_axis_mut(Axis(axis), Slice::from(range));
    part += &seed.view();
}

/// Adds to what stands at some indices, one after the other, so that the sum of what comes twice does not depend on anything else.
fn scatter<T: TensorElement>(bar: Option<&mut Tensor<T>>, seed: &Tensor<T>, axis: usize, indices: &[usize]) {
    let Some(bar) = bar else { return };
    if seed.is_nothing() {
        return;
    }
    #[cfg(feature = "cuda")]
    if let Some(gpu) = common_device("index_select", &[bar.place(), seed.place()]) {
        return replace(bar, |bar| {
            scattered(bar.into_remote(&gpu), &seed.on(&gpu), axis, indices).into()
        });
    }
    let mut elements = bar.view_mut();
    for (index, seed) in indices.iter().zip(seed.view().axis_iter(Axis(axis))) {
        let mut part = elements.index_axis_mut(Axis(axis), *index);
        part += &seed;
    }
}

crate::foreign::rows! {
    /// The derivatives of arrangements.
    ///
    /// ```
    /// use ad_runtime::{Workspace, methods::*, tensor::Tensor};
    ///
    /// let (x, mut x_bar, mut ws) = (Tensor::full(&[3], 1.0), Tensor::zeros(&[3]), Workspace::new());
    /// let (part, kept) = x.slice_axis_differentiable_push(0, 1..3, &mut ws);
    /// x.slice_axis_differentiable_pull(kept, &mut ws, part, Some(&mut x_bar), (), ());
    /// assert_eq!(x_bar.to_vec(), [0.0, 1.0, 1.0]);
    /// ```
    TensorShapes[T: TensorElement][T] for [] Tensor<T>;

    /// Original: `y[.., j, i] = x[.., i, j]`.\
    /// Adjoint: `x_bar[.., i, j] += y_bar[.., j, i]`.
    fn transpose(ref x) -> Tensor<T>;
        value { (x.transpose(), ()) }
        adjoint |(), seed, x_bar| { add(x_bar, || seed.transpose()); }
        tangent |x_dot| { x_dot.transpose() }

    /// Original: the axes in another order.\
    /// Adjoint: back in their own.
    fn permute(ref x, axes: lent [usize]) -> Tensor<T>;
        value { (x.permute(axes), ()) }
        adjoint |(), seed, x_bar, _| { add(x_bar, || seed.permute(&inverse(axes))); }
        tangent |x_dot, _| { x_dot.permute(axes) }

    /// Original: the elements in another shape.\
    /// Adjoint: those of the cotangent in the shape of `x`.
    fn reshape(ref x, shape: lent [usize]) -> Tensor<T>;
        value { (x.reshape(shape), ()) }
        adjoint |(), seed, x_bar, _| { add(x_bar, || seed.reshape(x.shape())); }
        tangent |x_dot, _| { x_dot.reshape(shape) }

    /// Original: a new axis of length one.\
    /// Adjoint: without it.
    fn unsqueeze(ref x, axis: at usize) -> Tensor<T>, keeps usize;
        value { (x.unsqueeze(axis), axis) }
        adjoint |axis, seed, x_bar, _| { add(x_bar, || seed.squeeze(axis)); }
        tangent |x_dot, _| { x_dot.unsqueeze(axis) }

    /// Original: without an axis of length one.\
    /// Adjoint: with it.
    fn squeeze(ref x, axis: at usize) -> Tensor<T>, keeps usize;
        value { (x.squeeze(axis), axis) }
        adjoint |axis, seed, x_bar, _| { add(x_bar, || seed.unsqueeze(axis)); }
        tangent |x_dot, _| { x_dot.squeeze(axis) }

    /// Original: repeated along some axes.\
    /// Adjoint: summed over them.
    fn broadcast_to(ref x, shape: lent [usize]) -> Tensor<T>;
        value { (x.broadcast_to(shape), ()) }
        adjoint |(), seed, x_bar, _| { add(x_bar, || summed_to(seed, x.shape())); }
        tangent |x_dot, _| { x_dot.broadcast_to(shape) }

    /// Original: `y = x[range]` on an axis.\
    /// Adjoint: `x_bar[range] += y_bar`.
    fn slice_axis(ref x, axis: at usize, range: by Range<usize>) -> Tensor<T>, keeps (usize, Range<usize>);
        value { (x.slice_axis(axis, range.clone()), (axis, range)) }
        adjoint |(axis, range), seed, x_bar, _, _| { add_part(x_bar, &seed, axis, range); }
        tangent |x_dot, _, _| { x_dot.slice_axis(axis, range) }

    /// Original: `y[k] = x[indices[k]]` on an axis.\
    /// Adjoint: `x_bar[indices[k]] += y_bar[k]`.
    fn index_select(ref x, axis: at usize, indices: lent [usize]) -> Tensor<T>, keeps usize;
        value { (x.index_select(axis, indices), axis) }
        adjoint |axis, seed, x_bar, _, _| { scatter(x_bar, &seed, axis, indices); }
        tangent |x_dot, _, _| { x_dot.index_select(axis, indices) }
}
