//! Tensors side by side, and what else is made of something by a function of the type.
//!
//! ```text
//! Original: z = [x, y] along an axis
//! Adjoint:  x_bar and y_bar get their parts of z_bar
//! Tangent:  z_dot = [x_dot, y_dot]
//! ```

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::differentiable::add;
#[cfg(feature = "cuda")]
use super::storage::common_device;
use super::storage::{Tensor, TensorElement};
#[cfg(feature = "cuda")]
use crate::cuda::{Array as DeviceArray, Gpu};
use crate::foreign::FromValue;
use crate::workspace::Workspace;
use ndarray::{Array, Axis, Dimension};
use std::borrow::Borrow;
#[cfg(feature = "cuda")]
use std::sync::Arc;

impl<T: TensorElement> Tensor<T> {
    /// Tensors one after the other along an axis.
    ///
    /// # Panics
    /// If there are none, or their shapes differ elsewhere.
    ///
    /// ```
    /// use ad_runtime::tensor::Tensor;
    ///
    /// let (a, b) = (Tensor::<f64>::zeros(&[1, 2]), Tensor::ones(&[3, 2]));
    /// assert_eq!(Tensor::concat(&[&a, &b], 0).shape(), [4, 2]);
    /// ```
    pub fn concat<P: Borrow<Tensor<T>>>(parts: &[P], axis: usize) -> Self {
        let fit = parts.first().is_some_and(|first| {
            let first = first.borrow().shape();
            let elsewhere = |shape: &[usize]| (0..first.len()).all(|k| k == axis || shape[k] == first[k]);
            axis < first.len()
                && shapes(parts)
                    .iter()
                    .all(|shape| shape.len() == first.len() && elsewhere(shape))
        });
        assert!(
            fit,
            "concat: the shapes {:?} cannot be joined along axis {axis}",
            shapes(parts)
        );
        #[cfg(feature = "cuda")]
        if let Some(gpu) = places(parts, "concat") {
            let parts: Vec<_> = parts.iter().map(|part| part.borrow().on(&gpu)).collect();
            return DeviceArray::joined(&parts, axis).into();
        }
        let views: Vec<_> = parts.iter().map(|part| part.borrow().view()).collect();
        Self::from(ndarray::concatenate(Axis(axis), &views).expect("the shapes were checked"))
    }

    /// Tensors of one shape along a new axis.
    ///
    /// # Panics
    /// If there are none, or their shapes differ.
    pub fn stack<P: Borrow<Tensor<T>>>(parts: &[P], axis: usize) -> Self {
        let fit = parts.first().is_some_and(|first| {
            let first = first.borrow().shape();
            axis <= first.len() && shapes(parts).iter().all(|shape| *shape == first)
        });
        assert!(
            fit,
            "stack: the shapes {:?} cannot be stacked along axis {axis}",
            shapes(parts)
        );
        #[cfg(feature = "cuda")]
        if let Some(gpu) = places(parts, "stack") {
            let parts: Vec<_> = parts.iter().map(|part| part.borrow().on(&gpu).inserted(axis)).collect();
            return DeviceArray::joined(&parts, axis).into();
        }
        let views: Vec<_> = parts.iter().map(|part| part.borrow().view()).collect();
        Self::from(ndarray::stack(Axis(axis), &views).expect("the shapes were checked"))
    }
}

/// The device of the parts, if it is not the processor.
#[cfg(feature = "cuda")]
fn places<T: TensorElement, P: Borrow<Tensor<T>>>(parts: &[P], operation: &str) -> Option<Arc<Gpu>> {
    let places: Vec<_> = parts.iter().map(|part| part.borrow().place()).collect();
    common_device(operation, &places)
}

fn shapes<T: TensorElement, P: Borrow<Tensor<T>>>(parts: &[P]) -> Vec<&[usize]> {
    parts.iter().map(|part| part.borrow().shape()).collect()
}

/// The twins of functions that are called by their path.
///
/// ```
/// use ad_runtime::{Workspace, methods::*, tensor::Tensor};
///
/// let (parts, mut ws) = ([Tensor::zeros(&[1]), Tensor::zeros(&[2])], Workspace::new());
/// let (whole, pullback) = Tensor::concat_differentiable(&parts, 0, &mut ws);
/// let mut bars = parts.clone();
/// pullback(&mut ws, Tensor::from_vec(vec![1.0, 2.0, 3.0], &[3]), (&parts, Some(&mut bars)), ());
/// assert_eq!((whole.len(), bars[1].to_vec()), (3, vec![2.0, 3.0]));
/// ```
pub trait TensorJoins<T: TensorElement>: Sized {
    /// `Tensor::concat(parts, axis)`.
    fn concat_differentiable(
        parts: &[Self],
        axis: usize,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&[Self], Option<&mut [Self]>), ()) -> ((), ()) + use<Self, T>,
    );

    /// `Tensor::stack(parts, axis)`.
    fn stack_differentiable(
        parts: &[Self],
        axis: usize,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&[Self], Option<&mut [Self]>), ()) -> ((), ()) + use<Self, T>,
    );

    /// `Tensor::from_vec(elements, shape)`.
    fn from_vec_differentiable(
        elements: Vec<T>,
        shape: &[usize],
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), (&[usize], Option<&mut [()]>)) -> (Vec<T>, ()) + use<Self, T>,
    );

    /// `Tensor::full(shape, value)`.
    fn full_differentiable(
        shape: &[usize],
        value: T,
        ws: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&[usize], Option<&mut [()]>), ()) -> ((), T) + use<Self, T>,
    );
}

impl<T: TensorElement> TensorJoins<T> for Tensor<T> {
    fn concat_differentiable(
        parts: &[Self],
        axis: usize,
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&[Self], Option<&mut [Self]>), ()) -> ((), ()) + use<T>,
    ) {
        let pullback = move |_: &mut Workspace, seed: Self, (parts, bars): (&[Self], Option<&mut [Self]>), ()| {
            let mut from = 0;
            for (part, bar) in parts.iter().zip(bars.into_iter().flatten()) {
                let to = from + part.shape()[axis];
                add(Some(bar), || seed.slice_axis(axis, from..to));
                from = to;
            }
            ((), ())
        };
        (Self::concat(parts, axis), pullback)
    }

    fn stack_differentiable(
        parts: &[Self],
        axis: usize,
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&[Self], Option<&mut [Self]>), ()) -> ((), ()) + use<T>,
    ) {
        let pullback = move |_: &mut Workspace, seed: Self, (_, bars): (&[Self], Option<&mut [Self]>), ()| {
            for (k, bar) in bars.into_iter().flatten().enumerate() {
                add(Some(bar), || seed.slice_axis(axis, k..k + 1).squeeze(axis));
            }
            ((), ())
        };
        (Self::stack(parts, axis), pullback)
    }

    fn from_vec_differentiable(
        elements: Vec<T>,
        shape: &[usize],
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (), (&[usize], Option<&mut [()]>)) -> (Vec<T>, ()) + use<T>,
    ) {
        let pullback = |_: &mut Workspace, seed: Self, (), _: (&[usize], Option<&mut [()]>)| (seed.to_vec(), ());
        (Self::from_vec(elements, shape), pullback)
    }

    fn full_differentiable(
        shape: &[usize],
        value: T,
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, (&[usize], Option<&mut [()]>), ()) -> ((), T) + use<T>,
    ) {
        let pullback = |_: &mut Workspace, seed: Self, _: (&[usize], Option<&mut [()]>), ()| ((), seed.sum());
        (Self::full(shape, value), pullback)
    }
}

impl<T: TensorElement, D: Dimension + 'static> FromValue<Array<T, D>> for Tensor<T> {
    fn from_differentiable(
        value: Array<T, D>,
        _: &mut Workspace,
    ) -> (
        Self,
        impl FnOnce(&mut Workspace, Self, ()) -> (Array<T, D>,) + use<T, D>,
    ) {
        let pullback = |_: &mut Workspace, seed: Self, ()| {
            let bar = seed.fetched("from").into_array().into_owned().into_dimensionality();
            (bar.expect("it has the shape of the array"),)
        };
        (Self::from(value), pullback)
    }
}

crate::foreign::rows! {
    /// The derivatives of what reads the elements.
    ///
    /// ```
    /// use ad_runtime::{Workspace, methods::*, tensor::Tensor};
    ///
    /// let (x, mut x_bar, mut ws) = (Tensor::from(3.0), Tensor::zeros(&[]), Workspace::new());
    /// let (value, kept) = x.item_differentiable_push(&mut ws);
    /// x.item_differentiable_pull(kept, &mut ws, 2.0, Some(&mut x_bar));
    /// assert_eq!((value, x_bar.item()), (3.0, 2.0));
    /// ```
    TensorReads[T: TensorElement][T] for [] Tensor<T>;

    /// Original: the only element.\
    /// Adjoint: its cotangent is added to that of the element.
    fn item(ref x) -> T;
        value { (x.item(), ()) }
        adjoint |(), seed, x_bar| { add(x_bar, || Tensor::full(x.shape(), seed).beside(x)); }
        tangent |x_dot| { x_dot.item() }

    /// Original: the elements as a list.\
    /// Adjoint: their cotangents in the shape of the tensor.
    fn to_vec(ref x) -> Vec<T>;
        value { (x.to_vec(), ()) }
        adjoint |(), seed, x_bar| { add(x_bar, || Tensor::from_vec(seed, x.shape()).beside(x)); }
        tangent |x_dot| { x_dot.to_vec() }

    /// Original: the elements as an array.\
    /// Adjoint: their cotangents as a tensor.
    fn to_array(ref x) -> ndarray::ArrayD<T>;
        value { (x.to_array(), ()) }
        adjoint |(), seed, x_bar| { add(x_bar, || Tensor::from(seed).beside(x)); }
        tangent |x_dot| { x_dot.to_array() }
}
