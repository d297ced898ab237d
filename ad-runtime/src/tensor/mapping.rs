//! A function of the user's for each element.
//!
//! ```text
//! Original: y[k] = f(x[k]), or f(x[k], w[k]), in order
//! Adjoint:  from the last k to the first, f's pullback takes y_bar[k] and adds to x_bar[k], w_bar[k] and f's captures
//! ```

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::device::Device;
use super::differentiable::add;
use super::storage::{Tensor, TensorElement};
use crate::captures::{Captures, Lent, LentBars, bars, lent_again, refs};
use crate::found::{At, ByRef, at};
use crate::workspace::Workspace;
use std::marker::PhantomData;

impl<T: TensorElement> Tensor<T> {
    /// What `f` gives for each element, in order.
    pub fn map<U: TensorElement>(&self, f: impl FnMut(T) -> U) -> Tensor<U> {
        self.check_place("map");
        Tensor::from_vec(self.view().iter().copied().map(f).collect(), self.shape())
    }

    /// What `f` gives for each two elements at the same place, in order.
    ///
    /// # Panics
    /// If the shapes differ.
    pub fn zip_map<B: TensorElement, U: TensorElement>(
        &self,
        other: &Tensor<B>,
        mut f: impl FnMut(T, B) -> U,
    ) -> Tensor<U> {
        self.check_partner(other);
        self.check_place("zip_map");
        other.check_place("zip_map");
        let (left, right) = (self.view(), other.view());
        let pairs = left.iter().zip(right.iter());
        Tensor::from_vec(pairs.map(|(a, b)| f(*a, *b)).collect(), self.shape())
    }

    /// # Panics
    /// If it is not where closures run.
    fn check_place(&self, operation: &str) {
        let device = self.device();
        assert!(
            device == Device::cpu(),
            "{operation}: a closure cannot run on {device}, where the tensor is; write it with operations of tensors, \
             as `x.tanh() * 2.0`, or take the tensor to the processor: `x.to_device(&Device::cpu())?`"
        );
    }

    fn check_partner<B: TensorElement>(&self, other: &Tensor<B>) {
        assert!(
            self.shape() == other.shape(),
            "zip_map: the shapes {:?} and {:?} differ",
            self.shape(),
            other.shape()
        );
    }
}

/// What is kept until the way back: the function's pullback at each element.
pub struct Pullbacks<U, E, P>(Vec<P>, PhantomData<(U, E)>);

/// The pairs of `map` and `zip_map`.
///
/// ```
/// use ad_runtime::{Workspace, methods::*, tensor::Tensor};
///
/// let mut ws = Workspace::new();
/// let doubled = |(), _: &mut Workspace, x: f64| {
///     let pullback = |_: &mut Workspace, seed: f64, _: ((), ()), (_, bar): (f64, Option<&mut f64>)| {
///         *bar.unwrap() += 2.0 * seed;
///     };
///     (2.0 * x, pullback)
/// };
/// let (values, _) = Tensor::from_vec(vec![1.0, 2.0], &[2]).map_differentiable_push(((), ()), doubled, &mut ws);
/// assert_eq!(values.to_vec(), [2.0, 4.0]);
/// ```
pub trait TensorMaps<T: TensorElement>: Sized {
    /// Whose method this is.
    fn map_differentiable_at<U, E, F, P>(&self, _f: (E, E::Refs<'_>), _call: F) -> At<Self, ByRef>
    where
        U: TensorElement,
        E: Captures,
        F: Copy + Fn(E::Refs<'_>, &mut Workspace, T) -> (U, P),
        P: FnOnce(&mut Workspace, U, (E::Again<'_>, E::Bars<'_>), (T, Option<&mut T>)),
    {
        at()
    }

    /// `x.map(f)`.
    fn map_differentiable_push<U, E, F, P>(
        &self,
        f: (E, E::Refs<'_>),
        call: F,
        ws: &mut Workspace,
    ) -> (Tensor<U>, Pullbacks<U, E, P>)
    where
        U: TensorElement,
        E: Captures,
        F: Copy + Fn(E::Refs<'_>, &mut Workspace, T) -> (U, P),
        P: FnOnce(&mut Workspace, U, (E::Again<'_>, E::Bars<'_>), (T, Option<&mut T>));

    /// The way back of `map`.
    fn map_differentiable_pull<U, E, P>(
        &self,
        kept: Pullbacks<U, E, P>,
        ws: &mut Workspace,
        seed: Tensor<U>,
        bar: Option<&mut Self>,
        f: (Lent<'_, E>, LentBars<'_, E>),
    ) -> ((),)
    where
        U: TensorElement,
        E: Captures,
        P: FnOnce(&mut Workspace, U, (E::Again<'_>, E::Bars<'_>), (T, Option<&mut T>));

    /// Whose method this is.
    fn zip_map_differentiable_at<B, U, E, F, P>(
        &self,
        _other: &Tensor<B>,
        _f: (E, E::Refs<'_>),
        _call: F,
    ) -> At<Self, ByRef>
    where
        B: TensorElement,
        U: TensorElement,
        E: Captures,
        F: Copy + Fn(E::Refs<'_>, &mut Workspace, T, B) -> (U, P),
        P: FnOnce(&mut Workspace, U, (E::Again<'_>, E::Bars<'_>), (T, Option<&mut T>), (B, Option<&mut B>)),
    {
        at()
    }

    /// `x.zip_map(&w, f)`.
    fn zip_map_differentiable_push<B, U, E, F, P>(
        &self,
        other: &Tensor<B>,
        f: (E, E::Refs<'_>),
        call: F,
        ws: &mut Workspace,
    ) -> (Tensor<U>, Pullbacks<U, E, P>)
    where
        B: TensorElement,
        U: TensorElement,
        E: Captures,
        F: Copy + Fn(E::Refs<'_>, &mut Workspace, T, B) -> (U, P),
        P: FnOnce(&mut Workspace, U, (E::Again<'_>, E::Bars<'_>), (T, Option<&mut T>), (B, Option<&mut B>));

    /// The way back of `zip_map`.
    fn zip_map_differentiable_pull<B, U, E, P>(
        &self,
        kept: Pullbacks<U, E, P>,
        ws: &mut Workspace,
        seed: Tensor<U>,
        bar: Option<&mut Self>,
        other: (&Tensor<B>, Option<&mut Tensor<B>>),
        f: (Lent<'_, E>, LentBars<'_, E>),
    ) where
        B: TensorElement,
        U: TensorElement,
        E: Captures,
        P: FnOnce(&mut Workspace, U, (E::Again<'_>, E::Bars<'_>), (T, Option<&mut T>), (B, Option<&mut B>));
}

impl<T: TensorElement> TensorMaps<T> for Tensor<T> {
    fn map_differentiable_push<U, E, F, P>(
        &self,
        mut f: (E, E::Refs<'_>),
        call: F,
        ws: &mut Workspace,
    ) -> (Tensor<U>, Pullbacks<U, E, P>)
    where
        U: TensorElement,
        E: Captures,
        F: Copy + Fn(E::Refs<'_>, &mut Workspace, T) -> (U, P),
        P: FnOnce(&mut Workspace, U, (E::Again<'_>, E::Bars<'_>), (T, Option<&mut T>)),
    {
        let mut kept = Vec::with_capacity(self.len());
        let values = self.map(|x| {
            let (value, pullback) = call(refs(f.0, &mut f.1), ws, x);
            kept.push(pullback);
            value
        });
        (values, Pullbacks(kept, PhantomData))
    }

    fn map_differentiable_pull<U, E, P>(
        &self,
        kept: Pullbacks<U, E, P>,
        ws: &mut Workspace,
        seed: Tensor<U>,
        bar: Option<&mut Self>,
        (mut f, mut f_bars): (Lent<'_, E>, LentBars<'_, E>),
    ) -> ((),)
    where
        U: TensorElement,
        E: Captures,
        P: FnOnce(&mut Workspace, U, (E::Again<'_>, E::Bars<'_>), (T, Option<&mut T>)),
    {
        let (x, seeds) = (self.to_vec(), seed.to_vec());
        let mut parts = vec![T::ZERO; x.len()];
        for (k, pullback) in kept.0.into_iter().enumerate().rev() {
            let captured = (lent_again(f.0, &mut f.1), bars(f.0, &mut f_bars.0));
            pullback(ws, seeds[k], captured, (x[k], Some(&mut parts[k])));
        }
        add(bar, || Tensor::from_vec(parts, self.shape()));
        ((),)
    }

    fn zip_map_differentiable_push<B, U, E, F, P>(
        &self,
        other: &Tensor<B>,
        mut f: (E, E::Refs<'_>),
        call: F,
        ws: &mut Workspace,
    ) -> (Tensor<U>, Pullbacks<U, E, P>)
    where
        B: TensorElement,
        U: TensorElement,
        E: Captures,
        F: Copy + Fn(E::Refs<'_>, &mut Workspace, T, B) -> (U, P),
        P: FnOnce(&mut Workspace, U, (E::Again<'_>, E::Bars<'_>), (T, Option<&mut T>), (B, Option<&mut B>)),
    {
        let mut kept = Vec::with_capacity(self.len());
        let values = self.zip_map(other, |a, b| {
            let (value, pullback) = call(refs(f.0, &mut f.1), ws, a, b);
            kept.push(pullback);
            value
        });
        (values, Pullbacks(kept, PhantomData))
    }

    fn zip_map_differentiable_pull<B, U, E, P>(
        &self,
        kept: Pullbacks<U, E, P>,
        ws: &mut Workspace,
        seed: Tensor<U>,
        bar: Option<&mut Self>,
        (other, other_bar): (&Tensor<B>, Option<&mut Tensor<B>>),
        (mut f, mut f_bars): (Lent<'_, E>, LentBars<'_, E>),
    ) where
        B: TensorElement,
        U: TensorElement,
        E: Captures,
        P: FnOnce(&mut Workspace, U, (E::Again<'_>, E::Bars<'_>), (T, Option<&mut T>), (B, Option<&mut B>)),
    {
        let (left, right, seeds) = (self.to_vec(), other.to_vec(), seed.to_vec());
        let (mut left_parts, mut right_parts) = (vec![T::ZERO; left.len()], vec![B::ZERO; left.len()]);
        for (k, pullback) in kept.0.into_iter().enumerate().rev() {
            let captured = (lent_again(f.0, &mut f.1), bars(f.0, &mut f_bars.0));
            let (left, right) = (
                (left[k], Some(&mut left_parts[k])),
                (right[k], Some(&mut right_parts[k])),
            );
            pullback(ws, seeds[k], captured, left, right);
        }
        add(bar, || Tensor::from_vec(left_parts, self.shape()));
        add(other_bar, || Tensor::from_vec(right_parts, self.shape()));
    }
}
