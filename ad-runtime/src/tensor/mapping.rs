//! A function of the user's for each element.
//!
//! ```text
//! Original: y[k] = f(x[k]), or f(x[k], w[k]), in order
//! Adjoint:  from the last k to the first, f's pullback takes y_bar[k] and adds to x_bar[k], w_bar[k] and f's captures
//! ```
//!
//! On a device both are a kernel each, which the macro wrote: see `device_code`.

// The protocol of a call is what it is.
#![allow(clippy::type_complexity)]

use super::device::Device;
use super::differentiable::add;
#[cfg(feature = "cuda")]
use super::storage::common_device;
use super::storage::{Tensor, TensorElement};
use crate::captures::{Captures, Lent, LentBars, bars, lent_again, refs};
#[cfg(feature = "cuda")]
use crate::cuda::{self, Gpu};
#[cfg(feature = "cuda")]
use crate::device_code::DeviceCode;
use crate::found::{At, ByRef, at};
use crate::workspace::Workspace;
use ndarray::ArrayViewD;
#[cfg(feature = "cuda")]
use std::any::Any;
use std::borrow::Cow;
use std::marker::PhantomData;
#[cfg(feature = "cuda")]
use std::sync::Arc;

impl<T: TensorElement> Tensor<T> {
    /// What `f` gives for each element, in order.
    pub fn map<U: TensorElement>(&self, f: impl FnMut(T) -> U) -> Tensor<U> {
        self.check_place("map");
        let view = self.view();
        let values = match view.as_slice() {
            Some(elements) => elements.iter().copied().map(f).collect(),
            None => view.iter().copied().map(f).collect(),
        };
        Tensor::from_vec(values, self.shape())
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
        self.check_pair(other);
        let (left, right) = (self.view(), other.view());
        let pair = |(a, b): (&T, &B)| f(*a, *b);
        let values = match (left.as_slice(), right.as_slice()) {
            (Some(left), Some(right)) => left.iter().zip(right).map(pair).collect(),
            _ => left.iter().zip(right.iter()).map(pair).collect(),
        };
        Tensor::from_vec(values, self.shape())
    }

    /// # Panics
    /// If it is not where closures run.
    fn check_place(&self, operation: &str) {
        if self.device() != Device::cpu() {
            refused(operation, self.device());
        }
    }

    /// # Panics
    /// If two are not of one shape and where closures run.
    fn check_pair<B: TensorElement>(&self, other: &Tensor<B>) {
        self.check_partner(other);
        self.check_place("zip_map");
        other.check_place("zip_map");
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

/// The elements where they are, if they lie row by row.
fn row_by_row<'v, T: TensorElement>(view: &'v ArrayViewD<'_, T>) -> Cow<'v, [T]> {
    match view.as_slice() {
        Some(elements) => Cow::Borrowed(elements),
        None => Cow::Owned(view.iter().copied().collect()),
    }
}

fn refused(operation: &str, device: Device) -> ! {
    panic!(
        "{operation}: this closure cannot run on {device}, where the tensor is. In the derivatives of a differentiable function, \
         `f::vjp(..)` and the like, one can that computes with numbers of known types, `|v: f32| v * k`, by arithmetic, functions \
         of floats and `if`. Or write it with operations of tensors, as `x.tanh() * 2.0`, or take the tensor to the processor: \
         `x.to_device(&Device::cpu())?`"
    )
}

/// The device that operands are on, if it is not the processor, and the closure's code for it.
///
/// # Panics
/// If they are on different ones, or there is no code.
#[cfg(feature = "cuda")]
fn on_device<'c, E: Captures>(
    kinds: &'c E,
    operands: &[(Device, bool)],
    operation: &str,
) -> Option<(Arc<Gpu>, DeviceCode<'c>)> {
    let gpu = common_device(operation, operands)?;
    let code = kinds
        .device_code()
        .unwrap_or_else(|| refused(operation, Device::of_gpu(&gpu)));
    Some((gpu, code))
}

/// The same tensor: there is code only for closures whose floats are all of one type.
#[cfg(feature = "cuda")]
fn of_type<T: TensorElement, U: TensorElement>(tensor: &Tensor<T>) -> Tensor<U> {
    let tensor: &dyn Any = tensor;
    tensor
        .downcast_ref::<Tensor<U>>()
        .expect("the closure's floats are of one type")
        .clone()
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
    fn map_marked_differentiable<U, E, F, P>(&self, _f: (E, E::Refs<'_>), _call: F) -> At<Self, ByRef>
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
    fn zip_map_marked_differentiable<B, U, E, F, P>(
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
        #[cfg(feature = "cuda")]
        if let Some((gpu, code)) = on_device(&f.0, &[self.place()], "map") {
            let values = Tensor::from(cuda::mapped(&gpu, &[&self.on(&gpu)], code));
            return (of_type(&values), Pullbacks(Vec::new(), PhantomData));
        }
        self.check_place("map");
        let elements = self.view();
        let elements = row_by_row(&elements);
        let pushed = elements.iter().map(|x| call(refs(f.0, &mut f.1), ws, *x));
        let (values, kept): (Vec<U>, Vec<P>) = pushed.unzip();
        (Tensor::from_vec(values, self.shape()), Pullbacks(kept, PhantomData))
    }

    fn map_differentiable_pull<U, E, P>(
        &self,
        kept: Pullbacks<U, E, P>,
        ws: &mut Workspace,
        seed: Tensor<U>,
        #[cfg_attr(not(feature = "cuda"), allow(unused_mut))] mut bar: Option<&mut Self>,
        (mut f, mut f_bars): (Lent<'_, E>, LentBars<'_, E>),
    ) -> ((),)
    where
        U: TensorElement,
        E: Captures,
        P: FnOnce(&mut Workspace, U, (E::Again<'_>, E::Bars<'_>), (T, Option<&mut T>)),
    {
        #[cfg(feature = "cuda")]
        if let Some((gpu, code)) = on_device(&f.0, &[self.place(), seed.place()], "map") {
            let seed: Tensor<T> = of_type(&seed);
            if !seed.is_nothing() {
                let (parts, sums) = cuda::pulled(&gpu, &seed.on(&gpu), &[&self.on(&gpu)], code);
                E::add_numbers(
                    &mut f_bars.0,
                    &mut Tensor::from(sums).to_vec().into_iter().map(|part| part.widened()),
                );
                parts
                    .into_iter()
                    .for_each(|part| add(bar.as_deref_mut(), || part.into()));
            }
            return ((),);
        }
        let (x, seeds) = (self.view(), seed.view());
        let (x, seeds) = (row_by_row(&x), row_by_row(&seeds));
        let (mut parts, all) = (vec![T::ZERO; x.len()], kept.0.len());
        let (x, seeds, bars_of_x) = (&x[..all], &seeds[..all], &mut parts[..all]);
        // By numbers of which it is seen that they are in bounds.
        for (k, pullback) in (0..all).rev().zip(kept.0.into_iter().rev()) {
            let captured = (lent_again(f.0, &mut f.1), bars(f.0, &mut f_bars.0));
            pullback(ws, seeds[k], captured, (x[k], Some(&mut bars_of_x[k])));
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
        #[cfg(feature = "cuda")]
        if let Some((gpu, code)) = on_device(&f.0, &[self.place(), other.place()], "zip_map") {
            self.check_partner(other);
            let other: Tensor<T> = of_type(other);
            let values = Tensor::from(cuda::mapped(&gpu, &[&self.on(&gpu), &other.on(&gpu)], code));
            return (of_type(&values), Pullbacks(Vec::new(), PhantomData));
        }
        self.check_pair(other);
        let (left, right) = (self.view(), other.view());
        let (left, right) = (row_by_row(&left), row_by_row(&right));
        let pushed = left
            .iter()
            .zip(&*right)
            .map(|(a, b)| call(refs(f.0, &mut f.1), ws, *a, *b));
        let (values, kept): (Vec<U>, Vec<P>) = pushed.unzip();
        (Tensor::from_vec(values, self.shape()), Pullbacks(kept, PhantomData))
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
        #[cfg(feature = "cuda")]
        if let Some((gpu, code)) = on_device(&f.0, &[self.place(), other.place(), seed.place()], "zip_map") {
            let (seed, other): (Tensor<T>, Tensor<T>) = (of_type(&seed), of_type(other));
            if !seed.is_nothing() {
                let operands = [&self.on(&gpu), &other.on(&gpu)];
                let (parts, sums) = cuda::pulled(&gpu, &seed.on(&gpu), &operands, code);
                E::add_numbers(
                    &mut f_bars.0,
                    &mut Tensor::from(sums).to_vec().into_iter().map(|part| part.widened()),
                );
                let [part, other_part]: [Tensor<T>; 2] = [0, 1].map(|k| parts[k].clone().into());
                add(bar, || part);
                add(other_bar, || of_type(&other_part));
            }
            return;
        }
        let (left, right, seeds) = (self.view(), other.view(), seed.view());
        let (left, right, seeds) = (row_by_row(&left), row_by_row(&right), row_by_row(&seeds));
        let (mut left_parts, mut right_parts) = (vec![T::ZERO; left.len()], vec![B::ZERO; left.len()]);
        let all = kept.0.len();
        let (left, right, seeds) = (&left[..all], &right[..all], &seeds[..all]);
        let (left_bars, right_bars) = (&mut left_parts[..all], &mut right_parts[..all]);
        for (k, pullback) in (0..all).rev().zip(kept.0.into_iter().rev()) {
            let captured = (lent_again(f.0, &mut f.1), bars(f.0, &mut f_bars.0));
            let (left, right) = ((left[k], Some(&mut left_bars[k])), (right[k], Some(&mut right_bars[k])));
            pullback(ws, seeds[k], captured, left, right);
        }
        add(bar, || Tensor::from_vec(left_parts, self.shape()));
        add(other_bar, || Tensor::from_vec(right_parts, self.shape()));
    }
}
